import type { Action, Made } from '../action';
import type { Counteroffer } from '../counteroffer';
import type { Proposal } from '../proposal';
import type { Quote } from '../quote';
import type { Request } from '../request';
import type { Risk, RiskSettings } from '../risk';
import type { Trade } from '../trade';

/** A list as it could be read. `complete`: every record was readable, so that what is not among them does not exist. */
export interface Seen<T> {
  readonly records: readonly T[];
  readonly complete: boolean;
}

/** What the service shows while the outcome of an action is being looked up. What was not read is absent. */
export interface Evidence {
  readonly request?: Pick<Request, 'state'>;
  readonly quotes?: Seen<Quote>;
  readonly proposals?: Seen<Proposal>;
  readonly counteroffers?: Seen<Counteroffer>;
  /** Trades that carry this request's id. */
  readonly trades?: Seen<Trade>;
  /** The desk's own open requests. */
  readonly requests?: Seen<Request>;
  readonly risk?: Pick<Risk, 'on'>;
  readonly settings?: RiskSettings;
}

/** `evidence`: what a person has to judge, in a sentence. */
export type Verdict =
  | ({ readonly verdict: 'done' } & Made)
  | { readonly verdict: 'rejected' }
  | { readonly verdict: 'unknown'; readonly evidence?: string };

/** As much of an action as its verdict hangs on. */
export type Sought = Pick<Action, 'body' | 'before'>;

export const UNKNOWN: Verdict = { verdict: 'unknown' };
export const REJECTED: Verdict = { verdict: 'rejected' };
export const unknownBut = (evidence: string): Verdict => ({ verdict: 'unknown', evidence });

export const seen = <T>(list: Seen<T> | undefined): Seen<T> => list ?? { records: [], complete: false };

/** Two fields that both records state, and that contradict each other. */
export const differ = (a: string | boolean | undefined, b: string | boolean | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b;

/** Sent, and neither known to have done nothing nor tied to what it made: something new may be its doing. */
export const mayHaveMade = (other: Action, made: string | undefined): boolean =>
  other.sentAt !== undefined &&
  other.state !== 'rejected' &&
  other.state !== 'cancelled' &&
  made === undefined;

export const listed = (ids: readonly string[]): string => ids.join(', ');
