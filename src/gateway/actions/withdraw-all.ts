import type { MassWithdrawalBody } from '../../contract/desk/bodies';
import { isCorrectedPerson, isFinal, type Action, type ActionBody } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import { goneBefore, goneWord } from '../../domain/actions/state-words';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { QuoteId, type ActionId, type RequestId } from '../../domain/identifiers';
import {
  withdrawAllEndedNoted,
  withdrawAllNoted,
  withdrawAllWholeNoted,
  withdrawnAloneNoted,
} from '../../domain/notes/desk-notes';
import type { OwnQuote } from '../../domain/own-offers';
import type { MassWithdrawal } from '../../domain/mass-withdrawal';
import type { By } from '../../domain/person';
import { proposalsInWords, quotesInWords, type WithdrawalEnd } from '../../domain/withdrawal-words';
import { REPLACED, withdrawnWaiting } from './action-errors';
import type { ActionService } from './action-service';
import { present } from '../../domain/present';
import type { DeskEntries } from './desk-entries';
import type { HandedOn } from './kill-switch';
import type { OwnOffers } from './own-offers';
import type { OwnQuotes } from './own-quotes';
import type { MassWithdrawals } from './mass-withdrawals';
import { idFrom } from './repeats';
import type { BatchItem, Pressed } from './batch';
import { asPart, PART, takeOffText, type TakingOff } from './take-off-text';

export interface Recalled {
  readonly recall: MassWithdrawal;
  /** Results for the page's items, in its order. */
  readonly results: readonly Outcome<Action>[];
}

interface WithdrawAllOptions {
  readonly actions: Pick<
    ActionService,
    | 'put'
    | 'putAll'
    | 'find'
    | 'lookNow'
    | 'hint'
    | 'unsettledOn'
    | 'isUnderWay'
    | 'cancelWaiting'
    | 'handedOn'
  >;
  readonly recalls: MassWithdrawals;
  /** Who pressed, and what came of it, is written down. */
  readonly entries: Pick<DeskEntries, 'record'>;
  readonly own: Pick<
    OwnQuotes,
    'read' | 'notOver' | 'sentBefore' | 'isOff' | 'refusalsRead' | 'sentQuote' | 'endOf'
  >;
  readonly offers: Pick<OwnOffers, 'proposedBefore' | 'proposalOn' | 'isReplaced' | 'isTaken'>;
}

/** A press, and what came of it. */
interface Watched {
  readonly number: number;
  readonly time: string;
  readonly by: By | undefined;
  /** Of each offer, by its body, every try and the newest that is known of it. */
  readonly tries: Map<string, Map<ActionId, Action | undefined>>;
  /** Those whose request was over before. */
  readonly gone: ReadonlySet<string>;
  /** Those of which it was written down that nothing is known yet. */
  open?: ReadonlySet<string>;
}

/** Withdrawals of one thing that may come to nothing within one recall before a person has to press. */
const TIMES_MAX = 20;

/**
 * Takes everything of the desk off the market: all that is not proven over by the page's list and by the gateway's, which may be
 * newer, and, as soon as it is known, what went live although it was pressed before.
 */
export class WithdrawAll {
  /** Presses of which it is not written down yet how all of it ended. */
  private readonly watched = new Set<Watched>();

  constructor(private readonly options: WithdrawAllOptions) {}

