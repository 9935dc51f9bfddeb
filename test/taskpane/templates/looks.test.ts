import { expect, it } from 'vitest';
import { contains } from '../../../src/taskpane/excel/address';
import { PLANS, type Template } from '../../../src/taskpane/templates/templates';
import { areaAt } from '../memory-sheet';

const at = (area: string) => areaAt(`Any!${area}`);
const holds = (area: string, cell: string): boolean => contains(at(area), at(cell));
const formatOf = (kind: Template, cell: string): string | undefined =>
  PLANS[kind].formats.findLast(([area]) => holds(area, cell))?.[1];
const alignOf = (kind: Template, cell: string): string | undefined =>
  PLANS[kind].looks.findLast(([area, { align }]) => align !== undefined && holds(area, cell))?.[1].align;

it('a quantity of thousands has them parted in every sheet, and an age has its unit', () => {
  for (const [kind, cell] of [
    ['blotter', 'E10'],
    ['blotter', 'O10'],
    ['quote-sheet', 'K10'],
    ['request-sheet', 'G10'],
    ['request-sheet', 'N10'],
    ['pricing', 'Q10'],
  ] as const)
    expect([kind, cell, formatOf(kind, cell)]).toEqual([kind, cell, '[>=1000]#,##0;General']);
  expect(formatOf('blotter', 'M10')).toContain('0" s"');
  expect(formatOf('quote-sheet', 'F10')).toContain('0" s"');
});

it('no formula has a text of more than 255 characters, or more than 8,192 in all: Excel takes neither', () => {
  const formulas = Object.values(PLANS).flatMap(({ name, contents }) =>
    contents.flatMap(([, rows]) =>
      rows.flatMap((row) =>
        row.flatMap((cell) => (typeof cell === 'string' && cell.startsWith('=') ? { name, cell } : [])),
      ),
    ),
  );
  expect(formulas.length).toBeGreaterThan(100);
  const texts = formulas.flatMap(({ name, cell }) =>
    [...cell.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) => [name, text.length] as const),
  );
  expect(texts.filter(([, length]) => length > 255)).toEqual([]);
  expect(formulas.filter(({ cell }) => cell.length > 8_192).map(({ name }) => name)).toEqual([]);
});

it('short words and days stand clear of the figures before them', () => {
  for (const [kind, cell] of [
    ['blotter', 'Q10'],
    ['quote-sheet', 'G10'],
    ['quote-sheet', 'J10'],
    ['quote-sheet', 'L10'],
    ['quote-sheet', 'Q10'],
    ['quote-sheet', 'U10'],
    ['request-sheet', 'H10'],
    ['request-sheet', 'O10'],
    ['pricing', 'E10'],
  ] as const)
    expect([kind, cell, alignOf(kind, cell)]).toEqual([kind, cell, 'Center']);
  const [, lines = []] = PLANS.calculator.contents.find(([cell]) => cell === 'A5') ?? [];
  const told = lines.flatMap(([, , says]) => (says === undefined ? [] : [String(says)]));
  expect(told.length).toBeGreaterThan(10);
  expect(told.filter((text) => !/^(="  "&| {2}\S)/.test(text))).toEqual([]);
});

const IN_SIGHT = (1440 - 360 - 70) * 0.75;
const tableOf = (kind: Template, cell: string) => {
  const formula = String(PLANS[kind].contents.find(([first]) => first === cell)?.[1][0]?.[0]);
  const headings = /,"(Period, [^"]+)"\)/.exec(formula)?.[1]?.split(', ') ?? [];
  const first = at(cell).column;
  return (heading: string) => {
    const column = first + headings.indexOf(heading);
    expect([heading, headings.includes(heading)]).toEqual([heading, true]);
    const right = PLANS[kind].widthsPt.slice(0, column + 1).reduce((sum, width) => sum + width, 0);
    return { right, width: PLANS[kind].widthsPt[column] ?? 0, cell: `${String.fromCharCode(65 + column)}20` };
  };
};

