import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceOf } from '../../../src/domain/price';
import { readPrice, readPriceIn, readQuantity } from '../../../src/taskpane/ui/parsed-input';

describe('a price as a person types it', () => {
  it.each([
    ['84.15', '84.15'],
    ['84,15', '84.15'],
    [' -4,25 ', '-4.25'],
    ['−4.25', '-4.25'],
    ['+1', '1'],
    ['0', '0'],
    ['30.10', '30.1'],
    ['.5', '0.5'],
    ['-,5', '-0.5'],
  ])('reads %s as %s', (text, value) => {
    expect(readPrice(text)).toMatchObject({ kind: 'number', value });
  });

  it('reads a comma before three digits as a decimal sign, never as thousands, and says so', () => {
    expect(readPrice('1,234')).toEqual({
      kind: 'number',
      value: '1.234',
      note: 'Read with the comma as decimal sign.',
    });
    expect(readPrice('1.234')).toHaveProperty('note');
    expect(readPrice('0.125')).not.toHaveProperty('note');
  });

  it.each(['1,234.5', '1.234,5', '1 234', "1'234", '1.234.567'])(
    'refuses thousands separators in %s',
    (text) => {
      expect(readPrice(text)).toEqual({
        kind: 'refused',
        why: 'Write one decimal sign and no thousands separators, such as 1234.5.',
      });
    },
  );

  it.each(['abc', '1e5', '.', '5.', '-', '=1+1', '12 EUR'])('refuses %s as not a number', (text) => {
    expect(readPrice(text)).toHaveProperty('kind', 'refused');
  });

  it('refuses more than eight decimals and more than nine digits instead of rounding', () => {
    expect(readPrice('1.123456789')).toEqual({ kind: 'refused', why: 'Too many decimals: at most 8.' });
    expect(readPrice('1.1234567800')).toHaveProperty('kind', 'number');
    expect(readPrice('1234567890')).toEqual({
      kind: 'refused',
      why: 'Too large: at most 9 digits before the decimal sign.',
    });
  });

  it('refuses thousands as the person writes them, and reads the person’s own decimal sign', () => {
    const [english, german] = [readPriceIn('.'), readPriceIn(',')];
    const two = { kind: 'refused', why: 'It can be read in two ways. Write 31.4000 or 31400.' };
    expect([english('31,400'), german('31.400')]).toEqual([two, two]);
    for (const read of [english('31.425'), german('31,425')])
      expect(read).toMatchObject({ kind: 'number', value: '31.425' });
    for (const read of [english('31,4'), german('31.4')]) expect(read).toMatchObject({ value: '31.4' });
  });

  it('knows an empty field from a wrong one', () => {
    expect(readPrice('  ')).toEqual({ kind: 'empty' });
  });

  it('reads every price that can be written, with either decimal sign, to the digit', () => {
    const texts = fc.stringMatching(/^-?(0|[1-9]\d{0,8})(\.\d{1,8})?$/);
    fc.assert(
      fc.property(texts, (text) => {
        const value = priceOf(text);
        expect(readPrice(text)).toMatchObject({ kind: 'number', value });
        expect(readPrice(text.replace('.', ','))).toMatchObject({ kind: 'number', value });
      }),
    );
  });

  it('never throws and never makes up a number, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readPrice(text);
        if (read.kind === 'number') expect(text.replace(/[^\d]/g, '')).not.toBe('');
      }),
    );
  });

  it('takes a quantity only above zero', () => {
    expect(readQuantity('0')).toEqual({ kind: 'refused', why: 'A quantity is above zero.' });
    expect(readQuantity('-5')).toHaveProperty('kind', 'refused');
    expect(readQuantity('2,5')).toMatchObject({ kind: 'number', value: '2.5' });
    expect(readQuantity('1,000')).toEqual({
      kind: 'refused',
      why: 'It can be read in two ways. Write 1.0000 or 1000.',
    });
  });
});
