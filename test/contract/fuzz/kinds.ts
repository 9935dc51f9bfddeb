import { readAnalytics, readRecipient, readRisk } from '../../../src/contract/service/read-records';
import { readCounteroffer, readProposal, readQuote } from '../../../src/contract/service/read-offers';
import { readRequest } from '../../../src/contract/service/read-request';
import { readTrade, readTradeReference } from '../../../src/contract/service/read-trade';
import type { Counteroffer, Proposal, Quote } from '../../../src/domain/offers';
import type { Outcome } from '../../../src/domain/failure';
import type { Request } from '../../../src/domain/request';
import type { Trade } from '../../../src/domain/trade';
import { rawQuote, rawReference, rawRequest, rawTrade } from '../service/raw-records';
import { must, own, ownList, sameAmount } from './written';

type Raw = Record<string, unknown>;

/** One kind of record: its reader, good examples of it, and what must be true of one that was read. */
export interface Kind {
  readonly name: string;
  readonly read: (raw: unknown) => Outcome<{ readonly raw: unknown }>;
  readonly good: readonly Raw[];
  readonly agrees: (raw: unknown) => void;
}

function kindOf<T extends { readonly raw: unknown }>(kind: {
  name: string;
  read: (raw: unknown) => Outcome<T>;
  good: readonly Raw[];
  agrees: (value: T, written: unknown) => void;
}): Kind {
  const agrees = (raw: unknown): void => {
    const outcome = kind.read(raw);
    if (outcome.ok) kind.agrees(outcome.value, raw);
  };
  return { ...kind, agrees };
}

const same = (read: unknown, written: unknown, name: string): void =>
  must((read ?? null) === (written ?? null), `${name}: ${String(written)} was read as ${String(read)}`);

function offerAgrees(
  { price, direction, quantity, ...offer }: Quote | Proposal | Counteroffer,
  written: unknown,
): void {
  same(direction, own(written, 'price-direction'), 'price-direction');
  same(offer.requestId, own(written, 'request-id'), 'request-id');
  same(offer.counterparty, own(written, 'counterparty'), 'counterparty');
  same(offer.allOrNone, own(written, 'all-or-none'), 'all-or-none');
  sameAmount(quantity, own(written, 'quantity'), 'quantity');
  const net = own(written, 'spread-price');
  if (price.shape === 'standard-spread') {
    same('standard-spread', own(written, 'type'), 'type');
    return sameAmount(price.spreadPrice, net, 'spread-price');
  }
  const legs = ownList(written, 'legs');
  const prices = price.shape === 'single' ? [price.price] : price.legPrices;
  must(prices.length === legs.length && prices.length > 0, 'a leg was lost');
  prices.forEach((one, leg) => sameAmount(one, own(legs[leg], 'price'), `legs[${leg}].price`));
  if (price.shape !== 'per-leg' || price.spreadPrice === undefined) return;
  // Exact where the legs make it; what is written may end in noise, which is far below this.
  const noise = prices.reduce((sum, leg) => sum + Math.abs(Number(leg)), 0) * 1e-8;
  must(Math.abs(Number(price.spreadPrice) - Number(net)) <= noise, 'a net price of its own');
}

function requestAgrees(request: Request, written: unknown): void {
  same(request.id, own(written, 'request-id'), 'request-id');
  same(request.state, own(written, 'state'), 'state');
  same(request.contract, own(written, 'contract'), 'contract');
  same(request.spreadType, own(written, 'spread-type'), 'spread-type');
  same(request.swapType, own(written, 'spreadType'), 'spreadType');
  const legs = ownList(written, 'legs');
  must(request.legs.length === legs.length, 'a leg was lost');
  request.legs.forEach((leg, index) => {
    same(leg.action, own(legs[index], 'action'), 'action');
    sameAmount(leg.price, own(legs[index], 'price'), `legs[${index}].price`);
    sameAmount(leg.quantity, own(legs[index], 'quantity'), `legs[${index}].quantity`);
  });
}

