import { describe, expect, it } from 'vitest';
import type { PlannedRow, RowNote } from '../../../src/taskpane/app/batch-rows';
import { commonNotes, sharedWarnings } from '../../../src/taskpane/bulk/plan';

const planned = (row: number, ...notes: RowNote[]): PlannedRow => ({
  row,
  about: `RQ-${row}`,
  kind: 'new',
  words: '',
  notes,
  withdrawn: [],
  content: '',
});
const volume = (upTo: string): RowNote => ({
  level: 'warn',
  code: 'volume-day',
  text: `${upTo} MW today.`,
  accepts: { code: 'volume-day', about: 'MW', upTo },
});
const unchecked: RowNote = { level: 'note', code: 'volume-unchecked', text: 'Volume not checked.' };

describe('what rows come to together', () => {
  it('is told as large as its tick holds for, whichever row comes last', () => {
    expect(sharedWarnings([planned(1, volume('150')), planned(2, volume('95'))])).toEqual(['150 MW today.']);
    expect(sharedWarnings([planned(1, volume('95')), planned(2, volume('150'))])).toEqual(['150 MW today.']);
  });
});

describe('a note of several rows', () => {
  it('stands once above them where it is plain which they are: named, or all', () => {
    const rows = (count: number): PlannedRow[] =>
      Array.from({ length: count }, (_, at) => planned(at, unchecked));
    expect(commonNotes([...rows(4), planned(9)]).map(({ rows: of }) => of.length)).toEqual([4]);
    expect(commonNotes(rows(30)).map(({ rows: of }) => of.length)).toEqual([30]);
    expect(commonNotes([...rows(5), planned(9)])).toEqual([]);
  });
});
