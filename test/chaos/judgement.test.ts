import { expect, it } from 'vitest';
import { judged, openOf, type Seen, type Sight } from '../../chaos/actions/judgement';
import type { Action, ActionState } from '../../src/domain/action';
import { TradeId } from '../../src/domain/identifiers';
import { Quantity } from '../../src/domain/quantity';
import { inState } from '../domain/sample-action';
import { actionId } from '../gateway/twins/actions';

const FIRST = actionId(1);
const OTHER = actionId(2);
const T1 = TradeId.parse('T-1');
const TRADED = { executions: 1, made: [{ id: 'T-1', quantity: 10 }], quantity: 10 };

const linesOf = (states: readonly ActionState[], over: Partial<Action> = {}): Action[] =>
  states.map((state) => inState(state, { id: FIRST, ...(state === 'done' && { tradeId: T1 }), ...over }));
const seen = (over: Partial<Seen> = {}): Seen => ({
  ids: [FIRST, OTHER],
  told: [],
  lines: [],
  sends: 0,
  executions: 0,
  made: [],
  errors: [],
  ...over,
});
const complaints = (over: Partial<Seen>): string =>
  judged(seen(over))
    .violations.map(({ says }) => says)
    .join(' ');

const DONE = linesOf(['staged', 'sending', 'done']);
const UNKNOWN = linesOf(['staged', 'sending', 'unknown']);

it.each<[string, Partial<Seen>, string]>([
  ['nothing was written and nothing done', {}, 'not taken'],
  ['it was never sent', { lines: linesOf(['staged', 'cancelled']) }, 'cancelled'],
  ['it was refused', { lines: linesOf(['staged', 'sending', 'rejected']), sends: 1 }, 'rejected'],
  ['it is done', { lines: DONE, sends: 1, ...TRADED }, 'done at once'],
  ['it was found', { lines: [...UNKNOWN, ...linesOf(['done'])], sends: 1, ...TRADED }, 'done, found'],
  ['it never arrived', { lines: UNKNOWN }, 'unknown'],
  [
    'a person has to judge',
    { lines: [...UNKNOWN, ...linesOf(['unknown'], { evidence: 'T-1?' })], sends: 1, ...TRADED },
    'unknown, shown',
  ],
])('finds nothing wrong when %s', (_, over, end) => {
  expect(judged(seen(over))).toMatchObject({ end, violations: [] });
});

it('knows a double execution, whatever the journal says', () => {
  expect(complaints({ lines: DONE, sends: 1, ...TRADED, executions: 2 })).toMatch(/Executed 2 times/);
});

it.each<ActionState>(['rejected', 'cancelled'])('knows an execution that the journal calls %s', (state) => {
  expect(complaints({ lines: linesOf(['staged', 'sending', state]), sends: 1, ...TRADED })).toMatch(
    /Executed/,
  );
});

it('knows something done that was never executed, or is not what the service made', () => {
  expect(complaints({ lines: DONE, sends: 1 })).toMatch(/1 done, and 0 were executed/);
  expect(complaints({ lines: DONE, sends: 1, ...TRADED, made: [{ id: 'T-2' }] })).toMatch(/has not made/);
  expect(complaints({ lines: DONE, sends: 1, ...TRADED, quantity: 5 })).toMatch(/for 10, and wanted was 5/);
});

it('knows two actions that claim the same trade', () => {
  const both = [...DONE, ...DONE.map((line) => ({ ...line, id: OTHER }))];
  expect(complaints({ lines: both, sends: 2, ...TRADED, executions: 2 })).toMatch(/claim the same/);
});

it('knows a send that no line foretold, and one id that was sent twice', () => {
  expect(complaints({ lines: linesOf(['staged', 'cancelled']), sends: 1 })).toMatch(/received 1 sends/);
  const twice = linesOf(['staged', 'sending', 'unknown', 'sending', 'unknown']);
  expect(complaints({ lines: twice, sends: 2 })).toMatch(/sent more than once/);
});

it('knows a record that was lost although a page was told of it', () => {
  const [told] = linesOf(['done']);
  if (!told) throw new Error('Nothing was told.');
  expect(complaints({ told: [told] })).toMatch(/no line of it/);
  expect(complaints({ told: [told], lines: UNKNOWN })).toMatch(/never said/);
});

it('knows a final state that moved, and an execution that the look-up did not find', () => {
  expect(complaints({ lines: [...DONE, ...linesOf(['rejected'])] })).toMatch(/was done, and rejected after/);
  const open = UNKNOWN.map((line) => ({ ...line, sentAt: 1 }));
  expect(complaints({ lines: open, sends: 1, ...TRADED })).toMatch(/did not find it/);
});

it('knows a broken chain, and an error that the gateway did not foresee', () => {
  expect(complaints({ brokenChain: 'Line 2 is not there.' })).toMatch(/Line 2 is not there/);
  expect(complaints({ errors: ['Reading broke.'] })).toMatch(/Reading broke/);
});

it('counts as open what its newest line leaves open', () => {
  expect(openOf(UNKNOWN)).toHaveLength(1);
  expect(openOf([...UNKNOWN, ...linesOf(['done'])])).toEqual([]);
});

