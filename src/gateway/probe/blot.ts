import { WORDS } from '../../contract/service/mapping';
import { plain } from '../platform/contradiction';
import { isObject } from './shapes';

/**
 * A fragment of an answer that may be shown: its structure and the names of its fields, and of every value only its form.
 * Letters become a, digits 9. Words are shown where they are what the finding is about.
 */
export function blotted(value: unknown, words: ReadonlySet<string> = NO_WORDS): string {
  const text = JSON.stringify(formOf(value, words, 0)) ?? 'nothing';
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

const SHOWN_MAX = 320;
const DEPTH_MAX = 5;
const LIST_MAX = 2;
const WORDS_MAX = 8;
const TEXT_MAX = 32;
const NO_WORDS: ReadonlySet<string> = new Set();
const OUR_WORDS = new Set(Object.values(WORDS).flatMap(({ words }) => words.map(plain)));
/** A word of ours in any style is no name. */
const isOurWord = (text: string): boolean => OUR_WORDS.has(plain(text));
/** A key that is no plain name may be data, such as a company. */
const FIELD_NAME = /^[A-Za-z_$][\w-]{0,39}$/;

function formOf(value: unknown, words: ReadonlySet<string>, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return numberForm(value);
  if (typeof value === 'string') return textForm(value, words);
  if (typeof value !== 'object' || depth >= DEPTH_MAX) return '…';
  if (Array.isArray(value))
    return value
      .slice(0, value.every((one) => words.has(String(one))) ? WORDS_MAX : LIST_MAX)
      .map((one) => formOf(one, words, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      FIELD_NAME.test(name) ? name : shape(name),
      formOf(part, words, depth + 1),
    ]),
  );
}

/** Seconds, milliseconds, and compact days. */
const EPOCH = /^\d{8}$|^\d{10}$|^\d{13}$/;

/** Only whether it has decimals, and how many; of a moment its length. */
function numberForm(value: number): number | string {
  const text = String(value);
  if (EPOCH.test(text)) return Number(text.replace(/\d/g, '9'));
  return Number(priceShape(text));
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const priceShape = (text: string): string => {
  const [, fraction = ''] = text.split('.');
  return fraction === '' || /[eE]/.test(text) ? '9' : `9.${'9'.repeat(fraction.length)}`;
};

function textForm(text: string, words: ReadonlySet<string>): string {
  if (words.has(text) || isOurWord(text)) return text;
  if (DECIMAL.test(text) && !EPOCH.test(text)) return priceShape(text);
  return shape(text);
}

const shape = (text: string): string =>
  text
    .slice(0, TEXT_MAX)
    .replace(/\p{Lu}/gu, 'A')
    .replace(/[\p{L}]/gu, (letter) => (letter === 'A' ? 'A' : 'a'))
    .replace(/\d/g, '9') + (text.length > TEXT_MAX ? '…' : '');

const NAME_FIELD =
  /counterparty|company|participant|trader|user|broker|firm|owner|initiator|recipient|^name|name$|comment|email|party/;

/** Texts in an answer that may name somebody. */
export function namesIn(value: unknown, field = ''): string[] {
  if (typeof value === 'string')
    return NAME_FIELD.test(plain(field)) && value.length > 3 && !isOurWord(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, field));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => namesIn(part, name));
}
