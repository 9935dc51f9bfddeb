import { type AcceptedWarning, type Action } from '../../domain/action';
import { callsOf } from '../../domain/bulk/cost';
import type { Failure, FailureKind, Outcome } from '../../domain/failure';
import type { ActionId, ProposalId, QuoteId, RequestId } from '../../domain/identifiers';
import { volumesOf } from '../../domain/delivery/notional';
import { priceText } from '../../domain/limits/amount-text';
import { findingsIn } from '../../domain/limits/finding';
import { unreferenced } from '../../domain/limits/price-checks';
import type { Proposal, Quote } from '../../domain/offers';
import type { OwnQuote } from '../../domain/own-offers';
import { offerKeyOf, type OfferKey } from '../../domain/own-trade';
import type { By } from '../../domain/person';
import { present } from '../../domain/present';
import type { Price } from '../../domain/price';
import type { Bounds } from '../../domain/program/bounds';
import { STOP_WORDS, type Moment } from '../../domain/program/alive';
import {
  beyondLive,
  fillsReached,
  isInStep,
  liveAmounts,
  restAfter,
  rowVerdict,
  summed,
  sums,
  type Fill,
  type LiveAmounts,
} from '../../domain/program/guards';
import type { Program, ProgramRow, ProgramRowState, StopReason } from '../../domain/program/program';
import { rowKey, type ProgramKind, type ProgramOffer, type WantedRow } from '../../domain/program/wanted';
import type { ProgramId, ProgramMark } from '../../domain/program-mark';
import { addedDecimals, comparedDecimals, subtractedDecimals } from '../../domain/decimal';
import { quantityProblem } from '../../domain/quantity-problem';
import { comparedQuantities, Quantity, type QuantityLeft } from '../../domain/quantity';
import { isConcluded, type Request } from '../../domain/request';
import type { Leg } from '../../domain/leg';
import { changedLegs } from '../../domain/verdict/changed-legs';
import { LIST_LAG_MS } from '../../domain/verdict/settled';
import type { Clock } from '../../effects/clock';
import type { Ids } from '../../effects/ids';
import { ActionId as ActionIdSchema } from '../../domain/identifiers';
import type { ActionService } from '../actions/action-service';
import type { FromProgram } from '../actions/batch';
import type { OwnOffers } from '../actions/own-offers';
import type { OwnQuotes } from '../actions/own-quotes';
import { mayBeTaken as replacesTaken } from '../actions/action-errors';
import { giveUpSignal } from '../actions/give-up';
import { FOLLOWED_MS } from '../actions/taken-off';
import { isKnownLate } from '../actions/arrival';
import { replacingId } from '../actions/repeats';
import { besideTwin, bodyOf, shownOf } from './program-body';
import type { ProgramLedger } from './program-ledger';
import { legsOf, onlyInforms, priceOf, pricesAround, type ProgramMarket } from './row-market';

/** What every program of a desk works with. */
export interface ProgramDesk {
  readonly actions: Pick<ActionService, 'asksToLook' | 'isOpen' | 'put'>;
  /** The desk's own quotes: those that may be taken, and all that are not proven over. */
  readonly own: Pick<OwnQuotes, 'read' | 'notTaken' | 'traded' | 'endOf'>;
  /** The desk's own firm price proposals. */
  readonly offers: Pick<OwnOffers, 'proposalOn' | 'endOf' | 'mayStand'>;
  /** How much of an offer trades took, as exact decimal text; nothing where that is not known. */
  readonly filled: (id: OfferKey) => string | undefined;
  /** Whether a trade took this offer. */
  readonly isTaken: (id: OfferKey) => boolean;
  readonly market: ProgramMarket;
  /** When the price proposals of a request were read last; epoch ms. */
  readonly listedAt: (id: RequestId) => number | undefined;
  readonly ledger: ProgramLedger;
  /** Whether all programs of the desk together may change one more offer within this minute. */
  readonly mayChange: () => boolean;
  readonly changed: () => void;
  readonly clock: Clock;
  readonly ids: Ids;
}

interface RunOptions {
  readonly id: ProgramId;
  readonly name: string;
  readonly kind: ProgramKind;
  readonly bounds: Bounds;
  readonly startedBy: By | undefined;
  readonly startedAt: number;
  readonly desk: ProgramDesk;
}

/** The number of an offer of this program. */
type OfferId = Pick<Live, 'quoteId' | 'proposalId'>;

/** One that this program sent and that went live. */
interface SentOffer {
  readonly id: OfferId;
  readonly quantity: Quantity;
  /** When it was to be sent, epoch ms. */
  readonly sentAt: number;
  /** How much of it was counted as filled. */
  counted: string;
  /** What of this program is taking it off, or may have: where it is gone meanwhile, that is no surprise. */
  readonly takers: Set<ActionId>;
  /** What was left of it is withdrawn since then (monotonic ms), by the platform's word to this action. */
  off?: { readonly atMs: number; readonly by: ActionId; readonly isOwn: boolean } | undefined;
  /** Lists had it no more before this program deleted it: that it is gone stays a surprise. */
  isMissed?: boolean;
  /** Monotonic ms since when it is gone, and nobody knows why. */
  goneSinceMs?: number;
  /** Since when a list has it not as it was: it may have been taken, and is replaced by nothing. */
  doubted?: { readonly at: number; readonly ms: number } | undefined;
}

interface Live {
  readonly offer: ProgramOffer;
  readonly quoteId?: QuoteId;
  readonly proposalId?: ProposalId;
  readonly since: number;
  readonly isMine: boolean;
  /** It was accepted, and whether a rest of it can be taken still is not known. */
  readonly isDoubtful?: boolean;
  /** A list that was read since it was sent has it not. */
  readonly isUnlisted?: boolean;
  /** Lists have it no more, and that alone says that it is over: it is taken off, and nothing is put in its place. */
  readonly isMissing?: boolean;
  /** It may be a colleague's: the program takes it neither off nor for its own. */
  readonly isTwin?: boolean;
  /** Its trades alone say that all of it was taken: it is no more counted as live, and is taken off all the same. */
  readonly isTraded?: boolean;
}

/** Of one offer. */
interface Withdrawals {
  isUnderWay: boolean;
  /** Monotonic ms since when one is under way that has not taken it off. */
  sinceMs?: number;
  /** Monotonic ms. */
  againAtMs: number;
  times: number;
  /** Why the last one did not take it off. */
  failed?: string | undefined;
  /** Of what trades call taken: the platform has nothing of it either, by all that it answered since then. */
  isVain?: boolean;
  /** Of what trades call taken: nothing that it answered says so, and it is not tried any more. */
  isGivenUp?: boolean;
}

