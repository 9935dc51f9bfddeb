import * as z from 'zod/mini';
import { Failure } from './failure';

/** How people come to this desk: by a code from the gateway's window, or by name at a provider. */
export const WayIn = z.object({
  by: z.enum(['code', 'provider']),
  /** Host name of the provider. */
  provider: z.optional(z.string()),
  /** Why nobody new can sign in just now. */
  failure: z.optional(Failure),
});
export type WayIn = z.infer<typeof WayIn>;
