import type { Transform } from 'node:stream';
import { stringify, type Options } from 'csv-stringify';
import type { CapturedTrade } from '../../../domain/trade';
import type { Column } from '../../../domain/trade-export/column';
import { remembering } from '../../../domain/remembered';
import { LocalTime } from '../../../domain/local-time';
import { TRADE_COLUMNS, type ExportPreset } from '../../../domain/trade-export/preset';

/**
 * What a spreadsheet may take for the start of a formula (OWASP, CSV injection), their full-width forms too. White space
 * before it does not help: some programs cut it off first.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/**
 * What a spreadsheet may take for a number, a day or a time, in whichever language it works, and then shows as another text:
 * 000123 becomes 123, 1E5 becomes 100000, 2026-11 a day, and of more than 15 digits the last become zeros. Quoting a field
 * keeps none of them. Rather an apostrophe too many than an id that is another one.
 */
const NUMBER_DAY_OR_TIME = [
  // Digits and signs alone: numbers, days, times, per cent, fractions, amounts.
  /^[^\p{L}]*\p{Nd}[^\p{L}]*$/u,
  // With an exponent.
  /^[^\p{L}]*\p{Nd}[^\p{L}]*e[^\p{L}]*\p{Nd}[^\p{L}]*$/iu,
  // Half of the day.
  /^\p{Nd}[\p{Nd}\s:.,]*[ap]\.?\s*(?:m\.?)?$/iu,
];

/** What stands for a truth value, or for an error, in the languages of Excel that are likely here. */
const TRUTH_OR_ERROR =
  /^(?:#\S+|true|false|wahr|falsch|vrai|faux|vero|falso|verdadero|verdadeiro|waar|onwaar|prawda|fałsz|pravda|nepravda|sant|falskt|sann|usann|tosi|epätosi)$/iu;

const lettersOf = (text: string): string => text.toLowerCase().replace(/\P{L}/gu, '');

const LANGUAGES = ['en', 'de', 'fr', 'nl', 'it', 'es', 'pt', 'pl', 'cs', 'da', 'sv', 'nb', 'fi', 'hu'];

/** The names of the months, whole and short; in German Excel has short ones of its own. */
const MONTHS: ReadonlySet<string> = new Set([
  ...['mrz', 'sept'],
  ...LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, index) => monthIn(language, month, index)),
    ),
  ),
]);

function monthIn(language: string, month: 'long' | 'short', index: number): string {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
  const part = format.formatToParts(Date.UTC(2026, index)).find(({ type }) => type === 'month');
  return lettersOf(part?.value ?? '');
}

const CURRENCIES = new Set(['eur', 'usd', 'gbp', 'chf', 'sek', 'nok', 'dkk', 'kr', 'zł', 'kč', 'ft', 'lei']);

/** Digits, and of letters nothing but the name of a month or of a currency: "Mar-26", "10 kr". */
function isDayOrAmount(text: string): boolean {
  const letters = lettersOf(text);
  // Some languages have no short names of months but their numbers.
  return letters !== '' && /\p{Nd}/u.test(text) && (MONTHS.has(letters) || CURRENCIES.has(letters));
}

const isTakenForAnother = (text: string): boolean =>
  FORMULA.test(text) ||
  NUMBER_DAY_OR_TIME.some((pattern) => pattern.test(text.trim())) ||
  TRUTH_OR_ERROR.test(text.trim()) ||
  isDayOrAmount(text);

/**
 * Text that every spreadsheet leaves as it is: with an apostrophe before it, where it would be taken for a formula, a
 * number or a day. One that begins with an apostrophe gets another, so that a program takes the first one off without doubt.
 */
export const harmless = (text: string): string =>
  text.startsWith("'") || isTakenForAnother(text) ? `'${text}` : text;

interface CsvOptions {
  readonly preset: ExportPreset;
  readonly zone: string;
  readonly separator?: ',' | ';' | '\t';
  readonly decimal?: '.' | ',';
}

/** How every CSV of SpreadDesk is written: RFC 4180. */
export const RFC_4180 = {
  record_delimiter: '\r\n',
  // A break of another kind than the file's own is quoted too; so is space at an end, which some readers cut off.
  quoted_match: /[\r\n]|^\s|\s$/,
} as const satisfies Options;

/** Makes CSV of rows, with a mark at the start that lets Excel read it as UTF-8. */
export const csvWriter = ({ separator = ',' }: CsvOptions): Transform =>
  stringify({ ...RFC_4180, bom: true, delimiter: separator });

/** Text, ids too, as it stands in a CSV. Some readers end a field, or the file, at the one character that is replaced. */
export const csvText = (text: string): string => harmless(text.replaceAll('\0', '\uFFFD'));

/** The header and a row for each trade, every field as its text. */
export async function* csvRows(
  { preset, zone, decimal = '.' }: CsvOptions,
  trades: AsyncIterable<CapturedTrade>,
): AsyncGenerator<string[]> {
  const columns = TRADE_COLUMNS[preset];
  const local = new LocalTime(zone);
  // Units, products and names come in every row.
  const texts = remembering<string>();
  const textOf = (text: string): string => texts(text, () => csvText(text));
  yield columns.map(({ name }) => name);
  for await (const captured of trades) {
    yield columns.map((column) => csvField(column, captured, { local, decimal, textOf }));
  }
}

function csvField(
  column: Column<CapturedTrade>,
  captured: CapturedTrade,
  { local, decimal, textOf }: { local: LocalTime; decimal: '.' | ','; textOf: (text: string) => string },
): string {
  switch (column.kind) {
    case 'text':
      return textOf(column.value(captured) ?? '');
    case 'id':
      return csvText(column.value(captured) ?? '');
    case 'decimal':
      return (column.value(captured) ?? '').replace('.', decimal);
    case 'day':
      return column.value(captured) ?? '';
    case 'boolean':
      return String(column.value(captured) ?? '');
    case 'instant': {
      const at = column.value(captured);
      const clock = column.clock === 'utc' ? undefined : local;
      return at === undefined ? '' : csvMoment(at, clock).replace('.', decimal);
    }
  }
}

/**
 * "2026-10-25 00:30:00.120": the whole moment, as in all other formats, for a time that is cut is another one. Its decimal sign is the
 * file's, or a spreadsheet in another language takes it for text. By a local clock
 * the offset follows, and Excel leaves it text: its dates cannot hold one.
 */
function csvMoment(at: number, local: LocalTime | undefined): string {
  const wall = new Date(local?.wallMs(at) ?? at).toISOString();
  return `${wall.slice(0, -1).replace('T', ' ')}${local?.offset(at) ?? ''}`;
}
