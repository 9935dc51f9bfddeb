import { describe, expect, it } from 'vitest';
import { judged, waitsOf } from '../../simulation/judgement';
import { complaintsOf, tableOf } from '../../simulation/report';
import type { Press, Seen } from '../../simulation/seen';
import type { Call } from '../../simulation/traffic';
import type { Action, ActionState } from '../../src/domain/action';
import type { DeskEntry } from '../../src/domain/desk-entry';
import { QuoteId } from '../../src/domain/identifiers';
import type { By } from '../../src/domain/person';
import { ACCEPTANCE, inState, QUOTE } from '../domain/sample-action';
import { actionId } from '../gateway/twins/actions';
import { programId } from '../gateway/twins/programs';

const MORNING = Date.parse('2026-10-22T07:00:00Z');
const ID = actionId(1);
const Q1 = QuoteId.parse('QT-1');
const QUOTES = '/v2.3/tender/requests/RQ-1/quotations';
const TRADE = '/v2.0/trades/TR-1';
const OPEN = '/v2.3/tender/requests';

const ANNA = { name: 'Anna Ott', session: 'a1b2c3d4' };
const BEN = { name: 'Ben Rau', session: 'e5f6a7b8' };
const begun = (by: By): DeskEntry => ({
  id: `begun ${by.session}`,
  state: 'noted',
  entry: 'session-begun',
  shown: `${by.name} opened SpreadDesk.`,
  by,
  createdAt: MORNING,
});

const quoted = (states: readonly ActionState[], over: Partial<Action> = {}): Action[] =>
  states.map((state) =>
    inState(state, { id: ID, body: QUOTE, by: ANNA, ...(state === 'done' && { quoteId: Q1 }), ...over }),
  );
const call = (over: Partial<Call> = {}): Call => ({
  method: 'GET',
  path: QUOTES,
  at: MORNING,
  atMs: 0,
  status: 200,
  endedAtMs: 40,
  ...over,
});
const WRITE = call({ method: 'POST', status: 201, atMs: 100, endedAtMs: 140 });
const LETTER = {
  text: '{"eventType":"request-closed"}',
  type: 'request-closed',
  requestId: 'RQ-1',
  status: 200,
  at: MORNING,
};
const STORED = {
  body: LETTER.text,
  times: 1,
  type: 'request-closed',
  heardAt: MORNING - 1_000,
  requestId: 'RQ-1',
};
const CELL = { name: 'RFQ', openedAtMs: 0, firstAtMs: 100, wrong: [], texts: 1 };

/** A day in which all went well. */
const GOOD: Seen = {
  presses: [{ id: ID, kind: 'send-quote', requestId: 'RQ-1', atMs: 90, isCalm: true }],
  lines: quoted(['staged', 'sending', 'done']),
  entries: [begun(ANNA), begun(BEN)],
  halts: [],
  programs: [],
  live: [],
  writes: 1,
  executions: 0,
  ownQuoteIds: [Q1],
  calls: [call(), WRITE, call({ path: TRADE, atMs: 200, endedAtMs: 240 })],
  strangers: [],
  immutable: [{ path: TRADE, since: MORNING }],
  spoiled: 0,
  letters: [LETTER],
  events: [STORED],
  cells: [CELL],
  fileFields: { looked: 1, wrong: [] },
  logged: ['The desk is open. {}'],
  errors: [],
  secrets: ['secret-1'],
  endMs: 1_000_000,
};
const OWN_HALT: DeskEntry = {
  ...begun({ name: 'gateway', session: 'gateway' }),
  id: 'halt',
  entry: 'halt',
};
const brokenBy = (over: Partial<Seen>): number[] =>
  judged({ ...GOOD, ...over }).flatMap(({ promise, broken }) => (broken.length > 0 ? [promise] : []));

