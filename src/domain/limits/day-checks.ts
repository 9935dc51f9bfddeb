import Big from 'big.js';
import { amountText, moneyText } from './amount-text';
import type { CommittedLeg } from '../action';
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

const isAlike = (a: DayTotal, b: DayTotal): boolean =>
  a.side === b.side && a.commodity.toLowerCase() === b.commodity.toLowerCase() && sameUnit(a.unit, b.unit);

/** Checks an action, together with today's live offers and trades, against the daily limits. */
export function dayChecks(
  legs: readonly CommittedLeg[],
  today: DayTotals,
  { volumePerDay = [], notionalPerDay = [] }: Pick<Limits, 'volumePerDay' | 'notionalPerDay'>,
): Checked[] {
  const own = dayTotals(legs);
  const all = dayTotals(legs, today);
  return [
    ...above('volume-day', { own: own.volumes, all: all.volumes, levels: volumePerDay }),
    ...above('notional-day', { own: own.notionals, all: all.notionals, levels: notionalPerDay }),
  ];
}

function above(
  code: 'volume-day' | 'notional-day',
  { own, all, levels }: { own: readonly DayTotal[]; all: readonly DayTotal[]; levels: readonly UnitLevels[] },
): Checked[] {
  return own.flatMap((one): Checked[] => {
    const total = all.find((other) => isAlike(other, one));
    const level = levels.find(({ unit }) => sameUnit(unit, one.unit));
    if (!total || !level) return [];
    const step = stepAbove(new Big(total.amount), level);
    if (!step) return [];
    const text = code === 'notional-day' ? moneyText : amountText;
    const what = `${one.side === 'buy' ? 'bought' : 'sold'} ${one.commodity}`.trim();
    return [
      {
        step,
        code,
        about: `${what} ${one.unit}`,
        size: total.amount,
        message: `With today’s live quotes and trades, ${what} comes to ${text(total.amount)} ${one.unit}; the ${step} level of a day is ${amountText(level[step] ?? '')} ${one.unit}.`,
      },
    ];
  });
}
