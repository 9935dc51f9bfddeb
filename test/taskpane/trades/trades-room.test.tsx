// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  TradeDownloadId,
  type TradeDownload,
  type DownloadSelection,
} from '../../../src/domain/trade-download';
import { failed, success } from '../../../src/domain/failure';
import { TradeId } from '../../../src/domain/identifiers';
import { captured, SINGLE } from '../../domain/trade-export/sample-trades';
import { noCaptures } from '../memory-downloads';
import { MemorySheet } from '../memory-sheet';
import { isBlocked, openPane, violations } from '../open-pane';
import { NOON, STATUS } from '../examples';
import { until } from '../../until';
import { MemoryTableBook } from '../excel/memory-table-book';

afterEach(() => vi.unstubAllGlobals());

const WANTED = { from: '2026-11-01', to: '2026-11-20' };
const ID = TradeDownloadId.parse('00000000-0000-4000-8000-000000000009');
const CAPTURES = { kind: 'captures' } as const;
const WORDS = { venues: ['tender'], commodities: ['power'] };
const COST = { listCalls: 3, bulkLeft: 3_900, isEstimate: true, says: 'About 86 calls, 40 seconds.' };

const capture = (over: Partial<TradeDownload> = {}): TradeDownload => ({
  id: ID,
  wanted: WANTED,
  state: 'done',
  createdAt: NOON,
  isListed: true,
  listCalls: 3,
  counts: { trades: 4, missing: 0, provisional: 0, fetched: 4 },
  setAside: [],
  setAsideCount: 0,
  ...over,
});

async function room() {
  const book = new MemoryTableBook();
  const pane = openPane({ office: { kind: 'excel', sheet: new MemorySheet() } });
  const asked: string[] = [];
  const note = (what: string) => async (id: string) => {
    asked.push(`${what} ${id}`);
    return success(capture());
  };
  const estimates: DownloadSelection[] = [];
  pane.client.captures = {
    ...noCaptures(),
    estimate: async (wanted) => {
      estimates.push(wanted);
      return success({ wanted, kept: 0, cost: COST, words: WORDS });
    },
    start: async (id, wanted, how) => {
      asked.push(`start ${id} ${wanted.from} ${wanted.to}${how?.anew ? ' anew' : ''}`);
      return success(capture());
    },
    pause: note('pause'),
    resume: note('resume'),
    cancel: note('cancel'),
    rows: async () => success({ trades: [captured(SINGLE)] }),
    file: async (_wanted, style, rows) =>
      success({
        name: 'trades.csv',
        source: '/api/captures/file',
        content: new Blob([`${style.format} ${style.separator} ${style.decimal} ${rows}`]),
      }),
  };
  const settle = () => act(async () => void (await Promise.resolve()));
  pane.say(CAPTURES, []);
  pane.press('Trades');
  await pane.advance(400);
  await settle();
  return { ...pane, book, asked, estimates, settle };
}

/** The room with one download of 26 trades that is not complete, and these facts about it. */
async function incomplete(facts: Readonly<Record<string, unknown>>) {
  const pane = await room();
  const content = new Blob([JSON.stringify({ trades: 26, complete: false, ...facts })]);
  pane.client.captures = {
    ...pane.client.captures,
    file: async () => success({ name: 'about.json', source: '/about', content }),
  };
  pane.say(CAPTURES, [capture()]);
  pane.press('Sheet or file');
  await until(() => pane.text().includes('26 trades stored by now.'));
  return pane;
}