interface Row {
  readonly key: string;
  wanted: WantedRow;
  /** Epoch ms since when this offer is wanted. */
  wantedAt: number;
  accepted: readonly AcceptedWarning[];
  /** The quantity that was wanted when warnings were ticked. */
  tickedFor?: Quantity | undefined;
  /** Its send is on its way; given up, it does not leave where it waits for its turn at the platform. */
  sending?:
    { readonly id: ActionId; readonly offer: ProgramOffer; readonly giveUp: AbortController } | undefined;
  /** While a send is on its way: one of its offers is gone, and not by this program's doing. */
  hasLost?: boolean;
  /** Sent, and its outcome is not known. */
  pending?: ActionId | undefined;
  /** Of one whose outcome is not known: all was deleted since. */
  swept?: ActionId | undefined;
  /** By their keys. */
  readonly sent: Map<OfferKey, SentOffer>;
  /** Twins of what it sent, until one is known to be taken. */
  readonly twins: Set<QuoteId>;
  readonly fills: Fill[];
  /** Whether more of what it sent was taken than is known may show yet. */
  isCounting?: boolean;
  filled: QuantityLeft;
  /** The compared price that is live or was live last. */
  before?: Price | undefined;
  released?: Price | undefined;
  /** Monotonic ms since when it is more than its request asks for. */
  tooMuchSinceMs?: number;
  /** Why only a person lets it go on. */
  needsPerson?: string | undefined;
  /** The compared price for which that was. */
  heldAt?: Price | undefined;
  /** What its request was for when it was first seen, or last released: its price is for that. */
  legs?: readonly Partial<Leg>[] | undefined;
  /** What the limits, or the platform, refused: it is not tried again as it was. */
  refused?: { readonly offer: ProgramOffer; readonly says: string } | undefined;
  /** Something of it went live, or may have. */
  wasLive: boolean;
  /** It is over. */
  ended?: { readonly state: 'filled' | 'stopped' | 'gone'; readonly says: string } | undefined;
  /** Monotonic ms. */
  changedAtMs: number;
  waitsUntilMs: number;
  failures: number;
  /** The sheet wanted something else before its last offer left. */
  wasSuperseded: boolean;
  readonly withdrawals: Map<string, Withdrawals>;
  state: ProgramRowState;
  says?: string | undefined;
  lagMs?: number | undefined;
  changes: number;
  calls: number;
}

const MINUTE_MS = 60_000;
const AGAIN_MS_MIN = 500;
const AGAIN_MS_MAX = 15_000;
/** Of a quote that is called accepted: whether a rest of it can be taken is looked up meanwhile. */
const DOUBTFUL_AGAIN_MS_MAX = 60_000;
/** A withdrawal that takes longer than this is told. */
const STILL_LIVE_MS = 2_000;
/** Records tell within this as a rule whether what was sent last is there. */
const SWEPT_AFTER_MS = 10_000;
/** What trades call taken is tried no longer than this, whatever is answered. */
const TRADED_MS_MAX = 10 * MINUTE_MS;
/** Of one that lists have no more. */
const MISSING_AGAIN_MS_MAX = 600_000;
/** A trade is listed a while after the quote that it took is gone. */
const WHY_GONE_MS = 30_000;
/** What passes by itself; any other refusal stands until the sheet wants something else. */
const PASSING: readonly FailureKind[] = [
  'throttled',
  'quota-spent',
  'signed-out',
  'unavailable',
  'unknown-outcome',
];
/** What is wrong with the offer itself. */
const AS_IT_IS: readonly FailureKind[] = ['invalid-argument', 'denied', 'unsupported'];
/** Everything is being withdrawn by itself: this much later only what was left is. */
const AFTER_WITHDRAW_ALL_MS = 1_000;

/** One program: what it wants, what of it is live, and how one becomes the other. It never starts by itself. */
export class ProgramRun {
  private readonly rows = new Map<string, Row>();
  private readonly giveUp = giveUpSignal();
  /** Monotonic ms of its changes within the last minute. */
  private changes: number[] = [];
  private stopping:
    | {
        at: number;
        atMs: number;
        why: StopReason;
        by?: By | undefined;
        withdrawn: Set<string>;
        tookMs?: number;
      }
    | undefined;
  number = -1;
  heard: Moment;

  constructor(private readonly options: RunOptions) {
    const { clock } = options.desk;
    this.heard = { now: clock.now(), monotonicMs: clock.monotonicMs() };
  }

  get id(): ProgramId {
    return this.options.id;
  }
  get name(): string {
    return this.options.name;
  }
  get kind(): ProgramKind {
    return this.options.kind;
  }
  get bounds(): Bounds {
    return this.options.bounds;
  }
  get startedBy(): By | undefined {
    return this.options.startedBy;
  }
  get startedAt(): number {
    return this.options.startedAt;
  }
  get isRunning(): boolean {
    return this.stopping === undefined;
  }
  get stoppedAt(): number | undefined {
    return this.stopping?.at;
  }
  get requestIds(): readonly RequestId[] {
    return [...this.rows.values()].flatMap(({ wanted, ended }) => (ended ? [] : [wanted.requestId]));
  }
  /** Rows by which another program may not work at the same time. */
  get keys(): readonly string[] {
    return [...this.rows.keys()];
  }
  get mark(): ProgramMark {
    const { id, name, startedBy } = this.options;
    return { id, name, ...present({ startedBy }) };
  }

  /** All rows as they are wanted from now on; one that is not among them is not wanted. */
  want(
    wanted: readonly WantedRow[],
    number: number,
    accepted: (row: WantedRow) => readonly AcceptedWarning[] | undefined,
  ): void {
    const { clock } = this.options.desk;
    this.number = number;
    const counts = new Map<string, number>();
    for (const row of wanted)
      counts.set(rowKey(this.kind, row), (counts.get(rowKey(this.kind, row)) ?? 0) + 1);
    for (const row of wanted) {
      const key = rowKey(this.kind, row);
      const { offer: _, ...without } = row;
      const one = (counts.get(key) ?? 0) > 1 ? { ...without, why: TWICE } : row;
      const known = this.rows.get(key);
      if (!known) this.rows.set(key, newRow(key, one, { now: clock.now(), accepted: accepted(row) ?? [] }));
      else {
        if (JSON.stringify(known.wanted.offer) !== JSON.stringify(one.offer)) known.wantedAt = clock.now();
        known.wanted = one;
      }
    }
    for (const row of this.rows.values())
      if (!counts.has(row.key)) {
        const { offer: _, ...without } = row.wanted;
        row.wanted = { ...without, why: 'It is not in the table any more.' };
      }
  }

  /** Its page was heard. */
  hear(): void {
    const { clock } = this.options.desk;
    this.heard = { now: clock.now(), monotonicMs: clock.monotonicMs() };
  }

  /** From this moment on nothing of it is sent, and everything of it is taken off. */
  stop(why: StopReason, by?: By): void {
    if (this.stopping) return;
    const { clock } = this.options.desk;
    this.stopping = {
      at: clock.now(),
      atMs: clock.monotonicMs(),
      why,
      ...present({ by }),
      withdrawn: new Set(),
    };
    this.giveUp.abort();
    if (why === 'withdraw-all')
      for (const row of this.rows.values())
        for (const live of [...this.liveOf(row), ...this.tradedOf(row)])
          row.withdrawals.set(nameOf(live), {
            isUnderWay: false,
            againAtMs: clock.monotonicMs() + AFTER_WITHDRAW_ALL_MS,
            times: 0,
          });
    this.reconcile();
  }

