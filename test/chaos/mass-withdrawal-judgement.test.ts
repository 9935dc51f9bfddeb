import { expect, it } from 'vitest';
import {
  judgedMassWithdrawal,
  type OwnThere,
  type SeenMassWithdrawal,
} from '../../chaos/actions/mass-withdrawal-judgement';
import type { Action, ActionState } from '../../src/domain/action';
import { QuoteId, RequestId } from '../../src/domain/identifiers';
import { inState } from '../domain/sample-action';
import { actionId } from '../gateway/twins/actions';

const requestId = RequestId.parse('RQ-1');
const quoteId = QuoteId.parse('QT-1');
const SENT = actionId(1);
const there = (isLive: boolean): OwnThere => ({
  kind: 'quote',
  id: quoteId,
  requestId,
  isLive,
  isWithdrawn: !isLive,
});
const withdrawal = (state: ActionState): Action =>
  inState(state, { id: actionId(2), body: { kind: 'withdraw-quote', requestId, quoteId } });

const sortsOf = (over: Partial<SeenMassWithdrawal>): readonly string[] =>
  judgedMassWithdrawal({
    ids: [SENT],
    told: [],
    lines: [],
    own: [there(true)],
    shown: [],
    pressedAgain: false,
    errors: [],
    ...over,
  }).violations.map(({ wrong }) => wrong);

it('knows a quote that is live though nothing says so', () => {
  expect(sortsOf({})).toEqual(['live though none said']);
  expect(sortsOf({ shown: [quoteId] })).toEqual([]);
  expect(sortsOf({ lines: [withdrawal('unknown')] })).toEqual([]);
  expect(sortsOf({ own: [there(false)] })).toEqual([]);
});

it('knows a quote that is live after a second press that nothing hindered, though it says so', () => {
  expect(sortsOf({ shown: [quoteId], pressedAgain: true })).toEqual(['risk left on']);
  expect(sortsOf({ own: [there(false)], pressedAgain: true })).toEqual([]);
});

it('knows a withdrawal that is said to be done, or to have come to nothing, and is not so', () => {
  expect(sortsOf({ lines: [withdrawal('done')] })).toContain('wrong final states');
  expect(sortsOf({ lines: [withdrawal('rejected')], own: [there(false)] })).toEqual(['wrong final states']);
  expect(sortsOf({ lines: [withdrawal('done')], own: [there(false)] })).toEqual([]);
});
