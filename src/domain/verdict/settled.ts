import { isFinal, madeOf, requestIdOf, tradesMade, type Action, type ActionBody, type Made } from '../action';
import { wasRefused, type ActionEvent } from '../actions/action-event';
import { factsOf } from '../actions/kinds';
import { fillOf } from '../delivery/fill';
import { isAcceptance } from '../executed';
import { lastSeenOf, restOf } from '../offers';
import type { QuoteId, TradeId } from '../identifiers';
import { present } from '../present';
import { isMore } from '../quantity-problem';
import type { Trade } from '../trade';
import { CLOCKS_APART_MS, sameTradedPrice } from './acceptance';
import { numberNamed, seen, UNKNOWN, unknownBut, type Evidence, type Verdict } from './evidence';

type Offer = Extract<ActionBody, { direction: unknown }>;
type Correction = Omit<Extract<ActionEvent, { type: 'corrected' }>, 'type' | 'at'>;

/** A list may be as old as this: until then what is listed disproves nothing of what was done. */
export const LIST_LAG_MS = 60_000;

/** What is listed as made no later than this after a person settled it was there then; a later one is another press. */
const CLOCKS_AND_LISTS_MS = 60_000;

/**
 * Whether the records can say something else, or more, than what a person recorded. A trade that was named is read by itself. What makes nothing,
 * as a withdrawal, leaves no record of its own: that it is withdrawn now may be another's doing.
 */
export const mayBeCorrected = (action: Action): boolean =>
  wasRefused(action) ||
  (action.settledBy === 'person' &&
    action.sentAt !== undefined &&
    (action.state === 'done'
      ? !isAcceptance(action.body) || action.tradeId === undefined
      : factsOf(action.body).makes !== undefined));

/** Whether the records prove just what the person recorded: there is nothing more to be looked for. */
export function isConfirmed(action: Action, found: Verdict): boolean {
  if (action.state === 'rejected') return found.verdict === 'rejected';
  return found.verdict === 'done' && sameMade(action, found);
}

/**
 * What the platform's records prove of an action that a person settled, where that is not what the person recorded. Only what is
 * there proves anything: a record that is missing may come late, or never. `now` is epoch ms.
 */
export function correction(
  action: Action,
  {
    found,
    evidence,
    others,
    now,
  }: {
    found: Verdict;
    evidence: Evidence;
    others: readonly Action[];
    now: number;
  },
): Correction | undefined {
  const isOff = factsOf(action.body).takesOff === 'quote';
  // What a withdrawal is about was there before it: no record of it has to be new, and its quote is proven off from here on.
  if (found.verdict === 'done' && (isOff || !isConfirmed(action, found))) {
    const made = madeOf(found);
    if (!isOff && (!wasMadeThen(action, made, evidence) || isReplaced(action, made))) return undefined;
    const what = namedIn(made);
    const did = factsOf(action.body).leaves === undefined ? 'It was executed' : 'It went live';
    const proof = what === undefined ? `${did}.` : `${did}: ${what}.`;
    return { verdict: 'executed', proof, ...made };
  }
  if (action.state === 'rejected') {
    const trade = 'direction' in action.body ? tradeOf(action, action.body, { evidence, others }) : undefined;
    return trade && { verdict: 'executed', proof: tradedText(trade), tradeId: trade.id };
  }
  if (found.verdict === 'rejected') return { verdict: 'not-executed', proof: found.says };
  return now - (action.endedAt ?? now) < LIST_LAG_MS ? undefined : stillLive(action, evidence);
}

/**
 * What the records say of an action that the platform refused, where they say that it was executed all the same: proven, or in doubt. A record that
 * was made over a minute after the refusal is another press's, and one that an equal action on its way may have made says nothing yet.
 */
