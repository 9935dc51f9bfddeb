import { describe, expect, it } from 'vitest';
import { Bounds, BUILT_IN_BOUNDS } from '../../../src/domain/program/bounds';
import {
  beyondLive,
  fillsReached,
  isInStep,
  liveAmounts,
  restAfter,
  rowVerdict,
  type RowSeen,
} from '../../../src/domain/program/guards';
import { ProgramOffer, rowKey, rowsTwice, WantedRow } from '../../../src/domain/program/wanted';
import { Amount } from '../../../src/domain/limits/limits';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';

const price = (text: string): Price => Price.parse(String(Number(text)));
const NOW = 1_000_000;
const row = (over: Record<string, unknown> = {}): WantedRow =>
  WantedRow.parse({
    row: 1,
    requestId: 'RQ-2',
    direction: 'ask',
    offer: { price: { shape: 'single', price: '100' }, quantity: '10', allOrNone: false },
    ...over,
  });
const seen = (wanted: string, over: Partial<RowSeen> = {}): RowSeen => ({
  price: price(wanted),
  isNet: false,
  now: NOW,
  ...over,
});
const bounds = Bounds.parse({
  ...BUILT_IN_BOUNDS.bounds,
  stepMax: { percent: '2', amount: '0.2', spread: '0.5' },
  bestDeviation: { percent: '3', amount: '0.3', spread: '1' },
  lastDeviation: { percent: '10', amount: '1', spread: '3' },
  fairDeviation: { percent: '5', amount: '0.5', spread: '1' },
});
const mayOf = (...[wanted, around]: [WantedRow, RowSeen]) => rowVerdict(wanted, around, bounds);

describe('what the sheet itself bounds', () => {
  const NOTHING: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['a price below its floor', { floor: '100.01' }, 'Below its floor of 100.01.'],
    ['a price above its cap', { cap: '99.99' }, 'Above its cap of 99.99.'],
    ['a time that is over', { validUntil: NOW }, 'Its time is over.'],
    ['a price that is too old', { age: 1_001, ageMax: 1_000 }, 'Its price is too old.'],
    ['no offer', { offer: undefined }, 'Nothing to send.'],
    ['no offer, with its reason', { offer: undefined, why: '#N/A in price' }, '#N/A in price'],
  ];
  it.each(NOTHING)('leaves nothing live: %s', (_, over, says) => {
    expect(mayOf(row(over), seen('100'))).toEqual({ may: 'nothing', says });
  });

  it('lets go what is exactly at its edge', () => {
    const edge = { floor: '100', cap: '100', validUntil: NOW + 1, age: 1_000, ageMax: 1_000 };
    expect(mayOf(row(edge), seen('100'))).toEqual({ may: 'send' });
  });

  it('compares exactly, also below zero', () => {
    expect(mayOf(row({ floor: '-4.6' }), seen('-4.61'))).toMatchObject({ may: 'nothing' });
    expect(mayOf(row({ floor: '-4.6' }), seen('-4.60'))).toEqual({ may: 'send' });
  });
});

