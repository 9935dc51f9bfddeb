/**
 * What a real Excel does to an add-in at times, and the workbench only when it is asked to: `?unkind=edit-mode,xldudf` in its
 * address. docs/workbench.md shows the same table.
 */
export const UNKIND = {
  'show-pane-late': 'The pane that a press asks for comes only once the press is said to be completed.',
  'manual-calculation':
    'Excel calculates by hand: what a function says after its first answer is shown at F9.',
  'late-functions':
    'The functions are known only after the workbook was calculated: its cells stay #NAME? until they are entered anew.',
  'starts-twice': 'Each call of a function is started twice, and one of the two is ended at once.',
  'no-addresses': 'No function is told its cell, nor where its arguments come from.',
  'edit-mode': 'While a cell is being edited every request to the workbook is refused.',
  'restart-streams': 'Each press of a ribbon button starts all functions again.',
  'array-errors': 'An older Excel: one error in a block of results makes all of it #VALUE!.',
  'page-killed':
    'The page with pane and functions dies ten seconds after its start; showing the pane, or a press, loads it again.',
  'slow-office-js': 'office.js comes eight seconds late.',
  xldudf:
    'A workbook that is opened names the functions as those of another add-in, as Excel saves them beside one.',
  'no-add-in': 'The add-in is not there: a workbook that is opened shows what was saved.',
} as const satisfies Readonly<Record<string, string>>;

export type Unkind = keyof typeof UNKIND;

const isUnkind = (word: string): word is Unkind => Object.hasOwn(UNKIND, word);

interface Asked {
  readonly unkind: ReadonlySet<Unkind>;
  /** A sentence about words that mean nothing. */
  readonly complaint?: string;
}

/** `search` is that of the page's address. */
export function readUnkind(search: string): Asked {
  const words = (new URLSearchParams(search).get('unkind') ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const unkind = new Set(words.filter(isUnkind));
  const unknown = words.filter((word) => !isUnkind(word));
  if (unknown.length === 0) return { unkind };
  const known = Object.keys(UNKIND).join(', ');
  return { unkind, complaint: `unkind knows no ${unknown.join(', ')}; it knows ${known}.` };
}
