import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Driver, startDesk, type Started } from './workbench-driver';

let started: Started;
let desk: Driver;
const WAIT = { timeout: 8000, interval: 25 };

beforeAll(async () => {
  started = await startDesk();
  desk = started.desk;
});
afterAll(() => started.stop());
beforeEach(() => desk.in((workbench) => workbench.activate('Sheet3')));

it('opens a first workbook whose calculator computes', async () => {
  await desk.settled();
  expect(await desk.values("'Spread rule'!E11:E14")).toEqual([[1], [1], [59], [59]]);
});

it('spills a table, and shrinks it when an argument asks for less', async () => {
  await desk.put('A1', [[3]]);
  await desk.typeInto('C1', '=DESK.ROWS("power",A1)');
  await desk.page.keyboard.press('Enter');
  await desk.enter('H1', '=SUM(E2:E10)');
  await desk.settled();
  expect(await desk.values('C1:E4')).toEqual([
    ['id', 'book', 'quantity'],
    [1000, 'power', 10],
    [1001, 'power', 15],
    [1002, 'power', 20],
  ]);
  expect(await desk.value('H1')).toBe(45);
  await desk.put('A1', [[1]]);
  await expect.poll(() => desk.values('C2:C3'), WAIT).toEqual([[1000], ['']]);
  await expect.poll(() => desk.value('H1'), WAIT).toBe(10);
});

it('reads nothing where a spill has been: cells below a smaller one are empty to every formula', async () => {
  await desk.put('AA1', [[6]]);
  await desk.enter('AB1', '=SEQUENCE(AA1)');
  await desk.enter('AC1', '=COUNT(AB2:AB20)');
  await desk.enter('AC2', '=SUMPRODUCT((AB2:AB20<>"")*1)');
  await expect.poll(() => desk.values('AC1:AC2'), WAIT).toEqual([[5], [5]]);
  await desk.put('AA1', [[3]]);
  await expect.poll(() => desk.values('AB1:AB4'), WAIT).toEqual([[1], [2], [3], ['']]);
  await desk.settled();
  expect(await desk.values('AC1:AC2')).toEqual([[2], [2]]);
});

it('reads nothing where a spill has been that is one value now', async () => {
  await desk.put('AG1', [[3]]);
  await desk.enter('AG2', '=IF(AG1="","",SEQUENCE(1,AG1))');
  await desk.enter('AG4', '=IF(AI2="","none",AI2)');
  await expect.poll(() => desk.value('AG4'), WAIT).toBe(3);
  await desk.put('AG1', [['']]);
  await expect.poll(() => desk.value('AG4'), WAIT).toBe('none');
});

it('calls no function of the branch that IF does not take', async () => {
  const before = await desk.counted('echoes');
  await desk.put('AE1', [[true]]);
  await desk.enter('AE2', '=IF(AE1,"kept",DESK.ECHO("other"))');
  await desk.enter('AE3', '=IF(AE1,DESK.ECHO("first"),DESK.ECHO("second"))&IF(1/0,DESK.ECHO("never"),2)');
  await desk.enter('AE4', '=IFERROR(AE3,"no test, no branch")');
  await desk.enter('AE5', '=SUM(IF({TRUE;FALSE},DESK.ECHO(10),5))');
  await desk.settled();
  expect(await desk.values('AE2:AE5')).toEqual([['kept'], ['#DIV/0!'], ['no test, no branch'], [15]]);
  expect(await desk.counted('echoes')).toBe(before + 2);
  await desk.put('AE1', [[false]]);
  await expect.poll(() => desk.value('AE2'), WAIT).toBe('other');
  expect(await desk.counted('echoes')).toBe(before + 4);
});

it('follows a spill by its first cell', async () => {
  await desk.put('A3', [[2]]);
  await desk.enter('K1', '=DESK.ROWS("gas",A3)');
  await desk.enter('O1', '=ROWS(K1#)');
  await expect.poll(() => desk.value('O1'), WAIT).toBe(3);
  await desk.put('A3', [[4]]);
  await expect.poll(() => desk.value('O1'), WAIT).toBe(5);
});

