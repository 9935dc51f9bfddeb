import { expect, it } from 'vitest';
import { jsonOf, tableOf, totalsOf } from '../../conformance/report';
import type { Row } from '../../conformance/row';
import { TABLE } from '../../conformance/rows/table';
import { runSimulated } from '../../conformance/run';
import { profileFrom } from '../../src/contract/service/profile';
import { visited, type Deviation } from './foreign-service';

type Fields = Record<string, unknown>;

/** Changes every record of the answers whose path ends so, be it alone or in a list. */
const changing =
  (path: RegExp, change: (record: Fields) => void): Deviation =>
  (passing) => {
    if (!path.test(passing.path) || passing.status >= 300) return {};
    const body = JSON.parse(passing.text) as Fields & { items?: Fields[] };
    for (const record of body.items ?? [body]) change(record);
    return { text: JSON.stringify(body) };
  };

const answering =
  (path: RegExp, from: number, to: number): Deviation =>
  (passing) =>
    path.test(passing.path) && passing.status === from ? { status: to } : {};

const renamed =
  (from: string, to: string) =>
  (record: Fields): void => {
    if (!(from in record)) return;
    record[to] = record[from];
    delete record[from];
  };

const LIST = /\/requests(\/concluded)?\?|\/requests(\/concluded)?$/;
const QUOTES = /\/quotations(\?|$)/;
const TRADE = /\/trades\/[^/]+$/;

it.each<[string, Deviation, string[]]>([
  [
    'names its token otherwise',
    changing(/\/authenticate$/, renamed('access-token', 'token')),
    ['5.3.2', '4.table.1a'],
  ],
  ['signs in without a key', answering(/\/authenticate$/, 403, 200), ['4.table.1b', '5.2.1a']],
  ['answers without a token', answering(/\/ping$/, 401, 200), ['4.2', '5.2.1c', '5.3.3b']],
  ['names requests by id', changing(LIST, renamed('request-id', 'id')), ['2.request.1', '9.4i']],
  ['has another spread type', changing(LIST, (one) => (one['spread-type'] = 'butterfly')), ['2.request.3a']],
  ['clears the request', changing(LIST, (one) => (one['clearing'] = {})), ['2.request.5d']],
  ['says nothing of partial trading', changing(TRADE, renamed('all-or-none', 'partial')), ['2.request.6']],
  [
    'has other directions',
    changing(QUOTES, (one) => (one['price-direction'] = 'up')),
    ['2.quote.1a', '9.4h'],
  ],
  [
    'turns the sign of spread prices',
    changing(QUOTES, (one) => (one['spread-price'] = -Number(one['spread-price']) || undefined)),
    ['2.spread.2a', '2.spread.2b', '2.spread.3', '2.spread.6b', '2.spread.6d'],
  ],
  ['has kept a removed property', changing(TRADE, (one) => (one['spread-id'] = 'S-1')), ['2.trade.4']],
  ['hides the view', changing(TRADE, (one) => (one['execution'] = {})), ['2.request.9']],
  ['leads to no request', changing(TRADE, (one) => (one['request-id'] = 'RQ-1')), ['2.trade.2']],
  [
    'lists trades newest first',
    ({ path, text }) => {
      if (!/\/v2\/trades/.test(path)) return {};
      const { items } = JSON.parse(text) as { items: unknown[] };
      return { text: JSON.stringify({ items: items.reverse() }) };
    },
    ['4.table.2d'],
  ],
  ['analyses standard spreads on v2.2', answering(/\/v2\.2\/.*analytics$/, 422, 200), ['4.std.2']],
  ['cannot read standard spreads on v2.2', answering(/\/v2\.2\/.*quotations$/, 200, 422), ['4.std.3']],
  ['has no v2.1', answering(/\/v2\.1\//, 200, 404), ['9.1']],
  [
    'pings with prices alone',
    changing(/\/ping$/, renamed('eventType', 'event')),
    ['2.event.1', '4.table.14'],
  ],
  ['tells no feedback', changing(/analytics$/, renamed('feedback-comment', 'comment')), ['2.analytics.3a']],
])('a service that %s fails', async (_, deviation, ids) => {
  const rows = TABLE.filter(({ id }) => ids.includes(id));
  const { outcomes } = await visited(rows, { deviation });
  expect(outcomes.filter(({ result }) => result !== 'failed').map(({ row, met }) => [row.id, met])).toEqual(
    [],
  );
  expect(outcomes).toHaveLength(ids.length);
});

it.each<[string, Deviation, string[]]>([
  ['takes wrong swap prices', answering(QUOTES, 422, 201), ['2.swap.1b', '2.swap.2b', '7.3', '2.spread.2c']],
  ['executes at any price', answering(/\/trade$/, 409, 201), ['2.spread.7', '4.table.13c', '7.4']],
  ['asks for no upgrade', ({ text }) => ({ text: text.replaceAll('please upgrade', 'no') }), ['4.std.1b']],
  [
    'creates standard spreads on v2.2',
    answering(/\/v2\.2\/tender\/requests$/, 422, 201),
    ['4.std.1a', '4.table.5c'],
  ],
  ['names no field', ({ text }) => ({ text: text.replaceAll('"field"', '"at"') }), ['7.1b']],
  ['takes no proposal', answering(/price-proposal$/, 201, 503), ['4.table.11a', '2.proposal.2', '9.4f']],
  [
    'loses counteroffers',
    changing(/individual-counteroffers$/, renamed('counteroffer-id', 'id')),
    ['4.table.9'],
  ],
])('a service that %s fails when it is written to', async (_, deviation, ids) => {
  for (const row of TABLE.filter(({ id }) => ids.includes(id))) {
    const { outcomes } = await visited([row], { deviation, write: true });
    expect([row.id, outcomes[0]?.result]).toEqual([row.id, 'failed']);
  }
});

it('fails a row without a check, and a check that breaks', async () => {
  const row: Row = { id: '1.9', kind: 'rule', sentence: 'Nobody has thought of it' };
  const broken: Row = {
    ...row,
    id: '1.10',
    check: { needs: 'any-service', writes: false, run: () => Promise.reject(new Error('no such thing')) },
  };
  const outcomes = await runSimulated([row, broken]);
  expect(outcomes.map(({ result, met }) => [result, met])).toEqual([
    ['failed', 'no check covers this sentence'],
    ['failed', 'the check broke: Error: no such thing'],
  ]);
  expect(totalsOf(outcomes)).toBe('0 held, 2 failed, 0 not testable, 0 not run');
  const lines = tableOf(outcomes).split('\n');
  expect(new Set(lines.slice(0, 3).map((line) => line.search(/Sentence|Nobody/))).size).toBe(1);
  expect(lines.at(-1)).toBe(totalsOf(outcomes));
});

it('is not run where there is nothing to look at', async () => {
  const rows = TABLE.filter(({ id }) => id === '2.swap.2a' || id === '3.2');
  const { outcomes } = await visited(rows, {
    deviation: ({ path, text }) => (LIST.test(path) ? { text: '{"items":[]}' } : { text }),
  });
  expect(outcomes.map(({ result }) => result)).toEqual(['not run', 'not run']);
});

it('says of a row that fails which key of the profile to look at', async () => {
  const rows = TABLE.filter(({ id }) => id === '4.table.2d' || id === '5.3.2');
  const { outcomes } = await visited(rows, {
    deviation: ({ path, text }) =>
      /\/authenticate$/.test(path) ? { text: text.replace('"access-token"', '"a":"b","token"') } : {},
  });
  expect(outcomes.map(({ row, result }) => [row.id, result])).toContainEqual(['5.3.2', 'failed']);
  expect(tableOf(outcomes)).toContain('fields a, token, token-type, expires-in → auth.tokenField');
  expect(jsonOf(outcomes)).toContain('"key": "auth.tokenField"');
});

it('has for every row that another service can fail a key that the profile knows', () => {
  const unknown = TABLE.filter(({ check, key, id }) => check && id !== '1.1b' && !isKnown(key ?? ''));
  expect(unknown.map(({ id, key }) => [id, key])).toEqual([]);
  expect(isKnown('lists.nothing')).toBe(false);
});

/** A key whose value may be refused, but not its name. */
function isKnown(key: string): boolean {
  const wrong = Symbol('no value');
  const file = key.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), wrong);
  try {
    profileFrom(file);
    return true;
  } catch (error) {
    const { issues = [] } = error as { issues?: { code: string }[] };
    return issues.length > 0 && !issues.some(({ code }) => /unrecognized_keys|invalid_key/.test(code));
  }
}

