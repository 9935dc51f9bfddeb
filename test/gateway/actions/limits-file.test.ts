import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { readLimitsFile } from '../../../src/gateway/actions/limits-keeper';

const problem = (text: string): string => {
  const read = readLimitsFile(text);
  return read.ok ? 'fine' : read.failure.message;
};

it('changes the sections that it has, and leaves the others as they are built in', () => {
  const read = readLimitsFile('{"locked": true, "limits": {"volume": [{"unit": "MW", "block": 20}]}}');
  expect(read).toEqual({
    ok: true,
    value: {
      limits: { ...BUILT_IN_LIMITS, volume: [{ unit: 'MW', block: '20' }] },
      locked: true,
      source: 'file',
    },
  });
  expect(readLimitsFile('{"limits": {}}')).toEqual({
    ok: true,
    value: { limits: BUILT_IN_LIMITS, locked: false, source: 'file' },
  });
});

it.each([
  ['{', 'It is not JSON'],
  ['[]', 'The whole is missing, or not of its kind.'],
  ['{}', 'limits is missing, or not of its kind.'],
  ['{"limits": {}, "lock": true}', 'There is no field lock.'],
  ['{"limits": {"volumes": []}}', 'There is no field limits.volumes.'],
  ['{"locked": "yes", "limits": {}}', 'locked wants true or false.'],
  [
    '{"limits": {"volume": [{"unit": "MW", "warn": -5}]}}',
    'limits.volume[0].warn wants a number of 0 or more, such as 50 or "0.25".',
  ],
  [
    '{"limits": {"volume": [{"unit": "MW", "warn": 5, "block": 4}]}}',
    'limits.volume[0].block must not be below the warn level.',
  ],
  [
    '{"limits": {"duplicate": {"step": "warn", "withinMs": 0}}}',
    'limits.duplicate.withinMs wants milliseconds from 1 to 600000.',
  ],
  [
    '{"limits": {"bestPrice": {"warnPercent": 5}}}',
    'limits.bestPrice.ignoreUpTo is missing, or not of its kind.',
  ],
])('says of %s what is not right', (text, message) => {
  expect(problem(text)).toContain(message);
});

it('takes the example of the manual', () => {
  const manual = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'limits.md'), 'utf8');
  const [, example] = /```json\n([\s\S]*?)```/.exec(manual) ?? [];
  expect(problem(example ?? '')).toBe('fine');
});