it('the units of prices and money are in sight beside the pane, and each column has the format of its heading', () => {
  const position = tableOf('position', 'A7');
  // With the days of delivery, which are whole.
  expect(position('End').right).toBeLessThanOrEqual(IN_SIGHT - 10);
  for (const heading of ['Start', 'End'])
    expect(position(heading).width).toBeGreaterThanOrEqual('31-May-2027'.length * 5.5);
  const pnl = tableOf('profit-and-loss', 'D7');
  expect(pnl('Currency').right).toBeLessThanOrEqual(IN_SIGHT);
  const formats = (kind: Template, table: ReturnType<typeof tableOf>, ...headings: string[]) =>
    headings.map((heading) => formatOf(kind, table(heading).cell));
  expect(
    formats('position', position, 'Net MW', 'Sold MWh', 'Provisional MWh', 'Sold price', 'Start', 'End'),
  ).toEqual([
    '+#,##0.0;"−"#,##0.0;0.0',
    '[>=1000]#,##0;[=0]" ";General',
    '[>=1000]#,##0;General',
    '0.00;"−"0.00',
    'dd-mmm-yyyy',
    'dd-mmm-yyyy',
  ]);
  expect(formats('profit-and-loss', pnl, 'Net MWh', 'Mark', 'Realised', 'Total', 'Start', 'End')).toEqual([
    '+#,##0;"−"#,##0;0',
    '0.00;"−"0.00',
    '+#,##0.00;"−"#,##0.00;0.00',
    '+#,##0.00;"−"#,##0.00;0.00',
    'dd-mmm-yyyy',
    'dd-mmm-yyyy',
  ]);
  for (const [kind, table, heading] of [
    ['position', position, 'Price unit'],
    ['position', position, 'End'],
    ['profit-and-loss', pnl, 'Currency'],
  ] as const)
    expect([heading, alignOf(kind, table(heading).cell)]).toEqual([heading, 'Center']);
});

it('all marks of profit and loss scroll together, below the headings', () => {
  const { rowsInSight, looks } = PLANS['profit-and-loss'];
  const yellow = looks.flatMap(([area, { fill }]) => (fill === '#fff8e1' ? [at(area).row] : []));
  expect(rowsInSight).toBe(Math.max(...yellow));
});

it('whether the trades are complete is said in one word, and why in another cell without it', () => {
  for (const kind of ['position', 'profit-and-loss'] as const) {
    const { contents } = PLANS[kind];
    const formula = (cell: string): string =>
      String(contents.find(([first]) => first === cell)?.[1][0]?.[0] ?? '');
    expect(formula('Q1')).toMatch(/^=DESK\.POSITION\(.*"status"\)$/);
    expect(formatOf(kind, 'Q1')).toBe(';;;');
    expect(formula('H1')).toContain('MID($Q$1,FIND(": ",$Q$1)+3,255)');
  }
});

