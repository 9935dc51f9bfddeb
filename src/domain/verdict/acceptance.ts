import { tradesMade, type Action, type Before, type ExecutedLeg } from '../action';
import { inLegOrder } from '../delivery/leg-order';
import { isAcceptance, type Acceptance } from '../executed';
import { netBeside } from '../net-beside';
import { present } from '../present';
import { minus, sameLastSeen, type LastSeenPrice } from '../price';
import type { Quantity } from '../quantity';
import { netOf } from '../spread';
import { isSingle, type Trade } from '../trade';
import {
  differ,
  hadNameless,
  hidden,
  listed,
  mayHaveMade,
  newUnreadable,
  numberNamed,
  rejected,
  sameName,
  seen,
  UNKNOWN,
  unknownBut,
  type Evidence,
  type Sought,
  type Verdict,
} from './evidence';
import { legsAccepted, legTradesOf, NO_LEG_TRADES, onlySet, whyOpen } from './leg-trades';

interface SentAcceptance extends Pick<Sought, 'sentAt' | 'legs' | 'failure'> {
  readonly body: Acceptance;
  readonly before: Before;
  readonly others: readonly Action[];
}

/** An offer that was accepted, by its kind and by its own record as its list has it now. */
interface AcceptedOffer {
  /** "Quote Q-1" */
  readonly name: string;
  /** Active, it has not been taken as a whole: the platform ends this kind when that happens. */
  readonly endsWhenTaken: boolean;
  readonly now: Terms | undefined;
}

interface Terms {
  readonly state?: string | undefined;
  readonly quantity?: Quantity | undefined;
  readonly counterparty?: string | undefined;
}

/** The same, as far as it is known now or was before. `state` is what its own record says now. */
type Accepted = Omit<AcceptedOffer, 'now'> & Terms;

/**
 * Relation of a new trade to this acceptance. `ours`: it says what was accepted. `open`: it contradicts nothing, and
 * does not say enough. `doubtful`: it agrees but for a name, names no request, or is of the same request and
 * counterparty with other numbers. `other`: a number contradicts.
 */
type Match = 'ours' | 'open' | 'doubtful' | 'other';

/**
 * An acceptance is done when one new trade of its request is what it would have made, and nothing else explains that
 * trade; or when the trade that the answer to it named has a record. It is rejected only when the very offer says that it was not taken and no trade can be pending: a request
 * that is closed, an offer or a trade that is not listed prove nothing, because trades are listed late.
 */
export function acceptance(
  sent: SentAcceptance,
  accepted: AcceptedOffer,
  evidence: Pick<Evidence, 'request' | 'trades' | 'zone'>,
): Verdict {
  const { body, before, others } = sent;
  const offer = acceptedOf(sent, accepted);
  const trades = seen(evidence.trades);
  const ofOthers = others.filter(
    (other) => isAcceptance(other.body) && other.body.requestId === body.requestId,
  );
  const known = new Set<string>([
    ...(before.tradeIds ?? []),
    ...(before.unreadable?.ids ?? []),
    ...ofOthers.flatMap(tradesMade),
  ]);
  const fresh = trades.records
    .filter(({ id }) => !known.has(id))
    .map((trade) => inLegOrder(trade, sent.legs));
  const named = fresh.find(({ id }) => id === numberNamed(sent));
  if (named)
    return saysUndone(named)
      ? unknownBut(`Trade ${named.id}, which the answer named, does not say that it was executed.`)
      : { verdict: 'done', tradeId: named.id };
  const each = fresh.map((trade) => ({ trade, match: matched(trade, sent, offer) }));
  // What says all of it as a whole is of no leg.
  const inParts = each.flatMap(({ trade, match }) => (match === 'ours' || saysUndone(trade) ? [] : trade));
  const meant = evidence.zone === undefined ? undefined : legsAccepted({ ...sent, zone: evidence.zone });
  const legTrades = meant
    ? legTradesOf(inParts, { ...meant, counterparty: offer.counterparty })
    : NO_LEG_TRADES;
  const matches = each.filter(({ trade }) => !legTrades.all.includes(trade));
  const of = (...wanted: readonly Match[]): readonly Trade[] =>
    matches.filter(({ match }) => wanted.includes(match)).map(({ trade }) => trade);
  const candidates = [...of('ours'), ...of('open')];
  const unread = newUnreadable(trades, known);
  const isSettled = legTrades.all.length + candidates.length + of('doubtful').length === 0 && trades.complete;
  if (isSettled && saysNotTaken(offer, body) && !mayBePending(body, evidence.request, of('other'))) {
    return rejected(`${offer.name} is ${offer.state ?? ''}, and nothing of it was traded.`);
  }
  const rivals = ofOthers.filter((other) => mayHaveMade(other, other.tradeId));
  const [only, second] = candidates;
  const isUsedUp = offer.state === 'accepted' && body.quantity === undefined;
  const isKnownBefore = before.tradeIds !== undefined && !hadNameless(before);
  const isProven = of('ours').length > 0 || (isUsedUp && isKnownBefore && of('doubtful').length === 0);
  const isUnrivalled = rivals.length === 0 && !trades.pending && unread === 0 && !isUntouched(offer, body);
  const isNew = (trade: Trade): boolean => isKnownBefore || isLater(trade, sent);
  if (legTrades.all.length > 0) {
    const set = candidates.length === 0 ? onlySet(legTrades) : undefined;
    const [first] = set ?? [];
    if (set && first && isUnrivalled && set.every(isNew))
      return { verdict: 'done', tradeId: first.id, legTradeIds: set.map(({ id }) => id) };
    const more = [...legTrades.all, ...candidates];
    return candidates.length > 0
      ? judge({ sent, offer, candidates: more, doubtful: [], unread })
      : unknownBut(
          whyOpen(legTrades),
          more.map(({ id }) => id),
        );
  }
  if (only && second === undefined && isUnrivalled && isProven && isNew(only)) {
    return { verdict: 'done', tradeId: only.id };
  }
  return judge({ sent, offer, candidates, doubtful: of('doubtful'), unread });
}

