import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium, type OpenPage } from './chromium';
import { DeskSheet, type Cells } from './desk-sheet';
import { startStack, type Stack } from './stack';
import { clickRoom } from './trading-desk';

let stack: Stack;
let opened: OpenPage;
let page: Page;
let sheet: DeskSheet;
let pane: Frame;

beforeAll(async () => {
  stack = await startStack();
  opened = await openChromium(stack.workbenchUrl);
  page = opened.page;
  sheet = new DeskSheet(page);
  await sheet.ready();
  const frame = await (await page.waitForSelector('#pane')).contentFrame();
  if (!frame) throw new Error('The pane has no page.');
  pane = frame;
  await sheet.shows('Desk!A6', ([row]) => row?.[0] === true);
});
afterAll(async () => {
  await opened?.close();
  await stack?.close();
});

const run = (action: string): Promise<void> =>
  page.evaluate((name) => window.workbench?.runAction(name), action);
const select = (a1: string): Promise<void> =>
  page.evaluate((address) => window.workbench?.select(address), a1);
const texts = (a1: string): Promise<string[][]> =>
  page.evaluate((address) => window.workbench?.texts(address) ?? [], a1);
/** What is drawn in the middle of an empty cell. */
const colourAt = (a1: string): Promise<number[] | undefined> =>
  page.evaluate((address) => {
    const box = window.workbench?.cellBox(address);
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[id^="univer-sheet-main"]');
    const drawing = canvas?.getContext('2d');
    if (!box || !canvas || !drawing) return undefined;
    const around = canvas.getBoundingClientRect();
    const scale = canvas.width / around.width;
    const x = (box.x + box.width / 2 - around.x) * scale;
    const y = (box.y + box.height / 2 - around.y) * scale;
    return [...drawing.getImageData(x, y, 1, 1).data.slice(0, 3)];
  }, a1);
const says = (text: string | RegExp): Promise<void> =>
  pane.getByRole('status', { name: 'Notices' }).getByText(text).waitFor();
const door = (name: RegExp): Promise<void> => clickRoom(pane, name);
const isNumber = (value: unknown): boolean => typeof value === 'number';
/** In which row of the blotter a request stands. */
const rowOf = async (id: string): Promise<number> =>
  5 + (await sheet.values('Blotter!A5:A60')).findIndex(([found]) => found === id);
/** Errors of a formula that is wrong in itself, whatever the market. */
const WRONG = /#(NAME|VALUE|REF|SPILL|CALC|DIV|NUM|NULL)/;
const press = (name: string): Promise<void> =>
  page.getByRole('group', { name: 'New sheet' }).getByRole('button', { name }).click();

/** What the pane sends on its own: results of functions, and what office.js lets go of when a piece of work is over. */
const ASIDE = ['SetInvocationArrayResults', '_RemoveReference'];
/** From now on the requests of the pane to its host are counted in a data attribute of its page. */
const countTrips = (): Promise<void> =>
  pane.evaluate((aside) => {
    const bridge: unknown = Reflect.get(window, '_richApiNativeBridge');
    const own = bridge as { sendMessageToHost(message: string): void };
    const send = own.sendMessageToHost.bind(own);
    own.sendMessageToHost = (message) => {
      const { dataset } = document.documentElement;
      if (!aside.some((word) => message.includes(word)))
        dataset['trips'] = String(Number(dataset['trips'] ?? 0) + 1);
      send(message);
    };
  }, ASIDE);
const trips = async (): Promise<number> => Number(await pane.locator('html').getAttribute('data-trips'));

