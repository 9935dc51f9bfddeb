import type { Action, BodyOf, QuoteEnd } from '../../domain/action';
import { addedDecimals, comparedDecimals } from '../../domain/decimal';
import { QUOTE_ENDS } from '../../domain/actions/send-quote';
import type { Fill } from '../../domain/delivery/fill';
import type { OwnTrade } from '../../domain/own-trade';

/** So long nobody calls a quote ended of which its request was traded: the trade that may have taken it is looked up. */
const LOOKED_UP_MS = 120_000;
/** A trade that the desk knew of so long before the end of a request is not what ended it. */
const BEFORE_MS = 60_000;

/** A quote of this desk that ended without its doing. */
export interface EndedQuote extends Pick<Action, 'by'> {
  readonly body: BodyOf<'send-quote'>;
  readonly over: QuoteEnd;
  readonly quoteId: string;
  /** What it came to, after "it"; absent while it is looked up whether it was taken. */
  readonly came: string | undefined;
}

/** What is known of it. `from`: up to when (epoch ms) a person has read of them; `now`: of the same clock as the ends. */
interface Known {
  readonly fills: readonly Pick<Fill, 'quoteId'>[];
  readonly trades: readonly OwnTrade[];
  readonly from: number;
  readonly now: number;
}

/** The newest first. What was taken has a message of its own, and what this desk withdrew is no news. */
export function endedUnread(journal: readonly Action[], known: Known): EndedQuote[] {
  const own = new Set(
    journal.flatMap(({ body, state }) =>
      body.kind === 'withdraw-quote' && state === 'done' ? [body.quoteId as string] : [],
    ),
  );
  const taken = new Set(known.fills.map(({ quoteId }) => quoteId));
  return journal
    .flatMap((action) => {
      const { body, over, quoteId, by } = action;
      if (body.kind !== 'send-quote' || !over || over.how === 'accepted' || quoteId === undefined) return [];
      if (over.at <= known.from || own.has(quoteId) || isWholeTaken(action, taken.has(quoteId))) return [];
      return [{ body, over, quoteId, by, came: cameOf(action, { body, over, quoteId }, known) }];
    })
    .sort((a, b) => b.over.at - a.over.at);
}

/** By what the journal says of its trades; one that does not say how much is taken for the whole, as is a fill that the journal does not tell yet. */
function isWholeTaken({ body, taken = [] }: Action, isFilled: boolean): boolean {
  if (taken.length === 0) return isFilled;
  const sum = taken.reduce<string | undefined>(
    (all, { quantity }) =>
      all === undefined || quantity === undefined ? undefined : addedDecimals(all, quantity),
    '0',
  );
  return sum === undefined || !('quantity' in body) || comparedDecimals(sum, body.quantity ?? sum) >= 0;
}

function cameOf(
  { taken = [] }: Pick<Action, 'taken'>,
  { body, over, quoteId }: Pick<EndedQuote, 'body' | 'over' | 'quoteId'>,
  { trades, now }: Known,
): string | undefined {
  const inPart = taken.length > 0 ? ', taken in part' : '';
  if (over.how !== 'request-traded') return `${QUOTE_ENDS[over.how]}${inPart}`;
  // A request may be traded in parts: that one of them is another's says nothing of the next one.
  if (now - over.at < LOOKED_UP_MS) return undefined;
  if (inPart !== '') return `${QUOTE_ENDS[over.how]}${inPart}`;
  const of = trades.filter(({ requestId }) => requestId === body.requestId);
  const isOfOthers = (trade: OwnTrade): boolean =>
    trade.state === 'other' ||
    (trade.state === 'own' && trade.quoteId !== undefined && trade.quoteId !== quoteId);
  if (of.every(isOfOthers) && of.some(({ since }) => since > over.at - BEFORE_MS))
    return `${QUOTE_ENDS[over.how]} with others; no trade of it is known`;
  return `${QUOTE_ENDS[over.how]}; no trade of it is known yet`;
}
