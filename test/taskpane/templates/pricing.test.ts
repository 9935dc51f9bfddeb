import { describe, expect, it } from 'vitest';
import { QUOTE_TABLE, recognised } from '../../../src/domain/bulk/column';
import { shapeNote } from '../../../src/domain/delivery/shape';
import { readRows } from '../../../src/taskpane/quoting/row';
import { tableOf } from '../../../src/taskpane/quoting/table';
import { KEYED_HEADINGS } from '../../../src/taskpane/excel/results';
import { contains, type Area } from '../../../src/taskpane/excel/address';
import type { Content } from '../../../src/taskpane/excel/reading';
import { pricingSheet, requestsToPrice } from '../../../src/taskpane/templates/pricing';
import { leg, request, spread, swap } from '../examples';
import { areaAt } from '../memory-sheet';

const peak = spread({
  id: 'RQ-8',
  legs: [leg({ action: 'sell', loadProfile: 'peak' }), leg({ market: 'FR', loadProfile: 'peak' })],
});
const open = [request({ id: 'RQ-7' }), peak, request({ id: 'RQ-6', createdAt: 0 })];
const plan = pricingSheet(open);
const rowsAt = (cell: string) => plan.contents.find(([first]) => first === cell)?.[1] ?? [];
const at = (area: string): Area => areaAt(`Any!${area}`);

