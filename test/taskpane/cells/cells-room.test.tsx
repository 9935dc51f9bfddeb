// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CellProblem } from '../../../src/client/cell-register';
import { NOON } from '../examples';
import { enterCell, quotesOf, sourceOf } from '../example-cells';
import { MemorySheet } from '../memory-sheet';
import { button, openPane, violations } from '../open-pane';

const MINUTE_MS = 60_000;
const problem = (message: string, count = 1): CellProblem => ({ code: '#N/A', message, count });

/** The pane over a spreadsheet, in the room of cells, with everything asked that it asks at first. */
async function room(
  arrange: (parts: { client: ReturnType<typeof openPane>['client']; sheet: MemorySheet }) => void = () => {},
) {
  const sheet = new MemorySheet();
  const pane = openPane({ office: { kind: 'excel', sheet } });
  act(() => arrange({ client: pane.client, sheet }));
  await pane.advance(250);
  pane.press(/^Cells/);
  await pane.advance(0);
  return {
    ...pane,
    sheet,
    select: async (...addresses: string[]) => {
      act(() => sheet.select(...addresses));
      await pane.advance(0);
    },
    errors: () => screen.queryByRole('list', { name: 'Errors' }),
    groups: () =>
      [...(screen.queryByRole('list', { name: 'Errors' })?.children ?? [])].map(
        ({ textContent }) => textContent,
      ),
    source: () => screen.getByRole('list', { name: 'Sources' }).textContent ?? '',
    notice: () => screen.getByRole('status', { name: 'Notices' }).textContent,
  };
}

