import type { ExecutedLeg } from '../action';
import { sameDecimal } from '../decimal';
import { lastDay } from '../delivery/last-day';
import { periodText } from '../delivery/product';
import { sameUnit } from '../leg';
import { localTimeOf } from '../local-time';
import { present } from '../present';
import { sameName } from './evidence';

type KnownLeg = Pick<
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
 * say is not compared: a list may say less than a record. `zone`: of the days of delivery, where one may be written as a moment.
 */
export const changedLegs = (
  before: readonly KnownLeg[],
  now: readonly KnownLeg[],
  zone?: string,
): string | undefined => otherLegs(before, now, (was, is) => `${was} is now ${is}`, zone);

/** The same with words of its own for two texts that differ. */
export function otherLegs(
  before: readonly KnownLeg[],
  now: readonly KnownLeg[],
  words: (before: string, now: string) => string,
  zone?: string,
): string | undefined {
  if (before.length === 0 || now.length === 0) return undefined;
  if (before.length !== now.length) return words(legCount(before), legCount(now));
  const changes = before.flatMap((leg, index) => {
    const said = changesOf(leg, now[index] ?? {}, zone).map(([name, was, is]) =>
      [name, words(was, is)].filter(Boolean).join(' '),
    );
    return before.length === 1 ? said : said.map((one) => `leg ${index + 1}: ${one}`);
  });
  return changes.length > 0 ? changes.join(', ') : undefined;
}

const legCount = ({ length }: readonly unknown[]): string => (length === 1 ? 'one leg' : `${length} legs`);

type Change = readonly [name: string, before: string, now: string];

const changesOf = (before: KnownLeg, now: KnownLeg, zone: string | undefined): Change[] => [
  ...changed('', before.action, now.action, sameName),
  ...changed('commodity', before.commodity, now.commodity, sameName),
  ...changed('market', before.market, now.market, sameName),
  ...changedDelivery(before, now, zone),
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

function changedDelivery(before: KnownLeg, now: KnownLeg, zone: string | undefined): Change[] {
  const isOther = ([one, other]: readonly KnownLeg[]): boolean =>
    (['deliveryStart', 'deliveryEnd'] as const).some(
      (day) => changed('', one?.[day], other?.[day], sameDay).length > 0,
    );
  const written = [before, now];
  if (!isOther(written)) return [];
  const days = zone === undefined ? written : written.map((leg) => inDays(leg, zone));
  if (!isOther(days)) return [];
  const [was, is] = days.map((leg) => periodText(leg.deliveryStart, leg.deliveryEnd) ?? '');
  return [['delivery', was ?? '', is ?? '']];
}

/** A moment by clocks that are told, such as "2026-12-31T23:00:00Z". */
const MOMENT = /T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/;

function inDays({ deliveryStart, deliveryEnd }: KnownLeg, zone: string): KnownLeg {
  const local = (text: string | undefined): string | undefined => {
    const at = text !== undefined && MOMENT.test(text) ? Date.parse(text) : NaN;
    return Number.isNaN(at) ? text : localTimeOf(zone).iso(at);
  };
  const start = local(deliveryStart);
  const end = lastDay(local(deliveryEnd), start);
  return present({ deliveryStart: start?.slice(0, 10), deliveryEnd: end?.slice(0, 10) });
}