  async press(
    { id, actions, proposals = false }: Omit<MassWithdrawalBody, 'desk'>,
    pressed: Pick<Pressed, 'page' | 'by'> = {},
  ): Promise<Recalled> {
    const { recalls, own, offers, actions: actionDesk } = this.options;
    const isNew = recalls.read()?.id !== id;
    const recall = recalls.begin(id, pressed, { proposals });
    const { time } = recalls;
    const waiting = actionDesk.cancelWaiting(withdrawnWaiting(time, recall.by?.name));
    const replaced = new Set(
      actions.filter(({ body }) => body.kind === 'delete-proposals' && offers.isReplaced(body.requestId)),
    );
    const named = actions.filter((one) => isLive(one.body) && !replaced.has(one));
    const known = new Set(named.map(({ body }) => keyOf(body)));
    const standing: TakingOff[] = [
      ...own.notOver().map(withdrawalOf),
      ...(proposals ? offers.proposedBefore(recall).map(deletionOf) : []),
    ];
    const unnamed = standing.filter((body) => !known.has(keyOf(body)));
    const live = new Set<string>(own.read().map(({ quoteId }) => quoteId));
    // Over by their trades or their request, which their own record did not say: they are tried all the same.
    const gone = new Set<string>(own.notOver().flatMap(({ quoteId }) => (live.has(quoteId) ? [] : quoteId)));
    const doubt = (body: ActionBody): string | undefined =>
      body.kind === 'withdraw-quote' && gone.has(body.quoteId) ? this.doubtOf(body.quoteId) : undefined;
    const all = [
      ...named.map((one) => ({ ...one, shown: this.worded(one.shown, PART, doubt(one.body)) })),
      ...unnamed.map((body) => this.wanted(body, PART, { doubt: doubt(body) })),
    ];
    const quotes = all.filter(({ body }) => body.kind === 'withdraw-quote').length;
    const over = all.filter(({ body }) => 'quoteId' in body && gone.has(body.quoteId));
    const ended = over.length;
    const watched: Watched = {
      ...{ number: recall.number, time, by: recall.by },
      tries: new Map(all.map(({ id: one, body }) => [keyOf(body), new Map([[one, undefined]])])),
      gone: new Set(over.map(({ body }) => keyOf(body))),
    };
    if (isNew && all.length > 0) this.watched.add(watched);
    const taken = this.options.actions.putAll(all, { partOf: recall.number, by: pressed.by });
    if (isNew)
      void this.options.entries.record(
        withdrawAllNoted(recall.by, {
          quotes: quotes - ended,
          ended,
          proposals: all.length - quotes,
          waiting,
        }),
      );
    const ends = await taken;
    ends.forEach((outcome, at) => {
      const { id: one, body } = all[at] ?? {};
      const tries = body && watched.tries.get(keyOf(body));
      // What was not taken in is no try.
      if (one && outcome.ok) tries?.set(one, outcome.value);
      else if (one) tries?.delete(one);
    });
    if (this.watched.has(watched)) void this.note(watched);
    const outcomes = new Map<BatchItem, Outcome<Action>>();
    ends.forEach((outcome, at) => {
      const wanted = named[at];
      if (wanted) outcomes.set(wanted, outcome);
    });
    // Offers not yet known to be live are looked for and withdrawn too.
    actionDesk.lookNow();
    return {
      recall,
      results: actions.map(
        (one) => outcomes.get(one) ?? failed(replaced.has(one) ? REPLACED : NO_WITHDRAWAL),
      ),
    };
  }

  /**
   * Another gateway withdrew while nobody led. It is written down, and what was pressed before it follows: unless something was sent since,
   * which nobody meant by that press.
   */
  async handedOn({ recall, actions: done }: HandedOn): Promise<Outcome<void>> {
    const { recalls, own, entries, actions: actionDesk } = this.options;
    const taken = await actionDesk.handedOn(done);
    if (!taken.ok) return taken;
    const isNewest =
      (recalls.read()?.at ?? 0) < recall.at && own.notOver().every(({ since }) => since < recall.at);
    if (isNewest)
      recalls.begin(recall.id, present({ by: recall.by }), { proposals: recall.proposals === true });
    if (taken.value > 0 || done.length === 0)
      void entries.record(
        withdrawnAloneNoted(
          recall.by,
          recalls.timeOf(recall),
          inWords(new Map(done.map((action) => [keyOf(action.body), this.endOf([action])]))),
        ),
      );
    if (isNewest) this.sweep();
    actionDesk.lookNow();
    return success(undefined);
  }

  /**
   * An action has ended. What went live, and was pressed before everything was withdrawn, is taken off the market too; but not
   * what a person had recorded as not executed: it is told, and a person presses.
   */
  ended(action: Action): void {
    const { body, state, quoteId, recall = 0 } = action;
    const { recalls, actions } = this.options;
    this.tried(action);
    // A withdrawn quote was the desk's own, which may resolve an unknown outcome.
    const { leaves, takesOff } = factsOf(body);
    if (state === 'done' && takesOff === 'quote' && 'requestId' in body)
      actions.hint(actions.unsettledOn(body.requestId));
    if (state === 'done' && body.kind === 'delete-proposals') this.leftBy(body.requestId);
    if (state !== 'done' || isCorrectedPerson(action)) return;
    if (recall >= recalls.number || !('direction' in body)) return;
    const why = 'known to be live only after Withdraw all';
    if (leaves === 'quote' && quoteId !== undefined) {
      void this.takeOff({ kind: 'withdraw-quote', requestId: body.requestId, quoteId }, why);
    }
    if (isFirm(body) && recalls.read()?.proposals) void this.takeOff(deletionOf(body.requestId), why);
  }

