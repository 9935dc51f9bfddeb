import { isDeepStrictEqual } from 'node:util';
import Big from 'big.js';
import * as z from 'zod/mini';

/** A record as the service wrote it. */
export type Fields = Readonly<Record<string, unknown>>;
const Fields = z.record(z.string(), z.unknown());

/** A text as JSON; `undefined` when it is none. */
export function jsonOf(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return undefined;
  }
}

/** The record that a value is; one without fields for anything else. */
export function fieldsOf(value: unknown): Fields {
  const parsed = Fields.safeParse(value);
  return parsed.success ? parsed.data : {};
}

export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? z.array(z.unknown()).parse(value) : [];

/** What stands at a path, such as `at(request, 'legs', 0, 'price')`; `undefined` where there is nothing. */
export function at(value: unknown, ...steps: readonly (string | number)[]): unknown {
  return steps.reduce<unknown>((part, step) => {
    const entries = typeof step === 'number' ? listOf(part) : undefined;
    if (typeof step === 'number') return entries?.[step];
    const fields = fieldsOf(part);
    return Object.hasOwn(fields, step) ? fields[step] : undefined;
  }, value);
}

export const textAt = (value: unknown, ...steps: readonly (string | number)[]): string => {
  const found = at(value, ...steps);
  return typeof found === 'string' ? found : '';
};

/** The exact decimal of a JSON number; `undefined` for anything else. */
export function amountAt(value: unknown, ...steps: readonly (string | number)[]): Big | undefined {
  const found = at(value, ...steps);
  return typeof found === 'number' && Number.isFinite(found) ? new Big(found) : undefined;
}

export const legsOf = (record: unknown): readonly Fields[] => listOf(at(record, 'legs')).map(fieldsOf);

/** The leg prices of a record, as text; empty unless every leg has one. */
export function legPrices(record: unknown): readonly Big[] {
  const prices = legsOf(record).map((leg) => amountAt(leg, 'price'));
  const written = prices.filter((price) => price !== undefined);
  return written.length === prices.length ? written : [];
}

/** Whether two values are alike in all that they hold. */
export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);

/** Something as one short piece of text, for the column of what was met. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
const SHOWN = 100;
