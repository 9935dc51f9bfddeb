import { describe, expect, it } from 'vitest';
import {
  Bounds,
  BUILT_IN_BOUNDS,
  deskBounds,
  narrowed,
  NarrowerBounds,
  ProgramPolicy,
} from '../../../src/domain/program/bounds';

const desk = Bounds.parse({
  silenceMs: 5_000,
  betweenMs: 2_000,
  stepMax: { percent: '2', amount: '0.2', spread: '0.5' },
  bestDeviation: { percent: '3', amount: '0.3', spread: '1' },
  lastDeviation: { percent: '10', amount: '1', spread: '3' },
  fairDeviation: { percent: '5', amount: '0.5', spread: '1' },
  changesPerMinute: 20,
  volume: [{ unit: 'MW', amount: '50' }],
  notional: [{ unit: 'EUR', amount: '1000000' }],
  fills: { count: 5, withinMs: 600_000 },
  filled: { volume: [{ unit: 'MW', amount: '50' }], withinMs: 3_600_000 },
  dataAgeMs: 600_000,
});

/** One bound at a time: the desk's own or narrower, and the least that is wider. */
const BOUNDS: readonly (readonly [keyof Bounds, own: unknown, wider: unknown])[] = [
  ['silenceMs', 5_000, 5_001],
  ['betweenMs', 2_000, 1_999],
  ['stepMax', { percent: '2' }, { percent: '2.01' }],
  ['stepMax', { amount: '0.2' }, { amount: '0.21' }],
  ['stepMax', { spread: '0.5' }, { spread: '0.51' }],
  ['bestDeviation', { percent: '3' }, { percent: '3.01' }],
  ['bestDeviation', { amount: '0.3' }, { amount: '0.31' }],
  ['bestDeviation', { spread: '1' }, { spread: '1.01' }],
  ['lastDeviation', { percent: '10' }, { percent: '10.01' }],
  ['lastDeviation', { amount: '1' }, { amount: '1.01' }],
  ['lastDeviation', { spread: '3' }, { spread: '3.01' }],
  ['fairDeviation', { percent: '5' }, { percent: '5.01' }],
  ['fairDeviation', { amount: '0.5' }, { amount: '0.51' }],
  ['fairDeviation', { spread: '1' }, { spread: '1.01' }],
  ['changesPerMinute', 20, 21],
  ['volume', [{ unit: 'MW', amount: '50' }], [{ unit: 'MW', amount: '50.1' }]],
  ['volume', [{ unit: 'mw', amount: '1' }], [{ unit: 'MWh', amount: '1' }]],
  ['notional', [{ unit: 'EUR', amount: '1000000' }], [{ unit: 'EUR', amount: '1000000.01' }]],
  ['notional', [], [{ unit: 'GBP', amount: '1' }]],
  ['fills', { count: 5, withinMs: 600_000 }, { count: 6, withinMs: 600_000 }],
  ['fills', { count: 1, withinMs: 700_000 }, { count: 1, withinMs: 599_999 }],
  [
    'filled',
    { volume: [{ unit: 'MW', amount: '50' }], withinMs: 3_600_000 },
    { volume: [{ unit: 'MW', amount: '51' }], withinMs: 3_600_000 },
  ],
  ['filled', { volume: [], withinMs: 3_600_000 }, { volume: [], withinMs: 3_599_999 }],
  ['dataAgeMs', 600_000, 600_001],
];

describe('the bounds of a program', () => {
  it.each(BOUNDS)('may not be wider than the desk’s: %s', (name, own, wider) => {
    expect(narrowed(desk, NarrowerBounds.parse({ [name]: own }))).not.toHaveProperty('wider');
    expect(narrowed(desk, NarrowerBounds.parse({ [name]: wider }))).toEqual({ wider: name });
  });

  it('tries every bound of the desk', () => {
    expect(new Set(BOUNDS.map(([name]) => name))).toEqual(new Set(Object.keys(desk)));
  });

  it('are the desk’s where a person said nothing, also in the other part of a distance and in other units', () => {
    const own = { stepMax: { percent: '1' }, volume: [{ unit: 'mw', amount: '5' }], until: 7 };
    expect(narrowed(desk, NarrowerBounds.parse(own))).toEqual({
      ...desk,
      stepMax: { percent: '1', amount: '0.2', spread: '0.5' },
      volume: [{ unit: 'mw', amount: '5' }],
      until: 7,
    });
    expect(narrowed(desk, {})).toEqual(desk);
  });

  it('may bound what the desk does not', () => {
    const loose = { ...desk, bestDeviation: {} };
    expect(narrowed(loose, NarrowerBounds.parse({ bestDeviation: { percent: '9' } }))).toMatchObject({
      bestDeviation: { percent: '9' },
    });
  });
});

describe('the bounds of a desk', () => {
  it('are its policy’s, and the built-in ones where that says nothing', () => {
    const policy = ProgramPolicy.parse({ silenceMs: 3_000, callsPercent: 10 });
    expect(deskBounds(policy)).toEqual({
      bounds: { ...BUILT_IN_BOUNDS.bounds, silenceMs: 3_000 },
      deskChangesPerMinute: BUILT_IN_BOUNDS.deskChangesPerMinute,
      callsPercent: 10,
    });
  });

  it('name each unit once', () => {
    const twice = [
      { unit: 'MW', amount: '5' },
      { unit: 'mw', amount: '6' },
    ];
    expect(ProgramPolicy.safeParse({ volume: twice }).success).toBe(false);
    expect(ProgramPolicy.safeParse({ volume: twice.slice(1) }).success).toBe(true);
  });
});