  /**
   * An offer pressed before "Withdraw all" has an unknown outcome, and these records may be it. They are withdrawn:
   * the platform refuses this for other companies' offers, so an accepted withdrawal was the desk's own.
   */
  mayBe({ id, body, recall = 0 }: Action, ids: readonly string[]): void {
    const { recalls } = this.options;
    if (recall >= recalls.number || !('direction' in body)) return;
    const why = 'may be live despite Withdraw all';
    if (factsOf(body).leaves === 'quote') {
      for (const quoteId of ids.flatMap((one) => QuoteId.safeParse(one).data ?? []))
        void this.takeOff({ kind: 'withdraw-quote', requestId: body.requestId, quoteId }, why, {
          timesMax: 1,
        });
    }
    if (isFirm(body) && recalls.read()?.proposals)
      void this.takeOff(deletionOf(body.requestId), why, { timesMax: 1, because: id });
  }

  /** A deletion is done, and what was on its way at the same time may have come after it. */
  private leftBy(requestId: RequestId): void {
    const { recalls, offers } = this.options;
    const recall = recalls.read();
    const stands = recall?.proposals && offers.proposalOn(requestId);
    if (recall && stands && offers.proposedBefore(recall).includes(requestId))
      void this.takeOff(deletionOf(requestId), 'sent while it was being deleted by Withdraw all');
  }

  /** Resumes an unfinished "Withdraw all", after a stop or an outage: all offers not proven over. */
  sweep(): void {
    const { recalls, own, offers } = this.options;
    const why = 'rest of Withdraw all';
    const recall = recalls.read();
    if (!recall) return;
    for (const quote of own.sentBefore(recall)) void this.takeOff(withdrawalOf(quote), why);
    if (!recall.proposals) return;
    for (const requestId of offers.proposedBefore(recall)) void this.takeOff(deletionOf(requestId), why);
  }

  /** What came of a press, once every try of it has been answered or given up. */
  private async note(watched: Watched): Promise<void> {
    const ends = await this.endsBy(watched, [...watched.tries.keys()]);
    const open = new Set([...ends].flatMap(([key, end]) => (isOpen(end) ? [key] : [])));
    void this.options.entries.record(withdrawAllEndedNoted(watched.by, watched.time, inWords(ends)));
    if (open.size === 0) return void this.watched.delete(watched);
    watched.open = open;
    // Some of it may have ended while it was counted.
    await this.close(watched);
  }

  /** The last of what was not known then writes down how all of it ended. */
  private async close(watched: Watched): Promise<void> {
    const ends = await this.endsBy(watched, [...watched.tries.keys()]);
    if ([...ends.values()].some(isOpen) || !this.watched.delete(watched)) return;
    void this.options.entries.record(withdrawAllWholeNoted(watched.by, watched.time, inWords(ends)));
  }

  /** How these offers stand now, by the newest of every try. */
  private async endsBy(
    { tries, gone }: Watched,
    keys: readonly string[],
  ): Promise<Map<string, WithdrawalEnd>> {
    const { actions, own } = this.options;
    await own.refusalsRead();
    const each = keys.map((key) => [key, tries.get(key) ?? new Map<ActionId, Action>()] as const);
    const found = await actions.find(each.flatMap(([, of]) => [...of.keys()]));
    const newest = new Map(found.ok ? found.value.map((action) => [action.id, action]) : []);
    return new Map(
      each.map(([key, of]) => {
        const states = [...of].map(([id, known]) => newest.get(id) ?? known);
        const end = this.endOf(states, actions.isUnderWay(key));
        return [key, end === 'not-withdrawn' && gone.has(key) ? 'over' : end];
      }),
    );
  }

  /** What became of one offer, by all tries of it. What trades took is told as traded, whatever its withdrawal was answered. */
  private endOf(tries: readonly (Action | undefined)[], isUnderWay = false): WithdrawalEnd {
    const { own, offers } = this.options;
    const known = tries.flatMap((action) => action ?? []);
    const live = new Set<string>(own.read().map(({ quoteId }) => quoteId));
    const quotes = known.flatMap(({ body }) => (body.kind === 'withdraw-quote' ? body.quoteId : []));
    const deletions = known.flatMap(({ body }) => (body.kind === 'delete-proposals' ? body.requestId : []));
    const isTraded =
      quotes.some((id) => own.endOf(id) === 'accepted') || deletions.some((id) => offers.isTaken(id));
    if (isTraded) return 'traded';
    if (tries.some((action) => action?.state === 'done')) return 'withdrawn';
    const open = tries.find((action) => !action || !isFinal(action));
    if (open?.state === 'unknown') return 'unknown';
    if (isUnderWay || known.length < tries.length || open) return 'under-way';
    const isReplaced = known.some(
      ({ body }) => body.kind === 'delete-proposals' && offers.isReplaced(body.requestId),
    );
    if (isReplaced || quotes.some((id) => own.isOff(id))) return 'over';
    const word = known.flatMap((action) => {
      const isListed = 'quoteId' in action.body && live.has(action.body.quoteId);
      return action.state === 'rejected' && !isListed ? (goneBefore(action) ?? []) : [];
    })[0];
    if (word === undefined) return 'not-withdrawn';
    return word === goneWord({ how: 'accepted' }) ? 'traded' : 'over';
  }

