import * as z from 'zod/mini';

/** The closed list of failure kinds. Each audience (cell, HTTP, pane) has one total table over it. */
export const FailureKind = z.enum([
  'invalid-argument',
  'signed-out',
  'denied',
  'not-found',
  'price-moved',
  'wrong-state',
  'throttled',
  'quota-spent',
  'unsupported',
  'unreadable',
  'unavailable',
  'unknown-outcome',
]);
export type FailureKind = z.infer<typeof FailureKind>;

/**
 * A failure: a message for a person, and what to do next.
 *
 * `unavailable`: nothing was done. `unknown-outcome`: something may have been done; only a write can end so.
 * `fields` names single properties by their path in the service's own words, such as `legs[0].price`
 * (interface document, section 7). `until` is the epoch ms from which trying again makes sense.
 */
export const Failure = z.object({
  kind: FailureKind,
  message: z.string(),
  next: z.string(),
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** `number`: of what a write made, as an answer names it that does not prove that it was made. */
  service: z.optional(
    z.object({ status: z.number(), code: z.optional(z.string()), number: z.optional(z.string()) }),
  ),
  until: z.optional(z.number()),
});
export type Failure = z.infer<typeof Failure>;

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const success = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const failed = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure });

/** Message and next step as one text. */
export const sentence = ({ message, next }: Failure): string => `${message} ${next}`.trim();

/** How the next step of a read begins that goes again by itself. */
export const IS_RETRIED = 'It is retried automatically.';

/** The failure of what came to its end: nothing goes again unless a person presses. */
export const atItsEnd = (failure: Failure): Failure => ({
  ...failure,
  next: failure.next.replace(IS_RETRIED, 'Press again when the platform answers.'),
});
