import type { ActionRequest } from '../../contract/desk/http';
import { isFinal, moved, type Action, type ActionBody, type Before } from '../../domain/action';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { ActionId, RequestId } from '../../domain/identifiers';
import type { Request } from '../../domain/request';
import { verdict } from '../../domain/verdict';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { leftTooLate } from '../service/service-failure';
import { acceptanceProblem, quoteProblem, requestProblem } from './checks';
import { conflict } from './conflict';
import { seenAfter, seenBefore, type EvidenceParts, type Seen } from './evidence';
import type { Journal } from './journal';
import type { LimitsCheck } from './limits-check';
import { sent, type SendEvent } from './sending';

export interface ActionDeskParts extends EvidenceParts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  /** What a watched request last said, for checks that must not wait for a read. */
  readonly knownRequest: (id: RequestId) => Request | undefined;
  /** An action came to an end: what it touched has changed. */
  readonly onEnded: (action: Action) => void;
  readonly limits: Pick<LimitsCheck, 'problem'>;
}

interface Running {
  readonly body: string;
  readonly result: Promise<Outcome<Action>>;
}

/** A price that was read longer ago is read again before an acceptance goes out. */
const PRICE_AGE_MS_MAX = 3_000;
/** What has not left this long after the press is not sent: whoever pressed has turned to something else. */
const SEND_WITHIN_MS = 15_000;
const LOOK_MS_MIN = 1_000;
const LOOK_MS_MAX = {
  unknown: 60_000,
  // Taken and waiting for the operator, perhaps for hours: a look each minute would eat the day.
  acknowledged: 300_000,
};

/** Carries out actions, each at most once, and looks up what became of those whose answer was lost. */
export class ActionDesk {
  private readonly running = new Map<ActionId, Running>();
  /** Every action that is not final, by id. */
  private readonly open = new Map<ActionId, Action>();
  private readonly looks = new Map<ActionId, () => void>();
  private isStopped = false;

  constructor(private readonly parts: ActionDeskParts) {}

  /** Takes up what the last run left behind: nothing is sent again. */
  async start(): Promise<void> {
    const now = this.parts.clock.now();
    for (const action of await this.parts.journal.open()) {
      if (action.state === 'staged') {
        await this.settle(moved(action, { type: 'cancelled', at: now, failure: STOPPED_BEFORE }));
      } else if (action.state === 'sending') {
        await this.settle(moved(action, { type: 'lost', at: now, failure: STOPPED_DURING }));
      } else await this.settle(action, { written: true });
    }
  }

  /** The same id with the same body is the same action, however often it is asked for. */
  async put(id: ActionId, request: ActionRequest): Promise<Outcome<Action>> {
    const body = JSON.stringify(request.body);
    const running = this.running.get(id);
    if (running) return running.body === body ? running.result : failed(OTHER_BODY);
    const result = this.perform(id, request).finally(() => this.running.delete(id));
    this.running.set(id, { body, result });
    return result;
  }

  /** Looks at once at everything that is not known yet, as after signing in. */
  lookNow(): void {
    for (const action of this.open.values()) if (this.looks.has(action.id)) this.lookLater(action, 0, 0);
  }

  /** Takes nothing new, and waits for what is on its way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const cancel of this.looks.values()) cancel();
    await Promise.allSettled([...this.running.values()].map(({ result }) => result));
    this.parts.journal.stop();
  }

  private async perform(id: ActionId, { body, shown, accepted }: ActionRequest): Promise<Outcome<Action>> {
    const { journal, clock } = this.parts;
    const found = await this.tried(async () => success(await journal.find(id)));
    if (!found.ok) return found;
    const known = found.value;
    if (known) {
      return JSON.stringify(known.body) === JSON.stringify(body) ? success(known) : failed(OTHER_BODY);
    }
    if (this.isStopped) return failed(STOPPING);
    const blocked = conflict(this.open.values(), body);
    if (blocked) return failed(blocked);
    const warned = accepted && { accepted };
    const staged: Action = { id, body, shown, ...warned, state: 'staged', createdAt: clock.now() };
    this.open.set(id, staged);
    if (await journal.write(staged)) return success(await this.carryOut(staged));
    this.open.delete(id);
    return failed(NOT_WRITTEN);
  }

  private async carryOut(staged: Action): Promise<Action> {
    const { journal, clock, service } = this.parts;
    const sendBy = staged.createdAt + SEND_WITHIN_MS;
    const startedMs = clock.monotonicMs();
    const checked = await this.checked(staged);
    const at = clock.now();
    // Both clocks: one stands still while the machine sleeps, the other can be set back.
    const isLate = clock.monotonicMs() - startedMs > SEND_WITHIN_MS || at > sendBy;
    const ready = checked.ok && isLate ? failed(leftTooLate) : checked;
    if (!ready.ok) return this.settle(moved(staged, { type: 'rejected', at, failure: ready.failure }));
    const sending = moved(staged, { type: 'sending', at, before: ready.value });
    this.open.set(staged.id, sending);
    if (!(await journal.write(sending))) {
      return this.settle(moved(staged, { type: 'cancelled', at, failure: NOT_WRITTEN }));
    }
    const event: SendEvent = await sent(sending.body, service, { sendBy });
    return this.settle(moved(sending, { ...event, at: clock.now() }));
  }

  /** Whether this may be sent, and what is known before it is. A withdrawal waits for no read. */
  private async checked(action: Action): Promise<Outcome<Before>> {
    const { body } = action;
    if (body.kind === 'withdraw-quote') {
      const request = this.parts.knownRequest(body.requestId);
      const problem = request && requestProblem(request, 'recipient');
      return problem ? failed(problem) : success({ tradeIds: [], quoteIds: [] });
    }
    const seen = await this.seen(body);
    if (!seen.ok) return seen;
    const { request, quotes, before } = seen.value;
    const problem =
      body.kind === 'send-quote'
        ? quoteProblem(request, body)
        : acceptanceProblem(
            request,
            quotes.records.find(({ id }) => id === body.quoteId),
            body,
          );
    const held = problem ?? this.parts.limits.problem(action, { request, offers: quotes.records });
    return held ? failed(held) : success(before);
  }