describe('how far a price may be from others', () => {
  // Of a single beside 100, and by amount: the farthest that may go, and the nearest that may not.
  const FROM = [
    [
      'the best quote of the others',
      { which: 'best', near: '103', far: '103.01', amount: ['0.3', '0.31'], spread: ['1', '1.01'] },
    ],
    [
      'the last trade',
      { which: 'last', near: '110', far: '110.01', amount: ['1', '1.01'], spread: ['3', '3.01'] },
    ],
    [
      'its fair price',
      { which: 'fair', near: '105', far: '105.01', amount: ['0.5', '0.51'], spread: ['1', '1.01'] },
    ],
  ] as const;
  type Around = readonly [Record<string, unknown>, Partial<RowSeen>];
  const around = (which: 'best' | 'last' | 'fair', other: string): Around =>
    which === 'fair' ? [{ fair: other }, {}] : [{}, { [which]: price(other) }];

  it.each(FROM)('of a single by per cent of %s', (name, { which, near, far }) => {
    const [own, known] = around(which, '100');
    expect(mayOf(row(own), seen(near, known))).toEqual({ may: 'send' });
    expect(mayOf(row(own), seen(far, known))).toEqual({
      may: 'held',
      says: `Too far from ${name}, 100.00.`,
      needsPerson: false,
    });
  });

  it.each(FROM)('of a single below it too, and of a negative price: %s', (_, { which, far }) => {
    const below = (200 - Number(far)).toFixed(2);
    const [own, known] = around(which, '100');
    expect(mayOf(row(own), seen(below, known))).toMatchObject({ may: 'held' });
    const [negative, seenNegative] = around(which, '-100');
    expect(mayOf(row(negative), seen(`-${far}`, seenNegative))).toMatchObject({ may: 'held' });
    expect(mayOf(row(negative), seen('-100.5', seenNegative))).toEqual({ may: 'send' });
  });

  it.each(FROM)('of a spread by amount, not by per cent of %s', (_, { which, spread: [near, far] }) => {
    const [own, known] = around(which, '0.1');
    const at = (amount: string): string => (0.1 + Number(amount)).toFixed(2);
    expect(mayOf(row(own), seen(at(near), { ...known, isNet: true }))).toEqual({ may: 'send' });
    expect(mayOf(row(own), seen(at(far), { ...known, isNet: true }))).toMatchObject({ may: 'held' });
  });

  it.each(FROM)('of a single by amount where that is more, near a price of 0: %s', (_, { which, amount }) => {
    const [near, far] = amount;
    const [own, known] = around(which, '0');
    expect(mayOf(row(own), seen(near, known))).toEqual({ may: 'send' });
    expect(mayOf(row(own), seen(far, known))).toMatchObject({ may: 'held' });
    const [negative, seenNegative] = around(which, '-2');
    expect(mayOf(row(negative), seen(`${-2 - Number(near)}`, seenNegative))).toEqual({ may: 'send' });
    expect(mayOf(row(negative), seen(`${-2 - Number(far)}`, seenNegative))).toMatchObject({ may: 'held' });
  });

  it('of a single by the one part that the desk set: per cent lets none but the same price go beside 0', () => {
    const of = (bestDeviation: NonNullable<typeof bounds.bestDeviation>, wanted: string, best: string) =>
      rowVerdict(row(), seen(wanted, { best: price(best) }), { ...bounds, bestDeviation }).may;
    const percent = { percent: Amount.parse('3') };
    expect([of(percent, '0', '0'), of(percent, '0.01', '0')]).toEqual(['send', 'held']);
    const amount = { amount: Amount.parse('0.3') };
    expect([of(amount, '100.3', '100'), of(amount, '100.31', '100')]).toEqual(['send', 'held']);
  });

  it('is not checked where the desk set no distance', () => {
    const loose = { ...bounds, bestDeviation: {} };
    expect(rowVerdict(row(), seen('500', { best: price('100') }), loose)).toEqual({ may: 'send' });
  });

  it('is held where its price cannot be compared', () => {
    expect(mayOf(row(), { isNet: false, now: NOW })).toMatchObject({ may: 'held', needsPerson: false });
  });
});

describe('how far a price may step at once', () => {
  it('needs a person beyond it, by per cent of a single and by amount of a spread', () => {
    expect(mayOf(row(), seen('102', { before: price('100') }))).toEqual({ may: 'send' });
    expect(mayOf(row(), seen('102.01', { before: price('100') }))).toEqual({
      may: 'held',
      says: 'From 100.00 to 102.01 is too large a step.',
      needsPerson: true,
    });
    expect(mayOf(row(), seen('0.5', { before: price('0'), isNet: true }))).toEqual({ may: 'send' });
    expect(mayOf(row(), seen('0.51', { before: price('0'), isNet: true }))).toMatchObject({ may: 'held' });
  });

  it('goes at exactly the price that a person let go on, which lifts no other bound', () => {
    const stepped = { before: price('100'), released: price('150') };
    expect(mayOf(row(), seen('150', stepped))).toEqual({ may: 'send' });
    expect(mayOf(row(), seen('150.01', stepped))).toMatchObject({ may: 'held', needsPerson: true });
    expect(mayOf(row({ cap: '140' }), seen('150', stepped))).toMatchObject({ may: 'nothing' });
    expect(mayOf(row(), seen('150', { ...stepped, best: price('100') }))).toMatchObject({ may: 'held' });
  });
});