  /** A person lets a row go on at this price. Why not, where it does not. */
  release(key: string, price: Price, accepted: readonly AcceptedWarning[] = []): string | undefined {
    const row = this.rows.get(key);
    if (!row || row.ended) return 'The program has no such row any more.';
    const request = this.options.desk.market.request(row.wanted.requestId);
    const now = row.wanted.offer && request && priceOf(row.wanted.offer, request);
    if (now !== price) return `Its price is ${now ?? 'not wanted'} by now.`;
    row.released = price;
    row.before = price;
    row.needsPerson = row.heldAt = row.legs = undefined;
    row.refused = undefined;
    row.accepted = [...row.accepted, ...accepted];
    row.tickedFor = row.wanted.offer?.quantity;
    this.reconcile();
    return undefined;
  }

  /** Makes what is live equal to what is wanted, as far as bounds and pace let it. */
  reconcile(): void {
    for (const row of this.rows.values()) this.settle(row);
    if (this.stopping && this.stopping.tookMs === undefined && this.left === 0)
      this.stopping.tookMs = this.options.desk.clock.monotonicMs() - this.stopping.atMs;
  }

  /** An action of this program has ended. */
  ended(action: Action): void {
    const { body, state, id } = action;
    const row = this.rowOf(action);
    if (!row) return;
    if (row.pending === id) row.pending = undefined;
    this.learnSent(row, action);
    if (state === 'done' && 'direction' in body) {
      row.wasLive = true;
      const request = this.options.desk.market.request(body.requestId);
      row.before = (request && priceOf(body, request)) ?? row.before;
    }
    if (state === 'done') this.tookOff(row, action);
    else tookNothingOff(row, id);
    if (
      (body.kind === 'withdraw-quote' || body.kind === 'delete-proposals') &&
      state === 'done' &&
      this.stopping &&
      (body.kind === 'withdraw-quote' || this.stopping.tookMs === undefined) &&
      !this.takenOffIn(row, action).some((sent) => sent.off?.by === id && isWhole(sent))
    )
      this.stopping.withdrawn.add('quoteId' in body ? body.quoteId : body.requestId);
    this.reconcile();
  }

  /** What earlier runs left of it: to be taken off as it is found. */
  inherit(actions: readonly Action[]): void {
    for (const action of actions) {
      const { id, body, state } = action;
      if (!('direction' in body)) continue;
      const { requestId, direction } = body;
      const key = rowKey(this.kind, { requestId, direction });
      const row =
        this.rows.get(key) ?? newRow(key, { row: 0, requestId, direction }, { now: 0, accepted: [] });
      this.rows.set(key, row);
      row.wasLive = true;
      this.learnSent(row, action);
      if (state !== 'done') row.pending = id;
    }
  }

  /** One that nobody can take is never filled. */
  private learnSent(row: Row, action: Action): void {
    const { id: by, body, state, quoteId, proposalId, createdAt } = action;
    const key = offerKeyOf({ quoteId, proposalId });
    if (state !== 'done' || !('direction' in body) || key === undefined || onlyInforms(this.kind)) return;
    if (!row.sent.has(key))
      row.sent.set(key, {
        id: { ...present({ quoteId, proposalId }) },
        quantity: body.quantity,
        sentAt: createdAt,
        counted: '0',
        takers: new Set(),
      });
    // Without a call of its own, what it replaces is off; so is one of which it is known late that it was there.
    if (body.kind !== 'send-proposal') return;
    const newest = Math.max(...[...row.sent.values()].map(({ sentAt }) => sentAt));
    for (const [other, sent] of row.sent)
      if (isKnownLate(action) ? sent.sentAt < newest : other !== key) {
        sent.doubted = undefined;
        this.isOff(sent, by, { isOwn: true });
      }
  }

  private isOff(sent: SentOffer, by: ActionId, { isOwn }: { readonly isOwn: boolean }): void {
    sent.off ??= { atMs: this.options.desk.clock.monotonicMs(), by, isOwn };
  }

  /** What somebody else took off is put back by nobody but a person, whatever of this program is on its way. */
  private tookOff(row: Row, action: Action): void {
    const isOwn = action.program?.id === this.id;
    for (const sent of this.takenOffIn(row, action)) {
      const isNew = sent.off === undefined && !isWhole(sent);
      if (action.settledBy === undefined) this.isOff(sent, action.id, { isOwn });
      if (!isOwn && isNew && this.isRunning && !row.ended)
        row.ended = { state: 'stopped', says: overAndNotByIt(sent.id) };
    }
  }

  /** What a withdrawal takes off; a deletion takes off all price proposals that were there. */
  private takenOffIn({ sent }: Row, action: Action): readonly SentOffer[] {
    const { body, createdAt } = action;
    if (body.kind === 'withdraw-quote') return [sent.get(body.quoteId) ?? []].flat();
    if (body.kind !== 'delete-proposals') return [];
    const stands = this.options.desk.ledger.proposalOn(body.requestId)?.proposalId;
    return [...sent.values()].filter(({ id, sentAt }) =>
      isKnownLate(action) ? sentAt <= createdAt : id.proposalId !== stands,
    );
  }

  /** Somebody else deleted its price proposal, or sent another in its place. */
  lost(requestId: RequestId, proposalId: ProposalId | undefined): void {
    const row = [...this.rows.values()].find(({ wanted }) => wanted.requestId === requestId);
    if (row && this.isRunning)
      row.ended ??= { state: 'stopped', says: overAndNotByIt(present({ proposalId })) };
  }

  /** Records that may be a send whose outcome is not known: of a program that stopped they are withdrawn. */
  mayBe(action: Action, ids: readonly QuoteId[]): void {
    const row = this.rowOf(action);
    if (!row || this.isRunning) return;
    if (this.kind !== 'quotes') return this.sweep(row);
    for (const quoteId of ids) void this.takeOff(row, { quoteId }, 1);
  }

  /** A firm price proposal may be there: all are deleted, which does no harm where it is not. */
  private sweep(row: Row): void {
    const { pending } = row;
    if (onlyInforms(this.kind) || !pending || row.swept === pending) return;
    void this.takeOff(row, { isMissing: true });
  }

  /** Offers of it that are not known to be off. */
  get left(): number {
    return [...this.rows.values()].reduce(
      (sum, row) =>
        sum +
        this.liveOf(row, this.options.desk.own.notTaken()).filter(({ isMine }) => isMine).length +
        this.tradedOf(row).length +
        (row.pending || row.sending ? 1 : 0),
      0,
    );
  }

  /** What it holds live, offer by offer, for the bounds of it. */
  private get amountsLive(): readonly LiveAmounts[] {
    return [...this.rows.values()].flatMap((row) => this.amountsOf(row));
  }

  view(callsLeft: number): Program {
    const { id, name, kind, bounds, startedBy, startedAt, desk } = this.options;
    const rows = [...this.rows.values()];
    const { volumes, notionals } = summed(this.amountsLive);
    const fills = rows.flatMap((row) => row.fills);
    const { stopping } = this;
    const isSilent = desk.clock.monotonicMs() - this.heard.monotonicMs > bounds.silenceMs / 2;
    const state = stopping ? (this.left > 0 ? 'stopping' : 'stopped') : isSilent ? 'silent' : 'running';
    return {
      id,
      name,
      kind,
      bounds,
      ...present({ startedBy }),
      startedAt,
      state,
      ...(stopping && {
        stopped: {
          at: stopping.at,
          why: stopping.why,
          words: stopWords(stopping.why, stopping.by),
          ...present({ by: stopping.by, tookMs: stopping.tookMs }),
          withdrawn: stopping.withdrawn.size,
          left: this.left,
        },
      }),
      heardAt: this.heard.now,
      number: Math.max(0, this.number),
      changesLastMinute: this.changesNow.length,
      calls: desk.ledger.spentOf(id),
      callsLeft,
      live: { quotes: rows.flatMap((row) => this.shownLive(row)).length, volumes, notionals },
      fills: { count: fills.length, volumes: sums(fills.map(({ volume }) => volume)) },
      rows: rows.map((row) => this.rowView(row)),
    };
  }

