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
    ['blotter', 'D10'],
    ['blotter', 'O10'],
    ['quote-sheet', 'K10'],
    ['request-sheet', 'G10'],
    ['request-sheet', 'N10'],
    ['pricing', 'Q10'],
  ] as const)
    expect([kind, cell, formatOf(kind, cell)]).toEqual([kind, cell, '[>=1000]#,##0;General']);
  expect(formatOf('blotter', 'K10')).toContain('0" s"');
});

it('short words and days stand clear of the figures before them', () => {
  for (const [kind, cell] of [
    ['blotter', 'L10'],
    ['blotter', 'Q10'],
    ['quote-sheet', 'F10'],
    ['quote-sheet', 'P10'],
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
