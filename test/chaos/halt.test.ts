import { expect, it } from 'vitest';
import { seedsOf } from '../../chaos/campaign/seeds';
import { judged, type Seen } from '../../chaos/halt/judgement';
import { KILLS, planOf, type HaltKill } from '../../chaos/halt/plan';
import type { Action } from '../../src/domain/action';
import { inState, QUOTE } from '../domain/sample-action';
import { actionId } from '../gateway/twins/actions';

const [ID, WAITED] = [actionId(1), actionId(2)];
const failure = {
  kind: 'wrong-state',
  message: 'Stopped after halt: Ben halted the desk at 09:00:00.',
  next: '',
} as const;
const line = (state: Action['state'], over: Partial<Action> = {}): Action =>
  inState(state, { id: ID, body: QUOTE, ...over });
const refused = (message: string) => ({
  kind: 'refused' as const,
  status: 409,
  text: JSON.stringify({ failure: { ...failure, message } }),
});

/** One quote left before the halt; one action waited for another person. */
const GOOD: Seen = {
  isAnswered: true,
  told: [],
  lines: [
    line('staged'),
    line('sending'),
    line('waiting', { id: WAITED }),
    line('cancelled', { id: WAITED, failure }),
  ],
  errors: [],
  waited: [WAITED],
  sends: { answered: 1, died: 1, end: 1 },
  replies: [refused(failure.message), refused('This action is cancelled: it does not wait for approval.')],
  quoted: ['RQ-1'],
  live: 0,
};
const complaints = (over: Partial<Seen>, kill: HaltKill = 'later'): string =>
  judged({ ...GOOD, ...over }, { kill })
    .map(({ says }) => says)
    .join(' ');

it('plans every way to die, and a slow disk where the gateway lives on', () => {
  const plans = seedsOf(1, 200).map(planOf);
  expect(new Set(plans.map(({ kill }) => kill))).toEqual(new Set(KILLS));
  expect(new Set(plans.filter(({ disk }) => disk === 'slow').map(({ kill }) => kill))).toEqual(
    new Set(['later']),
  );
});

it('finds nothing wrong with a desk that stayed halted', () => {
  for (const kill of KILLS) expect(complaints({}, kill)).toBe('');
});

const unanswered = { isAnswered: false, replies: [], sends: { answered: 1, died: 2, end: 5 } };
it.each<[string, Partial<Seen>, HaltKill, string]>([
  [
    'left after the answer',
    { sends: { answered: 1, died: 2, end: 2 } },
    'later',
    'after the halt was answered',
  ],
  ['left after the restart', { sends: { answered: 1, died: 1, end: 2 } }, 'answered', 'after the restart'],
  [
    'left after a restart with the halt on the disk',
    unanswered,
    'halt-after',
    '3 quotes left after the restart',
  ],
  [
    'was taken after the restart',
    { replies: [{ kind: 'action', action: line('done') }] },
    'answered',
    'a page heard',
  ],
  ['still waits', { lines: GOOD.lines.slice(0, 3) }, 'answered', 'What waited is waiting'],
  [
    'was cancelled by the restart alone',
    { lines: [...GOOD.lines.slice(0, 3), line('cancelled', { id: WAITED })] },
    'later',
    'not ended by the halt',
  ],
  ['was sent twice', { quoted: ['RQ-1', 'RQ-1'] }, 'answered', 'sent twice'],
  ['is live after the withdrawal', { live: 1 }, 'answered', 'are live'],
  ['was never answered', { isAnswered: false }, 'later', 'never answered'],
  ['is a line sent twice', { lines: [...GOOD.lines, line('sending')] }, 'answered', 'sent more than once'],
])('knows what %s', (_, over, kill, says) => {
  expect(complaints(over, kill)).toContain(says);
});

it('asks nothing of a halt that nobody was answered and no disk has', () => {
  expect(complaints(unanswered, 'halt-before')).toBe('');
});
