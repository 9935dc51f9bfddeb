import type { Action } from '../../domain/action';
import type { FailureKind } from '../../domain/failure';
import { comparedDecimals } from '../../domain/decimal';
import type { Fill } from '../../domain/delivery/fill';
import type { OwnOffer, OwnQuote } from '../../domain/own-offers';
import { present } from '../../domain/present';
import { legsAt, legTaken, takenOfAll } from '../../domain/taken';
import { quotesInWords } from '../../domain/withdrawal-words';
import { goneBefore, goneWord, STATE_WORDS, wasOverBefore } from '../../domain/actions/state-words';
import { failureInWords } from '../ui/text/status-text';
import { cameToNothing, isOver, type Press } from './presses';
import { deletionOf, newestTry, withdrawalOf, type Tried } from './withdrawals';

/** What has become of the withdrawal of one quote. `over`: nothing was left to withdraw, by the quote's own record. */
export type Ending = 'under-way' | 'withdrawn' | 'over' | 'not-withdrawn' | 'unknown';

interface Result {
  readonly ending: Ending;
  /** The result in a sentence. */
  readonly text: string;
  /** Pressing again does something: it came to nothing, or is not known. */
  readonly again: boolean;
}

export interface Item extends Result {
  readonly quote: OwnQuote;
  /** It was traded, by the trades that the desk knows of or by the platform's word: in full, or for a part. */
  readonly traded?: 'whole' | 'part';
}

interface ProposalItem extends Result {
  readonly offer: OwnOffer;
  /** In full. */
  readonly traded?: 'whole';
}

/** What there is to tell of presses. `live`: what may still be live by the desk's own lists. */
interface WithdrawalRecords {
  readonly presses: readonly Press[];
  readonly journal: readonly Action[];
  readonly live?: ReadonlySet<string>;
  /** Numbers of quotes of which trades leave nothing. */
  readonly taken?: ReadonlySet<string>;
  /** The desk's own trades. */
  readonly fills?: readonly (Pick<Fill, 'quoteId' | 'quantity'> & Partial<Pick<Fill, 'legs' | 'at'>>)[];
}

/** The result of each quote, in the order in which they were pressed. */
export const itemsOf = (
  quotes: readonly OwnQuote[],
  { presses, journal, live, taken, fills = [] }: WithdrawalRecords,
): Item[] =>
  quotes.map((quote) => {
    const tried = newestTry(withdrawalOf(quote), presses, journal);
    const result = resultOf(tried, 'Withdrawn', live?.has(quote.quoteId));
    if (tried && wasTaken('send-quote', quote.quoteId, journal))
      return { quote, ...takenAll(result, 'withdrawal') };
    const trades = fills.filter(({ quoteId }) => quoteId === quote.quoteId);
    const legs = legsAt(quote.price);
    const parts = trades.flatMap(({ quantity, legs: of = [], at }) =>
      quantity === undefined ? [] : [{ quantity, leg: legTaken({ legs: of }, legs), at }],
    );
    const amount = parts.length === trades.length ? takenOfAll(parts, legs, quote.quantity) : undefined;
    const isWhole = taken?.has(quote.quoteId) || comparedDecimals(amount ?? '0', quote.quantity) >= 0;
    // Its trades prove it as well where no answer to the withdrawal came.
    const isOpen = result.again && !live?.has(quote.quoteId);
    if (tried && isWhole && (result.ending === 'over' || isOpen))
      return { quote, ending: 'over', again: false, traded: 'whole', text: TRADED };
    if (result.text === TRADED && trades.length === 0) return { quote, ...result, traded: 'whole' };
    if (!isOff(result) || trades.length === 0) return { quote, ...result };
    const known = amount === undefined ? 'A part' : `${amount} of ${quote.quantity}`;
    return { quote, ...result, traded: 'part', text: `${result.text} ${known} was traded before.` };
  });

const TRADED = `${goneWord({ how: 'accepted' })}.`;

/** Whether all of an offer was taken, by its own line in the journal: the desk's log goes by that too. */
const wasTaken = (
  kind: 'send-quote' | 'send-proposal',
  number: string | undefined,
  journal: readonly Action[],
): boolean =>
  journal.some(
    ({ body, quoteId, proposalId, over }) =>
      body.kind === kind &&
      number !== undefined &&
      (kind === 'send-quote' ? quoteId : proposalId) === number &&
      over?.how === 'accepted',
  );

/** What was traded is told as that; what its withdrawal was answered stands beside it. */
const takenAll = ({ ending }: Result, what: 'withdrawal' | 'deletion') => ({
  ending: 'over' as const,
  again: false,
  traded: 'whole' as const,
  text: ending === 'withdrawn' ? `${TRADED} Its ${what} was confirmed too.` : TRADED,
});

