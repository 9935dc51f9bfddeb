import { describe, expect, it } from 'vitest';
import { age, decimalsOf, formattersFor, languageOf, timeLeft } from '../../../src/taskpane/ui/formatters';
import { Price } from '../../../src/domain/price';
import { formatters, NOON, price } from '../examples';

describe('figures for reading', () => {
  it('shows a price with two decimals or all it has, never rounded', () => {
    expect(formatters.price(price('84.1'))).toBe('84.10');
    expect(formatters.price(price('31.125'))).toBe('31.125');
    expect(formatters.price(price('123456789.12345678'))).toBe('123,456,789.12345678');
    expect(formatters.price(price('84.1'), 3)).toBe('84.100');
    expect(formatters.price(Price.parse('69.333333333333'))).toBe('69.333333333333');
    expect(formatters.price(Price.parse('85.123456789012345678'), 8)).toBe('85.123456789012345678');
  });

  it('writes numbers as the person does', () => {
    expect(formattersFor('de-DE').price(price('1234.5'))).toBe('1.234,50');
  });

  it('shows a negative price with a minus as wide as a plus, and a spread with its sign', () => {
    expect(formatters.price(price('-4.25'))).toBe('−4.25');
    expect(formatters.signed(price('1'))).toBe('+1.00');
    expect(formatters.signed(price('-1'))).toBe('−1.00');
    expect(formatters.signed(price('0'))).toBe('0.00');
  });

  it('gives every time its zone', () => {
    expect(formatters.time(NOON)).toBe('12:04:31 CET');
    expect(formatters.clock(NOON)).toBe('12:04 CET');
    expect(formatters.moment(NOON)).toBe('20 Nov 2026, 12:04 CET');
  });

  it.each(['en-US', 'de-DE'])(
    'writes a day as products do, whatever the language of the computer: %s',
    (language) => {
      const shown = formattersFor(language, 'Europe/Berlin');
      expect(shown.moment(NOON)).toBe('20 Nov 2026, 12:04 CET');
      expect(shown.second(NOON)).toBe('20 Nov 2026, 12:04:31 CET');
      expect(shown.minute(Date.UTC(2026, 10, 19, 23, 5))).toBe('00:05');
    },
  );

  it('finds the decimals that a whole column needs', () => {
    expect(decimalsOf(['84.15', '31.125', '7'])).toBe(3);
    expect(decimalsOf([])).toBe(2);
  });

  it.each([
    [-5, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [172_800_000, '2 d'],
  ])('says %d ms as %s', (elapsedMs, words) => {
    expect(age(elapsedMs)).toBe(words);
  });

  it.each([
    [601_000, '10 min'],
    [120_000, '2 min'],
    [119_001, '2 min'],
    [119_000, '1 min 59 s'],
    [60_000, '1 min 0 s'],
    [18_000, '18 s'],
    [-5, '0 s'],
    [7_500_000, '2 h'],
  ])('says that %d ms are left as %s', (leftMs, words) => {
    expect(timeLeft(leftMs)).toBe(words);
  });
});

it('an odd name of a language is no reason to show nothing', () => {
  expect(languageOf({ language: 'de-CH' })).toBe('de-CH');
  expect(languageOf({ language: 'C' })).toBe('en');
  expect(() => formattersFor(languageOf({ language: 'C' }))).not.toThrow();
});
