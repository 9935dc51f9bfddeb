import { describe, expect, it } from 'vitest';
import { QUOTE_TABLE, recognised } from '../../../src/domain/bulk/column';
import { contains, type Area } from '../../../src/taskpane/excel/address';
import { quoteSheet, requestsToQuote } from '../../../src/taskpane/templates/quote-sheet';
import { KEYED_HEADINGS } from '../../../src/taskpane/excel/results';
import { BLOTTER } from '../../../src/taskpane/templates/blotter';
import { PLANS } from '../../../src/taskpane/templates/templates';
import { leg, request, spread } from '../examples';
import { areaAt } from '../memory-sheet';

const asked = request({ id: 'RQ-7', role: 'recipient', state: 'open', allOrNone: true });
const plan = quoteSheet([
  asked,
  spread({ id: 'RQ-8', role: 'recipient', legs: [leg({ action: 'sell' }), leg()] }),
]);
const rowsAt = (cell: string) => plan.contents.find(([first]) => first === cell)?.[1] ?? [];
const at = (area: string): Area => areaAt(`Any!${area}`);

describe('the quote sheet', () => {
  it('holds what this desk knows of each quote but for its price', () => {
    const quantity = Number(asked.legs[0]?.quantity);
    expect(rowsAt('A5')).toEqual([['RQ-7'], ['RQ-8']]);
    expect(rowsAt('Q5')).toEqual([[asked.legs[0]?.action === 'buy' ? 'ask' : 'bid'], ['bid']]);
    expect(rowsAt('K5')[0]).toEqual([quantity]);
    expect(rowsAt('R5')[0]).toEqual(['yes']);
    expect(rowsAt('H5')).toEqual([]);
  });

  it('has the reference and the distance from it in sight beside the pane while a price is typed', () => {
    const headings = (rowsAt('A4')[0] ?? []).map(String);
    // The column of the state is hidden.
    const rightOf = (heading: string): number =>
      plan.widthsPt
        .slice(0, headings.indexOf(heading) + 1)
        .reduce((sum, width, column) => sum + (column === at('B1').column ? 0 : width), 0);
    // 1440 px less the pane, the row numbers and the scroll bar, at three quarters of a point each.
    const inSight = (1440 - 360 - 70) * 0.75;
    for (const heading of ['Reference', 'Age', 'Kind', 'Price', 'Distance'])
      expect([heading, rightOf(heading) <= inSight]).toEqual([heading, true]);
    expect(headings.slice(4, 8)).toEqual(['Reference', 'Age', 'Kind', 'Price']);
  });

  it('has prices and quantities with their units, what is live and what the check says in sight beside the pane; id and product stay there', () => {
    const headings = (rowsAt('A4')[0] ?? []).map(String);
    // The column of the state is hidden.
    const seen = plan.widthsPt.map((width, column) => (column === at('B1').column ? 0 : width));
    const rightOf = (heading: string): number =>
      seen.slice(0, headings.indexOf(heading) + 1).reduce((sum, width) => sum + width, 0);
    // In the workbench, whose pane is 380 px wide.
    const inSight = (1440 - 380 - 63) * 0.75;
    for (const heading of [
      ...['Price', 'Leg 2', 'Price unit', 'Quantity', 'Unit', 'Live now', 'Check', 'Distance'],
    ])
      expect([heading, headings.includes(heading) && rightOf(heading) <= inSight]).toEqual([heading, true]);
    expect(headings.slice(0, plan.columnsInSight)).toEqual(['Request', 'State', 'Product']);
    expect(headings.slice(6, 16)).toEqual([
      ...['Kind', 'Price', 'Leg 2', 'Price unit', 'Quantity', 'Unit', 'Live now', 'Check', 'Distance'],
      'Result',
    ]);
    expect(plan.hidden).toEqual(['B1', 'AH1:AI1']);
  });

  it('has the state beside the id, and greys the row of a request that takes no quote any more', () => {
    const over = plan.alerts.find(([, { formula }]) => formula.includes('<>"open"'));
    expect(over).toEqual(['A5:AA26', expect.objectContaining({ fill: '#e3e5e8' })]);
    expect(over?.[1].formula).toContain('$B5<>"open"');
    expect(rowsAt('A4')[0]?.[at('B4').column]).toBe('State');
    expect(rowsAt('B5')[0]).toEqual([
      '=IF($A5="","",SUBSTITUTE(DESK.RFQ($A5,B$4:D$4),"bilateral","bilat."))',
    ]);
  });

  it('says of each price and quantity its unit, short, and of a reference what it is: "firm ask"', () => {
    const [unit] = rowsAt('J5')[0] ?? [];
    // Of a swap the unit of the certificate.
    const leg1 = (cell: string): string =>
      `SUBSTITUTE(SUBSTITUTE(LEFT(${cell},FIND(" / ",${cell}&" / ")-1),"certificates","cert."),"certificate","cert.")`;
    expect(unit).toBe(
      `=IF($A5="","",IF((RIGHT(D5,5)="cert.")<(W5="spread")*ISNUMBER(SEARCH(" / ",Z5)),"by leg",${leg1('Z5')}))`,
    );
    expect(rowsAt('L5')[0]?.[0]).toBe(`=IF($A5="","",${leg1('AA5')})`);
    expect(rowsAt('Z5')[0]).toEqual(
      ['price unit', 'quantity unit'].map((field) => `=IF($A5="","",DESK.RFQ($A5,"${field}"))`),
    );
    expect(rowsAt('G5')[0]).toEqual([
      '=IF($B5="open",SUBSTITUTE(DESK.RFQ($A5,"reference kind"),"indicative","ind."),"")',
    ]);
    // In points of the letters of 10 points, of which the longest is made.
    for (const [cell, widestPt] of [
      ['G4', 43.5],
      ['J4', 47.5],
      ['L4', 22.5],
    ] as const)
      expect(plan.widthsPt[at(cell).column]).toBeGreaterThanOrEqual(widestPt + 2);
  });

  it('has the direction of an id that is typed by what this desk does with it, and none where that is not known', () => {
    expect(rowsAt('Q7')).toHaveLength(20);
    expect(rowsAt('Q7')[0]).toEqual([
      '=IFERROR(IF(LEFT($D7,3)="buy","bid",IF(LEFT($D7,4)="sell","ask","")),"")',
    ]);
    // A formula in a cell of text would stand there as it is.
    expect(plan.formats.filter(([area]) => contains(at(area), at('Q7')))).toEqual([]);
  });

  it('has a reference only while the request is open', () => {
    expect(rowsAt('E5').map(([reference]) => reference)).toContain(
      '=IF($B5="open",DESK.RFQ($A5,E$4:F$4),"")',
    );
    expect(rowsAt('E5')).toHaveLength(22);
    expect(rowsAt('L5')[0]?.[3]).toBe('=IF(ISNUMBER(E5)*ISNUMBER(T5),T5-E5,"")');
  });

  it('says how old each reference is, in its row and, of the oldest, beside “live”', () => {
    expect(rowsAt('A4')[0]?.[at('F4').column]).toBe('Age');
    expect(plan.formats.find(([area]) => area === 'F5:F26')?.[1]).toContain('0" s"');
    expect(String(rowsAt('K1')[0]?.[0])).toContain('MAX(IFERROR(F5:F26,0))');
    expect(String(rowsAt('E1')[0]?.[0])).toContain('IF(MAX(IFERROR(F5:F26,0))<120,"live","delayed")');
  });

  it('says what is typed in all rows together, above them: below them Bulk reads ids', () => {
    const [[typed], [became]] = rowsAt('A2').map((row) => row.map(String)) as [[string], [string]];
    // Errors in a row spoil no count; a price by leg is a text.
    const open = 'IF(ISERROR(B5:B26),IF(ISERROR(N5:N26),1,--(N5:N26<>"no such request")),--(B5:B26="open"))';
    const filled = (column: string): string =>
      `${open}*IF(ISERROR(${column}5:${column}26),0,--(${column}5:${column}26<>""))`;
    expect(typed).toContain(`SUMPRODUCT(${filled('T')})&" priced, "`);
    const ofUnit = 'IF(ISERROR(AA5:AA26),0,--(AA5:AA26="MW"))*IF(ISNUMBER(K5:K26),K5:K26,0)';
    expect(typed).toContain(`ROUND(SUMPRODUCT(${filled('T')}*${ofUnit}),3)&" MW"`);
    expect(became).toContain(
      `SUMPRODUCT(${open}*IF(ISERROR(P5:P26),0,--(P5:P26="done")))&" done, ")&IF(SUMPRODUCT(${open}*ISERROR(M5:M26))=0,SUMPRODUCT(${filled('M')})&" live"`,
    );
    const warnings = '(COUNTIF(AH5:AH26,"warn")+COUNTIF(N5:N26,"*~?"))';
    expect(became).toContain(`IF(${warnings}=0,"",", "&${warnings}&" warning"&IF(${warnings}=1,"","s"))`);
    expect(became).toContain('(COUNTIF(AH5:AH26,"block")+SUMPRODUCT(ISERROR(AH5:AH26)*ISTEXT(AI5:AI26)))');
  });

  it('counts nothing as none that is not known: what is open, live or checked, and prices of requests never read', () => {
    const [[typed], [became]] = rowsAt('A2').map((row) => row.map(String)) as [[string], [string]];
    const open = 'IF(ISERROR(B5:B26),IF(ISERROR(N5:N26),1,--(N5:N26<>"no such request")),--(B5:B26="open"))';
    expect(
      typed.startsWith(`=IF(SUMPRODUCT(${open}*ISERROR(B5:B26))=0,COUNTIF(B5:B26,"open")&" open",`),
    ).toBe(true);
    expect(typed).toContain('IF(COUNTIF(B5:B26,"open")=0,"open not known",');
    expect(typed).toContain(`IF(SUMPRODUCT(${open}*ISERROR(W5:W26)*IF(ISERROR(H5:H26),1,--(H5:H26<>"")))=0,`);
    expect(typed.endsWith(',"priced not known")')).toBe(true);
    expect(became).toMatch(/=0,"live not known",/);
    // A check that is not known is no error of its row.
    expect(
      became.endsWith(
        'IF(COUNTIF(N5:N26,"not known now")=0,"",", "&COUNTIF(N5:N26,"not known now")&" unchecked")',
      ),
    ).toBe(true);
  });

  it('says in amber how many rows that were sent have nothing live, and that sending quotes them again', () => {
    const says = String(rowsAt('D2')[1]?.[0]);
    const count =
      'SUMPRODUCT(IFERROR(IF(ISERROR(B5:B26),IF(ISERROR(N5:N26),1,--(N5:N26<>"no such request")),--(B5:B26="open"))*(P5:P26="done")*(M5:M26="")*(T5:T26<>"")*((S5:S26="")+(S5:S26="quote")),0))';
    expect(says).toBe(
      `=IF(${count}=0,"Swap: Price of the certificate, Leg 2 of the power. Reference: best quote, else a proposal.","Sent before, nothing live now: "&${count}&IF(${count}=1," row"," rows")&". Sending quotes again; to leave a row out, clear its price.")`,
    );
    expect(plan.alerts.find(([area]) => area === 'D3')?.[1]).toEqual({
      formula: '=LEFT($D$3,11)="Sent before"',
      colour: '#8a5300',
      bold: true,
    });
  });

  it('says in each row what the pane’s check says of its price, and nothing while there is none', () => {
    expect(rowsAt('AH5')[0]).toEqual([
      '=IF(($A5="")+(H5&I5="")+(Q5="")*NOT(ISERROR(D5))+(IFERROR(((W5="spread")+(RIGHT(D5,5)="cert.")>0)*(I5=""),0)*(H5<>"")+(H5="")*(I5<>"")>0)+IF(ISERROR(B5),0,(B5<>"")*(B5<>"open"))+(S5<>"")*(S5<>"quote")>0,"",DESK.CHECKQUOTE($A5,Q5,H5:I5,K5,,,"check, short, says"))',
    ]);
    const says = String(rowsAt('L5')[0]?.[2]);
    expect(says).toContain('IF((H5&I5=""),"",IF((Q5="")*NOT(ISERROR(D5)),"bid or ask?",');
    const hasLegs = '((W5="spread")+(RIGHT(D5,5)="cert.")>0)';
    expect(says).toContain(`IF(H5="",IF(IFERROR(${hasLegs},FALSE),"leg 1?","price?"),"leg 2?")`);
    // Of a CHECKQUOTE that could not be called, or has no room, the first cell alone is an error.
    expect(says).toMatch(
      /,IF\(ISERROR\(AI5\),IF\(.*AI5.*,"loading","not known now"\),IF\(AI5="",IF\(.*AH5.*,"loading","not known now"\),AI5\)\)\)+$/,
    );
    const looks = plan.alerts.filter(([area]) => area === 'N5:N26').map(([, look]) => look);
    expect(looks.slice(0, 4).map(({ colour }) => colour)).toEqual([
      ...['#5b636b', '#0e700e', '#8a5300', '#c50f1f'],
    ]);
    expect(looks[3]?.formula).toBe(
      '=OR(IF(ISERROR($AH5),FALSE,$AH5="block"),IF(ISERROR($AH5),ISTEXT($AI5),FALSE))',
    );
    const words = '0.75 above last';
    expect(plan.widthsPt[at('N4').column]).toBeGreaterThanOrEqual(words.length * 4.4 + 8);
  });

  it('counts a swap as priced with both its prices alone, and compares no net price of legs in several units', () => {
    const price = String(rowsAt('T5')[0]?.[0]);
    const both = '(ISNUMBER(H5)+(H5&""="0"))*(ISNUMBER(I5)+(I5&""="0"))=0,""';
    expect(price).toBe(
      `=IF(H5="","",IF(((W5="spread")+(RIGHT(D5,5)="cert.")>0),IF(${both},IF(RIGHT(D5,5)="cert.",H5,IF((W5="spread")*ISNUMBER(SEARCH(" / ",Z5)),"by leg",DESK.SPREADPRICE(H5,I5,X5,Y5)))),IF(I5="",H5,"")))`,
    );
  });

  it('is yellow in the column of leg 2 only where the request has it, and not where it is over', () => {
    const yellow = (area: string) =>
      plan.alerts.findIndex(([on, { fill }]) => on === area && fill === '#fff8e1');
    expect(plan.alerts[yellow('I5:I26')]?.[1].formula).toBe(
      '=IFERROR(($W5="spread")+(RIGHT($D5,5)="cert.")>0,FALSE)',
    );
    const over = plan.alerts.findIndex(([, { formula }]) => formula.includes('<>"open"'));
    expect(over).toBeGreaterThan(yellow('I5:I26'));
  });

  it('and the blotter grey a price that is older than two minutes, in its row, and say “delayed” in amber', () => {
    for (const [{ alerts }, areas, age, word] of [
      [plan, ['E5:E26', 'F5:F26', 'G5:G26', 'O5:O26'], '$F5', 'E1'],
      [BLOTTER, ['G5:G1004', 'I5:I1004', 'L5:L1004', 'M5:M1004'], '$M5', 'D1'],
    ] as const) {
      const formula = `=IF(ISNUMBER(${age}),${age}>=120,FALSE)`;
      const late = alerts.filter((alert) => alert[1].formula === formula);
      expect(late.map(([area]) => area)).toEqual(areas);
      for (const [area, look] of late) {
        expect(look).toMatchObject({ colour: '#666d75', bold: false, italic: true });
        // Over the green of a request of one's own.
        const own = alerts.findLastIndex(([on, { bold }]) => on === area && bold === true);
        expect(alerts.findIndex(([on, one]) => on === area && one === look)).toBeGreaterThan(own);
      }
      const amber = alerts.findIndex(([on, { colour }]) => on === word && colour === '#8a5300');
      expect(alerts[amber]?.[1].formula).toBe(`=$${word.charAt(0)}$1="delayed"`);
      expect(alerts.findIndex(([on, { shows }]) => on === word && shows === 'NOT LIVE')).toBeGreaterThan(
        amber,
      );
    }
  });

  it('is yellow only where rows are, and takes other ids below', () => {
    const yellow = plan.looks.flatMap(([area, { fill }]) => (fill === '#fff8e1' ? [at(area)] : []));
    const isYellow = (cell: string): boolean => yellow.some((area) => contains(area, at(cell)));
    expect([isYellow('A5'), isYellow('H6'), isYellow('A7'), isYellow('N5'), isYellow('B5')]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(rowsAt('B5').length).toBe(22);
  });

  it('computes each row from that row alone, and shows what became of its request wherever Bulk wrote it', () => {
    const RESULTS = ['B$5', 'F$5', 'F$5005'];
    expect(rowsAt('L5')[1]?.[4]).toBe(
      '=IF($A6="","",IFERROR(LET(line,SORT(FILTER($AB$5:$AF$5005,$AF$5:$AF$5005=$A6),4,-1),INDEX(line,1,1)),""))',
    );
    expect(rowsAt('A4')[0]?.slice(at('AB4').column)).toEqual([
      ...KEYED_HEADINGS,
      ...['', 'Level', 'Short', 'Check in full'],
    ]);
    for (const [first, rows] of plan.contents.slice(2).filter(([cell]) => at(cell).row > 2)) {
      for (const [down, row] of rows.entries()) {
        const own = at(first).row + down + 1;
        const named = row.flatMap((content) =>
          String(content).startsWith('=')
            ? [...String(content).matchAll(/\$?[A-Z]\$?(\d+)/g)].filter(([cell]) => !RESULTS.includes(cell))
            : [],
        );
        expect(new Set(named.map(([, number]) => Number(number)).filter((number) => number !== 4))).toEqual(
          new Set(named.length > 0 ? [own] : []),
        );
      }
    }
  });

  it('shows live of a swap, which has no net price, the price of its certificate, and of legs in several units that it is', () => {
    const live = String(rowsAt('L5')[0]?.[1]);
    expect(live).toContain('IF(RIGHT(D5,5)="cert.",DESK.MYQUOTE($A5,"leg 1 price"),');
    expect(live).toContain('IF(DESK.MYQUOTE($A5,"count")=0,"","by leg"),DESK.MYQUOTE($A5))');
  });

  it('says of each action whose it is: yours, or the initiator’s', () => {
    const headings = quoteSheet([]).contents.find(([cell]) => cell === 'A4')?.[1][0] ?? [];
    expect(headings).toEqual(
      expect.arrayContaining(['You', 'Leg 1 initiator action', 'Leg 2 initiator action']),
    );
    expect(headings).not.toContain('Leg 1 action');
  });

  it('has headings that the room Bulk knows, each for one column', () => {
    const headings = (rowsAt('A4')[0] ?? []).map(String);
    const { mapping, unclear } = recognised(headings, QUOTE_TABLE);
    expect(unclear).toEqual([]);
    const named = Object.fromEntries(
      Object.entries(mapping).map(([column, place]) => [column, headings[place ?? -1]]),
    );
    expect(named).toEqual({
      'request-id': 'Request',
      direction: 'Direction',
      'price-1': 'Price',
      'price-2': 'Leg 2',
      quantity: 'Quantity',
      'all-or-none': 'All-or-none',
      action: 'Action',
    });
  });

  it('lists only open requests that this desk is asked to quote, the oldest first', () => {
    const listed = requestsToQuote([
      request({ id: 'RQ-1', role: 'initiator', createdAt: 1 }),
      request({ id: 'RQ-2', role: 'recipient', createdAt: 3 }),
      request({ id: 'RQ-3', role: 'recipient', state: 'closed', createdAt: 1 }),
      request({ id: 'RQ-4', role: 'recipient', createdAt: 2 }),
    ]);
    expect(listed.map(({ id }) => id)).toEqual(['RQ-4', 'RQ-2']);
  });
});

