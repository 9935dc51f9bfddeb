import { expect, it } from 'vitest';
import { journalFormula } from '../../../src/functions/formulas/desk-tables';
import { PLANS } from '../../../src/taskpane/templates/templates';
import { MemoryDesk, rowsOf } from '../../functions/formula-context';
import { contains } from '../../../src/taskpane/excel/address';
import { areaAt } from '../memory-sheet';

const plan = PLANS.journal;
const first = (cell: string): readonly (string | number)[] =>
  plan.contents.find(([place]) => place === cell)?.[1][0] ?? [];
const headings = first('A7').map(String);
const table = String(first('A8')[0]);
const cellUnder = (heading: string) => areaAt(`Any!${columnOf(heading)}20`);
const columnOf = (heading: string): string => {
  const place = headings.indexOf(heading);
  return `${place < 26 ? '' : 'A'}${String.fromCharCode(65 + (place % 26))}`;
};
const formatOf = (heading: string): string | undefined =>
  plan.formats.findLast(([area]) => contains(areaAt(`Any!${area}`), cellUnder(heading)))?.[1];

it('asks DESK.JOURNAL for columns that it has, one below each heading', () => {
  // In pieces that Excel takes.
  const columns = /"(pressed-at, (?:[^"]|"&")+)"/.exec(table)?.[1]?.replaceAll('"&"', '') ?? '';
  const desk = new MemoryDesk().knows({ kind: 'journal' }, []).knows({ kind: 'desk-entries' }, []);
  const [header] = rowsOf(journalFormula({ count: 2000, state: '', columns }), desk);
  expect(header).toEqual(columns.split(', '));
  // Six more fill blank cells of these or say which lines are shown, and are dropped.
  expect(header?.slice(headings.length)).toEqual([
    ...['leg-3-price', 'executed-leg-3-price', 'decision-market-price-unit', 'price-unit', 'shown', 'counts'],
  ]);
  expect(table).toMatch(/,DROP\(.*,,-6\)\)\)\)\)\)$/);
});

it('has the unit of the price that was asked where nothing was executed, in the words of the others', () => {
  const [asked, held] = [4, 3].map((behind) => `INDEX(found,,${headings.length + behind})`);
  const marks = [...headings.map((heading) => (heading === 'Price unit' ? 1 : 0)), 0, 0, 0, 0, 0, 0];
  expect(table).toContain(
    `LET(listed,IF({${marks.join(',')}}*(found=""),IF(${asked}<>"",${asked},${held}),found),DROP(`,
  );
});

it('says that there is no such line where DESK.JOURNAL has its heads alone', () => {
  expect(table).toContain('IF(ROWS(told)<2,"Nothing to show.",');
});

it('has what was asked beside what was executed, quantities and prices each with their unit, in sight beside the pane at 1440 px', () => {
  const at = headings.indexOf('Asked');
  expect(headings.slice(at, at + 6)).toEqual([
    ...['Asked', 'Executed', 'Unit', 'Asked price', 'Executed price', 'Price unit'],
  ]);
  const right = plan.widthsPt.slice(0, at + 6).reduce((sum, width) => sum + width, 0);
  expect(right).toBeLessThanOrEqual((1440 - 360 - 70) * 0.75);
  expect([plan.rowsInSight, first(`A${plan.rowsInSight}`)[0]]).toEqual([7, 'Pressed']);
});

it('has moments as dates and times, and figures as numbers at the right', () => {
  for (const heading of ['Pressed', 'Sent', 'Ended'])
    expect([heading, formatOf(heading)]).toEqual([heading, 'dd-mmm-yyyy hh:mm:ss']);
  for (const heading of ['Asked', 'Executed'])
    expect([heading, formatOf(heading)]).toEqual([heading, '[>=1000]#,##0;General']);
  for (const heading of ['Asked price', 'Executed price', 'Leg 2 asked', 'Net executed']) {
    expect([heading, formatOf(heading)]).toEqual([heading, '0.00######;"−"0.00######']);
    const aligned = plan.looks.filter(
      ([area, { align }]) => align === 'Right' && contains(areaAt(`Any!${area}`), cellUnder(heading)),
    );
    expect([heading, aligned.length]).toEqual([heading, 1]);
  }
});

it('has how it ended beside the state, in words that fit', () => {
  expect(headings.slice(0, 4)).toEqual(['Pressed', 'State', 'Outcome', 'Action']);
  expect(table).toContain('SUBSTITUTE(listed,"-"," ")');
  expect(table).toContain('SUBSTITUTE(SUBSTITUTE(listed,"certificates","cert."),"certificate","cert.")');
  expect(table).toContain('"over: was ","over: ")');
  for (const [heading, longest] of [
    ['Outcome', 'over: request closed'],
    ['Action', 'withdraw quote'],
    ['Unit', 'cert.'],
    ['Price unit', 'EUR/cert.'],
  ] as const)
    expect([heading, plan.widthsPt[headings.indexOf(heading)]]).toEqual([
      heading,
      expect.toSatisfy((width: number) => width >= longest.length * 4.8),
    ]);
});

