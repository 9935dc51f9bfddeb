import fc from 'fast-check';
import { expect, it } from 'vitest';
import { combinedTable, type Part } from '../../chaos/all/report';
import { inTurn, sharesOf } from '../../chaos/all/shares';
import { complaintOf, leftOutIn, type Over } from '../../chaos/campaign/report';
import { violation } from '../../chaos/campaign/violation';

const RIGHT: Over = { about: 'accept-quote', again: 'npm run chaos -- actions --replay 7', violations: [] };
const WRONG: Over = {
  ...RIGHT,
  violations: [
    violation('double executions', 'Executed 2 times.'),
    violation('lost records', 'Two lines are gone.', 2),
  ],
};
const LEFT_OUT: Over = { ...RIGHT, about: 'disk full', notTried: 'strace is not installed here' };

const part = (name: string, over: Partial<Part>): Part => ({
  name,
  looksFor: [],
  overs: [],
  minutes: 0,
  table: '',
  ...over,
});

/** The words of each line by its head. */
const rowsOf = (parts: readonly Part[]): Record<string, string[]> =>
  Object.fromEntries(
    combinedTable(parts)
      .split('\n')
      .map((line) => {
        const [head = '', ...cells] = line.split(/ {2,}/);
        return [head, cells];
      }),
  );

it('divides two thousand runs into three quarters of actions, a fifth of events, and trials of the disk', () => {
  expect(sharesOf(2_000)).toEqual({ actions: 1_500, events: 400, disk: 100 });
});

it('gives away every run once, however many there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (runs) => {
      const { actions, events, disk } = sharesOf(runs);
      expect(actions + events + disk).toBe(runs);
      expect(Math.min(events, disk)).toBeGreaterThanOrEqual(0);
      expect(actions).toBeGreaterThanOrEqual(events + disk);
    }),
  );
});

it('comes to every trial as often as to any other, beginning where the seed says', () => {
  expect(inTurn(['a', 'b', 'c'], 7, 0).join('')).toBe('abcabca');
  expect(inTurn(['a', 'b', 'c'], 4, 2).join('')).toBe('cabc');
  expect(inTurn(['a', 'b', 'c'], 0, 2)).toEqual([]);
});

it('counts runs and what was wrong for each campaign, and in all', () => {
  const rows = rowsOf([
    part('actions', {
      looksFor: ['double executions', 'lost records'],
      overs: [RIGHT, WRONG, WRONG],
      minutes: 1.5,
    }),
    part('disk', { looksFor: ['promises not met'], overs: [RIGHT, LEFT_OUT], minutes: 0.5 }),
  ]);
  expect(rows['runs']).toEqual(['3', '1', '4']);
  expect(rows['not tried here']).toEqual(['0', '1', '1']);
  expect(rows['wrong']).toEqual(['2', '0', '2']);
  expect(rows['promises not met']).toEqual(['0', '0']);
  expect(rows['minutes']).toEqual(['1.5', '0.5', '1.5']);
});

it('counts each thing that is wrong as often as it is, and nothing for a campaign that does not look for it', () => {
  const rows = rowsOf([
    part('actions', { looksFor: ['double executions', 'lost records'], overs: [WRONG, WRONG] }),
    part('events', { looksFor: ['lost events'], overs: [RIGHT] }),
  ]);
  expect(rows['double executions']).toEqual(['2', '2']);
  expect(rows['lost records']).toEqual(['4', '4']);
  expect(rows['lost events']).toEqual(['0', '0']);
});

it('says of a wrong run what was wrong and how to play it again, and nothing of a right one', () => {
  expect(complaintOf(WRONG)).toBe(
    'accept-quote:\n  Executed 2 times.\n  Two lines are gone.\n  Again: npm run chaos -- actions --replay 7',
  );
  expect(complaintOf(RIGHT)).toBeUndefined();
});

it('says why runs were left out, each reason once with how many they were', () => {
  expect(leftOutIn([LEFT_OUT, RIGHT, LEFT_OUT, { ...LEFT_OUT, notTried: 'no disk' }])).toEqual([
    'Not tried, 2 runs: strace is not installed here',
    'Not tried, 1 run: no disk',
  ]);
});