/** A record that calls its trade something else than a trade. */
const saysUndone = ({ raw }: Trade): boolean =>
  [raw['state'], raw['status'], raw['trade-state'], raw['trade-status']].some(
    (word) => typeof word === 'string' && /cancel|reject|fail|void|expire|revers|pending|declin/i.test(word),
  );

const isNotTaken = ({ state }: Accepted): boolean => state === 'withdrawn' || state === 'rejected';

/** The whole of a quote that is still on offer, or that ended otherwise, was not taken: a trade is somebody else's, or the list lags. */
const isUntouched = (offer: Accepted, { quantity }: Acceptance): boolean =>
  isNotTaken(offer) || (offer.state === 'active' && offer.endsWhenTaken && quantity === undefined);

/** A part may have been taken of an offer that ended otherwise later. */
const saysNotTaken = (offer: Accepted, { quantity }: Acceptance): boolean =>
  quantity === undefined && isNotTaken(offer);

/**
 * Whether a trade of this request may still come to be listed. A traded request has one that accounts for it, or it is
 * on its way; that of a standard spread comes when the operator has entered the leg prices, long after the request closed.
 */
function mayBePending(
  { lastSeen }: Acceptance,
  request: Evidence['request'],
  traded: readonly Trade[],
): boolean {
  if (request?.state === 'open') return false;
  if (lastSeen.type === 'standard-spread') return true;
  return !(request?.state === 'closed' || (request?.state === 'traded' && traded.length > 0));
}

/** How far the platform's clock may be behind ours where nothing but a time tells a trade from one that was there before. */
export const CLOCKS_APART_MS = 2_000;

/** Without the whole list from before, only when it was traded tells that a trade is new; a part may be anybody's then. */
const isLater = ({ tradedAt }: Trade, { body, sentAt }: SentAcceptance): boolean =>
  body.quantity === undefined && sentAt !== undefined && tradedAt >= sentAt - CLOCKS_APART_MS;

function judge(found: {
  readonly sent: SentAcceptance;
  readonly offer: Accepted;
  readonly candidates: readonly Trade[];
  readonly doubtful: readonly Trade[];
  readonly unread: number;
}): Verdict {
  const { sent, offer, candidates, doubtful, unread } = found;
  const [first, second] = candidates.length > 0 ? candidates : doubtful;
  const maySay = candidates.map(({ id }) => id);
  if (first && second) {
    const ids = (candidates.length > 0 ? candidates : doubtful).map(({ id }) => id);
    return unknownBut(`Trades ${listed(ids)} are new on this request, and each may be this one.`, maySay);
  }
  if (first && candidates.length > 0) {
    return unknownBut(
      `Trade ${first.id} is new on this request and may be this one; nothing proves it.`,
      maySay,
    );
  }
  if (first) return unknownBut(whyDoubtful(first, sent, offer));
  if (unread > 0) return unknownBut(hidden(unread, ['new trade', 'new trades'], 'one'));
  if (!saysNotTaken(offer, sent.body)) return UNKNOWN;
  return unknownBut(
    `${offer.name} is ${offer.state ?? ''}, so it was probably not executed, but a trade may still be listed.`,
  );
}