describe('the blotter', () => {
  it('lists the open requests with the best price on each, from one press in the ribbon', async () => {
    await press('Blotter');
    await says('Blotter is a new sheet.');
    const rows = await sheet.shows(
      'Blotter!A4:T18',
      (cells) => cells.slice(1).every(([id]) => /^RQ-\d+$/.test(String(id))) && isNumber(cells.at(-1)?.[6]),
    );
    expect(rows[0]?.slice(0, 3)).toEqual(['Request', 'Product', 'You']);
    expect(rows[0]?.slice(6, 10)).toEqual(['Best', 'Price unit', 'Reference', 'Reference kind']);
    const standings = rows.slice(1).map((row) => row[3]);
    expect(new Set(standings)).toEqual(new Set(['mine', 'to quote']));
    expect(standings.lastIndexOf('to quote')).toBeLessThan(standings.indexOf('mine'));
    expect(JSON.stringify(rows)).not.toContain('certificate');
    expect(JSON.stringify(await sheet.values('Blotter!A1:T20'))).not.toMatch(WRONG);
    expect((await texts('Blotter!P5'))[0]?.[0]).toMatch(/^\d\d-[A-Z][a-z]{2}-20\d\d$/);
  });

  it('says that it is live, and NOT LIVE by its own clock when the last word is old or there is none', async () => {
    await sheet.shows(
      'Blotter!C1:E1',
      ([row]) => isNumber(row?.[0]) && row?.[1] === 'live' && /^simulator, .* CES?T$/.test(String(row[2])),
    );
    await sheet.shows('Blotter!J1', ([row]) => /^Prices up to \d+ (s|min) old\.$/.test(String(row?.[0])));
    const [[toldAt]] = (await sheet.values('Blotter!C1')) as [[number]];
    // As the cell is found in a book that was opened without the add-in.
    await sheet.put('Blotter!C1', [[toldAt - 1]]);
    await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'NOT LIVE');
    await sheet.put('Blotter!C1', [['#NAME?']]);
    await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'NOT LIVE');
    await sheet.enter('Blotter!C1', '=DESK.STATUS("told-at")');
    await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'live');
  });

  it('says that it is loading until the first values have come', async () => {
    await sheet.put('Blotter!C1', [['#BUSY!']]);
    await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'loading');
    await sheet.enter('Blotter!C1', '=DESK.STATUS("told-at")');
    await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'live');
    const [[formula]] = (await page.evaluate(() => window.workbench?.formulas('Blotter!A5'))) as [[string]];
    await sheet.put('Blotter!A5', [['#BUSY!']]);
    await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'loading');
    // An error that is an answer is no price that is still to come.
    await sheet.put('Blotter!A5', [['#VALUE!']]);
    await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'no prices');
    await sheet.enter('Blotter!A5', formula);
    await sheet.shows('Blotter!A5', ([row]) => /^RQ-/.test(String(row?.[0])));
  });

  it('says NOT LIVE while the platform does not answer', async () => {
    await stack.simulator('/simulator/faults', { kind: 'reset-before', operation: '*', times: 100_000 });
    await run('RefreshSheet');
    await sheet.shows(
      'Blotter!D1:E1',
      ([row]) => row?.[0] === 'NOT LIVE' && /^simulator, heard until .* CES?T$/.test(String(row[1])),
    );
    await sheet.shows(
      "'Spread rule'!A2",
      ([row]) =>
        row?.[0] === 'Not live: the prices of the other sheets. The results here follow what you type.',
    );
    await sheet.shows(
      'Desk!A1:D2',
      ([head, note]) => head?.[3] === 'NOT LIVE' && String(note?.[0]).startsWith('Not live: these are'),
    );
    await fetch(new URL('/simulator/faults', stack.simulatorUrl), { method: 'DELETE' });
    await run('RefreshSheet');
    await sheet.shows('Blotter!D1', ([row]) => row?.[0] === 'live');
    await sheet.shows(
      'Desk!A1:D2',
      ([head, note]) => head?.[3] === 'live' && String(note?.[0]).startsWith('Live from the platform.'),
    );
  });

  it('moves a price when the market moves, at once when the sheet is refreshed', async () => {
    const [[before]] = (await sheet.values(`Blotter!G${await rowOf('RQ-10293')}`)) as [[number]];
    await stack.simulator('/simulator/act', { do: 'move-price', requestId: 'RQ-10293', by: -5 });
    await run('RefreshSheet');
    await sheet.shows(
      `Blotter!G${await rowOf('RQ-10293')}`,
      ([row]) => isNumber(row?.[0]) && Number(row?.[0]) < before,
    );
  });

  it('is empty where there is no quote, and has no error', async () => {
    const rows = await sheet.shows('Blotter!A5:P18', (cells) => cells.every((row) => isNumber(row[13])));
    const quiet = rows.filter((row) => row[13] === 0);
    expect(quiet.length).toBeGreaterThan(0);
    expect(quiet.every((row) => !row[6])).toBe(true);
    // A firm proposal is no quote, and stands with its side.
    for (const row of quiet)
      expect(isNumber(row[8])).toBe(/^(firm|indicative) (bid|ask)$/.test(String(row[9])));
    expect(JSON.stringify(rows)).not.toContain('#');
  });
});

