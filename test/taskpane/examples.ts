import type { Counteroffer, Proposal, Quote, QuotePrice } from '../../src/domain/offers';
import type { DeskStatus, Quota } from '../../src/domain/desk-status';
import { CounterofferId, ProposalId, QuoteId, RequestId } from '../../src/domain/identifiers';
import type { Leg } from '../../src/domain/leg';
import type { PositionSums } from '../../src/domain/position';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import type { Request } from '../../src/domain/request';
import { formattersFor } from '../../src/taskpane/ui/formatters';

export const formatters = formattersFor('en-GB', 'Europe/Berlin');
export const price = (text: string): Price => Price.parse(text);
export const NOON = Date.UTC(2026, 10, 20, 11, 4, 31);

export const leg = (fields: Partial<Leg> = {}): Leg => ({
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
  quantity: Quantity.parse('10'),
  quantityUnit: 'MW',
  priceUnit: 'EUR/MWh',
  ...fields,
});

export const request = (fields: Partial<Omit<Request, 'id'>> & { id?: string } = {}): Request => ({
  state: 'open',
  role: 'recipient',
  contract: 'single',
  commodity: 'power',
  createdAt: NOON - 4 * 60_000,
  allOrNone: false,
  legs: [leg()],
  raw: {},
  ...fields,
  id: RequestId.parse(fields.id ?? 'RQ-1'),
});

const SPREAD_LEGS = [leg(), leg({ action: 'sell', market: 'FR' })];
export const spread = (fields: Parameters<typeof request>[0] = {}): Request =>
  request({ contract: 'spread', spreadType: 'location', legs: SPREAD_LEGS, ...fields });

export const single = (text: string): QuotePrice => ({ shape: 'single', price: price(text) });
export const perLeg = (...texts: string[]): QuotePrice => ({ shape: 'per-leg', legPrices: texts.map(price) });

export const quote = (fields: Partial<Omit<Quote, 'id'>> & { id?: string } = {}): Quote => ({
  requestId: RequestId.parse('RQ-1'),
  direction: 'ask',
  state: 'active',
  price: single('84.15'),
  counterparty: 'Cobalt Grid',
  allOrNone: false,
  quantity: Quantity.parse('10'),
  createdAt: NOON - 12_000,
  raw: {},
  ...fields,
  id: QuoteId.parse(fields.id ?? 'QT-1'),
});

const SWAP_LEGS = [
  leg({ commodity: 'goo', market: 'NORDIC', quantity: Quantity.parse('87600'), quantityUnit: 'MWh' }),
  leg({ action: 'buy' }),
  leg({ action: 'sell' }),
];
export const swap = (fields: Parameters<typeof request>[0] = {}): Request =>
  request({ contract: 'spread', swapType: 'green-grey-swap', legs: SWAP_LEGS, ...fields });

/** By the initiator of a request that buys. */
export const proposal = (fields: Partial<Omit<Proposal, 'id'>> & { id?: string } = {}): Proposal => ({
  requestId: RequestId.parse('RQ-1'),
  kind: 'firm',
  direction: 'bid',
  state: 'active',
  price: single('83.5'),
  counterparty: 'Alpha Energy',
  allOrNone: false,
  quantity: Quantity.parse('10'),
  createdAt: NOON - 20_000,
  raw: {},
  ...fields,
  id: ProposalId.parse(fields.id ?? 'PP-1'),
});

export const counteroffer = (
  fields: Partial<Omit<Counteroffer, 'id' | 'quoteId'>> & { id?: string; quoteId?: string } = {},
): Counteroffer => ({
  requestId: RequestId.parse('RQ-1'),
  direction: 'bid',
  price: single('83.8'),
  counterparty: 'Alpha Energy',
  allOrNone: true,
  quantity: Quantity.parse('10'),
  createdAt: NOON - 5_000,
  raw: {},
  ...fields,
  id: CounterofferId.parse(fields.id ?? 'CO-1'),
  quoteId: QuoteId.parse(fields.quoteId ?? 'QT-1'),
});

/** The position of a desk that has stored no trade. */
export const NO_POSITION: PositionSums = {
  ...{ rows: [], left: 0, uncounted: [], provisional: 0, unlisted: 0 },
  ...{ gaps: [], missing: 0 },
};

export const listing = <T>(...records: T[]) => ({ records, unreadable: [] });

export const STATUS: DeskStatus = {
  signedIn: true,
  environment: 'simulator',
  service: 'http://127.0.0.1:4010',
  zone: 'Europe/Berlin',
  tokenEndsAt: Date.UTC(2026, 10, 20, 23, 0),
  environments: [{ name: 'simulator', service: 'http://127.0.0.1:4010', remembered: false }],
  version: '0.1.0',
};

export const QUOTA: Quota = {
  perDay: 5000,
  used: 1786,
  left: 3214,
  reserve: 250,
  tokens: 97.4,
  burst: 100,
  ratePerSecond: 10,
  queued: 2,
  resetsAt: Date.UTC(2026, 10, 20, 23, 0),
  byLane: { polling: 1200, visible: 580, submit: 6 },
};
