import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildAll, openWorkbench, type Opened, removeAddIn } from './workbench-page';

let addin: string;
let opened: Opened;
const WAIT = { timeout: 8000, interval: 25 };

beforeAll(async () => {
  addin = await buildAll();
  opened = await openWorkbench(addin);
  await opened.page.waitForFunction(() => window.workbench !== undefined);
  await opened.page.evaluate(() => window.workbench?.ready);
  const pane = await opened.pane();
  await pane.waitForFunction(() => document.getElementById('state')?.textContent === 'ready');
});
afterAll(async () => {
  await opened.close();
  await removeAddIn(addin);
});
beforeEach(async () => {
  await opened.page.evaluate(() => window.workbench?.activate('Sheet3'));
});

const values = (a1: string) => opened.page.evaluate((at) => window.workbench?.values(at), a1);
const value = async (a1: string) => (await values(a1))?.[0]?.[0];
const texts = (a1: string) => opened.page.evaluate((at) => window.workbench?.texts(at), a1);
const errors = (a1: string) => opened.page.evaluate((at) => window.workbench?.errors(at), a1);
const settled = () => opened.page.evaluate(() => window.workbench?.settled());
const unknown = () => opened.page.evaluate(() => window.workbench?.unknown());
const enter = (a1: string, formula: string) =>
  opened.page.evaluate(([at = '', text = '']) => window.workbench?.setFormula(at, text), [a1, formula]);
const put = (a1: string, rows: (string | number)[][]) =>
  opened.page.evaluate(([at, cells]) => window.workbench?.setValues(at, cells), [a1, rows] as const);

async function click(a1: string, button: 'left' | 'right' = 'left'): Promise<void> {
  await opened.page.evaluate((at) => window.workbench?.select(at), a1);
  await expect.poll(() => opened.page.evaluate((at) => window.workbench?.cellBox(at), a1)).not.toBeNull();
  const box = await opened.page.evaluate((at) => window.workbench?.cellBox(at), a1);
  if (!box) throw new Error(`${a1} is not drawn.`);
  await opened.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button });
}

async function typeInto(a1: string, text: string): Promise<void> {
  await click(a1);
  await opened.page.keyboard.type(text, { delay: 5 });
}

const inPane = async (id: string) =>
  (await opened.pane()).evaluate((element) => document.getElementById(element)?.textContent ?? '', id);
const ticks = async () =>
  (await opened.pane()).evaluate(() => (window as unknown as { ticks: { live: number } }).ticks.live);
const echoes = async () =>
  (await opened.pane()).evaluate(() => (window as unknown as { echoes: number }).echoes);

it('opens a first workbook whose cells are alive', async () => {
  await settled();
  expect(await values('Desk!A15:C16')).toEqual([
    ['request-id', 'state', 'role'],
    ['RQ-1', 'open', 'recipient'],
  ]);
  expect(await values('Desk!A10:A12')).toEqual([['RQ-1'], ['RQ-3'], ['RQ-4']]);
  expect(await values('Desk!B10:C10')).toEqual([[1.2, 1.45]]);
  expect(await texts('Desk!K16')).toEqual([['20-Nov 12:14:24']]);
  expect(await values("'Spread calculator'!E11:E14")).toEqual([[1], [1], [59], [59]]);
});

it('spills a table, and shrinks it when an argument asks for less', async () => {
  await put('A1', [[3]]);
  await typeInto('C1', '=DESK.ROWS("power",A1)');
  await opened.page.keyboard.press('Enter');
  await enter('H1', '=SUM(E2:E10)');
  await settled();
  expect(await values('C1:E4')).toEqual([
    ['id', 'book', 'quantity'],
    [1000, 'power', 10],
    [1001, 'power', 15],
    [1002, 'power', 20],
  ]);
  expect(await value('H1')).toBe(45);
  await put('A1', [[1]]);
  await expect.poll(() => values('C2:C3'), WAIT).toEqual([[1000], ['']]);
  await expect.poll(() => value('H1'), WAIT).toBe(10);
});

