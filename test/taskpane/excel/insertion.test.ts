import { afterEach, describe, expect, it, vi } from 'vitest';
import { PLANS } from '../../../src/taskpane/templates/templates';
import { excelSheet } from '../../../src/taskpane/excel/sheet';
import { freeName, type SheetPlan } from '../../../src/taskpane/excel/insertion';
import { cellKey, contains, type Cell } from '../../../src/taskpane/excel/address';
import { areaAt } from '../memory-sheet';
import { MemoryExcel } from './memory-excel';

afterEach(() => vi.unstubAllGlobals());

const SMALL: SheetPlan = {
  name: 'Small',
  rowsInSight: 2,
  columnsInSight: 0,
  widthsPt: [40, 60],
  formats: [['A3:A9', '@']],
  contents: [['A1', [['Title'], ['id', 'state']]]],
  looks: [['A2:B2', { bold: true, fill: '#ffffff' }]],
  rules: [['B3:B9', { words: ['bid', 'ask'], title: 'Neither', sentence: 'Type bid or ask.' }]],
  bars: ['B3:B9', ['A3:A9', '#7fc9bd']],
  alerts: [
    ['A3', { formula: '=$B$1>1', fill: '#c50f1f', colour: '#ffffff', shows: 'OLD' }],
    ['B3', { formula: '=$B$1>2', fill: '#e3e5e8', format: '0.0' }],
  ],
};

describe('a new sheet', () => {
  it('takes the first name that no sheet has, whatever its case', () => {
    expect(freeName('Blotter', ['Sheet1'])).toBe('Blotter');
    expect(freeName('Blotter', ['blotter', 'Blotter 3'])).toBe('Blotter 2');
    expect(freeName('Blotter', ['Blotter', 'BLOTTER 2'])).toBe('Blotter 3');
  });

  it('has its formats before its contents, stands behind the others and comes into sight', async () => {
    const excel = new MemoryExcel(['Sheet1', 'Small']);
    expect(await excelSheet.insertSheet(SMALL)).toEqual({ ok: true, value: 'Small 2' });
    expect(excel.sheets).toEqual(['Sheet1', 'Small', 'Small 2']);
    expect(excel.selected).toEqual(['Small 2']);
    expect(excel.written).toEqual([
      ['Small 2 0 0', 'Title'],
      ['Small 2 0 1', ''],
      ['Small 2 1 0', 'id'],
      ['Small 2 1 1', 'state'],
    ]);
    expect(excel.set).toContainEqual(['Small 2!A3:A9 numberFormat', '@']);
    expect(excel.set).toContainEqual(['Small 2!B1 format.columnWidth', 60]);
    expect(excel.set).toContainEqual(['Small 2!A2:B2 format.font.bold', true]);
    // Its headings stand clear of the line below what stays in sight.
    expect(excel.set).toContainEqual(['Small 2!A2:B2 format.rowHeight', 21]);
    expect(excel.set).toContainEqual(['Small 2!A2:B2 format.verticalAlignment', 'Center']);
    expect(excel.set).toContainEqual(['Small 2 rows in sight', 2]);
    await excelSheet.insertSheet({ ...SMALL, columnsInSight: 1, hidden: ['D1:E1'] });
    expect(excel.set).toContainEqual(['in sight', 'Small 3!A1:A2']);
    expect(excel.set).toContainEqual(['Small 3!D1:E1 columnHidden', true]);
    expect(excel.set).toContainEqual([
      'Small 2!B3:B9 validation.rule',
      { list: { inCellDropDown: true, source: 'bid,ask' } },
    ]);
    const alert = (part: string): string => `Small 2!A3 alert Custom.custom.${part}`;
    expect(excel.set).toContainEqual([alert('rule.formula'), '=$B$1>1']);
    expect(excel.set).toContainEqual([alert('format.fill.color'), '#c50f1f']);
    expect(excel.set).toContainEqual([alert('format.numberFormat'), '"OLD";"OLD";"OLD";"OLD"']);
    expect(excel.set).toContainEqual(['Small 2!B3 alert Custom.custom.format.numberFormat', '0.0']);
    const bar = (part: string): string => `Small 2!B3:B9 alert DataBar.dataBar.${part}`;
    expect(excel.set).toContainEqual([bar('axisFormat'), 'CellMidPoint']);
    expect(excel.set).toContainEqual([bar('positiveFormat.fillColor'), '#f4b183']);
    expect(excel.set).toContainEqual([
      'Small 2!A3:A9 alert DataBar.dataBar.positiveFormat.fillColor',
      '#7fc9bd',
    ]);
    expect(excel.set).toContainEqual([bar('negativeFormat.fillColor'), '#bfbfbf']);
    const filled = 'Small 2!B3 alert Custom.custom.format';
    expect(excel.set).toContainEqual([`${filled}.fill.color`, '#e3e5e8']);
    expect(excel.set.some(([place]) => String(place).startsWith(`${filled}.font`))).toBe(false);
  });

  it('is printed sideways and one page wide, with the rows that stay in sight on each page', async () => {
    const excel = new MemoryExcel();
    await excelSheet.insertSheet(SMALL);
    expect(excel.set).toContainEqual(['Small pages.orientation', 'Landscape']);
    expect(excel.set).toContainEqual(['Small pages.zoom', { horizontalFitToPages: 1 }]);
    expect(excel.set).toContainEqual(['Small rows on each page', '$1:$2']);
  });

  it('stays where Excel has no printer to lay out pages for, or is too old for that', async () => {
    const excel = new MemoryExcel();
    excel.refusedSync = 4;
    expect(await excelSheet.insertSheet(SMALL)).toEqual({ ok: true, value: 'Small' });
    expect(excel.sheets).toEqual(['Sheet1', 'Small']);
    const old = new MemoryExcel(['Sheet1'], { pagesKnown: false });
    expect(await excelSheet.insertSheet(SMALL)).toEqual({ ok: true, value: 'Small' });
    expect(old.set.filter(([where]) => where.includes('page'))).toEqual([]);
  });

  it('gives headings of two lines the height that these need', async () => {
    const excel = new MemoryExcel();
    await excelSheet.insertSheet({ ...SMALL, headingsWrap: true });
    expect(excel.set).toContainEqual(['Small!A2:B2 format.wrapText', true]);
    expect(excel.set).toContainEqual(['Small!A2:B2 format.rowHeight', 33]);
  });

  it.each([
    ['cannot be added', 2],
    ['cannot be filled', 3],
  ])('that %s leaves the book as it was and says what to do', async (_what, refusedSync) => {
    const excel = new MemoryExcel();
    excel.refusedSync = refusedSync;
    expect(await excelSheet.insertSheet(SMALL)).toMatchObject({
      failure: {
        message: 'Excel refused (Protected).',
        next: 'Finish editing the cell, or unprotect the workbook (Review, Protect Workbook), then press again.',
      },
    });
    expect(excel.sheets).toEqual(['Sheet1']);
  });
});