it('hands text in quotes over as text, whatever it looks like', async () => {
  const said: readonly (readonly [string, string | number | boolean])[] = [
    ['"Jan-27"', 'Jan-27'],
    ['"2027-01-01"', '2027-01-01'],
    ['"50%"', '50%'],
    ['"1,000"', '1,000'],
    ['"12:30"', '12:30'],
    ['"27"', '27'],
    ['"TRUE"', 'TRUE'],
    ['"say ""Jan-27"""', 'say "Jan-27"'],
    ['IF(TRUE,"Jan-27","Feb-27")', 'Jan-27'],
    ['IFERROR(1/0,"Dec-26")', 'Dec-26'],
    ['"Dec"&"-26"', 'Dec-26'],
    ['INDEX({"Dec-26",95;"Q1-27, Q2",90},2,1)', 'Q1-27, Q2'],
    ['INDEX({"Dec-26",95;"Q1-27",-90},1,1)', 'Dec-26'],
    ['INDEX({"Dec-26",95;"Q1-27",-90},2,2)', -90],
    ['INDEX({1,TRUE},1,2)', true],
    ['27', 27],
    ['TRUE', true],
  ];
  for (const [at, [literal]] of said.entries()) {
    await desk.enter(`V${at + 1}`, `=DESK.ECHO(${literal})`);
  }
  await expect.poll(() => desk.values(`V1:V${said.length}`), WAIT).toEqual(said.map(([, value]) => [value]));
});

it('hands the text of cells over as text: typed behind an apostrophe, and computed', async () => {
  await desk.typeInto('X1', "'Dec-26");
  await desk.page.keyboard.press('Enter');
  await desk.enter('X2', '="Jan-27"');
  await desk.put('X3', [['Feb-27']]);
  await desk.enter('Y1', '=DESK.ECHO(X1)');
  await desk.enter('Y2', '=DESK.ECHO(X2)');
  await desk.enter('Y3', '=DESK.ECHO(X3)');
  await desk.enter('Y4', '=DESK.ECHO(INDEX(X1:X3,3))');
  await expect
    .poll(() => desk.values('Y1:Y4'), WAIT)
    .toEqual([['Dec-26'], ['Jan-27'], ['Feb-27'], ['Feb-27']]);
});

it('streams into a cell and what depends on it, and ends the stream when the cell is deleted', async () => {
  const before = await desk.counted('ticks.live');
  await desk.enter('A5', '=DESK.TICK("x")');
  await desk.enter('B5', '=A5*100');
  await expect.poll(() => desk.value('B5'), WAIT).toBeGreaterThan(300);
  expect(await desk.counted('ticks.live')).toBe(before + 1);
  await desk.click('A5');
  await desk.page.keyboard.press('Delete');
  await expect.poll(() => desk.counted('ticks.live'), WAIT).toBe(before);
  await expect.poll(() => desk.value('B5'), WAIT).toBe(0);
});

it('streams a whole table', async () => {
  await desk.enter('A7', '=DESK.LIVE(3)');
  await expect
    .poll(async () => (await desk.values('A7:B9'))?.map((row) => row[0]), WAIT)
    .toEqual([[0], [1], [2]].flat());
  await expect.poll(() => desk.value('B9'), WAIT).toBeGreaterThan(2);
  await desk.enter('A7', '=1');
});

it('shows an error with the words of the add-in, and loses those of a plain throw, as Excel does', async () => {
  await desk.enter('A11', '=DESK.FAIL("gas")');
  await desk.enter('B11', '=DESK.BOOM(5)');
  await desk.enter('C11', '=DESK.MIXED()');
  await desk.settled();
  expect(await desk.errors('A11:B11')).toEqual([
    [
      { code: '#N/A', message: 'No book called "gas" on this desk.' },
      { code: '#VALUE!', message: 'A value used in the formula is of the wrong data type.' },
    ],
  ]);
  expect(await desk.errors('C11:D12')).toEqual([
    [null, null],
    [null, { code: '#N/A', message: 'Nothing for b.' }],
  ]);
});

it('tells the words to whoever points at the error', async () => {
  await desk.enter('B14', '=DESK.FAIL("coal")');
  await desk.settled();
  const { x, y } = await desk.box('B14');
  await desk.page.mouse.move(x + 20, y + 10, { steps: 4 });
  await desk.page.getByText('No book called "coal" on this desk.').waitFor({ timeout: WAIT.timeout });
  await desk.page.mouse.move(5, 5);
});

