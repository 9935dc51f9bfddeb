import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayClient } from '../../src/client/client';
import { RequestId } from '../../src/domain/identifiers';
import { bestPriceFormula } from '../../src/functions/formulas/best-price';
import type { Formula } from '../../src/functions/cells/context';
import { statusFormula } from '../../src/functions/formulas/desk';
import { recordFormula, REQUEST_RECORD } from '../../src/functions/formulas/records';
import { stream } from '../../src/functions/cells/stream';
import { installOffice } from '../functions/excel-page';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
let uninstall = (): void => undefined;
beforeEach(async () => {
  uninstall = installOffice();
  system = await WholeSystem.start();
});
afterEach(async () => {
  await system.end();
  uninstall();
});

/** Well within the age of an answer, and shorter than the shortest wish to ask again. */
const MOMENT_MS = 500;
const IDS = ['RQ-10293', 'RQ-10294', 'RQ-10295'].map((id) => RequestId.parse(id));
const DIRECTIONS = { 'RQ-10293': 'ask', 'RQ-10294': 'bid', 'RQ-10295': 'ask' } as Record<string, string>;

/** A row of the sheet: the request's state, its market, and its best price. */
const row = (id: string): (() => Formula)[] => [
  () => recordFormula(REQUEST_RECORD, { id, field: 'state' }),
  () => recordFormula(REQUEST_RECORD, { id, field: 'legs[0].market' }),
  () => bestPriceFormula({ id, direction: DIRECTIONS[id] }),
];
const SHEET = IDS.flatMap(row);

interface Cell {
  readonly results: unknown[];
  cancel(): void;
}

/** Excel starts a stream for each of these cells. */
function calculate(page: GatewayClient, reads: readonly (() => Formula)[], over: object = {}): Cell[] {
  return reads.map((read) => {
    const results: unknown[] = [];
    const invocation = {
      setResult: (value: unknown) => void results.push(value),
      ...over,
    } as CustomFunctions.StreamingInvocation<unknown[][]>;
    stream(invocation, read, { client: () => page, cells: () => page.cells });
    return { results, cancel: () => invocation.onCanceled?.() };
  });
}

/** With values: a cell that is calculated before the gateway has signed in says so first. */
const isFilled = (cells: readonly Cell[]): boolean => shown(cells).every((value) => Array.isArray(value));
const shown = (cells: readonly Cell[]): unknown[] => cells.map(({ results }) => results.at(-1));
const filled = (cells: readonly Cell[]): Promise<void> =>
  // In small steps: on a busy machine the network is slow, and polling is not to begin meanwhile.
  system.until('every cell shows something', () => isFilled(cells), 1);

/** What the desk asks by itself to find missed events, and to sign in. No cell shows it here. */
const OF_NO_CELL = ['authenticate', 'list-concluded-requests', 'list-trades'];
/** What was called for cells since `before`, by operation. */
async function callsSince(before: Record<string, number>): Promise<string[]> {
  const made = Object.entries(await system.calls()).filter(
    ([operation, count]) => !OF_NO_CELL.includes(operation) && count > (before[operation] ?? 0),
  );
  return made.map(([operation, count]) => `${operation} ${count - (before[operation] ?? 0)}`);
}

/** What the platform has counted by the time that the cells show something and a moment has passed. */
async function callsFor(cells: () => readonly Cell[]): Promise<string[]> {
  const before = await system.calls();
  const made = cells();
  await filled(made);
  await system.pass(MOMENT_MS);
  expect(shown(made).every((value) => Array.isArray(value))).toBe(true);
  return callsSince(before);
}

/** A sheet whose first calculation was paid for: one list with three requests, and the quotes of each. */
async function openSheet(): Promise<{ page: GatewayClient; cells: Cell[] }> {
  const before = await system.calls();
  const page = system.openPage();
  const cells = calculate(page, SHEET);
  await filled(cells);
  expect(await callsSince(before)).toEqual(expect.arrayContaining(['list-open-requests 1', 'list-quotes 3']));
  return { page, cells };
}

describe('once its cells are known, no call is made when a person', () => {
  it('calculates everything again: the new streams start before the old ones end', async () => {
    const { page, cells } = await openSheet();
    const cost = await callsFor(() => {
      const again = calculate(page, SHEET);
      for (const cell of cells) cell.cancel();
      return again;
    });
    expect(cost).toEqual([]);
  });

  it('calculates everything again: the old streams end a moment before the new ones start', async () => {
    const { page, cells } = await openSheet();
    for (const cell of cells) cell.cancel();
    await system.pass(MOMENT_MS);
    expect(await callsFor(() => calculate(page, SHEET))).toEqual([]);
  });

  it('inserts a row: what stands below it is calculated at another address', async () => {
    const { page, cells } = await openSheet();
    const below = cells.slice(3);
    const cost = await callsFor(() => {
      const moved = calculate(page, SHEET.slice(3), { address: 'Sheet1!A3' });
      for (const cell of below) cell.cancel();
      return moved;
    });
    expect(cost).toEqual([]);
  });

  it('copies a formula down over ids that are known', async () => {
    const { page } = await openSheet();
    const column = IDS.map((id) => (): Formula => recordFormula(REQUEST_RECORD, { id, field: 'role' }));
    expect(await callsFor(() => calculate(page, column))).toEqual([]);
  });

  it('looks at a preview of the formula', async () => {
    const { page } = await openSheet();
    expect(await callsFor(() => calculate(page, SHEET, { isInValuePreview: true }))).toEqual([]);
  });

  it('closes the workbook and opens it again', async () => {
    const { cells } = await openSheet();
    for (const cell of cells) cell.cancel();
    await system.pass(MOMENT_MS);
    const page = system.openPage();
    expect(await callsFor(() => calculate(page, SHEET))).toEqual([]);
  });
});

describe('after the gateway was stopped and started again', () => {
  it('a workbook shows what was last known, with its age, before any call about it', async () => {
    const { cells } = await openSheet();
    const values = shown(cells);
    for (const cell of cells) cell.cancel();
    await system.endGateway();
    await system.startGateway();
    const page = system.openPage();
    const status = calculate(page, [() => statusFormula({ field: 'signed-in' })]);
    await system.until('the gateway is signed in', () => JSON.stringify(shown(status)) === '[[[true]]]');
    const before = await system.calls();
    const reopened = calculate(page, SHEET);
    const [first] = IDS;
    let fetchedAt: number | undefined;
    if (first) page.watch({ kind: 'request', id: first }, (answer) => (fetchedAt = answer.fetchedAt));
    await filled(reopened);
    expect(await callsSince(before)).toEqual([]);
    expect(shown(reopened)).toEqual(values);
    expect(fetchedAt).toBeLessThan(system.clock.now());
  });
});