it('says calmly that a day goes on, and as a warning only what is wrong', async () => {
  const lookOf = (words: RegExp): string | undefined =>
    [...pane.container.querySelectorAll('div')].find(
      ({ children, textContent }) => children.length === 0 && words.test(textContent),
    )?.className;
  const pane = await room();
  const running = '2026-11-20 is not over: complete up to 2026-11-20T11:00:00.000Z.';
  let problems = [running];
  pane.client.captures = {
    ...pane.client.captures,
    file: async () => {
      const content = new Blob([
        JSON.stringify({
          ...{ trades: 26, complete: false, problems, 'complete-until': '2026-11-20T11:00:00.000Z' },
          'list-read-at': ['2026-11-20T11:00:00.000Z'],
        }),
      ]);
      return success({ name: 'about.json', source: '/about', content });
    },
  };
  pane.say(CAPTURES, [capture()]);
  pane.press('Sheet or file');
  await until(() =>
    pane.text().includes('26 trades stored by now. 20 Nov 2026 is not over: complete up to 12:00'),
  );
  expect(pane.text()).not.toContain('Not proven complete');
  const calm = lookOf(/is not over: complete/);
  expect(calm).toBeTruthy();
  problems = [running, '1 listed trade not stored, and so not in this file.'];
  pane.say(CAPTURES, [capture({ counts: { ...capture().counts, fetched: 1 } })]);
  await until(() => pane.text().includes('Not proven complete: 26 trades stored by now.'));
  expect(lookOf(/^Not proven complete/)).not.toBe(calm);
});

