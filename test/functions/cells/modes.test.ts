import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import type { Formula } from '../../../src/functions/cells/context';
import { recordFormula, REQUEST_RECORD } from '../../../src/functions/formulas/records';
import { statusFormula } from '../../../src/functions/formulas/desk';
import { requestOf, START } from '../../client/page';
import { installOffice, openWorkbook } from '../excel-page';
import { MemoryDesk, rowsOf, NOW, UNAVAILABLE } from '../formula-context';
import { rawSpread } from '../raw-records';

let uninstall = (): void => undefined;
beforeEach(() => (uninstall = installOffice()));
afterEach(() => uninstall());

const rfq = (id: unknown, field: unknown) => recordFormula(REQUEST_RECORD, { id, field });
const state = () => rfq('RQ-1', 'state');
const request = { kind: 'request', id: RequestId.parse('RQ-1') } as const;
const onlyCell = (formula: Formula, desk: MemoryDesk) => rowsOf(formula, desk)[0]?.[0];
const PACE_MS = 250;
const MANUAL = '#N/A Manual mode: cells do not update. Refresh on the SpreadDesk pane.';
const PAUSED = '#N/A This workbook is paused. Set it to live or manual on the SpreadDesk pane.';

describe('what a cell says while its workbook is not live', () => {
  const desk = (mode: MemoryDesk['workbookMode']): MemoryDesk => {
    const memory = new MemoryDesk();
    memory.workbookMode = mode;
    return memory;
  };

  it.each([
    ['manual', MANUAL],
    ['paused', PAUSED],
  ] as const)('names the mode where nothing is known: %s', (mode, sentence) => {
    expect(onlyCell(state(), desk(mode).says(request, { state: 'waiting', idle: true }))).toBe(sentence);
  });

  it('is loading as long as the answer to a question may be on its way', () => {
    expect(onlyCell(state(), desk('manual'))).toMatch(/^#N\/A Loading/);
    expect(onlyCell(state(), desk('live').says(request, { state: 'waiting', idle: true }))).toMatch(
      /Loading/,
    );
  });

  it('asks to sign in before it speaks of modes', () => {
    const memory = desk('manual').says(request, { state: 'waiting', idle: true });
    const { value } = memory.ask({ kind: 'status' });
    if (!value) throw new Error('There is no status.');
    memory.says({ kind: 'status' }, { state: 'fresh', value: { ...value, signedIn: false } });
    expect(onlyCell(state(), memory)).toMatch(/Sign in/);
  });

  it('names the mode as the reason of a stale value, behind what went wrong if anything did', () => {
    const over = { state: 'stale', staleAt: NOW } as const;
    const stale = desk('manual').knows(request, rawSpread('RQ-1'), over);
    expect(onlyCell(state(), stale)).toBe(
      '#N/A Stale: last confirmed 12:30:00 CET. Manual mode: cells do not update. Refresh on the SpreadDesk pane.',
    );
    const broken = desk('paused').knows(request, rawSpread('RQ-1'), { ...over, failure: UNAVAILABLE });
    expect(onlyCell(state(), broken)).toBe(
      '#N/A Stale: last confirmed 12:30:00 CET. The platform does not answer. This workbook is paused. Set it to live or manual on the SpreadDesk pane.',
    );
  });

  it('shows a value that is not too old, whatever the mode', () => {
    const memory = desk('paused').knows(request, rawSpread('RQ-1'));
    const formula = state();
    expect(typeof formula === 'function' && formula(memory)).toEqual([['open']]);
  });

  it('does not blame the mode for what is the gateway’s own', () => {
    const memory = desk('manual');
    const { value } = memory.ask({ kind: 'status' });
    memory.says({ kind: 'status' }, { state: 'stale', staleAt: NOW, ...(value && { value }) });
    const formula = statusFormula({ field: 'environment' });
    const shown = typeof formula === 'function' ? formula(memory) : formula;
    expect(JSON.stringify(shown)).toContain('Stale: last confirmed');
    expect(JSON.stringify(shown)).not.toContain('Manual');
  });
});

describe('a live cell', () => {
  it('follows the mode of its workbook', async () => {
    const book = await openWorkbook();
    book.client.mode.set('manual');
    const cell = book.calculate(state);
    await book.clock.advance(0);
    book.greet();
    book.answers(requestOf('RQ-1'), undefined, { state: 'waiting', idle: true, fetchedAt: undefined });
    await book.clock.advance(PACE_MS);
    expect(cell.results).toEqual([MANUAL]);
    book.client.mode.set('paused');
    await book.clock.advance(PACE_MS);
    expect(cell.last).toBe(PAUSED);
    book.client.mode.set('live');
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    await book.clock.advance(PACE_MS);
    expect(cell.last).toEqual([['open']]);
  });

  it('has its resources watched for cells and the gateway’s own for everybody', async () => {
    const book = await openWorkbook();
    book.client.mode.set('manual');
    book.calculate(state);
    await book.clock.advance(0);
    expect(book.gateway.socket.said.at(-1)).toEqual({
      type: 'watch',
      add: [{ kind: 'status' }],
      quiet: [requestOf('RQ-1')],
      drop: [],
    });
  });

  it('lets go of the mode when it is cancelled', async () => {
    const book = await openWorkbook();
    book.client.mode.set('manual');
    const cell = book.calculate(state);
    await book.clock.advance(0);
    book.greet();
    book.answers(requestOf('RQ-1'), undefined, { state: 'waiting', idle: true, fetchedAt: undefined });
    await book.clock.advance(PACE_MS);
    const before = cell.results.length;
    cell.cancel();
    book.client.mode.set('paused');
    await book.clock.advance(PACE_MS);
    expect(cell.results).toHaveLength(before);
  });
});

describe('the register of cells', () => {
  const at = { address: 'Sheet1!B2', functionName: 'RFQ' };

  it('has a formula while it runs, with what it asks for and how old that is', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(state, at);
    await book.clock.advance(0);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'), { fetchedAt: START + 7 });
    await book.clock.advance(PACE_MS);
    expect(book.client.cells.all()).toEqual([
      {
        address: 'Sheet1!B2',
        name: 'RFQ',
        resources: [{ kind: 'status' }, requestOf('RQ-1')],
        oldestAt: START + 7,
        shown: expect.any(Function) as unknown,
        moved: false,
      },
    ]);
    expect(book.client.cells.all()[0]?.shown?.()).toEqual([['open']]);
    cell.cancel();
    cell.cancel();
    expect(book.client.cells.all()).toEqual([]);
  });

  it('takes a cell that waits for a problem only after its deadline, and forgets it when it heals', async () => {
    const book = await openWorkbook();
    book.calculate(state, at);
    await book.clock.advance(9_999);
    expect(book.client.cells.all()[0]?.problem).toBeUndefined();
    await book.clock.advance(1);
    expect(book.client.cells.all()[0]).toMatchObject({
      problem: { code: '#N/A', message: expect.stringMatching(/^No answer yet/) as unknown, count: 1 },
      since: START + 10_000,
    });
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    await book.clock.advance(PACE_MS);
    expect(book.client.cells.all()[0]?.problem).toBeUndefined();
  });

  it('counts the errors of a table and shows the first; what is still loading is none', async () => {
    const book = await openWorkbook();
    book.calculate(() => rfq([['RQ-1'], ['RQ-2']], [['nonsense', 'state', 'folly']]), at);
    await book.clock.advance(0);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    await book.clock.advance(PACE_MS);
    expect(book.client.cells.all()[0]?.problem).toEqual({
      code: '#VALUE!',
      message: expect.stringMatching(/^There is no field "nonsense"/) as unknown,
      count: 2,
    });
  });

  it('has formulas that need no desk, and what is wrong with their arguments', async () => {
    const book = await openWorkbook();
    const cell = book.calculate(() => rfq('a/b', 'state'), at);
    expect(book.client.cells.all()).toMatchObject([
      { address: 'Sheet1!B2', resources: [], problem: { code: '#VALUE!', count: 1 } },
    ]);
    cell.cancel();
    expect(book.client.cells.all()).toEqual([]);
  });

  it('has a formula without an address where Excel gives none', async () => {
    const book = await openWorkbook();
    book.calculate(state);
    expect(book.client.cells.all()).toMatchObject([{ address: '', name: '' }]);
  });

  it('never breaks a cell', async () => {
    const bugs: unknown[] = [];
    const heard = (bug: unknown): void => void bugs.push(bug);
    process.on('uncaughtException', heard);
    const book = await openWorkbook();
    book.client.cells.enter = () => {
      throw new Error('while entering');
    };
    const cell = book.calculate(state, at);
    await book.clock.advance(0);
    book.greet();
    book.answers(requestOf('RQ-1'), rawSpread('RQ-1'));
    await book.clock.advance(PACE_MS);
    expect(cell.last).toEqual([['open']]);
    expect(() => cell.cancel()).not.toThrow();
    await new Promise((resolve) => setImmediate(resolve));
    process.removeListener('uncaughtException', heard);
    expect(bugs).toHaveLength(1);
  });
});
