import type { ActionRequest, ApprovalBody, RefusalBody, Settlement } from '../../contract/desk/bodies';
import {
  goneOn,
  isFinal,
  onlyProtects,
  requestIdOf,
  type Action,
  type ActionBody,
} from '../../domain/action';
import { canBeSettled, moved } from '../../domain/actions/action-event';
import { factsOf, isWithdrawnByAll } from '../../domain/actions/kinds';
import { needsNumber } from '../../domain/actions/settling';
import { goneBefore, goneWord, wasOverBefore } from '../../domain/actions/state-words';
import { failed, sentence, success, type Failure, type Outcome } from '../../domain/failure';
import type { ActionId, QuoteId, RequestId, TradeId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import { knownLegs } from '../../domain/limits/known-legs';
import { acceptedIn } from '../../domain/limits/references';
import type { Proposal, Quote } from '../../domain/offers';
import type { By } from '../../domain/person';
import { present } from '../../domain/present';
import { newUnreadable, numberNamed } from '../../domain/verdict/evidence';
import { doubtJudged, namedIn } from '../../domain/verdict/settled';
import { pause } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { givenUp } from '../platform/rate-limit/errors';
import { secondText } from '../platform/rate-limit/service-day';
import { leftTooLate } from '../platform/errors';
import { Approvals } from './approvals';
import { conflict } from './conflict';
import * as says from './action-errors';
import { gapsIn } from './evidence';
import type { Heard } from './answered-actions';
import { legsAsRead } from './legs-at-press';
import type { Journal, Kept } from './journal';
import { endedOrLost } from './kill-switch';
import { laneOfOutcomePoll, LOOKS_OF_ACTION, OutcomePolling, timesAfter } from './outcome-polling';
import { OutcomeLookup, type OutcomeLookupOptions } from './outcome-lookup';
import { readsNothing } from './kinds/kinds';
import type { Offered, Ready } from './kinds/rules';
import { readiness, type CheckedLimits, type PreparationOptions } from './preparation';
import { ReadBacks, type TradesBeside } from './read-back';
import type { Halts } from './halts';
import type { MassWithdrawals } from './mass-withdrawals';
import { OutageProbe } from './outage-probe';
import { isPassing, newestOfEach, Repeats, replacingId, Tries } from './repeats';
import type { Telling } from '../cache/known-market';
import { RequestsAtPress } from './requests-at-press';
import { execute } from './execute';
import { SettledActions } from './settled-actions';
import { takeOffText } from './take-off-text';
import { requestOf, type FromProgram, type Pressed, type BatchItem } from './batch';

export interface ActionServiceOptions extends OutcomeLookupOptions, PreparationOptions {
  readonly journal: Journal;
  readonly log: Log;
  /** What an action is about as far as the desk knows it at the press. Nothing unless said. */
  readonly legsOf?: (body: ActionBody) => Action['legs'];
  /** The terms of the quote that it withdraws, as far as the desk knows them at the press. */
  readonly withdrawsOf?: (body: ActionBody) => Action['withdraws'];
  /** A request as it is known without a call. Nothing unless said. */
  readonly tellings?: (id: RequestId) => readonly Telling[];
  /** An action came to an end: what it touched has changed. */
  readonly onEnded: (action: Action) => void;
  /** Quotes that may be what this one sent, in the place of the one that was found by its terms. */
  readonly onTwins?: (action: Action, ids: readonly QuoteId[]) => void;
  /** Its trade is of one leg, and those of the others were found. */
  readonly onLegTrades?: (action: Action) => void;
  /** It was refused, and its records say otherwise: its outcome is open again. */
  readonly onDoubted?: (action: Action) => void;
  /** The outcome of an offer is unknown, but its possible ids are known. */
  readonly onMayBe?: (action: Action, ids: readonly string[]) => void;
  /** A withdrawn quote that was taken all the same, in whose place this one would go: by the quotes as they were just read. None unless said. */
  readonly takenMeanwhile?: (sent: Action, quotes: readonly Quote[]) => QuoteId | undefined;
  /** The price proposal that it would replace and that may have been taken: by the list that was just read, or as there is none. None unless said. */
  readonly goneMeanwhile?: (sent: Action, proposals: readonly Proposal[] | undefined) => string | undefined;
  /** Whether who pressed what waits may not send any more. */
  readonly mayNotPress?: ((by: By | undefined) => boolean) | undefined;
  /** Whether what it would take off is another party's by now: it is not sent once more. Of none unless said. */
  readonly isReplaced?: (body: ActionBody) => boolean;
  /** Whether the platform answers at all. It does unless said. */
  readonly isAnswering?: () => boolean;
  readonly limits: CheckedLimits;
  readonly recalls: Pick<MassWithdrawals, 'number' | 'signal' | 'supersededByMassWithdrawal'>;
  readonly halts: Pick<Halts, 'stopping' | 'signal'>;
}

interface Running {
  readonly body: string;
  readonly result: Promise<Outcome<Action>>;
}

/** How an action is sent: with journal lines not yet written, and after how many tries. */
interface Leaving extends Pressed {
  readonly unwritten: readonly Action[];
  readonly tries?: Tries;
}

/** Maximum delay between arrival and sending. A later action is not sent: its person no longer waits for it. */
const SEND_WITHIN_MS = 15_000;

/** What takes risk away and was refused for a whole minute is tried again after so long, where an earlier try of it is open. */
const AGAIN_AFTER_MS = 15_000;

/** A person waits so long for the platform's records, and is then believed. */
const SETTLING_LOOK_MS = 5_000;

/** Executes actions, each at most once, and finds the outcome of those whose answer was lost. */
export class ActionService {
  private readonly running = new Map<ActionId, Running>();
  /** Every action that is not final, by id. */
  private readonly open = new Map<ActionId, Action>();
  private readonly looks: OutcomePolling;
  private readonly probe: OutageProbe;
  private readonly lookup: OutcomeLookup;
  private readonly readBacks: ReadBacks;
  private readonly settled: SettledActions;
  private readonly repeats: Repeats;
  private readonly requests: RequestsAtPress;
  private readonly approvals: Approvals;
  /** Risk-reducing actions that the previous run recorded and never sent. */
  private interrupted: Action[] = [];
  private isStopped = false;
  private endWaiting: () => void = () => undefined;
  private readonly stopped = new Promise<void>((resolve) => (this.endWaiting = resolve));

  constructor(private readonly options: ActionServiceOptions) {
    this.repeats = new Repeats({
      open: () => this.open.values(),
      find: (id) => options.journal.find(id),
      put: (id, request, pressed) => this.put(id, request, pressed),
      isReplaced: (body) => options.isReplaced?.(body) === true,
    });
    this.approvals = new Approvals({
      ...options,
      open: this.open,
      enter: (action) => this.enter(action),
      goOn: (staged, pressed) => this.goOn(staged, pressed),
    });
    this.requests = new RequestsAtPress({
      tellings: (id) => options.tellings?.(id) ?? [],
      zone: options.zone,
    });
    this.looks = new OutcomePolling(options.clock, (id, times) => this.lookWhereAnswered(id, times));
    this.probe = new OutageProbe({
      open: () => this.open.values(),
      isAnswering: () => this.isAnswering,
      read: (id, lane) =>
        id === undefined ? options.service.risks({ lane }) : options.service.request(id, { lane }),
      clock: options.clock,
    });
    this.lookup = new OutcomeLookup(options);
    this.readBacks = new ReadBacks({
      ...options,
      tradesBeside: (action, how) => this.tradesBeside(action, how),
      onLegTrades: (action) => options.onLegTrades?.(action),
    });
    this.settled = new SettledActions({
      ...options,
      lookup: this.lookup,
      onTwins: (action, ids) => {
        options.onTwins?.(action, ids);
        options.onMayBe?.(action, ids);
      },
      onCorrected: (action) => {
        if (!isFinal(action)) options.onDoubted?.(action);
        return this.enter(action, isFinal(action) ? {} : { times: LOOKS_OF_ACTION });
      },
    });
  }

  /** Restores open actions of the previous run. Only risk-reducing ones are sent again, by {@link resume}. */
  async start(): Promise<void> {
    const now = this.options.clock.now();
    for (const action of await this.options.journal.open()) {
      this.open.set(action.id, action);
      this.looks.leftBehind(action, now - action.createdAt);
      if (action.state === 'waiting') {
        await this.enter(moved(action, { type: 'cancelled', at: now, failure: says.STOPPED_WAITING }));
      } else if (action.state === 'staged') {
        await this.enter(moved(action, { type: 'cancelled', at: now, failure: says.STOPPED_BEFORE }));
        if (onlyProtects(action.body)) this.interrupted.push(action);
      } else if (action.state === 'sending') {
        await this.enter(moved(action, { type: 'lost', at: now, failure: says.STOPPED_DURING }));
      }
    }
    await this.readBacks.start();
    await this.settled.start();
  }

  /** The same id with the same body is the same action, however often it is asked for. */
  async put(id: ActionId, request: ActionRequest, pressed: Pressed = {}): Promise<Outcome<Action>> {
    const body = JSON.stringify(request.body);
    const running = this.running.get(id);
    if (running) return running.body === body ? running.result : failed(says.OTHER_BODY);
    return this.run(id, body, this.perform(id, request, pressed));
  }

  private run(id: ActionId, body: string, work: Promise<Outcome<Action>>): Promise<Outcome<Action>> {
    const result = work.finally(() => this.running.delete(id));
    this.running.set(id, { body, result });
    return result;
  }

  /** Another person's word that what waits may go: then it goes as if it had just been pressed. */
  async approve(
    id: ActionId,
    approval: Pick<ApprovalBody, 'hash' | 'pressedAt' | 'card'>,
    pressed: Pick<Pressed, 'by' | 'page'>,
  ): Promise<Outcome<Action>> {
    const action = this.open.get(id);
    if (this.isStopped) return failed(says.STOPPING);
    const work = this.tried(() => this.approvals.approve(id, approval, pressed));
    // Whoever asks for the same id meanwhile hears of the action; why it was not approved is for the other person.
    const ofAction = work.then((outcome) =>
      outcome.ok || !action ? outcome : success(this.open.get(id) ?? action),
    );
    if (action?.state === 'waiting') void this.run(id, JSON.stringify(action.body), ofAction);
    return work;
  }

  refuse(id: ActionId, refusal: Pick<RefusalBody, 'reason' | 'card'>, by: By): Promise<Outcome<Action>> {
    return this.tried(() => this.approvals.refuse(id, refusal, by));
  }

  /** Tells the approvers once more of what waits, by the person who pressed it. */
  remind(id: ActionId, by?: By): Promise<Outcome<Action>> {
    return this.tried(() => this.approvals.remind(id, by));
  }

  /** Cancels what waits, by whoever pressed it. */
  cancel(id: ActionId, by?: By): Promise<Outcome<Action>> {
    return this.tried(() => this.approvals.cancel(id, by));
  }

  /**
   * Waits until whatever takes risk on and had left before has come to an end, or `waitMs` are over; and counts what has not. Of the rest
   * nothing leaves.
   */
  async leftToEnd(waitMs: number): Promise<number> {
    const left = [...this.open.values()].filter(
      ({ state, body }) => state === 'sending' && !onlyProtects(body),
    );
    const ends = left.flatMap(({ id }) => this.running.get(id)?.result ?? []);
    await Promise.race([Promise.allSettled(ends), pause(this.options.clock, waitMs)]);
    return left.filter(({ id }) => this.open.get(id)?.state === 'sending').length;
  }

  /** Nothing that waits now can be approved any more. How many did. */
  cancelWaiting(failure: Failure): number {
    const waiting = [...this.open.values()].filter(({ state }) => state === 'waiting');
    void this.approvals.cancelAll(failure);
    return waiting.length;
  }

  /**
   * Each is an action of its own; the results are in the order in which they were asked for. What takes risk away goes
   * first: the reads of the others begin when it is on its way.
   */
  async putAll(wanted: readonly BatchItem[], pressed: Pressed = {}): Promise<Outcome<Action>[]> {
    const results = new Map<BatchItem, Promise<Outcome<Action>>>();
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

  /** Whether it was refused so that a person looks at its request first, which has changed. */
  asksToLook(id: ActionId): boolean {
    return this.requests.asksToLook(id);
  }

  /** Journal entries of these ids; an id without one was never accepted. */
  find(ids: readonly ActionId[]): Promise<Outcome<readonly Action[]>> {
    return this.tried(async () => {
      if (this.options.journal.isOver) return failed(says.IN_DOUBT);
      const found = await Promise.all(
        [...new Set(ids)].map(async (id) => this.open.get(id) ?? this.options.journal.find(id)),
      );
      return success(found.filter((action) => action !== undefined));
    });
  }

  /**
   * Records a person's resolution of an action whose outcome is open. Before "not executed", after which somebody presses again, the
   * platform's records are looked at once more: what they prove is no question for a person. What they prove later corrects it.
   */
  async settle(id: ActionId, settlement: Settlement, by?: By): Promise<Outcome<Action>> {
    const { journal, clock } = this.options;
    const before = this.open.get(id);
    if (settlement.verdict === 'not-executed' && before && canBeSettled(before))
      await Promise.race([this.look(id, 0), pause(clock, SETTLING_LOOK_MS)]);
    const action = this.open.get(id);
    if (!action) {
      const known = await this.tried(async () => success(await journal.find(id)));
      if (!known.ok) return known;
      return failed(known.value ? says.nothingToSettle(known.value.state) : says.NO_SUCH_ACTION);
    }
    if (!canBeSettled(action)) return failed(says.nothingToSettle(action.state));
    if (settlement.verdict === 'executed' && needsNumber(action.body) && settlement.quoteId === undefined)
      return failed(says.NUMBER_NEEDED);
    const settled = moved(action, { type: 'settled', at: clock.now(), by, ...settlement });
    // From here on a look that is under way finds another action than it began with, and ends nothing.
    this.open.set(id, settled);
    const kept = await journal.write(settled);
    if (kept === 'in-doubt') return failed(says.IN_DOUBT);
    if (kept === 'written') {
      const entered = await this.enter(settled, { written: true });
      // Under which name it is listed may tell what came of others.
      if (settlement.verdict === 'executed' && needsNumber(action.body))
        this.looks.hint([...this.open.values()].filter(isUnknownOffer).map(({ id }) => id));
      return entered;
    }
    this.open.set(id, action);
    this.looks.later(action, 0);
    return failed(says.NOT_SETTLED);
  }

  /** Withdrawals that another gateway sent while nobody led. How many were not known here. */
  async handedOn(withdrawals: readonly Action[]): Promise<Outcome<number>> {
    const { journal, clock } = this.options;
    const found = await this.find(withdrawals.map(({ id }) => id));
    if (!found.ok) return found;
    const known = new Set(found.value.map(({ id }) => id));
    const news = withdrawals.filter(({ id }) => !known.has(id)).map((one) => endedOrLost(one, clock.now()));
    const kept = await journal.write(...news);
    if (kept !== 'written') return failed(kept === 'refused' ? says.NOT_WRITTEN : says.IN_DOUBT);
    for (const one of news) await this.enter(one, { written: true });
    return success(news.length);
  }

  /** Sends risk-reducing actions that were pressed, but not sent, before the gateway stopped. */
  resume(): void {
    for (const action of this.interrupted.splice(0)) void this.repeats.now(action);
  }

  /** The platform answers again: what takes risk away and is still open goes at once, however often it went in vain. */
  answersAgain(): void {
    this.repeats.anew();
    // The looks of all tries of each would go ahead of the newest one's, which has it go again; what comes of that tells of the others.
    this.looks.hint(newestOfEach(this.open.values()).map(({ id }) => id));
    this.readBacks.now();
    this.settled.now();
  }

  /** Checks all open outcomes at once, as after signing in. */
  lookNow(): void {
    this.looks.now();
    this.readBacks.now();
    this.settled.now();
  }

  /**
   * Actions that an event on this request may tell about: those without a known end, or settled by a person, and acceptances whose
   * terms are not all known.
   * A request that is being made has no number yet.
   */
  unsettledOn(requestId: string): readonly ActionId[] {
    const open = [...this.open.values()]
      .filter(canBeSettled)
      .filter(({ body }) => factsOf(body).makes === 'newRequestId' || requestIdOf(body) === requestId)
      .map(({ id }) => id);
    return [...open, ...this.readBacks.on(requestId), ...this.settled.on(requestId)];
  }

  /** Whether this action has begun, and has not ended. */
  isOpen(id: ActionId): boolean {
    return this.open.has(id);
  }

  /** Whether an action with this body, as JSON, has not ended. */
  isUnderWay(body: string): boolean {
    return [...this.open.values()].some((action) => JSON.stringify(action.body) === body);
  }

  /** Checks these outcomes at once, because of an event on their request. */
  hint(ids: readonly ActionId[]): void {
    this.looks.hint(ids);
    this.readBacks.hint(ids);
    this.settled.hint(ids);
  }

  /** What was refused, and what was found by its terms, may be told of by an event on its request. */
  heard(event: Heard): void {
    this.settled.heard(event);
  }

  /**
   * The platform confirmed these withdrawals or deletions, and its records prove that nothing was taken off: what they were about may be
   * taken off again.
   */
  async disproved(ids: readonly ActionId[], proof: string): Promise<void> {
    const { journal, clock } = this.options;
    for (const id of ids) {
      await this.tried(async () => {
        const action = this.open.has(id) ? undefined : await journal.find(id);
        if (action?.state !== 'done') return success(undefined);
        if (action.body.kind === 'withdraw-quote') this.lookup.didNotTakeOff(action.body.quoteId);
        const at = clock.now();
        return this.enter(moved(action, { type: 'corrected', at, verdict: 'not-executed', proof }));
      });
    }
  }

  /** Acceptances of which the trade is named and its terms are missing. */
  awaitingTerms(): readonly Action[] {
    return this.readBacks.awaiting;
  }

  /** Trades that acceptances on this request made. */
  tradesOn(requestId: string): readonly TradeId[] {
    return this.readBacks.tradesOn(requestId);
  }

  /** Trades of standard spreads that an event tells of and that had leg prices already: those may not have been the operator's. */
  pricedBefore(event: Pick<Heard, 'requestId' | 'tradeId'>): readonly TradeId[] {
    return this.readBacks.pricedBefore(event);
  }

  /** Reads the executed terms of this trade again: the platform may have corrected them. */
  tradeCorrected(id: TradeId): void {
    this.readBacks.corrected(id);
  }

  /** Stops accepting actions and waits for those in progress. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.endWaiting();
    this.looks.stop();
    this.probe.stop();
    this.readBacks.stop();
    this.settled.stop();
    await this.approvals.cancelAll(says.STOPPED_WAITING);
    // An offer that goes live at the last moment may still have to be withdrawn.
    while (this.running.size > 0)
      await Promise.allSettled([...this.running.values()].map(({ result }) => result));
    this.options.journal.stop();
  }

  private async perform(id: ActionId, request: ActionRequest, pressed: Pressed): Promise<Outcome<Action>> {
    const { body, shown, accepted, recall, replaces } = request;
    const { journal, clock, recalls } = this.options;
    const found = await this.tried(async () => success(await journal.find(id)));
    if (journal.isOver) return failed(says.IN_DOUBT);
    if (!found.ok) return failed(says.NOT_FOUND_OUT);
    const known = found.value;
    if (known) {
      return JSON.stringify(known.body) === JSON.stringify(body) ? success(known) : failed(says.OTHER_BODY);
    }
    const { page, partOf, by, program } = pressed;
    if (replaces && body.kind !== 'send-quote') return failed(says.ONLY_QUOTES_REPLACE);
    if (this.isStopped && partOf === undefined) return failed(says.STOPPING);
    const stopped = this.stopping({ body, recall: recall ?? recalls.number, page }, program);
    if (stopped) return failed(stopped);
    const blocked = says.arrivedTooLate(request, clock.now()) ?? conflict([...this.open.values()], body);
    if (blocked) return failed(blocked);
    const number = isWithdrawnByAll(body) ? recalls.number : (partOf ?? 0);
    const what = {
      id,
      body,
      shown,
      ...present({ accepted, replaces, program: program?.mark }),
      ...present({ legs: this.options.legsOf?.(body), withdraws: this.options.withdrawsOf?.(body) }),
      ...(number > 0 && { recall: number }),
    };
    const staged: Action = { ...what, ...(by && { by }), state: 'staged', createdAt: clock.now() };
    this.open.set(id, staged);
    this.requests.take(staged);
    if (readsNothing(body)) {
      const ready = await this.ready(staged, pressed);
      if (ready.ok && !ready.value.asks)
        return this.leave(staged, ready.value, { unwritten: [staged], ...pressed });
    }
    const kept = await journal.write(staged);
    if (kept !== 'written') return this.notTaken(staged, kept);
    return this.goOn(staged, pressed);
  }

  /** Another person approves what the request was as it was read for this press: by its time to go it may be another. */
  private ask(staged: Action, read: Ready, asks: NonNullable<Ready['asks']>): Promise<Outcome<Action>> {
    if (read.request) this.requests.takeRead(staged, read.request, this.options.clock.now());
    return this.approvals.ask({ ...staged, ...present({ legs: legsAsRead(staged, read) }) }, asks);
  }

  /** From the line on that it is staged, whether a person just pressed it or approved it. */
  private async goOn(staged: Action, pressed: Pressed & { isAlone?: boolean }): Promise<Outcome<Action>> {
    const { clock } = this.options;
    const { page, isAlone = staged.replaces === undefined } = pressed;
    const ready = await this.ready(staged, pressed);
    if (ready.ok) this.lookup.learnFromOffers(ready.value.offers ?? []);
    const at = clock.now();
    const failure = this.stopping({ ...staged, page }, pressed.program);
    if (failure) return this.enter(moved(staged, { type: 'cancelled', at, failure }));
    if (!ready.ok) return this.enter(moved(staged, { type: 'rejected', at, failure: ready.failure }));
    const taken =
      isAlone && this.options.takenMeanwhile?.(staged, (ready.value.offers ?? []).filter(isQuote));
    if (taken)
      return this.enter(moved(staged, { type: 'rejected', at, failure: says.takenNotWithdrawn(taken) }));
    const { before, offers = [] } = ready.value;
    const listed = before?.proposalIds && offers.filter(isProposal);
    const gone = this.options.goneMeanwhile?.(staged, listed);
    if (gone !== undefined)
      return this.enter(moved(staged, { type: 'rejected', at, failure: says.mayBeTaken(gone) }));
    if (ready.value.asks && staged.program)
      return this.enter(moved(staged, { type: 'rejected', at, failure: says.PROGRAMS_WAIT_FOR_NOBODY }));
    if (ready.value.asks) return this.ask(staged, ready.value, ready.value.asks);
    if (isAlone) return this.leave(staged, ready.value, { unwritten: [], ...pressed });
    const left = await this.withdrawReplaced(staged, pressed.program);
    if (!left) return this.goOn(staged, { ...pressed, isAlone: true });
    return this.enter(moved(staged, { type: 'rejected', at: clock.now(), failure: left }));
  }

  /** Withdraws what it takes the place of. Why it may not go, where one of them is not known to be withdrawn. */
  private async withdrawReplaced(
    { id, body, by, replaces = [] }: Action,
    program: FromProgram | undefined,
  ): Promise<Failure | undefined> {
    if (body.kind !== 'send-quote') return says.ONLY_QUOTES_REPLACE;
    const { requestId } = body;
    const withdrawn = await Promise.all(
      replaces.map(async (quoteId) => {
        const taking = { kind: 'withdraw-quote' as const, requestId, quoteId };
        const shown = `${takeOffText(taking, this.options.withdrawsOf?.(taking))} · to be replaced`;
        const request = { body: taking, shown };
        const outcome = await this.put(replacingId(id, quoteId), request, {
          by,
          ...present({ program }),
        });
        if (outcome.ok && outcome.value.state === 'done') return undefined;
        const why = outcome.ok ? outcome.value.failure : outcome.failure;
        return says.notReplaced(quoteId, why ? sentence(why) : 'how it ended is not known.');
      }),
    );
    return withdrawn.find((failure) => failure !== undefined);
  }

  /** Why it does not leave: the desk is halted, or everything was withdrawn since it was pressed. */
  private stopping(
    offered: Parameters<MassWithdrawals['supersededByMassWithdrawal']>[0],
    program?: FromProgram,
  ): Failure | undefined {
    const { halts, recalls } = this.options;
    if (program && !onlyProtects(offered.body)) {
      const unwanted = program.stopping();
      if (unwanted) return unwanted;
    }
    return halts.stopping(offered.body) ?? recalls.supersededByMassWithdrawal(offered);
  }

  private notTaken({ id }: Action, kept: Exclude<Kept, 'written'>): Outcome<Action> {
    this.open.delete(id);
    this.requests.forget(id);
    return failed(kept === 'refused' ? says.NOT_WRITTEN : says.IN_DOUBT);
  }

  /** Whether it may be sent, by both clocks not too late: one stands still while the machine sleeps, the other can be set back. */
  private async ready(staged: Action, { partOf }: Pressed): Promise<Outcome<Ready>> {
    const { clock } = this.options;
    const startedMs = clock.monotonicMs();
    const changed = this.requests.changed.bind(this.requests);
    const checked = await this.tried(async () => readiness(staged, { ...this.options, changed }));
    const sinceMs = Math.max(clock.monotonicMs() - startedMs, clock.now() - goneOn(staged));
    // Risk-reducing actions are never too late.
    const mayBeLate = partOf !== undefined || onlyProtects(staged.body);
    return checked.ok && !mayBeLate && sinceMs > SEND_WITHIN_MS ? failed(leftTooLate) : checked;
  }

  /** Sends it after recording it as sending, together with an unwritten earlier line. */
  private async leave(staged: Action, ready: Ready, how: Leaving): Promise<Outcome<Action>> {
    const { before, request, offers = [] } = ready;
    const { unwritten, page, onLeaving, program } = how;
    const { journal, clock, service, recalls, halts } = this.options;
    const at = clock.now();
    const { body } = staged;
    const legs = request && knownLegs(body, request, acceptedIn(body, offers));
    const sending = moved(
      { ...staged, ...present({ legs: legs ?? staged.legs }) },
      { type: 'sending', at, before },
    );
    this.open.set(staged.id, sending);
    const kept = await journal.write(...unwritten, sending);
    if (kept === 'in-doubt') return failed(says.IN_DOUBT);
    if (kept === 'refused') {
      if (unwritten.length > 0) return this.notTaken(staged, kept);
      return this.enter(moved(staged, { type: 'cancelled', at, failure: says.NOT_WRITTEN }));
    }
    const stopping = () => this.stopping({ ...staged, page }, program);
    const failure = stopping();
    // Written down as sent, and stopped before the first byte: from here to there nothing waits.
    if (failure) return this.enter(moved(sending, { type: 'rejected', at: clock.now(), failure }));
    const sendBy = goneOn(staged) + SEND_WITHIN_MS;
    // A halt gives up both: what waits for its turn at the platform does not leave.
    const { signal: ofDesk } = isWithdrawnByAll(sending.body) ? recalls : halts;
    const isOfProgram = program && !onlyProtects(sending.body);
    const signal = isOfProgram ? AbortSignal.any([ofDesk, program.signal]) : ofDesk;
    const answer = execute(sending.body, service, { sendBy, signal, ...(request && { request }) });
    onLeaving?.();
    const event = await answer;
    const isTakenOff = event.type === 'done' && factsOf(sending.body).takesOff === 'quote';
    if (isTakenOff && 'quoteId' in sending.body) this.lookup.tookOff(sending.body.quoteId);
    if (event.type === 'rejected') {
      const tries = how.tries ?? new Tries(staged.body, clock);
      const waitMs = this.isStopped ? undefined : tries.waitMs(event.failure);
      if (waitMs !== undefined) {
        const deferred = moved(sending, { type: 'deferred', at: clock.now(), failure: event.failure });
        return this.leaveAgain(deferred, ready, { ...how, unwritten: [], tries, waitMs });
      }
      const told = { ...event, failure: tries.told(event.failure) };
      if (onlyProtects(staged.body)) return this.enter(moved(sending, { ...told, at: clock.now() }));
    }
    const why = event.type === 'rejected' && event.failure === givenUp ? stopping() : undefined;
    return this.enter(moved(sending, { ...event, ...(why && { failure: why }), at: clock.now() }));
  }

  /** Under its own id, which is harmless: the platform said that nothing was executed, and twice would change nothing. */
  private async leaveAgain(
    deferred: Action,
    ready: Ready,
    { waitMs, ...how }: Leaving & { readonly waitMs: number },
  ): Promise<Outcome<Action>> {
    const { journal, clock } = this.options;
    this.open.set(deferred.id, deferred);
    if ((await journal.record(deferred)) === 'in-doubt') return failed(says.IN_DOUBT);
    await Promise.race([pause(clock, waitMs), this.stopped]);
    const isReplaced = this.options.isReplaced?.(deferred.body) === true;
    const failure = isReplaced ? says.REPLACED : deferred.failure;
    if ((!this.isStopped && !isReplaced) || !failure) return this.leave(deferred, ready, how);
    return this.enter(moved(deferred, { type: 'rejected', at: clock.now(), failure }));
  }

  /** Records a new state of an action, and acts on it. */
  private async enter(action: Action, { written = false, times = 0 } = {}): Promise<Outcome<Action>> {
    // First of all, so that another look that is under way finds its action gone and ends nothing twice.
    this.open.set(action.id, action);
    if (!written && (await this.options.journal.record(action)) === 'in-doubt') return failed(says.IN_DOUBT);
    // A person may have settled it while it was being written down.
    if (this.open.get(action.id) !== action) return success(action);
    this.looks.end(action.id);
    if (!isFinal(action)) this.looks.later(action, times);
    else {
      this.open.delete(action.id);
      this.requests.forget(action.id);
      this.options.onEnded(action);
      this.readBacks.take(action);
      this.settled.take(action);
      if (action.state === 'done' && onlyProtects(action.body)) await this.endLikes(action);
      if (action.state === 'rejected' && wasOverBefore(action)) await this.endLikes(action);
      if (action.state === 'rejected' && onlyProtects(action.body) && isPassing(action.failure))
        this.goOnWithLikes(action);
    }
    return success(action);
  }

  /** It was refused for now: an equal earlier one with unknown outcome goes on soon, however seldom that was looked at by then. */
  private goOnWithLikes({ body }: Action): void {
    const like = JSON.stringify(body);
    const equal = [...this.open.values()].filter((other) => JSON.stringify(other.body) === like);
    for (const { id } of newestOfEach(equal)) this.looks.within(id, AGAIN_AFTER_MS);
  }

  /**
   * A risk-reducing action was done: so is an equal earlier one with unknown outcome. Where it came to nothing, as its quote was over, so
   * did the earlier one; but of one that is withdrawn that one may have been the withdrawal.
   */
  private async endLikes(last: Action): Promise<void> {
    const { body, createdAt, quoteId, failure } = last;
    const isVain = last.state === 'rejected' && goneBefore(last) !== goneWord({ how: 'withdrawn' });
    const like = JSON.stringify(body);
    for (const other of [...this.open.values()]) {
      const isLike =
        canBeSettled(other) && other.createdAt <= createdAt && JSON.stringify(other.body) === like;
      // While another was written down, this one may have ended by itself.
      if (!isLike || this.open.get(other.id) !== other) continue;
      const at = this.options.clock.now();
      const made = quoteId === undefined ? {} : { quoteId };
      const recovered =
        other.state === 'unknown' ? 'The answer was lost. A later try proves the outcome.' : undefined;
      await this.enter(
        moved(
          other,
          isVain && failure
            ? { type: 'rejected', at, failure, recovered }
            : { type: 'done', at, ...made, recovered },
        ),
      );
    }
  }

  private async tradesBeside(
    action: Action,
    how: { readonly lane: Lane; readonly times: number },
  ): Promise<TradesBeside> {
    const found = await this.tried(async () =>
      success(await this.lookup.of(action, { ...how, parts: ['trades'] })),
    );
    const trades = found.ok ? found.value.looked.evidence.trades : undefined;
    if (!trades) return { records: [], isComplete: false };
    const known = new Set([...(action.before?.tradeIds ?? []), ...(action.before?.unreadable?.ids ?? [])]);
    const isComplete = trades.pending !== true && newUnreadable(trades, known) === 0;
    return { records: trades.records, isComplete };
  }

  private get isAnswering(): boolean {
    return this.options.isAnswering?.() !== false;
  }

  /**
   * Where the platform does not answer, no read would be answered either: what takes risk away goes again less and less often, and
   * one call for all finds out when the platform is back.
   */
  private async lookWhereAnswered(id: ActionId, times: number): Promise<void> {
    const action = this.open.get(id);
    if (this.isAnswering || !action) return this.look(id, times);
    if (onlyProtects(action.body)) void this.repeats.after(action, times);
    this.looks.later(action, times + 1);
    this.probe.want();
  }

  private async look(id: ActionId, times: number): Promise<void> {
    const action = this.open.get(id);
    if (!action) return;
    const how = { lane: laneOfOutcomePoll(times), times };
    const said = await this.tried(async () => success(await this.lookup.of(action, how)));
    if (this.open.get(id) !== action) return;
    const isOpen = !said.ok || said.value.found.verdict === 'unknown';
    if (isOpen && onlyProtects(action.body)) void this.repeats.after(action, times);
    if (!said.ok) return this.looks.later(action, timesAfter(times, said.failure));
    const { looked } = said.value;
    const others = this.options.journal.read();
    const { found, proof } = action.isDoubted
      ? doubtJudged(action, { ...said.value.beside(others), others })
      : { found: said.value.found, proof: undefined };
    const at = this.options.clock.now();
    switch (found.verdict) {
      case 'done': {
        const { verdict: _, ...made } = found;
        const isFound =
          factsOf(action.body).leaves === 'quote' && made.quoteId !== numberNamed(action)
            ? (true as const)
            : undefined;
        const recovered = this.recovered(action, at, namedIn(made));
        await this.enter(moved(action, { type: 'done', at, ...made, isFound, proof, recovered }));
        return this.protectAgain(action);
      }
      case 'rejected': {
        const failure = says.notExecuted(found.says);
        const recovered = this.recovered(action, at, found.says.replace(/\.$/, ''));
        return void (await this.enter(moved(action, { type: 'rejected', at, failure, recovered })));
      }
      case 'unknown': {
        const isBlind = looked.unread.length > 0 || looked.evidence.trades?.pending === true;
        // Earlier evidence is kept when this check finds less.
        const evidence = found.evidence ?? (isBlind ? (action.evidence ?? gapsIn(looked, times)) : undefined);
        const next = looked.unread.reduce(
          (most, { failure }) => Math.max(most, timesAfter(times, failure)),
          times + 1,
        );
        if (evidence === action.evidence) this.looks.later(action, next);
        else await this.enter(moved(action, { type: 'found', at, evidence }), { times: next });
        // The next look is planned: what is done about these may bring it forward.
        if (found.mayBe) this.options.onMayBe?.(action, found.mayBe);
      }
    }
  }

  /** Of one whose answer was lost: that it was, and what proves the outcome. One that was refused says by itself what proves otherwise. */
  private recovered({ state, isDoubted }: Action, at: number, proof?: string): string | undefined {
    if (state !== 'unknown' || isDoubted) return undefined;
    const records = `The answer was lost. The platform’s records, read at ${secondText(at, this.options.zone)}, prove the outcome`;
    return proof === undefined ? `${records}.` : `${records}: ${proof}.`;
  }

  /** Protection was found to be off as it was wanted once, and was switched on since: off came late, so on is sent again. */
  private protectAgain({ body, createdAt }: Action): void {
    if (body.kind !== 'switch-risk' || body.on) return;
    const [newest] = this.options.journal
      .read()
      .filter((other) => other.body.kind === 'switch-risk' && other.body.commodity === body.commodity)
      .sort((a, b) => b.createdAt - a.createdAt);
    if (newest?.body.kind !== 'switch-risk' || !newest.body.on || newest.state !== 'done') return;
    if (newest.createdAt > createdAt) void this.repeats.now(newest);
  }

  /** A bug while reading must neither lose an action nor stop its outcome checks. */
  private async tried<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    try {
      return await work();
    } catch (error) {
      this.options.log.error('Reading about an action broke.', { error: String(error) });
      return failed(says.UNREAD);
    }
  }
}

const isQuote = (offer: Offered): offer is Quote => !('kind' in offer);
const isProposal = (offer: Offered): offer is Proposal => 'kind' in offer;

const isUnknownOffer = ({ state, body }: Action): boolean =>
  state === 'unknown' && factsOf(body).leaves !== undefined;
