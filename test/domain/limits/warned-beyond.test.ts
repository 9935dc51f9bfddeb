import Big from 'big.js';
import { expect, it } from 'vitest';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { warnedBeyond } from '../../../src/domain/limits/price-checks';
import { price } from '../written-price';
import { bestAsk, codes, found, quote, request, SPREAD, spreadQuote } from './situation';

const { bestPrice } = BUILT_IN_LIMITS;
const isFar = (...situation: Parameters<typeof found>): boolean =>
  codes(found(...situation)).some((code) => code.endsWith(' best-price'));

it.each(['80', '31.42', '0.5', '0', '-12'])(
  'a single is warned of beyond the distance that the picture shows, beside %s',
  (reference) => {
    const beyond = warnedBeyond(request(), price(reference), bestPrice, 2);
    expect(beyond).toBeDefined();
    const at = (share: string) => {
      const typed = new Big(reference).plus(new Big(beyond ?? 0).times(share)).toFixed();
      return isFar(quote(typed), { request: request(), ...bestAsk(reference) });
    };
    expect([at('0.99'), at('1.02')]).toEqual([false, true]);
  },
);

it('a spread is warned of by its own unit, whatever its net price is', () => {
  expect(warnedBeyond(SPREAD, price('1.5'), bestPrice, 2)).toBe('5');
  const at = (leg: string) => isFar(spreadQuote(leg, '30'), { request: SPREAD, ...bestAsk('1.5') });
  expect([at('36.4'), at('36.6')]).toEqual([false, true]);
});

it('no distance is told where no level is set', () => {
  const { warnPercent: _, spreadWarn: __, ...levels } = bestPrice;
  expect(warnedBeyond(request(), price('80'), levels, 2)).toBeUndefined();
});

it('is told to the decimals of the prices, where the next distance is warned of', () => {
  expect(warnedBeyond(request(), price('3.56'), bestPrice, 2)).toBe('0.35');
  expect(warnedBeyond(request(), price('3.56'), bestPrice, 3)).toBe('0.356');
  const at = (typed: string) => isFar(quote(typed), { request: request(), ...bestAsk('3.56') });
  expect([at('3.91'), at('3.92')]).toEqual([false, true]);
});