describe('a new capture', () => {
  it('tells trades that sheets showed from downloaded ones', async () => {
    const pane = await room();
    pane.client.captures = {
      ...pane.client.captures,
      estimate: async (wanted) => success({ wanted, kept: 21, cost: COST }),
    };
    const cost = async (days: string): Promise<string | null> => {
      fireEvent.change(screen.getByRole('combobox', { name: 'Days' }), { target: { value: days } });
      await pane.advance(400);
      await pane.settle();
      return screen.getByRole('group', { name: 'Cost' }).textContent;
    };
    expect(await cost('yesterday')).toContain(
      '21 trades are stored from what sheets showed; no period has been downloaded yet.',
    );
    pane.say(CAPTURES, [capture()]);
    expect(await cost('week')).toContain('Stored already: 21 trades.');
  });

  it('fetches what is kept again where that is ticked, and says what differs', async () => {
    const pane = await room();
    expect(screen.queryByRole('checkbox', { name: /Fetch again/ })).toBeNull();
    const costs: unknown[] = [];
    pane.client.captures = {
      ...pane.client.captures,
      estimate: async (wanted, how) => {
        costs.push(how);
        return success({ wanted, kept: 4, cost: COST });
      },
    };
    fireEvent.change(screen.getByRole('combobox', { name: 'Days' }), { target: { value: 'yesterday' } });
    await pane.advance(400);
    await pane.settle();
    fireEvent.click(screen.getByRole('checkbox', { name: /Fetch again/ }));
    await pane.advance(400);
    await pane.settle();
    expect(costs.at(-1)).toEqual({ anew: true });
    pane.press('Start download');
    await pane.settle();
    expect(pane.asked.at(-1)).toMatch(/ anew$/);
    pane.say(CAPTURES, [capture({ anew: true, changed: ['TR-1', 'TR-2'].map((id) => TradeId.parse(id)) })]);
    expect(document.body.textContent).toContain(
      '2 trades differ from what was kept, and are replaced: TR-1, TR-2.',
    );
    const corrections = [
      { id: TradeId.parse('TR-1'), changes: [{ level: 'price', before: '31.4', after: '31.5' }] },
      {
        id: TradeId.parse('TR-2'),
        changes: [{ level: 'counterparty', before: 'Cobalt Grid', after: '(none)' }],
      },
    ];
    const changed = corrections.map(({ id }) => id);
    pane.say(CAPTURES, [capture({ anew: true, changed, corrections })]);
    expect(document.body.textContent).toContain(
      'replaced. TR-1: price 31.4 → 31.5. TR-2: counterparty Cobalt Grid → (none).',
    );
    expect(document.body.textContent).toContain('Empty now: counterparty of TR-2. Ask the operator.');
  });

  it('suggests names by what the estimate knows, and reads no trades for that while days are typed', async () => {
    const pane = await room();
    let reads = 0;
    const words = { venues: ['otc'], commodities: ['gas'] };
    pane.client.captures = {
      ...pane.client.captures,
      estimate: async (wanted) => success({ wanted, kept: 4, cost: COST, words }),
      rows: async () => {
        reads += 1;
        return success({ trades: [] });
      },
    };
    for (const value of ['2020-01-01', '2026-01-01'])
      fireEvent.change(screen.getByLabelText('From'), { target: { value } });
    await pane.advance(400);
    await pane.settle();
    const suggested = [...document.querySelectorAll('datalist option')].map((option) =>
      option.getAttribute('value'),
    );
    expect(suggested).toEqual(expect.arrayContaining(['otc', 'gas', 'tender']));
    expect(reads).toBe(0);
  });

  it('says of a day that is not over up to when it is complete, and that alone', async () => {
    const pane = await incomplete({
      'complete-until': '2026-11-20T13:54:50.000Z',
      'list-read-at': ['2026-11-20T13:54:50.000Z'],
      problems: [
        '2026-11-20 is not over: complete up to 2026-11-20T13:54:50.000Z, but for standard spreads whose leg prices are not entered yet.',
      ],
    });
    expect(pane.text()).toContain(
      '20 Nov 2026 is not over: complete up to 14:54:50 CET, but for standard spreads whose leg prices are not entered yet.',
    );
    expect(pane.text()).not.toContain('List without a gap');
  });

  it('says of the columns of a report that it starts one and is none', async () => {
    const pane = await room();
    pane.say(CAPTURES, [capture()]);
    pane.press('Sheet or file');
    await pane.settle();
    expect(document.body.textContent).not.toContain('start of a report');
    fireEvent.change(screen.getByRole('combobox', { name: 'Columns' }), { target: { value: 'acer' } });
    await pane.settle();
    expect(document.body.textContent).toContain('It is the start of a report, not a report');
  });

  it('has a row for each leg in files alone', async () => {
    const pane = await room();
    pane.say(CAPTURES, [capture()]);
    pane.press('Sheet or file');
    await pane.settle();
    const columns = () => screen.getByRole('combobox', { name: 'Columns' });
    const intoSheet = () => screen.queryAllByRole('group', { name: 'Table' });
    expect(intoSheet()).toHaveLength(1);
    fireEvent.change(columns(), { target: { value: 'acer-legs' } });
    await pane.settle();
    expect(intoSheet()).toHaveLength(0);
    expect(document.body.textContent).toContain('It is the start of a report, not a report');
  });

  it('says what the filters leave out and up to when the days can be complete', async () => {
    const pane = await room();
    pane.client.captures = {
      ...pane.client.captures,
      estimate: async (wanted) =>
        success({
          wanted,
          kept: 0,
          cost: COST,
          words: WORDS,
          notes: ['No trade of commodity pwer in this period.'],
        }),
    };
    fireEvent.change(screen.getByRole('combobox', { name: 'Commodities' }), { target: { value: 'pwer' } });
    await pane.advance(400);
    await pane.settle();
    expect(screen.getByRole('group', { name: 'Cost' }).textContent).toBe(
      'About 86 calls, 40 seconds. No trade of commodity pwer in this period.',
    );
  });

  it('says of a download that a slip of the keyboard ended what was meant', async () => {
    const pane = await room();
    const failure = {
      kind: 'invalid-argument',
      message: 'No trade has the commodity pwer. Did you mean power?',
      next: 'Known are: gas, goo, power. Correct the filter, or leave it out.',
    } as const;
    const counts = { trades: 0, missing: 0, provisional: 0, fetched: 0 };
    const wanted = { ...WANTED, commodities: ['pwer'] };
    pane.say(CAPTURES, [capture({ wanted, state: 'failed', counts, failure })]);
    expect(screen.getByRole('list', { name: 'Downloads' }).textContent).toContain(
      'Nothing was downloaded. No trade has the commodity pwer. Did you mean power? Known are: gas, goo, power.',
    );
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    const broken = { kind: 'unavailable', message: 'The disk is full.', next: 'Free it.' } as const;
    pane.say(CAPTURES, [capture({ wanted, state: 'failed', counts, failure: broken })]);
    expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy();
  });

  it('can be started once the gateway that did not answer answers again, without leaving the room', async () => {
    const pane = await room();
    const { captures } = pane.client;
    const message = 'The SpreadDesk gateway does not answer.';
    pane.client.captures = {
      ...pane.client.captures,
      estimate: async () => failed({ kind: 'unavailable', message, next: 'Check that it is running.' }),
    };
    fireEvent.change(screen.getByRole('combobox', { name: 'Days' }), { target: { value: 'yesterday' } });
    await pane.advance(400);
    await pane.settle();
    expect(pane.text()).toContain(message);
    expect(isBlocked('Start download')).toBe(true);
    pane.client.captures = captures;
    await pane.advance(5_000);
    await pane.settle();
    expect(pane.text()).not.toContain(message);
    expect(isBlocked('Start download')).toBe(false);
  });

  it('is not started for a name that no trade ever had until a person says that it is meant', async () => {
    const pane = await room();
    pane.client.captures = {
      ...pane.client.captures,
      estimate: async (wanted) => success({ wanted, kept: 0, cost: COST, unheard: ['powr'] }),
    };
    fireEvent.change(screen.getByLabelText('Commodities'), { target: { value: 'powr' } });
    await pane.advance(400);
    await pane.settle();
    expect(isBlocked('Start download')).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Include powr, which no trade has had yet' }));
    expect(isBlocked('Start download')).toBe(false);
    pane.press('Start download');
    await pane.settle();
    expect(pane.asked).toHaveLength(1);
  });

  it('says who started it and by what, and that it is not proven complete before it is opened', async () => {
    const pane = await room();
    const by = { name: 'Ada Lindqvist', session: '0a1b2c3d' };
    pane.say(CAPTURES, [capture({ by, endedAt: NOON })]);
    expect(pane.text()).toContain('Ada Lindqvist in the pane, ');
    expect(pane.text()).toMatch(/Complete up to .*: the last day was not over\./);
    pane.say(CAPTURES, [
      capture({ by, isProgram: true, endedAt: NOON, wanted: { ...WANTED, to: '2026-11-19' } }),
    ]);
    expect(pane.text()).toContain('Ada Lindqvist by a command on the gateway’s machine');
    expect(pane.text()).not.toContain('Not proven complete');
    pane.say(CAPTURES, [capture({ by, endedAt: NOON + 86_400_000, setAsideCount: 2 })]);
    expect(pane.text()).toContain('Not proven complete when it ended: trades are missing.');
  });

  it('that a slip of the keyboard ended is removed for everybody; one that brought trades stays', async () => {
    const pane = await room();
    const counts = { trades: 0, missing: 0, provisional: 0, fetched: 0 };
    const failure = {
      kind: 'invalid-argument',
      message: 'No trade has the commodity powr.',
      next: '',
    } as const;
    pane.say(CAPTURES, [capture({ state: 'failed', counts, failure })]);
    pane.press('Remove');
    await pane.settle();
    expect(pane.asked).toEqual([`cancel ${ID}`]);
    const cards = () => within(screen.getByRole('list', { name: 'Downloads' })).queryAllByRole('listitem');
    pane.say(CAPTURES, [capture({ state: 'cancelled', counts })]);
    expect(cards()).toEqual([]);
    pane.say(CAPTURES, [capture({ state: 'cancelled' })]);
    expect(cards()).toHaveLength(1);
  });

  it('stands once for the same days and filters: the newest, with the earlier ones folded below it', async () => {
    const pane = await room();
    const earlier = (digit: string, over: Partial<TradeDownload> = {}) =>
      capture({ id: TradeDownloadId.parse(ID.replace('9', digit)), ...over });
    const other = { ...WANTED, venues: ['tender'] };
    pane.say(CAPTURES, [
      capture(),
      earlier('8'),
      earlier('7', { wanted: other }),
      earlier('6'),
      earlier('5', { state: 'paused' }),
    ]);
    const list = screen.getByRole('list', { name: 'Downloads' });
    expect([...list.children].map((card) => card.querySelectorAll('details li').length)).toEqual([2, 0, 0]);
    expect(list.textContent).toContain('2 earlier downloads of these days');
    expect(screen.getAllByRole('button', { name: 'Sheet or file' })).toHaveLength(3);
    expect(screen.getAllByRole('button', { name: 'Resume' })).toHaveLength(1);
  });

  it('says what it costs before the press, which starts it once', async () => {
    const pane = await room();
    expect(pane.estimates.at(-1)).toEqual(WANTED);
    expect(screen.getByRole('group', { name: 'Cost' }).textContent).toContain('About 86 calls, 40 seconds.');
    pane.press('Start download');
    pane.press('Starting…');
    await pane.settle();
    expect(pane.asked).toEqual(['start 00000000-0000-4000-8000-000000000001 2026-11-01 2026-11-20']);
  });

  it('cannot be started while its cost is not known', async () => {
    const pane = await room();
    fireEvent.change(screen.getByRole('combobox', { name: 'Days' }), { target: { value: 'yesterday' } });
    expect(isBlocked('Start download')).toBe(true);
    await pane.advance(400);
    await pane.settle();
    expect(pane.estimates.at(-1)).toEqual({ from: '2026-11-19', to: '2026-11-19' });
    expect(isBlocked('Start download')).toBe(false);
  });

  it('that is refused says why', async () => {
    const pane = await room();
    pane.client.captures.start = async () =>
      failed({ kind: 'signed-out', message: 'The desk is signed out.', next: 'Sign in.' });
    pane.press('Start download');
    await pane.settle();
    expect(screen.getByText(/The desk is signed out\. Sign in\./)).toBeTruthy();
  });
});

