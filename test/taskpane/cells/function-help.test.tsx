// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ListedFunction } from '../../../src/contract/desk/function-list';
import { failed, success, type Failure } from '../../../src/domain/failure';
import { declaredFunctions } from '../../../scripts/manual/declared';
import { foundIn } from '../../../src/taskpane/cells/function-search';
import { MemorySheet } from '../memory-sheet';
import { openPane, violations } from '../open-pane';

const FUNCTIONS: readonly ListedFunction[] = [
  {
    name: 'BEST',
    description:
      'Best offer of 31.5 or another. By price alone. Examples: =DESK.BEST("RQ-10293","ask") or =DESK.BEST(A1)',
    parameters: [
      { name: 'id', description: 'Of the request.' },
      { name: 'direction', description: '"bid" or "ask".', optional: true },
    ],
  },
  { name: 'QUOTA', description: 'Calls left today.', parameters: [] },
];

async function opened(told: { functions: readonly ListedFunction[] } | Failure, sheet?: MemorySheet) {
  const pane = openPane({ office: sheet ? { kind: 'excel', sheet } : { kind: 'browser' } });
  await pane.advance(250);
  pane.press(/^Cells/);
  await pane.advance(0);
  pane.press('What each does, its arguments, an example');
  act(() =>
    pane.client.functionLists.at(-1)?.(
      'functions' in told ? success({ functions: [...told.functions] }) : failed(told),
    ),
  );
  await pane.advance(0);
  return pane;
}
const rows = () => screen.getByRole('region', { name: 'Functions' });
const lines = () =>
  [...rows().querySelectorAll('section > ul > li')].map(({ textContent }) =>
    textContent?.replace(/^[▸▾]/, ''),
  );
const find = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Find a function' }), { target: { value: text } });

it('lists what each function does, and finds it by its name and by words of its arguments', async () => {
  const pane = await opened({ functions: FUNCTIONS });
  expect(lines()).toEqual([
    'DESK.BEST(id, [direction])Best offer of 31.5 or another.',
    'DESK.QUOTA()Calls left today.',
  ]);
  find(' desk.quota ');
  expect(lines()).toEqual(['DESK.QUOTA()Calls left today.']);
  find('offer BID');
  expect(lines()).toEqual(['DESK.BEST(id, [direction])Best offer of 31.5 or another.']);
  find('how old');
  expect(lines()).toEqual([]);
  find('moon');
  expect(lines()).toEqual([]);
  expect(screen.getByText('No function says “moon”.')).toBeTruthy();
  expect(await violations(pane.container)).toEqual([]);
});

it('opens one with its arguments, and puts its example into the selected cell', async () => {
  const sheet = new MemorySheet();
  const pane = await opened({ functions: FUNCTIONS }, sheet);
  fireEvent.click(within(rows()).getByRole('button', { name: /BEST/ }));
  expect(lines()[0]).toBe(
    'DESK.BEST(id, [direction])Best offer of 31.5 or another. By price alone.idOf the request.[direction]"bid" or "ask".=DESK.BEST("RQ-10293","ask")Into the selected cell=DESK.BEST(A1)Into the selected cell',
  );
  pane.press('Put =DESK.BEST("RQ-10293","ask") into the selected cell');
  await pane.advance(0);
  expect(sheet.written).toEqual(['=DESK.BEST("RQ-10293","ask")']);
  expect(screen.getByRole('status', { name: 'Notices' }).textContent).toContain('is in Sheet1!B2.');
  expect(await violations(pane.container)).toEqual([]);
  fireEvent.click(within(rows()).getByRole('button', { name: /QUOTA/ }));
  expect(lines()[0]).not.toContain('Of the request.');
});

it('without a sheet has nothing to press', async () => {
  await opened({ functions: FUNCTIONS });
  fireEvent.click(within(rows()).getByRole('button', { name: /BEST/ }));
  expect(lines()[0]).toMatch(/=DESK\.BEST\("RQ-10293","ask"\)=DESK\.BEST\(A1\)$/);
});

it('says so when the list cannot be read', async () => {
  await opened({ kind: 'unavailable', message: 'The list is away.', next: 'Open it again.' });
  expect(screen.getByText('The list is away. Open it again.')).toBeTruthy();
  expect(lines()).toEqual([]);
});

it('lists all of them in the chapters of the manual', async () => {
  await opened({ functions: [...FUNCTIONS].reverse() });
  expect(
    within(rows())
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Requests', 'The desk itself']);
  expect(lines().map((line) => line?.slice(0, 10))).toEqual(['DESK.BEST(', 'DESK.QUOTA']);
  find('DESK');
  expect(within(rows()).queryAllByRole('heading', { level: 3 })).toEqual([]);
});

it('finds by the name first, then by what people call it', async () => {
  const declared = await declaredFunctions('.');
  const all = declared.map(({ id, description, parameters }) => ({ name: id, description, parameters }));
  const first = (wanted: string) => foundIn(all, wanted).map(({ name }) => name);
  expect(first('best')[0]).toBe('BEST');
  expect(first('desk.best')[0]).toBe('BEST');
  expect(first('how old')[0]).toBe('AGE');
  expect(first('vwap')).toEqual(['POSITION']);
  expect(first('volume').slice(0, 4).sort()).toEqual(['DEPTH', 'ENERGY', 'POSITION', 'TRADES']);
  expect(first('moon')).toEqual([]);
});

it('finds an example in each description that Excel is told', async () => {
  const declared = await declaredFunctions('.');
  expect(declared.length).toBeGreaterThan(30);
  const without = declared.filter(({ description }) => !/Examples?: =DESK\.[A-Z]+\(.*\)$/.test(description));
  expect(without.map(({ id }) => id)).toEqual([]);
});
