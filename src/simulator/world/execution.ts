import type Big from 'big.js';
import { share, toCents } from './amount';
import { opposite, type Leg } from './leg';
import { ended, type Offer, type Quote } from './offer';
import type { OfferPrice } from './offer-price';
import type { TenderRequest } from './tender-request';
import type { Trade } from './trade';
import type { World } from './world';

/** How long the operator takes to enter the leg prices of a standard spread. Not scaled by the market's speed. */
const LEG_PRICES_AFTER_MS = 5000;

export interface Deal {
  readonly request: TenderRequest;
  readonly offer: Offer;
  /** The offer once more, where it is a quote: it is used up, or its rest stays active. */
  readonly quote?: Quote;
  readonly quantity: Big;
  /** When it is dealt, epoch ms. */
  readonly at: number;
  /** What led to the trade, by the name of its id. */
  readonly reference: Readonly<Record<string, string>>;
}

/** What the initiator may take of an offer at once. */
export const available = (request: TenderRequest, offer: Offer): Big =>
  offer.quantity.lt(request.remaining) ? offer.quantity : request.remaining;

/**
 * Executes a deal. The trade is there at once, save for a standard spread: its trade appears, and is told of, when the
 * operator has entered the leg prices (sections 3 and 6). Answers the trade's id where there is one already.
 */
export function execute(world: World, deal: Deal): string | undefined {
  const { request, offer, quote, quantity } = deal;
  const remaining = request.remaining.minus(quantity);
  const trade = tradeOf(world, deal);
  const standard = offer.price.shape === 'net';
  if (quote) world.setQuote(remaining.gt(0) ? takenFrom(quote, quantity) : ended(quote, 'accepted'));
  const taken: TenderRequest = {
    ...request,
    remaining,
    tradedPrice: offer.price,
    legs: standard ? request.legs : pricedLegs(request.legs, offer.price),
    ...(!standard && { tradeId: trade.id }),
  };
  if (remaining.gt(0)) world.setRequest(taken);
  else
    world.conclude(taken, {
      state: 'traded',
      at: deal.at,
      feedbackComment: 'Traded. Thank you for quoting.',
    });
  if (offer.price.shape === 'net') {
    awaitLegPrices(world, trade, offer.price.net);
    return undefined;
  }
  world.addTrade(trade);
  return trade.id;
}

function awaitLegPrices(world: World, trade: Trade, net: Big): void {
  const enter = (): void => void enterLegPrices(world, { tradeId: trade.id });
  world.awaitingLegPrices.set(trade.id, { trade, net, cancelEntry: world.after(LEG_PRICES_AFTER_MS, enter) });
}

/** A quote of which a part or all was taken: the rest stays active. */
function takenFrom(quote: Quote, quantity: Big): Quote {
  const left = quote.quantity.minus(quantity);
  return left.gt(0) ? { ...quote, quantity: left } : ended(quote, 'accepted');
}

/**
 * The operator enters the leg prices of a dealt standard spread: leg 1 at its market price, leg 2 so that the net
 * price stays what was dealt. Answers the trade ids that became visible; entering twice changes nothing.
 */
export function enterLegPrices(
  world: World,
  which: { readonly requestId?: string; readonly tradeId?: string },
): readonly string[] {
  const entered = [...world.awaitingLegPrices.values()].filter(
    ({ trade }) => trade.id === which.tradeId || trade.requestId === which.requestId,
  );
  for (const { trade, net, cancelEntry } of entered) {
    cancelEntry();
    world.awaitingLegPrices.delete(trade.id);
    const leg1 = toCents(world.market.mid(trade.legs[0]));
    const price: OfferPrice = { shape: 'legs', legs: [leg1, leg1.minus(net)] };
    const request = world.requests.get(trade.requestId ?? '');
    if (request) world.setRequest({ ...request, tradeId: trade.id, legs: pricedLegs(request.legs, price) });
    world.addTrade({ ...trade, legs: pricedLegs(trade.legs, price) });
  }
  return entered.map(({ trade }) => trade.id);
}

function pricedLegs(legs: readonly [Leg, ...Leg[]], price: OfferPrice): [Leg, ...Leg[]] {
  const prices: readonly Big[] = price.shape === 'legs' ? price.legs : [];
  const [first, ...rest] = legs;
  const priced = (leg: Leg, index: number): Leg => ({ ...leg, price: prices[index] ?? null });
  return [priced(first, 0), ...rest.map((leg, index) => priced(leg, index + 1))];
}

function tradeOf(world: World, { request, offer, quantity, at, reference }: Deal): Trade {
  const whole = request.legs[0].quantity;
  const ours = (leg: Leg): Leg => ({
    ...leg,
    action: request.role === 'initiator' ? leg.action : opposite(leg.action),
    quantity: share(leg.quantity, quantity, whole),
  });
  const [first, ...rest] = request.legs;
  return {
    id: world.nextId('TR'),
    venue: 'tender',
    requestId: request.id,
    tradedAt: at,
    kind: request.kind,
    legs: pricedLegs([ours(first), ...rest.map(ours)], offer.price),
    quantity,
    counterparty: request.role === 'initiator' ? offer.maker : request.initiator,
    allOrNone: request.allOrNone || offer.allOrNone,
    preTrade: { 'request-id': request.id, ...reference },
    view: request.role,
  };
}
