import Big from 'big.js';
import { amountText, moneyText } from './amount-text';
import type { CommittedLeg } from '../action';
import { energyRate } from '../delivery/notional';
import { sameUnit } from '../leg';
import type { DayTotal, DayTotals, Limits, UnitLevels } from './limits';
import type { Checked } from './finding';
import { stepAbove } from './size-checks';

export const NOTHING_TODAY: DayTotals = { volumes: [], notionals: [] };

/** All of these legs, and what was there before them, summed by commodity, side and unit. `sign` −1 takes them away. */
export function dayTotals(
  legs: readonly CommittedLeg[],
  { volumes, notionals }: DayTotals = NOTHING_TODAY,
  sign: 1 | -1 = 1,
): DayTotals {
  const entries = (amounts: (leg: CommittedLeg) => readonly { unit: string; amount: string }[]): DayTotal[] =>
    legs.flatMap((leg) =>
      amounts(leg).map(({ unit, amount }) => {
        const signed = new Big(amount).times(sign).toFixed();
        return { commodity: leg.commodity, side: leg.side, unit, amount: signed };
      }),
    );
  return {
    volumes: summed([...volumes, ...entries((leg) => leg.volumes)]),
    notionals: summed([...notionals, ...entries((leg) => (leg.notional ? [leg.notional] : []))]),
  };
}

function summed(all: readonly DayTotal[]): DayTotal[] {
  const sums: DayTotal[] = [];
  for (const one of all) {
    const at = sums.findIndex((other) => isAlike(other, one));
    const known = sums[at];
    if (!known) sums.push(one);
    else sums[at] = { ...known, amount: new Big(known.amount).plus(one.amount).toFixed() };
  }
  return sums;
}

type Counted = Pick<DayTotal, 'commodity' | 'side' | 'unit'>;
const isAlike = (a: Counted, b: Counted): boolean =>
  a.side === b.side && a.commodity.toLowerCase() === b.commodity.toLowerCase() && sameUnit(a.unit, b.unit);

/** What a day comes to with an action, beside its level: of one commodity on one side, in one unit. */
export interface DayStanding extends Pick<DayTotal, 'commodity' | 'side' | 'unit'> {
  readonly code: 'volume-day' | 'notional-day';
  /** Exact decimal text. */
  readonly total: string;
  readonly level: UnitLevels;
}

/** Where today's live offers and trades stand with these legs, for each thing that they add to and that has a level of a day. */
export function dayStandings(
  legs: readonly CommittedLeg[],
  today: DayTotals,
  { volumePerDay = [], notionalPerDay = [] }: Pick<Limits, 'volumePerDay' | 'notionalPerDay'>,
): readonly DayStanding[] {
  const own = dayTotals(legs);
  const all = dayTotals(legs, today);
  return [
    ...standings('volume-day', { own: own.volumes, all: all.volumes, levels: volumePerDay }),
    ...standings('notional-day', { own: own.notionals, all: all.notionals, levels: notionalPerDay }),
  ];
}

function standings(
  code: DayStanding['code'],
  { own, all, levels }: { own: readonly DayTotal[]; all: readonly DayTotal[]; levels: readonly UnitLevels[] },
): DayStanding[] {
  return own.flatMap(({ commodity, side, unit }): DayStanding[] => {
    const total = all.find((other) => isAlike(other, { commodity, side, unit }))?.amount;
    const level = levels.find((one) => sameUnit(one.unit, unit));
    return total !== undefined && level ? [{ code, commodity, side, unit, total, level }] : [];
  });
}

/** "bought power" */
export const sideInWords = ({ side, commodity }: Pick<DayStanding, 'side' | 'commodity'>): string =>
  `${side === 'buy' ? 'bought' : 'sold'} ${commodity}`.trim();

/** Checks an action, together with today's live offers and trades, against the daily limits. */
export const dayChecks = (...given: Parameters<typeof dayStandings>): Checked[] => [
  ...unheld(...given),
  ...dayStandings(...given).flatMap(({ code, total, level, unit, ...standing }): Checked[] => {
    const step = stepAbove(new Big(total), level);
    if (!step) return [];
    const text = code === 'notional-day' ? moneyText : amountText;
    const what = sideInWords(standing);
    return [
      {
        step,
        code,
        about: `${what} ${unit}`,
        size: total,
        message: `With today’s live quotes and trades, ${what} comes to ${text(total)} ${unit}; the ${step} level of a day is ${amountText(level[step] ?? '')} ${unit}.`,
      },
    ];
  }),
];

/** An energy is no power, and nothing is made of it: where the day has a level in the other unit alone, it is not checked. */
function unheld(
  legs: readonly CommittedLeg[],
  _: DayTotals,
  { volumePerDay = [] }: Pick<Limits, 'volumePerDay'>,
): Checked[] {
  const hasLevel = ({ unit }: { readonly unit: string }): boolean =>
    volumePerDay.some((level) => sameUnit(level.unit, unit));
  const units = legs.flatMap(({ volumes }) => {
    const [own] = volumes;
    return own && energyRate(own.unit) && !volumes.some(hasLevel) ? own.unit : [];
  });
  if (volumePerDay.length === 0 || units.length === 0) return [];
  const named = [...new Set(units)].join(' and ');
  const message = `Volume of the day not checked: this desk has no level of a day in ${named}.`;
  return [{ step: 'not-checked', code: 'volume-day', message }];
}
