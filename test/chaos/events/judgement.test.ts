import { expect, it } from 'vitest';
import { judged, type Seen } from '../../../chaos/events/judgement';
import { tableOf } from '../../../chaos/events/report';

const RIGHT: Seen = {
  sent: [
    { body: 'a', isGenuine: true, status: 200 },
    { body: 'a', isGenuine: true, status: 200 },
    { body: 'b', isGenuine: true, status: undefined },
    { body: 'f', isGenuine: false, status: 404 },
  ],
  kept: [{ body: 'a', times: 2 }],
  callsAfterVolley: 0,
  wrongCells: [],
  askedAgain: 0,
  deaths: 0,
  errors: [],
};
const violations = (seen: Partial<Seen>): readonly string[] =>
  judged({ ...RIGHT, ...seen }).violations.map(({ says }) => says);

it('finds nothing wrong where every event that was taken is in the store', () => {
  expect(judged(RIGHT)).toEqual({
    counts: {
      sent: 3,
      taken: 2,
      stored: 2,
      lost: 0,
      forged: 1,
      effective: 0,
      askedAgain: 0,
      wrongCells: 0,
      deaths: 0,
    },
    violations: [],
  });
});

it('lets an event be kept of which no answer came', () => {
  expect(violations({ kept: [...RIGHT.kept, { body: 'b', times: 1 }] })).toEqual([]);
});

it('misses an event that was taken once more than it is in the store', () => {
  expect(violations({ kept: [{ body: 'a', times: 1 }] })).toEqual([
    '1 events were answered with 2xx and are not in the store.',
  ]);
});

it('notices what was kept and should have been turned away, or was delivered by nobody', () => {
  expect(violations({ kept: [...RIGHT.kept, { body: 'f', times: 1 }] }).join(' ')).toContain('turned away');
  expect(violations({ kept: [...RIGHT.kept, { body: 'x', times: 1 }] })).toEqual([
    '1 events are in the store that nobody delivered.',
    '1 events are in the store more often than they were delivered.',
  ]);
});

it('notices calls, wrong cells, deaths and errors', () => {
  expect(
    violations({ callsAfterVolley: 2, wrongCells: ['trades'], deaths: 1, errors: ['It broke.'] }),
  ).toEqual([
    '2 calls were made because of deliveries that had to be turned away.',
    'Never shown as it is on the platform: trades.',
    '1 times the gateway ended by itself.',
    'The gateway logged an error: It broke.',
  ]);
});

it('counts no run that was left out', () => {
  const plan = { seed: 7, fault: 'disk full' } as const;
  const wrong = { plan, ...judged({ ...RIGHT, deaths: 1 }) };
  const [, row] = tableOf([wrong, { plan, notTried: 'no room', ...judged(RIGHT) }]).split('\n');
  expect(row).toMatch(/^disk full +1 /);
});
