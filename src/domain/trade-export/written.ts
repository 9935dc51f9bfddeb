import Big from 'big.js';
import { Day } from '../day';
import type { RawRecord } from '../record';

/** A value of a record as the service wrote it, by its path: names, and numbers for places in a list. */
export type Path = readonly (string | number)[];

export function at(record: unknown, path: Path): unknown {
  return path.reduce<unknown>((holder, step) => {
    if (Array.isArray(holder)) return typeof step === 'number' ? (holder as unknown[])[step] : undefined;
    return isRecord(holder) && typeof step === 'string' ? own(holder, step) : undefined;
  }, record);
}

/** A record may have any name, and "constructor" is no field of it unless the service wrote it. */
const own = (record: RawRecord, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

export const isRecord = (value: unknown): value is RawRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is written, if it has the form of its column; otherwise nothing, and it stays among the other fields. */
export const textIn = (written: unknown): string | undefined =>
  typeof written === 'string' ? written : undefined;
export const flagIn = (written: unknown): boolean | undefined =>
  typeof written === 'boolean' ? written : undefined;
export const dayIn = (written: unknown): string | undefined =>
  typeof written === 'string' && isDay(written) ? written : undefined;
const DECIMAL = /^-?\d{1,30}(?:\.\d{1,60})?(?:[eE][+-]?\d{1,2})?$/;
/** A number without an exponent, written by the service as one or as decimal text: exactly the number that it wrote. */
export function decimalIn(written: unknown): string | undefined {
  const isNumber = typeof written === 'number' && Number.isFinite(written);
  if (!isNumber && !(typeof written === 'string' && DECIMAL.test(written))) return undefined;
  const exact = new Big(String(written));
  return exact.eq(0) ? '0' : exact.toFixed();
}

/** 2027-02-30 has the form of a day and is none. */
function isDay(written: string): boolean {
  if (!Day.safeParse(written).success) return false;
  const midnight = Date.parse(`${written}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(written);
}
