import Big from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FillLeg } from '../../../src/domain/delivery/fill-legs';
import { isoDay } from '../../../src/domain/delivery/periods';
import { PositionBook, type PositionQuery } from '../../../src/domain/delivery/position-book';
import { isCounted, positionPart, type PositionPart } from '../../../src/domain/delivery/position-part';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';

type Over = Partial<Omit<FillLeg, 'price' | 'quantity'>> & { price?: string; quantity?: string };
function leg({ price = '70', quantity = '10', ...over }: Over = {}): FillLeg {
  return {
    action: 'buy',
    commodity: 'power',
    market: 'DE',
    deliveryStart: '2027-03-01',
    deliveryEnd: '2027-03-31',
    loadProfile: 'base',
    quantity: Quantity.parse(quantity),
    quantityUnit: 'MW',
    priceUnit: 'EUR/MWh',
    price: Price.parse(price),
    ...over,
  };
}
function part(over?: Over): PositionPart {
  const made = positionPart(leg(over));
  if (!isCounted(made)) throw new Error(made.why);
  return made;
}
const why = (over: Over & { without?: keyof FillLeg }): string => {
  const { without, ...rest } = over;
  const { [without ?? 'clearing']: _, ...given } = leg(rest);
  const made = positionPart(given);
  return isCounted(made) ? 'counted' : made.why;
};
function bookOf(...parts: PositionPart[]): PositionBook {
  const book = new PositionBook();
  for (const one of parts) book.add(one, 'final');
  return book;
}
const query = (over: Partial<PositionQuery> = {}): PositionQuery => ({
  by: 'month',
  statuses: ['final', 'provisional', 'unlisted'],
  ...over,
});
const SELL = { action: 'sell' } as const;

describe('a position', () => {
  it('has the hours of both clock changes, by the month', () => {
    const rows = bookOf(part({ deliveryEnd: '2027-10-31' })).rows(query());
    expect(rows.map(({ start, end, bought }) => [start, end, bought])).toEqual([
      ['2027-03-01', '2027-03-31', '7430'],
      ['2027-04-01', '2027-04-30', '7200'],
      ['2027-05-01', '2027-05-31', '7440'],
      ['2027-06-01', '2027-06-30', '7200'],
      ['2027-07-01', '2027-07-31', '7440'],
      ['2027-08-01', '2027-08-31', '7440'],
      ['2027-09-01', '2027-09-30', '7200'],
      ['2027-10-01', '2027-10-31', '7450'],
    ]);
  });

  it('keeps markets and loads apart, and what was bought from what was sold', () => {
    const rows = bookOf(
      part(),
      part({ ...SELL, quantity: '4', price: '80' }),
      part({ market: 'FR' }),
      part({ loadProfile: 'Peak load' }),
    ).rows(query());
    expect(rows.map(({ market, load, bought, sold }) => [market, load, bought, sold])).toEqual([
      ['DE', 'base', '7430', '2972'],
      ['DE', 'peak', '2760', '0'],
      ['FR', 'base', '7430', '0'],
    ]);
    expect(rows[0]?.prices).toEqual([
      {
        currency: 'EUR',
        bought: { energy: '7430', value: '520100' },
        sold: { energy: '2972', value: '237760' },
        closed: { energy: '2972', value: '29720' },
      },
    ]);
  });

  it('closes what was bought and sold for the same hours alone, whatever the period that is asked for', () => {
    const book = bookOf(
      part({ deliveryEnd: '2027-03-15' }),
      part({ ...SELL, deliveryStart: '2027-03-16', price: '90' }),
    );
    for (const by of ['day', 'month', 'quarter', 'year'] as const)
      for (const row of book.rows(query({ by }))) expect(row.prices[0]?.closed.energy).toBe('0');
  });

  it('counts MW, MWh for a day and MWh as a whole in one sum, and therms exactly', () => {
    const gas = { commodity: 'gas', market: 'NBP', priceUnit: 'p/th' };
    const daily = bookOf(part({ ...gas, quantityUnit: 'th/d', quantity: '1000' })).rows(query());
    expect(daily[0]?.bought).toBe(new Big('29.3071').times(31).toFixed());
    const whole = part({ quantityUnit: 'MWh', quantity: '1', deliveryEnd: '2027-05-31' });
    const rows = bookOf(whole).rows(query());
    expect(rows).toHaveLength(3);
    expect(rows.reduce((sum, { bought }) => sum.plus(bought), new Big(0)).toFixed()).toBe('1');
    expect(rows[0]?.bought.slice(0, 12)).toBe(new Big(743).div(2207).toFixed(20).slice(0, 12));
  });

  it('tells prices of a MWh in their currency, and none where a unit is not one', () => {
    const pence = part({ commodity: 'gas', market: 'NBP', priceUnit: 'p/th', price: '80' });
    expect(pence.price).toMatchObject({
      currency: 'GBP',
      amount: expect.stringMatching(/^27\.2971/) as string,
    });
    expect(part({ priceUnit: 'EUR/certificate' }).price).toBeUndefined();
    const [row] = bookOf(part({ priceUnit: 'EUR/certificate' }), part()).rows(query());
    expect(row).toMatchObject({ bought: '14860', prices: [{ bought: { energy: '7430' } }] });
  });

  it('tells provisional trades apart, and takes them over once they are final', () => {
    const book = bookOf(part());
    book.add(part({ quantity: '5' }), 'provisional');
    expect(book.rows(query())[0]).toMatchObject({
      bought: '7430',
      provisional: { bought: '3715', sold: '0' },
    });
    book.remove(part({ quantity: '5' }), 'provisional');
    book.add(part({ quantity: '5' }), 'final');
    const [row] = book.rows(query());
    expect(row?.bought).toBe('11145');
    expect(row?.provisional).toBeUndefined();
  });

  it('has no row for what was only put in and taken out again, or is not asked for', () => {
    const book = new PositionBook();
    book.add(part(), 'final');
    book.remove(part(), 'final');
    book.add(part({ market: 'FR' }), 'atRisk');
    expect(book.rows(query())).toEqual([]);
    expect(book.rows(query({ statuses: ['final', 'atRisk'] }))).toHaveLength(1);
  });
});