  /** Calls that taking everything off still needs. */
  get callsNeeded(): number {
    return this.left * 2;
  }

  private rowView(row: Row): ProgramRow {
    const { wanted, state, says, needsPerson, lagMs, changes, calls, fills } = row;
    const { row: at, requestId, direction, offer, why } = wanted;
    const [live] = this.shownLive(row);
    const isOff = state === 'withdrawing' || row.ended !== undefined || this.stopping !== undefined;
    return {
      row: at,
      requestId,
      direction,
      ...present({ wanted: offer, why }),
      ...(live && {
        live: {
          offer: live.offer,
          ...present({ quoteId: live.quoteId, proposalId: live.proposalId }),
          since: live.since,
        },
      }),
      state,
      ...present({ says: (isOff ? this.stillLive(row) : undefined) ?? says, lagMs }),
      ...(needsPerson !== undefined && this.isRunning && { needsPerson: true as const }),
      changes,
      calls,
      fills: fills.length,
    };
  }

  private settle(row: Row): void {
    this.countFills(row);
    const live = this.liveOf(row);
    const { state, says } = row;
    if (row.sending && !this.isWantedStill(row, row.sending.offer)) row.sending.giveUp.abort();
    const offer = this.wantedNow(
      row,
      live.filter(({ isTwin }) => !isTwin),
      live.find(({ isTwin }) => isTwin),
    );
    // What has to go goes, whatever is on its way.
    if (row.sending && offer !== undefined) return void Object.assign(row, { state, says });
    if (offer === 'stay') return;
    if (offer === undefined) {
      const mine = live.filter(({ isMine }) => isMine);
      if (mine.length > 0) row.state = 'withdrawing';
      if (mine.some(({ isDoubtful }) => isDoubtful)) row.says = TAKEN_IN_PART;
      for (const one of [...mine, ...this.tradedOf(row)]) void this.takeOff(row, one);
      const stoppedMs = this.stopping && this.options.desk.clock.monotonicMs() - this.stopping.atMs;
      if (this.kind !== 'quotes' && stoppedMs !== undefined && stoppedMs >= SWEPT_AFTER_MS) this.sweep(row);
      return;
    }
    void this.send(row, offer, live);
  }

  /**
   * The offer to send now; nothing where what is live has to go; `stay` where all is as it should be, or has to wait. Beside a twin, which
   * may be the row's own, nothing more goes live.
   */
  private wantedNow(
    row: Row,
    live: readonly Live[],
    twin: Live | undefined,
  ): ProgramOffer | 'stay' | undefined {
    const { desk, bounds } = this.options;
    const is = (state: ProgramRowState, says?: string): void => {
      row.state = state;
      row.says = says;
    };
    const off = (state: ProgramRowState, says?: string): undefined => void is(state, says);
    if (this.stopping) return off(...afterStop(row));
    if (row.ended) return off(row.ended.state === 'gone' ? 'stopped' : row.ended.state, row.ended.says);
    const { wanted } = row;
    const request = desk.market.request(wanted.requestId);
    if (request && isConcluded(request)) {
      row.ended = { state: 'stopped', says: `Request ${request.id} is ${request.state}.` };
      return off('stopped', row.ended.says);
    }
    const { offer } = wanted;
    if (!request) {
      if (!offer) return off('nothing', wanted.why);
      is('delayed', 'Its request is being read.');
      return 'stay';
    }
    row.legs ??= productsOf(request);
    const change = changedLegs(row.legs, productsOf(request));
    if (change !== undefined) row.needsPerson = `Request ${request.id} has changed: ${change}.`;
    if (twin?.quoteId) row.twins.add(twin.quoteId);
    for (const id of row.twins)
      if (desk.isTaken(id) || desk.own.endOf(id) === 'accepted') {
        row.twins.delete(id);
        row.needsPerson = `Quote ${id} was taken, and may have been this row’s.`;
      }
    const doubted = this.doubtedIn(row, live);
    // It went while that was not known: by trades alone it may come to nothing.
    for (const [key, sent] of row.sent)
      if (sent.doubted && !live.some((one) => offerKeyOf(one) === key)) {
        sent.doubted = undefined;
        row.needsPerson = mayBeTaken(sent.id);
      }
    const around = pricesAround(wanted, request, { market: desk.market, own: desk.own.read() });
    const seen = {
      ...around,
      ...present({ before: row.before, released: row.released }),
      now: desk.clock.now(),
    };
    const verdict = rowVerdict(wanted, seen, bounds);
    if (verdict.may === 'nothing') return off(row.wasLive ? 'withdrawn' : 'nothing', verdict.says);
    if (verdict.may === 'held') {
      if (verdict.needsPerson) Object.assign(row, { needsPerson: verdict.says, heldAt: seen.price });
      return off('held', heldFor(row, seen.price) ?? verdict.says);
    }
    if (row.needsPerson !== undefined) return off('held', heldFor(row, seen.price));
    const rest = offer && restAfter(offer.quantity, row.filled);
    if (!offer || rest === undefined) {
      row.ended = { state: 'filled', says: 'All of it was filled.' };
      return off('filled', row.ended.says);
    }
    // What is live can be taken for that much still, however little is asked for by now; but it may be its own fill that is not listed yet.
    const tooMuch = quantityProblem(request, rest);
    if (tooMuch === undefined) delete row.tooMuchSinceMs;
    else {
      const nowMs = desk.clock.monotonicMs();
      row.tooMuchSinceMs ??= nowMs;
      if (live.length === 0 || nowMs - row.tooMuchSinceMs >= WHY_GONE_MS) return off('held', tooMuch);
      is('held', tooMuch);
      return 'stay';
    }
    const now = { ...offer, quantity: rest };
    const [only, second] = live;
    const prices = { wanted: seen.price, live: only && priceOf(only.offer, request), step: wanted.step };
    const isSame = only?.isMine && !second && isInStep(now, only.offer, prices);
    if (doubted) {
      const isWaiting = isSame || row.sending || row.pending;
      if (isWaiting || desk.clock.monotonicMs() - doubted.ms < LIST_LAG_MS) {
        is('delayed', `${nounOf(doubted.id)} is not listed. Whether it was taken is being looked up.`);
        return 'stay';
      }
      row.ended = { state: 'stopped', says: mayBeTaken(doubted.id) };
      return off('stopped', row.ended.says);
    }
    if (row.isCounting) {
      is('delayed', 'How much of its last offer was taken is being looked up.');
      return 'stay';
    }
    if (row.refused && JSON.stringify(row.refused.offer) === JSON.stringify(now))
      return off('held', row.refused.says);
    row.refused = undefined;
    if (isSame && !row.pending) {
      if (twin) is('held', besideTwin(twin.quoteId));
      else is('in-step');
      return 'stay';
    }
    if (twin) return off('held', besideTwin(twin.quoteId));
    const others = [...this.rows.values()].filter((one) => one !== row).flatMap((one) => this.amountsOf(one));
    const own = legsOf(bodyOf(this.kind, wanted, now), request);
    const beyond = onlyInforms(this.kind) ? undefined : beyondLive(own, others, bounds);
    if (beyond !== undefined) return off('held', beyond);
    if (row.pending) {
      is('unknown', `${BEING_LOOKED_UP}; nothing more is sent until it is known.`);
      return 'stay';
    }
    // Its price moves faster than it can be sent: what is live is not wanted, however long the next one takes.
    if (row.wasSuperseded && live.length > 0)
      return off('withdrawing', 'Its price moves faster than it can be sent.');
    const pace = this.pace(row);
    // What is live is not wanted: it stays for the least time between two changes of its row, and no longer.
    if (pace === 'later')
      return off('delayed', 'It is sent again as soon as the pace of programs allows, within a minute.');
    if (pace === 'soon') {
      is('delayed', 'It changes as soon as the pace of the program allows.');
      return 'stay';
    }
    return now;
  }

