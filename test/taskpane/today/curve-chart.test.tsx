// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Content } from '../../../src/taskpane/excel/reading';
import { MemorySheet } from '../memory-sheet';
import { openPane, violations } from '../open-pane';

const HEADINGS = ['Market', 'Load', 'Mark', 'Price', '', 'Request'];
const region = () => screen.getByRole('region', { name: 'Forward curve from the sheet Pricing' });
const pictures = () => within(region()).queryAllByRole('img');
/** What the table says of a curve. */
const rows = (name: string) =>
  within(within(region()).getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' '));

/** Opens Today over a workbook whose sheet Pricing has these marks. */
async function openToday(marks: readonly (readonly Content[])[], sheets = ['Sheet1', 'Pricing']) {
  const sheet = new MemorySheet();
  sheet.sheets.splice(0, 1, ...sheets);
  sheet.put('Sheet1!A5', [HEADINGS, ...marks]);
  const pane = openPane({ office: { kind: 'excel', sheet } });
  pane.press(/^Today/);
  await settled();
  return { sheet, pane };
}
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));

it('draws each curve by month from the marks of the sheet, and says it in a table', async () => {
  const { pane } = await openToday([
    ['DE', 'base', 'Q1-27', 90],
    ['de', 'Base', 'Jan-27', 100],
    ['DE', 'peak', 'Jan-27', 120.5],
    ['DE', 'base', 'Feb-27', ''],
    ['', '', '', ''],
  ]);
  expect(pictures().map((picture) => picture.getAttribute('aria-label'))).toEqual([
    'DE base, forward curve by month from the marks Q1-27 90.00, Jan-27 100.00. Its numbers are in the table that follows.',
    'DE peak, forward curve by month from the marks Jan-27 120.50. Its numbers are in the table that follows.',
  ]);
  // As DESK.CURVE: 90 over 2,159 hours, less 100 over 744, over the 1,415 that are left.
  expect(rows('DE base, forward curve')).toEqual(['Jan-27 100.00', 'Feb-27 84.74', 'Mar-27 84.74']);
  expect(rows('DE peak, forward curve')).toEqual(['Jan-27 120.50']);
  const [base] = pictures();
  const bars = [...(base?.querySelectorAll('rect') ?? [])];
  expect(bars.map((bar) => bar.querySelector('title')?.textContent)).toEqual([
    'Q1-27 90.00',
    'Jan-27 100.00',
  ]);
  const [quarter, month] = bars.map((bar) => Number(bar.getAttribute('width')));
  expect((quarter ?? 0) / (month ?? 1)).toBeCloseTo(90 / 31);
  expect(region().textContent).toContain('Jan-27 to Mar-27');
  expect(region().textContent).toContain('the bars are the marks of Pricing, read at');
  expect(await violations(pane.container)).toEqual([]);
});

it('leaves a gap where no mark is, and names its months', async () => {
  await openToday([
    ['DE', 'base', 'Jan-27', 100],
    ['DE', 'base', 'Apr-27', 70],
  ]);
  expect(rows('DE base, forward curve')).toEqual([
    'Jan-27 100.00',
    'Feb-27 no price',
    'Mar-27 no price',
    'Apr-27 70.00',
  ]);
  expect(region().textContent).toContain('No price for the whole of Feb-27, Mar-27.');
  const line = pictures()[0]?.querySelector('path:last-of-type')?.getAttribute('d') ?? '';
  expect(line.match(/M/g)).toHaveLength(2);
});

it('says in words what contradicts, and what is no price, no product or no market, and draws the others', async () => {
  await openToday([
    ['DE', 'base', 'Q1-27', 95],
    ['DE', 'base', 'Jan-27', 90],
    ['DE', 'base', 'Feb-27', 85],
    ['DE', 'base', 'Mar-27', 83],
    ['NL', 'base', 'Jan-27', '95,5'],
    ['FR', 'base', 'Jam-27', 95],
    ['Mars', 'base', 'Jan-27', 95],
    ['TTF', 'base', 'Jan-27', 31],
  ]);
  const text = region().textContent;
  expect(text).toContain('DE base: Q1-27 is at 95, but Jan-27, Feb-27, Mar-27 come to');
  expect(text).toContain('NL base: Jan-27: "95,5" is not a number.');
  expect(text).toContain('FR base: There is no product "Jam-27".');
  expect(text).toContain('Mars base: "Mars" is not a market.');
  expect(rows('TTF base, forward curve')).toEqual(['Jan-27 31.00']);
});

it('reads the sheet when the room is opened and on a press, and not by itself', async () => {
  const { sheet, pane } = await openToday([['DE', 'base', 'Jan-27', 100]]);
  expect(sheet.reads).toBe(1);
  sheet.put('Sheet1!D6', [[90]]);
  await pane.advance(60_000);
  await settled();
  expect(sheet.reads).toBe(1);
  expect(rows('DE base, forward curve')).toEqual(['Jan-27 100.00']);
  pane.press('Update the forward curve');
  await settled();
  expect(sheet.reads).toBe(2);
  expect(rows('DE base, forward curve')).toEqual(['Jan-27 90.00']);
});

it('says how to get a sheet where there is none, what it lacks, and what Excel refused', async () => {
  const { sheet, pane } = await openToday([], ['Sheet1', 'Pricing of Anna']);
  expect(region().textContent).toContain('This workbook has no sheet Pricing. Insert one in the room Cells');
  expect(sheet.reads).toBe(0);
  const again = async () => {
    pane.press('Update the forward curve');
    await settled();
  };
  sheet.sheets.push('Pricing 2');
  await again();
  expect(region().textContent).toContain('The sheet Pricing 2 has no prices beside its marks');
  sheet.put('Sheet1!A5', [['Something else']]);
  await again();
  expect(region().textContent).toContain('The sheet Pricing 2 has no Market, Load, Mark and Price in row 5.');
  sheet.refusal = { kind: 'unavailable', message: 'Excel refused (busy).', next: 'Press again.' };
  await again();
  expect(region().textContent).toContain('Excel refused (busy). Press again.');
});
