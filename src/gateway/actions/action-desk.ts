import type { ActionRequest, Settlement } from '../../contract/desk/requests';
import { isFinal, onlyProtects, requestIdOf, type Action } from '../../domain/action';
import { canBeSettled, moved } from '../../domain/action-event';
import { failed, success, type Outcome } from '../../domain/failure';
import type { ActionId, RequestId } from '../../domain/identifiers';
import { isRecalled } from '../../domain/recall';
import type { Verdict } from '../../domain/verdict/evidence';
import { verdict } from '../../domain/verdict/verdict';
import type { Log } from '../../effects/log';
import { givenUp } from '../service/limiter/pacing-failures';
import { leftTooLate } from '../service/service-failure';
import { conflict } from './conflict';
import * as says from './desk-failures';
import { seenAfter, type EvidenceParts } from './evidence';
import type { Journal } from './journal';
import type { LimitsCheck } from './limits-check';
import { laneOfLook, Looks, timesAfter } from './looks';
import { readsNothing, type PreparationParts, type Ready } from './preparation';
import { readiness } from './readiness';
import type { Recalls } from './recalls';
import { sent } from './sending';
import { requestOf, type Pressed, type Wanted } from './wanted';

export interface ActionDeskParts extends EvidenceParts, PreparationParts {
  readonly journal: Journal;
  readonly log: Log;
  /** An action came to an end: what it touched has changed. */
  readonly onEnded: (action: Action) => void;
  readonly limits: Pick<LimitsCheck, 'problem'>;
  readonly recalls: Pick<Recalls, 'number' | 'signal' | 'stopping'>;
}

interface Running {
  readonly body: string;
  readonly result: Promise<Outcome<Action>>;
}

/** What has not left this long after it arrived is not sent: whoever pressed has turned to something else. */
const SEND_WITHIN_MS = 15_000;

/** Carries out actions, each at most once, and looks up what became of those whose answer was lost. */
export class ActionDesk {
  private readonly running = new Map<ActionId, Running>();
  /** Every action that is not final, by id. */
  private readonly open = new Map<ActionId, Action>();
  private readonly looks: Looks;
  private isStopped = false;

  constructor(private readonly parts: ActionDeskParts) {
    this.looks = new Looks(parts.clock, (id, times) => this.look(id, times));
  }

  /** Takes up what the last run left behind: nothing is sent again. */
  async start(): Promise<void> {
    const now = this.parts.clock.now();
    for (const action of await this.parts.journal.open()) {
      this.open.set(action.id, action);
      this.looks.leftBehind(action, now - action.createdAt);
      if (action.state === 'staged') {
        await this.enter(moved(action, { type: 'cancelled', at: now, failure: says.STOPPED_BEFORE }));
      } else if (action.state === 'sending') {
        await this.enter(moved(action, { type: 'lost', at: now, failure: says.STOPPED_DURING }));
      }
    }
  }

  /** The same id with the same body is the same action, however often it is asked for. */
  async put(id: ActionId, request: ActionRequest, pressed: Pressed = {}): Promise<Outcome<Action>> {
    const body = JSON.stringify(request.body);
    const running = this.running.get(id);
    if (running) return running.body === body ? running.result : failed(says.OTHER_BODY);
    const result = this.perform(id, request, pressed).finally(() => this.running.delete(id));
    this.running.set(id, { body, result });
    return result;
  }

  /**
   * Each is an action of its own; the results are in the order in which they were asked for. What takes risk away goes
   * first: the reads of the others begin when it is on its way.
   */
  async putAll(wanted: readonly Wanted[], pressed: Pressed = {}): Promise<Outcome<Action>[]> {
    const results = new Map<Wanted, Promise<Outcome<Action>>>();
    const leaving = wanted
      .filter(({ body }) => onlyProtects(body))
      .map(
        (one) =>
          new Promise<void>((left) => {
            const result = this.put(one.id, requestOf(one), { ...pressed, onLeaving: left });
            results.set(one, result);
            void result.finally(left);
          }),
      );
    await Promise.all(leaving);
    return Promise.all(wanted.map((one) => results.get(one) ?? this.put(one.id, requestOf(one), pressed)));
  }