describe('a cell of the blotter', () => {
  it('with an id inside the spill leads to its ticket', async () => {
    await select(`Blotter!A${await rowOf('RQ-10295')}`);
    await run('ShowRequest');
    await pane.getByRole('region', { name: 'Request RQ-10295' }).waitFor();
  });

  it('elsewhere in a row opens the request of the row', async () => {
    await select(`Blotter!L${await rowOf('RQ-10296')}`);
    await run('ShowRequest');
    await pane.getByRole('region', { name: 'Request RQ-10296' }).waitFor();
    await select(`Blotter!E${await rowOf('RQ-10294')}`);
    await run('ShowRequest');
    await pane.getByRole('region', { name: 'Request RQ-10294' }).waitFor();
  });

  it('that Excel took for a number is an id all the same', async () => {
    await page.evaluate(() => window.workbench?.setValues('Sheet3!C3', [[10_293]]));
    await select('Sheet3!C3');
    await run('ShowRequest');
    await pane.getByRole('region', { name: 'Request 10293' }).waitFor();
  });
});

describe('the spread calculator', () => {
  it('takes the next free name, in four round trips, the last for its pages', async () => {
    await door(/^Requests/);
    await countTrips();
    const counts: number[] = [];
    // The pane may look through the book for broken formulas at the same time; that is no part of it.
    for (let number = 1; number < 5 && (number < 3 || counts.at(-1) !== 4); number++) {
      const before = await trips();
      await press('Spread calculator');
      const name = ['Spread calculator', ...(number === 1 ? [] : [number])].join(' ');
      await says(`${name} is a new sheet. It costs no call.`);
      counts.push((await trips()) - before);
    }
    expect(Math.min(...counts)).toBe(4);
  });

  it('computes each rule, and says which one', async () => {
    const results = "'Spread calculator 2'!A5:C30";
    await sheet.shows(results, (rows) => rows[25]?.[1] === true && isNumber(rows[19]?.[1]));
    const rows = await sheet.values(results);
    expect([5, 13, 19].map((row) => rows[row]?.[1])).toEqual([1, 29, 1]);
    expect(rows[5]?.[2]).toContain('opposite ways');
    await sheet.put("'Spread calculator 2'!B9", [['buy']]);
    const [, , , , , sum] = await sheet.shows(results, (now) => now[5]?.[1] === 59);
    expect(sum?.[2]).toContain('the same way');
    await sheet.put("'Spread calculator 2'!B29", [[70]]);
    await sheet.shows(results, (now) => now[25]?.[1] === '#VALUE!');
  });
});