  /** What of it may have been taken, and since when (monotonic ms): a list that was read just now, or before it was to be replaced, has it not as it was. */
  private doubtedIn(
    row: Row,
    live: readonly Live[],
  ): { readonly id: OfferId; readonly ms: number } | undefined {
    const { clock, market, listedAt } = this.options.desk;
    const { requestId } = row.wanted;
    for (const { isMine, isUnlisted, isMissing, ...one } of live) {
      const key = offerKeyOf(one);
      const sent = key && row.sent.get(key);
      if (!sent || !isMine || one.proposalId === undefined) continue;
      if (isUnlisted || isMissing) sent.doubted ??= { at: clock.now(), ms: clock.monotonicMs() };
      else if (sent.doubted && (listedAt(requestId) ?? 0) > sent.doubted.at)
        if (market.proposals(requestId).some(({ id }) => id === one.proposalId)) sent.doubted = undefined;
      if (sent.doubted) return { id: sent.id, ms: sent.doubted.ms };
    }
    return undefined;
  }

  /** What is told of an offer that a withdrawal has not taken off for a while; nothing where there is none. */
  private stillLive(row: Row): string | undefined {
    const nowMs = this.options.desk.clock.monotonicMs();
    const live = this.liveOf(row).filter(({ isMine, isDoubtful }) => isMine && isDoubtful !== true);
    for (const one of [...live, ...this.allTradedOf(row)]) {
      const { failed = '', sinceMs = nowMs, isGivenUp } = row.withdrawals.get(nameOf(one)) ?? {};
      const what = one.quoteId === undefined ? 'Its price proposal' : `Quote ${one.quoteId}`;
      const isThere = one.isMissing ? 'is not listed, and may be live' : 'is still live';
      const is = one.isTraded ? 'was traded, and its own record does not say so' : isThere;
      if (isGivenUp)
        return `${what} ${is}, and its withdrawal is not tried again: look on the platform whether any of it can still be taken. ${failed}`.trim();
      if (nowMs - sinceMs >= STILL_LIVE_MS)
        return `${what} ${is}: its withdrawal is tried again. ${failed}`.trim();
    }
    return undefined;
  }

  /** Pace holds back changes, never what takes off. The first offer of a row is no change. */
  private pace(row: Row): 'now' | 'soon' | 'later' {
    const { desk, bounds } = this.options;
    const nowMs = desk.clock.monotonicMs();
    if (nowMs < row.waitsUntilMs) return row.waitsUntilMs - nowMs > bounds.betweenMs ? 'later' : 'soon';
    if (row.changedAtMs === -Infinity) return 'now';
    if (nowMs - row.changedAtMs < bounds.betweenMs) return 'soon';
    return this.changesNow.length < bounds.changesPerMinute && desk.mayChange() ? 'now' : 'later';
  }

  private get changesNow(): number[] {
    const since = this.options.desk.clock.monotonicMs() - MINUTE_MS;
    this.changes = this.changes.filter((atMs) => atMs > since);
    return this.changes;
  }

  private async send(row: Row, offer: ProgramOffer, live: readonly Live[]): Promise<void> {
    const { desk, name, startedBy: by } = this.options;
    const { clock } = desk;
    const body = bodyOf(this.kind, row.wanted, offer);
    const replaces = this.kind === 'quotes' ? live.flatMap(({ quoteId }) => quoteId ?? []) : [];
    const { wantedAt } = row;
    const giveUp = giveUpSignal();
    const id = ActionIdSchema.parse(desk.ids.uuid());
    row.sending = { id, offer, giveUp };
    row.state = 'changing';
    row.says = undefined;
    if (row.changedAtMs !== -Infinity) {
      this.changes.push(clock.monotonicMs());
      desk.changed();
    }
    row.changedAtMs = clock.monotonicMs();
    this.spend(row, callsOf([body.kind]) + replaces.length);
    // A quote is withdrawn before it is replaced, by an action of its own.
    if (this.kind !== 'quotes') for (const one of live) this.isTakenOffBy(row, one, id);
    let isSuperseded = false;
    const program: FromProgram = {
      mark: this.mark,
      signal: AbortSignal.any([this.giveUp.signal, giveUp.signal]),
      stopping: () => {
        const isWanted = !giveUp.signal.aborted && this.isWantedStill(row, offer);
        const why = this.stopping ? STOPPED : isWanted ? undefined : SUPERSEDED;
        isSuperseded = why !== undefined;
        return why;
      },
    };
    const accepted = [...row.accepted, ...tickMoved(row, offer), ...OF_PROGRAMS];
    const request = { body, shown: shownOf(name, body), accepted, ...(replaces.length > 0 && { replaces }) };
    const outcome = await desk.actions.put(id, request, { by, program });
    row.sending = undefined;
    if (!outcome.ok) tookNothingOff(row, id);
    for (const quoteId of replaces) {
      const withdrawal = replacingId(id, quoteId);
      if (desk.actions.isOpen(withdrawal)) this.isTakenOffBy(row, { quoteId }, withdrawal);
    }
    const says = outcome.ok ? outcome.value.failure?.message : undefined;
    for (const sent of row.sent.values())
      if (sent.id.proposalId && says === replacesTaken(sent.id.proposalId).message)
        sent.doubted ??= { at: clock.now(), ms: clock.monotonicMs() };
    this.learn(row, offer, { outcome, isSuperseded, wantedAt });
    this.reconcile();
  }

