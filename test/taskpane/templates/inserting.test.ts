import { expect, it } from 'vitest';
import { success } from '../../../src/domain/failure';
import type { Answer, Resource } from '../../../src/domain/resources/resource';
import { ManualClock } from '../../../src/effects/manual-clock';
import type { SheetPlan } from '../../../src/taskpane/excel/insertion';
import type { Sheet } from '../../../src/taskpane/excel/sheet';
import { insertTemplate } from '../../../src/taskpane/templates/templates';
import { listing, NOON, request } from '../examples';

type Open = Answer<{ readonly kind: 'open-requests' }>;
const asking = (...ids: string[]) =>
  listing(...ids.map((id) => request({ id, role: 'recipient', state: 'open' })));

/** Letters in three lines of a notice in a pane of 384 px. */
const THREE_LINES = 165;

/** Of a workbook in which no cell has started yet. */
const NO_CELLS = { cells: { all: () => [] }, mode: { now: () => 'live' } } as const;

function inserting(known: Open) {
  const clock = new ManualClock(NOON);
  const plans: SheetPlan[] = [];
  const refreshed: Resource[] = [];
  let tell: (answer: Open) => void = () => undefined;
  const client = {
    ...NO_CELLS,
    clock,
    watch: (_: unknown, listener: (answer: Open) => void) => {
      tell = listener;
      listener(known);
      return () => undefined;
    },
    refresh: (resources: readonly Resource[]) => {
      refreshed.push(...resources);
      return success({ asked: 1 });
    },
  };
  const sheet = {
    insertSheet: async (plan: SheetPlan) => {
      plans.push(plan);
      return success('Quote sheet');
    },
  } as unknown as Sheet;
  const inserted = insertTemplate('quote-sheet', { sheet, client: client as never });
  const rows = () => plans[0]?.contents.find(([cell]) => cell === 'A5')?.[1].flat();
  return { clock, refreshed, inserted, rows, tell: (answer: Open) => tell(answer) };
}

it('reads the open requests when a sheet is inserted: the pane may know of newer ones', async () => {
  const one = inserting({ state: 'fresh', value: asking('RQ-1'), fetchedAt: NOON - 40_000 });
  await one.clock.advance(100);
  expect([one.rows(), one.refreshed]).toEqual([undefined, [{ kind: 'open-requests' }]]);
  one.tell({ state: 'fresh', value: asking('RQ-1', 'RQ-2'), fetchedAt: NOON + 100 });
  expect((await one.inserted).text).toContain('2 requests ask you for a quote');
  expect(one.rows()).toEqual(['RQ-1', 'RQ-2']);
});

it('says that none asks for a quote only where that is known', async () => {
  const none = inserting({ state: 'fresh', value: asking(), fetchedAt: NOON });
  expect((await none.inserted).text).toContain('No request asks you for a quote now');
  const failure = { kind: 'unavailable', message: 'The platform does not answer.', next: 'Wait.' } as const;
  const unknown = inserting({ state: 'failed', failure });
  const { text } = await unknown.inserted;
  expect(text).toContain('The open requests are not known now: type request ids');
  expect(text).not.toContain('No request');
});

it('names the marks that the stored trades want, without a price, for what most of them are of', async () => {
  const plans: SheetPlan[] = [];
  const month = { commodity: 'power', market: 'NL', load: 'peak', start: '2026-12-01', end: '2026-12-31' };
  const client = {
    clock: new ManualClock(NOON),
    watch: (_: unknown, listener: (answer: unknown) => void) => {
      listener({ state: 'fresh', value: { rows: [month] } });
      return () => undefined;
    },
  };
  const sheet = {
    insertSheet: async (plan: SheetPlan) => {
      plans.push(plan);
      return success('Profit and loss');
    },
  };
  const { text } = await insertTemplate('profit-and-loss', { sheet, client } as never);
  expect(text).toContain('Type prices beside the marks that your stored trades want');
  const at = (cell: string) => plans[0]?.contents.find(([first]) => first === cell)?.[1];
  expect([at('A8'), at('B8'), at('C5')]).toEqual([
    [['Dec-26']],
    undefined,
    [['month', 'power', 'NL', 'peak']],
  ]);
});