describe('the quote sheet', () => {
  it('comes from a press in the pane as well, filled with the requests to quote, without an error', async () => {
    await door(/^Cells/);
    const region = pane.getByRole('region', { name: 'New sheet' });
    await region.getByRole('button', { name: 'Quote sheet' }).click();
    await says(/Quote sheet is a new sheet\..*sends nothing/);
    const rows = await sheet.shows("'Quote sheet'!A4:AA10", (cells) => cells[1]?.[1] === 'open');
    expect(rows[0]?.slice(0, 3)).toEqual(['Request', 'State', 'Product']);
    expect(String(rows[1]?.[0])).toMatch(/^RQ-/);
    expect(['bid', 'ask']).toContain(rows[1]?.[16]);
    expect(isNumber(rows[1]?.[10])).toBe(true);
    await page.evaluate(() => window.workbench?.settled());
    expect(JSON.stringify(await sheet.values("'Quote sheet'!A5:AA40"))).not.toContain('#');
  });

  it('shows the market and the own net price beside each row, and a wrong row spoils no other', async () => {
    const ids = (await sheet.values("'Quote sheet'!A5:A40")).map(([id]) => id);
    const row = 5 + ids.findIndex((id) => !id);
    await sheet.put(`'Quote sheet'!A${row}`, [['RQ-10295'], ['RQ-77777'], ['RQ-10297'], ['rq-10293']]);
    await sheet.put(`'Quote sheet'!H${row}`, [
      [30, 27],
      [3, 1],
      [1.2, ''],
      [71.25, ''],
    ]);
    await sheet.put(`'Quote sheet'!Q${row}`, [['ask'], ['ask'], ['ask'], ['ask']]);
    const rows = await sheet.shows(`'Quote sheet'!A${row}:AA${row + 3}`, (cells) =>
      [0, 2, 3].every(
        (one) => isNumber(cells[one]?.[4]) && isNumber(cells[one]?.[5]) && isNumber(cells[one]?.[14]),
      ),
    );
    expect([0, 2, 3].map((one) => rows[one]?.[19])).toEqual([3, 1.2, 71.25]);
    expect(rows[1]?.[1]).toBe('#N/A');
    await sheet.shows(`'Quote sheet'!N${row}:N${row + 3}`, (cells) =>
      cells.every(([says], at) => (at === 1 ? says === 'no such request' : /^[a-z0-9]/.test(String(says)))),
    );
    await sheet.shows("'Quote sheet'!A3", ([cells]) => / live.*, [1-9]\d* errors?$/.test(String(cells?.[0])));
    expect([rows[0]?.[1], ...(rows[0]?.slice(22, 25) ?? [])]).toEqual(['open', 'spread', 'buy', 'sell']);
    expect(Number(rows[0]?.[19]) - Number(rows[0]?.[4])).toBeCloseTo(Number(rows[0]?.[14]), 6);
    expect(JSON.stringify([rows[0], rows[2], rows[3]])).not.toContain('#');
  });
});

describe('a request that closes', () => {
  it('is said to be closed in its row of the quote sheet, which is grey then', async () => {
    const made = (await stack.simulator('/simulator/act', {
      ...{ do: 'create-request', role: 'recipient', sort: 'single' },
    })) as { 'request-id': string };
    await sheet.put("'Quote sheet'!A18", [[made['request-id']]]);
    await sheet.shows("'Quote sheet'!B18", ([row]) => row?.[0] === 'open');
    await stack.simulator('/simulator/act', { do: 'close', requestId: made['request-id'] });
    await run('RefreshSheet');
    await sheet.shows("'Quote sheet'!B18", ([row]) => row?.[0] === 'closed');
    await select("'Quote sheet'!A1");
    await expect.poll(() => colourAt("'Quote sheet'!H18")).toEqual([0xe3, 0xe5, 0xe8]);
    expect(await colourAt("'Quote sheet'!H19")).not.toEqual([0xe3, 0xe5, 0xe8]);
  });
});