describe('the pricing sheet', () => {
  it('wants one mark for each market, load and delivery of the requests, and no price is filled in', () => {
    expect(rowsAt('A6')).toEqual([
      ['DE', 'base', 'Cal-27'],
      ['DE', 'peak', 'Cal-27'],
      ['FR', 'peak', 'Cal-27'],
    ]);
    expect(rowsAt('D6')).toEqual([]);
    expect(rowsAt('J6')).toEqual([]);
  });

  it('leaves out what no curve prices: swaps, own requests, deliveries without hours that are known', () => {
    const shaped = request({ id: 'RQ-9', legs: [leg({ loadProfile: 'shaped' })] });
    const elsewhere = request({ id: 'RQ-10', legs: [leg({ market: 'Mars' })] });
    const own = request({ id: 'RQ-11', role: 'initiator' });
    const ids = requestsToPrice([...open, swap({ id: 'RQ-12' }), shaped, elsewhere, own]).map(({ id }) => id);
    expect(ids).toEqual(['RQ-6', 'RQ-7', 'RQ-8']);
  });

  it('computes each request from its own row and the list of marks alone', () => {
    for (const cell of ['G6', 'I6', 'I17', 'K6', 'T6', 'W6', 'Y6', 'Z6', 'AC6', 'AO6', 'AU6', 'AY6']) {
      expect([cell, rowsAt(cell).length > 0]).toEqual([cell, true]);
      for (const [down, row] of rowsAt(cell).entries()) {
        const outside = row.flatMap((content) =>
          [...String(content).matchAll(/(\$?)([A-Z]{1,2})(\$?)(\d+)/g)].filter(
            ([, fixedColumn, , fixedRow, number]) =>
              Number(number) !== Number(cell.replace(/\D/g, '')) + down &&
              !(fixedRow === '$' && (fixedColumn === '$' || number === '5')),
          ),
        );
        expect([cell, down, outside]).toEqual([cell, down, []]);
      }
    }
  });

  it('follows requests that come later, without a gap, in rows where nothing is typed', () => {
    // The three requests that are open, eight that come later, and then six rows for ids that a person types.
    const following = rowsAt('F6').map(([content]) => String(content));
    expect(following).toHaveLength(11);
    for (const [at, formula] of following.entries()) {
      expect(formula).toContain('*ISNA(MATCH($BA$5:$BA$506,$F$17:$F$22,0))');
      // Those whose standing nobody knows keep their rows: in an outage the role is all that lasts.
      expect(formula).toContain(
        'IF(ISERROR($BB$5:$BB$506),--($BD$5:$BD$506="recipient"),($BB$5:$BB$506="to quote")+($BB$5:$BB$506="quoted"))*IFERROR(--($BC$5:$BC$506<>""),0)',
      );
      expect(formula.endsWith(`,${at + 1}),"")`)).toBe(true);
    }
    expect(rowsAt('G23')).toEqual([
      [expect.stringContaining(' more requests: open a second Pricing sheet.')],
    ]);
    const typed = plan.looks.flatMap(([area, { fill }]) => (fill === '#fff8e1' ? [at(area)] : []));
    const isTyped = (cell: string): boolean => typed.some((area) => contains(area, at(cell)));
    expect(['F6', 'J6', 'F16', 'J16'].filter(isTyped)).toEqual([]);
    expect(['F17', 'J17', 'F22', 'J22', 'J1'].filter((cell) => !isTyped(cell))).toEqual([]);
  });

  it('shows which cells fill by themselves, so that no gap seems to part the yellow ones', () => {
    const grey = plan.looks.filter(([, { fill }]) => fill === '#f1f3f5').map(([area]) => area);
    expect(grey).toEqual(['F6:F16', 'J6:J16']);
    expect(String(rowsAt('G2')[1]?.[0])).toContain('Grey rows follow what is open');
  });

  it('leaves what no curve prices out of the rows that follow too', () => {
    expect(rowsAt('BA4')).toEqual([['=DESK.RFQS(,,,,,"request-id, standing, marks, role")']]);
    expect(rowsAt('F6')[0]?.[0]).toContain('*IFERROR(--($BC$5:$BC$506<>""),0)');
  });

  it('is yellow where a person types, and greys what is not live', () => {
    const yellow = plan.looks.flatMap(([area, { fill }]) => (fill === '#fff8e1' ? [at(area)] : []));
    const isYellow = (cell: string): boolean => yellow.some((area) => contains(area, at(cell)));
    expect(['D6', 'F17', 'J17', 'I6', 'K6', 'O6'].map(isYellow)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    const greyed = plan.alerts.flatMap(([area, alert]) => (alert.italic ? [at(area)] : []));
    for (const cell of ['G6', 'I14', 'K6', 'Y6'])
      expect([cell, greyed.some((area) => contains(area, at(cell)))]).toEqual([cell, true]);
  });

  it('has the check in the colours of the quote sheet', () => {
    const looks = plan.alerts.filter(([area]) => contains(at(area), at('M6')) && area.startsWith('M'));
    expect(looks.map(([, { formula, colour }]) => [formula, colour])).toEqual([
      ['=IF(ISERROR($AU6),FALSE,AND($AY6="",OR($AU6="not checked")))', '#5b636b'],
      ['=IF(ISERROR($AU6),FALSE,AND($AY6="",OR($AU6="ok",$AU6="live")))', '#0e700e'],
      ['=IF(ISERROR($AU6),FALSE,AND($AY6="",OR($AU6="warn")))', '#8a5300'],
      ['=IF(ISERROR($AU6),FALSE,AND($AY6="",OR($AU6="block")))', '#c50f1f'],
    ]);
  });

  it('takes no margin in a row that moves: one that is typed there leaves no quote, and a sentence', () => {
    const rows = Array.from({ length: 17 }, (_, down) => 6 + down);
    const reasons = rowsAt('AY6').map(([content]) => String(content));
    const quotes = rowsAt('K6').map(([content]) => String(content));
    const isFollowing = (row: number): boolean => row < 17;
    for (const [down, row] of rows.entries()) {
      const refuses = `=IF(J${row}&""<>IF($F${row}="","",$J$1&""),"No margin in a row that moves`;
      expect([row, reasons[down]?.includes(refuses)]).toEqual([row, isFollowing(row)]);
      const isNumber = isFollowing(row)
        ? `ISNUMBER(J${row})`
        : `(IF(J${row}="",ISNUMBER($J$1),ISNUMBER(J${row})))`;
      expect(quotes[down]).toContain(`ISNUMBER(I${row})*${isNumber}*(AY${row}="")`);
    }
    expect(rowsAt('I6').map(([, margin]) => margin)).toEqual(
      rows.filter(isFollowing).map((row) => `=IF($F${row}="","",IF($J$1="","",$J$1))`),
    );
    expect(rowsAt('I17').every((row) => row.length === 1)).toBe(true);
    const refused = plan.rules.filter(([, rule]) => 'formula' in rule && rule.formula === '=FALSE');
    expect(refused.map(([area]) => area)).toEqual(['F6:F16', 'J6:J16']);
  });

  it('takes the default margin in each row where a person has typed none', () => {
    const quoted = rowsAt('K6').map(([content]) => String(content));
    expect(quoted[11]).toContain('ROUND(N(I17)+IF(LEFT(H17,4)="sell",1,-1)*IF(J17="",N($J$1),N(J17)),2)');
    expect(String(rowsAt('AY6')[11]?.[0])).toContain(
      'IF((J17="")*($J$1=""),"No margin. Type the default above, or one beside an id in a yellow row.",',
    );
    expect(rowsAt('K1')).toEqual([['Default margin']]);
  });

  it('keeps the ids in sight, and the check and what it says beside the pane; helpers are hidden', () => {
    const headings = (rowsAt('A5')[0] ?? []).map(String);
    const rightOf = (heading: string): number =>
      plan.widthsPt.slice(0, headings.indexOf(heading) + 1).reduce((sum, width) => sum + width, 0);
    expect(headings.indexOf('Request') + 1).toBe(plan.columnsInSight);
    // 1440 px less the pane, the row numbers and the scroll bar, at three quarters of a point each.
    const inSight = (1440 - 380 - 70) * 0.75;
    for (const heading of ['Product', 'You', 'Fair', 'Margin', 'Quote', 'Edge', 'Says'])
      expect([heading, rightOf(heading) <= inSight]).toEqual([heading, true]);
    expect(headings.indexOf('Says') - headings.indexOf('Edge')).toBe(1);
    const words = 'No price: NL offpeak WE48-26';
    expect(words.length * 11 * 0.49).toBeLessThanOrEqual(plan.widthsPt[headings.indexOf('Says')] ?? 0);
    expect(plan.hidden).toEqual(['AC1:BI1']);
    expect(headings.indexOf('Contract')).toBe(at('AC5').column);
  });

  it('has beside each quote what it is off the fair price, and of each reference whose it is and how old', () => {
    expect(rowsAt('K6')[0]?.[1]).toBe('=IF(ISNUMBER(K6)*ISNUMBER(I6),(K6-I6)*IF(LEFT(H6,4)="sell",1,-1),"")');
    // No bar hides its sign, and a space parts it from the words behind it.
    expect(plan.bars).toBeUndefined();
    expect(plan.formats.find(([area]) => area === 'L6:L22')?.[1]).toMatch(/^\+0\.00" ";/);
    const headings = (rowsAt('A5')[0] ?? []).map(String);
    expect(headings.slice(at('W5').column, at('Y5').column)).toEqual(['Reference kind', 'Age']);
    expect(rowsAt('W6')[0]).toEqual(['=IF($F6="","",IF(AN6="open",DESK.RFQ($F6,W$5:X$5),""))']);
  });

  it('says in the short words of the quote sheet what the check says, so that none of it is cut off', () => {
    expect(rowsAt('AU6')[0]?.[0]).toContain(',AU$5:AX$5))');
    const headings = (rowsAt('A5')[0] ?? []).map(String);
    expect(headings.slice(at('AU5').column, at('AY5').column)).toEqual([
      'Check',
      'Says',
      'Quantity',
      'Short',
    ]);
    expect(rowsAt('K6')[0]?.[2]).toContain('IF(IF(ISERROR(AU6),FALSE,(AY6="")*(AU6<>"")),AX6,');
  });

  it('says in whole sentences why a row has no quote, and what to do', () => {
    const reasons = [...rowsAt('AO6'), ...rowsAt('AY6')].flat().map(String).join('\n');
    expect(reasons).toContain('"No price: "&TRIM(AD6&" "&AE6)&" "&AO6&"."&" Type it beside a mark."');
    expect(reasons).toContain('" Type it beside a mark."');
    expect(reasons).toContain('"No margin. Type the default above, or one beside an id in a yellow row."');
    const texts = [...reasons.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
    // By which a sentence of STRIP is known; it is not said.
    const sentences = texts.filter(
      (text) => text.includes(' ') && text.trim().length > 12 && text !== 'Change one of these prices',
    );
    expect(sentences.length).toBeGreaterThan(6);
    expect(sentences.filter((text) => !/^( ?[A-Z]|” is | of the marks: ).*\.$/.test(text))).toEqual([]);
  });

  it('has a sentence in Says too where a row is in error, and calls no mark unused while a request is unknown', () => {
    for (const [says] of rowsAt('Y6'))
      expect(says).toMatch(
        /^=IFERROR\(IF\(AY\d+<>"".*,IF\(\$F\$1="NOT LIVE","Not live\. [^"]*\.",IF\(\(\$F\$1="loading"\)\+.*,"Loading\.",IF\(IF\(ISNA\(AC\d+\),IFERROR\(DESK\.CHECKQUOTE\(\$F\d+,,0,,,,"short"\)="no such request",FALSE\),FALSE\),"There is no request "&\$F\d+&"\. Check the id\.","Not known now\. [^"]*\."\)\)\)\)$/,
      );
    // In the narrow column its first sentence, in one line and without its dot, also where it is the only one.
    expect(rowsAt('K6')[0]?.[2]).toMatch(/IFERROR\(LEFT\(Y6,FIND\("\. ",Y6&" "\)-1\),Y6\)\)$/);
    expect(rowsAt('A5')[0]?.[at('Y5').column]).toBe('In full');
    for (const [fault] of rowsAt('E6'))
      expect(fault).toContain('IF(IFERROR(AND(SUMPRODUCT(--ISERROR($AD$6:$AI$22))=0,COUNTIF(');
    // By a wildcard of its own, not by "=": the workbench takes "?" for any letter there.
    expect(rowsAt('AC4')).toEqual([['=IFERROR(MATCH("*~?",$E$6:$E$45,0),0)']]);
  });

  it('names the product as the other sheets do, but for how an EFP is cleared, which has no room and no mark', () => {
    expect(rowsAt('A5')[0]?.slice(6, 8)).toEqual(['Product', 'You']);
    expect(rowsAt('G6')[0]).toEqual([
      '=IF($F6="","",LET(told,DESK.RFQ($F6,G$5:H$5),LEFT(told,FIND(" EFP ",told&" EFP ")+3)))',
    ]);
    // In pixels of the workbench.
    expect(((plan.widthsPt[at('G6').column] ?? 0) * 4) / 3).toBeGreaterThanOrEqual(134 + 2);
  });

  it('has its quotes in a table that Bulk reads as they stand, and nothing else of it', () => {
    const headings = (rowsAt('A5')[0] ?? []).map(String);
    const cells = headings.map((heading): Content => (heading === '' ? '' : `of ${heading}`));
    const row = new Map<string, Content>([
      ['Price', 71],
      ['Request', 'RQ-7'],
      ['Direction', 'ask'],
      ['Leg 2', ''],
      ['Quantity', 10],
    ]);
    const priced = headings.map((heading, at) => row.get(heading) ?? cells[at] ?? '');
    priced[headings.lastIndexOf('Price')] = 84.15;
    priced[headings.lastIndexOf('Quantity')] = 99;
    const found = tableOf(
      {
        sheet: 'Pricing',
        row: 3,
        column: 0,
        values: [
          [...headings.map((): Content => ''), '', 'request-id', 'standing', 'marks'],
          [...headings, '', 'RQ-9', 'to quote', 'DE Cal-27 base', '', ...KEYED_HEADINGS],
          [...priced, '', 'RQ-8', 'to quote', 'DE Cal-27 base'],
        ],
        formats: [],
        hidden: new Set(),
        selected: [at('A6')],
      },
      QUOTE_TABLE,
    );
    if (!found.ok) throw new Error(found.failure.message);
    const { mapping, unclear } = recognised(found.value.headings, QUOTE_TABLE);
    expect(unclear).toEqual([]);
    expect(readRows(found.value.rows, mapping)).toEqual([
      {
        ok: true,
        row: 5,
        intent: {
          ...{ row: 5, requestId: 'RQ-7', action: 'quote', direction: 'ask' },
          ...{ prices: ['84.15', undefined, undefined], quantity: '10' },
        },
      },
    ]);
    expect(found.value.place).toMatchObject({ row: 4, column: at('BE5').column });
    expect(rowsAt('BE5')).toEqual([KEYED_HEADINGS]);
  });

  it('shows a result only in the row of its request, wherever rows have moved, and first in Says', () => {
    for (const [down, [result]] of rowsAt('Z6').entries())
      expect(result).toContain(`SORT(FILTER($BE$6:$BI$5006,$BI$6:$BI$5006=$F${6 + down}),4,-1)`);
    expect(rowsAt('A5')[0]?.[at('Z5').column]).toBe('Result');
    expect(rowsAt('K6')[0]?.[2]).toMatch(/^=IF\(Z6="","",LEFT\(Z6,FIND\(": ",Z6&": "\)-1\)/);
  });

  it('names the mark that is no number in each row that it keeps from a price', () => {
    const [, , , , reason] = rowsAt('AO6')[0] ?? [];
    expect(reason).toContain(
      'FILTER(ROW($D$6:$D$45),($A$6:$A$45=AD6)*($B$6:$B$45=AE6)*($D$6:$D$45<>"")*NOT(ISNUMBER($D$6:$D$45))',
    );
    expect(reason).toContain('" of the marks: no number."');
  });

  it('says first how marks contradict each other, which stand there, and marks those rows alone', () => {
    const [, , , , reason] = rowsAt('AO6')[0] ?? [];
    expect(reason).toContain(
      'IF(ISNUMBER(FIND("Change one of these prices",why)),why&" "&"No price: "&TRIM(AD6&" "&AE6)&" "&AO6&"."',
    );
    const marks = 'FILTER($C$6:$D$45,($A$6:$A$45=$A7)*($B$6:$B$45=$B7)*($D$6:$D$45<>""))';
    expect(String(rowsAt('E6')[1]?.[0])).toContain(
      `IF(IF(ISNUMBER($D7),LET(why,IFERROR(DESK.STRIP($C7,${marks},$B7,$A7,"why"),""),ISNUMBER(FIND("Change one of these prices",why))*` +
        'ISNUMBER(FIND(" "&DESK.PRODUCT($C7,,"name")&" "," "&SUBSTITUTE(why,","," ")&" "))>0),FALSE),"clash?",',
    );
    // The sentence above the table is that of STRIP.
    expect(String(rowsAt('G2')[2]?.[0])).toMatch(/="clash\?",DESK\.STRIP\(INDEX\(\$C\$6:\$C\$45,\$AC\$4\),/);
  });

  it('shows no price of a spread within one curve whose shape is not known', () => {
    const isShape = '(AC6<>"single")*(AD6=AI6)*(AE6=AJ6)*(V6<>"")';
    expect(String(rowsAt('I6')[0]?.[0])).toContain(`IF(${isShape},"",`);
    expect(String(rowsAt('AY6')[0]?.[0])).toContain(`IF(ISNUMBER(T6)*ISNUMBER(U6)*${isShape},`);
    const care = plan.alerts.find(([, { formula }]) => formula === '=$V6<>""');
    expect(care?.[0]).toBe('I6:I22');
  });

  it('says that both legs come off one mark only where both notes name the same one, and else the notes', () => {
    const source = (note: string): string =>
      `MID(${note},FIND(" is flat from ",${note}&" is flat from "),99)`;
    expect(String(rowsAt('AY6')[0]?.[0])).toContain(
      `IF(${source('AQ6')}=${source('AR6')},"Both legs off one mark. Add a mark per period.",V6&" Add a mark per period.")`,
    );
    expect(shapeNote({ first: 1, last: 1 }, [{ first: 1, last: 2 }])).toContain(' is flat from ');
  });

  it('says of swaps and certificates that nothing here prices them, instead of asking for a mark that is none', () => {
    const reason = String(rowsAt('AO6')[0]?.[4]);
    expect(reason).toContain(
      'IF(RIGHT(H6,5)="cert.","Swaps are not priced here. Quote them on the pane.",IF((AO6="")+(AE6="")>0,"No curve prices this',
    );
    expect(reason.indexOf('Swaps are not')).toBeLessThan(reason.indexOf('Type it beside a mark'));
  });

  it('has a sentence for what is no id, before anything of the request is looked at', () => {
    expect(String(rowsAt('AY6')[11]?.[0])).toMatch(
      /^=IF\(\$F17="","",IF\(IFERROR\(ERROR\.TYPE\(AC17\)=3,FALSE\),"“"&\$F17&"” is no id\. Type one of a request, such as RQ-10293\.",/,
    );
  });
});
