import Big from 'big.js';
import type { Side } from '../leg';
import type { CapturedTrade } from '../trade';
import { notStanding } from '../trade-state';
import { legsWithWorth } from './worth';

const SIDES = { buy: 'bought', sell: 'sold' } as const satisfies Record<Side, string>;

/**
 * What the legs of trades come to, by commodity, the desk's own side and unit or currency: quantities, energy and money of the whole
 * delivery.
 */
export class TradeSums {
  private readonly sums = new Map<string, Big>();
  private sideless = 0;
  private moneyless = 0;

  add(captured: CapturedTrade): void {
    const not = notStanding(captured.trade.raw);
    if (not) {
      this.count(`trades in none of these sums: each ${not.why}`, '1');
      return;
    }
    for (const [leg, { mwh, notional, currency }] of legsWithWorth(captured)) {
      const { action, commodity = 'no commodity', quantity, quantityUnit } = leg;
      this.moneyless += Number(notional === undefined);
      if (action === undefined) {
        this.sideless += 1;
        continue;
      }
      const side = `${commodity} ${SIDES[action]}`;
      if (quantity !== undefined) this.count(`${side}: quantity, ${quantityUnit ?? 'no unit'}`, quantity);
      if (mwh !== undefined) this.count(`${side}: energy, MWh`, mwh);
      if (notional !== undefined) this.count(`${side}: money, ${currency ?? 'no currency'}`, notional);
    }
  }

  /** A name and an exact sum in each row; last how many legs are missing in them. */
  rows(): string[][] {
    const rows = [...this.sums].map(([name, sum]) => [name, sum.toFixed()]);
    return [
      ...rows.sort(([a = ''], [b = '']) => a.localeCompare(b, 'en')),
      ['legs without a side, and in none of these sums', String(this.sideless)],
      ['legs whose money is not known', String(this.moneyless)],
    ];
  }

  /** The same by name, for a program. */
  facts(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.rows().map(([name = '', sum = '']): [string, string] => [name, sum]));
  }

  private count(name: string, amount: string): void {
    this.sums.set(name, this.sums.get(name)?.plus(amount) ?? new Big(amount));
  }
}