describe('the pricing sheet', () => {
  it('takes an analyst from marks to a checked quote of each request, and shows no error while marks are missing', async () => {
    await door(/^Cells/);
    await pane.getByRole('region', { name: 'New sheet' }).getByRole('button', { name: 'Pricing' }).click();
    await says(/Pricing is a new sheet\..*type prices beside the marks/);
    await sheet.shows(
      'Pricing!A5:V10',
      (cells) =>
        cells.slice(1, 6).every((row) => /^No price: /.test(String(row[12]))) &&
        !JSON.stringify(cells).includes('#'),
    );
    // A price that is missing is said in its cell, and is no error that the pane counts.
    await sheet.enter('Sheet3!H1', '=DESK.RFQ("RQ-99999","state")');
    const wrong = pane.getByRole('region', { name: 'Cells', exact: true });
    await wrong.getByRole('button', { name: 'Sheet3!H1' }).waitFor();
    expect(await wrong.getByRole('button', { name: /^Pricing!/ }).count()).toBe(0);
    await sheet.put('Sheet3!H1', [['']]);
    const marks = (await sheet.values('Pricing!A6:C20')).filter(([market]) => Boolean(market));
    const curve = new Map(marks.map((mark, index) => [mark.join(' '), 60 + index]));
    await sheet.put(
      'Pricing!D6',
      [...curve.values()].map((price) => [price]),
    );
    await sheet.put('Pricing!J1', [[0.25]]);
    const levels = await sheet.shows('Pricing!AU6:AX10', (cells) =>
      cells.every(([level]) => ['ok', 'warn', 'block', 'not checked'].includes(String(level))),
    );
    const priced = await sheet.shows('Pricing!F6:V10', (cells) =>
      cells.every((row, index) => row[7] === levels[index]?.[3] && Boolean(row[7])),
    );
    for (const [index, row] of priced.entries())
      if (levels[index]?.[0] === 'ok') expect(row[7]).not.toContain('not checked');
    const legs = await sheet.values('Pricing!AC6:AP10');
    for (const [index, row] of priced.entries()) {
      const [contract, market1, load1, , , action1, market2, load2, , , action2, , first, second] =
        legs[index] ?? [];
      const leg1 = Number(curve.get([market1, load1, first].join(' ')));
      const leg2 = Number(curve.get([market2, load2, second].join(' ')));
      const sign = action1 === action2 ? 1 : -1;
      const fair = contract === 'single' ? leg1 : leg1 + sign * leg2;
      const isSelling = String(row[2]).startsWith('sell');
      expect(row[3]).toBeCloseTo(fair, 6);
      const quote = isSelling ? fair + 0.25 : fair - 0.25;
      const net = contract === 'spread' ? Number(row[9]) + sign * Number(row[10]) : row[9];
      expect([row[5], net]).toEqual([expect.closeTo(quote, 6), expect.closeTo(quote, 6)]);
      expect(row[6]).toBeCloseTo(0.25, 6);
      expect([row[8], row[16]]).toEqual([isSelling ? 'ask' : 'bid', '']);
    }
    expect(new Set(legs.map(([contract]) => contract))).toEqual(
      new Set(['single', 'spread', 'standard-spread']),
    );
    await sheet.shows('Pricing!A5:AY40', (cells) => !JSON.stringify(cells).includes('#'));
  });

  it('has its quotes sent from Bulk as they stand: each request at its own price', async () => {
    const rows = (await sheet.values('Pricing!F6:S10')).filter((row) => row[9] !== '');
    await select('Pricing!A6');
    await door(/^Bulk/);
    await pane.getByRole('button', { name: 'Check the rows' }).click();
    const told = async (group: RegExp): Promise<string[]> => {
      await pane.getByRole('button', { name: group }).click();
      return pane.getByRole('list', { name: 'Rows' }).getByRole('listitem').allInnerTexts();
    };
    await pane.getByRole('status', { name: 'Summary' }).waitFor();
    const [toSend, notPossible] = [await told(/^To send/), await told(/^Not possible/)];
    expect(toSend.length).toBeGreaterThan(0);
    for (const [id, , , , , quote, , , direction] of rows) {
      const [row, ...more] = [...toSend, ...notPossible].filter((text) => text.includes(String(id)));
      expect([id, more, row]).toEqual([id, [], expect.stringContaining(Math.abs(Number(quote)).toFixed(2))]);
      if (toSend.includes(row ?? '')) expect(row).toContain(direction === 'bid' ? 'Buy' : 'Sell');
    }
  });

  it('takes in a request that comes later, at the margin of new requests, and no row moves where a person types', async () => {
    const typed = await sheet.values('Pricing!F6:J40');
    await sheet.put('Pricing!J1', [[0.4]]);
    const { 'request-id': requestId } = (await stack.simulator('/simulator/act', {
      ...{ do: 'create-request', role: 'recipient', sort: 'single' },
    })) as { 'request-id': string };
    await run('RefreshSheet');
    const rows = await sheet.shows('Pricing!F6:J40', (cells) =>
      cells.some(([id, , you, , margin]) => id === requestId && Boolean(you) && margin === 0.4),
    );
    const at = rows.findIndex(([id]) => id === requestId);
    expect(at).toBe(typed.findIndex(([id]) => !id));
    const idsOf = (of: readonly (readonly unknown[])[]): unknown[] => of.map(([id]) => id);
    expect(idsOf(rows.slice(0, at))).toEqual(idsOf(typed.slice(0, at)));
    expect(rows.slice(0, at + 1).map(([, , , , margin]) => margin)).toEqual(Array(at + 1).fill(0.4));
    // Where a person types nothing has come, and nothing has moved.
    expect(rows.slice(at + 1)).toEqual(typed.slice(at + 1));
  });

  it('lists each later request once when one before it is over', async () => {
    const create = async (sort: string): Promise<string> => {
      const made = await stack.simulator('/simulator/act', { do: 'create-request', role: 'recipient', sort });
      await run('RefreshSheet');
      return (made as { 'request-id': string })['request-id'];
    };
    const later = async (isWanted: (ids: string[]) => boolean): Promise<string[]> => {
      const rows = await sheet.shows('Pricing!F11:F40', (cells) =>
        isWanted(cells.flatMap(([id]) => (id ? [String(id)] : []))),
      );
      return rows.flatMap(([id]) => (id ? [String(id)] : []));
    };
    const [closing, last] = [await create('single'), await create('efp')];
    await later((ids) => ids.includes(closing) && ids.at(-1) === last);
    await stack.simulator('/simulator/act', { do: 'close', requestId: closing });
    await run('RefreshSheet');
    const ids = await later((found) => !found.includes(closing));
    expect([ids.filter((id) => id === last), new Set(ids).size]).toEqual([[last], ids.length]);
    // The row that it moved from is empty.
    await sheet.shows('Pricing!F11:V40', (cells) =>
      cells.every(([id, ...row]) => Boolean(id) || row.every((cell) => cell === '' || cell === null)),
    );
  });

  it('has no price for leg 2 of an EFP: one mark would price both legs alike, and the spread at 0', async () => {
    const isOfEfp = ([, product]: readonly unknown[]): boolean => / EFP$/.test(String(product));
    const rows = await sheet.shows('Pricing!F11:M40', (cells) =>
      cells.some((row) => isOfEfp(row) && !['', 'Loading'].includes(String(row[7]))),
    );
    const efp = rows.find(isOfEfp);
    expect(String(efp?.[7])).toBe('No mark for leg 2');
    expect([efp?.[3], efp?.[5]]).toEqual(['', '']);
  });

  it('lists no swap among those that come later', async () => {
    const made = (await stack.simulator('/simulator/act', {
      ...{ do: 'create-request', role: 'recipient', sort: 'swap' },
    })) as { 'request-id': string };
    await run('RefreshSheet');
    await sheet.shows('Pricing!BA5:BC40', (cells) =>
      cells.some(
        ([id, standing, marks]) => id === made['request-id'] && standing === 'to quote' && marks === '',
      ),
    );
    expect((await sheet.values('Pricing!F6:F40')).flat()).not.toContain(made['request-id']);
  });

  it('quotes no request at a margin that is typed in a row that moves, whichever comes there', async () => {
    await sheet.put('Pricing!A25', [
      ['AT', 'base', 'Cal-27', 70],
      ['AT', 'base', 'Cal-28', 70],
      ['AT', 'base', 'Cal-29', 70],
    ]);
    const create = (): Promise<unknown> =>
      stack.simulator('/simulator/act', { do: 'create-request', role: 'recipient', sort: 'single' });
    await create();
    await create();
    await run('RefreshSheet');
    const rows = await sheet.shows(
      'Pricing!F11:M18',
      (cells) => cells.filter(([id]) => Boolean(id)).length >= 3,
    );
    const last = rows.findLastIndex(([id]) => Boolean(id));
    const at = 11 + last - 1;
    await sheet.put(`Pricing!J${at}`, [[0.3]]);
    const isRefused = ([id, , , , margin, quote, , says]: Cells[number]): boolean =>
      Boolean(id) &&
      margin === 0.3 &&
      quote === '' &&
      String(says).startsWith('No margin in a row that moves');
    const [before] = await sheet.shows(`Pricing!F${at}:M${at}`, ([row = []]) => isRefused(row));
    await stack.simulator('/simulator/act', { do: 'close', requestId: before?.[0] });
    await run('RefreshSheet');
    await sheet.shows(`Pricing!F${at}:M${at}`, ([row = []]) => isRefused(row) && row[0] !== before?.[0]);
    await sheet.enter(`Pricing!J${at}`, `=IF($F${at}="","",$J$1)`);
  });

  it('says beside it what is wrong with a mark or a margin, and that a request is over', async () => {
    await sheet.put('Pricing!A30', [['DE', 'peek', 'Cal-27', 70]]);
    await sheet.shows('Pricing!E30', ([row]) => row?.[0] === 'load?');
    await sheet.shows('Pricing!G4', ([row]) =>
      String(row?.[0]).startsWith('Row 30 of the marks: “peek” is no load.'),
    );
    // Below the rows that follow what is open a person types ids and margins.
    const [[id]] = (await sheet.values('Pricing!F7')) as [[string]];
    await sheet.put('Pricing!F21', [[id]]);
    await sheet.put('Pricing!J21', [['0,3']]);
    await sheet.shows(
      'Pricing!K21:M21',
      ([row]) => row?.[0] === '' && row[2] === 'Margin “0,3” is no number',
    );
    await sheet.put('Pricing!J21', [['']]);
    await stack.simulator('/simulator/act', { do: 'close', requestId: id });
    await run('RefreshSheet');
    await sheet.shows('Pricing!K21:M21', ([row]) => row?.[0] === '' && row[2] === 'Closed');
    await sheet.put('Pricing!F21', [['RQ-77777']]);
    await sheet.shows(
      'Pricing!K21:M21',
      ([row]) => row?.[0] === '#N/A' && row[2] === 'There is no request RQ-77777',
    );
    await sheet.put('Pricing!F21', [['DE/FR']]);
    await sheet.shows('Pricing!K21:Y21', ([row]) =>
      String(row?.[14]).startsWith('“DE/FR” is no id. Type one of a request'),
    );
    await sheet.put('Pricing!F21', [[id]]);
    await sheet.shows('Pricing!K21:M21', ([row]) => row?.[0] === '' && row[2] === 'Closed');
    await sheet.put('Pricing!F21', [['']]);
  });

  it('says which period a mark does not cover', async () => {
    const found = (await sheet.values('Pricing!A6:C20')).findIndex(
      (mark) => mark.join(' ') === 'DE base Cal-27',
    );
    await sheet.put(`Pricing!C${6 + found}`, [['Cal-30']]);
    await sheet.shows('Pricing!F6:M10', (cells) =>
      cells.some(
        ([, , , , , quote, , says]) => quote === '' && /^No price: DE base (Cal-27|WE)/.test(String(says)),
      ),
    );
    await sheet.shows('Pricing!F6:V10', (cells) => !JSON.stringify(cells).includes('#'));
  });

  it('keeps the ids in sight, and its helpers hidden', async () => {
    await select('Pricing!A6');
    const left = await page.evaluate(() => window.workbench?.cellBox('Pricing!F6')?.x);
    await select('Pricing!V6');
    expect(await page.evaluate(() => window.workbench?.cellBox('Pricing!F6')?.x)).toBe(left);
    const hidden = await pane.evaluate(() =>
      Excel.run(async (context) => {
        const helpers = context.workbook.worksheets.getItem('Pricing').getRange('AC1:BI1');
        helpers.load('columnHidden');
        await context.sync();
        return helpers.columnHidden;
      }),
    );
    expect(hidden).toBe(true);
  });
});