describe.each(Object.values(PLANS))('the ready-made sheet $name', (plan) => {
  const cells = plan.contents.flatMap(([first, rows]) =>
    rows.flatMap((row, down) =>
      row.map((content, right) => {
        const at = areaAt(`Any!${first}`);
        return { content, cell: { ...at, row: at.row + down, column: at.column + right } };
      }),
    ),
  );
  const within = (areas: readonly string[], cell: Cell): boolean =>
    areas.some((area) => contains(areaAt(`Any!${area}`), cell));
  const formulas = cells.filter(({ content }) => String(content).startsWith('='));

  it('is inserted in four round trips, the last of them for its pages, and writes on no other sheet', async () => {
    const excel = new MemoryExcel(['Sheet1', plan.name]);
    await excelSheet.insertSheet(plan);
    expect(excel.syncs).toBe(4);
    expect(excel.written.every(([cell]) => cell.startsWith(`${plan.name} 2 `))).toBe(true);
    expect(excel.written.length).toBeGreaterThan(0);
  });

  it('writes no cell twice', () => {
    const filled = cells.filter(({ content }) => content !== '').map(({ cell }) => cellKey(cell));
    expect(new Set(filled).size).toBe(filled.length);
  });

  it('has no formula where cells hold text or where a person types', () => {
    const texts = plan.formats.filter(([, format]) => format === '@').map(([area]) => area);
    // Where nothing at all may be typed, formulas stand.
    const typed = plan.rules.flatMap(([area, rule]) =>
      'formula' in rule && rule.formula === '=FALSE' ? [] : [area],
    );
    expect(formulas.length).toBeGreaterThan(0);
    expect(formulas.filter(({ cell }) => within([...texts, ...typed], cell))).toEqual([]);
  });

  it('starts with values that its own rules take', () => {
    const lists = plan.rules.flatMap(([area, rule]) =>
      'words' in rule ? [{ area, words: rule.words }] : [],
    );
    const wrong = cells.filter(({ content, cell }) =>
      lists.some(
        ({ area, words }) => content !== '' && within([area], cell) && !words.includes(String(content)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  // Nothing in the request sheet is live.
  it.skipIf(plan.name === 'Request sheet')(
    'says from the clock of Excel alone when it is not live, also where nothing is calculated',
    () => {
      const word = plan.contents
        .map(([, rows]) => rows[0]?.[0])
        .find((content) => String(content).includes('NOW()'));
      const [told] = plan.contents.find(([, rows]) => rows[0]?.[0] === '=DESK.STATUS("told-at")') ?? [];
      const at = `$${told?.charAt(0)}$${told?.slice(1)}`;
      const ofTrades = ['Position', 'Profit and loss'].includes(plan.name);
      const whole = 'IFERROR(LEFT($Q$1,9)="complete:",FALSE)';
      const ages = new Map([
        ['Blotter', 'M5:M1004'],
        ['Quote sheet', 'F5:F24'],
        ['Pricing', 'X6:X19'],
      ]).get(plan.name);
      const prompt =
        ages === undefined
          ? plan.name === 'Spread calculator'
            ? '""'
            : '"live"'
          : `IF(COUNT(${ages})=0,"no prices",IF(MAX(IFERROR(${ages},0))<120,"live","delayed"))`;
      const live = ofTrades ? `IF(${whole},"live","incomplete")` : prompt;
      const waits = (cells: string): string =>
        `IFERROR((ERROR.TYPE(${cells})=8)+(ERROR.TYPE(${cells})>14),ISERROR(${cells}))`;
      // A cell that is drawn before it is calculated is no alarm.
      const isToCome = (cell: string): string => `OR(${waits(cell)},IFERROR(${cell}="",FALSE))`;
      const ageIs = (comparison: string, otherwise: string): string =>
        `IFERROR(AND(${at}<>"",ABS(NOW()-${at})${comparison}3/1440),${otherwise})`;
      const awaited = new Map([
        ['Blotter', 'A5'],
        ['Spread calculator', 'B10'],
        ['Quote sheet', 'B5:F24'],
        ['Pricing', 'R6:R19'],
        ['Position', 'A7'],
        ['Profit and loss', 'D7'],
        ['Journal', 'A8'],
      ]).get(plan.name);
      const isNew = `SUMPRODUCT(--${waits(awaited ?? '')})>0`;
      // A row that comes later says itself that it is loading.
      const isLoading = ages === undefined ? isNew : `AND(${isNew},COUNT(${ages})=0)`;
      const unlessLoading = `IF(${isLoading},"loading",${live})`;
      expect(word).toBe(
        `=IF(${ageIs('<=', 'FALSE')},${unlessLoading},IF(${isToCome(at)},"loading","NOT LIVE"))`,
      );
      // A calculator's results are right while the add-in says itself that the desk is away.
      const otherwise =
        plan.name === 'Spread calculator' ? `NOT(OR(ISNA(${at}),${isToCome(at)}))` : `NOT(${isToCome(at)})`;
      const old = `=${ageIs('>', otherwise)}`;
      const oldWord = `=${ageIs('>', `NOT(${isToCome(at)})`)}`;
      const others = plan.alerts
        .map(([, { formula }]) => formula)
        .filter((formula) => formula !== old && formula !== oldWord);
      // What else an alert is about: trades that are missing, a request that is closed, a price without a shape, an old one, a leg.
      const over = (column: string, row: number): string =>
        `=IF(ISERROR($${column}${row}),FALSE,AND($${column}${row}<>"",$${column}${row}<>"open"))`;
      const noPrice = (cell: string): string => `=AND(${cell}<>"",NOT(ISNUMBER(${cell})),${cell}<>"0")`;
      const standings = ['to quote', 'quoted', 'mine', 'mine', 'traded'];
      const isLate = (age: string): string => `=IF(ISNUMBER(${age}),${age}>=120,FALSE)`;
      const hasLeg = '=IFERROR(($W5="spread")+(RIGHT($D5,5)="cert.")>0,FALSE)';
      const level = (word: string): string => `IF(ISERROR($AH5),FALSE,$AH5="${word}")`;
      const checks = [
        `=${level('not checked')}`,
        `=OR(${level('ok')},${level('live')})`,
        `=OR(${level('warn')},ISNUMBER(FIND("?",$N5)))`,
        `=OR(${level('block')},IF(ISERROR($AH5),ISTEXT($AI5),FALSE))`,
      ];
      const hasFraction = (cell: string): string => `=IF(ISNUMBER(${cell}),${cell}<>ROUND(${cell},0),FALSE)`;
      const isGood =
        '=IF(ISERROR($B8),FALSE,AND($B8="done",OR($C8="executed",LEFT($C8,4)="live",ISNUMBER(FIND("taken",$C8)))))';
      const own = {
        Blotter: [
          ...standings.map((words) => `=$D5="${words}"`),
          ...Array.from({ length: 4 }, () => isLate('$M5')),
          '=$D$1="delayed"',
        ],
        Pricing: [
          '=$V6<>""',
          ...['$AU6="not checked"', '$AU6="ok",$AU6="live"', '$AU6="warn"', '$AU6="block"'].map(
            (is) => `=IF(ISERROR($AU6),FALSE,AND($AY6="",OR(${is})))`,
          ),
          ...[noPrice('D6'), over('AN', 6), '=$F$1="delayed"'],
        ],
        'Quote sheet': [
          '=LEFT($D$3,11)="Sent before"',
          hasLeg,
          ...checks,
          ...Array.from({ length: 4 }, () => isLate('$F5')),
          ...[over('B', 5), noPrice('H5'), '=AND(K5<>"",NOT(ISNUMBER(K5)))', '=$E$1="delayed"'],
        ],
        'Spread calculator': ['B6', 'B13', 'B21', 'B27'].map(noPrice),
        'Profit and loss': [noPrice('B8'), hasFraction('E8')],
        Journal: [
          ...[isGood, isGood],
          ...[
            ['rejected', 'unknown'],
            ['waiting', 'staged', 'sending', 'acknowledged'],
            ['already-over', 'not-sent', 'cancelled', 'noted'],
          ].map((words) => `=IF(ISERROR($B8),FALSE,OR(${words.map((word) => `$B8="${word}"`).join(',')}))`),
          ...['$C$5', 'D$5', '$H$5'].map((cell) => `=IF(ISNUMBER(${cell}),${cell}>0,FALSE)`),
        ],
        Position: [
          ...['$F8', 'X8'].flatMap((cell) =>
            ['0.00', '0.33', '0.67'].flatMap((part) =>
              ['>0', '<0'].map(
                (is) => `=IF(ISNUMBER(${cell}),AND(${cell}${is},$Q$6>0,ABS(${cell})>=$Q$6*${part}),FALSE)`,
              ),
            ),
          ),
          ...['F8', 'F6', 'T8', 'X8'].map(hasFraction),
        ],
      };
      const ownAlerts = new Map(Object.entries(own)).get(plan.name) ?? [];
      expect(others).toEqual(ofTrades ? [...ownAlerts, `=NOT(OR(${whole},${isToCome('$Q$1')}))`] : ownAlerts);
      // Of two alerts that are true the later one shows: nothing outdoes these.
      const last = plan.alerts.findIndex(([, { formula }]) => formula === oldWord);
      expect(plan.alerts[last]?.[1]).toMatchObject({ shows: 'NOT LIVE', fill: '#c50f1f' });
      const greyed = plan.alerts.slice(last + 1).map(([, alert]) => alert);
      expect(greyed.length).toBeGreaterThan(0);
      expect(greyed).toEqual(
        greyed.map(() => ({ formula: old, colour: '#666d75', bold: false, italic: true })),
      );
    },
  );

  it('explains what its rules refuse in words that fit into the alert of Excel', () => {
    for (const [, { title, sentence }] of plan.rules) {
      expect(title.length).toBeLessThanOrEqual(32);
      expect(sentence.length).toBeLessThanOrEqual(255);
    }
  });
});
