import type { FieldType, TimeForm } from '../../contract/service/mapping';
import { decimalText, shifted } from '../../domain/decimal';
import { said } from './shapes';

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i;
const WITHOUT_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const COMPACT = /^(?:19|20|21)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
/** From 1990 to 2200 seconds and milliseconds cannot be taken for each other. */
const [EARLIEST, LATEST] = [Date.UTC(1990, 0), Date.UTC(2200, 0)];
const YES_NO = new Set(['y', 'n', 'yes', 'no', 'true', 'false', '1', '0', 'j', 'ja', 'nein']);

type TimeClass = 'iso' | 'local' | 'epoch-seconds' | 'epoch-ms' | 'day';

export function timeClass(value: unknown): TimeClass | undefined {
  if (typeof value === 'string') {
    if (WITH_OFFSET.test(value)) return 'iso';
    if (WITHOUT_OFFSET.test(value)) return 'local';
    if (DAY.test(value)) return 'day';
  }
  const number = typeof value === 'number' ? value : typeof value === 'string' ? numeric(value) : undefined;
  if (number === undefined) return undefined;
  if (number >= EARLIEST && number <= LATEST) return 'epoch-ms';
  return number * 1000 >= EARLIEST && number * 1000 <= LATEST ? 'epoch-seconds' : undefined;
}

const numeric = (text: string): number | undefined =>
  /^\d{9,16}(?:\.\d+)?$/.test(text) ? Number(text) : undefined;

export const timeForm = (of: TimeClass, zone: string): TimeForm =>
  of === 'local' ? { local: zone } : of === 'day' ? { day: zone } : of;

type DayClass = 'iso' | 'compact' | 'time';

export function dayClass(value: unknown): DayClass | undefined {
  if (typeof value === 'string' && DAY.test(value)) return 'iso';
  if ((typeof value === 'string' || typeof value === 'number') && COMPACT.test(String(value)))
    return 'compact';
  return timeClass(value) === undefined ? undefined : 'time';
}

const decimalOf = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? decimalText(value) : undefined;

/** Whether what stands there can be what the field holds. `repeats`, of a record's own identifier: no two records have the same, but so many were read twice. */
export function fits(type: FieldType, values: readonly unknown[], repeats?: number): boolean {
  const told = said(values);
  if (told.length === 0) return repeats === undefined;
  const every = (test: (value: unknown) => boolean): boolean => told.every(test);
  switch (type.type) {
    case 'id':
      return (
        every((value) => typeof value === 'string' || Number.isInteger(value)) &&
        (repeats === undefined || new Set(told).size >= told.length - repeats)
      );
    case 'decimal':
      return every((value) => decimalOf(value) !== undefined);
    case 'time':
      return every((value) => timeClass(value) !== undefined);
    case 'day':
      return every((value) => dayClass(value) !== undefined);
    case 'flag':
      return every((value) => typeof value === 'boolean' || YES_NO.has(String(value).toLowerCase()));
    case 'word':
      return every((value) => typeof value === 'string' || Number.isInteger(value));
    case 'text':
      return every((value) => typeof value === 'string');
    default:
      return true;
  }
}

/** The classes of many values, the most frequent first; nothing where one has none. */
export function classesOf<T>(values: readonly unknown[], classOf: (value: unknown) => T | undefined): T[] {
  const counts = new Map<T, number>();
  for (const value of said(values)) {
    const found = classOf(value);
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([found]) => found);
}

const WHOLE = /^-?\d+$/;
export const hasFraction = (value: unknown): boolean => /\.\d*[1-9]/.test(decimalOf(value) ?? '');
export const isWhole = (value: unknown): boolean => WHOLE.test(decimalOf(value) ?? '');

const TWINS_MIN = 3;

/**
 * The scale that another field of the same records proves: in each it is this price with its point moved by as many places.
 */
export function provenScale(
  prices: readonly unknown[],
  others: readonly (readonly unknown[])[],
): number | undefined {
  for (const twins of others) {
    if (twins.length !== prices.length) continue;
    const scales = new Set<number | undefined>();
    const distinct = new Set<string>();
    prices.forEach((price, at) => {
      const [scaled, plain] = [decimalOf(price), decimalOf(twins[at])];
      if (scaled === undefined || plain === undefined || Number(scaled) === 0) return;
      distinct.add(scaled);
      scales.add([1, 2, 3, 4, 5, 6].find((scale) => Number(shifted(scaled, -scale)) === Number(plain)));
    });
    const [scale] = scales;
    if (scales.size === 1 && scale !== undefined && distinct.size >= TWINS_MIN) return scale;
  }
  return undefined;
}