describe('the sheets of stored trades', () => {
  it('show a position with what may be missing below it, and want marks', async () => {
    await door(/^Cells/);
    const region = pane.getByRole('region', { name: 'New sheet' });
    await region.getByRole('button', { name: 'Position' }).click();
    await says(/Position is a new sheet\. It costs no call/);
    await sheet.shows(
      'Position!A1:H1',
      ([row]) => row?.[3] === 'incomplete' && String(row[7]).startsWith('Only trades read so far'),
    );
    // Trades whose details a sheet has shown are stored; no list of them was downloaded.
    const position = await sheet.shows('Position!A7:P400', (cells) =>
      cells.some(([first]) => String(first).includes('was downloaded')),
    );
    expect(position[0]?.slice(4, 8)).toEqual(['Net MW', 'Net MWh', 'Bought MWh', 'Sold MWh']);
    const periods = position.slice(1).filter((row) => isNumber(row[11]));
    expect(periods.length).toBeGreaterThan(0);
    for (const row of periods) expect(Number(row[6]) - Number(row[7])).toBeCloseTo(Number(row[5]), 6);
    await region.getByRole('button', { name: 'Profit and loss' }).click();
    await says(/Profit and loss is a new sheet/);
    await sheet.shows("'Profit and loss'!D7", ([row]) => String(row?.[0]).startsWith('Type marks'));
    await sheet.put("'Profit and loss'!A8", [['Cal-27', 85]]);
    await sheet.shows(
      "'Profit and loss'!D7:O8",
      ([header, first]) => header?.[2] === 'Mark' && first?.[0] === 'total',
    );
    expect(JSON.stringify(await sheet.values("'Profit and loss'!A1:O12"))).not.toMatch(WRONG);
    await sheet.put("'Profit and loss'!A9", [['foo', 80]]);
    await sheet.shows("'Profit and loss'!C9", ([row]) => row?.[0] === 'period?');
    await sheet.shows(
      "'Profit and loss'!A6",
      ([row]) => row?.[0] === 'Row 9 of the marks: “foo” is no period. Write Cal-27, Q1-27 or Jan-27.',
    );
    await sheet.shows("'Profit and loss'!D7", ([row]) =>
      String(row?.[0]).startsWith('No figures while a mark'),
    );
  });
});

