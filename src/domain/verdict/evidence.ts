import type { Action, Before, Made } from '../action';
import type { QuoteId, TradeId } from '../identifiers';
import type { Counteroffer, Proposal, Quote } from '../offers';
import type { Request } from '../request';
import type { Risk, RiskSettings } from '../record';
import type { Trade } from '../trade';

/** A list as it could be read. `complete`: nothing that it names is hidden from the reader. */
export interface Seen<T> {
  readonly records: readonly T[];
  readonly complete: boolean;
  /** Records that are there and cannot be read: how many, and their numbers where those can be. */
  readonly unreadable?: Unreadable;
  /** Some of what the list names is still to be read. */
  readonly pending?: boolean;
}

export type Unreadable = NonNullable<Before['unreadable']>;

/** Present records of the platform for judging an outcome. Unread parts are absent. */
export interface Evidence {
  readonly request?: Pick<Request, 'state' | 'role'> & Partial<Pick<Request, 'legs'>>;
  readonly quotes?: Seen<Quote>;
  readonly proposals?: Seen<Proposal>;
  readonly counteroffers?: Seen<Counteroffer>;
  /** New trades that carry this request's number, and those that carry none. */
  readonly trades?: Seen<Trade>;
  /** The desk's own open requests. */
  readonly requests?: Seen<Request>;
  readonly risk?: Pick<Risk, 'on'>;
  readonly settings?: RiskSettings;
  /** Under which name the desk's own offers are listed; absent while that is not known. */
  readonly ownName?: string;
  /** Quotes that the platform let this desk withdraw: nobody else's can be. */
  readonly withdrawn?: ReadonlySet<string>;
  /** Whether its trades come to all of a quote of this desk. */
  readonly isTaken?: (id: QuoteId) => boolean;
  /** IANA, of the service's days. */
  readonly zone?: string;
}

/**
 * `says`: the positive statement that it was not executed. `evidence`: what a person has to judge, in a sentence. `mayBe`: the
 * numbers of what it may have made. `legTradeIds`: of one that was traded in a trade for each leg, in their order.
 */
export type Verdict =
  | ({ readonly verdict: 'done'; readonly legTradeIds?: readonly TradeId[] } & Made)
  | { readonly verdict: 'rejected'; readonly says: string }
  | { readonly verdict: 'unknown'; readonly evidence?: string; readonly mayBe?: readonly string[] };

/** As much of an action as its verdict hangs on. */
export type Sought = Pick<Action, 'body' | 'before'> &
  Partial<Pick<Action, 'state' | 'sentAt' | 'legs' | 'failure'>>;

/** The number of what it made, as an answer named it that did not prove that it was made. */
export const numberNamed = ({ failure }: Pick<Sought, 'failure'>): string | undefined =>
  failure?.service?.number;

export const UNKNOWN: Verdict = { verdict: 'unknown' };
export const rejected = (says: string): Verdict => ({ verdict: 'rejected', says });
export const unknownBut = (evidence: string, mayBe: readonly string[] = []): Verdict => ({
  verdict: 'unknown',
  evidence,
  ...(mayBe.length > 0 && { mayBe }),
});

export const seen = <T>(list: Seen<T> | undefined): Seen<T> => list ?? { records: [], complete: false };

/** Two fields that both records state, and that contradict each other. */
export const differ = (a: string | boolean | undefined, b: string | boolean | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b;

/** Two names, however they are spelt. */
export const sameName = (a: string, b: string): boolean => nameOf(a) === nameOf(b);
const nameOf = (text: string): string => text.trim().toLowerCase();

/** Sent, and neither known to have done nothing nor tied to what it made: something new may be its doing. */
export const mayHaveMade = (other: Action, made: string | undefined): boolean =>
  other.sentAt !== undefined &&
  other.state !== 'rejected' &&
  other.state !== 'cancelled' &&
  made === undefined;

/** How many records that cannot be read may be new: all but those that were there before by their number. */
export const newUnreadable = (
  { unreadable }: Pick<Seen<unknown>, 'unreadable'>,
  known: ReadonlySet<string>,
): number => (unreadable ? unreadable.count - unreadable.ids.filter((id) => known.has(id)).length : 0);

/** Whether something was there before that had no number: what looks new may be that. */
export const hadNameless = ({ unreadable }: Before): boolean =>
  unreadable !== undefined && unreadable.count > unreadable.ids.length;

/** "2 quotes on this request cannot be read, and one of them may be this quote." `of`: "quote on this request". */
export const hidden = (count: number, of: readonly [one: string, many: string], what: string): string =>
  count === 1
    ? `1 ${of[0]} cannot be read, and it may be this ${what}.`
    : `${count} ${of[1]} cannot be read, and one of them may be this ${what}.`;

export const listed = (ids: readonly string[]): string => ids.join(', ');
