import { expect, it } from 'vitest';
import type { Seen } from '../../chaos/actions/judgement';
import { KillStep } from '../../chaos/actions/kill-step';
import { seedsOf } from '../../chaos/campaign/seeds';
import { judged } from '../../chaos/four-eyes/judgement';
import { approves, planOf, STEPS, WORDS, type Plan } from '../../chaos/four-eyes/plan';
import type { Action } from '../../src/domain/action';
import { QuoteId } from '../../src/domain/identifiers';
import { inState, QUOTE } from '../domain/sample-action';
import { actionId } from '../gateway/twins/actions';

const id = actionId(1);
const Q1 = QuoteId.parse('Q-1');
const anna = { name: 'Anna', session: 'a' };
const ben = { name: 'Ben', session: 'b' };
const line = (state: Action['state'], over: Partial<Action> = {}): Action =>
  inState(state, { id, body: QUOTE, by: anna, ...over });
const APPROVED = [
  line('staged'),
  line('waiting'),
  line('staged', { approvedBy: ben }),
  line('sending', { approvedBy: ben, sentAt: 2 }),
  line('done', { approvedBy: ben, sentAt: 2, quoteId: Q1 }),
];
const SENT = { sends: 1, executions: 1, made: [{ id: 'Q-1' }] };

const complaints = (over: Partial<Seen>, plan: Partial<Pick<Plan, 'word' | 'kill'>> = {}): string => {
  const seen = { ids: [id], told: [], lines: [], sends: 0, executions: 0, made: [], errors: [], ...over };
  const { violations } = judged(seen, { word: 'another person', kill: undefined, ...plan });
  return violations.map(({ wrong, says }) => `${wrong}: ${says}`).join(' ');
};

it('plans every word and every step, and no step of an approval where nobody approves', () => {
  const plans = seedsOf(1, 600).map(planOf);
  expect(new Set(plans.map(({ word }) => word)).size).toBe(WORDS.length);
  expect(new Set(plans.flatMap(({ kill }) => kill ?? []))).toEqual(new Set(STEPS));
  const late = new Set(STEPS.slice(STEPS.indexOf('approved-before')).map(String));
  expect(plans.filter(({ word, kill }) => !approves(word) && late.has(kill ?? ''))).toEqual([]);
  expect(KillStep.options).toEqual(expect.arrayContaining([...STEPS]));
});

it('finds nothing wrong with what another person approved, once', () => {
  expect(complaints({ lines: APPROVED, ...SENT })).toBe('');
});

it.each<[string, Partial<Seen>, Partial<Pick<Plan, 'word' | 'kill'>>, string]>([
  [
    'no approval is on the disk',
    { lines: APPROVED.filter((one) => one !== APPROVED[2]), ...SENT },
    {},
    'without a line',
  ],
  [
    'nothing waited',
    { lines: APPROVED.filter(({ state }) => state !== 'waiting'), ...SENT },
    {},
    'without a line',
  ],
  [
    'it was approved by whoever pressed it',
    { lines: APPROVED.map((one) => ({ ...one, ...(one.approvedBy && { approvedBy: anna }) })), ...SENT },
    {},
    'by whoever pressed it',
  ],
  ['nobody approved it', { lines: APPROVED, ...SENT }, { word: 'nobody' }, 'Approved by: nobody'],
  [
    'it was killed before it could leave',
    { lines: APPROVED, ...SENT },
    { kill: 'approved-after' },
    'killed at',
  ],
  [
    'nobody pressed it',
    { lines: [line('waiting', { id: actionId(2) })] },
    { word: 'nobody' },
    'nobody pressed',
  ],
  ['it still waits', { lines: APPROVED.slice(0, 2) }, { word: 'nobody' }, 'still waiting'],
  [
    'it was approved and did not go',
    { lines: [...APPROVED.slice(0, 3), line('cancelled')] },
    {},
    'without cause',
  ],
])('complains where %s', (_, over, plan, says) => {
  expect(complaints(over, plan)).toContain(says);
});