it('finds nothing wrong with a good day, and has put every promise to the test that it could', () => {
  expect(brokenBy({})).toEqual([]);
  expect(judged(GOOD).map(({ tested }) => tested)).toEqual([1, 1, 3, 2, 1, 1, 1, 0, 2, 1, 5, 0, 0]);
});

describe('a program', () => {
  const program = { id: programId(1), name: 'Curve' };
  const lines = quoted(['staged', 'sending', 'done']).map((line) => ({ ...line, program }));
  const said = (price: string | undefined, atMs: number) => ({ requestId: 'RQ-1', price, atMs });
  const programs = [{ id: program.id, said: [said('31', 0), said('31.2', 40_000)], calls: 3 }];
  const live = { atMs: 45_000, quoteId: Q1, requestId: 'RQ-1', direction: 'ask', price: '31' };

  it('presses for itself once a person has started it', () => {
    expect(brokenBy({ presses: [], lines, programs })).toEqual([]);
    expect(brokenBy({ presses: [], lines })).toEqual([1]);
  });

  it('has live what its page wants, or wanted a moment ago, and nothing twice', () => {
    expect(brokenBy({ lines, programs, live: [live] })).toEqual([]);
    expect(judged({ ...GOOD, lines, programs, live: [live] }).at(-1)).toMatchObject({ tested: 1 });
    expect(brokenBy({ lines, programs, live: [{ ...live, atMs: 51_000 }] })).toEqual([13]);
    expect(brokenBy({ lines, programs, live: [{ ...live, price: '31.1' }] })).toEqual([13]);
    expect(brokenBy({ lines, programs, live: [live, live] })).toEqual([13]);
    const ended = [{ ...programs[0], said: [said('31', 0), said(undefined, 20_000)] }] as typeof programs;
    expect(brokenBy({ lines, programs: ended, live: [live] })).toEqual([13]);
    // What a person quoted by hand is no program's.
    expect(brokenBy({ live: [{ ...live, price: '99' }] })).toEqual([]);
  });
});

it.each<[string, number, Partial<Seen>]>([
  ['an action that nobody pressed', 1, { presses: [] }],
  ['more writes at the platform than were written down', 1, { writes: 2 }],
  ['more writes on the line than were written down', 1, { calls: [...GOOD.calls, WRITE] }],
  ['a second quote', 2, { ownQuoteIds: [Q1, 'QT-2'] }],
  ['a trade of which the journal knows nothing', 2, { executions: 1 }],
  ['a quote that is done and was never made', 2, { ownQuoteIds: [] }],
  ['a quote that is done as another one', 2, { ownQuoteIds: ['QT-2'] }],
  ['an end that was not the end', 2, { lines: [...GOOD.lines, ...quoted(['unknown'])] }],
  ['a journal that is not whole', 2, { brokenChain: 'Line 3 is gone.' }],
  ['an error that was not foreseen', 2, { errors: ['A bug.'] }],
  ['a refusal of the desk’s own making', 3, { calls: [...GOOD.calls, call({ status: 429, atMs: 500 })] }],
  [
    'the same trade fetched twice',
    4,
    { calls: [...GOOD.calls, call({ path: TRADE, atMs: 300, endedAtMs: 340 })] },
  ],
  [
    'a question asked while it was being answered',
    4,
    {
      calls: [...GOOD.calls, call({ path: OPEN, atMs: 0 }), call({ path: OPEN, at: MORNING + 20, atMs: 20 })],
    },
  ],
  ['a write that waited', 5, { calls: [call(), { ...WRITE, atMs: 5_000, endedAtMs: 5_040 }] }],
  ['an event answered 2xx that is not there', 6, { events: [] }],
  ['an event heard twice and kept once', 6, { letters: [LETTER, LETTER] }],
  [
    'a lost event that was never found',
    6,
    { letters: [{ text: '{}', type: 'request-traded', requestId: 'RQ-2', at: MORNING }] },
  ],
  ['a cell that stayed busy', 7, { cells: [{ name: 'RFQ', openedAtMs: 0, wrong: [], texts: 0 }] }],
  ['a cell that was late', 7, { cells: [{ ...CELL, firstAtMs: 11_000 }] }],
  ['a value that was never true', 8, { cells: [{ ...CELL, wrong: [{ of: 'value', wrong: 'shows 1' }] }] }],
  ['a text that became a formula', 9, { cells: [{ ...CELL, wrong: [{ of: 'text', wrong: '=1' }] }] }],
  ['a formula in a file', 9, { fileFields: { looked: 1, wrong: ['=1'] } }],
  ['a secret in a log', 10, { logged: ['Signed in. {"with":"secret-1"}'] }],
  ['a line that is by nobody', 11, { lines: quoted(['staged', 'sending', 'done'], { by: undefined }) }],
  [
    'a line of a session that nobody began',
    11,
    { lines: quoted(['staged', 'sending', 'done'], { by: { ...ANNA, session: 'other' } }) },
  ],
  ['an entry of the gateway that only people make', 11, { entries: [...GOOD.entries, OWN_HALT] }],
  ['what waited and left without approval', 12, { lines: quoted(['staged', 'waiting', 'sending', 'done']) }],
  [
    'what was approved by whoever pressed it',
    12,
    { lines: quoted(['staged', 'waiting', 'sending', 'done'], { approvedBy: ANNA }) },
  ],
  ['what an approver pressed and sent', 12, { lines: quoted(['staged', 'sending', 'done'], { by: BEN }) }],
  ['a quote that left while the desk was halted', 12, { halts: [{ fromMs: 50, untilMs: 200 }] }],
])('knows %s', (_, promise, over) => {
  expect(brokenBy(over)).toContain(promise);
});