function whyDoubtful(trade: Trade, sent: SentAcceptance, offer: Accepted): string {
  const { counterparty = 'nobody' } = trade;
  if (trade.requestId === undefined) {
    return `Trade ${trade.id} is new and says what was accepted, but names no request.`;
  }
  return isOtherwise(trade, sent, offer)
    ? `Trade ${trade.id} is new on this request, with ${counterparty} and other numbers; it may be a part of what was accepted.`
    : `Trade ${trade.id} says what was accepted, but names ${counterparty} and not ${offer.counterparty ?? 'anybody'}.`;
}

/** Whether quantity or price contradict what was accepted. */
const isOtherwise = (trade: Trade, { body, legs }: SentAcceptance, offer: Accepted): boolean =>
  differ(trade.quantity, body.quantity ?? offer.quantity) ||
  sameTradedPrice(trade, body.lastSeen) === false ||
  // A net price is no price of one leg, whatever it comes to.
  (isSpread(body.lastSeen) && saysOneLeg(trade, body.lastSeen, legs));

const isSpread = (lastSeen: LastSeenPrice): boolean =>
  lastSeen.type === 'standard-spread' || lastSeen.legPrices.length > 1;

/** Whether a record that says the price of one leg alone, and no net price, is of that leg. */
function saysOneLeg(trade: Trade, lastSeen: LastSeenPrice, legs: readonly ExecutedLeg[] = []): boolean {
  if (isSingle(trade)) return true;
  const { price, raw } = trade;
  if (Array.isArray(raw.legs) && raw.legs.length > 0)
    return raw.legs.length === 1 && sameTradedPrice(trade, lastSeen) !== true;
  if (lastSeen.type === 'standard-spread' || price === undefined) return false;
  const { legPrices } = lastSeen;
  const net = netOf(legs.map((leg, at) => present({ ...leg, price: legPrices[at] })));
  return net === undefined ? legPrices.includes(price) : price !== net;
}

function acceptedOf({ body, before }: SentAcceptance, { now, ...kind }: AcceptedOffer): Accepted {
  return {
    ...kind,
    state: now?.state,
    quantity: body.shownQuantity ?? before.offered?.quantity ?? now?.quantity,
    counterparty: before.offered?.counterparty ?? now?.counterparty,
  };
}

/** A part is known by its quantity alone, so a trade that does not say its own may be anybody's. */
function matched(trade: Trade, sent: SentAcceptance, offer: Accepted): Match {
  const { body } = sent;
  const agrees = sameTradedPrice(trade, body.lastSeen);
  const { counterparty } = trade;
  const isNamedOther =
    counterparty !== undefined &&
    offer.counterparty !== undefined &&
    !sameName(counterparty, offer.counterparty);
  if (isOtherwise(trade, sent, offer)) {
    // With the same counterparty it may be a part of what was accepted.
    return trade.requestId === undefined || isNamedOther ? 'other' : 'doubtful';
  }
  if (trade.requestId === undefined) return agrees ? 'doubtful' : 'other';
  if (isNamedOther) return 'doubtful';
  const isSized = body.quantity === undefined || trade.quantity !== undefined;
  return agrees && isSized ? 'ours' : 'open';
}

/** Whether a trade is at this price; `undefined` while it does not say its own. */
export function sameTradedPrice(
  { price, legPrices, raw }: Pick<Trade, 'price' | 'legPrices' | 'raw'>,
  lastSeen: LastSeenPrice,
): boolean | undefined {
  if (lastSeen.type === 'standard-spread') {
    const [leg1, leg2] = legPrices ?? [];
    if (leg1 !== undefined && leg2 !== undefined) return minus(leg1, leg2) === lastSeen.spreadPrice;
    const net = price ?? netBeside(raw);
    return net === undefined ? undefined : net === lastSeen.spreadPrice;
  }
  if (legPrices !== undefined) return sameLastSeen({ type: 'per-leg', legPrices: [...legPrices] }, lastSeen);
  const [only, second] = lastSeen.legPrices;
  return price === undefined || second !== undefined ? undefined : price === only;
}
