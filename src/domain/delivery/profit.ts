import Big from 'big.js';
import { failed, success, type Failure, type Outcome } from '../failure';
import type { PositionRow } from '../position';
import { stripOf, type CurvePiece, type Weighing } from './curve';
import { dayOf, type Days } from './hours';
import { productOf } from './product';

const daysIn = ({ start, end }: Pick<PositionRow, 'start' | 'end'>): Days => ({
  first: dayOf(start) ?? 0,
  last: dayOf(end) ?? 0,
});
const textOf = (amount: Big): string => (amount.eq(0) ? '0' : amount.toFixed());

/** MWh bought less MWh sold. */
export const netEnergy = ({ bought, sold }: Pick<PositionRow, 'bought' | 'sold'>): string =>
  textOf(new Big(bought).minus(sold));

/** MW over the delivery hours of the period, on average; absent where it has none. */
export const netPower = (row: Pick<PositionRow, 'bought' | 'sold' | 'hours'>): string | undefined =>
  row.hours > 0 ? textOf(new Big(netEnergy(row)).div(row.hours)) : undefined;

export const currenciesIn = (rows: readonly Pick<PositionRow, 'prices'>[]): readonly string[] => [
  ...new Set(rows.flatMap(({ prices }) => prices.map(({ currency }) => currency))),
];

/**
 * Average price of a side, for a MWh; absent where there is nothing on it. A failure where some of it has no price for a MWh, or one
 * in another currency: an average over the rest would look like that of all.
 */
export function averagePrice(row: PositionRow, side: 'bought' | 'sold'): Outcome<string | undefined> {
  if (new Big(row[side]).eq(0)) return success(undefined);
  const priced = row.prices.filter((one) => !new Big(one[side].energy).eq(0));
  const left = priced.reduce((sum, one) => sum.minus(one[side].energy), new Big(row[side]));
  if (!left.eq(0))
    return failed(notKnown(`Of what was ${side}, ${textOf(left)} MWh have no price for a MWh.`));
  const [only, other] = priced;
  if (!only || other)
    return failed(notKnown(`What was ${side} is in ${currenciesIn([{ prices: priced }]).join(' and ')}.`));
  return success(textOf(new Big(only[side].value).div(only[side].energy)));
}

/** That a sum is not known because of a trade. */
export const notKnown = (message: string): Failure => ({
  kind: 'unreadable',
  message,
  next: 'So this is not known. DESK.TRADE shows the record of a trade.',
});

/** Money in the currency of the trades, exact but for the marks. */
export interface Profit {
  readonly realised: string;
  /** A failure where the curve has no price for what is open. */
  readonly open: Outcome<{ readonly open: string; readonly total: string }>;
}

/**
 * Σ sign × MWh × (mark − price) of one load in one market. Realised: what was bought and sold for the same hours, whatever the
 * mark. Open: the rest at the marks, delivered or not. Within each of the rows the curve has to have one price.
 */
export function profitOf(
  rows: readonly PositionRow[],
  curve: readonly CurvePiece[],
  weighing: Weighing,
): Outcome<Profit> {
  const unknown = rows.map(unknownIn).find((one) => one !== undefined);
  if (unknown !== undefined) return failed(notKnown(unknown));
  const currencies = currenciesIn(rows);
  if (currencies.length > 1) return failed(notKnown(`These trades are in ${currencies.join(' and ')}.`));
  let [realised, total] = [new Big(0), new Big(0)];
  let gap: Failure | undefined;
  for (const row of rows) {
    const [priced] = row.prices;
    if (!priced) continue;
    const { bought, sold, closed } = priced;
    realised = realised.plus(closed.value);
    total = total.plus(sold.value).minus(bought.value);
    const isClosed = new Big(closed.energy).eq(row.bought) && new Big(closed.energy).eq(row.sold);
    const mark = isClosed ? undefined : stripOf(curve, daysIn(row), weighing);
    if (mark?.ok === false) gap ??= { ...mark.failure, kind: 'unavailable' };
    else if (mark && !Number.isFinite(mark.value.price))
      gap ??= notKnown('A price of the curve is too large.');
    else if (mark) total = total.plus(new Big(netEnergy(row)).times(String(mark.value.price)));
  }
  const open = gap ? failed(gap) : success({ open: textOf(total.minus(realised)), total: textOf(total) });
  return success({ realised: textOf(realised), open });
}

/** What keeps the result of a row from being known. */
function unknownIn(row: PositionRow): string | undefined {
  const missed = row.misses?.bought ?? row.misses?.sold;
  if (missed !== undefined) return missed;
  const priced = row.prices.reduce(
    (sum, one) => sum.plus(one.bought.energy).plus(one.sold.energy),
    new Big(0),
  );
  const left = new Big(row.bought).plus(row.sold).minus(priced);
  if (left.eq(0)) return undefined;
  return `${textOf(left)} MWh of ${productOf(row.start, row.end)?.name ?? row.start} have no price for a MWh.`;
}