export function refusalDisproved(
  action: Action,
  {
    found,
    evidence,
    others,
  }: {
    readonly found: Verdict;
    readonly evidence: Evidence;
    readonly others: readonly Action[];
  },
): Correction | { readonly verdict: 'doubted'; readonly evidence: string } | undefined {
  const { body } = action;
  if (others.some((other) => isOpenLike(action, other))) return undefined;
  if (found.verdict === 'unknown') {
    const { mayBe = [], evidence: says = '' } = found;
    const isLate = mayBe.length > 0 && mayBe.every((one) => isAfter(action, one, evidence) === true);
    return mayBe.length === 0 || isLate ? undefined : { verdict: 'doubted', evidence: says };
  }
  if (found.verdict !== 'done') return undefined;
  const made = madeOf(found);
  const what = namedIn(made) ?? '';
  const after = idsIn(made).map((one) => isAfter(action, one, evidence));
  if (after.includes(true)) return undefined;
  if (after.includes(undefined)) {
    const why =
      made.tradeId === undefined ? 'which does not say when it was made' : 'whose leg prices came later';
    return { verdict: 'doubted', evidence: `It may be ${what}, ${why}.` };
  }
  const did = isAcceptance(body) ? 'It was executed' : 'It went live';
  return {
    verdict: 'executed',
    proof: `${did}, by this press or by another of your company: ${what}.`,
    ...present({ isFound: made.quoteId && (true as const) }),
    ...made,
  };
}

/**
 * The outcome of one that was refused and is in doubt, by the same rules: that some time passes makes no proof of what was none. `proof`: in a
 * sentence, where it is done.
 */
export function doubtJudged(
  action: Action,
  looked: { readonly found: Verdict; readonly evidence: Evidence; readonly others: readonly Action[] },
): { readonly found: Verdict; readonly proof?: string } {
  const { found } = looked;
  if (found.verdict !== 'done') return { found };
  const judged = refusalDisproved(action, looked);
  if (judged?.verdict === 'executed') return { found, proof: judged.proof };
  return {
    found: judged?.verdict === 'doubted' ? unknownBut(judged.evidence, idsIn(madeOf(found))) : UNKNOWN,
  };
}

/** Live quotes that may be what an action sent in the place of the one that was found by its terms. */
export function twinsOf(
  action: Action,
  {
    found,
    evidence,
    others,
  }: { readonly found: Verdict; readonly evidence: Evidence; readonly others: readonly Action[] },
): readonly QuoteId[] {
  if (found.verdict === 'rejected' || others.some((other) => isOpenLike(action, other))) return [];
  const mayBe = new Set<string>(found.verdict === 'done' ? idsIn(madeOf(found)) : found.mayBe);
  return seen(evidence.quotes).records.flatMap(({ id, state }) =>
    mayBe.has(id) &&
    id !== action.quoteId &&
    state !== 'withdrawn' &&
    state !== 'rejected' &&
    isAfter(action, id, evidence) !== true
      ? id
      : [],
  );
}

/** Whether an equal action is on its way, which explains what is new. */
const isOpenLike = ({ id, body }: Action, other: Action): boolean =>
  other.id !== id &&
  other.body.kind === body.kind &&
  requestIdOf(other.body) === requestIdOf(body) &&
  !isFinal(other);

/** Whether the record of this number was made well after the action ended; nothing where that cannot be told. */
function isAfter(action: Action, id: string, evidence: Evidence): boolean | undefined {
  const { body, endedAt = -Infinity, refusedAt = endedAt } = action;
  const trade = seen(evidence.trades).records.find((one) => one.id === id);
  const at = trade?.tradedAt ?? madeAt(id, evidence);
  if (at === undefined) return undefined;
  const isLate = at > refusedAt + CLOCKS_AND_LISTS_MS;
  // One of a standard spread comes with its leg prices, hours later: that may be this one, or a colleague's.
  const isPricedLater = trade && isAcceptance(body) && body.lastSeen.type === 'standard-spread';
  if (isLate && isPricedLater) return numberNamed(action) === id ? false : undefined;
  return isLate;
}

const idsIn = (made: Made): readonly string[] => Object.values(made).flatMap((id) => id ?? []);

function madeAt(id: string, { quotes, proposals, counteroffers, requests }: Evidence): number | undefined {
  const records: readonly { readonly id: string; readonly createdAt?: number }[] = [
    ...seen(quotes).records,
    ...seen(proposals).records,
    ...seen(counteroffers).records,
    ...seen(requests).records,
  ];
  return records.find((record) => record.id === id)?.createdAt;
}

/** Whether the records themselves say that they were there when it was settled. A trade is of what was accepted, whenever it comes. */
function wasMadeThen({ endedAt = -Infinity }: Action, made: Made, evidence: Evidence): boolean {
  const { tradeId: _, ...others } = made;
  return idsIn(others).every((id) => {
    const createdAt = madeAt(id, evidence);
    return createdAt !== undefined && createdAt <= endedAt + CLOCKS_AND_LISTS_MS;
  });
}

