import * as z from 'zod/mini';

const text = () => z.string().check(z.minLength(1), z.maxLength(100));

/** How one leg is cleared: "exchange" or "bilateral", and the clearing house where there is one (section 2, legs). */
export const Clearing = z.object({ type: text(), house: z.optional(text()) });
export type Clearing = z.infer<typeof Clearing>;
