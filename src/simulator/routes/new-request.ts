import * as z from 'zod/mini';
import { exact } from '../world/amount';
import { invalid, type Complaint } from '../http/call';
import { kindOf, type ContractKind } from '../world/contract-kind';
import { isDate } from '../world/delivery';
import { MARKETS, type Commodity, type Leg } from '../world/leg';

const Text = z.optional(z.nullable(z.string()));
const CommodityName = z.enum(['power', 'gas', 'goo']);

const LegBody = z.looseObject({
  commodity: z.optional(z.nullable(CommodityName)),
  market: z.string(),
  'delivery-start': z.string().check(z.refine(isDate, 'not a date like 2027-01-31')),
  'delivery-end': z.string().check(z.refine(isDate, 'not a date like 2027-01-31')),
  'load-profile': z.optional(z.nullable(z.enum(['base', 'peak']))),
  action: z.enum(['buy', 'sell']),
  quantity: z.number().check(z.gt(0, 'must be above zero')),
  clearing: z.optional(z.nullable(z.looseObject({ type: z.enum(['exchange', 'bilateral']), house: Text }))),
});
type LegBody = z.infer<typeof LegBody>;

/** The body of a new request. Its kind is detected from the legs; what it says of itself must agree. */
export const NewRequestBody = z.looseObject({
  commodity: z.optional(z.nullable(CommodityName)),
  contract: z.optional(z.nullable(z.enum(['single', 'spread', 'standard-spread']))),
  'spread-type': z.optional(z.nullable(z.enum(['time', 'location', 'efp']))),
  spreadType: z.optional(z.nullable(z.enum(['green-grey-swap', 'grey-green-swap']))),
  'all-or-none': z.optional(z.nullable(z.boolean())),
  legs: z.array(LegBody).check(z.minLength(1), z.maxLength(3)),
});
export type NewRequestBody = z.infer<typeof NewRequestBody>;

export interface NewRequest {
  readonly legs: readonly [Leg, ...Leg[]];
  readonly kind: ContractKind;
  readonly allOrNone: boolean;
}

/** What a body asks for, or 422 with everything that is wrong with it. */
export function newRequest(body: NewRequestBody): NewRequest {
  const complaints = body.legs.flatMap((leg, index) => legComplaints(leg, commodityOf(leg, body), index));
  if (complaints.length > 0) throw invalid(...complaints);
  const legs = body.legs.map((leg) => legOf(leg, commodityOf(leg, body)));
  const [first, ...rest] = legs;
  const kind = kindOf(legs);
  if (!first || !kind) {
    const message = 'Three legs are a swap: a certificate, one power leg bought and one sold.';
    throw invalid({ code: 'no-such-contract', message, field: 'legs' });
  }
  const disagreements = disagreementsOf(body, kind);
  if (disagreements.length > 0) throw invalid(...disagreements);
  return { legs: [first, ...rest], kind, allOrNone: body['all-or-none'] ?? true };
}

const commodityOf = (leg: LegBody, body: NewRequestBody): Commodity | undefined =>
  leg.commodity ?? body.commodity ?? undefined;

function legComplaints(leg: LegBody, commodity: Commodity | undefined, index: number): Complaint[] {
  const at = `legs[${index}]`;
  const complaints: Complaint[] = [];
  if (commodity === undefined) {
    complaints.push({ code: 'missing', message: 'The leg needs a commodity.', field: `${at}.commodity` });
  } else if (!MARKETS[commodity].includes(leg.market)) {
    const message = `${commodity} has the markets ${MARKETS[commodity].join(', ')}.`;
    complaints.push({ code: 'no-such-market', message, field: `${at}.market` });
  }
  if (leg['delivery-end'] < leg['delivery-start']) {
    const message = 'The delivery ends before it starts.';
    complaints.push({ code: 'wrong-delivery', message, field: `${at}.delivery-end` });
  }
  return complaints;
}

function legOf(leg: LegBody, commodity: Commodity | undefined): Leg {
  if (commodity === undefined) throw new Error('a leg without commodity passed the check');
  return {
    commodity,
    market: leg.market,
    delivery: { start: leg['delivery-start'], end: leg['delivery-end'] },
    loadProfile: leg['load-profile'] ?? (commodity === 'goo' ? null : 'base'),
    action: leg.action,
    quantity: exact(leg.quantity),
    clearing: { type: leg.clearing?.type ?? 'bilateral', house: leg.clearing?.house ?? null },
    price: null,
  };
}

function disagreementsOf(body: NewRequestBody, kind: ContractKind): Complaint[] {
  const said = (field: string, detected: string | null, given: string | null | undefined): Complaint[] => {
    if (given === null || given === undefined || given === detected) return [];
    const message = `The legs make ${detected ?? 'none'}, not ${given}.`;
    return [{ code: 'kind-mismatch', message, field }];
  };
  // A client need not know which spreads are standard: that is detected here.
  const contract = body.contract === 'spread' && kind.contract === 'standard-spread' ? null : body.contract;
  return [
    ...said('contract', kind.contract, contract),
    ...said('spread-type', kind.spreadType, body['spread-type']),
    ...said('spreadType', kind.swapType, body.spreadType),
  ];
}
