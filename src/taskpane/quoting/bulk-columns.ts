import { ActionId, RequestId } from '../../domain/identifiers';
import { priceOf, sheetTextPrice } from '../../domain/price';
import type { Direction } from '../../domain/offers';
import type { Content } from '../excel/reading';

/** One cell as it stands in the sheet: what it holds, and how it shows it. */
export interface InputCell {
  readonly content: Content;
  readonly format: string;
}

/** What a cell says: nothing, something, or why it cannot be read. */
export type ReadCell<T> =
  | { readonly kind: 'empty' }
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'refused'; readonly why: string };

const EMPTY = { kind: 'empty' } as const;
const value = <T>(of: T): ReadCell<T> => ({ kind: 'value', value: of });
const refused = (why: string): { kind: 'refused'; why: string } => ({ kind: 'refused', why });

/** Quoted texts, escaped characters and colours of a format say nothing of what it shows. */
const ASIDE = /"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]/gi;
/** Whether a format shows a number as a day or a time. */
export const isDateFormat = (format: string): boolean =>
  !/^(general|standard|@)$/i.test(format) && /[ymdhs]/i.test(format.replaceAll(ASIDE, ''));
const isPercent = (format: string): boolean => format.replaceAll(ASIDE, '').includes('%');
const isError = (content: Content): boolean => typeof content === 'string' && /^#[A-Z]/.test(content);
const textOf = (content: Content): string => (typeof content === 'string' ? content.trim() : '');

/**
 * An exact number, as text that the ticket reads as well. A number counts by its own shortest digits, and nothing is rounded; a text is none;
 * an empty cell is no number, and above all not zero.
 */
export function readNumber({ content, format }: InputCell): ReadCell<string> {
  if (content === '' || (typeof content === 'string' && content.trim() === '')) return EMPTY;
  if (typeof content === 'boolean')
    return refused(`holds ${String(content).toUpperCase()}, which is no number.`);
  if (isError(content)) return refused(`shows ${String(content)}: its formula has no value.`);
  if (typeof content === 'string') return readText(content.trim());
  if (isDateFormat(format))
    return refused('holds a date, which is no number. Format it as a number and type it again.');
  if (isPercent(format)) {
    return refused(`is shown in per cent, but would be sent as ${content}. Format it as a number.`);
  }
  const exact = priceOf(content);
  if (exact !== undefined) return value(exact);
  return Math.abs(content) >= 1e9
    ? refused('is too large: at most 9 digits before the decimal sign.')
    : refused(`holds ${content}, with more than 8 decimals. Round it in the sheet: nothing is rounded here.`);
}

/** As formulas read it: what a cell calls no price is not sent as one. */
function readText(typed: string): ReadCell<string> {
  const price = sheetTextPrice(typed);
  if (price !== undefined) return value(price);
  return refused(`holds the text “${typed}”. Type it as a number.`);
}

/** Excel keeps 15 digits of a number and makes the others 0. */
const ID_BELOW = 1e15;

export function readRequestId({ content }: InputCell): ReadCell<RequestId> {
  if (content === '') return EMPTY;
  if (isError(content)) return refused(`shows ${String(content)}: its formula has no value.`);
  if (typeof content === 'boolean') return refused('is no request id.');
  if (typeof content === 'number' && !(Number.isInteger(content) && content > 0 && content < ID_BELOW)) {
    return refused(`holds the number ${content}, which is no request id. Format the cell as text.`);
  }
  const text = String(content).trim();
  if (text === '') return EMPTY;
  const id = RequestId.safeParse(text);
  return id.success ? value(id.data) : refused(`holds “${text.slice(0, 40)}”, which is no request id.`);
}

export function readDirection({ content }: InputCell): ReadCell<Direction> {
  const word = textOf(content).toLowerCase();
  if (content === '' || (typeof content === 'string' && word === '')) return EMPTY;
  return word === 'bid' || word === 'ask'
    ? value(word)
    : refused(`holds “${String(content)}”. Write bid or ask.`);
}

const YES = new Set(['yes', 'y', 'true']);
const NO = new Set(['no', 'n', 'false']);

export function readYesOrNo({ content }: InputCell): ReadCell<boolean> {
  if (typeof content === 'boolean') return value(content);
  const word = textOf(content).toLowerCase();
  if (content === '' || (typeof content === 'string' && word === '')) return EMPTY;
  if (YES.has(word)) return value(true);
  return NO.has(word) ? value(false) : refused(`holds “${String(content)}”. Write yes or no.`);
}

/** What is to be done with a row. */
export type BulkAction = 'quote' | 'firm' | 'indicative' | 'withdraw' | 'delete-proposals';
/** What stands in the list of the quote sheet, in its order. */
export const ACTION_TERMS: Readonly<Record<BulkAction, string>> = {
  quote: 'quote',
  withdraw: 'withdraw',
  firm: 'firm proposal',
  indicative: 'indicative proposal',
  'delete-proposals': 'delete proposals',
};
const ACTIONS = new Map<string, BulkAction>([
  ['quote', 'quote'],
  ['send quote', 'quote'],
  ['firm proposal', 'firm'],
  ['firm', 'firm'],
  ['indicative proposal', 'indicative'],
  ['indicative', 'indicative'],
  ['withdraw', 'withdraw'],
  ['withdraw quote', 'withdraw'],
  ['delete proposals', 'delete-proposals'],
]);

/** An action is what it says, never what it resembles. */
export function readAction({ content }: InputCell): ReadCell<BulkAction> {
  const word = textOf(content)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ');
  if (content === '' || (typeof content === 'string' && word === '')) return EMPTY;
  const action = ACTIONS.get(word);
  const words = Object.values(ACTION_TERMS).join(', ');
  return action ? value(action) : refused(`holds “${String(content)}”. Write one of: ${words}.`);
}

/** The id that the pane wrote beside the row before; anything else in its place is none. */
export function readActionId(content: Content): ActionId | undefined {
  const id = ActionId.safeParse(content);
  return id.success ? id.data : undefined;
}