/** A number that the person stated gives way only where it was there before this was sent, and so is none of its own. */
function isReplaced(action: Action, made: Made): boolean {
  const before = new Set<unknown>(Object.values(action.before ?? {}).flat());
  return Object.entries(made).some(([name, id]) => {
    const stated = action[name as keyof Made];
    return stated !== undefined && stated !== id && !before.has(stated);
  });
}

/** A quote that was recorded as withdrawn says itself that it can still be taken. */
function stillLive({ body }: Action, { quotes }: Evidence): Correction | undefined {
  if (body.kind !== 'withdraw-quote') return undefined;
  const quote = seen(quotes).records.find(({ id }) => id === body.quoteId);
  return quote?.state === 'active' && restOf(quote) === 'lives'
    ? { verdict: 'not-executed', proof: `Quote ${quote.id} is still active.` }
    : undefined;
}

/**
 * The trade in which an offer with one price was taken that no list shows any more: of its request, newer than the offer, at its price, on its
 * side and for no more than its quantity, while nothing else that this desk sent explains the trade.
 */
function tradeOf(
  { id, sentAt = Infinity, before }: Action,
  body: Offer,
  { evidence, others }: { evidence: Evidence; others: readonly Action[] },
): Trade | undefined {
  // The side of a spread is not in its net price, and nobody can take an indicative price.
  if (body.price.shape !== 'single') return undefined;
  if (body.kind === 'send-proposal' && body.proposalKind !== 'firm') return undefined;
  // What a person called not executed may be wrong there as well.
  const sent = others.filter(
    (other) =>
      other.id !== id &&
      other.sentAt !== undefined &&
      (other.state !== 'rejected' || other.settledBy === 'person') &&
      other.state !== 'cancelled',
  );
  const onRequest = sent.filter(
    (other) => 'requestId' in other.body && other.body.requestId === body.requestId,
  );
  const isExplained = (trade: Trade): boolean =>
    onRequest.some(
      (other) =>
        tradesMade(other).includes(trade.id) ||
        (isAcceptance(other.body) && other.tradeId === undefined) ||
        ('direction' in other.body && isAt(trade, other.body)),
    );
  const isOld = ({ tradedAt, id: tradeId }: Trade): boolean =>
    tradedAt < sentAt - CLOCKS_APART_MS || before?.tradeIds?.includes(tradeId) === true;
  // A quote that is listed was judged by its own record.
  const known = new Set<string>([
    ...(before?.quoteIds ?? []),
    ...seen(evidence.quotes).records.map((quote) => quote.id),
  ]);
  return seen(evidence.trades).records.find(
    (trade) =>
      trade.requestId === body.requestId &&
      !isOld(trade) &&
      isAt(trade, body) &&
      !known.has(fillOf(trade).quoteId ?? '') &&
      !isExplained(trade),
  );
}

/** Whether price, side and quantity are those of the offer, or of a part of it. */
function isAt(trade: Trade, { price, direction, quantity, allOrNone }: Offer): boolean {
  if (sameTradedPrice(trade, lastSeenOf(price)) !== true || trade.quantity === undefined) return false;
  const side = direction === 'bid' ? 'buy' : 'sell';
  if (price.shape === 'single' && trade.action !== undefined && trade.action !== side) return false;
  return allOrNone ? trade.quantity === quantity : !isMore(trade.quantity, quantity);
}

const tradedText = ({ id }: Trade): string =>
  `Trade ${id} on this request has its price and quantity, and nothing else that this desk sent explains it.`;

const sameMade = (action: Made, found: Made): boolean =>
  Object.entries(madeOf(found)).every(([name, id]) => action[name as keyof Made] === id);

/** "quote QT-7", "trades T-7 and T-8" */
export function namedIn({
  tradeId,
  legTradeIds,
  quoteId,
  proposalId,
  counterofferId,
  newRequestId,
}: Made & { readonly legTradeIds?: readonly TradeId[] | undefined }): string | undefined {
  const named = [
    legTradeIds ? ['trades', legTradeIds.join(' and ')] : ['trade', tradeId],
    ['quote', quoteId],
    ['price proposal', proposalId],
    ['counteroffer', counterofferId],
    ['request', newRequestId],
  ].filter(([, id]) => id !== undefined);
  return named.length === 0 ? undefined : named.map((words) => words.join(' ')).join(', ');
}

/** Records beside those of its kind: an offer may have been taken before any list was read. */
export const needsTrades = ({ body, state, settledBy }: Action): boolean =>
  state === 'rejected' && settledBy === 'person' && factsOf(body).leaves !== undefined;
