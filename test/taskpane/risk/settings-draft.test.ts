import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeInWords,
  nameInWords,
  changesBetween,
  checkedSettings,
  readNumber,
} from '../../../src/taskpane/risk/settings-draft';

const base = { 'quantity-max': 50, 'price-min': -500, 'notify-when': 'limit-reached', blocked: false };

describe('edited settings', () => {
  it('are sent as a whole, each keeping its type', () => {
    const { settings, changes, wrong } = checkedSettings({
      base,
      edits: { 'quantity-max': '60,5', 'notify-when': '60', blocked: true },
    });
    expect(settings).toEqual({ 'quantity-max': 60.5, 'price-min': -500, 'notify-when': '60', blocked: true });
    expect(changes.map(changeInWords)).toEqual([
      'Maximum quantity: 50 → 60.5',
      'Notify when: limit reached → 60',
      'Blocked: no → yes',
    ]);
    expect(wrong).toEqual({});
  });

  it('that say the same as before are no change, however the number is written', () => {
    const same = { 'quantity-max': '50.00', blocked: false };
    expect(checkedSettings({ base, edits: same }).changes).toEqual([]);
    const other = checkedSettings({ base, edits: { ...same, 'quantity-max': '50.01' } });
    expect(other.changes.map(changeInWords)).toEqual(['Maximum quantity: 50 → 50.01']);
  });

  it('with something that is no number change nothing there, and say why', () => {
    const { wrong, settings } = checkedSettings({
      base,
      edits: { 'quantity-max': '1.000,5', 'price-min': '' },
    });
    expect(Object.keys(wrong)).toEqual(['quantity-max', 'price-min']);
    expect(settings).toEqual(base);
  });

  it('tell names that came and went', () => {
    expect(changesBetween({ a: 1 }, { b: '' }).map(changeInWords)).toEqual([
      'A: 1 → missing',
      'B: missing → empty',
    ]);
  });
});

describe('a typed number', () => {
  it('is kept exactly as typed, or refused', () => {
    const typed = fc
      .tuple(fc.constantFrom('', '-', '−'), fc.nat({ max: 1e9 }), fc.stringMatching(/^\d{1,6}$/))
      .map(([sign, whole, decimals]) => ({ sign, whole, decimals }));
    fc.assert(
      fc.property(typed, ({ sign, whole, decimals }) => {
        const read = readNumber(`${sign}${whole}.${decimals}`);
        const exact = `${whole}.${decimals}`.replace(/\.?0+$/, '');
        const kept =
          typeof read === 'number'
            ? Math.abs(read)
                .toFixed(6)
                .replace(/\.?0+$/, '')
            : 'refused';
        const tooLong = exact.replace('.', '').length > 15;
        expect(kept).toBe(tooLong ? 'refused' : exact);
        expect(Object.is(read, -0)).toBe(false);
      }),
    );
  });

  it.each(['', 'x', '1e5', '1 000', '1.000.000', '0.1234567890123456789', '--1'])(
    '"%s" is refused',
    (text) => {
      expect(readNumber(text)).toHaveProperty('why');
    },
  );
});

it.each([
  ['quantity-max', 'Maximum quantity'],
  ['priceMin', 'Minimum price'],
  ['notify_when', 'Notify when'],
  ['max', 'Maximum'],
])('calls %s %s', (name, words) => {
  expect(nameInWords(name)).toBe(words);
});
