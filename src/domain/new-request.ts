import * as z from 'zod/mini';
import { Clearing } from './leg';
import { Day } from './day';
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
  /** Recipients by their platform names; with none, the platform chooses. */
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
