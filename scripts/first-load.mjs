import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Complaint } from './complaint.mjs';

/**
 * What may be loaded at most, in bytes of gzip -9: what was reached, and a little room (docs/decisions/0037). 2,000 of each came with programs,
 * whose word the page says over its one socket; 1,700 of the pane with what a low price is held against and a layout for narrow panes; 700 with one's own initials
 * there, and one stop of the Tab key for buttons side by side; 400 with a net price among trades and a table that waits once for what its list
 * leads to; 100 with the words that are known as money; 100 with what stands around rooms in a file of its own; 600 with columns that
 * have heads, and the age of the oldest price in sight; 600 with what of the desk's own is no price
 * of others, the age of the list that a reference stands on, and a side for each of a range of requests; 600 with a dot where a price stands
 * now, how the legs of an EFP are cleared, products whose delivery is never cut, and how many legs there are where another is asked for.
 */
const BUDGETS = {
  /** All that the page loads before its first room is shown; office.js is not ours. */
  pane: 160_000,
  /** What runs before cells can calculate: a part of the pane's. */
  functions: 59_400,
};
const OWN_FILE = /\b(?:src|href)="?\/(?!\/)([^">\s]+)/g;
const FUNCTIONS_FILE = 'functions.js';

/**
 * Says what the built add-in loads at first, and complains when that is more than it may be.
 * @param {{ root: string, say: (line: string) => void }} kit
 * @param {{ readonly pane: number, readonly functions: number }} budgets
 */
export function checkFirstLoad({ root, say }, budgets = BUDGETS) {
  const sizes = firstLoad(join(root, 'dist/addin'));
  const parts = /** @type {const} */ (['pane', 'functions']);
  for (const part of parts) {
    say(`First load, gzip: ${part} ${kilobytes(sizes[part])} of at most ${kilobytes(budgets[part])}.`);
  }
  const over = parts.find((part) => sizes[part] > budgets[part]);
  if (over === undefined) return;
  throw new Complaint(
    `The ${over} would load ${kilobytes(sizes[over])} (gzip) at first; the budget is ${kilobytes(budgets[over])}. ` +
      'Let what the first room does not need come later (src/taskpane/shell/rooms.tsx), or raise the budget in scripts/first-load.mjs and say why.',
  );
}

/**
 * The page names its files in the order in which it loads them; the functions run as soon as theirs is there.
 * @param {string} folder
 */
function firstLoad(folder) {
  const page = readFileSync(join(folder, 'taskpane.html'), 'utf8');
  const files = [...page.matchAll(OWN_FILE)].map(([, file = '']) => file);
  const scripts = files.filter((file) => file.endsWith('.js'));
  const last = scripts.indexOf(FUNCTIONS_FILE);
  if (last < 0)
    throw new Complaint(`The page of the pane does not load ${FUNCTIONS_FILE}, so cells would stay empty.`);
  /** @param {string} file */
  const zipped = (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  /** @param {readonly string[]} names */
  const sum = (names) => names.reduce((bytes, name) => bytes + zipped(name), 0);
  return { pane: sum(['taskpane.html', ...files]), functions: sum(scripts.slice(0, last + 1)) };
}

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