/** The result of each firm price proposal. */
export const proposalItemsOf = (
  offers: readonly OwnOffer[],
  { presses, journal, live }: WithdrawalRecords,
): ProposalItem[] =>
  offers.map((offer) => {
    const tried = newestTry(deletionOf(offer), presses, journal, offer.since);
    const result = resultOf(tried, 'Deleted', live?.has(offer.requestId));
    const isTaken = tried && wasTaken('send-proposal', offer.number, journal);
    return { offer, ...(isTaken ? takenAll(result, 'deletion') : result) };
  });

/** The platform's word that nothing is left, or that its state does not allow it. */
const OVER: readonly (FailureKind | undefined)[] = ['not-found', 'wrong-state'];

function resultOf(
  tried: Tried | undefined,
  done: 'Withdrawn' | 'Deleted',
  isLive: boolean | undefined,
): Result {
  if (!tried) {
    const text = 'Unknown here. See Journal.';
    return { ending: 'unknown', text, again: false };
  }
  const why = tried.failure ? ` ${failureInWords(tried.failure)}` : '';
  switch (tried.state) {
    case 'done':
      return { ending: 'withdrawn', text: `${done}.`, again: false };
    case 'rejected':
      if (!isLive && (wasOverBefore(tried) || (isLive === false && OVER.includes(tried.failure?.kind)))) {
        const word = goneBefore(tried, { isListed: isLive }) ?? goneWord({ how: 'ended' });
        return { ending: 'over', text: `${word}.`, again: false };
      }
      return notDone(done, why);
    case 'cancelled':
    case 'refused':
      // The desk's own word that another party's took its place.
      if (done === 'Deleted' && isLive === false && tried.failure?.kind === 'wrong-state')
        return { ending: 'over', text: `${goneWord({ how: 'ended' })}.${why}`, again: false };
      return notDone(done, why);
    case 'unknown':
      return {
        ending: 'unknown',
        // What an unknown outcome means, and what to do, is said before: what broke is left.
        text: `Unknown: it may still be live. The desk checks and sends it again.${tried.failure?.kind === 'unknown-outcome' ? ` ${tried.failure.message}` : why}`,
        again: true,
      };
    case 'unanswered':
      return {
        ending: 'unknown',
        // Of an unknown outcome that is all there is to say.
        text: `Unknown: it may still be live. The desk did not answer; asking again never sends it twice.${tried.failure?.kind === 'unknown-outcome' ? '' : why}`,
        again: true,
      };
    default:
      return {
        ending: 'under-way',
        text: why === '' ? `${STATE_WORDS[tried.state]}…` : `It is retried automatically.${why}`,
        again: false,
      };
  }
}

const notDone = (done: 'Withdrawn' | 'Deleted', why: string): Result => ({
  ending: 'not-withdrawn',
  text: `Not ${done.toLowerCase()}: it may still be live.${why}`,
  again: true,
});

/** What is counted of it, beside the words for the others. */
export const counted = ({
  ending,
  traded,
}: Pick<Item, 'ending' | 'traded'>): Parameters<typeof quotesInWords>[0][number] => ({
  ending: traded === 'whole' ? 'traded' : ending,
  isPartlyTraded: traded === 'part',
});

/** `ended`: quotes beyond those that had ended before. */
export const progressInWords = (
  items: readonly Pick<Item, 'ending' | 'traded'>[],
  ended: ReturnType<typeof lateOnes>['ended'] = [],
): string => quotesInWords([...items, ...ended].map(counted));

/** Whether it is proven that nothing of it is live any more. */
export const isOff = ({ ending }: Pick<Result, 'ending'>): boolean =>
  ending === 'withdrawn' || ending === 'over';

/**
 * What was sent and may yet go live: withdrawing what is live does not reach it. What waits for an approval was not sent. `before` a mass
 * withdrawal, where one is named; `until` (epoch ms) the moment at which it was pressed, while its number is not known.
 */
export function mayGoLive(
  journal: readonly Action[],
  presses: readonly Press[],
  { before, until = Infinity }: { readonly before?: number | undefined; readonly until?: number | undefined },
): { readonly quotes: number; readonly others: number } {
  const isMeant = (one: Pick<Action, 'body' | 'recall'> & { readonly state: string }, at: number): boolean =>
    'direction' in one.body &&
    one.state !== 'waiting' &&
    (before === undefined ? at <= until : (one.recall ?? 0) < before);
  const coming = [
    ...presses.filter((press) => isMeant(press, press.pressedAt) && !isOver(press)),
    ...journal.filter(
      (action) => isMeant(action, action.createdAt) && action.state !== 'done' && !cameToNothing(action),
    ),
  ];
  const quotes = coming.filter(({ body }) => body.kind === 'send-quote');
  const count = (some: typeof coming): number => new Set(some.map(({ id }) => id)).size;
  return { quotes: count(quotes), others: count(coming) - count(quotes) };
}

/**
 * Quotes that the desk withdrew by itself as a part of this mass withdrawal, beyond those that were named; and how many of which it is not known what they
 * were. `ended`: those of them that had ended before, by the journal's lines of the quotes.
 */