function tradeAgrees(trade: Trade, written: unknown): void {
  same(trade.id, own(written, 'trade-id'), 'trade-id');
  same(trade.action, own(written, 'action'), 'action');
  must(Number.isFinite(trade.tradedAt), 'there is no time');
  sameAmount(trade.price, own(written, 'price'), 'price');
  sameAmount(trade.quantity, own(written, 'quantity'), 'quantity');
  const legs = ownList(written, 'legs');
  trade.legPrices?.forEach((price, leg) => sameAmount(price, own(legs[leg], 'price'), `legs[${leg}].price`));
  must(trade.legPrices === undefined || trade.legPrices.length === legs.length, 'a leg price was lost');
  must(legs.length > 0 || (trade.price !== undefined && trade.action !== undefined), 'a trade without price');
}

const PER_LEG = rawQuote();
const SINGLE = rawQuote({ legs: [{ price: -4.25 }], 'spread-price': null });
const STANDARD = rawQuote({ type: 'standard-spread', legs: null, 'spread-price': 1.25 });
const SWAP = rawQuote({ legs: [{ price: 5 }, { price: 49.5 }, { price: 49.5 }], 'spread-price': null });
const OFFERS = [PER_LEG, SINGLE, STANDARD, SWAP];
const others = (ids: Raw): Raw[] => OFFERS.map(({ 'quotation-id': _id, ...offer }) => ({ ...offer, ...ids }));

export const KINDS: readonly Kind[] = [
  kindOf({ name: 'request', read: readRequest, good: [rawRequest()], agrees: requestAgrees }),
  kindOf({
    name: 'quote',
    read: readQuote,
    good: OFFERS,
    agrees: (quote, written) => {
      same(quote.id, own(written, 'quotation-id'), 'quotation-id');
      offerAgrees(quote, written);
    },
  }),
  kindOf({
    name: 'price proposal',
    read: readProposal,
    good: others({ 'price-proposal-id': 'PP-1', kind: 'firm' }),
    agrees: (proposal, written) => {
      same(proposal.id, own(written, 'price-proposal-id'), 'price-proposal-id');
      same(proposal.kind, own(written, 'kind'), 'kind');
      offerAgrees(proposal, written);
    },
  }),
  kindOf({
    name: 'counteroffer',
    read: readCounteroffer,
    good: others({ 'counteroffer-id': 'CO-1', 'quotation-id': 'Q-1' }),
    agrees: (counteroffer, written) => {
      same(counteroffer.id, own(written, 'counteroffer-id'), 'counteroffer-id');
      same(counteroffer.quoteId, own(written, 'quotation-id'), 'quotation-id');
      offerAgrees(counteroffer, written);
    },
  }),
  kindOf({
    name: 'trade reference',
    read: readTradeReference,
    good: [rawReference()],
    agrees: (reference, written) => {
      same(reference.id, own(written, 'trade-id'), 'trade-id');
      must(Number.isFinite(reference.tradedAt), 'there is no time');
    },
  }),
  kindOf({
    name: 'trade',
    read: readTrade,
    good: [
      rawTrade(),
      rawTrade({
        price: null,
        legs: [
          { action: 'buy', price: 30 },
          { action: 'sell', price: 29 },
        ],
      }),
    ],
    agrees: tradeAgrees,
  }),
  kindOf({
    name: 'analytics',
    read: readAnalytics,
    good: [
      {
        ...{ 'request-id': 'RQ-1', 'contract-type': 'single', 'price-direction': 'ask', 'best-price': 41.5 },
        ...{ 'average-price': null, 'quotes-count': 3, 'feedback-comment': '=1+1', 'concluded-at': null },
      },
    ],
    agrees: (analytics, written) => same(analytics.requestId, own(written, 'request-id'), 'request-id'),
  }),
  kindOf({
    name: 'suggested recipient',
    read: readRecipient,
    good: [{ counterparty: 'Cobalt Grid', market: null, 'hit-rate-percent': 64 }],
    agrees: (recipient, written) => {
      const names = ['counterparty', 'name', 'recipient'].map((name) => own(written, name));
      must([written, ...names].includes(recipient.name), `nobody is called ${recipient.name}`);
    },
  }),
  kindOf({
    name: 'risk',
    read: readRisk,
    good: [{ commodity: 'power', 'risk-management': true }],
    agrees: (risk, written) => {
      same(risk.commodity, own(written, 'commodity'), 'commodity');
      same(risk.on, own(written, 'risk-management'), 'risk-management');
    },
  }),
];
