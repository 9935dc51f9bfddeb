import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { RequestId } from '../../domain/identifiers';
import type { Content, SelectedRow } from '../excel/reading';

/**
 * The request that a selected cell means, by itself or by its row. Ids are text of any form, so a cell beside one can look like one. Letters with a number behind them come first, in the
 * cell and then in its row, then any text with a digit in it; a whole number is an id where no such text is. A word is none:
 * headings and states are words.
 */
export function requestNamed({ cell, heads }: SelectedRow): Outcome<RequestId> {
  const own = idOf(cell);
  if (own && isNumbered(cell)) return success(own);
  const head =
    heads.find(isNumbered) ??
    (isTelling(cell) ? undefined : heads.find((one) => isTelling(one) && idOf(one)));
  const ofRow = head === undefined ? undefined : idOf(head);
  if (own && isTelling(cell) && !ofRow) return success(own);
  if (ofRow) return success(ofRow);
  if (own && typeof cell === 'number') return success(own);
  const numbered = heads.map((one) => (typeof one === 'number' ? idOf(one) : undefined)).find(Boolean);
  if (numbered) return success(numbered);
  return failed(isTooLong(cell) ? TOO_LONG : NO_ID);
}

/** Excel keeps 15 digits of a number and makes the others 0. */
const DIGITS_MAX = 15;
const isWhole = (content: number): boolean => Number.isInteger(content) && content > 0;
const isTooLong = (content: Content): boolean =>
  typeof content === 'number' && isWhole(content) && content >= 10 ** DIGITS_MAX;

/** As the platform's own ids are written, such as RQ-10293. */
const isNumbered = (content: Content): boolean =>
  typeof content === 'string' && /^(\p{Lu}{1,5}|\p{Ll}{1,5})-\d+$/u.test(content.trim());

/** Words of a sentence and errors such as #N/A are no ids. */
const isTelling = (content: Content): boolean =>
  typeof content === 'string' && /\d/.test(content) && !/\s/.test(content.trim());

function idOf(content: Content): RequestId | undefined {
  if (typeof content === 'boolean' || isTooLong(content)) return undefined;
  if (typeof content === 'number' && !isWhole(content)) return undefined;
  const id = RequestId.safeParse(String(content).trim());
  return id.success ? id.data : undefined;
}

const NO_ID: Failure = {
  kind: 'invalid-argument',
  message: 'The selected cell names no request, and neither does its row.',
  next: 'Select a cell with a request id, such as RQ-10293.',
};
const TOO_LONG: Failure = {
  kind: 'invalid-argument',
  message: `The selected cell holds a number of more than ${DIGITS_MAX} digits, of which Excel has lost some.`,
  next: 'Format the cell as text and type the id again.',
};