it.each([
  ['blotter', 0],
  ['quote-sheet', 0],
  ['quote-sheet', 12],
  ['pricing', 0],
  ['pricing', 12],
] as const)(
  'says of a new sheet what fits three lines of the narrow pane: %s of %i requests',
  async (kind, rows) => {
    const clock = new ManualClock(NOON);
    const open = asking(...Array.from({ length: rows }, (_, at) => `RQ-${at}`));
    const client = {
      ...NO_CELLS,
      clock,
      watch: (_: unknown, listener: (answer: unknown) => void) => {
        listener({ state: 'fresh', value: open, fetchedAt: NOON });
        return () => undefined;
      },
    };
    const sheet = { insertSheet: async (plan: SheetPlan) => success(plan.name) };
    const { text } = await insertTemplate(kind, { sheet, client } as never);
    expect(text).toMatch(/ is a new sheet\. .*\. How often its prices come: Today, Calls\.$/);
    expect(text.length).toBeLessThanOrEqual(THREE_LINES);
  },
);

it('says where it stands how often prices come, and no figure that is old a moment later', async () => {
  const one = inserting({ state: 'fresh', value: asking('RQ-1'), fetchedAt: NOON });
  expect((await one.inserted).text).toMatch(/It sends nothing\. How often its prices come: Today, Calls\.$/);
});

it('takes those that are known where no answer comes soon', async () => {
  const one = inserting({ state: 'fresh', value: asking('RQ-1'), fetchedAt: NOON - 40_000 });
  await one.clock.advance(3_000);
  await one.inserted;
  expect(one.rows()).toEqual(['RQ-1']);
});

it.each([
  ['live', [['RQ-2'], ['RQ-5']]],
  ['manual', []],
] as const)(
  'reads once what the new sheet shows and is older than half a minute, where another sheet has it too: %s',
  async (mode, read) => {
    const clock = new ManualClock(NOON);
    const quotes = (id: string) => ({ kind: 'quotes', id }) as const;
    const ages: Record<string, number | undefined> = {
      'RQ-1': 5_000,
      'RQ-2': 300_000,
      'RQ-3': undefined,
      'RQ-4': 300_000,
      'RQ-5': 300_000,
    };
    const cell = (address: string, ...ids: string[]) => ({
      address,
      resources: [...ids.map(quotes), { kind: 'status' }],
    });
    const refreshed: Resource[][] = [];
    const client = {
      clock,
      mode: { now: () => mode },
      cells: {
        all: () => [
          cell("'Blotter 2'!A5", 'RQ-1', 'RQ-2', 'RQ-3'),
          cell("'Blotter 2'!A6", 'RQ-2'),
          cell('Blotter!A5', 'RQ-4'),
          // A large sheet starts its cells one after another.
          ...(clock.now() - NOON > 4_000 ? [cell("'Blotter 2'!A7", 'RQ-5')] : []),
        ],
      },
      watch: (resource: { kind: string; id?: string }, listener: (answer: unknown) => void) => {
        const age = ages[resource.id ?? ''];
        listener(age === undefined ? { state: 'waiting' } : { state: 'fresh', fetchedAt: NOON - age });
        return () => undefined;
      },
      refresh: (resources: readonly Resource[]) => {
        refreshed.push([...resources]);
        return success({ asked: 1 });
      },
    };
    const sheet = { insertSheet: async () => success('Blotter 2') };
    await insertTemplate('blotter', { sheet, client } as never);
    expect(refreshed).toEqual([]);
    await clock.advance(60_000);
    expect(refreshed).toEqual(read.map((ids) => ids.map(quotes)));
  },
);
