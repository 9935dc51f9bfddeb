import { sameUnit, type Leg } from './leg';
import type { RawRecord } from './record';

type Units = readonly Pick<Leg, 'priceUnit' | 'quantityUnit'>[];

/** Each unit that an offer says of its own, with what its request says there. */
function saidIn(raw: RawRecord, legs: Units = []) {
  const ofLegs = Array.isArray(raw['legs']) ? (raw['legs'] as readonly RawRecord[]) : [];
  return [raw, ...ofLegs].flatMap((record, at) => {
    const { priceUnit, quantityUnit } = legs[Math.max(0, at - 1)] ?? {};
    const said: readonly (readonly [unknown, string | undefined])[] = [
      [record['price-unit'], priceUnit],
      [record['currency'], priceUnit?.split('/')[0]],
      [record['quantity-unit'], quantityUnit],
    ];
    return said.flatMap(([own, asked]) => (typeof own === 'string' ? [{ own, asked }] : []));
  });
}

/** Whether an offer says a unit of its own, which its request may contradict. */
export const saysUnits = (raw: RawRecord): boolean => saidIn(raw).length > 0;

/** Whether one is spelt otherwise than its request's: `limits/offer-units.ts` knows what they mean. */
export const spellsOtherUnits = (raw: RawRecord | undefined, legs: Units): boolean =>
  raw !== undefined &&
  saidIn(raw, legs).some(({ own, asked }) => asked !== undefined && !sameUnit(hourly(own), hourly(asked)));

/** Energy of each hour is power. */
const hourly = (unit: string): string => unit.replace(/Wh\/h/i, 'W');
