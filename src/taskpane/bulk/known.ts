import type { Action } from '../../domain/action';
import type { Pace } from '../../domain/desk-status';
import type { Answer } from '../../domain/answer';
import type { Failure } from '../../domain/failure';
import type { ActionId, RequestId } from '../../domain/identifiers';
import type { DeskLimits } from '../../domain/limits/limits';
import type { KnownAround } from '../../domain/limits/references';
import type { OwnQuote } from '../../domain/own-quote';
import type { Proposal } from '../../domain/proposal';
import type { Quote } from '../../domain/quote';
import type { Request } from '../../domain/request';
import type { Resource, ValueOf } from '../../domain/resource';
import type { Press } from '../pressing/presses';
import type { Figures } from '../words/figures';

/** Something that was asked for: it has come, it is still to come, or it cannot be had. */
export type Seen<T> =
  | { readonly state: 'known'; readonly value: T }
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly failure: Failure };

/** What is known at one moment, against which rows are held. */
export interface Known {
  readonly request: (id: RequestId) => Seen<Request>;
  readonly quotes: (id: RequestId) => Seen<readonly Quote[]>;
  readonly proposals: (id: RequestId) => Seen<readonly Proposal[]>;
  readonly own: Seen<readonly OwnQuote[]>;
  /** What the journal has of the ids that stand beside rows; absent while nobody could say. */
  readonly written: ReadonlyMap<ActionId, Action>;
  readonly journal: readonly Action[];
  readonly presses: readonly Press[];
  readonly limits: Pick<DeskLimits, 'limits' | 'failure' | 'today' | 'lastTrades'> | undefined;
  /** What is known of the market around a request anyway. */
  readonly around: (id: RequestId) => Omit<KnownAround, 'trades'>;
  /** What the desk has of the minute that the journal here may not show; absent while a batch of this workbook is part of it. */
  readonly pace?: Pace | undefined;
  /** Epoch ms, by the gateway's clock. */
  readonly now: number;
  readonly figures: Figures;
}

/** The same without quotes that were withdrawn just now: the list of a request has them until it has been read again. */
export function without(withdrawn: readonly Pick<OwnQuote, 'quoteId'>[], known: Known): Known {
  const ids = new Set<string>(withdrawn.map(({ quoteId }) => quoteId));
  const { own } = known;
  const quotesOf = (id: RequestId): Seen<readonly Quote[]> => {
    const quotes = known.quotes(id);
    return quotes.state === 'known'
      ? { ...quotes, value: quotes.value.filter((one) => !ids.has(one.id)) }
      : quotes;
  };
  return {
    ...known,
    quotes: quotesOf,
    own:
      own.state === 'known' ? { ...own, value: own.value.filter(({ quoteId }) => !ids.has(quoteId)) } : own,
  };
}

/** An answer that is too old counts as one that is still to come: nothing is held against it. */
export function seenOf<R extends Resource, T>(answer: Answer<R>, as: (value: ValueOf<R>) => T): Seen<T> {
  if (answer.value !== undefined && answer.state !== 'stale')
    return { state: 'known', value: as(answer.value) };
  return answer.failure ? { state: 'failed', failure: answer.failure } : { state: 'waiting' };
}