describe('what is live already', () => {
  const offer = (single: string, quantity = '10', allOrNone = false) =>
    ProgramOffer.parse({ price: { shape: 'single', price: single }, quantity, allOrNone });
  const prices = { wanted: price('100.1'), live: price('100'), step: price('0.1') };

  it('is in step below the smallest change worth sending, and not at it', () => {
    expect(isInStep(offer('100.1'), offer('100'), prices)).toBe(false);
    expect(isInStep(offer('100.09'), offer('100'), { ...prices, wanted: price('100.09') })).toBe(true);
    expect(isInStep(offer('100.01'), offer('100'), { wanted: price('100.01'), live: price('100') })).toBe(
      false,
    );
    expect(isInStep(offer('100'), offer('100'), {})).toBe(true);
  });

  it('is in step only where each leg is, however near its net price is', () => {
    const legs = (first: string, second: string): ProgramOffer =>
      ProgramOffer.parse({
        price: { shape: 'per-leg', legPrices: [first, second] },
        quantity: '10',
        allOrNone: false,
      });
    const same = { wanted: price('1'), live: price('1'), step: price('0.1') };
    expect(isInStep(legs('31.05', '30.05'), legs('31', '30'), same)).toBe(true);
    expect(isInStep(legs('31.5', '30.5'), legs('31', '30'), same)).toBe(false);
    expect(isInStep(legs('31', '30.1'), legs('31', '30'), same)).toBe(false);
    expect(isInStep(legs('31.5', '30.5'), legs('31', '30'), { wanted: price('1'), live: price('1') })).toBe(
      false,
    );
  });

  it('is never in step with another quantity, or as all or none', () => {
    expect(isInStep(offer('100', '9'), offer('100'), prices)).toBe(false);
    expect(isInStep(offer('100', '10', true), offer('100'), prices)).toBe(false);
  });
});

describe('what was filled', () => {
  const quantity = (text: string): Quantity => Quantity.parse(text);
  it('leaves the exact rest, and nothing once all of it was', () => {
    expect(restAfter(quantity('0.3'), '0')).toBe('0.3');
    expect(restAfter(quantity('0.3'), quantity('0.1'))).toBe('0.2');
    expect(restAfter(quantity('0.3'), quantity('0.3'))).toBeUndefined();
    expect(restAfter(quantity('0.3'), quantity('0.4'))).toBeUndefined();
  });

  const filled = (amount: string, agoMs = 0, unit = 'MW') => ({
    at: NOW - agoMs,
    volume: { unit, amount },
  });
  const own = Bounds.parse({
    ...bounds,
    fills: { count: 3, withinMs: 10_000 },
    filled: { volume: [{ unit: 'MW', amount: '1' }], withinMs: 60_000 },
  });

  it('stops at so many fills within the time, and forgets those of before', () => {
    const small = filled('0.1');
    expect(fillsReached([small, small], NOW, own)).toBeUndefined();
    expect(fillsReached([small, small, filled('0.1', 9_999)], NOW, own)).toBe('fills');
    expect(fillsReached([small, small, filled('0.1', 10_000)], NOW, own)).toBeUndefined();
  });

  it('stops at so much within the time, added up by unit whatever it is written like', () => {
    expect(fillsReached([filled('0.7'), filled('0.29')], NOW, own)).toBeUndefined();
    expect(fillsReached([filled('0.7'), filled('0.3', 59_999, 'mw')], NOW, own)).toBe('filled');
    expect(fillsReached([filled('0.7'), filled('0.3', 60_000)], NOW, own)).toBeUndefined();
    expect(fillsReached([filled('0.7'), filled('5', 0, 'MWh')], NOW, own)).toBeUndefined();
  });
});

