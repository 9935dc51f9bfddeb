import type { Action, Before, BodyOf } from '../action';
import { sameLastSeen, type LastSeenPrice } from '../last-seen-price';
import { minus } from '../price';
import type { Quantity } from '../quantity';
import type { Trade } from '../trade';
import {
  differ,
  listed,
  mayHaveMade,
  REJECTED,
  seen,
  UNKNOWN,
  unknownBut,
  type Evidence,
  type Verdict,
} from './evidence';

type Body = BodyOf<'accept-quote'> | BodyOf<'accept-proposal'>;
interface Sent {
  readonly body: Body;
  readonly before: Before;
}

/** The offer that was accepted, as far as it is known now or was before. */
interface Accepted {
  readonly state?: string | undefined;
  readonly quantity?: Quantity | undefined;
  readonly counterparty?: string | undefined;
}

/** An acceptance is done when one new trade of its request is what it would have made, and nothing else explains that trade. */
export function acceptance(sent: Sent, evidence: Evidence, others: readonly Action[]): Verdict {
  const { body } = sent;
  const offer = acceptedOf(sent, evidence);
  const trades = seen(evidence.trades);
  const ofOthers = others.filter((other) => isAcceptanceOn(other, body));
  const known = new Set([...sent.before.tradeIds, ...ofOthers.flatMap(({ tradeId }) => tradeId ?? [])]);
  const fresh = trades.records.filter(({ id }) => !known.has(id));
  const matches = fresh.map((trade) => ({ id: trade.id, match: matched(trade, body, offer) }));
  const ours = matches.filter(({ match }) => match === 'ours');
  const open = matches.filter(({ match }) => match === 'open');
  const candidates = [...ours, ...open].map(({ id }) => id);
  if (offer.state === 'withdrawn' || offer.state === 'rejected') {
    // An offer that ended without being accepted was not traded, unless a part of it was taken before.
    const nothingTaken = body.quantity === undefined && ours.length === 0 && trades.complete;
    return nothingTaken ? REJECTED : judge(candidates);
  }
  const untraded = evidence.request?.state === 'closed' && offer.state !== 'accepted';
  if (candidates.length === 0) {
    return untraded && fresh.length === 0 && trades.complete ? REJECTED : UNKNOWN;
  }
  const rivals = ofOthers.filter((other) => mayHaveMade(other, other.tradeId));
  const proven = ours.length > 0 || (offer.state === 'accepted' && body.quantity === undefined);
  const [only, second] = candidates;
  if (only === undefined || second !== undefined || !proven || rivals.length > 0) return judge(candidates);
  // The whole of a quote that is still on offer was not taken: the trade is somebody else's, or the list lags.
  if (offer.state === 'active' && body.kind === 'accept-quote' && body.quantity === undefined) {
    return judge(candidates);
  }
  return { verdict: 'done', tradeId: only };
}

const isAcceptanceOn = ({ body }: Action, { requestId }: Body): boolean =>
  (body.kind === 'accept-quote' || body.kind === 'accept-proposal') && body.requestId === requestId;

function judge(candidates: readonly string[]): Verdict {
  if (candidates.length === 0) return UNKNOWN;
  return unknownBut(
    candidates.length === 1
      ? `Trade ${listed(candidates)} is new on this request and may be this one; nothing proves it.`
      : `Trades ${listed(candidates)} are new on this request, and each may be this one.`,
  );
}

function acceptedOf({ body, before }: Sent, { quotes, proposals }: Evidence): Accepted {
  const now =
    body.kind === 'accept-quote'
      ? seen(quotes).records.find(({ id }) => id === body.quoteId)
      : seen(proposals).records.find(({ id }) => id === body.proposalId);
  return {
    state: now?.state,
    quantity: body.shownQuantity ?? before.offered?.quantity ?? now?.quantity,
    counterparty: before.offered?.counterparty ?? now?.counterparty,
  };
}

/**
 * Whether a trade of the same request is what this acceptance would have made: `other` when something that both state
 * differs, `ours` when the price agrees, `open` when the trade does not say its price yet. A part is known by its
 * quantity alone, so a trade that does not say its own may be anybody's.
 */
function matched(trade: Trade, body: Body, offer: Accepted): 'ours' | 'other' | 'open' {
  const quantity = body.quantity ?? offer.quantity;
  if (differ(trade.quantity, quantity) || differ(trade.counterparty, offer.counterparty)) return 'other';
  const agrees = sameTradedPrice(trade, body.lastSeen);
  if (agrees === false) return 'other';
  const isSized = body.quantity === undefined || trade.quantity !== undefined;
  return agrees && isSized ? 'ours' : 'open';
}

function sameTradedPrice({ price, legPrices }: Trade, lastSeen: LastSeenPrice): boolean | undefined {
  if (lastSeen.type === 'standard-spread') {
    const [leg1, leg2] = legPrices ?? [];
    if (leg1 !== undefined && leg2 !== undefined) return minus(leg1, leg2) === lastSeen.spreadPrice;
    return price === undefined ? undefined : price === lastSeen.spreadPrice;
  }
  if (legPrices !== undefined) return sameLastSeen({ type: 'per-leg', legPrices: [...legPrices] }, lastSeen);
  const [only, second] = lastSeen.legPrices;
  return price === undefined || second !== undefined ? undefined : price === only;
}
