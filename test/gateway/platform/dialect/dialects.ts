import type { Quote } from '../../../../src/domain/offers';
import { QuoteId, RequestId } from '../../../../src/domain/identifiers';
import { price } from '../../../domain/written-price';

type Raw = Record<string, unknown>;

/** One platform: the profile that describes it, and its records and bodies as it writes them, all of the same things. */
export interface WrittenDialect {
  readonly name: string;
  readonly profile: Raw;
  readonly request: Raw;
  readonly quote: Raw;
  readonly trade: Raw;
  /** The body of a quote of 29.5 and 30.25 on two legs, of a counteroffer with it, and of an acceptance of its prices. */
  readonly sentQuote: unknown;
  readonly sentCounteroffer: unknown;
  readonly sentExecution: unknown;
  readonly ids: { readonly request: string; readonly quote: string; readonly trade: string };
}

/** Nested camelCase, prices as text, moments in milliseconds. */
const nested: WrittenDialect = {
  name: 'nested camelCase with text prices and epoch milliseconds',
  profile: {
    mapping: {
      names: 'camelCase',
      values: { decimal: 'text', time: 'epoch-ms' },
      envelope: 'data',
      records: {
        request: { fields: { 'request-id': 'rfq.id', state: 'rfq.status', role: 'rfq.myRole' } },
        leg: {
          fields: {
            'delivery-start': 'delivery.from',
            'delivery-end': 'delivery.to',
            quantity: 'volume.amount',
            'quantity-unit': 'volume.unit',
            action: 'side',
          },
        },
        quote: { fields: { 'quotation-id': 'quoteId', 'request-id': 'rfqId', 'price-direction': 'side' } },
        counteroffer: { fields: { 'quotation-id': 'quoteId', 'price-direction': 'side' } },
        trade: { fields: { 'trade-id': 'dealId', 'request-id': 'rfqId', price: 'money.price' } },
      },
      bodies: {
        execution: { fields: { 'quotation-id': 'quoteId', 'last-seen-price': 'seen' } },
      },
    },
  },
  ids: { request: 'RQ-7', quote: 'Q-0007', trade: 'T-1' },
  request: {
    rfq: { id: 'RQ-7', status: 'open', myRole: 'recipient', desk: 'north' },
    contract: 'spread',
    spreadType: 'location',
    commodity: 'power',
    createdAt: 1763625302120,
    concludedAt: null,
    allOrNone: true,
    legs: [
      {
        commodity: 'power',
        market: 'DE',
        delivery: { from: '2027-01-01', to: '2027-12-31' },
        volume: { amount: '10.50', unit: 'MW' },
        side: 'buy',
        priceUnit: 'EUR/MWh',
        price: null,
        traderNote: 'base load',
      },
      { market: 'FR', side: 'sell', volume: { amount: '10.5' } },
    ],
  },
  quote: {
    quoteId: 'Q-0007',
    rfqId: 'RQ-7',
    side: 'ask',
    state: 'active',
    counterparty: 'Alpine Power',
    allOrNone: false,
    quantity: '10.5',
    createdAt: 1763625302120,
    spreadPrice: '-0.75',
    legs: [{ price: '29.50' }, { price: '30.25' }],
  },
  trade: {
    dealId: 'T-1',
    tradedAt: 1763625302120,
    rfqId: 'RQ-7',
    venue: 'tender',
    action: 'buy',
    money: { price: '85.10', ccy: 'EUR' },
    quantity: '10.5',
  },
  sentQuote: {
    side: 'ask',
    spreadPrice: '-0.75',
    legs: [{ price: '29.5' }, { price: '30.25' }],
    quantity: '10.5',
    allOrNone: false,
  },
  sentCounteroffer: {
    quoteId: 'Q-0007',
    side: 'ask',
    spreadPrice: '-0.75',
    legs: [{ price: '29.5' }, { price: '30.25' }],
    quantity: '10.5',
    allOrNone: false,
  },
  sentExecution: {
    quoteId: 'Q-0007',
    seen: { type: 'per-leg', legs: [{ price: '29.5' }, { price: '30.25' }] },
  },
};