it('a sign is one and the same in every sheet: a true minus, and a plus only of differences, net positions and what they earn', () => {
  const figures = Object.values(PLANS).flatMap(({ formats }) =>
    formats.flatMap(([, format]) => (/0\.0/.test(format) ? [format] : [])),
  );
  expect(figures.length).toBeGreaterThan(15);
  for (const format of figures) expect(format).toMatch(/^\+?(?:#,##)?0\.0[0#]*(?:" ")?;"−"/);
  for (const [kind, cell] of [
    ['blotter', 'L10'],
    ['quote-sheet', 'O10'],
    ['position', 'F10'],
    ['profit-and-loss', 'I10'],
  ] as const)
    expect([kind, formatOf(kind, cell)?.charAt(0)]).toEqual([kind, '+']);
  for (const [kind, cell] of [
    ['blotter', 'G10'],
    ['quote-sheet', 'E10'],
    ['quote-sheet', 'L10'],
    ['calculator', 'B10'],
    ['calculator', 'B24'],
    ['position', 'H10'],
    ['profit-and-loss', 'F10'],
  ] as const)
    expect([kind, formatOf(kind, cell)?.charAt(0)]).not.toEqual([kind, '+']);
});

it('columns of figures that were worked out have as many decimals in every row', () => {
  for (const kind of ['position', 'profit-and-loss'] as const)
    for (const [area, format] of PLANS[kind].formats)
      // But for the marks that a person types, which are shown as they are.
      if (area !== 'B8:B31')
        expect([kind, area, format]).not.toEqual([kind, area, expect.stringMatching(/\.0*#/)]);
  expect(formatOf('pricing', 'I10')).toBe('0.00;"−"0.00');
});

const SIZE_PT = 11;

/** How many lines a heading takes in a column, by whole words; a word that is wider than the column takes one more. */
function linesOf(heading: string, widthPt: number): number {
  const letters = (widthPt - 8) / (SIZE_PT / 2);
  let lines = 1;
  let used = 0;
  for (const word of heading.split(/(?<=-)| /)) {
    if (used > 0 && used + 1 + word.length > letters) [lines, used] = [lines + 1, 0];
    if (word.length > letters) lines += 1;
    used += word.length + Math.min(used, 1);
  }
  return lines;
}

it('headings are whole, in as many lines as their row is high, and without abbreviations', () => {
  const seen: string[] = [];
  for (const { name, contents, widthsPt, rowsInSight, headingsWrap } of Object.values(PLANS)) {
    const headings = contents.flatMap(([cell, [first = []]]) => {
      const { row, column } = at(cell);
      if (row !== rowsInSight - 1) return [];
      const asked = /"([A-Z][^"]*, [^"]*)"\)+$/.exec(String(first[0]))?.[1]?.split(', ');
      const titles = asked ?? first.filter((content) => !String(content).startsWith('='));
      return titles.map((title, right) => ({ title: String(title), width: widthsPt[column + right] }));
    });
    for (const { title, width } of headings) {
      // Beyond the widths stand helpers, which are hidden.
      if (width === undefined || width < 20 || title === '') continue;
      seen.push(title);
      expect([name, title, linesOf(title, width) <= (headingsWrap ? 2 : 1)]).toEqual([name, title, true]);
      expect(title).not.toMatch(/\.$|\. /);
    }
  }
  expect(seen.length).toBeGreaterThan(60);
});

it('is one system: sizes of letters and fills are alike in every sheet, and no bar is dark', () => {
  for (const [kind, { looks }] of Object.entries(PLANS)) {
    const sizes = looks.flatMap(([area, { sizePt }]) => (sizePt === undefined ? [] : [[area, sizePt]]));
    expect([kind, sizes]).toEqual([kind, [['A1', 16]]]);
    const fills = new Set(looks.flatMap(([, { fill }]) => fill ?? []));
    // Headings, cells that a person types, and cells among these that the sheet fills.
    for (const fill of fills) expect(['#e4efec', '#fff8e1', '#f1f3f5']).toContain(fill);
  }
});

it('marks a typed price that is none where it stands', () => {
  for (const [kind, cell] of [
    ['quote-sheet', 'H10'],
    ['pricing', 'D10'],
    ['profit-and-loss', 'B10'],
    ['calculator', 'B14'],
  ] as const) {
    const marks = PLANS[kind].alerts.filter(([area, { fill }]) => fill === '#fde7e9' && holds(area, cell));
    expect([kind, marks.length]).toEqual([kind, 1]);
  }
});

it('net MWh have no decimals where there are none, and those that there are', () => {
  for (const [kind, area, first] of [
    ['position', 'F8:F1000', 'F8'],
    ['position', 'T8:T67', 'T8'],
    ['profit-and-loss', 'E8:E1000', 'E8'],
  ] as const) {
    expect([kind, formatOf(kind, first)]).toEqual([kind, '+#,##0;"−"#,##0;0']);
    expect(PLANS[kind].alerts).toContainEqual([
      area,
      {
        formula: `=IF(ISNUMBER(${first}),${first}<>ROUND(${first},0),FALSE)`,
        format: '+#,##0.0##;"−"#,##0.0##;0',
      },
    ]);
  }
});

it('hides the zeros of a position, and sums its columns above them', () => {
  const { contents, formats } = PLANS.position;
  expect(formats).toContainEqual(['G8:H1000', '[>=1000]#,##0;[=0]" ";General']);
  const sums = contents.find(([cell]) => cell === 'F6')?.[1][0];
  const sum = (at: string): string => `IFERROR(IF(COUNT(${at}8:${at}2007)=0,"",SUM(${at}8:${at}2007)),"")`;
  // Long gas is no cover for short power: a total is of one commodity, a net of one market too, by the rows themselves.
  const isOne = (at: string): string =>
    `IFERROR(($${at}$8<>"")*(SUMPRODUCT((($${at}$8:$${at}$2007<>"")+ISNUMBER($F$8:$F$2007))*($${at}$8:$${at}$2007<>$${at}$8))=0),0)`;
  expect(sums).toEqual([
    `=IF(${isOne('B')}*${isOne('C')},${sum('F')},"")`,
    ...['G', 'H'].map((column) => `=IF(${isOne('B')},${sum(column)},"")`),
  ]);
  // Bold, up to the net in column F.
  const says = String(contents.find(([cell]) => cell === 'A6')?.[1][0]?.[0]);
  const until = PLANS.position.widthsPt.slice(0, 5).reduce((sum, pt) => sum + pt, 0);
  const longest = 'Several commodities: net by market above';
  expect(says).toContain(`"${longest}"`);
  expect(longest.length * 6.2).toBeLessThanOrEqual(until);
  const nets = contents.find(([cell]) => cell === 'T8')?.[1] ?? [];
  expect(nets).toHaveLength(60);
  // Before its rows have numbers a market has no net, and never 0.
  const rows = '$B$8:$B$2007,$R9,$C$8:$C$2007,$S9';
  expect(nets[1]).toEqual(
    ['F', 'G', 'H'].map(
      (column) =>
        `=IF(IF($S9="",FALSE,COUNTIFS(${rows},$F$8:$F$2007,"<>")>0),SUMIFS($${column}$8:$${column}$2007,${rows}),"")`,
    ),
  );
});

it('has the net of each market of a position in sight, its months shaded by their size, and bars of what was bought and sold', () => {
  const { contents, alerts, bars } = PLANS.position;
  const contentOf = (cell: string): string =>
    String(contents.find(([first]) => first === cell)?.[1][0]?.[0] ?? '');
  const [markets, nets] = ['$S$8:$S$67', '$T$8:$T$67'];
  expect(contentOf('A3')).toBe(
    `=IF(COUNTIF(${markets},"?*")=0,"",IF($D$1="loading","Net MWh: loading","Net MWh: "&TEXTJOIN(", ",TRUE,IF(${markets}="","",$R$8:$R$67&" "&${markets}&" "&IF(ISNUMBER(${nets}),IF(${nets}<0,"−","+")&FIXED(ABS(${nets}),0),IF(ISERROR(${nets}),"not known","loading"))))))`,
  );
  // One that is not known leaves nothing to measure the others by.
  expect(contentOf('Q6')).toBe('=IFERROR(MAX(MAX($F$8:$F$2007),-MIN($F$8:$F$2007)),0)');
  expect(formatOf('position', 'Q6')).toBe(';;;');
  const shades = alerts.filter(([area, { fill }]) => area === 'F8:F1000' && fill !== undefined);
  expect(new Set(shades.map(([, { fill }]) => fill)).size).toBe(6);
  for (const [, { formula }] of shades) expect(formula).toContain(',$Q$6>0,');
  expect(bars?.map((bar) => bar[0])).toEqual(['G8:G1000', 'H8:H1000']);
});

it('says above profit and loss why its total is none, in the words of the cell', () => {
  const { contents, looks } = PLANS['profit-and-loss'];
  const [[table]] = contents.find(([at]) => at === 'D7')?.[1] as [[string]];
  const columns = (/,"(Period, [^"]+)"\)/.exec(table)?.[1] ?? '').split(', ');
  expect(String.fromCharCode(68 + columns.indexOf('Why'))).toBe('N');
  expect(contents.find(([at]) => at === 'H4')?.[1]).toEqual([['=IFERROR(IF(ISTEXT(N8),N8,""),"")']]);
  expect(looks.find(([area]) => area === 'H4')?.[1]).toMatchObject({ bold: true });
});

it('calls no two columns of profit and loss alike', () => {
  const { contents } = PLANS['profit-and-loss'];
  const [first, table] = ['A7', 'D7'].map((cell) => contents.find(([at]) => at === cell)?.[1][0] ?? []);
  const asked = /,"(Period, [^"]+)"\)/.exec(String(table?.[0]))?.[1]?.split(', ') ?? [];
  const headings = [...(first ?? []), ...asked];
  expect(headings).toEqual(['Product', 'Price', ...asked]);
  expect(new Set(headings).size).toBe(headings.length);
});

it('the position says its net by market and period too: by the first day of each, for Excel takes the text "Jan-27" for a day', () => {
  const { contents, widthsPt, alerts } = PLANS.position;
  const [, rows = []] = contents.find(([cell]) => cell === 'X5') ?? [];
  const [starts, title, , nets] = rows.map(([formula]) => String(formula));
  const names = rows[2] ?? [];
  const table = String(contents.find(([cell]) => cell === 'A7')?.[1][0]?.[0]);
  const columns = (/"(Period, [^"]*)"/.exec(table)?.[1] ?? '').split(', ');
  const letterOf = (column: string): string => String.fromCharCode(65 + columns.indexOf(column));
  const all = (column: string): string => `$${letterOf(column)}$8:$${letterOf(column)}$2007`;
  expect(starts).toContain(`SORT(UNIQUE(FILTER(${all('Start')},${all('Market')}<>"")))`);
  expect(starts).toContain(',24)),"")');
  expect(title).toContain('>24,", the first 24 of "');
  const nameOf = (start: string): string =>
    `=IF(${start}="","",INDEX(${all('Period')},MATCH(${start},${all('Start')},0)))`;
  expect([names.length, names[0], names[23]]).toEqual([24, nameOf('X5'), nameOf('AU5')]);
  // Beside the markets that are listed already, each with its commodity.
  const given = [all('Net MWh'), all('Commodity'), '$R$8:$R$67', all('Market'), '$S$8:$S$67', all('Start')];
  expect(nets).toBe(`=IF(($S$8:$S$67="")+($X$5:$AU$5="")>0,"",SUMIFS(${given.join(',')},$X$5:$AU$5))`);
  expect(widthsPt).toHaveLength(at('AU1').column + 1);
  // Its minus is as everywhere, what is none is blank, and it is grey while it is not live.
  expect(formatOf('position', 'AU67')).toBe('+#,##0;"−"#,##0;" "');
  expect(formatOf('position', 'X5')).toBe(';;;');
  const old = alerts.filter(([, { italic }]) => italic).map(([area]) => area);
  expect(old).toContain('X8:AU67');
});

it('every heading that is seen reads as words, in each sheet: no name of a field', () => {
  for (const { name, contents, hidden = [], rowsInSight } of Object.values(PLANS)) {
    const isHidden = (column: number): boolean =>
      hidden.some((area) => column >= at(area).column && column < at(area).column + at(area).columns);
    const heads = contents.flatMap(([first, rows]) =>
      rows.flatMap((row, down) =>
        at(first).row + down === rowsInSight - 1
          ? row.flatMap((content, right) => (isHidden(at(first).column + right) ? [] : [String(content)]))
          : [],
      ),
    );
    expect([name, heads.length > 0]).toEqual([name, true]);
    const asked = heads.flatMap((head) => /"([A-Z][^"]*, [^"]*)"/.exec(head)?.[1]?.split(', ') ?? []);
    const shown = [...heads.filter((head) => !head.startsWith('=')), ...asked].filter(Boolean);
    // "All-or-none" is written so.
    for (const head of shown)
      expect([name, head]).toEqual([name, head.replace(/^[a-z]+-[a-z-]*$|^.*-price.*$/, '')]);
  }
});
