import type * as z from 'zod/mini';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { statedPrice, type Price } from '../../domain/price';
import { statedQuantity, type Quantity } from '../../domain/quantity';
import type { Listing } from '../../domain/record';

const WRITTEN = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Epoch ms of an ISO 8601 timestamp, NaN for anything else: JavaScript by itself finds a date in almost any text.
 * Without an offset it is in UTC, as all timestamps of the service are taken to be, and not in the zone of this machine.
 */
export function epochMsOf(written: string): number {
  const match = WRITTEN.exec(written);
  if (!match) return NaN;
  const [, offset] = match;
  return Date.parse(offset === undefined && written.includes('T') ? `${written}Z` : written);
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** A record that cannot be used for money, with the fields that are to blame by their path. */
export function unreadable(what: string, problems: readonly Problem[]): Failure {
  const named = problems.map(({ path, message }) => `${cut(path) || 'the record'}: ${message}`).join('; ');
  return {
    kind: 'unreadable',
    message: `The service sent ${cut(what)} that cannot be read (${named}).`,
    next: 'It is kept as received; report it to the operator with its id.',
    fields: [...problems],
  };
}

/** Names and identifiers come from outside, so a sentence could become as long as they like. */
const cut = (named: string): string => (named.length > NAMED_MAX ? `${named.slice(0, NAMED_MAX)}…` : named);
const NAMED_MAX = 150;

/** One unknown value against one schema: the value as the schema sees it, or a failure that names the fields. */
export function read<S extends z.ZodMiniType>(schema: S, raw: unknown, what: string): Outcome<z.output<S>> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return success(parsed.data);
  return failed(
    unreadable(
      what,
      parsed.error.issues
        .slice(0, 5)
        .map((issue) => ({ path: pathText(issue.path), message: problemIn(issue, raw) })),
    ),
  );
}

/** What is wrong with one field. What stands there is not repeated: it is kept beside the sentence, and may be a secret. */
function problemIn(issue: z.core.$ZodIssue, raw: unknown): string {
  const must = mustBe(issue);
  if (must === undefined) return issue.message;
  const value = issue.path.reduce<unknown>(
    (holder, step) => (typeof holder === 'object' && holder !== null ? Reflect.get(holder, step) : undefined),
    raw,
  );
  return value === undefined ? `is missing, and must be ${must}` : `must be ${must}`;
}

/** `undefined` where the schema has a sentence of its own. */
function mustBe(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return either(issue.values.map((value) => String(value)));
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'invalid_union':
      return either(issue.errors.flatMap((one) => one.slice(0, 1).flatMap((each) => mustBe(each) ?? [])));
    case 'too_small':
      return issue.origin === 'array' ? `a list of ${String(issue.minimum)} or more` : 'long enough';
    case 'too_big':
      return issue.origin === 'array' ? `a list of at most ${String(issue.maximum)}` : 'short enough';
    default:
      return undefined;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

export const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

/** `legs[0].price`, as the service's documents write paths. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step),
    '',
  );

/** A number as the platform writes it: as one, or as its decimal text. */
type Written = number | string;

const SPREAD_TYPES: ReadonlySet<string> = new Set(['time', 'location', 'efp']);

/** Collects what is wrong with the numbers and ids of one record, so that it is all said at once. */
export class RecordReader {
  readonly problems: Problem[] = [];

  price(path: string, written: Written | null | undefined): Price | undefined {
    return this.amount(path, written, statedPrice, 'not a price');
  }

  quantity(path: string, written: Written | null | undefined): Quantity | undefined {
    return this.amount(path, written, statedQuantity, 'not a quantity above zero');
  }

  /** An identifier, checked; a bad one is a problem and the answer is never used then. */
  id<S extends z.ZodMiniType<string>>(path: string, schema: S, written: string): z.output<S> | undefined {
    const parsed = schema.safeParse(written);
    if (parsed.success) return parsed.data;
    this.problems.push({ path, message: 'not an identifier' });
    return undefined;
  }

  /**
   * What kind of swap it is. `spreadType` and `spread-type` are two fields (section 1): a kind of spread in the first is the second's, read
   * with names that are not the platform's, and would make a swap of every spread.
   */
  swapType(path: string, written: unknown): string | undefined {
    if (typeof written !== 'string') return undefined;
    if (SPREAD_TYPES.has(written.toLowerCase()))
      this.problems.push({ path, message: 'holds a kind of spread, not of swap: check mapping.names' });
    return written;
  }

  /** What kind of spread it is. Three legs are a swap, whose kind stands in the other field: these words on it are another field's. */
  spreadType(path: string, written: unknown, of: { legs: number; swapType: unknown }): string | undefined {
    if (typeof written !== 'string') return undefined;
    if (of.legs > 2 && of.swapType === undefined && SPREAD_TYPES.has(written.toLowerCase()))
      this.problems.push({ path, message: 'holds a kind of spread on a swap: check mapping.names' });
    return written;
  }

  private amount<T>(
    path: string,
    written: Written | null | undefined,
    parse: (written: Written) => T | undefined,
    message: string,
  ): T | undefined {
    if (written === null || written === undefined) return undefined;
    const parsed = parse(written);
    if (parsed === undefined) this.problems.push({ path, message });
    return parsed;
  }
}

/** Reads every record of a list on its own: one that is unreadable never hides the others. */
export function listing<T>(raws: readonly unknown[], readOne: (raw: unknown) => Outcome<T>): Listing<T> {
  const records: T[] = [];
  const unreadables: { raw: unknown; failure: Failure }[] = [];
  for (const raw of raws) {
    const outcome = readOne(raw);
    if (outcome.ok) records.push(outcome.value);
    else unreadables.push({ raw, failure: outcome.failure });
  }
  return { records, unreadable: unreadables };
}

/** Drops what is absent, so that an optional property is either there with a value or not there. */
export function present<T extends object>(fields: { [K in keyof T]: T[K] | null | undefined }): Partial<T> {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined) known[name] = value;
  }
  return known as Partial<T>;
}

/** Epoch ms of a timestamp the schema has already accepted. */
export const timeOf = (written: string | null | undefined): number | undefined =>
  typeof written === 'string' ? epochMsOf(written) : undefined;