describe('how much may be live at once', () => {
  const leg = (amount: string, { unit = 'MW', money = 'EUR', sum = '100' } = {}) => ({
    commodity: 'power',
    side: 'sell' as const,
    contract: 'X',
    volumes: [{ unit, amount }],
    ...(money !== '' && { notional: { unit: money, amount: sum } }),
  });
  const levels = Bounds.parse({
    ...bounds,
    volume: [{ unit: 'MW', amount: '15' }],
    notional: [{ unit: 'EUR', amount: '250' }],
  });
  type Legs = Parameters<typeof liveAmounts>[0];
  const beyond = (own: unknown[], ...live: unknown[][]) =>
    beyondLive(
      own as Legs,
      live.map((legs) => liveAmounts(legs as Legs)),
      levels,
    );

  it('counts what is live with what is to go, in volume and in money', () => {
    expect(beyond([leg('5')], [leg('10')])).toBeUndefined();
    expect(beyond([leg('5.1')], [leg('10')])).toBe(
      'With its 5.1 MW, 15.1 MW would be live at once; the bound is 15 MW.',
    );
    expect(beyond([leg('1', { sum: '150.01' })], [leg('1')])).toBe(
      'With its 150.01 EUR, 250.01 EUR would be live at once; the bound is 250 EUR.',
    );
    expect(beyond([leg('1234')])).toBe('It is 1,234 MW; the bound is 15 MW live at once.');
  });

  it('counts a spread as large as it is: the larger of what it buys and what it sells', () => {
    const spread = [
      { ...leg('10', { sum: '90' }), side: 'buy' },
      { ...leg('10', { sum: '100' }), side: 'sell' },
    ];
    expect(beyond(spread)).toBeUndefined();
    expect(liveAmounts(spread as Legs)).toEqual({
      volumes: [{ unit: 'MW', amount: '10' }],
      notionals: [{ unit: 'EUR', amount: '100' }],
    });
    // Offers are added, whichever side they stand on, and so are two legs that are both sold.
    expect(beyond(spread, spread)).toContain('20 MW would be live at once');
    expect(beyond([leg('10'), leg('10')])).toBe('It is 20 MW; the bound is 15 MW live at once.');
  });

  it('has by default room for 15 MW of a spread of a year, not for two of them, and for certificates', () => {
    const year = (side: 'buy' | 'sell', sum: string) => ({
      ...leg('15', { sum }),
      side,
      volumes: [
        { unit: 'MW', amount: '15' },
        { unit: 'MWh', amount: '131400' },
      ],
    });
    const spread = [year('buy', '9723600'), year('sell', '9526500')] as unknown as Legs;
    expect(beyondLive(spread, [], BUILT_IN_BOUNDS.bounds)).toBeUndefined();
    expect(beyondLive(spread, [liveAmounts(spread)], BUILT_IN_BOUNDS.bounds)).toBe(
      'With its 131,400 MWh, 262,800 MWh would be live at once; the bound is 250,000 MWh.',
    );
    const certificates = leg('175200', { unit: 'certificates' }) as unknown as Legs[number];
    expect(beyondLive([certificates], [], BUILT_IN_BOUNDS.bounds)).toBeUndefined();
  });

  it('lets nothing go whose amount or money no bound is for', () => {
    expect(beyond([leg('1', { unit: 'therm' })])).toBe('There is no bound for therm.');
    expect(beyond([leg('1', { money: 'USD' })])).toBe('There is no bound for USD.');
    expect(beyond([leg('1', { money: '' })])).toBe('How much money it is worth is not known.');
    expect(beyond([])).toBe('Its quantity is not known.');
  });
});

describe('rows of one place', () => {
  it('are told by request and side, and of proposals by request alone', () => {
    const [ask, bid] = [row(), row({ direction: 'bid' })];
    expect(rowsTwice('quotes', [ask, bid])).toBe(false);
    expect(rowsTwice('quotes', [ask, row({ row: 7 })])).toBe(true);
    expect(rowsTwice('firm-proposals', [ask, bid])).toBe(true);
    expect(rowKey('firm-proposals', ask)).toBe(rowKey('indicative-proposals', bid));
  });
});