it('says of a change of the protection which commodity it was, and whether on or off', () => {
  const column = (heading: string): string => `INDEX(listed,,${headings.indexOf(heading) + 1})`;
  const marks = [...headings.map((heading) => (heading === 'Product' ? 1 : 0)), 0, 0, 0, 0, 0, 0];
  const shown = `INDEX(listed,,${headings.length + 5})`;
  expect(table).toContain(
    `IF({${marks.join(',')}}*ISNUMBER(MATCH(${column('Action')},{"switch-risk","set-risk"},0)),SUBSTITUTE(SUBSTITUTE(${shown},"Switch risk management of ",""),"Risk settings of ",""),`,
  );
});

it('has the price of the certificate of a swap, which has no net price', () => {
  const column = (heading: string): string => `INDEX(listed,,${headings.indexOf(heading) + 1})`;
  const [leg3, executed3] = [1, 2].map((behind) => `INDEX(listed,,${headings.length + behind})`);
  expect(table).toContain(`(listed=""),IF(${leg3}<>"",${column('Leg 1 asked')},`);
  expect(table).toContain(`IF(${executed3}<>"",${column('Leg 1 executed')},"")`);
});

it('has of a swap the units of its certificate, as its quantity and its price are', () => {
  const [leg3, executed3] = [1, 2].map((behind) => `INDEX(listed,,${headings.length + behind})`);
  expect(table).toContain(`*((${leg3}<>"")+(${executed3}<>"")>0)*ISNUMBER(FIND(" / ",listed)),LEFT(`);
});

it('counts the day by the desk’s clocks, whatever day this computer has', () => {
  expect(plan.contents.find(([cell]) => cell === 'A4')?.[1][1]?.[1]).toBe('=DESK.STATUS("today")');
});

it('colours a state: done green while it is not over without a trade, rejected and unknown red, on its way amber', () => {
  const colours = plan.alerts.flatMap(([area, { formula, colour }]) =>
    area.startsWith('B8:') ? [[formula.match(/"[a-z-]+"/g)?.join(' '), colour]] : [],
  );
  expect(colours).toEqual([
    ['"done" "executed" "live" "taken"', '#0e700e'],
    ['"rejected" "unknown"', '#c50f1f'],
    ['"waiting" "staged" "sending" "acknowledged"', '#8a5300'],
    ['"already-over" "not-sent" "cancelled" "noted"', '#5b636b'],
  ]);
});

it('calls nothing a success that is over without a trade', () => {
  const [green] = plan.alerts.flatMap(([area, { formula }]) => (area.startsWith('C8:') ? [formula] : []));
  expect(green).toBe(
    '=IF(ISERROR($B8),FALSE,AND($B8="done",OR($C8="executed",LEFT($C8,4)="live",ISNUMBER(FIND("taken",$C8)))))',
  );
});

it('counts nothing that it does not know: no zero where the lines or the day are not known', () => {
  const [since = ''] = first('A4').flatMap((name, at) =>
    name === 'Since' ? String(plan.contents.find(([cell]) => cell === 'A4')?.[1][1]?.[at]) : [],
  );
  expect(since).toMatch(/^=IF\(ISERROR\(\$AD\$7\)\+NOT\(ISNUMBER\(\$B\$5\)\)>0,"…",/);
  const counts = plan.contents.find(([cell]) => cell === 'A4')?.[1][1]?.slice(2, 8) ?? [];
  expect(counts).toHaveLength(6);
  for (const formula of counts) expect(formula).toMatch(/^=IF\(ISNUMBER\(\$I\$5\),COUNTIFS\(.*,"…"\)$/);
});

it('offers each state of DESK.JOURNAL, and every one of them is a word that it takes', () => {
  const [rule] = plan.rules.map(([, one]) => one);
  const words = rule && 'words' in rule ? rule.words : [];
  const desk = new MemoryDesk().knows({ kind: 'journal' }, []).knows({ kind: 'desk-entries' }, []);
  const states = words.filter((word) => word !== 'actions' && word !== 'all');
  expect(states).toHaveLength(11);
  for (const state of states)
    expect([state, rowsOf(journalFormula({ count: 5, state, columns: 'state' }), desk)]).toEqual([
      state,
      [['state']],
    ]);
});

it('shows and counts each press once, by the line with its outcome, and each try under “all” alone', () => {
  const counts = headings.length + 6;
  expect(table).toContain(`(($A$5="all")+(INDEX(told,,${counts})=1)>0)`);
  const [, formulas = []] = plan.contents.find(([cell]) => cell === 'A4')?.[1] ?? [];
  for (const formula of [...formulas.slice(2, 8), String(first('J5')[0])])
    expect(formula).toContain(',$AF$8:$AF$2007,1');
  expect(first('AD7')).toEqual(['=DESK.JOURNAL(2000,,"pressed-at, state, counts")']);
  expect(plan.hidden).toEqual(['AD1:AF1']);
});
