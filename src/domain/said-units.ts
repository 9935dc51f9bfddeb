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
export const saysUnits = (raw: RawRecord): boolean => (saying.get(raw) ?? keptOf(raw)).saysUnits;

/** Whether one is spelt otherwise than its request's: `limits/offer-units.ts` knows what they mean. */
export function spellsOtherUnits(raw: RawRecord | undefined, legs: Units): boolean {
  if (raw === undefined) return false;
  const known = saying.get(raw) ?? keptOf(raw);
  if (known.legs !== legs) {
    known.legs = legs;
    known.spellsOthers = saidIn(raw, legs).some(
      ({ own, asked }) => asked !== undefined && !sameUnit(hourly(own), hourly(asked)),
    );
  }
  return known.spellsOthers;
}

interface Saying {
  readonly saysUnits: boolean;
  /** Those that it was last held against, and how that came out. */
  legs?: Units;
  spellsOthers: boolean;
}

/** However many cells ask of a record, which never changes, it is read once. */
const saying = new WeakMap<RawRecord, Saying>();

function keptOf(raw: RawRecord): Saying {
  const kept: Saying = { saysUnits: saidIn(raw).length > 0, spellsOthers: false };
  saying.set(raw, kept);
  return kept;
}

/** Energy of each hour is power. */
const hourly = (unit: string): string => unit.replace(/Wh\/h/i, 'W');
