import type { ActionBody, BodyOf } from '../../src/domain/action';
import { ProposalId, QuoteId, RequestId } from '../../src/domain/identifiers';
import { lastSeenOf, type Proposal, type Quote } from '../../src/domain/offers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import type { Fields } from '../../dialects/truth';
import { DESK } from '../../src/simulator/world/counterparty';
import type { ProductSite } from './site';

/** An offer on a request, by its shape: `prices` is one net price, or one for each leg. */
export async function offerOn(
  site: ProductSite,
  own: string,
  { prices, side, quantity }: { prices: readonly string[]; side: 'quoter' | 'initiator'; quantity?: string },
): Promise<BodyOf<'send-quote'>> {
  const request = (await site.truth()).requests.find((one) => one['request-id'] === own);
  const [leg] = (request?.['legs'] ?? []) as Fields[];
  const buys = leg?.['action'] === 'buy';
  const [first, ...rest] = prices.map((written) => Price.parse(written));
  if (first === undefined) throw new Error('No price was given.');
  const isNet = request?.['contract'] === 'standard-spread';
  return {
    kind: 'send-quote',
    requestId: RequestId.parse(site.id(own)),
    direction: buys === (side === 'initiator') ? 'bid' : 'ask',
    price: isNet
      ? { shape: 'standard-spread', spreadPrice: first }
      : rest.length === 0
        ? { shape: 'single', price: first }
        : { shape: 'per-leg', legPrices: [first, ...rest] },
    quantity: Quantity.parse(quantity ?? String(request?.['remaining-quantity'])),
    allOrNone: request?.['all-or-none'] === true,
  };
}

const pricesOf = (record: Fields): readonly unknown[] => {
  const legs = (record['legs'] as Fields[] | undefined) ?? [];
  return legs.length > 0 ? legs.map(({ price }) => price) : [record['spread-price']];
};

/** Whether a record of the truth is the offer that was pressed, by the desk. */
export function isAsPressed(record: Fields | undefined, body: BodyOf<'send-quote'>): boolean {
  if (!record) return false;
  const { price } = body;
  const wanted =
    price.shape === 'single'
      ? [price.price]
      : price.shape === 'per-leg'
        ? price.legPrices
        : [price.spreadPrice];
  return (
    record['counterparty'] === DESK &&
    record['price-direction'] === body.direction &&
    pricesOf(record).map(String).join() === wanted.join() &&
    String(record['quantity']) === body.quantity &&
    record['all-or-none'] === body.allOrNone
  );
}

/** Whether a trade of the truth has the prices of an offer of the truth. */
export const isDealtAt = (trade: Fields | undefined, offer: Fields): boolean =>
  trade !== undefined &&
  trade['request-id'] === offer['request-id'] &&
  pricesOf(trade).join() === pricesOf(offer).join();

/** The price by which quotes are ranked: the net price, or the one of the first leg. */
const rankedBy = (quote: Fields): number => Number(quote['spread-price'] ?? pricesOf(quote)[0]);

/** The best live quote of somebody else on an own request, as the desk shows it and as it is. */
export async function bestQuote(
  site: ProductSite,
  own: string,
): Promise<{ readonly quote: Quote; readonly truth: Fields }> {
  const [truth] = (await site.truth()).quotes
    .filter((one) => one['request-id'] === own && one['state'] === 'active')
    .sort((a, b) => (a['price-direction'] === 'ask' ? 1 : -1) * (rankedBy(a) - rankedBy(b)));
  const id = QuoteId.parse(site.id(truth?.['quotation-id']));
  const resource = { kind: 'quotes', id: RequestId.parse(site.id(own)) } as const;
  const listing = await site.desk.read(resource, ({ records }) => records.some((one) => one.id === id));
  const quote = listing?.records.find((one) => one.id === id);
  if (!truth || !quote) throw new Error(`The desk does not show quote ${id}.`);
  return { truth, quote };
}

/** A price proposal of somebody else, as the desk shows it and as it is. */
export async function someProposal(
  site: ProductSite,
  own: string,
): Promise<{ readonly proposal: Proposal; readonly truth: Fields }> {
  const truth = (await site.truth()).proposals.find((one) => one['request-id'] === own);
  const id = ProposalId.parse(site.id(truth?.['price-proposal-id']));
  const resource = { kind: 'proposals', id: RequestId.parse(site.id(own)) } as const;
  const listing = await site.desk.read(resource, ({ records }) => records.some((one) => one.id === id));
  const proposal = listing?.records.find((one) => one.id === id);
  if (!truth || !proposal) throw new Error(`The desk does not show proposal ${id}.`);
  return { truth, proposal };
}

export const accepting = (quote: Quote, part?: string): ActionBody => ({
  kind: 'accept-quote',
  requestId: quote.requestId,
  quoteId: quote.id,
  lastSeen: lastSeenOf(quote.price),
  ...(part !== undefined && { quantity: Quantity.parse(part) }),
});
