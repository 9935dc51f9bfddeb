import * as z from 'zod/mini';
import { epochMsOf } from './reading';

/**
 * The records as the service writes them: its own field names, numbers as JSON numbers or as decimal text (which is also
 * how a number stands here that a double cannot carry), unknown fields kept. Only what
 * the product cannot do without is required; everything else may be missing or new. The shapes fill gaps of
 * the interface document (sections 2 and 4) and are assumptions.
 */
const text = () => z.optional(z.nullable(z.string()));
const flag = () => z.optional(z.nullable(z.boolean()));
/** Whether a text writes a number is for its reader to say, which knows what it is of. */
const decimal = () => z.union([z.number(), z.string()]);
const amount = () => z.optional(z.nullable(decimal()));
const time = () =>
  z.string().check(z.refine((written) => !Number.isNaN(epochMsOf(written)), 'not a timestamp'));

export const WireLeg = z.looseObject({
  action: z.enum(['buy', 'sell']),
  commodity: text(),
  market: text(),
  'delivery-start': text(),
  'delivery-end': text(),
  'load-profile': text(),
  quantity: amount(),
  'quantity-unit': text(),
  'price-unit': text(),
  price: amount(),
});
export type WireLeg = z.infer<typeof WireLeg>;

export const WireRequest = z.looseObject({
  'request-id': z.string(),
  state: z.string(),
  role: text(),
  contract: z.string(),
  'spread-type': text(),
  spreadType: text(),
  commodity: text(),
  'created-at': z.optional(z.nullable(time())),
  'concluded-at': z.optional(z.nullable(time())),
  'all-or-none': flag(),
  'remaining-quantity': amount(),
  legs: z.array(WireLeg).check(z.minLength(1), z.maxLength(3)),
});
export type WireRequest = z.infer<typeof WireRequest>;

const priced = {
  'request-id': z.string(),
  'price-direction': z.enum(['bid', 'ask']),
  type: text(),
  'spread-price': amount(),
  legs: z.optional(z.nullable(z.array(z.looseObject({ price: decimal() })).check(z.maxLength(3)))),
  counterparty: text(),
  'all-or-none': flag(),
  quantity: amount(),
  'created-at': z.optional(z.nullable(time())),
};

/** What quotes, price proposals and counteroffers have alike. */
export const WirePriced = z.looseObject(priced);
export type WirePriced = z.infer<typeof WirePriced>;

export const WireQuote = z.looseObject({ 'quotation-id': z.string(), state: z.string(), ...priced });
export type WireQuote = z.infer<typeof WireQuote>;

export const WireProposal = z.looseObject({
  'price-proposal-id': z.string(),
  kind: z.enum(['firm', 'indicative']),
  state: text(),
  ...priced,
});
export type WireProposal = z.infer<typeof WireProposal>;

export const WireCounteroffer = z.looseObject({
  'counteroffer-id': z.string(),
  'quotation-id': text(),
  state: text(),
  ...priced,
});
export type WireCounteroffer = z.infer<typeof WireCounteroffer>;

export const WireRisk = z.looseObject({ commodity: z.string(), 'risk-management': z.boolean() });
export type WireRisk = z.infer<typeof WireRisk>;

export const WireTradeReference = z.looseObject({
  'trade-id': z.string(),
  'traded-at': time(),
  commodity: text(),
  venue: text(),
});
export type WireTradeReference = z.infer<typeof WireTradeReference>;

export const WireTrade = z.looseObject({
  'trade-id': z.string(),
  'traded-at': time(),
  'request-id': text(),
  venue: text(),
  commodity: text(),
  contract: text(),
  action: z.optional(z.nullable(z.enum(['buy', 'sell']))),
  price: amount(),
  quantity: amount(),
  counterparty: text(),
  legs: z.optional(
    z.nullable(
      z.array(z.looseObject({ price: amount(), action: z.optional(z.nullable(z.enum(['buy', 'sell']))) })),
    ),
  ),
});
export type WireTrade = z.infer<typeof WireTrade>;

export const WireAnalytics = z.looseObject({ 'request-id': z.string() });
export type WireAnalytics = z.infer<typeof WireAnalytics>;

/** The name of a suggested recipient stands in one of these fields, or is all that there is. */
export const WireRecipient = z.looseObject({ counterparty: text(), name: text(), recipient: text() });
export type WireRecipient = z.infer<typeof WireRecipient>;

/** The body of a new request, as sent. */
export interface SentRequest {
  readonly contract: 'single' | 'spread';
  readonly 'spread-type'?: string;
  readonly spreadType?: string;
  readonly commodity: string;
  readonly 'all-or-none': boolean;
  readonly recipients?: readonly string[];
  readonly legs: readonly SentLeg[];
}

interface SentLeg {
  readonly commodity: string;
  readonly market: string;
  readonly 'delivery-start': string;
  readonly 'delivery-end': string;
  readonly 'load-profile'?: string;
  readonly action: 'buy' | 'sell';
  readonly quantity: number;
  readonly 'quantity-unit'?: string;
  readonly clearing?: { readonly type: string; readonly house?: string };
}

/** The body of a quote, as sent. */
export interface SentQuote {
  readonly type?: 'standard-spread';
  readonly 'price-direction': 'bid' | 'ask';
  readonly 'spread-price'?: number;
  readonly legs?: readonly { readonly price: number }[];
  readonly quantity: number;
  readonly 'all-or-none': boolean;
}

/** The body of a price proposal, as sent. */
export interface SentProposal extends SentQuote {
  readonly kind: 'firm' | 'indicative';
}

/** The body of a counteroffer, as sent. */
export interface SentCounteroffer extends SentQuote {
  readonly 'quotation-id': string;
}

/**
 * The body of a trade execution, as sent: the initiator names a quote, a recipient a price proposal (section 4; last
 * seen price in section 2).
 */
export interface SentExecution {
  readonly 'quotation-id'?: string;
  readonly 'price-proposal-id'?: string;
  readonly quantity?: number;
  readonly 'last-seen-price':
    | { readonly type: 'standard-spread'; readonly 'spread-price': number }
    | { readonly type: 'per-leg'; readonly legs: readonly { readonly price: number }[] };
}
