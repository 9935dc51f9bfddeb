import * as z from 'zod/mini';

const CUT_AT = 200;

/** One thing that the service found wrong: with a field a field error, without one a global one (section 7). */
export interface ServiceError {
  readonly code?: string;
  readonly message: string;
  readonly field?: string;
}

const Entry = z.looseObject({
  code: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  message: z.optional(z.nullable(z.string())),
  error: z.optional(z.nullable(z.string())),
  field: z.optional(z.nullable(z.string())),
});
const Body = z.looseObject({
  errors: z.optional(z.array(Entry)),
  'field-errors': z.optional(z.array(Entry)),
  'global-errors': z.optional(z.array(Entry)),
  code: z.optional(z.union([z.string(), z.number()])),
  message: z.optional(z.string()),
  error: z.optional(z.union([z.string(), Entry])),
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
});

/**
 * What an error body says, in whichever of the known forms it is written: `errors`, `field-errors` and `global-errors`,
 * `message`, `error` as a text or as one such entry, RFC 9457 problem details; anything else is shown as it came, cut to 200 characters.
 */
export function readErrors(body: string): readonly ServiceError[] {
  const parsed = Body.safeParse(json(body));
  if (!parsed.success) return body.trim() ? [{ message: cut(body) }] : [];
  const { errors = [], 'field-errors': fields = [], 'global-errors': globals = [], ...one } = parsed.data;
  const only = typeof one.error === 'object' && (one.error.message ?? one.error.code) ? [one.error] : [];
  const entries = [...errors, ...fields, ...globals, ...only].map((entry) => ({
    message: cut(entry.message ?? entry.error ?? String(entry.code ?? 'no reason given')),
    ...(entry.code !== null && entry.code !== undefined && { code: String(entry.code) }),
    ...(entry.field !== null && entry.field !== undefined && { field: entry.field }),
  }));
  if (entries.length > 0) return entries;
  const message = one.message ?? one.detail ?? one.title ?? one.error;
  if (typeof message !== 'string') return body.trim() ? [{ message: cut(body) }] : [];
  return [{ message: cut(message), ...(one.code !== undefined && { code: String(one.code) }) }];
}

const cut = (text: string): string => (text.length > CUT_AT ? `${text.slice(0, CUT_AT)}…` : text);

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
