import { describe, expect, it } from 'vitest';
import { ownDealInWords, ownSide, productInWords } from '../../../../src/taskpane/ui/text/product-text';
import { formatters, leg, request, spread, swap } from '../../examples';

const time = (first: [string, string], second: [string, string]) => ({
  legs: [first, second].map(([deliveryStart, deliveryEnd]) => leg({ deliveryStart, deliveryEnd })),
});

describe('a product in words', () => {
  it('names what both legs have alike once', () => {
    expect(productInWords(request())).toBe('DE Cal-27 base');
    expect(productInWords(spread())).toBe('DE/FR Cal-27 base');
    expect(productInWords(time(['2027-01-01', '2027-12-31'], ['2028-01-01', '2028-12-31']))).toBe(
      'DE Cal-27/28 base',
    );
    expect(productInWords(time(['2027-01-01', '2027-03-31'], ['2027-10-01', '2027-12-31']))).toBe(
      'DE Q1/Q4-27 base',
    );
    expect(productInWords(swap())).toBe('NORDIC/DE Cal-27 base');
  });

  it('says the desk’s own side, whoever asked', () => {
    expect(ownSide(request())).toBe('Sell');
    expect(ownSide(request({ role: 'initiator' }))).toBe('Buy');
    expect(ownSide(spread())).toBe('Sell/Buy');
    expect(ownSide(swap())).toBe('Swap');
    expect(ownDealInWords(spread({ role: 'initiator' }), formatters)).toEqual({
      side: 'You buy DE, sell FR',
      terms: '10 MW, partial OK',
    });
    expect(ownDealInWords(swap({ role: 'initiator' }), formatters).side).toBe(
      'You buy GoO NORDIC for power DE',
    );
  });
});