it('follows a spill by its first cell', async () => {
  await put('A3', [[2]]);
  await enter('K1', '=DESK.ROWS("gas",A3)');
  await enter('O1', '=ROWS(K1#)');
  await expect.poll(() => value('O1'), WAIT).toBe(3);
  await put('A3', [[4]]);
  await expect.poll(() => value('O1'), WAIT).toBe(5);
});

it('streams into a cell and what depends on it, and ends the stream when the cell is deleted', async () => {
  const before = await ticks();
  await enter('A5', '=DESK.TICK("x")');
  await enter('B5', '=A5*100');
  await expect.poll(() => value('B5'), WAIT).toBeGreaterThan(300);
  expect(await ticks()).toBe(before + 1);
  await click('A5');
  await opened.page.keyboard.press('Delete');
  await expect.poll(ticks, WAIT).toBe(before);
  await expect.poll(() => value('B5'), WAIT).toBe(0);
});

it('streams a whole table', async () => {
  await enter('A7', '=DESK.LIVE(3)');
  await expect
    .poll(async () => (await values('A7:B9'))?.map((row) => row[0]), WAIT)
    .toEqual([[0], [1], [2]].flat());
  await expect.poll(() => value('B9'), WAIT).toBeGreaterThan(2);
  await enter('A7', '=1');
});

it('shows an error with the words of the add-in, and loses those of a plain throw, as Excel does', async () => {
  await enter('A11', '=DESK.FAIL("gas")');
  await enter('B11', '=DESK.BOOM(5)');
  await enter('C11', '=DESK.MIXED()');
  await settled();
  expect(await errors('A11:B11')).toEqual([
    [
      { code: '#N/A', message: 'No book called "gas" on this desk.' },
      { code: '#VALUE!', message: 'A value used in the formula is of the wrong data type.' },
    ],
  ]);
  expect(await errors('C11:D12')).toEqual([
    [null, null],
    [null, { code: '#N/A', message: 'Nothing for b.' }],
  ]);
});

it('tells the words to whoever points at the error', async () => {
  await enter('B14', '=DESK.FAIL("coal")');
  await settled();
  await opened.page.evaluate(() => window.workbench?.select('B14'));
  const box = await opened.page.evaluate(() => window.workbench?.cellBox('B14'));
  await opened.page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10, { steps: 4 });
  await opened.page.getByText('No book called "coal" on this desk.').waitFor({ timeout: WAIT.timeout });
  await opened.page.mouse.move(5, 5);
});

it('hands over ranges, repeated ranges and where they are', async () => {
  await put('A16', [
    [1, 2],
    [3, 4],
  ]);
  await enter('D16', '=DESK.TOTAL(100,A16:B17,A16:A17)');
  await enter('D17', '=DESK.WHERE(A16:B17)');
  await settled();
  expect(await values('D16:D17')).toEqual([[114], ['Sheet3!D17 <- Sheet3!A16:B17 2x2']]);
});

it('refuses what a parameter cannot take, with a sentence and without a call', async () => {
  await enter('A19', '=DESK.TOTAL("many")');
  await enter('B19', '=DESK.ROWS()');
  await settled();
  expect(await errors('A19:B19')).toEqual([
    [
      { code: '#VALUE!', message: '"many" is not a number.' },
      { code: '#VALUE!', message: 'book is missing.' },
    ],
  ]);
});

it('proposes functions while a name is typed, and explains the argument', async () => {
  await typeInto('A21', '=DESK.');
  await opened.page.getByText('DESK.ROWS').first().waitFor({ timeout: WAIT.timeout });
  await opened.page.keyboard.type('ROWS(', { delay: 20 });
  await opened.page.getByText('The book, such as power.').first().waitFor({ timeout: WAIT.timeout });
  await opened.page.keyboard.press('Escape');
  await opened.page.keyboard.press('Escape');
});

it('still reads formulas after one was left half typed in a table reference', async () => {
  await typeInto('A22', '=SUM(Table1[');
  await opened.page.keyboard.press('Escape');
  await opened.page.keyboard.press('Escape');
  await enter('B22', '=DESK.ECHO(7)');
  await settled();
  expect(await value('B22')).toBe(7);
});