it('lets go what another person approved, withdrawals of a halted desk, and what left before and after', () => {
  const approved = quoted(['staged', 'waiting', 'sending', 'done'], { approvedBy: BEN });
  expect(brokenBy({ lines: approved })).toEqual([]);
  expect(brokenBy({ halts: [{ fromMs: 101 }, { fromMs: 0, untilMs: 99 }] })).toEqual([]);
  const withdrawal = call({ method: 'DELETE', atMs: 102 });
  expect(brokenBy({ halts: [{ fromMs: 101 }], calls: [...GOOD.calls, withdrawal] })).not.toContain(12);
});

it('knows an id that was sent twice', () => {
  expect(brokenBy({ lines: quoted(['staged', 'sending', 'sending', 'done']) })).toEqual([2]);
});

it('leaves room for what may still have been done, and not for more', () => {
  const open = inState('unknown', { id: ID, body: ACCEPTANCE, by: ANNA });
  expect(brokenBy({ lines: [...GOOD.lines, { ...open, id: actionId(2) }], executions: 1 })).toEqual([1]);
  expect(brokenBy({ lines: [...GOOD.lines, { ...open, id: actionId(2) }], executions: 2 })).toEqual([1, 2]);
});

it('counts refusals as a stranger’s only for as long as he is felt, and a spent day only on his day', () => {
  const refused = (at: number, retryAfter = 1) => ({
    calls: [...GOOD.calls, call({ status: 429, at, atMs: 500, retryAfter })],
    strangers: [MORNING],
  });
  expect(brokenBy(refused(MORNING + 1_000))).toEqual([]);
  expect(brokenBy(refused(MORNING - 1_000))).toEqual([3]);
  expect(brokenBy(refused(MORNING + 3_600_000))).toEqual([3]);
  expect(brokenBy(refused(MORNING + 3_600_000, 40_000))).toEqual([]);
  expect(brokenBy(refused(MORNING + 24 * 3_600_000, 40_000))).toEqual([3]);
});

it('takes a record that came spoiled for one that may be fetched again', () => {
  const calls = [...GOOD.calls, call({ path: TRADE, atMs: 300, endedAtMs: 340 })];
  expect(brokenBy({ calls, spoiled: 1 })).toEqual([]);
});