  /** What the journal has of these ids; what it does not have was never taken. */
  find(ids: readonly ActionId[]): Promise<Outcome<readonly Action[]>> {
    return this.tried(async () => {
      const found = await Promise.all(
        [...new Set(ids)].map(async (id) => this.open.get(id) ?? this.parts.journal.find(id)),
      );
      return success(found.filter((action) => action !== undefined));
    });
  }

  /** A person says how an action ended that the service's records leave open. It is looked up no more. */
  async settle(id: ActionId, settlement: Settlement): Promise<Outcome<Action>> {
    const { journal, clock } = this.parts;
    const action = this.open.get(id);
    if (!action) {
      const known = await this.tried(async () => success(await journal.find(id)));
      if (!known.ok) return known;
      return failed(known.value ? says.nothingToSettle(known.value.state) : says.NO_SUCH_ACTION);
    }
    if (!canBeSettled(action)) return failed(says.nothingToSettle(action.state));
    const settled = moved(action, { type: 'settled', at: clock.now(), ...settlement });
    // From here on a look that is under way finds another action than it began with, and ends nothing.
    this.open.set(id, settled);
    if (await journal.write(settled)) return success(await this.enter(settled, { written: true }));
    this.open.set(id, action);
    this.looks.later(action, 0);
    return failed(says.NOT_SETTLED);
  }

  /** Looks at once at everything that is not known yet, as after signing in. */
  lookNow(): void {
    this.looks.now();
  }

  /** Actions without a known end that an event on this request may tell about. A request that is being made has no number yet. */
  unsettledOn(requestId: string): readonly ActionId[] {
    return [...this.open.values()]
      .filter(canBeSettled)
      .filter(({ body }) => body.kind === 'create-request' || requestIdOf(body) === requestId)
      .map(({ id }) => id);
  }

  /** Looks at once at these, because something was heard of their request. */
  hint(ids: readonly ActionId[]): void {
    this.looks.hint(ids);
  }

  /** Takes nothing new, and waits for what is on its way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.looks.stop();
    // What goes live at the last moment may have to be withdrawn yet.
    while (this.running.size > 0)
      await Promise.allSettled([...this.running.values()].map(({ result }) => result));
    this.parts.journal.stop();
  }

  private async perform(id: ActionId, request: ActionRequest, pressed: Pressed): Promise<Outcome<Action>> {
    const { body, shown, accepted, recall } = request;
    const { journal, clock, recalls } = this.parts;
    const found = await this.tried(async () => success(await journal.find(id)));
    if (!found.ok) return found;
    const known = found.value;
    if (known) {
      return JSON.stringify(known.body) === JSON.stringify(body) ? success(known) : failed(says.OTHER_BODY);
    }
    const { page, partOf } = pressed;
    if (this.isStopped && partOf === undefined) return failed(says.STOPPING);
    const stopped = recalls.stopping({ body, recall: recall ?? recalls.number, page });
    if (stopped) return failed(stopped);
    const blocked = says.arrivedTooLate(request, clock.now()) ?? conflict([...this.open.values()], body);
    if (blocked) return failed(blocked);
    const number = isRecalled(body) ? recalls.number : (partOf ?? 0);
    const what = { id, body, shown, ...(accepted && { accepted }), ...(number > 0 && { recall: number }) };
    const staged: Action = { ...what, state: 'staged', createdAt: clock.now() };
    this.open.set(id, staged);
    if (readsNothing(body)) {
      const ready = await this.ready(staged, pressed);
      if (ready.ok) return this.leave(staged, ready.value, { unwritten: [staged], ...pressed });
    }
    if (!(await journal.write(staged))) return this.notTaken(staged);
    const ready = await this.ready(staged, pressed);
    const at = clock.now();
    const failure = recalls.stopping({ ...staged, page });
    if (failure) return success(await this.enter(moved(staged, { type: 'cancelled', at, failure })));
    if (ready.ok) return this.leave(staged, ready.value, { unwritten: [], ...pressed });
    return success(await this.enter(moved(staged, { type: 'rejected', at, failure: ready.failure })));
  }

  private notTaken({ id }: Action): Outcome<Action> {
    this.open.delete(id);
    return failed(says.NOT_WRITTEN);
  }

  /** Whether it may be sent, by both clocks not too late: one stands still while the machine sleeps, the other can be set back. */
  private async ready(staged: Action, { partOf }: Pressed): Promise<Outcome<Ready>> {
    const { clock } = this.parts;
    const startedMs = clock.monotonicMs();
    const checked = await this.tried(async () =>
      readiness(staged, { ...this.parts, mayAppear: (id) => this.mayAppear(id) }),
    );
    const sinceMs = Math.max(clock.monotonicMs() - startedMs, clock.now() - staged.createdAt);
    // What is part of withdrawing all is never too late.
    return checked.ok && partOf === undefined && sinceMs > SEND_WITHIN_MS ? failed(leftTooLate) : checked;
  }