  private learn(
    row: Row,
    offer: ProgramOffer,
    {
      outcome,
      isSuperseded,
      wantedAt,
    }: { outcome: Outcome<Action>; isSuperseded: boolean; wantedAt: number },
  ): void {
    const { clock } = this.options.desk;
    const action = outcome.ok ? outcome.value : undefined;
    row.wasSuperseded = isSuperseded;
    if (action?.state === 'done') {
      row.changes += 1;
      row.failures = 0;
      row.released = undefined;
      row.lagMs = Math.max(0, clock.now() - wantedAt);
      return;
    }
    if (action && action.state !== 'rejected' && action.state !== 'cancelled') {
      row.pending = action.id;
      return;
    }
    if (isSuperseded) {
      // Nothing left: the next one is tried soon, and is no change where none went before.
      if (row.changes === 0) row.changedAtMs = -Infinity;
      row.waitsUntilMs = clock.monotonicMs() + AGAIN_MS_MIN;
      return;
    }
    const failure = outcome.ok ? outcome.value.failure : outcome.failure;
    if (action && failure && isRefusal(action, failure)) row.refused = { offer, says: failure.message };
    if (action && failure && this.options.desk.actions.asksToLook(action.id))
      row.needsPerson = failure.message;
    row.failures += 1;
    row.waitsUntilMs = clock.monotonicMs() + againMs(row.failures);
  }

  /** Just before it leaves: the sheet may want something else by now, or nothing. */
  private isWantedStill(row: Row, offer: ProgramOffer): boolean {
    const { desk, bounds } = this.options;
    // What was taken meanwhile is not offered again.
    this.countFills(row);
    const { wanted, ended } = row;
    const request = desk.market.request(wanted.requestId);
    const isInDoubt = ({ isTwin, isMine, isMissing }: Live): boolean =>
      isTwin === true || (isMine && isMissing === true);
    if (ended || row.hasLost || !wanted.offer || !request || this.liveOf(row).some(isInDoubt)) return false;
    const around = pricesAround(wanted, request, { market: desk.market, own: desk.own.read() });
    const seen = {
      ...around,
      ...present({ before: row.before, released: row.released }),
      now: desk.clock.now(),
    };
    if (rowVerdict(wanted, seen, bounds).may !== 'send') return false;
    const rest = restAfter(wanted.offer.quantity, row.filled);
    const prices = { wanted: seen.price, live: priceOf(offer, request), step: wanted.step };
    return rest !== undefined && isInStep({ ...wanted.offer, quantity: rest }, offer, prices);
  }

  private async takeOff(
    row: Row,
    live: OfferId & Pick<Live, 'isMissing' | 'isTraded'>,
    timesMax = Infinity,
  ): Promise<void> {
    const { desk, startedBy: by } = this.options;
    const { clock } = desk;
    const known: Withdrawals = row.withdrawals.get(nameOf(live)) ?? {
      isUnderWay: false,
      againAtMs: -Infinity,
      times: 0,
    };
    if (known.isUnderWay || clock.monotonicMs() < known.againAtMs || known.times >= timesMax) return;
    row.withdrawals.set(nameOf(live), known);
    known.isUnderWay = true;
    known.sinceMs ??= clock.monotonicMs();
    known.times += 1;
    const id = ActionIdSchema.parse(desk.ids.uuid());
    this.isTakenOffBy(row, live, id);
    const { requestId } = row.wanted;
    const { quoteId } = live;
    const body =
      quoteId === undefined
        ? ({ kind: 'delete-proposals', requestId } as const)
        : ({ kind: 'withdraw-quote', requestId, quoteId } as const);
    const what =
      quoteId === undefined
        ? `delete price proposals (${requestId})`
        : `withdraw quote ${quoteId} (${requestId})`;
    const why = this.stopping ? STOP_WORDS[this.stopping.why] : (row.says ?? 'It is not wanted any more.');
    this.spend(row, callsOf([body.kind]));
    const program = { mark: this.mark, stopping: () => undefined, signal: this.giveUp.signal };
    const shown = `Program “${this.name}”: ${what}. ${why}`.slice(0, SHOWN_MAX);
    // What is sent beside it may come after it.
    const { pending } = row;
    const outcome = await desk.actions.put(id, { body, shown }, { by, program });
    const key = offerKeyOf(live);
    if (!outcome.ok) tookNothingOff(row, id);
    known.isUnderWay = false;
    const failure = outcome.ok ? outcome.value.failure : outcome.failure;
    // What to do about it is said to whoever pressed, which nobody did.
    known.failed = failure?.message;
    // What is sent there next goes as fast as the first.
    const isDone = outcome.ok && outcome.value.state === 'done';
    const name = nameOf(live);
    if (isDone && ![...this.liveOf(row), ...this.tradedOf(row)].some((one) => nameOf(one) === name))
      row.withdrawals.delete(name);
    if (isDone && key === undefined) row.swept = pending;
    const isRefused = failure?.kind === 'wrong-state' || failure?.kind === 'not-found';
    const triedForMs = clock.monotonicMs() - (known.sinceMs ?? Infinity);
    if (live.isTraded && isRefused && triedForMs >= LIST_LAG_MS) known.isVain = true;
    if (live.isTraded && failure && triedForMs >= TRADED_MS_MAX) known.isGivenUp = true;
    const isInDoubt = live.isTraded || (key && this.isDoubtful(row, key));
    const mostDoubtful = isInDoubt ? DOUBTFUL_AGAIN_MS_MAX : AGAIN_MS_MAX;
    const most = live.isMissing ? MISSING_AGAIN_MS_MAX : mostDoubtful;
    known.againAtMs = clock.monotonicMs() + againMs(known.times, most);
    this.reconcile();
  }

  private isTakenOffBy(row: Row, live: OfferId & Pick<Live, 'isMissing'>, id: ActionId): void {
    const key = offerKeyOf(live);
    const sent = key && row.sent.get(key);
    if (!sent) return;
    if (live.isMissing) sent.isMissed = true;
    else sent.takers.add(id);
  }

  private spend(row: Row, calls: number): void {
    row.calls += calls;
    this.options.desk.ledger.spend(this.id, calls);
  }

  private liveOf(
    { wanted: { requestId, direction } }: Row,
    own: readonly OwnQuote[] = this.stopping
      ? this.options.desk.own.notTaken()
      : this.options.desk.own.read(),
  ): readonly Live[] {
    const { desk } = this.options;
    if (this.kind !== 'quotes') {
      const standing = desk.ledger.proposalOn(requestId);
      if (!standing) return [];
      const { mark, proposalId, since } = standing;
      const one = { ...present({ proposalId }), since, isMine: mark.id === this.id };
      if (onlyInforms(this.kind) || proposalId === undefined) return [{ offer: standing.offer, ...one }];
      const end = desk.offers.endOf(proposalId);
      if (end === 'ended' && one.isMine && this.mayStand(requestId, proposalId))
        return [{ offer: standing.offer, ...one, isMissing: true }];
      if (end !== undefined) return [];
      const known = desk.offers.proposalOn(requestId);
      if (known?.number !== proposalId) return [{ offer: standing.offer, ...one }];
      const { quantity, doubtful = false, isUnlisted = false } = known;
      return [{ offer: { ...standing.offer, quantity }, ...one, isDoubtful: doubtful, isUnlisted }];
    }
    return own
      .filter((quote) => quote.requestId === requestId && quote.direction === direction)
      .map(({ price, quantity, allOrNone = false, quoteId, since, doubtful = false, isTwin = false }) => ({
        offer: { price, quantity, allOrNone },
        quoteId,
        since,
        isMine: desk.ledger.programOf(quoteId) === this.id,
        isDoubtful: doubtful,
        isTwin,
      }));
  }

  /** What its trades alone call taken, until a withdrawal of it is answered. */
  private tradedOf(row: Row): readonly Live[] {
    return this.allTradedOf(row).filter((live) => row.withdrawals.get(nameOf(live))?.isGivenUp !== true);
  }