export function lateOnes(
  journal: readonly Action[],
  recall: number,
  named: readonly OwnQuote[],
): {
  readonly quotes: readonly OwnQuote[];
  readonly more: number;
  readonly ended: readonly Pick<Item, 'ending' | 'traded'>[];
} {
  const known = new Set<string>(named.map(({ quoteId }) => quoteId));
  const beyond = journal.filter(
    ({ recall: partOf, body }) =>
      partOf === recall && body.kind === 'withdraw-quote' && !known.has(body.quoteId),
  );
  const late = beyond.filter((action) => !foundNothing(action));
  const vain = new Set(beyond.filter(foundNothing).map(({ body }) => 'quoteId' in body && body.quoteId));
  const ended = journal.flatMap(({ body, over, quoteId }) => {
    if (body.kind !== 'send-quote' || !over || quoteId === undefined || !vain.has(quoteId)) return [];
    return over.how === 'accepted'
      ? { ending: 'over' as const, traded: 'whole' as const }
      : { ending: 'over' as const };
  });
  const tried = new Set<string>();
  const quotes = late.flatMap(({ body }) => {
    if ('quoteId' in body && tried.has(body.quoteId)) return [];
    if ('quoteId' in body) tried.add(body.quoteId);
    // A withdrawal bears the number of its quote too.
    const sent = journal.find(
      (one) => one.body.kind === 'send-quote' && 'quoteId' in body && one.quoteId === body.quoteId,
    );
    return sent?.body.kind === 'send-quote' && sent.quoteId !== undefined
      ? [{ ...sent.body, quoteId: sent.quoteId, since: sent.endedAt ?? sent.createdAt }]
      : [];
  });
  return { quotes, more: tried.size - quotes.length, ended };
}

/** Firm price proposals whose deletion the desk made a part of this mass withdrawal by itself, beyond those that were named. */
export function lateProposals(
  journal: readonly Action[],
  recall: number,
  named: readonly Pick<OwnOffer, 'requestId'>[],
): readonly OwnOffer[] {
  const known = new Set<string>(named.map(({ requestId }) => requestId));
  return journal.flatMap(({ recall: partOf, body }) => {
    if (partOf !== recall || body.kind !== 'delete-proposals' || known.has(body.requestId)) return [];
    known.add(body.requestId);
    const [sent] = journal
      .flatMap((one) =>
        one.body.kind === 'send-proposal' &&
        one.body.requestId === body.requestId &&
        (one.recall ?? 0) < recall
          ? [
              {
                ...one.body,
                what: 'proposal' as const,
                since: one.createdAt,
                ...present({ number: one.proposalId }),
              },
            ]
          : [],
      )
      .sort((a, b) => b.since - a.since);
    return sent && sent.proposalKind === 'firm' ? [sent] : [];
  });
}

const foundNothing = ({ state, failure }: Pick<Action, 'state' | 'failure'>): boolean =>
  state === 'rejected' && OVER.includes(failure?.kind);

/** What was on its way when quotes were withdrawn. `isAll`: everything was, and the desk sees to what comes late. */
export function comingInWords({ quotes, others }: ReturnType<typeof mayGoLive>, isAll: boolean): string[] {
  const one = quotes === 1;
  const sent = one ? '1 quote that was sent is' : `${quotes} quotes that were sent are`;
  const coming = isAll
    ? `${sent} still unconfirmed. ${one ? 'It is' : 'Each is'} withdrawn as soon as it is known to be live.`
    : `${sent} still unconfirmed and may go live. See Journal.`;
  const rest =
    others === 1
      ? '1 price proposal or counteroffer that was sent is still unconfirmed and may go live. See Journal.'
      : `${others} price proposals or counteroffers that were sent are still unconfirmed and may go live. See Journal.`;
  return [...(quotes > 0 ? [coming] : []), ...(others > 0 && isAll ? [rest] : [])];
}

/** What stays live although everything was withdrawn, and why. */
export function stayingInWords({
  counteroffers,
  proposals,
}: {
  counteroffers: number;
  proposals: number;
}): string[] {
  const one = counteroffers === 1;
  return [
    ...(counteroffers > 0
      ? [
          `${one ? '1 counteroffer stays' : `${counteroffers} counteroffers stay`}: the platform’s interface cannot withdraw ${one ? 'it' : 'them'}. Use the platform’s own web client.`,
        ]
      : []),
    ...(proposals > 0
      ? [
          `${proposals === 1 ? '1 firm proposal stays' : `${proposals} firm proposals stay`} live, as you chose.`,
        ]
      : []),
  ];
}

/** Quotes that the desk cannot withdraw, since nobody told it their number. */
export const unnumberedInWords = (requests: readonly string[]): string[] =>
  requests.map(
    (id) =>
      `A quote on ${id} was resolved without its number and may be live: withdraw it in the platform’s own web client.`,
  );

export const moreInWords = (count: number): string[] =>
  count === 0 ? [] : [`The desk is withdrawing ${count} more. See Journal.`];
