import * as z from 'zod/mini';
import { Clearing } from './clearing';
import { Day } from './day';
import type { Failure } from './failure';
import { Quantity } from './quantity';

const strict = z.strictObject;
const text = () => z.string().check(z.minLength(1), z.maxLength(100));

/** One side of a request that is to be made; a delivery lasts from its first to its last day, both included. */
export const NewLeg = strict({
  action: z.enum(['buy', 'sell']),
  commodity: text(),
  market: text(),
  deliveryStart: Day,
  deliveryEnd: Day,
  loadProfile: z.optional(text()),
  quantity: Quantity,
  quantityUnit: z.optional(text()),
  clearing: z.optional(Clearing),
});
export type NewLeg = z.infer<typeof NewLeg>;

const terms = {
  allOrNone: z.boolean(),
  /** Who is asked, by the names that the platform shows; without any, whoever the platform asks. */
  recipients: z.array(text()).check(z.maxLength(200)),
};

/**
 * A request for quotes that is to be made. Leg order is fixed from here on. A standard spread is a spread like any
 * other here: the service detects it by its legs. A swap's legs are the certificate, then one power leg bought
 * and one sold. Source: interface document, sections 2 and 4.
 */
export const NewRequest = z.discriminatedUnion('contract', [
  strict({ contract: z.literal('single'), legs: z.tuple([NewLeg]), ...terms }),
  strict({
    contract: z.literal('spread'),
    spreadType: z.enum(['time', 'location', 'efp']),
    legs: z.tuple([NewLeg, NewLeg]),
    ...terms,
  }),
  strict({
    contract: z.literal('swap'),
    swapType: z.enum(['green-grey-swap', 'grey-green-swap']),
    legs: z.tuple([NewLeg, NewLeg, NewLeg]),
    ...terms,
  }),
]);
export type NewRequest = z.infer<typeof NewRequest>;

/** Why a request cannot be meant so, naming the field; `undefined` when it can be sent. */
export function newRequestProblem(request: NewRequest): Failure | undefined {
  const backwards = request.legs.findIndex((leg) => leg.deliveryEnd < leg.deliveryStart);
  if (backwards >= 0) {
    return wrong(
      `The delivery of leg ${backwards + 1} ends before it starts.`,
      'Give its last day as the later one.',
      `legs[${backwards}].delivery-end`,
    );
  }
  const { recipients } = request;
  const twice = recipients.find((name, index) => recipients.indexOf(name) !== index);
  if (twice !== undefined) {
    return wrong(`${twice} is named twice as a recipient.`, 'Name every recipient once.', 'recipients');
  }
  return request.contract === 'swap' ? swapProblem(request.legs) : undefined;
}

function swapProblem([certificate, power, otherPower]: readonly [NewLeg, NewLeg, NewLeg]):
  Failure | undefined {
  if (power.commodity !== otherPower.commodity || certificate.commodity === power.commodity) {
    return wrong(
      'A green-grey swap is a certificate and two legs of power.',
      'Make leg 1 the certificate, and legs 2 and 3 the power.',
      'legs',
    );
  }
  if (power.action !== otherPower.action) return undefined;
  return wrong(
    `Both power legs of this swap ${power.action === 'buy' ? 'are bought' : 'are sold'}.`,
    'Buy one of legs 2 and 3, and sell the other.',
    'legs[2].action',
  );
}

const wrong = (message: string, next: string, path: string): Failure => ({
  kind: 'invalid-argument',
  message,
  next: `${next} Nothing was sent.`,
  fields: [{ path, message }],
});