it('hands over ranges, repeated ranges and where they are', async () => {
  await desk.put('A16', [
    [1, 2],
    [3, 4],
  ]);
  await desk.enter('D16', '=DESK.TOTAL(100,A16:B17,A16:A17)');
  await desk.enter('D17', '=DESK.WHERE(A16:B17)');
  await desk.settled();
  expect(await desk.values('D16:D17')).toEqual([[114], ['Sheet3!D17 <- Sheet3!A16:B17 2x2']]);
});

it('refuses what a parameter cannot take, with a sentence and without a call', async () => {
  await desk.enter('A19', '=DESK.TOTAL("many")');
  await desk.enter('B19', '=DESK.ROWS()');
  await desk.settled();
  expect(await desk.errors('A19:B19')).toEqual([
    [
      { code: '#VALUE!', message: '"many" is not a number.' },
      { code: '#VALUE!', message: 'book is missing. The book, such as power.' },
    ],
  ]);
});

it('proposes functions while a name is typed, and explains the argument', async () => {
  await desk.typeInto('A21', '=DESK.');
  await desk.page.getByText('DESK.ROWS').first().waitFor({ timeout: WAIT.timeout });
  await desk.page.keyboard.type('ROWS(', { delay: 20 });
  await desk.page.getByText('The book, such as power.').first().waitFor({ timeout: WAIT.timeout });
  await desk.page.keyboard.press('Escape');
  await desk.page.keyboard.press('Escape');
});

it('still reads formulas after one was left half typed in a table reference', async () => {
  await desk.typeInto('A22', '=SUM(Table1[');
  await desk.page.keyboard.press('Escape');
  await desk.page.keyboard.press('Escape');
  await desk.enter('B22', '=DESK.ECHO(7)');
  await desk.settled();
  expect(await desk.value('B22')).toBe(7);
});

it('fills a thousand cells with one call each, in a few messages', async () => {
  const before = await desk.counted('echoes');
  const took = await desk.in(async (workbench) => {
    const rows = Array.from({ length: 1000 }, (_, row) => row + 1);
    const flushes = workbench.stats().flushes ?? 0;
    workbench.setValues(
      'Q1',
      rows.map((row) => [row]),
    );
    const start = performance.now();
    workbench.setFormulas(
      'R1',
      rows.map((row) => [`=DESK.ECHO(Q${row})`]),
    );
    await workbench.settled(30_000);
    return { ms: performance.now() - start, flushes: (workbench.stats().flushes ?? 0) - flushes };
  });
  expect(await desk.values('R1:R1000')).toEqual(Array.from({ length: 1000 }, (_, row) => [row + 1]));
  expect((await desk.counted('echoes')) - before).toBe(1000);
  expect(took.flushes).toBeLessThan(40);
  expect(took.ms).toBeLessThan(20_000);
});

it('fills cells that are written one by one as well', async () => {
  await desk.in(async (workbench) => {
    for (let row = 1; row <= 300; row++) workbench.setFormula(`S${row}`, `=DESK.ECHO(Q${row}*2)`);
    await workbench.settled(30_000);
  });
  expect(await desk.values('S1:S300')).toEqual(Array.from({ length: 300 }, (_, row) => [2 * row + 2]));
});

it('has its functions back after the pane was loaded again', async () => {
  await desk.enter('T1', '=DESK.TICK("again")');
  await expect.poll(() => desk.value('T1'), WAIT).toBeGreaterThan(15);
  await (await desk.pane()).evaluate(() => window.location.reload());
  await expect.poll(async () => Number(await desk.value('T1')) < 15, WAIT).toBe(true);
  await expect.poll(() => desk.value('T1'), WAIT).toBeGreaterThan(15);
  await desk.enter('T1', '=1');
  await desk.settled();
  expect(await desk.value('R1000')).toBe(1000);
});

it('asks before a changed workbook is left, and no more once it is saved', async () => {
  await desk.put('T3', [['mine']]);
  const asks = () =>
    desk.page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(asks, WAIT).toBe(true);
  const [saved] = await Promise.all([desk.page.waitForEvent('download'), desk.page.click('#save')]);
  await saved.path();
  expect(await asks()).toBe(false);
});

it('was asked for nothing it does not have, and reached for nothing outside', async () => {
  expect(await desk.in((workbench) => workbench.unknown())).toEqual([]);
  const outside = started.opened.requests.filter(
    (url) => !/^(?:http:\/\/127\.0\.0\.1:|data:|blob:|about:)/.test(url),
  );
  expect(outside).toEqual([]);
  expect(started.opened.problems).toEqual([]);
});