describe('a capture in the list', () => {
  it('says until when it waits, and is paused and cancelled', async () => {
    const pane = await room();
    const cost = { ...COST, says: '12 calls for details.' };
    pane.say(CAPTURES, [capture({ state: 'waiting', until: NOON + 3_600_000, cost })]);
    expect(pane.text()).toMatch(/Waits until 20 Nov 2026.*13:04.*then continues/);
    expect(pane.text()).toContain('Still to come: 12 calls for details.');
    pane.press('Pause');
    await pane.settle();
    pane.press('Cancel');
    await pane.settle();
    expect(pane.asked).toEqual([`pause ${ID}`, `cancel ${ID}`]);
  });

  it('shows how far it is, and goes on when it is resumed', async () => {
    const pane = await room();
    const counts = { trades: 10, missing: 4, provisional: 0, fetched: 6 };
    pane.say(CAPTURES, [capture({ state: 'paused', counts })]);
    expect(pane.text()).toContain('Paused at 6 of 10 trades.');
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.6');
    pane.press('Resume');
    await pane.settle();
    expect(pane.asked).toEqual([`resume ${ID}`]);
  });

  it('names what was set aside, with the reason', async () => {
    const pane = await room();
    const failure = { kind: 'not-found', message: 'T-9 is not there.', next: 'Ask the operator.' } as const;
    pane.say(CAPTURES, [capture({ setAside: [{ what: 'T-9', failure }], setAsideCount: 3 })]);
    expect(pane.text()).toContain('3 trades could not be downloaded');
    expect(pane.text()).toContain('T-9: T-9 is not there. Ask the operator.');
    expect(pane.text()).toContain('And 2 more.');
  });
});

