import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compared, Price } from '../../../src/domain/price';
import {
  comparedExact,
  exactOf,
  farApart,
  textOf,
  times,
  timesCount,
} from '../../../src/taskpane/quoting/exact';

const priceText = fc
  .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([units, decimals]) => textOf({ units: BigInt(units), decimals }));

describe('exact arithmetic', () => {
  it('multiplies to the last digit', () => {
    expect(textOf(times(exactOf('84.15'), exactOf('10')))).toBe('841.5');
    expect(textOf(times(exactOf('-0.1'), exactOf('0.2')))).toBe('-0.02');
    expect(textOf(timesCount(exactOf('841.5'), 8760))).toBe('7371540');
  });

  it('compares as the domain does', () => {
    fc.assert(
      fc.property(priceText, priceText, (a, b) => {
        expect(comparedExact(a, b)).toBe(compared(Price.parse(a), Price.parse(b)));
      }),
    );
  });

  it('is far apart at exactly the factor, either way round', () => {
    expect(farApart('0.1', '1', 10n)).toBe(true);
    expect(farApart('1', '-0.1', 10n)).toBe(true);
    expect(farApart('0.11', '1', 10n)).toBe(false);
  });

  it('gives back what it was given', () => {
    fc.assert(
      fc.property(priceText, (text) => {
        expect(textOf(exactOf(text))).toBe(text);
      }),
    );
  });
});
