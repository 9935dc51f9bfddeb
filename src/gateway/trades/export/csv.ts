import type { CapturedTrade } from '../../../domain/trade';
import type { ReportedLeg } from '../../../domain/trade-export/acer';
import type { Column } from '../../../domain/trade-export/column';
import { remembering } from '../../../domain/remembered';
import { LocalTime } from '../../../domain/local-time';
import { rowsOf, TRADE_COLUMNS, type ExportPreset } from '../../../domain/trade-export/preset';

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

/** The names of the months, whole and short; in German Excel has short ones of its own. Made with the first file, not with the start. */
let months: ReadonlySet<string> | undefined;
const isMonth = (letters: string): boolean => (months ??= new Set(monthNames())).has(letters);

const monthNames = (): readonly string[] => [
  ...['mrz', 'sept'],
  ...LANGUAGES.flatMap((language) => [...monthsIn(language, 'long'), ...monthsIn(language, 'short')]),
];

function monthsIn(language: string, month: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, index) => {
    const part = format.formatToParts(Date.UTC(2026, index)).find(({ type }) => type === 'month');
    return lettersOf(part?.value ?? '');
  });
}

const CURRENCIES = new Set(['eur', 'usd', 'gbp', 'chf', 'sek', 'nok', 'dkk', 'kr', 'zł', 'kč', 'ft', 'lei']);

/** Digits, and of letters nothing but the name of a month or of a currency: "Mar-26", "10 kr". */
function isDayOrAmount(text: string): boolean {
  const letters = lettersOf(text);
  // Some languages have no short names of months but their numbers.
  return letters !== '' && /\p{Nd}/u.test(text) && (isMonth(letters) || CURRENCIES.has(letters));
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

/** A file of text: what it begins with, and the lines of each trade, their breaks included. */
export interface TradeLines {
  readonly head: string;
  readonly lines: (captured: CapturedTrade) => string;
}

interface CsvOptions {
  readonly preset: ExportPreset;
  readonly zone: string;
  readonly separator?: Separator;
  readonly decimal?: '.' | ',';
}

type Separator = ',' | ';' | '\t';

/** A break of another kind than the file's own is quoted too; so is space at an end, which some readers cut off. */
const QUOTED: Readonly<Record<Separator, RegExp>> = {
  ',': /[,"\r\n]|^\s|\s$/,
  ';': /[;"\r\n]|^\s|\s$/,
  '\t': /[\t"\r\n]|^\s|\s$/,
};
const quoted = (field: string, separator: Separator): string =>
  QUOTED[separator].test(field) ? `"${field.replaceAll('"', '""')}"` : field;

/** One record as every CSV of SpreadDesk has it, its line break included: RFC 4180. */
export const csvRecord = (fields: readonly string[], separator: Separator = ','): string =>
  `${fields.map((field) => quoted(field, separator)).join(separator)}\r\n`;

/** Lets Excel read a file as UTF-8, which it does not take for granted. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Text, ids too, as it stands in a CSV. Some readers end a field, or the file, at the one character that is replaced. */
export const csvText = (text: string): string => harmless(text.replaceAll('\0', '\uFFFD'));

/** The start of the file, and the lines of each trade. */
export function csvLines({ preset, zone, separator = ',', decimal = '.' }: CsvOptions): TradeLines {
  const columns = TRADE_COLUMNS[preset];
  const local = new LocalTime(zone);
  const fields = columns.map((column) => fieldOf(column, { local, separator, decimal }));
  return {
    head:
      BYTE_ORDER_MARK +
      csvRecord(
        columns.map(({ name }) => name),
        separator,
      ),
    lines: (captured) =>
      rowsOf(preset, captured)
        .map((row) => `${fields.map((field) => field(row)).join(separator)}\r\n`)
        .join(''),
  };
}

interface Writing {
  readonly local: LocalTime;
  readonly separator: Separator;
  readonly decimal: '.' | ',';
}

/** Writes one column, quoted where it has to be. */
function fieldOf(
  column: Column<ReportedLeg>,
  { local, separator, decimal }: Writing,
): (captured: ReportedLeg) => string {
  const number = (text: string): string => quoted(text.replace('.', decimal), separator);
  switch (column.kind) {
    case 'text': {
      // Units, products and names come in every row.
      const texts = remembering<string>();
      return (captured) => {
        const text = column.value(captured) ?? '';
        return text === '' ? '' : texts(text, () => quoted(csvText(text), separator));
      };
    }
    case 'id':
      return (captured) => quoted(csvText(column.value(captured) ?? ''), separator);
    case 'decimal':
      return (captured) => {
        const value = column.value(captured);
        return value === undefined ? '' : number(value);
      };
    case 'day':
      return (captured) => column.value(captured) ?? '';
    case 'boolean':
      return (captured) => String(column.value(captured) ?? '');
    case 'instant': {
      const clock = column.clock === 'utc' ? undefined : local;
      return (captured) => {
        const at = column.value(captured);
        return at === undefined ? '' : number(csvMoment(at, clock));
      };
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