  private allTradedOf(row: Row): readonly Live[] {
    const { requestId } = row.wanted;
    const traded = this.kind === 'quotes' ? this.tradedQuotes(row) : this.tradedProposal(requestId);
    const open = traded.filter((live) => row.withdrawals.get(nameOf(live))?.isVain !== true);
    const request = open.length > 0 ? this.options.desk.market.request(requestId) : undefined;
    return request && isConcluded(request) ? [] : open;
  }

  private tradedQuotes({ sent }: Row): readonly Live[] {
    return [...sent.values()].flatMap(({ id: { quoteId } }) => {
      const quote = quoteId && this.options.desk.own.traded(quoteId);
      if (!quote) return [];
      const { price, quantity, allOrNone = false, since } = quote;
      return { offer: { price, quantity, allOrNone }, quoteId, since, isMine: true, isTraded: true };
    });
  }

  private tradedProposal(requestId: RequestId): readonly Live[] {
    const { ledger, offers } = this.options.desk;
    const standing = ledger.proposalOn(requestId);
    if (onlyInforms(this.kind) || standing?.mark.id !== this.id) return [];
    const { proposalId, offer, since } = standing;
    if (!proposalId || offers.endOf(proposalId) !== 'accepted' || !offers.mayStand(proposalId)) return [];
    return [{ offer, proposalId, since, isMine: true, isTraded: true }];
  }

  /** Neither its own record nor the end of its request says that it is over. */
  private mayStand(requestId: RequestId, proposalId: ProposalId): boolean {
    const { market, offers } = this.options.desk;
    const request = market.request(requestId);
    const isListed = market.proposals(requestId).some(({ id }) => id === proposalId);
    return !isListed && !(request && isConcluded(request)) && offers.mayStand(proposalId);
  }

  /** After its stop only what is its own is told: another program may quote there by now. A twin is in no sum. */
  private shownLive(row: Row): readonly Live[] {
    const live = this.liveOf(row).filter(({ isTwin }) => !isTwin);
    return this.stopping ? live.filter(({ isMine }) => isMine) : live;
  }

  private isDoubtful(row: Row, key: OfferKey): boolean {
    return this.liveOf(row).some((one) => offerKeyOf(one) === key && one.isDoubtful === true);
  }

  /** Of what is live, and of what may be: the largest that its row sent or wants. */
  private amountsOf(row: Row): readonly LiveAmounts[] {
    const request = this.options.desk.market.request(row.wanted.requestId);
    if (!request || onlyInforms(this.kind)) return [];
    const offers = this.shownLive(row).map(({ offer }) => offer);
    const mayBe = row.sending || row.pending ? row.wanted.offer : undefined;
    const counted = offers.length > 0 ? offers : mayBe ? [mayBe] : [];
    return counted.map((offer) => liveAmounts(legsOf(bodyOf(this.kind, row.wanted, offer), request)));
  }

  /** An offer that is less than it was, or gone without this program's doing, was filled where a trade or its record says so. */
  private countFills(row: Row): void {
    const { desk } = this.options;
    // Of one that was accepted, nobody knows how far, the whole counts: never too little.
    const known = this.liveOf(row).filter(({ isDoubtful, isMissing }) => !isDoubtful && !isMissing);
    const nowMs = desk.clock.monotonicMs();
    row.isCounting = false;
    row.hasLost = false;
    const live = new Map(known.map((one) => [offerKeyOf(one), one.offer.quantity]));
    const { requestId } = row.wanted;
    const listed = this.kind === 'quotes' ? desk.market.quotes(requestId) : desk.market.proposals(requestId);
    const records = new Map(listed.map((record: Quote | Proposal) => [String(record.id), record]));
    for (const [key, sent] of row.sent) {
      // What trades or records may tell of it they have told by then.
      if (sent.off && nowMs - sent.off.atMs >= FOLLOWED_MS && !live.has(key)) {
        row.sent.delete(key);
        continue;
      }
      const left = live.get(key);
      if (left !== undefined) delete sent.isMissed;
      const { quoteId, proposalId } = sent.id;
      const record = records.get(String(quoteId ?? proposalId));
      const end = quoteId ? desk.own.endOf(quoteId) : proposalId && desk.offers.endOf(proposalId);
      const isTaken = desk.isTaken(key) || record?.state === 'accepted' || end === 'accepted';
      if (isTaken) sent.doubted = undefined;
      const isKnown = end !== undefined && end !== 'ended';
      const byTrades = desk.filled(key);
      const offAtMs = sent.off?.atMs;
      const isOff = offAtMs !== undefined || record?.state === 'withdrawn';
      const isCounted = byTrades !== undefined && isOff && record?.state !== 'accepted';
      const byRecord =
        left === undefined
          ? filledOfGone(sent.quantity, record, isTaken && !isCounted)
          : subtractedDecimals(sent.quantity, left);
      // A trade of just before it was withdrawn may not be listed yet.
      row.isCounting ||=
        isCounted &&
        isTaken &&
        comparedDecimals(byRecord, '0') === 0 &&
        nowMs - (offAtMs ?? -Infinity) < LIST_LAG_MS;
      const filled = largerOf(byRecord, byTrades ?? '0');
      const more = subtractedDecimals(filled, sent.counted);
      const isMore = comparedDecimals(more, '0') > 0;
      if (isMore) {
        sent.counted = filled;
        this.fill(row, Quantity.parse(more));
      }
      // Of what was taken in part somebody else may have withdrawn the rest, and both be known at once.
      const isRest = isKnown && end !== 'accepted' && !isWhole(sent);
      const isUntold = isRest || (!isTaken && !(isMore && isWhole(sent)));
      const isLost = left === undefined && isUntold && this.isRunning && !this.isOwnDoing(row, sent);
      if (isLost && row.sending) row.hasLost = true;
      else if (isLost) this.isGone(row, sent, { isKnown });
      else delete sent.goneSinceMs;
    }
  }

  /** Whether this program took it off, or may have. */
  private isOwnDoing(
    { sending }: Row,
    { off, takers, isMissed = false, id: { quoteId } }: SentOffer,
  ): boolean {
    if (isMissed) return false;
    if (off) return off.isOwn;
    const { actions } = this.options.desk;
    return takers.size > 0 || Boolean(sending && quoteId && actions.isOpen(replacingId(sending.id, quoteId)));
  }

  /** An offer is gone without this program's doing: nothing is put in its place, and what it was is looked up for a while. */
  private isGone(row: Row, sent: SentOffer, { isKnown }: { readonly isKnown: boolean }): void {
    const { clock, market } = this.options.desk;
    const nowMs = clock.monotonicMs();
    sent.goneSinceMs ??= nowMs;
    if (row.ended && row.ended.state !== 'gone') return;
    const request = market.request(row.wanted.requestId);
    const says =
      request && isConcluded(request)
        ? `Request ${request.id} is ${request.state}.`
        : overAndNotByIt(sent.id);
    row.ended =
      !isKnown && nowMs - sent.goneSinceMs < WHY_GONE_MS
        ? { state: 'gone', says: `${nounOf(sent.id)} is gone. Whether it was taken is being looked up.` }
        : { state: 'stopped', says };
  }