describe('the sheet of profit and loss', () => {
  const { contents, widthsPt } = PLANS['profit-and-loss'];
  const table = String(contents.find(([cell]) => cell === 'D7')?.[1][0]?.[0]);

  it('says in a sentence that a mark is wrong, in place of an error of the whole table', () => {
    expect(table).toContain('IF(A6<>"","No figures while a mark is wrong: see row 6.",DESK.PNL(');
    expect(String(contents.find(([cell]) => cell === 'A6')?.[1][0]?.[0])).toContain(
      'is no period. Write Cal-27',
    );
  });

  it('marks those that contradict each other, and says how, where the hours that weigh them are typed', () => {
    const [, rows = []] = contents.find(([cell]) => cell === 'C8') ?? [];
    const why = (mark: string): string =>
      `IF(($E$5="")+($F$5="")>0,"",DESK.STRIP(${mark},$A$8:$B$31,$F$5,$E$5,"why"))`;
    expect(String(rows[1]?.[0])).toContain(
      `IF(IF(ISNUMBER(B9),LET(why,IFERROR(${why('A9')},""),ISNUMBER(FIND("Change one of these prices",why))*`,
    );
    expect(String(contents.find(([cell]) => cell === 'A6')?.[1][0]?.[0])).toContain(
      `="clash?",${why('INDEX(A8:A31,MATCH("*~?",C8:C31,0))')},`,
    );
  });

  it('has the total of each period in sight beside the pane, under headings written as in other sheets', () => {
    const headings = /,"(Period, [^"]+)"\)/.exec(table)?.[1]?.split(', ') ?? [];
    const right = widthsPt.slice(0, 3 + headings.indexOf('Total') + 1).reduce((sum, pt) => sum + pt, 0);
    expect([headings.includes('Total'), right <= (1440 - 360 - 70) * 0.75]).toEqual([true, true]);
    const position = String(PLANS.position.contents.find(([cell]) => cell === 'A7')?.[1][0]?.[0]);
    for (const heading of [
      ...headings,
      ...(/,"(Period, [^"]+)"\)/.exec(position)?.[1]?.split(', ') ?? ['none']),
    ])
      expect(heading).toMatch(/^[A-Z]/);
  });
});

