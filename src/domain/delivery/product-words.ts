import { isSum, type Leg } from '../leg';
import { periodText, productOf } from './product';

/** "DE Cal-27 base", "NL/DE Cal-27 base", "NL + DE Cal-27 base" of both on one side, "DE Cal-28 base EFP": what is traded, in one line. */
export function productInWords({
  legs,
  spreadType,
}: {
  readonly legs: readonly Partial<Leg>[];
  readonly spreadType?: string;
}): string {
  // Both power legs of a swap are one product.
  const told = legs.length > 2 ? legs.slice(0, 2) : legs;
  const traits = [
    told.map(({ market, commodity }) => market ?? (commodity && commodityInWords(commodity))),
    told.map(({ deliveryStart, deliveryEnd }) => periodText(deliveryStart, deliveryEnd)),
    // Certificates have none, and gas has base alone, which says nothing.
    told.flatMap(({ commodity, loadProfile = '' }) =>
      loadProfile === '' || (commodity === 'gas' && loadProfile === 'base') ? [] : loadProfile,
    ),
  ];
  const between = isSum(legs) ? ' + ' : '/';
  // One market and one delivery twice would read as an outright.
  const isAlike = legs.length === 2 && !traits.some(differs);
  const kind = isAlike ? (spreadType === 'efp' ? 'EFP' : 'spread') : undefined;
  return [...traits.map((trait) => joined(trait, between)), kind].filter(Boolean).join(' ');
}

function joined(trait: readonly (string | undefined)[], between: string): string | undefined {
  if (!differs(trait)) return trait[0];
  const [first = '–', second = '–'] = trait;
  const [kind, year] = [first, second].map((name) => name.split('-'));
  if (between === '/' && kind?.length === 2 && year?.length === 2) {
    // "Cal-27/28" and "Q1/Q4-27": what both have alike is said once. "Win-27/28" would be one winter.
    if (kind[0] === year[0] && kind[0] !== 'Win') return `${first}/${year[1] ?? ''}`;
    if (kind[1] === year[1]) return `${kind[0] ?? ''}/${second}`;
  }
  return `${first}${between}${second}`;
}

/** "1 Jan – 31 Dec 2027": the days of a delivery, both included; `undefined` where they are none. */
export function daysInWords(start = '', end = ''): string | undefined {
  const [first, last] = [productOf(start, start)?.name, productOf(end, end)?.name];
  if (first === undefined || last === undefined || !productOf(start, end)) return undefined;
  const isOneYear = start.slice(0, 4) === end.slice(0, 4);
  return start === end ? last : `${isOneYear ? first.slice(0, -5) : first} – ${last}`;
}

/** "Cal-27 (1 Jan – 31 Dec 2027)", or of single days the days. */
export function deliveryInWords({
  deliveryStart,
  deliveryEnd,
}: {
  readonly deliveryStart: string;
  readonly deliveryEnd: string;
}): string {
  const days = daysInWords(deliveryStart, deliveryEnd) ?? `${deliveryStart} to ${deliveryEnd}`;
  const product = productOf(deliveryStart, deliveryEnd);
  const isNamed = product !== undefined && product.kind !== 'day' && product.kind !== 'days';
  return isNamed ? `${product.name} (${days})` : days;
}

/** A commodity as traders write it: "GoO" for guarantees of origin. */
export const commodityInWords = (commodity: string): string => (commodity === 'goo' ? 'GoO' : commodity);

export const differs = (trait: readonly (string | undefined)[]): boolean =>
  trait.some((value) => value !== trait[0]);
