import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Price } from '../../src/domain/price';
import { distanceTo, winsOf, WinsStep, type AskedRequest } from '../../src/domain/wins';

const price = (text: string): Price => Price.parse(text);
const cents = (value: number): Price => price(String(value / 4));

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const asked = fc
  .record({
    day: optional(fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-30')),
    commodity: optional(fc.constantFrom('power', 'gas')),
    market: optional(fc.constantFrom('DE', 'TTF')),
    counterparty: optional(fc.constantFrom('Kestrel', 'Heron')),
    product: optional(fc.constantFrom('Cal-27', 'Dec-26')),
    isQuoted: fc.boolean(),
    isBest: optional(fc.boolean()),
    end: fc.constantFrom<AskedRequest['end'][]>('traded', 'others', 'none', 'unknown'),
    isOpen: optional(fc.boolean()),
    distance: optional(
      fc.record({ price: fc.integer({ min: -400, max: 400 }).map(cents), unit: fc.constantFrom('a', 'b') }),
    ),
  })
  .map((one) => JSON.parse(JSON.stringify(one)) as AskedRequest);
const day = optional(fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-15', '2026-11-30'));

describe('what became of requests', () => {
  it('is what counting one after the other says, and loses none', () => {
    fc.assert(
      fc.property(fc.array(asked), fc.constantFrom(...WinsStep.options), day, day, (all, by, from, to) => {
        const { rows, undated } = winsOf(all, { by, from, to });
        const needsDay = by === 'month' || from !== undefined || to !== undefined;
        const outside = all.filter(
          (one) =>
            one.day !== undefined &&
            ((from !== undefined && one.day < from) || (to !== undefined && one.day > to)),
        );
        expect(undated).toBe(needsDay ? all.filter((one) => one.day === undefined).length : 0);
        expect(rows.reduce((sum, row) => sum + row.asked, 0)).toBe(all.length - undated - outside.length);
        for (const row of rows) {
          const mine = all.filter(
            (one) =>
              !outside.includes(one) &&
              !(needsDay && one.day === undefined) &&
              ((by === 'month' ? one.day?.slice(0, 7) : one[by]) ?? '') === row.group,
          );
          const counted = { quoted: 0, best: 0, bestUnknown: 0, ended: 0, hits: 0, open: 0 };
          const ends = { traded: 0, others: 0, none: 0, unknown: 0 };
          const sums = new Map<string, [number, number]>();
          for (const one of mine) {
            ends[one.end] += 1;
            if (one.end === 'unknown' && one.isOpen) counted.open += 1;
            if (!one.isQuoted) continue;
            counted.quoted += 1;
            if (one.isBest) counted.best += 1;
            if (one.isBest === undefined) counted.bestUnknown += 1;
            if (one.end !== 'unknown') counted.ended += 1;
            if (one.end === 'traded') counted.hits += 1;
            if (!one.distance) continue;
            const [sum, count] = sums.get(one.distance.unit) ?? [0, 0];
            sums.set(one.distance.unit, [sum + Number(one.distance.price), count + 1]);
          }
          expect(row).toMatchObject({ asked: mine.length, ...counted, ...ends });
          expect(row.distances.map(({ unit }) => unit)).toEqual([...sums.keys()].sort());
          for (const { unit, average, count } of row.distances) {
            const [sum = NaN, of = NaN] = sums.get(unit) ?? [];
            expect(count).toBe(of);
            expect(Number(average)).toBeCloseTo(sum / of, 10);
          }
        }
      }),
    );
  });

  it('has a distance above zero where our quote was worse for whoever asked', () => {
    expect(distanceTo(price('40.1'), { direction: 'ask', ours: price('40.3') })).toBe('0.2');
    expect(distanceTo(price('40.1'), { direction: 'ask', ours: price('40') })).toBe('-0.1');
    expect(distanceTo(price('40.1'), { direction: 'bid', ours: price('40') })).toBe('0.1');
    expect(distanceTo(price('40.1'), { direction: 'bid', ours: price('40.1') })).toBe('0');
  });

  it('averages decimals without binary noise', () => {
    const one = (text: string): AskedRequest => ({
      ...{ day: '2026-11-01', isQuoted: true, end: 'others' },
      distance: { price: price(text), unit: 'EUR/MWh' },
    });
    const { rows } = winsOf([one('0.1'), one('0.2'), one('0.6')], { by: 'month' });
    expect(rows[0]?.distances).toEqual([{ unit: 'EUR/MWh', average: '0.3', count: 3 }]);
  });
});
