import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { RequestId, TradeId } from '../../domain/identifiers';
import { cellFailure, errorGiven, refused, type CellFailure } from '../cells/cell-failure';
import { dayOfSerial } from '../cells/sheet-time';
import { readings, type DayOrder } from '../cells/typed-day';

// Excel hands an omitted argument over as null, an empty cell as "" or 0 by the kind of the parameter.
export const isEmpty = (given: unknown): boolean => given === null || given === undefined || given === '';

/** Every value of what was given, row by row; one value is a range of one. Omitted is none. */
function valuesOf(given: unknown): unknown[] {
  if (given === null || given === undefined) return [];
  return Array.isArray(given) ? given.flat() : [given];
}

/** The one value of what was given, or the first. */
export const firstOf = (given: unknown): unknown => valuesOf(given)[0];

/** What a cell holds, as a sentence can say it: Excel hands errors and entities over as objects. */
export const written = (given: unknown): string =>
  typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
    ? `"${given}"`
    : 'The cell’s content';

/** The first failure among the arguments, or all of them by name. */
export function together<T extends Record<string, Outcome<unknown>>>(
  read: T,
): Outcome<{ [K in keyof T]: T[K] extends Outcome<infer V> ? V : never }> {
  const values: Record<string, unknown> = {};
  for (const [name, outcome] of Object.entries(read)) {
    if (!outcome.ok) return outcome;
    values[name] = outcome.value;
  }
  return success(values as { [K in keyof T]: T[K] extends Outcome<infer V> ? V : never });
}

/** One value or none; a range of several is refused. */
function oneOf(given: unknown, name: string): Outcome<unknown> {
  const [first, ...more] = valuesOf(given);
  if (more.length > 0) return failed(refused(`${name} takes one value, not a range.`, 'Use one cell.'));
  const error = errorGiven(first);
  if (error) return failed(error);
  return success(isEmpty(first) ? undefined : first);
}

/** The longest name that the gateway takes. */
const WORD_LENGTH_MAX = 100;

/** A word such as a commodity, trimmed; `undefined` when it is left out or its cell is empty. */
export function textArgument(given: unknown, name: string): Outcome<string | undefined> {
  const one = oneOf(given, name);
  if (!one.ok) return one;
  const text = typeof one.value === 'number' ? String(one.value) : one.value;
  if (text === undefined || text === '0') return success(undefined);
  if (typeof text !== 'string') return failed(refused(`${name} is not text.`, 'Type it as a word.'));
  const word = text.trim();
  if (word.length > WORD_LENGTH_MAX)
    return failed(refused(`${name} is too long.`, 'Type one of the platform’s words.'));
  return success(word || undefined);
}

/** One of a few words, in any case. */
export function wordArgument<const W extends string>(
  given: unknown,
  { name, words }: { name: string; words: readonly W[] },
): Outcome<W | undefined> {
  const text = textArgument(given, name);
  if (!text.ok) return text;
  if (text.value === undefined) return success(undefined);
  const typed = text.value.toLowerCase();
  const word = words.find((known) => known === typed);
  if (word !== undefined) return success(word);
  return failed(refused(`${name} cannot be "${text.value}".`, `Type ${listed(words)}.`));
}

/** One of a few words for all ids, or for each id of a range its own, by its place; what is wrong with one is told in its row. */
export function wordByPlace<const W extends string>(
  given: unknown,
  ids: unknown,
  kind: { readonly name: string; readonly words: readonly W[] },
): Outcome<(at: number) => Outcome<W | undefined>> {
  const values = valuesOf(given);
  if (values.length <= 1) {
    const word = wordArgument(given, kind);
    return word.ok ? success(() => word) : word;
  }
  if (values.length === valuesOf(ids).length) return success((at) => wordArgument(values[at], kind));
  return failed(
    refused(`${kind.name} takes one value, or one for each id.`, 'Use a range as large as that of the ids.'),
  );
}

/**
 * Refuses a word of an open list that is neither known nor found in what the filter goes over, so that a slip of the
 * keyboard is no empty table; nothing when the word is right.
 */
export function unheardOf(
  word: string | undefined,
  { name, known, found }: { name: string; known: readonly string[]; found: readonly (string | undefined)[] },
): CellFailure | undefined {
  // A record that does not say its word may have any.
  if (word === undefined || found.includes(undefined)) return undefined;
  const words = [...new Set([...known, ...found.filter((one) => one !== undefined)])];
  if (words.some((one) => one.toLowerCase() === word.toLowerCase())) return undefined;
  return cellFailure(refused(`${name} cannot be "${word}".`, `Type ${listed(words)}.`));
}

const listed = (words: readonly string[]): string => {
  const quoted = words.map((word) => `"${word}"`);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' or ');
};

/** A day, from a date cell or from text; `order` decides text that can be read in two ways. */
export function dayArgument(given: unknown, name: string, order?: DayOrder): Outcome<string | undefined> {
  const one = oneOf(given, name);
  if (!one.ok) return one;
  if (one.value === undefined || one.value === 0) return success(undefined);
  if (typeof one.value === 'string' && one.value.trim() === '') return success(undefined);
  const [day, other] = daysOf(one.value);
  if (other !== undefined && order === undefined) {
    const read = `${name} can be read as ${day} or as ${other}.`;
    return failed(refused(read, 'Use a date cell, or type it like 2026-11-20.'));
  }
  const meant = order === 'month-first' ? (other ?? day) : day;
  if (meant !== undefined) return success(meant);
  return failed(refused(`${name} is not a date.`, 'Use a date cell, or type it like 2026-11-20.'));
}

function daysOf(given: unknown): readonly string[] {
  if (typeof given === 'string') return readings(given);
  const day = typeof given === 'number' ? dayOfSerial(given) : undefined;
  return day === undefined ? [] : [day];
}