  /** Sends it, once it is written down as sending: together with the line before, where that is unwritten. */
  private async leave(
    staged: Action,
    { before, request }: Ready,
    { unwritten, page, onLeaving }: Pressed & { readonly unwritten: readonly Action[] },
  ): Promise<Outcome<Action>> {
    const { journal, clock, service, recalls } = this.parts;
    const at = clock.now();
    const sending = moved(staged, { type: 'sending', at, before });
    this.open.set(staged.id, sending);
    if (!(await journal.write(...unwritten, sending))) {
      if (unwritten.length > 0) return this.notTaken(staged);
      return success(await this.enter(moved(staged, { type: 'cancelled', at, failure: says.NOT_WRITTEN })));
    }
    const stopping = () => recalls.stopping({ ...staged, page });
    const failure = stopping();
    // Written down as sent, and stopped before the first byte: from here to there nothing waits.
    if (failure)
      return success(await this.enter(moved(sending, { type: 'rejected', at: clock.now(), failure })));
    const sendBy = staged.createdAt + SEND_WITHIN_MS;
    const signal = isRecalled(sending.body) && { signal: recalls.signal };
    const answer = sent(sending.body, service, { sendBy, ...signal, ...(request && { request }) });
    onLeaving?.();
    const event = await answer;
    const why = event.type === 'rejected' && event.failure === givenUp ? stopping() : undefined;
    return success(
      await this.enter(moved(sending, { ...event, ...(why && { failure: why }), at: clock.now() })),
    );
  }

  private mayAppear(id: RequestId): boolean {
    return [...this.open.values()].some(({ body }) => body.kind === 'send-proposal' && body.requestId === id);
  }

  /** Writes down where an action has got to, and does what follows from it. */
  private async enter(action: Action, { written = false, times = 0 } = {}): Promise<Action> {
    // First of all, so that another look that is under way finds its action gone and ends nothing twice.
    this.open.set(action.id, action);
    if (!written) await this.parts.journal.record(action);
    // A person may have settled it while it was being written down.
    if (this.open.get(action.id) !== action) return action;
    this.looks.end(action.id);
    if (!isFinal(action)) this.looks.later(action, times);
    else {
      this.open.delete(action.id);
      this.parts.onEnded(action);
    }
    return action;
  }

  private async look(id: ActionId, times: number): Promise<void> {
    const action = this.open.get(id);
    if (!action) return;
    const { clock, journal } = this.parts;
    const said = await this.tried<Verdict>(async () => {
      const seen = await seenAfter({ action, now: clock.now(), lane: laneOfLook(times), parts: this.parts });
      const others = journal.read().filter((other) => other.id !== id);
      return seen.ok ? success(verdict(action, seen.value, others)) : seen;
    });
    if (this.open.get(id) !== action) return;
    if (!said.ok) return this.looks.later(action, timesAfter(times, said.failure));
    const at = clock.now();
    switch (said.value.verdict) {
      case 'done': {
        const { verdict: _, ...made } = said.value;
        return void (await this.enter(moved(action, { type: 'done', at, ...made })));
      }
      case 'rejected':
        return void (await this.enter(moved(action, { type: 'rejected', at, failure: says.NOT_EXECUTED })));
      case 'unknown': {
        const { evidence } = said.value;
        if (evidence === action.evidence) return this.looks.later(action, times + 1);
        return void (await this.enter(moved(action, { type: 'found', at, evidence }), { times: times + 1 }));
      }
    }
  }

  /** A bug while reading must neither lose an action nor end looking it up. */
  private async tried<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    try {
      return await work();
    } catch (error) {
      this.parts.log.error('Reading about an action broke.', { error: String(error) });
      return failed(says.UNREAD);
    }
  }
}
