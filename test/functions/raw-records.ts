type Over = Record<string, unknown>;

const leg = (over: Over): Over => ({
  commodity: 'power',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
  quantity: 10,
  'quantity-unit': 'MW',
  'price-unit': 'EUR/MWh',
  price: null,
  ...over,
});

/** A location spread as the service writes it. */
export const rawSpread = (id: string, over: Over = {}): Over => ({
  'request-id': id,
  state: 'open',
  role: 'initiator',
  contract: 'spread',
  'spread-type': 'location',
  commodity: 'power',
  'created-at': '2026-11-20T08:15:02.120Z',
  'concluded-at': null,
  'all-or-none': true,
  legs: [leg({ market: 'DE', action: 'buy' }), leg({ market: 'FR', action: 'sell' })],
  ...over,
});

export const rawSingle = (id: string, over: Over = {}): Over => ({
  'request-id': id,
  state: 'open',
  role: 'recipient',
  contract: 'single',
  commodity: 'gas',
  'created-at': '2026-11-19T08:00:00Z',
  legs: [leg({ commodity: 'gas', market: 'THE', action: 'buy', quantity: 5 })],
  ...over,
});

export const rawQuote = (id: string, over: Over = {}): Over => ({
  'quotation-id': id,
  'request-id': 'RQ-1',
  'price-direction': 'bid',
  state: 'active',
  counterparty: 'Alpine Power',
  'all-or-none': false,
  quantity: 10,
  'created-at': '2026-11-20T09:00:00Z',
  legs: [{ price: 41.5 }],
  ...over,
});

export const rawTrade = (id: string, over: Over = {}): Over => ({
  'trade-id': id,
  venue: 'tender',
  'request-id': 'RQ-1',
  'traded-at': '2026-11-20T10:00:00Z',
  commodity: 'power',
  contract: 'single',
  market: 'DE',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
  action: 'buy',
  price: -4.25,
  'price-unit': 'EUR/MWh',
  quantity: 10,
  'quantity-unit': 'MW',
  counterparty: 'Alpine Power',
  execution: { view: 'initiator' },
  'pre-trade': { id: 'PT-7' },
  ...over,
});

export const rawReference = (id: string, over: Over = {}): Over => ({
  'trade-id': id,
  'traded-at': '2026-11-20T10:00:00Z',
  commodity: 'power',
  venue: 'tender',
  ...over,
});