/** Prices as whole hundredths, quantities as whole thousandths, words in capitals. */
const scaled: WrittenDialect = {
  name: 'scaled integers and upper-case words',
  profile: {
    mapping: {
      names: 'PascalCase',
      wordStyle: 'UPPER_SNAKE',
      values: {
        decimal: { scaled: 2 },
        time: { local: 'Europe/Berlin' },
        day: 'compact',
        flag: { true: 'Y', false: 'N' },
      },
      words: {
        side: { buy: 'B', sell: 'S' },
        direction: { bid: 'BUYER', ask: ['SELLER', 'OFFER'] },
        commodity: { power: 'PWR' },
      },
      empty: ['', 'N/A'],
      records: {
        request: { fields: { 'request-id': 'Number' } },
        quote: { fields: { quantity: { at: 'Quantity', as: { scaled: 3 } } } },
        leg: { fields: { quantity: { at: 'Quantity', as: { scaled: 3 } } } },
        trade: {
          fields: { quantity: { at: 'Quantity', as: { scaled: 3 } }, 'traded-at': { at: ['Day', 'Time'] } },
        },
        counteroffer: { fields: { quantity: { at: 'Quantity', as: { scaled: 3 } } } },
      },
      bodies: { quote: { constants: { 'Origin.System': 'desk', 'Origin.Version': 2 } } },
    },
  },
  ids: { request: '000451', quote: '0099', trade: '0012' },
  request: {
    Number: '000451',
    State: 'OPEN',
    Role: 'RECIPIENT',
    Contract: 'SPREAD',
    SpreadType: 'LOCATION',
    Commodity: 'PWR',
    CreatedAt: '2025-11-20T08:55:02.120',
    ConcludedAt: '',
    AllOrNone: 'Y',
    Legs: [
      {
        Commodity: 'PWR',
        Market: 'DE',
        DeliveryStart: '20270101',
        DeliveryEnd: '20271231',
        Quantity: 10500,
        QuantityUnit: 'MW',
        Action: 'B',
        PriceUnit: 'EUR/MWh',
        Price: 'N/A',
      },
      { Market: 'FR', Action: 'S', Quantity: 10500 },
    ],
  },
  quote: {
    QuotationId: '0099',
    RequestId: '000451',
    PriceDirection: 'OFFER',
    State: 'ACTIVE',
    Counterparty: 'Alpine Power',
    AllOrNone: 'N',
    Quantity: 10500,
    CreatedAt: '2025-11-20T08:55:02.120',
    SpreadPrice: -75,
    Legs: [{ Price: 2950 }, { Price: 3025 }],
  },
  trade: {
    TradeId: '0012',
    Day: '2025-11-20',
    Time: '08:55:02.120',
    RequestId: '000451',
    Venue: 'TENDER',
    Action: 'B',
    Price: 8510,
    Quantity: 10500,
  },
  sentQuote: {
    PriceDirection: 'SELLER',
    SpreadPrice: -75,
    Legs: [{ Price: 2950 }, { Price: 3025 }],
    Quantity: 10500,
    AllOrNone: 'N',
    Origin: { System: 'desk', Version: 2 },
  },
  sentCounteroffer: {
    QuotationId: '0099',
    PriceDirection: 'SELLER',
    SpreadPrice: -75,
    Legs: [{ Price: 2950 }, { Price: 3025 }],
    Quantity: 10500,
    AllOrNone: 'N',
  },
  sentExecution: {
    QuotationId: '0099',
    LastSeenPrice: { Type: 'PER_LEG', Legs: [{ Price: 2950 }, { Price: 3025 }] },
  },
};

/** snake_case, identifiers as numbers, prices of legs beside each other, seconds. */
const numbered: WrittenDialect = {
  name: 'snake_case with numeric identifiers and flat leg prices',
  profile: {
    mapping: {
      names: 'snake_case',
      values: { id: 'number', time: 'epoch-seconds' },
      words: { 'quote-state': { active: 'live', withdrawn: 'pulled', accepted: 'hit', rejected: 'dead' } },
      records: {
        request: { fields: { 'request-id': 'id', 'legs.0': 'leg1', 'legs.1': 'leg2', legs: null } },
        quote: {
          fields: {
            'quotation-id': 'id',
            'request-id': '{request-id}',
            'legs.0.price': 'price_1',
            'legs.1.price': 'price_2',
            legs: null,
          },
        },
        counteroffer: { fields: { 'legs.0.price': 'price_1', 'legs.1.price': 'price_2', legs: null } },
        trade: { fields: { 'trade-id': 'id', venue: { value: 'tender' } } },
      },
      bodies: {
        'last-seen-price': { fields: { 'legs.0.price': 'p1', 'legs.1.price': 'p2', legs: null, type: null } },
      },
    },
  },
  ids: { request: '451', quote: '90071992547409931234', trade: '12' },
  request: {
    id: 451,
    state: 'open',
    role: 'recipient',
    contract: 'spread',
    spread_type: 'location',
    commodity: 'power',
    created_at: 1763625302,
    all_or_none: true,
    leg1: {
      commodity: 'power',
      market: 'DE',
      delivery_start: '2027-01-01',
      delivery_end: '2027-12-31',
      quantity: 10.5,
      quantity_unit: 'MW',
      action: 'buy',
      price_unit: 'EUR/MWh',
    },
    leg2: { market: 'FR', action: 'sell', quantity: 10.5 },
  },
  quote: {
    id: '90071992547409931234',
    price_direction: 'ask',
    state: 'live',
    counterparty: 'Alpine Power',
    all_or_none: false,
    quantity: 10.5,
    created_at: 1763625302,
    spread_price: -0.75,
    price_1: 29.5,
    price_2: 30.25,
  },
  trade: {
    id: 12,
    traded_at: 1763625302,
    request_id: 451,
    action: 'buy',
    price: 85.1,
    quantity: 10.5,
  },
  sentQuote: {
    price_direction: 'ask',
    spread_price: -0.75,
    price_1: 29.5,
    price_2: 30.25,
    quantity: 10.5,
    all_or_none: false,
  },
  sentCounteroffer:
    '{"price_1":29.5,"price_2":30.25,"quotation_id":90071992547409931234,"price_direction":"ask","spread_price":-0.75,"all_or_none":false,"quantity":10.5}',
  sentExecution: '{"quotation_id":90071992547409931234,"last_seen_price":{"p1":29.5,"p2":30.25}}',
};

export const DIALECTS: readonly WrittenDialect[] = [nested, scaled, numbered];

/** The offer of every dialect above. */
export const OFFER = {
  direction: 'ask',
  price: { shape: 'per-leg', legPrices: [price(29.5), price(30.25)] },
  allOrNone: false,
} as const satisfies Partial<Quote>;
export const requestIdOf = ({ ids }: WrittenDialect): RequestId => RequestId.parse(ids.request);
export const quoteIdOf = ({ ids }: WrittenDialect): QuoteId => QuoteId.parse(ids.quote);
