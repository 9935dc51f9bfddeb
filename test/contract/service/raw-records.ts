type Raw = Record<string, unknown>;

/** Records as the wire defaults show them. */
export const rawRequest = (over: Raw = {}): Raw => ({
  'request-id': 'RQ-10293',
  state: 'open',
  role: 'initiator',
  contract: 'spread',
  'spread-type': 'location',
  commodity: 'power',
  'created-at': '2026-11-20T08:15:02.120Z',
  'concluded-at': null,
  'all-or-none': true,
  legs: [
    {
      commodity: 'power',
      market: 'DE',
      'delivery-start': '2027-01-01',
      'delivery-end': '2027-12-31',
      'load-profile': 'base',
      action: 'buy',
      quantity: 10,
      'quantity-unit': 'MW',
      'price-unit': 'EUR/MWh',
      price: null,
      clearing: { type: 'exchange', house: 'ECC' },
    },
    { commodity: 'power', market: 'FR', action: 'sell', quantity: 10.5, price: -4.25 },
  ],
  ...over,
});

export const rawQuote = (over: Raw = {}): Raw => ({
  'quotation-id': 'Q-1',
  'request-id': 'RQ-10293',
  'price-direction': 'bid',
  state: 'active',
  counterparty: 'Alpine Power',
  'all-or-none': false,
  quantity: 10,
  'created-at': '2026-11-20T09:00:00Z',
  'spread-price': 1,
  legs: [{ price: 30 }, { price: 29 }],
  ...over,
});

export const rawTrade = (over: Raw = {}): Raw => ({
  'trade-id': 'T-20931',
  venue: 'tender',
  'request-id': 'RQ-10293',
  'traded-at': '2026-11-20T10:00:00Z',
  commodity: 'power',
  contract: 'single',
  market: 'DE',
  action: 'buy',
  price: -4.25,
  quantity: 10,
  legs: [],
  'pre-trade': { id: 'PT-7' },
  execution: { view: 'initiator' },
  ...over,
});

export const rawReference = (over: Raw = {}): Raw => ({
  'trade-id': 'T-20931',
  'traded-at': '2026-11-20T10:00:00Z',
  commodity: 'power',
  venue: 'tender',
  ...over,
});
