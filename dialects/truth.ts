import type { Counteroffer, Offer, Proposal, Quote } from '../src/domain/offers';
import type { Request } from '../src/domain/request';
import type { Trade, TradeReference } from '../src/domain/trade';
import type { Dialect } from './draw';
import { idText } from './speaker/values';

/** A record as the simulator has it. */
export type Fields = Record<string, unknown>;
export interface Truth {
  readonly requests: readonly Fields[];
  readonly quotes: readonly Fields[];
  readonly proposals: readonly Fields[];
  readonly counteroffers: readonly Fields[];
  readonly trades: readonly Fields[];
  readonly executions: Readonly<Record<string, number>>;
}

/** What a desk knows of one record, field by field; `undefined` where there is nothing. */
export type Told = Readonly<Record<string, string | number | boolean | undefined>>;

/** The simulator's records as this desk has to tell them: identifiers and the fineness of times are the platform's. */
export class True {
  constructor(private readonly dialect: Dialect) {}

  id(own: unknown): string | undefined {
    return typeof own === 'string' ? idText(own, this.dialect) : undefined;
  }

  time(iso: unknown): number | undefined {
    if (typeof iso !== 'string') return undefined;
    const ms = Date.parse(iso);
    return this.dialect.times === 'epoch seconds' ? ms - (ms % 1000) : ms;
  }

  request(record: Fields): Told {
    const legs = (record['legs'] as Fields[]).map((leg, index) => prefixed(`legs[${index}]`, legOf(leg)));
    const left = decimal(record['remaining-quantity']);
    return {
      id: this.id(record['request-id']),
      ...textsOf(record, {
        state: 'state',
        role: 'role',
        contract: 'contract',
        spreadType: 'spread-type',
        swapType: 'spreadType',
        commodity: 'commodity',
      }),
      createdAt: this.time(record['created-at']),
      concludedAt: this.time(record['concluded-at']),
      allOrNone: record['all-or-none'] === true,
      remainingQuantity: left === '0' ? undefined : left,
      ...merged(legs),
    };
  }

  private offer(record: Fields): Told {
    const legs = ((record['legs'] as Fields[] | undefined) ?? []).map(({ price }) => decimal(price));
    return {
      requestId: this.id(record['request-id']),
      ...textsOf(record, { direction: 'price-direction', counterparty: 'counterparty' }),
      allOrNone: record['all-or-none'] === true,
      quantity: decimal(record['quantity']),
      createdAt: this.time(record['created-at']),
      ...Object.fromEntries(legs.map((price, index) => [`legs[${index}].price`, price])),
      net: legs.length === 1 ? undefined : decimal(record['spread-price']),
    };
  }

  quote(record: Fields): Told {
    return {
      id: this.id(record['quotation-id']),
      ...textsOf(record, { state: 'state' }),
      ...this.offer(record),
    };
  }

  proposal(record: Fields): Told {
    return {
      id: this.id(record['price-proposal-id']),
      ...textsOf(record, { kind: 'kind' }),
      ...this.offer(record),
    };
  }

  counteroffer(record: Fields): Told {
    const ids = { id: this.id(record['counteroffer-id']), quoteId: this.id(record['quotation-id']) };
    return { ...ids, ...this.offer(record) };
  }

  reference(record: Fields): Told {
    return {
      id: this.id(record['trade-id']),
      tradedAt: this.time(record['traded-at']),
      ...textsOf(record, { commodity: 'commodity', venue: 'venue' }),
    };
  }

  trade(record: Fields): Told {
    const legs = (record['legs'] as Fields[]).map(({ price }) => decimal(price));
    return {
      ...this.reference(record),
      requestId: this.id(record['request-id']),
      ...textsOf(record, { contract: 'contract', action: 'action', counterparty: 'counterparty' }),
      price: decimal(record['price']),
      quantity: decimal(record['quantity']),
      ...Object.fromEntries(legs.map((price, index) => [`legs[${index}].price`, price])),
    };
  }
}

const legOf = (leg: Fields): Told => {
  const clearing = leg['clearing'] as Fields;
  return {
    ...textsOf(leg, {
      action: 'action',
      commodity: 'commodity',
      market: 'market',
      deliveryStart: 'delivery-start',
      deliveryEnd: 'delivery-end',
      loadProfile: 'load-profile',
      quantityUnit: 'quantity-unit',
      priceUnit: 'price-unit',
    }),
    quantity: decimal(leg['quantity']),
    price: decimal(leg['price']),
    ...prefixed('clearing', textsOf(clearing, { type: 'type', house: 'house' })),
  };
};

const decimal = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : undefined;
const textsOf = (record: Fields, names: Readonly<Record<string, string>>): Told =>
  Object.fromEntries(
    Object.entries(names).map(([ours, theirs]) => {
      const value = record[theirs];
      return [ours, typeof value === 'string' ? value : undefined];
    }),
  );
const prefixed = (prefix: string, told: Told): Told =>
  Object.fromEntries(Object.entries(told).map(([name, value]) => [`${prefix}.${name}`, value]));
const merged = (parts: readonly Told[]): Told => Object.assign({}, ...parts) as Told;

/** What the desk tells of a record, by the same names. */
export const told = {
  request: ({ raw: _, legs, ...request }: Request): Told => ({
    ...request,
    ...merged(
      legs.map(({ clearing = undefined, ...leg }, index) => ({
        ...prefixed(`legs[${index}]`, leg),
        [`legs[${index}].clearing.type`]: clearing?.type,
        [`legs[${index}].clearing.house`]: clearing?.house,
      })),
    ),
  }),
  quote: (quote: Quote): Told => ({ id: quote.id, state: quote.state, ...offerTold(quote) }),
  proposal: (proposal: Proposal): Told => ({ id: proposal.id, kind: proposal.kind, ...offerTold(proposal) }),
  counteroffer: (one: Counteroffer): Told => ({ id: one.id, quoteId: one.quoteId, ...offerTold(one) }),
  reference: ({ raw: _, ...reference }: TradeReference): Told => reference,
  trade: ({ raw: _, legPrices = [], ...trade }: Trade): Told => ({
    ...trade,
    ...Object.fromEntries(legPrices.map((price, index) => [`legs[${index}].price`, price])),
  }),
};

function offerTold(offer: Offer): Told {
  const { price, requestId, direction, counterparty, allOrNone, quantity, createdAt } = offer;
  const legs = price.shape === 'single' ? [price.price] : price.shape === 'per-leg' ? price.legPrices : [];
  return {
    ...{ requestId, direction, counterparty, allOrNone, quantity, createdAt },
    ...Object.fromEntries(legs.map((one, index) => [`legs[${index}].price`, one])),
    net: price.shape === 'single' ? undefined : price.spreadPrice,
  };
}

interface Difference {
  readonly name: string;
  readonly says: string;
}

/** In what a told record is another one than the true one; `missing` are fields of which nothing is told. */
export function differences(
  truth: Told,
  said: Told,
): { readonly wrong: readonly Difference[]; readonly missing: readonly string[] } {
  const names = [...new Set([...Object.keys(truth), ...Object.keys(said)])];
  const differing = names.filter((name) => truth[name] !== said[name]);
  const shown = (value: Told[string]): string => JSON.stringify(value) ?? 'nothing';
  return {
    wrong: differing
      .filter((name) => said[name] !== undefined)
      .map((name) => ({
        name,
        says: `${name} is told as ${shown(said[name])}, and is ${shown(truth[name])}`,
      })),
    missing: differing.filter((name) => said[name] === undefined),
  };
}