it('lets a concluded request be read anew to look up an action on it, only while that is not known', () => {
  const path = '/v2.3/tender/requests/RQ-1';
  const read = (at: number) => call({ path, at, atMs: at - MORNING, endedAtMs: at - MORNING + 40 });
  const asked = (over: Partial<Action>): number[] =>
    brokenBy({
      immutable: [...GOOD.immutable, { path, since: MORNING }],
      lines: quoted(['staged', 'sending', 'done'], over),
      calls: [...GOOD.calls, read(MORNING + 60_000), read(MORNING + 120_000)],
    });
  expect(asked({ sentAt: MORNING + 1_000, endedAt: MORNING + 100_000 })).toEqual([]);
  expect(asked({ sentAt: MORNING + 1_000, endedAt: MORNING + 50_000 })).toEqual([4]);
  expect(asked({ sentAt: MORNING + 200_000, endedAt: MORNING + 201_000 })).toEqual([4]);
});

it('excuses a question asked anew by what was heard of it since, by the end of an action on it, and by its press', () => {
  const asked = (path: string, over: Partial<Seen>): number[] => {
    const at = MORNING + 60_000;
    const before = call({ path, at, atMs: 60_000, endedAtMs: 65_000 });
    const again = call({ path, at: at + 2_000, atMs: 62_000 });
    return brokenBy({ ...over, calls: [...GOOD.calls, before, again] });
  };
  const heard = (heardAt: number, requestId = 'RQ-1') => ({
    events: [STORED, { ...STORED, times: 0, heardAt, requestId }],
  });
  const press = { ...GOOD.presses[0]!, isCalm: false };
  const pressed = (over: Partial<Press>) => ({ presses: [press, { ...press, ...over }] });
  const ended = (endedAt: number) => ({ lines: quoted(['staged', 'sending', 'done'], { endedAt }) });
  expect(asked(QUOTES, {})).toEqual([4]);
  expect(asked(QUOTES, heard(MORNING + 61_000))).toEqual([]);
  expect(asked(QUOTES, heard(MORNING + 59_000))).toEqual([4]);
  expect(asked(QUOTES, heard(MORNING + 63_000))).toEqual([4]);
  expect(asked(QUOTES, heard(MORNING + 61_000, 'RQ-11'))).toEqual([4]);
  expect(asked(OPEN, heard(MORNING + 61_000, 'RQ-11'))).toEqual([]);
  expect(asked(QUOTES, ended(MORNING + 61_000))).toEqual([]);
  expect(asked(QUOTES, ended(MORNING + 59_000))).toEqual([4]);
  expect(asked(QUOTES, pressed({ atMs: 61_000 }))).toEqual([]);
  expect(asked(QUOTES, pressed({ atMs: 40_000 }))).toEqual([4]);
  expect(asked(QUOTES, pressed({ atMs: 63_000 }))).toEqual([4]);
  expect(asked(OPEN, pressed({ atMs: 61_000 }))).toEqual([4]);
  expect(asked(OPEN, pressed({ atMs: 61_000, requestId: undefined }))).toEqual([]);
});

it('measures writes in calm alone', () => {
  expect(waitsOf(GOOD)).toEqual([10]);
  expect(waitsOf({ ...GOOD, presses: GOOD.presses.map((press) => ({ ...press, isCalm: false })) })).toEqual(
    [],
  );
});

it('shows every promise in a row, and of what was broken the first', () => {
  const verdicts = judged({ ...GOOD, errors: Array.from({ length: 20 }, (_, at) => `Bug ${at}.`) });
  expect(tableOf(verdicts).split('\n')).toHaveLength(14);
  expect(tableOf(verdicts)).toMatch(/^2\. each action .* 1 +20$/m);
  const complaints = complaintsOf(verdicts);
  expect(complaints[0]).toBe('2: The gateway logged an error: Bug 0.');
  expect(complaints.at(-1)).toBe('2: and 12 more');
});