describe('a press in the ribbon', () => {
  it('leaves the keys to the grid: what is typed afterwards is in the sheet, and Enter inserts no other', async () => {
    const tabs = (): Promise<number> => page.locator('[data-u-comp="slide-tab-item"]').count();
    const before = await tabs();
    await press('Spread calculator');
    await says(/Spread calculator \d+ is a new sheet\. It costs no call\./);
    await expect.poll(tabs).toBe(before + 1);
    await page.keyboard.type('71.5');
    await page.keyboard.press('Enter');
    // The grid itself loses a key that comes before it has taken this one.
    await sheet.shows('A1', ([row]) => row?.[0] === 71.5);
    await page.keyboard.type('72.5');
    await page.keyboard.press('Enter');
    await sheet.shows('A1:A2', (rows) => rows[0]?.[0] === 71.5 && rows[1]?.[0] === 72.5);
    expect(await tabs()).toBe(before + 1);
  });
});

describe('a name that is taken', () => {
  it('gets a number behind it, and what was there stays as it was', async () => {
    const before = await sheet.values('Blotter!A2:C4');
    await press('Blotter');
    await says('Blotter 2 is a new sheet.');
    await sheet.shows("'Blotter 2'!A5", ([row]) => /^RQ-\d+$/.test(String(row?.[0])));
    expect(await sheet.values('Blotter!A2:C4')).toEqual(before);
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', async () => {
    expect(await page.evaluate(() => window.workbench?.unknown())).toEqual([]);
    expect(opened.problems).toEqual([]);
  });
});
