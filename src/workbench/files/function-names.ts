/** How Excel writes functions into a file: those of an add-in, and those that are younger than the format. */
const ADD_IN = '_xldudf_DESK_';
const YOUNG = '_xlfn.';
const YOUNGEST = '_xlfn._xlws.';
const YOUNG_NAMES =
  'ANCHORARRAY|BYCOL|BYROW|CHOOSECOLS|CHOOSEROWS|CONCAT|DROP|EXPAND|HSTACK|IFNA|IFS|LAMBDA|LET|MAKEARRAY|MAP|MAXIFS|MINIFS|RANDARRAY|REDUCE|SCAN|SEQUENCE|SORTBY|SWITCH|TAKE|TEXTAFTER|TEXTBEFORE|TEXTJOIN|TEXTSPLIT|TOCOL|TOROW|UNIQUE|VSTACK|WRAPCOLS|WRAPROWS|XLOOKUP|XMATCH';
const YOUNGEST_NAMES = 'FILTER|SORT';

/** Texts in a formula are left as they are. */
const outside = (pattern: string): RegExp => new RegExp(`"(?:[^"]|"")*"|'(?:[^']|'')*'!|${pattern}`, 'gi');
const DESK_CALL = outside('\\bDESK\\.([A-Z][A-Z0-9]*)(?=\\()');
const YOUNG_CALL = outside(`(?<![\\w.])(${YOUNG_NAMES}|${YOUNGEST_NAMES})(?=\\()`);
/** A name that a formula gives to a part of itself. */
const NAMED = /\bLET\(([a-z]+),/gi;
const NAME = '_xlpm.';
const SPILLED = outside('(\\$?[A-Z]{1,3}\\$?\\d+)#');
const SAVED_DESK_CALL = outside(`${ADD_IN}([A-Z][A-Z0-9]*)(?=\\()`);
const SAVED_YOUNG_CALL = outside('_xlfn\\.(?:_xlws\\.)?([A-Z]+)(?=\\()');
const SAVED_SPILL = outside('ANCHORARRAY\\((\\$?[A-Z]{1,3}\\$?\\d+)\\)');

const IS_YOUNGEST = new RegExp(`^(?:${YOUNGEST_NAMES})$`, 'i');

function replaced(formula: string, pattern: RegExp, write: (name: string) => string): string {
  return formula.replace(pattern, (all: string, name: string | undefined) =>
    name === undefined ? all : write(name),
  );
}

/** `=DESK.RFQ(A1#)` becomes `_xldudf_DESK_RFQ(_xlfn.ANCHORARRAY(A1))`. */
export function toFile(formula: string): string {
  const anchored = replaced(formula.replace(/^=/, ''), SPILLED, (cell) => `ANCHORARRAY(${cell})`);
  const prefixed = replaced(anchored, YOUNG_CALL, (name) =>
    IS_YOUNGEST.test(name) ? `${YOUNGEST}${name}` : `${YOUNG}${name}`,
  );
  const names = [...prefixed.matchAll(NAMED)].map(([, name]) => name);
  const named =
    names.length === 0
      ? prefixed
      : replaced(prefixed, outside(`(?<![\\w.])(${names.join('|')})(?![\\w.(])`), (name) => `${NAME}${name}`);
  return replaced(named, DESK_CALL, (name) => `${ADD_IN}${name}`);
}

export function fromFile(formula: string): string {
  const plain = replaced(formula, SAVED_YOUNG_CALL, (name) => name);
  const unnamed = replaced(plain, outside(`${NAME}([a-z]+)`), (name) => name);
  const spilled = replaced(unnamed, SAVED_SPILL, (cell) => `${cell}#`);
  return `=${replaced(spilled, SAVED_DESK_CALL, (name) => `DESK.${name}`)}`;
}

/** As a formula looks that Excel saved beside another add-in (office-js issue 3872). */
export function estranged(formula: string): string {
  return replaced(formula, DESK_CALL, (name) => `Other.xla!${ADD_IN}${name}`);
}