  private async seen(body: ActionBody): Promise<Outcome<Seen>> {
    const { clock } = this.parts;
    const startedMs = clock.monotonicMs();
    const seen = await this.tried(() => seenBefore(body, clock.now(), this.parts));
    if (clock.monotonicMs() - startedMs <= PRICE_AGE_MS_MAX || body.kind !== 'accept-quote') return seen;
    const againMs = clock.monotonicMs();
    const again = await this.tried(() => seenBefore(body, clock.now(), this.parts));
    return clock.monotonicMs() - againMs <= PRICE_AGE_MS_MAX ? again : failed(TOO_SLOW);
  }

  /** Writes down where an action has got to, and does what follows from it. */
  private async settle(action: Action, { written = false } = {}): Promise<Action> {
    // First of all, so that another look that is under way finds its action gone and ends nothing twice.
    this.open.set(action.id, action);
    if (!written) await this.parts.journal.record(action);
    this.looks.get(action.id)?.();
    this.looks.delete(action.id);
    if (isFinal(action)) {
      this.open.delete(action.id);
      this.parts.onEnded(action);
      return action;
    }
    this.lookLater(action, LOOK_MS_MIN, 0);
    return action;
  }

  private lookLater({ id }: Action, waitMs: number, times: number): void {
    if (this.isStopped) return;
    this.looks.get(id)?.();
    this.looks.set(
      id,
      this.parts.clock.after(waitMs, () => void this.look(id, times)),
    );
  }

  private async look(id: ActionId, times: number): Promise<void> {
    const action = this.open.get(id);
    if (!action) return;
    const { clock } = this.parts;
    const evidence = await this.tried(() => seenAfter(action, clock.now(), this.parts));
    const { verdict: word, ...ids } = evidence.ok ? verdict(action, evidence.value) : UNKNOWN;
    const at = clock.now();
    if (this.open.get(id) !== action) return;
    if (word === 'done') await this.settle(moved(action, { type: 'done', at, ...ids }));
    else if (word === 'rejected') {
      await this.settle(moved(action, { type: 'rejected', at, failure: NOT_EXECUTED }));
    } else {
      const most = action.state === 'acknowledged' ? LOOK_MS_MAX.acknowledged : LOOK_MS_MAX.unknown;
      this.lookLater(action, Math.min(most, LOOK_MS_MIN * 2 ** (times + 1)), times + 1);
    }
  }

  /** A bug while reading must neither lose an action nor end looking it up. */
  private async tried<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    try {
      return await work();
    } catch (error) {
      this.parts.log.error('Reading about an action broke.', { error: String(error) });
      return failed(UNREAD);
    }
  }
}

const UNKNOWN = { verdict: 'unknown' } as const;
const NOTHING_SENT = 'Nothing was sent.';
const STOPPED_BEFORE: Failure = {
  kind: 'unavailable',
  message: 'The gateway stopped before this was sent.',
  next: `${NOTHING_SENT} Press again if you still want it.`,
};
const STOPPED_DURING: Failure = {
  kind: 'unknown-outcome',
  message: 'The gateway stopped while this was being sent.',
  next: 'It is being looked up whether it was executed; it is not sent again.',
};
const OTHER_BODY: Failure = {
  kind: 'invalid-argument',
  message: 'This action id was already used for something else.',
  next: `${NOTHING_SENT} Press again, so that the page makes a new one.`,
};
const STOPPING: Failure = {
  kind: 'unavailable',
  message: 'The gateway is stopping.',
  next: `${NOTHING_SENT} Press again when it is back.`,
};
const NOT_WRITTEN: Failure = {
  kind: 'unavailable',
  message: 'The journal cannot be written, probably because the disk is full.',
  next: `${NOTHING_SENT} Make room in the data folder of the gateway, then press again.`,
};
const TOO_SLOW: Failure = {
  kind: 'unavailable',
  message: 'The service answers too slowly to be sure of the price.',
  next: `${NOTHING_SENT} Press again in a moment.`,
};
const UNREAD: Failure = {
  kind: 'unavailable',
  message: 'What is known of the request could not be read.',
  next: `${NOTHING_SENT} Press again; if it lasts, look into the log of the gateway.`,
};
const NOT_EXECUTED: Failure = {
  kind: 'wrong-state',
  message: 'It was not executed: the service shows that nothing came of it.',
  next: 'Look at the request as it is now, and press again if you still want it.',
};