  private fill(row: Row, quantity: Quantity): void {
    const { market, clock } = this.options.desk;
    const leg = market.request(row.wanted.requestId)?.legs[0];
    const [volume = { unit: leg?.quantityUnit ?? '', amount: quantity }] = leg
      ? volumesOf(leg, quantity)
      : [];
    row.fills.push({ at: clock.now(), volume });
    row.filled = Quantity.parse(addedDecimals(row.filled, quantity));
    const { stopAfter, goesOn } = row.wanted;
    const isEnough = stopAfter !== undefined && comparedQuantities(row.filled, stopAfter) >= 0;
    // What was taken is told as that, whatever its row was taken for before.
    if (!goesOn || isEnough)
      row.ended = {
        state: 'filled',
        says: `${[row.filled, leg?.quantityUnit].filter(Boolean).join(' ')} filled${isEnough ? ', which is enough' : ''}.`,
      };
    else if (row.ended?.state === 'gone') row.ended = undefined;
    const fills = [...this.rows.values()].flatMap((one) => one.fills);
    const reached = fillsReached(fills, clock.now(), this.bounds);
    if (reached && this.isRunning) this.options.desk.clock.after(0, () => this.onReached(reached));
  }

  /** Set by whoever keeps the program: a stop is written down. */
  onReached: (why: 'fills' | 'filled') => void = () => undefined;

  private rowOf({ body }: Pick<Action, 'body'>): Row | undefined {
    if (!('requestId' in body)) return undefined;
    if ('direction' in body) return this.rows.get(rowKey(this.kind, body));
    return [...this.rows.values()].find(
      ({ wanted, sent }) =>
        wanted.requestId === body.requestId &&
        (!('quoteId' in body) || body.kind !== 'withdraw-quote' || sent.has(body.quoteId)),
    );
  }
}

const newRow = (
  key: string,
  wanted: WantedRow,
  { now, accepted }: { readonly now: number; readonly accepted: readonly AcceptedWarning[] },
): Row => ({
  key,
  wanted,
  wantedAt: now,
  accepted,
  tickedFor: wanted.offer?.quantity,
  sent: new Map(),
  twins: new Set(),
  fills: [],
  filled: '0',
  changedAtMs: -Infinity,
  waitsUntilMs: -Infinity,
  failures: 0,
  wasSuperseded: false,
  wasLive: false,
  withdrawals: new Map(),
  state: 'nothing',
  changes: 0,
  calls: 0,
});

/** How a row stands once its program has stopped: what it waited for before is not waited for any more. */
function afterStop({ pending, ended, wasLive, state, says }: Row): [ProgramRowState, string | undefined] {
  if (pending) return ['unknown', `${BEING_LOOKED_UP}.`];
  if (ended?.state === 'filled' || ended?.state === 'stopped') return [ended.state, ended.says];
  if (wasLive) return ['withdrawn', undefined];
  const isWhy = state === 'held' || state === 'nothing' || state === 'not-sent';
  return ['not-sent', isWhy ? says : undefined];
}

/** Why only a person lets it go on, and what it wants by now where that is another price. */
const heldFor = ({ needsPerson, heldAt }: Row, price: Price | undefined): string | undefined =>
  needsPerson !== undefined && heldAt !== undefined && price !== undefined && price !== heldAt
    ? `${needsPerson} It wants ${priceText(price)} by now.`
    : needsPerson;

/** How much was taken of a quote that is not live any more: what its record lacks; else the whole where it was taken and nobody tells how far, never too little. */
function filledOfGone(
  quantity: Quantity,
  record: (Pick<Quote, 'quantity'> & { readonly state?: string | undefined }) | undefined,
  isTaken: boolean,
): string {
  const left = record?.state === 'accepted' ? undefined : record?.quantity;
  if (left !== undefined && comparedDecimals(left, quantity) < 0) return subtractedDecimals(quantity, left);
  return isTaken ? quantity : '0';
}

const largerOf = (a: string, b: string): string => (comparedDecimals(a, b) >= 0 ? a : b);

/** The tick of a price without a reference holds for those that it moves to within the bounds, and for no larger quantity. */
const tickMoved = ({ accepted, tickedFor }: Row, offer: ProgramOffer): AcceptedWarning[] =>
  tickedFor !== undefined &&
  comparedQuantities(offer.quantity, tickedFor) <= 0 &&
  accepted.some((one) => typeof one !== 'string' && one.code === 'no-reference')
    ? [{ code: 'no-reference', about: unreferenced(offer) }]
    : [];

/** Under which a withdrawal is known. */
const nameOf = ({ quoteId, proposalId }: OfferId): string => quoteId ?? proposalId ?? 'proposals';

/** "Quote Q-1", "Price proposal P-1" */
function nounOf({ quoteId, proposalId }: OfferId): string {
  if (quoteId !== undefined) return `Quote ${quoteId}`;
  return proposalId === undefined ? 'Its price proposal' : `Price proposal ${proposalId}`;
}

const overAndNotByIt = (id: OfferId): string => `${nounOf(id)} is over, and not by this program.`;

const mayBeTaken = (id: OfferId): string => `${nounOf(id)} is not listed: it may have been taken.`;

/** What this action was to take off stands still, unless another one took it off or may have: that it is gone is a surprise again. */
function tookNothingOff({ sent }: Row, id: ActionId): void {
  for (const one of sent.values()) {
    one.takers.delete(id);
    if (one.off?.by === id) one.off = undefined;
  }
}

/** Whether all of it was counted as filled. */
const isWhole = ({ counted, quantity }: SentOffer): boolean => comparedDecimals(counted, quantity) >= 0;

/** Some platforms say there how much is left. */
const productsOf = ({ legs }: Pick<Request, 'legs'>): readonly Partial<Leg>[] =>
  legs.map(({ quantity: _, ...leg }) => leg);

const againMs = (times: number, most = AGAIN_MS_MAX): number =>
  Math.min(most, AGAIN_MS_MIN * 2 ** (times - 1));

/** By the limits, by the desk's own rules, or by the platform: the same again would be refused again. */
const isRefusal = ({ sentAt }: Action, failure: Failure): boolean =>
  findingsIn(failure) !== undefined ||
  AS_IT_IS.includes(failure.kind) ||
  (sentAt !== undefined && !PASSING.includes(failure.kind));

export const stopWords = (why: StopReason, by: By | undefined): string =>
  why === 'person' && by ? `${by.name} stopped it.` : STOP_WORDS[why];

/** A price that comes back within a minute is what a program is for; that finding is about a second press by mistake. */
const OF_PROGRAMS: readonly AcceptedWarning[] = ['duplicate'];
const SHOWN_MAX = 500;
const BEING_LOOKED_UP = 'Whether its last offer went live is being looked up';
const TAKEN_IN_PART = 'It was taken. Whether a rest of it can still be taken is being looked up.';
const TWICE = 'Two rows are about the same place, so neither is sent.';

const STOPPED: Failure = {
  kind: 'wrong-state',
  message: 'Its program has stopped.',
  next: 'Nothing was sent. A person starts a program again.',
};
const SUPERSEDED: Failure = {
  kind: 'wrong-state',
  message: 'Its program wanted something else by the time it was to leave.',
  next: 'Nothing was sent. The program goes on with what it wants now.',
};