it('signs in once, and goes on with the new token where a sign-in ended the last one', async () => {
  let newest = '';
  const ending: Deviation = ({ path, status, text, authorization }) => {
    if (path.includes('/authenticate')) {
      if (status === 200) newest = String((JSON.parse(text) as Fields)['access-token']);
      return {};
    }
    return authorization !== '' && newest !== '' && authorization !== `Bearer ${newest}`
      ? { status: 401 }
      : {};
  };
  const { outcomes, signIns } = await visited(TABLE, { deviation: ending });
  expect(signIns).toBe(1);
  expect(outcomes.filter(({ result }) => result === 'failed').map(({ row }) => row.id)).toEqual(['1.1b']);
}, 60_000);

it('takes a new token when the service has ended its own, and asks again', async () => {
  let calls = 0;
  const rows = TABLE.filter(({ id }) => ['2.request.1', '2.trade.1', '4.table.2d'].includes(id));
  let ended = '';
  const { outcomes, signIns } = await visited(rows, {
    deviation: ({ path, authorization }) => {
      if (path.includes('/authenticate')) return {};
      if (++calls === 3) ended = authorization;
      return authorization === ended ? { status: 401 } : {};
    },
  });
  expect(outcomes.map(({ result }) => result)).toEqual(['held', 'held', 'held']);
  expect(signIns).toBe(2);
});

it('ends with a sentence where a service no longer answers, and leaves the rest', async () => {
  const rows = TABLE.filter(({ check }) => check?.needs === 'any-service' && !check.writes).slice(0, 6);
  const { outcomes } = await visited(rows, {
    deviation: ({ path }) => (path.includes('/authenticate') ? {} : 'hangs'),
    rowMsMax: 200,
  });
  const late = 'It did not end within 0.2 s: something that it waits for never came.';
  expect(outcomes.map(({ result, met }) => [result, met])).toEqual([
    ...Array.from({ length: 3 }, () => ['failed', late]),
    ...Array.from({ length: 3 }, () => ['not run', 'the service no longer answers']),
  ]);
});

it('ends a row that hangs with a sentence', async () => {
  const hanging: Row = {
    id: '1.9',
    kind: 'rule',
    sentence: 'Something comes that never does',
    check: {
      needs: 'simulator',
      writes: false,
      run: async ({ simulator }) => never((await simulator.listen()).has(1)),
    },
  };
  const [outcome] = await runSimulated([hanging], { rowMsMax: 300 });
  expect([outcome?.result, outcome?.met]).toEqual([
    'failed',
    'It did not end within 0.3 s: something that it waits for never came.',
  ]);
});

const never = async (waited: Promise<unknown>): Promise<never> => {
  await waited;
  throw new Error('It came.');
};