describe('what was captured', () => {
  it('goes into a table, which the next press goes on with', async () => {
    const pane = await room();
    pane.say(CAPTURES, [capture()]);
    pane.press('Sheet or file');
    pane.press('Put into a new sheet');
    await until(() => pane.text().includes('DeskTrades_1: 1 trade added, all that were stored then.'));
    expect(pane.book.shown('DeskTrades_1')).toHaveLength(2);
    // One action, one name: at the download, and in the list of tables.
    const update = () => screen.queryAllByRole('button', { name: 'Bring DeskTrades_1 up to date' });
    await until(() => update().length === 2);
    for (const button of update().slice(0, 1)) fireEvent.click(button);
    await until(() => pane.text().includes('DeskTrades_1: nothing new.'));
    expect(JSON.stringify([...pane.book.settings])).not.toMatch(/token|secret|price/i);
  });

  it('never goes into a table of another environment', async () => {
    const pane = await room();
    pane.say(CAPTURES, [capture()]);
    pane.press('Sheet or file');
    pane.press('Put into a new sheet');
    await until(() => pane.text().includes('1 trade added, all that were stored then.'));
    pane.say({ kind: 'status' }, { ...STATUS, environment: 'sandbox' });
    await pane.settle();
    pane.press('Bring DeskTrades_1 up to date');
    await until(() => pane.text().includes('holds trades of the simulator'));
    expect(pane.book.shown('DeskTrades_1')).toHaveLength(2);
  });

  it('says whether the stored trades are all, and up to when that is known', async () => {
    const pane = await incomplete({
      'complete-until': '2026-11-20T11:00:00.000Z',
      'list-read-at': ['2026-11-20T11:00:00.000Z'],
      problems: ['1 trade without all prices.'],
    });
    expect(pane.text()).toContain('1 trade without all prices. List without a gap until');
    expect(screen.getByRole('button', { name: 'What it covers' })).toBeTruthy();
  });

  it('says what stands in the file that was saved, and no older count', async () => {
    const pane = await room();
    let stored = 9;
    const about = (file: string | undefined): object => ({
      trades: file === undefined ? stored : 10,
      'complete-until': null,
      'list-read-at': [],
      complete: false,
      problems: [],
    });
    const abouts: unknown[] = [];
    pane.client.captures = {
      ...pane.client.captures,
      file: async (_wanted, style, rowsMax) => {
        if (style.format === 'about') abouts.push(style.file);
        else if (rowsMax === undefined) stored = 10;
        const content = style.format === 'about' ? JSON.stringify(about(style.file)) : 'trade-id';
        return success({ name: 'trades-1.csv', source: '/file', content: new Blob([content]) });
      },
    };
    pane.say(CAPTURES, [capture({ endedAt: NOON })]);
    expect(pane.text()).toMatch(/Done 20 Nov 2026.*12:04:31.*: 4 trades of the list read then\./);
    pane.press('Sheet or file');
    // It stays until more is known.
    expect(pane.text()).toMatch(/Complete up to .*: the last day was not over\./);
    await until(() => pane.text().includes('Not proven complete: 9 trades stored by now.'));
    pane.press('Save the file');
    await until(() => pane.text().includes('trades-1.csv is ready (10 trades, 1 kB)'));
    await until(() => pane.text().includes('Not proven complete: 10 trades stored by now.'));
    const ofTheFile = () => abouts.filter((file) => file === 'trades-1.csv').length;
    expect(ofTheFile()).toBe(1);
    pane.press('What it covers');
    await until(() => ofTheFile() === 2);
  });

  it('says anew whether the stored trades are all once a later download has ended', async () => {
    const pane = await room();
    let stored = 9;
    pane.client.captures = {
      ...pane.client.captures,
      file: async () => {
        const facts = { 'complete-until': null, 'list-read-at': [], complete: true, problems: [] };
        const content = new Blob([JSON.stringify({ trades: stored, ...facts })]);
        return success({ name: 'about.json', source: '/about', content });
      },
    };
    pane.say(CAPTURES, [capture()]);
    pane.press('Sheet or file');
    await until(() => pane.text().includes('Complete: 9 trades stored by now.'));
    stored = 10;
    pane.say(CAPTURES, [capture({ id: TradeDownloadId.parse(ID.replace('9', '8')) }), capture()]);
    await until(() => pane.text().includes('Complete: 10 trades stored by now.'));
  });

  it('is shown as the file will begin, in the style of the person’s language', async () => {
    const pane = await room();
    pane.say(CAPTURES, [capture()]);
    pane.press('Sheet or file');
    await until(() => screen.queryByLabelText('Preview of the file')?.textContent === 'csv  . 3');
    fireEvent.change(screen.getByRole('combobox', { name: 'Separator and decimal sign' }), {
      target: { value: '1' },
    });
    await until(() => screen.queryByLabelText('Preview of the file')?.textContent === 'csv  , 3');
    const formats = within(screen.getByRole('group', { name: 'Format' }));
    fireEvent.click(formats.getByRole('button', { name: 'XLSX' }));
    expect(screen.queryByLabelText('Preview of the file')).toBeNull();
  });

  it('can be worked with by everybody', async () => {
    const pane = await room();
    pane.say(CAPTURES, [
      capture({ setAsideCount: 1 }),
      capture({ id: TradeDownloadId.parse(ID.replace('9', '8')), state: 'fetching' }),
    ]);
    fireEvent.click(screen.getAllByRole('button', { name: 'Sheet or file' })[0] ?? document.body);
    await pane.settle();
    expect(await violations(pane.container)).toEqual([]);
  });
});