const sortsOf = (over: Partial<Seen>): readonly string[] =>
  judged(seen(over)).violations.map(({ wrong }) => wrong);

it('calls it a double execution only where more was executed than was ever sent', () => {
  expect(sortsOf({ lines: DONE, sends: 1, ...TRADED, executions: 2 })).toEqual(['double executions']);
  const rejected = linesOf(['staged', 'sending', 'rejected']);
  expect(sortsOf({ lines: rejected, sends: 1, ...TRADED })).toEqual(['wrong final states']);
  expect(sortsOf(TRADED)).toEqual(['lost records']);
});

it('takes what was read back of a trade for the same end, and nothing else that follows one', () => {
  const [done] = DONE.slice(-1);
  if (!done) throw new Error('There is no line.');
  const executed = { side: 'buy' } as const;
  const after = (next: Action, before: readonly Action[] = DONE) =>
    judged(seen({ lines: [...before, next], sends: 1, ...TRADED })).violations.map(({ says }) => says);
  expect(after({ ...done, executed, evidence: 'Less was traded.' })).toEqual([]);
  const moved = [`${FIRST} was done, and done after that.`];
  expect(after(done)).toEqual(moved);
  expect(after({ ...done, executed, note: 'Something else.' })).toEqual(moved);
  const taken = { ...done, taken: [{ tradeId: TradeId.parse('T-2') }] };
  expect(after(taken)).toEqual([]);
  const more = { ...done, taken: [...taken.taken, { tradeId: TradeId.parse('T-3') }] };
  expect(after(more, [...DONE, taken])).toEqual([]);
  expect(after({ ...done, executed }, [...DONE, taken])).toEqual(moved);
  const cancelled = linesOf(['staged', 'cancelled']);
  const [last] = cancelled.slice(-1);
  expect(judged(seen({ lines: [...cancelled, { ...last, executed } as Action] })).violations).toHaveLength(1);
});

const SIGHT: Sight = {
  isReadable: true,
  isAlone: true,
  neverArrived: false,
  mustBeOver: false,
  mustBeSent: false,
};
const SENT_UNKNOWN = UNKNOWN.map((line) => ({ ...line, sentAt: 1 }));
const SHOWN = [...SENT_UNKNOWN, ...linesOf(['unknown'], { evidence: 'T-1?', sentAt: 1 })];

it('knows what is unknown although the service shows it, and lets a person judge only where others were about', () => {
  const open = { lines: SENT_UNKNOWN, sends: 1, ...TRADED };
  expect(sortsOf({ ...open, sight: SIGHT })).toEqual(['unknown although readable']);
  expect(sortsOf({ ...open, sight: { ...SIGHT, isReadable: false } })).toEqual([]);
  const shown = { ...open, lines: SHOWN };
  expect(sortsOf({ ...shown, sight: SIGHT })).toEqual(['unknown although readable']);
  expect(sortsOf({ ...shown, sight: { ...SIGHT, isAlone: false } })).toEqual([]);
});

it('knows what is unknown although no connection came about', () => {
  const open = { lines: SENT_UNKNOWN };
  expect(sortsOf({ ...open, sight: { ...SIGHT, neverArrived: true } })).toEqual([
    'unknown although readable',
  ]);
  expect(sortsOf({ ...open, sight: SIGHT })).toEqual([]);
});

it('knows risk that was left on, and an action that was refused without cause', () => {
  const rejected = linesOf(['staged', 'sending', 'rejected'], { sentAt: 1 });
  const must = { ...SIGHT, mustBeOver: true };
  const off = { lines: rejected, isOnceAndForAll: true };
  expect(sortsOf({ ...off, isOver: false, sight: must })).toEqual(['risk left on']);
  expect(sortsOf({ ...off, isOver: true, sight: must })).toEqual([]);
  const unsent = { lines: linesOf(['staged', 'rejected']) };
  expect(sortsOf({ ...unsent, sight: { ...SIGHT, mustBeSent: true } })).toEqual(['refused without cause']);
  expect(sortsOf({ ...unsent, sight: SIGHT })).toEqual([]);
});

it('takes what may be done twice for right as often as it is said, and for wrong where it is not so', () => {
  const twice = [...linesOf(['sending', 'done'], { tradeId: undefined })];
  const both = [...twice, ...twice.map((line) => ({ ...line, id: OTHER }))];
  const said = { lines: both, sends: 5, isOnceAndForAll: true };
  expect(sortsOf({ ...said, executions: 1, isOver: true })).toEqual([]);
  expect(sortsOf({ ...said, executions: 0, isOver: false })).toEqual(['wrong final states']);
});

it('knows a traded quantity that was told wrongly, and takes what is read back for no second end', () => {
  const executed = { quantity: Quantity.parse('10') };
  const readBack = [...DONE, ...linesOf(['done'], { executed })];
  expect(sortsOf({ lines: readBack, sends: 1, ...TRADED })).toEqual([]);
  const wrong = [...DONE, ...linesOf(['done'], { executed: { quantity: Quantity.parse('6') } })];
  expect(sortsOf({ lines: wrong, sends: 1, ...TRADED })).toEqual(['wrong final states']);
});