describe('a leg that cannot be counted', () => {
  it.each<[Over & { without?: keyof FillLeg }, string]>([
    [{ without: 'action' }, 'does not say whether it was bought or sold'],
    [{ without: 'deliveryEnd' }, 'does not say its days of delivery'],
    [{ deliveryEnd: '2027-02-31' }, 'does not say its days of delivery'],
    [{ without: 'quantity' }, 'does not say its quantity'],
    [{ without: 'quantityUnit' }, 'does not say the unit of its quantity'],
    [{ quantityUnit: 'certificates' }, 'is in certificates, which is no energy'],
    [{ loadProfile: 'shaped' }, 'has a load that is not known, "shaped"'],
    [{ without: 'loadProfile' }, 'does not say its load'],
    [
      { deliveryStart: '2027-03-06', deliveryEnd: '2027-03-07', loadProfile: 'peak' },
      'has no hours of delivery',
    ],
    [{ commodity: 'gas', without: 'loadProfile' }, 'counted'],
  ])('%j says so', (over, expected) => {
    expect(why(over)).toBe(expected);
  });
});

const DAY = Date.UTC(2027, 0, 1) / 86_400_000;
const drawn = fc.record({
  action: fc.constantFrom('buy' as const, 'sell' as const),
  market: fc.constantFrom('DE', 'GB'),
  loadProfile: fc.constantFrom('base', 'peak', 'offpeak'),
  from: fc.integer({ min: DAY, max: DAY + 700 }),
  days: fc.integer({ min: 7, max: 400 }),
  quantity: fc.integer({ min: 1, max: 99_999 }).map((tenths) => new Big(tenths).div(10).toFixed()),
  quantityUnit: fc.constantFrom('MW', 'MWh/d', 'MWh', 'kW'),
  price: fc
    .integer({ min: -9_999, max: 99_999 })
    .map((cents) => Price.parse(new Big(cents).div(100).toFixed())),
});

describe('sums of drawn trades', () => {
  it('are the same by day, month, quarter and year, and cut anywhere; what was taken out leaves nothing', () => {
    fc.assert(
      fc.property(
        fc.array(drawn, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: DAY, max: DAY + 1_000 }),
        (trades, cut) => {
          const parts = trades.map(({ from, days, ...rest }) =>
            part({ ...rest, deliveryStart: isoDay(from), deliveryEnd: isoDay(from + days - 1) }),
          );
          const book = bookOf(...parts);
          const total = (over: Partial<PositionQuery>) => {
            const sums = [new Big(0), new Big(0), new Big(0), new Big(0), new Big(0)];
            for (const { bought, sold, prices } of book.rows(query(over))) {
              const [euro] = prices;
              const told = [
                bought,
                sold,
                euro?.bought.value ?? 0,
                euro?.sold.value ?? 0,
                euro?.closed.energy ?? 0,
              ];
              told.forEach((one, at) => (sums[at] = (sums[at] ?? new Big(0)).plus(one)));
            }
            // What is closed is cut into hours, and may end in a rounded digit.
            return sums.map((sum) => sum.round(20).toFixed());
          };
          const all = total({});
          for (const by of ['day', 'quarter', 'year'] as const) expect(total({ by })).toEqual(all);
          const [before, after] = [total({ to: cut }), total({ from: cut + 1 })];
          expect(all).toEqual(
            before.map((one, at) =>
              new Big(one)
                .plus(after[at] ?? 0)
                .round(20)
                .toFixed(),
            ),
          );
          for (const one of parts) book.remove(one, 'final');
          expect(book.rows(query())).toEqual([]);
        },
      ),
      { numRuns: 30, seed: 7 },
    );
  });
});
