import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Driver, startDesk, type Started } from './workbench-driver';
import { openWorkbench } from './workbench-page';

let started: Started;
let desk: Driver;
const WAIT = { timeout: 8000, interval: 25 };

beforeAll(async () => {
  started = await startDesk();
  desk = started.desk;
});
afterAll(() => started.stop());
beforeEach(() => desk.in((workbench) => workbench.activate('Sheet3')));

it('runs actions from the ribbon, the cell menu and a shortcut', async () => {
  await desk.page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => desk.said('ran'), WAIT).toContain('REFRESH');
  await desk.click('C23', 'right');
  await desk.page.getByText('Show this request').click();
  await expect.poll(() => desk.said('ran'), WAIT).toContain('SHOWTRADES');
  await desk.page.keyboard.press('Control+Alt+w');
  await expect.poll(() => desk.said('ran'), WAIT).toContain('WITHDRAW');
});

it('closes the pane and opens it again from the ribbon, and the functions go on meanwhile', async () => {
  await desk.page.getByRole('button', { name: 'Close the pane' }).click();
  expect(await desk.page.locator('#pane').isVisible()).toBe(false);
  await desk.enter('A24', '=DESK.ECHO("behind")');
  await expect.poll(() => desk.value('A24'), WAIT).toBe('behind');
  await desk.page.getByRole('button', { name: 'Open the pane' }).click();
  expect(await desk.page.locator('#pane').isVisible()).toBe(true);
});

it('lets the pane write a table at the selection, and formulas use it by name', async () => {
  await desk.click('H20');
  await expect.poll(() => desk.said('selection'), WAIT).toBe('Sheet3!H20');
  await (await desk.pane()).click('#write');
  await expect.poll(() => desk.said('said'), WAIT).toBe('Table1 Sheet3!H20:J22 DE 41.25 41.4');
  await desk.enter('L20', '=SUM(Table1[bid])');
  await expect.poll(() => desk.value('L20'), WAIT).toBeCloseTo(80.35, 9);
});

it('tells the pane what a person changed', async () => {
  await desk.typeInto('L24', '5');
  await desk.page.keyboard.press('Enter');
  await expect.poll(() => desk.said('changed'), WAIT).toBe('RangeEdited L24');
});

it('reads after a write what was calculated, in the same request', async () => {
  const read = await (
    await desk.pane()
  ).evaluate(() =>
    Excel.run(async (context) => {
      const range = context.workbook.worksheets.getItem('Sheet3').getRange('N1:N2');
      range.formulas = [['=1+1'], ['=N1*10']];
      range.load('values,formulas,address');
      await context.sync();
      return [range.address, range.values, range.formulas];
    }),
  );
  expect(read).toEqual(['Sheet3!N1:N2', [[2], [20]], [['=1+1'], ['=N1*10']]]);
});

it('gives the errors of the library and of the host their codes', async () => {
  const codes = await (
    await desk.pane()
  ).evaluate(async () => {
    const codeOf = (act: (context: Excel.RequestContext) => Promise<unknown>): Promise<string> =>
      Excel.run(act).then(
        () => 'none',
        (problem: unknown) => (problem instanceof OfficeExtension.Error ? problem.code : String(problem)),
      );
    return {
      notLoaded: await codeOf(async (context) => context.workbook.getSelectedRange().values),
      notThere: await codeOf(async (context) => {
        context.workbook.worksheets.getItem('Nope').getRange('A1').values = [[1]];
        await context.sync();
      }),
      wrongSize: await codeOf(async (context) => {
        context.workbook.worksheets.getItem('Sheet3').getRange('A30').values = [[1, 2]];
        await context.sync();
      }),
      nullObject: await Excel.run(async (context) => {
        const table = context.workbook.tables.getItemOrNullObject('Nope');
        await context.sync();
        return table.isNullObject;
      }),
    };
  });
  expect(codes).toEqual({
    notLoaded: 'PropertyNotLoaded',
    notThere: 'ItemNotFound',
    wrongSize: 'InvalidArgument',
    nullObject: true,
  });
});

it('keeps formats, names and sheets that an add-in makes', async () => {
  const made = await (
    await desk.pane()
  ).evaluate(() =>
    Excel.run(async (context) => {
      const sheet = context.workbook.worksheets.add('Capture');
      const range = sheet.getRange('B2:C3');
      range.values = [
        [1, 2],
        [3, 4],
      ];
      range.format.font.bold = true;
      range.format.fill.color = '#FFF2CC';
      range.format.columnWidth = 90;
      sheet.freezePanes.freezeRows(1);
      context.workbook.names.add('mydata', range);
      range.load('format/font/bold,format/fill/color,format/columnWidth');
      const named = context.workbook.names.getItem('mydata').getRange();
      named.load('address');
      const sheets = context.workbook.worksheets;
      sheets.load('items/name');
      await context.sync();
      const { bold } = range.format.font;
      return [
        bold,
        range.format.fill.color,
        range.format.columnWidth,
        named.address,
        sheets.items.map(({ name }) => name),
      ];
    }),
  );
  expect(made).toEqual([true, '#FFF2CC', 90, 'Capture!B2:C3', ['Desk', 'Spread rule', 'Sheet3', 'Capture']]);
});

it('was asked for nothing it does not have, and reached for nothing outside', async () => {
  expect(await desk.in((workbench) => workbench.unknown())).toEqual([]);
  const outside = started.opened.requests.filter(
    (url) => !/^(?:http:\/\/127\.0\.0\.1:|data:|blob:|about:)/.test(url),
  );
  expect(outside).toEqual([]);
  expect(started.opened.problems).toEqual([]);
});

it('says what is missing in place of a blank page', async () => {
  const bare = await openWorkbench('/nowhere', '?pane=320');
  try {
    await bare.page.getByText('The pane could not be loaded').waitFor({ timeout: WAIT.timeout });
    await bare.page.getByText('The list of functions (functions.json) could not be read').waitFor();
    expect(await bare.page.locator('#pane-section').evaluate((pane) => pane.clientWidth)).toBe(320);
  } finally {
    await bare.close();
  }
});