it('runs actions from the ribbon, the cell menu and a shortcut', async () => {
  await opened.page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => inPane('ran'), WAIT).toContain('REFRESH');
  await click('C23', 'right');
  await opened.page.getByText('Show this request').click();
  await expect.poll(() => inPane('ran'), WAIT).toContain('SHOWTRADES');
  await opened.page.keyboard.press('Control+Alt+w');
  await expect.poll(() => inPane('ran'), WAIT).toContain('WITHDRAW');
});

it('closes the pane and opens it again from the ribbon, and the functions go on meanwhile', async () => {
  await opened.page.getByRole('button', { name: 'Close the pane' }).click();
  expect(await opened.page.locator('#pane').isVisible()).toBe(false);
  await enter('A24', '=DESK.ECHO("behind")');
  await expect.poll(() => value('A24'), WAIT).toBe('behind');
  await opened.page.getByRole('button', { name: 'Open the pane' }).click();
  expect(await opened.page.locator('#pane').isVisible()).toBe(true);
});

it('lets the pane write a table at the selection, and formulas use it by name', async () => {
  await click('H20');
  await expect.poll(() => inPane('selection'), WAIT).toBe('Sheet3!H20');
  await (await opened.pane()).click('#write');
  await expect.poll(() => inPane('said'), WAIT).toBe('Table1 Sheet3!H20:J22 DE 41.25 41.4');
  await enter('L20', '=SUM(Table1[bid])');
  await expect.poll(() => value('L20'), WAIT).toBeCloseTo(80.35, 9);
});

it('tells the pane what a person changed', async () => {
  await typeInto('L24', '5');
  await opened.page.keyboard.press('Enter');
  await expect.poll(() => inPane('changed'), WAIT).toBe('RangeEdited L24');
});

it('reads after a write what was calculated, in the same request', async () => {
  const read = await (
    await opened.pane()
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
    await opened.pane()
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
    await opened.pane()
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
  expect(made).toEqual([
    true,
    '#FFF2CC',
    90,
    'Capture!B2:C3',
    ['Desk', 'Spread calculator', 'Sheet3', 'Capture'],
  ]);
});

it('fills a thousand cells with one call each, in a few messages', async () => {
  const before = await echoes();
  const took = await opened.page.evaluate(async () => {
    const workbench = window.workbench;
    if (!workbench) throw new Error('no workbench');
    const flushes = workbench.stats().flushes ?? 0;
    workbench.setValues(
      'Q1',
      Array.from({ length: 1000 }, (_, row) => [row + 1]),
    );
    const start = performance.now();
    for (let row = 1; row <= 1000; row++) workbench.setFormula(`R${row}`, `=DESK.ECHO(Q${row})`);
    await workbench.settled(30_000);
    return { ms: performance.now() - start, flushes: (workbench.stats().flushes ?? 0) - flushes };
  });
  expect(await values('R1:R1000')).toEqual(Array.from({ length: 1000 }, (_, row) => [row + 1]));
  expect((await echoes()) - before).toBe(1000);
  expect(took.flushes).toBeLessThan(40);
  expect(took.ms).toBeLessThan(20_000);
});

it('has its functions back after the pane was loaded again', async () => {
  await enter('T1', '=DESK.TICK("again")');
  await expect.poll(() => value('T1'), WAIT).toBeGreaterThan(3);
  await (await opened.pane()).evaluate(() => window.location.reload());
  await expect.poll(async () => Number(await value('T1')) <= 3, WAIT).toBe(true);
  await expect.poll(() => value('T1'), WAIT).toBeGreaterThan(3);
  await enter('T1', '=1');
  await settled();
  expect(await value('R1000')).toBe(1000);
});

it('was asked for nothing it does not have, and reached for nothing outside', async () => {
  expect(await unknown()).toEqual([]);
  const outside = opened.requests.filter(
    (url) => !/^(?:http:\/\/127\.0\.0\.1:|data:|blob:|about:)/.test(url),
  );
  expect(outside).toEqual([]);
  expect(opened.problems).toEqual([]);
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
