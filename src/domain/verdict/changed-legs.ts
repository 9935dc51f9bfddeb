import type { ExecutedLeg } from '../action';
import { sameDecimal } from '../decimal';
import { periodText } from '../delivery/product';
import { sameUnit } from '../leg';
import { sameName } from './evidence';

export type KnownLeg = Pick<
  ExecutedLeg,
  | 'action'
  | 'commodity'
  | 'market'
  | 'deliveryStart'
  | 'deliveryEnd'
  | 'loadProfile'
  | 'quantity'
  | 'quantityUnit'
  | 'priceUnit'
>;

/**
 * What the legs of a request say otherwise than they did, in words: "market DE is now FR"; nothing where they agree. What one of both does not
 * say is not compared: a list may say less than a record.
 */
export const changedLegs = (before: readonly KnownLeg[], now: readonly KnownLeg[]): string | undefined =>
  otherLegs(before, now, (was, is) => `${was} is now ${is}`);

/** The same with words of its own for two texts that differ. */
export function otherLegs(
  before: readonly KnownLeg[],
  now: readonly KnownLeg[],
  words: (before: string, now: string) => string,
): string | undefined {
  if (before.length === 0 || now.length === 0) return undefined;
  if (before.length !== now.length) return words(legCount(before), legCount(now));
  const changes = before.flatMap((leg, index) => {
    const said = changesOf(leg, now[index] ?? {}).map(([name, was, is]) =>
      [name, words(was, is)].filter(Boolean).join(' '),
    );
    return before.length === 1 ? said : said.map((one) => `leg ${index + 1}: ${one}`);
  });
  return changes.length > 0 ? changes.join(', ') : undefined;
}

const legCount = ({ length }: readonly unknown[]): string => (length === 1 ? 'one leg' : `${length} legs`);

type Change = readonly [name: string, before: string, now: string];

const changesOf = (before: KnownLeg, now: KnownLeg): Change[] => [
  ...changed('', before.action, now.action, sameName),
  ...changed('commodity', before.commodity, now.commodity, sameName),
  ...changed('market', before.market, now.market, sameName),
  ...changedDelivery(before, now),
  ...changed('load', before.loadProfile, now.loadProfile, sameName),
  ...changed('quantity', before.quantity, now.quantity, (a, b) => sameDecimal(a, b)),
  ...changed('unit', before.quantityUnit, now.quantityUnit, sameUnit),
  ...changed('price unit', before.priceUnit, now.priceUnit, sameUnit),
];

function changed(
  name: string,
  before: string | undefined,
  now: string | undefined,
  isSame: (a: string, b: string) => boolean,
): Change[] {
  if (before === undefined || now === undefined || isSame(before, now)) return [];
  return [[name, before, now]];
}

const sameDay = (a: string, b: string): boolean => a.slice(0, 10) === b.slice(0, 10);

function changedDelivery(before: KnownLeg, now: KnownLeg): Change[] {
  const isOther = (['deliveryStart', 'deliveryEnd'] as const).some(
    (day) => changed('', before[day], now[day], sameDay).length > 0,
  );
  const [was, is] = [before, now].map((leg) => periodText(leg.deliveryStart, leg.deliveryEnd) ?? '');
  return isOther ? [['delivery', was ?? '', is ?? '']] : [];
}