it('the sheet of positions tells the newest correction by the platform, from the journal', () => {
  const told = String(PLANS.position.contents.find(([cell]) => cell === 'H4')?.[1][0]?.[0]);
  const lines = 'DESK.JOURNAL(500,"noted")';
  // Where the columns stand is held by the test of headers: action is the third, shown the eleventh.
  expect(told).toContain(`INDEX(${lines},MATCH("trade-corrected",INDEX(${lines},,3),0),11)`);
});

const blotterHeadings = (BLOTTER.contents.find(([cell]) => cell === 'A4')?.[1][0] ?? []).map(String);
const blotterTable = String(BLOTTER.contents.find(([cell]) => cell === 'A5')?.[1][0]?.[0]);

describe('the blotter', () => {
  it('has headings of its own, which stay where there is no answer, for the columns that it asks for', () => {
    expect(blotterTable).toContain(`DESK.RFQS(,,,,,"${blotterHeadings.join(', ')}")`);
    expect(String(BLOTTER.contents.find(([cell]) => cell === 'C2')?.[1][0]?.[0])).toMatch(
      /^=IF\(IFERROR\(DESK\.STATUS\("signed-in"\),TRUE\),"Open requests: .*","Sign in on the pane\."\)$/,
    );
  });

  it('is in the order of the list of the pane, to quote first, the newest first', () => {
    // While the platform is away no standing is known; the role lasts.
    const [standing, created, role] = ['Standing', 'Created', 'Role'].map(
      (name) => blotterHeadings.indexOf(name) + 1,
    );
    expect(blotterTable).toContain(
      `MATCH(INDEX(listed,,${standing}),{"to quote","quoted","mine"},0),IF(ISERROR(INDEX(listed,,${standing})),IF(INDEX(listed,,${role})="recipient",1,3),9)),LET(sorted,SORTBY(listed,ranks,1,INDEX(listed,,${created}),-1)`,
    );
  });

  it('shortens units alone, and has a price beside its unit on a screen of 1366 px', () => {
    const masks = [...blotterTable.matchAll(/IF\(\{([\d,]+)\}/g)].map(([, ones = '']) => ones.split(','));
    const [repeated, mask] = [masks[0], masks.at(-1)];
    expect(blotterHeadings.filter((_, column) => mask?.[column] === '1')).toEqual(['Unit', 'Price unit']);
    expect([repeated, mask].map((one) => one?.length)).toEqual([
      blotterHeadings.length,
      blotterHeadings.length,
    ]);
    const unit = blotterHeadings.indexOf('Price unit');
    expect(blotterHeadings[unit - 1]).toBe('Best');
    const right = BLOTTER.widthsPt.slice(0, unit + 1).reduce((sum, pt) => sum + pt, 0);
    expect(right).toBeLessThanOrEqual((1366 - 360 - 70) * 0.75);
  });

  it('has a reference and its kind only where they are not the best price once more', () => {
    const [, ones = ''] =
      /IF\(\{([\d,]+)\}\*IFERROR\(INDEX\(sorted,,9\)=INDEX\(sorted,,7\),FALSE\),"",/.exec(blotterTable) ?? [];
    expect(['Best', 'Reference'].map((name) => blotterHeadings.indexOf(name) + 1)).toEqual([7, 9]);
    const blanked = blotterHeadings.filter((_, column) => ones.split(',')[column] === '1');
    expect(blanked).toEqual(['Reference', 'Reference kind']);
  });

  it('has a reference and what it is beside the best price and its unit, and calls a swap so', () => {
    const best = blotterHeadings.indexOf('Best');
    expect(blotterHeadings.slice(best, best + 4)).toEqual([
      ...['Best', 'Price unit', 'Reference', 'Reference kind'],
    ]);
    const [, ones = ''] =
      /IF\(\{([\d,]+)\}\*IFERROR\(RIGHT\(INDEX\(sorted,,3\),5\)="cert\.",FALSE\),"swap",/.exec(
        blotterTable,
      ) ?? [];
    expect(blotterHeadings.filter((_, column) => ones.split(',')[column] === '1')).toEqual(['Contract']);
    expect(blotterHeadings[2]).toBe('You');
  });

  it('says by the cell that NOT LIVE goes by whether the desk is heard or was heard until then', () => {
    const [, [[told] = []] = []] = BLOTTER.contents.find(([first]) => first === 'E1') ?? [];
    expect(told).toContain('IF(ISNA($C$1),", heard until ",", last heard ")&DESK.STATUS("told-time")');
  });

  it('has the best price that BEST has, one’s own included, and says so', () => {
    expect(blotterTable).not.toMatch(/INDEX\(sorted,,7\)=INDEX\(sorted,,11\)/);
    expect(JSON.stringify(BLOTTER.contents)).toContain('Best: net (swap: certificate), yours included.');
  });

  it('is one formula, so that a price never stands in the row of another request', () => {
    // The first row says whether all of it is live.
    // Nor does the line below it show anything of a request.
    const formulas = BLOTTER.contents
      .filter(([first]) => at(first).row > 1)
      .flatMap(([, rows]) => rows.flat().filter((content) => String(content).startsWith('=')));
    expect(formulas).toHaveLength(1);
  });

  it('says beside “live” how old the oldest of its prices is, by the column of ages', () => {
    const headings = blotterHeadings;
    expect(headings.indexOf('Age')).toBe(at('M4').column);
    const contentOf = (wanted: string) => BLOTTER.contents.find(([cell]) => cell === wanted)?.[1][0]?.[0];
    const told = contentOf('J1');
    expect(told).toContain('MAX(IFERROR(M5:M1004,0))');
    expect(told).toContain('"Prices up to "');
    expect(told).toContain('" min old."');
    expect(contentOf('D1')).toContain('IF(MAX(IFERROR(M5:M1004,0))<120,"live","delayed")');
  });

  it('has in sight beside the pane what a trader looks at, and ids that stay there', () => {
    const headings = blotterHeadings;
    const inSight = (1440 - 360 - 70) * 0.75;
    for (const heading of ['My quote', 'Distance', 'Age', 'Standing', 'Reference kind']) {
      const right = BLOTTER.widthsPt.slice(0, headings.indexOf(heading) + 1).reduce((sum, pt) => sum + pt, 0);
      expect([heading, headings.includes(heading) && right <= inSight]).toEqual([heading, true]);
    }
    expect(headings.slice(0, BLOTTER.columnsInSight)).toEqual(['Request', 'Product']);
  });

  it('has a width for each of its columns, wide enough for its heading', () => {
    const headings = blotterHeadings;
    expect(BLOTTER.widthsPt).toHaveLength(headings.length);
    // They stand in two lines where they have several words.
    for (const [column, heading] of headings.entries())
      for (const word of heading.split(' '))
        expect(BLOTTER.widthsPt[column]).toBeGreaterThanOrEqual(word.length * 5.5 + 8);
  });
});

it('both days of legs that differ in them are whole in the blotter, and a standard spread in each sheet', () => {
  for (const cell of ['P4', 'Q4'])
    expect(BLOTTER.widthsPt[at(cell).column]).toBeGreaterThanOrEqual(
      '2026-12-31 / 2027-03-31'.length * 5.2 + 8,
    );
  for (const width of [BLOTTER.widthsPt[at('R4').column], plan.widthsPt[at('W4').column]])
    expect(width).toBeGreaterThanOrEqual('standard-spread'.length * 5.5 + 8);
});

it('what legs differ in has the format of its column: separated quantities, days as in the rows beside them', () => {
  const [, differing = ''] =
    /IF\((\{[\d,]+\}\*ISNUMBER\(FIND\(" \/ ",sorted\)\)),LET\(x,INDEX\(sorted,,15\)/.exec(blotterTable) ?? [];
  expect(differing).not.toBe('');
  expect(blotterTable).toContain('IFERROR(FIXED(VALUE(a),0),a)');
  for (const column of [16, 17]) expect(blotterTable).toContain(`LET(x,INDEX(sorted,,${column}),a,`);
  expect(blotterTable).toContain('MID("JanFebMarAprMayJunJulAugSepOctNovDec",3*VALUE(MID(a,6,2))-2,3)');
  expect(BLOTTER.widthsPt[at('O4').column]).toBeGreaterThanOrEqual('175,200 / 20 / 20'.length * 5);
  for (const cell of ['P4', 'Q4'])
    expect(BLOTTER.widthsPt[at(cell).column]).toBeGreaterThanOrEqual(
      '01-Jan-2027 / 01-Jan-2028'.length * 5.2,
    );
});

it('a long product and the unit of certificates are whole', () => {
  const product = 'EU-HYDRO/AT Q1/Q4-27 base'.length * 5.5 + 8;
  expect(BLOTTER.widthsPt[at('B4').column]).toBeGreaterThanOrEqual(product);
  expect(plan.widthsPt[at('C4').column]).toBeGreaterThanOrEqual(product);
  // "NL Cal-27 base EFP ECC/bilateral" is not: "NL Cal-27 base EFP ECC/bilat." is, in pixels of the workbench.
  const shortPx = 186;
  expect(blotterTable).toContain('SUBSTITUTE(sorted,"bilateral","bilat.")');
  for (const width of [BLOTTER.widthsPt[at('B4').column], plan.widthsPt[at('C4').column]])
    expect(((width ?? 0) * 4) / 3).toBeGreaterThanOrEqual(shortPx + 2);
  // Half of its letters are narrow ones.
  expect(BLOTTER.widthsPt[at('F4').column]).toBeGreaterThanOrEqual('cert.'.length * 4 + 8);
});

it('every ready-made sheet shows an id of a request whole', () => {
  const columns = [
    [PLANS.blotter.widthsPt, at('A1')],
    [PLANS['quote-sheet'].widthsPt, at('A1')],
    [PLANS.pricing.widthsPt, at('F1')],
  ] as const;
  for (const [widths, { column }] of columns)
    expect(widths[column]).toBeGreaterThanOrEqual('RQ-10293'.length * 6 + 8);
});

it('every ready-made sheet has sentences that fit beside the pane on a screen of 1440 px, and none runs over the edge of what stays in sight', () => {
  const inSight = (1440 - 360 - 70) * 0.75;
  const PT_PER_LETTER = inSight / 155;
  for (const { name, contents, rowsInSight, columnsInSight, widthsPt } of Object.values(PLANS)) {
    const until = (column: number): number => widthsPt.slice(0, column).reduce((sum, pt) => sum + pt, 0);
    // What stands above the headings, but for the first row, where words of the live mark stand beside each other.
    const told = contents.flatMap(([first, rows]) =>
      rows.flatMap((row, down) =>
        row.map((text, right) => {
          // Of what a formula says the longest text is the sentence.
          const parts = [...String(text).matchAll(/"([^"]*)"/g)].map(([, part = '']) => part);
          const said = parts.sort((a, b) => b.length - a.length)[0] ?? String(text);
          return { said, row: at(first).row + down, column: at(first).column + right };
        }),
      ),
    );
    const sentences = told.filter(
      ({ said, row }) =>
        row > 0 && row < rowsInSight - 1 && / /.test(said) && /\.$/.test(said) && said.length > 20,
    );
    expect(sentences.length, name).toBeGreaterThan(0);
    for (const { said, column } of sentences) {
      const right = until(column) + said.length * PT_PER_LETTER;
      expect([said, right <= inSight]).toEqual([said, true]);
      if (column < columnsInSight) expect([said, right <= until(columnsInSight)]).toEqual([said, true]);
    }
    // The title is of letters of 16 points.
    if (columnsInSight > 0) expect(name.length * 8.5).toBeLessThanOrEqual(until(columnsInSight));
  }
});
