import * as z from 'zod/mini';
import { Failure } from './failure';

/** What Office is asked for, where it says itself who sits at Excel (nested app authentication). Nothing of it is a secret. */
const OfficeAccount = z.object({
  clientId: z.string(),
  authority: z.string(),
  scopes: z.array(z.string()),
});
export type OfficeAccount = z.infer<typeof OfficeAccount>;

/** How people come to this desk: by a code from the gateway's window, or by name at a provider. */
export const WayIn = z.object({
  by: z.enum(['code', 'provider']),
  /** Host name of the provider. */
  provider: z.optional(z.string()),
  /** Absent: the provider's window opens, whatever Office can. */
  office: z.optional(OfficeAccount),
  /** Why nobody new can sign in just now. */
  failure: z.optional(Failure),
});
export type WayIn = z.infer<typeof WayIn>;
