import { expect, it } from 'vitest';
import { findingsIn, type Finding } from '../../../src/domain/limits/finding';
import { findingsFailure } from '../../../src/domain/limits/accepted-warnings';
import { BUILT_IN_LIMITS, Limits, LimitsFile } from '../../../src/domain/limits/limits';

const problem = (sections: Record<string, unknown>): unknown => {
  const parsed = Limits.safeParse({ ...BUILT_IN_LIMITS, ...sections });
  const [issue] = parsed.success ? [] : parsed.error.issues;
  return issue && [issue.path.join('.'), issue.message];
};

it('keeps its built-in levels as they are when they travel', () => {
  expect(Limits.parse(JSON.parse(JSON.stringify(BUILT_IN_LIMITS)))).toEqual(BUILT_IN_LIMITS);
});

it('takes a level as text or as a number, by its exact digits', () => {
  const volume = [{ unit: 'MW', warn: 0.1, block: '100.50' }];
  expect(Limits.parse({ ...BUILT_IN_LIMITS, volume }).volume).toEqual([
    { unit: 'MW', warn: '0.1', block: '100.5' },
  ]);
});

const AMOUNT = 'wants a number of 0 or more, such as 50 or "0.25"';
it.each([
  [{ bestPrice: { ignoreUpTo: -1 } }, 'bestPrice.ignoreUpTo', AMOUNT],
  [{ bestPrice: { ignoreUpTo: 'much' } }, 'bestPrice.ignoreUpTo', AMOUNT],
  [{ volume: [{ unit: 'MW', warn: 'much', block: '1' }] }, 'volume.0.warn', AMOUNT],
  [{ volume: [{ unit: 'MW', warn: 2, block: '1' }] }, 'volume.0.block', 'must not be below the warn level'],
  [
    { lastPrice: { warnPercent: 2, blockPercent: 1, ignoreUpTo: 0 } },
    'lastPrice.blockPercent',
    'must not be below the warn level',
  ],
  [{ notional: [{ unit: 'EUR' }, { unit: ' eur' }] }, 'notional', 'names a unit twice'],
  [{ signFlip: 'yes' }, 'signFlip', 'wants off, warn or block'],
  [{ countPerMinute: { warn: 1.5 } }, 'countPerMinute.warn', 'wants a whole number from 1 to 100000'],
  [{ countPerMinute: { warn: 2, block: 1 } }, 'countPerMinute.block', 'must not be below the warn level'],
])('names the field that is not right: %j', (sections, path, message) => {
  expect(problem(sections)).toEqual([path, message]);
});

it('leaves a section out of a file, but never a level unread', () => {
  expect(LimitsFile.safeParse({ limits: { signFlip: 'block' } }).success).toBe(true);
  expect(LimitsFile.safeParse({ limits: { signflip: 'block' } }).success).toBe(false);
  expect(LimitsFile.safeParse({ limits: { volume: [{ unit: 'MW', blok: 1 }] } }).success).toBe(false);
  expect(LimitsFile.safeParse({ signFlip: 'block' }).success).toBe(false);
});

const volume: Finding = { code: 'volume', message: 'Too much.' };
const notional: Finding = { code: 'notional', message: 'Too dear.' };

it('holds back what nobody confirmed, and lets through what was', () => {
  const findings = { warnings: [volume, notional], blocks: [] };
  const open = findingsFailure(findings, ['volume']);
  expect(open).toMatchObject({ kind: 'wrong-state', message: 'Too dear.' });
  expect(open && findingsIn(open)).toEqual({ warnings: [notional], blocks: [] });
  expect(findingsFailure(findings)?.message).toBe('Too much. Too dear.');
  expect(findingsFailure(findings, ['volume', 'notional'])).toBeUndefined();
});

it('lets nobody confirm a block away', () => {
  const failure = findingsFailure({ warnings: [volume], blocks: [notional] }, ['volume', 'notional']);
  expect(failure).toMatchObject({ kind: 'denied', message: 'Too dear.' });
  expect(failure && findingsIn(failure)).toEqual({ warnings: [], blocks: [notional] });
});

it('finds no findings in other failures', () => {
  const other = { kind: 'wrong-state', message: 'It is closed.', next: 'Look.' } as const;
  expect(findingsIn(other)).toBeUndefined();
  expect(findingsIn({ ...other, fields: [{ path: 'limits.warn.else', message: '' }] })).toBeUndefined();
  expect(findingsIn({ ...other, fields: [{ path: 'limits.warn.volume', message: 'Too much.' }] })).toEqual({
    warnings: [volume],
    blocks: [],
  });
});
