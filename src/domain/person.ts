import * as z from 'zod/mini';

/** As a person may be called from now on: on one line, without signs that are not seen. */
export const PersonName = z
  .string()
  .check(z.minLength(1), z.maxLength(100), z.regex(/^\P{C}+$/u), z.regex(/^\S(.*\S)?$/));

/**
 * Who pressed, by the name that was given at the pairing, and in which session of a page: a short name of it, no token. Whatever was
 * written down is read.
 */
export const By = z.object({ name: z.string(), session: z.string() });
export type By = z.infer<typeof By>;

/** Of lines that were written before names were. */
export const NOT_KNOWN = 'not known';
