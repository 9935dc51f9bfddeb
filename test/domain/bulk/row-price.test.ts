import { describe, expect, it } from 'vitest';
import { rowPrices } from '../../../src/domain/bulk/row-price';
import { request, spread, swap } from '../../taskpane/examples';

describe('the prices of a row', () => {
  const prices = (...all: (string | undefined)[]) => ({
    prices: [...all, undefined, undefined, undefined].slice(0, 3),
  });
  it('are one for a single, and anything else is wrong rather than left out', () => {
    expect(rowPrices(request(), prices('84'))).toEqual({ texts: ['84'] });
    expect(rowPrices(request(), prices())).toEqual({ wrong: 'The price is missing.' });
    expect(rowPrices(request(), prices('84', '1'))).toHaveProperty('wrong');
    expect(rowPrices(request(), { ...prices('84'), spreadPrice: '84' })).toHaveProperty('wrong');
  });

  it('are both legs of a spread, and agree with the spread price beside them', () => {
    expect(rowPrices(spread(), prices('30', '29'))).toEqual({ texts: ['30', '29'] });
    expect(rowPrices(spread(), { ...prices('30', '29'), spreadPrice: '1' })).toEqual({ texts: ['30', '29'] });
    expect(rowPrices(spread(), { ...prices('30', '29'), spreadPrice: '59' })).toEqual({
      wrong: 'The legs make a spread price of 1, not 59.',
    });
    expect(rowPrices(spread(), { ...prices(), spreadPrice: '1' })).toEqual({
      wrong: 'The price of leg 1 is missing. A spread price alone does not set the leg prices.',
    });
  });

  it('are one net price of a standard spread, in either column', () => {
    const standard = spread({ contract: 'standard-spread' });
    expect(rowPrices(standard, { ...prices(), spreadPrice: '-1.25' })).toEqual({ texts: ['-1.25'] });
    expect(rowPrices(standard, prices('-1.25'))).toEqual({ texts: ['-1.25'] });
    expect(rowPrices(standard, { ...prices('1'), spreadPrice: '2' })).toHaveProperty('wrong');
    expect(rowPrices(standard, prices('1', '2'))).toHaveProperty('wrong');
  });

  it('have both power prices of a swap equal', () => {
    expect(rowPrices(swap(), prices('0.9', '71.5'))).toEqual({ texts: ['0.9', '71.5'] });
    expect(rowPrices(swap(), prices('0.9', '71.5', '71.5'))).toEqual({ texts: ['0.9', '71.5'] });
    expect(rowPrices(swap(), prices('0.9', '71.5', '71.6'))).toHaveProperty('wrong');
    expect(rowPrices(swap(), prices('0.9'))).toHaveProperty('wrong');
  });
});