/** One of several words, one per cell of a range; empty cells are kept as "". Nothing at all is none. */
export function wordsArgument(given: unknown, name: string): Outcome<readonly string[] | undefined> {
  const words = valuesOf(given).map((value) => textArgument(value, name));
  const wrong = words.find((word) => !word.ok);
  if (wrong && !wrong.ok) return wrong;
  const texts = words.map((word) => (word.ok ? (word.value ?? '') : ''));
  return success(texts.some((text) => text !== '') ? texts : undefined);
}

/** How many rows are wanted, from 1. */
export function countArgument(
  given: unknown,
  { name, max, otherwise }: { name: string; max: number; otherwise: number },
): Outcome<number> {
  const one = oneOf(given, name);
  if (!one.ok) return one;
  if (one.value === undefined || one.value === 0) return success(otherwise);
  const { value } = one;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max)
    return success(value);
  return failed(refused(`${name} is not a whole number from 1 to ${max}.`, 'Correct it.'));
}

/** Field names, one per cell or several with commas in one, empty cells kept as "" so that the columns stay below their headings. */
export function fieldsArgument(given: unknown): Outcome<readonly string[] | undefined> {
  const names = valuesOf(given).map((value) => (typeof value === 'string' ? value.trim() : value));
  if (names.every((name) => isEmpty(name) || name === 0)) return success(undefined);
  const texts = names.map((name) => (isEmpty(name) || name === 0 ? '' : name));
  const error = texts.map(errorGiven).find(Boolean);
  if (error) return failed(error);
  const words = texts.filter((name) => typeof name === 'string');
  if (words.length === texts.length) return success(words.flatMap(namesIn));
  return failed(
    refused('A number is not a field name.', 'Type names such as "state", or leave the cell empty.'),
  );
}

const namesIn = (text: string): readonly string[] => {
  const names = text.split(',').map((name) => name.trim());
  return names.length > 1 ? names.filter((name) => name !== '') : names;
};

/** Column names, as text with commas or as a range of names. */
export function columnsArgument(given: unknown): Outcome<readonly string[] | undefined> {
  const fields = fieldsArgument(given);
  if (!fields.ok) return fields;
  const wanted = fields.value?.filter((name) => name !== '');
  return success(wanted?.length ? wanted : undefined);
}

/** An identifier of a range, nothing where its cell is empty, or what is wrong with it. */
export type GivenId<I> = Outcome<I | undefined>;

interface IdSchema<I> {
  safeParse(text: unknown): { success: true; data: I } | { success: false };
}

/**
 * Identifiers, one per cell of a range. An empty cell waits for its id and shows nothing; one that cannot be is told in its own
 * row only. A formula without the argument is refused.
 */
export function idsArgument<I extends RequestId | TradeId>(
  given: unknown,
  { schema, example }: { schema: IdSchema<I>; example: string },
): Outcome<readonly GivenId<I>[]> {
  const ids = upToLast(valuesOf(given)).map((value) => idOf(value, schema, example));
  if (ids.length > IDS_MAX) return failed(TOO_MANY_IDS);
  return ids.length > 0 ? success(ids) : failed(missing(example));
}

const missing = (example: string): Failure =>
  refused('The id is missing.', `Type one such as ${example}, or point to a cell with one.`);

/** A whole column has a million cells, and the ones below the last id are nobody's rows. */
function upToLast(values: readonly unknown[]): readonly unknown[] {
  if (values.length <= IDS_MAX) return values;
  const last = values.findLastIndex((value) => !isEmpty(value) && value !== 0);
  return values.slice(0, last + 1);
}

/** As many as a table has rows. */
const IDS_MAX = 2_000;
const TOO_MANY_IDS = refused(
  `A formula takes at most ${IDS_MAX.toLocaleString('en')} ids.`,
  'Use a shorter range, and another formula for the rest.',
);

/** The one identifier of a function that shows what belongs to one record. */
export function idArgument<I extends RequestId | TradeId>(
  given: unknown,
  { schema, example, name }: { schema: IdSchema<I>; example: string; name: string },
): Outcome<I> {
  const ids = idsArgument<I>(given, { schema, example });
  if (!ids.ok) return ids;
  const [id, ...others] = ids.value;
  if (id && !id.ok) return id;
  if (id?.value !== undefined && others.length === 0) return success(id.value);
  if (others.length === 0) return failed(missing(example));
  return failed(refused(`${name} takes one id.`, 'Use one cell, and one formula per id.'));
}

/** Excel keeps 15 digits of a number and makes the others 0. */
const isWholeNumber = (given: number): boolean => Number.isInteger(given) && given > 0 && given < 1e15;
/** What became of a long number on its way through a file, such as "1.23457E+15". */
const EXPONENT = /^\d([.,]\d+)?E\+\d+$/i;
const NUMBER = refused(
  'Excel turned this id into a number and lost digits.',
  'Format the cell as text and type it again.',
);

function idOf<I>(given: unknown, schema: IdSchema<I>, example: string): GivenId<I> {
  if (isEmpty(given) || given === 0) return success(undefined);
  const error = errorGiven(given);
  if (error) return failed(error);
  if (typeof given === 'number' && !isWholeNumber(given)) return failed(NUMBER);
  if (typeof given === 'string' && EXPONENT.test(given.trim())) return failed(NUMBER);
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text === 'string' && text.trim() === '') return success(undefined);
  const parsed = schema.safeParse(typeof text === 'string' ? text.trim() : text);
  if (parsed.success) return success(parsed.data);
  return failed(refused(`${written(text)} is not an id.`, `An id looks like ${example}.`));
}