  private tried({ id, body, recall }: Action): void {
    const key = keyOf(body);
    for (const watched of this.watched) {
      if (recall !== watched.number || !watched.tries.has(key)) continue;
      watched.tries.get(key)?.set(id, undefined);
      if (watched.open?.has(key)) void this.close(watched);
    }
  }

  /** What a page or the desk itself takes off by a press of "Withdraw all", in one form; with why it is tried where it may be over. */
  private worded(shown: string, why: string, doubt = ''): string {
    return asPart(shown, `${why} at ${this.options.recalls.time}${doubt}`);
  }

  /** Why a quote is tried that is over by another word than its own record. */
  private doubtOf(quoteId: QuoteId): string {
    const isTraded = this.options.own.endOf(quoteId) === 'accepted';
    return `: ${isTraded ? 'its trades come to all of it' : 'its request is over'}, but its own record has not said so`;
  }

  /** Under the first id of this recall that is free: what came to nothing under one is wanted under the next. */
  private async takeOff(
    body: TakingOff,
    why: string,
    { timesMax = TIMES_MAX, because }: { timesMax?: number; because?: string } = {},
  ): Promise<void> {
    const { actions, recalls, offers } = this.options;
    const partOf = recalls.number;
    // A deletion that left before that was there may have taken off another one only.
    const since = (body.kind === 'delete-proposals' && offers.proposalOn(body.requestId)?.since) || 0;
    for (let time = 0; time < timesMax; time++) {
      const { id, ...request } = this.wanted(body, why, { time: because ?? time });
      const found = await actions.find([id]);
      const known = found.ok ? found.value[0] : undefined;
      if (!known) return void (await actions.put(id, request, { partOf, by: recalls.read()?.by }));
      const isEarlier = (known.sentAt ?? known.createdAt) < since;
      // Done, in progress, or being checked and sent again.
      if (known.state !== 'rejected' && known.state !== 'cancelled' && !isEarlier) return;
    }
  }

  private wanted(
    body: TakingOff,
    why: string,
    { time = 0, doubt }: { time?: number | string; doubt?: string | undefined } = {},
  ): BatchItem {
    const { recalls, own } = this.options;
    const terms = body.kind === 'withdraw-quote' ? own.sentQuote(body.quoteId)?.terms : undefined;
    const parts = [recalls.read()?.id, body.kind === 'withdraw-quote' ? body.quoteId : body.requestId];
    return {
      id: idFrom(time === 0 ? parts : [...parts, time]),
      body,
      shown: this.worded(takeOffText(body, terms), why, doubt),
    };
  }
}

const QUOTE_KEY = '"kind":"withdraw-quote"';

const isOpen = (end: WithdrawalEnd): boolean => end === 'unknown' || end === 'under-way';

/** By kind, as the pane counts them; which of them were taken in part before, the pane alone tells. */
function inWords(ends: ReadonlyMap<string, WithdrawalEnd>): string {
  const of = (isQuote: boolean) =>
    [...ends].flatMap(([key, ending]) => (key.includes(QUOTE_KEY) === isQuote ? { ending } : []));
  const [quotes, proposals] = [of(true), of(false)];
  return [
    ...(quotes.length > 0 || proposals.length === 0 ? [quotesInWords(quotes)] : []),
    ...(proposals.length > 0 ? [proposalsInWords(proposals)] : []),
  ].join(' ');
}

/** Tries of one offer have one body. */
const keyOf = (body: ActionBody): string => JSON.stringify(body);

const isFirm = (body: ActionBody): boolean => 'proposalKind' in body && body.proposalKind === 'firm';
const isLive = (body: ActionBody): boolean =>
  body.kind === 'withdraw-quote' || body.kind === 'delete-proposals';
const withdrawalOf = ({ requestId, quoteId }: OwnQuote): TakingOff => ({
  kind: 'withdraw-quote',
  requestId,
  quoteId,
});
const deletionOf = (requestId: RequestId): TakingOff => ({ kind: 'delete-proposals', requestId });

const NO_WITHDRAWAL: Failure = {
  kind: 'invalid-argument',
  message: 'Withdraw all accepts only quote withdrawals and price proposal deletions.',
  next: 'Nothing was sent. Reload the pane to match the gateway’s version.',
};