describe('the mode of the workbook', () => {
  it('is chosen among three, each with what it means', async () => {
    const pane = await room();
    const live = screen.getByRole<HTMLInputElement>('radio', { name: 'Live' });
    expect(live.checked).toBe(true);
    expect(screen.getByRole('radio', { name: 'Manual', description: /refresh when you ask/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Paused' }));
    expect(pane.client.mode.now()).toBe('paused');
    expect(live.checked).toBe(false);
  });

  it('other than live is in sight in every room, with the way out', async () => {
    const pane = await room(({ client }) =>
      enterCell(client, 'Sheet1!A1', { resources: [quotesOf('RQ-1')] }),
    );
    expect(screen.getByRole('status', { name: 'Mode' }).textContent).toBe('');
    act(() => pane.client.mode.set('manual'));
    pane.press('Journal');
    expect(screen.getByRole('status', { name: 'Mode' }).textContent).toBe(
      'Manual: cells refresh only when you ask.',
    );
    pane.press('Refresh');
    await pane.advance(0);
    expect(pane.client.refreshed).toEqual([quotesOf('RQ-1')]);
    act(() => pane.client.mode.set('paused'));
    expect(screen.getByRole('status', { name: 'Mode' }).textContent).toMatch(/^Paused: cells do not refresh/);
    pane.press('Go live');
    expect(pane.client.mode.now()).toBe('live');
  });
});

describe('cells with equal formulas', () => {
  it('are as many cells as there are, also where Excel gives no addresses', async () => {
    const three = async (...addresses: string[]): Promise<string> => {
      const pane = await room(({ client }) => {
        for (const address of addresses) enterCell(client, address, { resources: [quotesOf('RQ-1')] });
      });
      const said = screen.getByRole('group', { name: 'Refresh' }).textContent ?? '';
      pane.close();
      return said;
    };
    expect(await three('Sheet1!A1', 'Sheet1!A2', 'Sheet1!A3')).toContain('Refresh workbook3 cells');
    expect(await three('', '', '')).toContain('Refresh workbook3 cells');
    // Two functions in one cell.
    expect(await three('Sheet1!A1', 'Sheet1!A1')).toContain('Refresh workbook1 cell');
  });
});

describe('refreshing', () => {
  it('says the cost of the selection, the sheet and the book before it is pressed, and follows the selection', async () => {
    const pane = await room(({ client, sheet }) => {
      for (const [address, id, calls] of [
        ['Sheet1!B2', 'RQ-1', 1],
        ['Sheet1!B3', 'RQ-2', 2],
        ['Sheet2!B2', 'RQ-3', 4],
      ] as const) {
        enterCell(client, address, { resources: [quotesOf(id)] });
        sourceOf(client, quotesOf(id), { calls });
        sheet.formulas = [...sheet.formulas, address];
      }
    });
    const costs = (name: string, description: string): boolean =>
      screen.queryByRole('button', { name, description }) !== null;
    expect(costs('Refresh selection', 'no cells')).toBe(true);
    expect(costs('Refresh sheet', '2 cells, ≈ 3 calls')).toBe(true);
    expect(costs('Refresh workbook', '3 cells, ≈ 7 calls')).toBe(true);
    await pane.select('Sheet1!B3:B9');
    expect(costs('Refresh selection', '1 cell, ≈ 2 calls')).toBe(true);
    pane.press('Refresh selection');
    await pane.advance(0);
    expect(pane.client.refreshed).toEqual([quotesOf('RQ-2')]);
    expect(pane.notice()).toBe('Refreshing 1 cell: about 2 calls.');
  });
});

describe('the selected cell', () => {
  it('says where it comes from, how old it is, what it costs and when it is asked for again', async () => {
    const pane = await room(({ client, sheet }) => {
      enterCell(client, 'Sheet1!B2', { resources: [{ kind: 'status' }, quotesOf('RQ-10293')] });
      sourceOf(client, quotesOf('RQ-10293'), {
        fetchedAt: NOON - 12_000,
        nextAt: NOON + 29 * MINUTE_MS + 500,
        by: 'open-requests',
      });
      sheet.formulas = ['Sheet1!B2'];
      sheet.select('Sheet1!B2');
    });
    expect(screen.getByText('DESK.QUOTES')).toBeTruthy();
    // What comes from the platform stands before the desk's own.
    expect(pane.source().endsWith('Desk statusLoading.')).toBe(true);
    expect(pane.source().replace('Desk statusLoading.', '')).toBe(
      'Quotes of RQ-10293StateCurrentFetched12:04:19 CET, 12 s agoNextin about 29 min, with the list of open requestsCosts1 call',
    );
  });

  it('is not called current in a book that is not renewed', async () => {
    const pane = await room(({ client, sheet }) => {
      enterCell(client, 'Sheet1!B2', { resources: [quotesOf('RQ-1')] });
      sourceOf(client, quotesOf('RQ-1'), {
        fetchedAt: NOON - 12_000,
        nextAt: NOON + MINUTE_MS,
        by: 'itself',
      });
      sheet.formulas = ['Sheet1!B2'];
      sheet.select('Sheet1!B2');
    });
    expect(pane.source()).toContain('StateCurrent');
    act(() => pane.client.mode.set('paused'));
    expect(pane.source()).toContain('StateNot renewed: paused');
    expect(pane.source()).toContain('Nextonce the workbook is live again');
    act(() => pane.client.mode.set('manual'));
    expect(pane.source()).toContain('StateNot renewed: manual');
  });

  it.each([
    [{ by: 'kept', calls: 0 } as const, 'Nextnever: it is finalCostsno call'],
    [{ by: 'nobody' } as const, 'Nextonly when you ask'],
    [{ by: 'itself', nextAt: NOON + 5000 } as const, 'Nextin about 5 s'],
    [{ by: 'gateway', calls: 0 } as const, 'Nextat every change'],
  ])('says who keeps it up to date: %j', async (source, says) => {
    const pane = await room(({ client, sheet }) => {
      enterCell(client, 'Sheet1!B2', { resources: [quotesOf('RQ-1')] });
      sourceOf(client, quotesOf('RQ-1'), source);
      sheet.formulas = ['Sheet1!B2'];
      sheet.select('Sheet1!B2');
    });
    expect(pane.source()).toContain(says);
  });

  it('follows what the gateway says, and shows its failure and the cell’s', async () => {
    const failure = { kind: 'throttled', message: 'Too many calls.', next: 'It is tried again.' } as const;
    const pane = await room(({ client, sheet }) => {
      enterCell(client, 'Sheet1!B2', {
        resources: [quotesOf('RQ-1')],
        problem: problem('Stale since noon.'),
      });
      sourceOf(client, quotesOf('RQ-1'), { state: 'waiting' });
      sheet.formulas = ['Sheet1!B2'];
      sheet.select('Sheet1!B2');
    });
    expect(pane.source()).toContain('Loading');
    sourceOf(pane.client, quotesOf('RQ-1'), { state: 'failed', failure });
    await pane.advance(3000);
    expect(pane.source()).toContain('Refused for now. Too many calls. It is tried again.');
    expect(screen.getByText('#N/A Stale since noon.')).toBeTruthy();
  });

  it('says of a table each reason once with its rows, and of an empty place that there is none', async () => {
    const error = (message: string, isNone = false) =>
      ({ code: '#N/A', message, waiting: false, isNone }) as const;
    const rows = [[1], [error('No hours.')], [error('No such product.')], [error('No hours.')]];
    const none = { ...error('There is no active bid.', true) };
    const pane = await room(({ client, sheet }) => {
      enterCell(client, 'Sheet1!B2', {
        problem: { ...problem('No hours.'), count: 3 },
        shown: () => rows,
      });
      enterCell(client, 'Sheet1!C2', { shown: () => none });
      sheet.formulas = ['Sheet1!B2', 'Sheet1!C2'];
      sheet.select('Sheet1!B2');
    });
    expect(screen.getByText('#N/A in rows 2, 4 No hours.')).toBeTruthy();
    expect(screen.getByText('#N/A in row 3 No such product.')).toBeTruthy();
    const errors = screen.getByRole('list', { name: 'Errors' }).textContent;
    expect(errors).toContain('No hours.Sheet1!B2 (2 of its cells)');
    expect(errors).toContain('No such product.Sheet1!B2');
    await pane.select('Sheet1!C2');
    expect(screen.getByText('#N/A There is no active bid.')).toBeTruthy();
    expect(errors).not.toContain('no active bid');
  });

  it('says once what the cell and what it comes from both say', async () => {
    const failure = {
      kind: 'not-found',
      message: 'There is no request RQ-0.',
      next: 'Check the id.',
    } as const;
    const pane = await room(({ client, sheet }) => {
      enterCell(client, 'Sheet1!B2', {
        resources: [quotesOf('RQ-1'), quotesOf('RQ-2')],
        problem: problem('There is no request RQ-0. Check the id.'),
      });
      sourceOf(client, quotesOf('RQ-1'), { state: 'failed', failure });
      sourceOf(client, quotesOf('RQ-2'), { state: 'failed', failure: { ...failure, next: 'Look again.' } });
      sheet.formulas = ['Sheet1!B2'];
      sheet.select('Sheet1!B2');
    });
    expect(screen.getByText('#N/A There is no request RQ-0. Check the id.')).toBeTruthy();
    expect(pane.source()).not.toContain('Check the id.');
    expect(pane.source()).toContain('Look again.');
  });

  it('says what to select, and offers repair where a formula has moved', async () => {
    const pane = await room(({ client, sheet }) => {
      enterCell(client, 'Sheet1!B2', { resources: [quotesOf('RQ-1')] });
      sheet.formulas = ['Sheet1!B2'];
    });
    expect(pane.text()).toContain(
      'Select a cell with a SpreadDesk formula to see where its value comes from.',
    );
    await pane.select('Sheet1!B2');
    expect(pane.source()).toContain('Quotes of RQ-1');
    act(() => pane.sheet.move('Sheet1'));
    await pane.advance(250);
    expect(pane.text()).toContain(
      '1 more selected cell with a SpreadDesk formula has moved or never started',
    );
    pane.sheet.reentered = { formulas: 1, sheets: 1, locked: [] };
    pane.press('Re-enter formulas');
    await pane.advance(0);
    expect(pane.notice()).toContain('Re-entered 1 formula on 1 sheet.');
  });

  it('is no longer followed when the room is left', async () => {
    const pane = await room();
    expect(pane.sheet.listeners()).toBe(1);
    pane.press('Desk');
    expect(pane.sheet.listeners()).toBe(0);
  });
});

describe('cells in error', () => {
  it('are grouped by their sentence with a count, and none is said in words', async () => {
    const pane = await room();
    expect(pane.text()).toContain('No errors.');
    act(() => {
      enterCell(pane.client, 'Sheet1!B3', { problem: problem('There is no RQ-0.') });
      enterCell(pane.client, 'Sheet1!B2', { problem: problem('There is no RQ-0.') });
    });
    await pane.advance(1000);
    act(() => void enterCell(pane.client, 'Sheet1!A1', { problem: problem('Not signed in.', 14) }));
    await pane.advance(1000);
    expect(pane.groups()).toEqual([
      '#N/A, 2 cells. There is no RQ-0.Sheet1!B2Sheet1!B3',
      '#N/A, 1 cell. Not signed in.Sheet1!A1 (14 of its cells)',
    ]);
    expect(screen.getByRole('img', { name: '3 in error' }).textContent).toBe('3');
  });

  it('are each listed once, however many functions of it are in error', async () => {
    const pane = await room(({ client }) => {
      for (const says of ['Stale: 12:01.', 'Stale: 12:01.', 'Stale: 12:02.'])
        enterCell(client, 'Desk!A10', { problem: problem(says) });
      enterCell(client, '', { problem: problem('Stale: 12:01.') });
      enterCell(client, '', { problem: problem('Stale: 12:01.') });
    });
    expect(
      pane
        .groups()
        .join()
        .match(/Desk!A10/g),
    ).toHaveLength(1);
    expect(screen.getByRole('img', { name: '3 in error' }).textContent).toBe('3');
  });

  it('lead to their cell, by mouse and keyboard alike', async () => {
    const pane = await room(
      ({ client }) => void enterCell(client, "'My sheet'!B3", { problem: problem('There is no RQ-0.') }),
    );
    const link = button("'My sheet'!B3");
    expect(link.tagName).toBe('BUTTON');
    fireEvent.click(link);
    expect(pane.sheet.shown).toEqual(["'My sheet'!B3"]);
    pane.sheet.refusal = {
      kind: 'not-found',
      message: 'It is not in this workbook any more.',
      next: 'Choose another.',
    };
    fireEvent.click(link);
    await pane.advance(0);
    expect(pane.notice()).toBe('It is not in this workbook any more. Choose another.');
  });

  it('that have moved lead nowhere and say where they were', async () => {
    const pane = await room(({ client }) => {
      enterCell(client, 'Sheet1!B3', { problem: problem('There is no RQ-0.') });
      client.cells.moved('Sheet1');
    });
    expect(pane.groups()).toEqual(['#N/A, 1 cell. There is no RQ-0.was Sheet1!B3']);
  });

  it('are listed up to 200 of a group', async () => {
    const pane = await room(({ client }) => {
      for (let row = 1; row <= 250; row++) {
        enterCell(client, `Sheet1!A${row}`, { problem: problem('There is no RQ-0.') });
      }
    });
    expect(within(pane.errors() ?? document.body).getAllByRole('button')).toHaveLength(200);
    expect(pane.groups()[0]).toMatch(/^#N\/A, 250 cells\..*Sheet1!A200These are the first 200 of 250\.$/);
  });
});

describe('the way in', () => {
  it('from the ribbon takes the focus to what was asked for, again and again', async () => {
    const pane = await room();
    const focus = (): string | null | undefined => document.activeElement?.textContent;
    act(() => pane.commands.post({ kind: 'show-cells', at: 'errors' }));
    expect(focus()).toBe('Cells in error');
    act(() => pane.commands.post({ kind: 'show-cells', at: 'source' }));
    expect(focus()).toBe('Selected cell');
    button('Refresh workbook').focus();
    act(() => pane.commands.post({ kind: 'show-cells', at: 'source' }));
    expect(focus()).toBe('Selected cell');
  });

  it('is open where there is no spreadsheet', async () => {
    const pane = openPane();
    pane.press('Cells');
    await pane.advance(0);
    expect(pane.text()).toContain('No spreadsheet is open. Open the pane in Excel.');
  });

  it('leads into a room that a screen reader can tell', async () => {
    const pane = await room(({ client, sheet }) => {
      enterCell(client, 'Sheet1!B2', {
        resources: [quotesOf('RQ-1')],
        problem: problem('There is no RQ-0.'),
      });
      sourceOf(client, quotesOf('RQ-1'));
      sheet.formulas = ['Sheet1!B2'];
      sheet.select('Sheet1!B2');
      client.mode.set('manual');
    });
    expect(await violations(pane.container)).toEqual([]);
  });
});
