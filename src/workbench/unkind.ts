/**
 * What a real Excel does to an add-in at times, and the workbench only when it is asked to: `?unkind=edit-mode,xldudf` in its
 * address.
 */
export const UNKIND = {
  'show-pane-late': 'the pane that a press asks for comes only once the press is said to be completed',
  'manual-calculation': 'what a function says after its first answer is shown at F9',
  'late-functions':
    'functions are known only after the workbook was calculated: its cells stay #NAME? until entered anew',
  'starts-twice': 'each call of a function is started twice, and one of the two is ended at once',
  'no-addresses': 'no function is told its cell, nor where its arguments come from',
  'edit-mode': 'while a cell is being edited every request to the workbook is refused',
  'restart-streams': 'each press of a ribbon button starts all functions again',
  'array-errors': 'an older Excel: one error in a block of results makes all of it #VALUE!',
  'page-killed':
    'the page with pane and functions dies ten seconds after its start; showing the pane, or a press, loads it again',
  'slow-office-js': 'office.js comes eight seconds late',
  xldudf: 'an opened workbook names the functions as those of another add-in, as Excel saves them beside one',
  'no-add-in': 'an opened workbook shows what was saved',
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
