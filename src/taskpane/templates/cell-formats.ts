import { leaves, type RawRecord } from '../../domain/record';
import type { CellFormat, Rule } from '../excel/insertion';
import type { PlacedFormat } from '../excel/sheet';

const ACCENT = '#0f5c4d';
const TYPED = '#1a4fa3';
/** For what is to be read with care. */
export const AMBER = '#8a5300';
export const GREEN = '#0e700e';
export const RED = '#c50f1f';

export const TITLE: CellFormat = { colour: ACCENT, bold: true, sizePt: 16 };
export const NOTE: CellFormat = { colour: '#5b636b' };
export const SECTION: CellFormat = { colour: ACCENT, bold: true };
export const HEADING: CellFormat = { fill: '#e4efec', colour: '#1f2328', bold: true };
export const HEADING_OF_FIGURES: CellFormat = { ...HEADING, align: 'Right' };
/** Of short words behind figures, which would touch them, and of days, which are all of one width. */
export const CENTRED: CellFormat = { align: 'Center' };
/** With its longest word short: "NL Cal-27 base EFP ECC/bilat." has room. */
export const shortProduct = (text: string): string => `SUBSTITUTE(${text},"bilateral","bilat.")`;
/** For cells that a person changes, as in most financial sheets. */
export const INPUT: CellFormat = { fill: '#fff8e1', colour: TYPED };
/** For cells among those that a person changes, which the sheet fills by itself. */
export const FOLLOWS: CellFormat = { fill: '#f1f3f5' };
/** For what is closed, and takes nothing any more. */
export const OVER = { fill: '#e3e5e8', colour: '#6b7178' } as const;
/** Whether the request is over whose state this cell shows; one that is on its way, or cannot be had, is not. */
export const isOverIn = (state: string): string =>
  `=IF(ISERROR(${state}),FALSE,AND(${state}<>"",${state}<>"open"))`;
export const CHOICE: CellFormat = { ...INPUT, align: 'Right' };
export const RESULT: CellFormat = { bold: true, align: 'Right' };
/** What a cell holds is not what may stand there: Excel refuses it as it is typed, and takes it where it is pasted. */
export const wrongIn = (formula: string) => ({ formula, fill: '#fde7e9', colour: '#c50f1f' }) as const;
export const isNoPrice = (cell: string): string => `=AND(${cell}<>"",NOT(ISNUMBER(${cell})),${cell}<>"0")`;

/** With a true minus, as wide as a plus: the sign that the pane has. */
const plain = (digits: string): string => `${digits};"−"${digits}`;
/** The same with a plus too. One rule in every sheet: a difference, a net position and what it earned always show their sign, and a price has no plus, that of a spread neither. */
const signed = (digits: string, zero: string): string => `+${plain(digits)};${zero}`;

/** As many decimals as the platform gives, and two at least: a price is never rounded to look at. */
export const PRICE = plain('0.00######');
/** A price that was worked out and is not sent, with its decimals below each other; the cell holds all of them. */
export const COMPUTED = plain('0.00');
/** MW, with their decimals below each other; the cell holds all of them. */
export const NET_POWER = signed('#,##0.0', '0.0');
/** MWh that were dealt: most cells hold none, and a column of zeros hides the others. A space stands there, as some grids show the zero where there is no text at all. */
export const DEALT = '[>=1000]#,##0;[=0]" ";General';
/** Net MWh, without decimals where there are none; those that there are show by {@link NET_FRACTION}. */
export const NET_VOLUME = signed('#,##0', '0');
/** The same where most cells hold none. */
export const NET_OF_SOME = signed('#,##0', '" "');
export const NET_FRACTION = signed('#,##0.0##', '0');
export const PROFIT = signed('#,##0.00', '0.00');
/** Thousands are parted, where fractions are not seen any more. Smaller quantities are as they are: an empty decimal point would stand behind each. */
export const QUANTITY = '[>=1000]#,##0;General';
/** An age with its unit; more than a quarter of an hour would not fit with it. */
export const SECONDS = '[<1000]0" s";0';
/** What two prices differ by. */
export const DIFFERENCE = signed('0.00######', '0.00');
/** The same of two that were worked out, with their decimals below each other; the cell holds all of them. A space parts it from the words behind it. */
export const EDGE = signed('0.00" "', '0.00" "');
export const DAY = 'dd-mmm-yyyy';
export const MOMENT = 'dd-mmm-yyyy hh:mm:ss';
export const AS_TEXT = '@';

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;
const IS_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Formats of the days and moments of a record that a formula shows as a card: names in one column, values in the next. */
export const cardFormats = (record: RawRecord): readonly PlacedFormat[] =>
  leaves(record).flatMap(([, value], row) => {
    if (typeof value !== 'string' || !(IS_DAY.test(value) || IS_MOMENT.test(value))) return [];
    return [{ row, column: 1, rows: 1, columns: 1, format: IS_DAY.test(value) ? DAY : MOMENT }];
  });

const QUOTE_ROWS = 100;
/** Formats of the prices and moments in the table of quotes, whose columns keep their places. */
export const QUOTES_FORMATS: readonly PlacedFormat[] = [
  { row: 1, column: 4, rows: QUOTE_ROWS, columns: 5, format: PRICE },
  { row: 1, column: 11, rows: QUOTE_ROWS, columns: 1, format: MOMENT },
];

/** The cell may hold a number, or '0: the way to type a price of 0 that no Excel takes for an empty cell. */
export const priceRule = (firstCell: string): Rule => ({
  formula: `=OR(ISNUMBER(${firstCell}),${firstCell}="0")`,
  title: 'Not a price',
  sentence: 'Type a number in the unit of the leg, such as 71.25 or -4.5.',
});

export const oneOf = (...words: readonly string[]): Rule => ({
  words,
  title: `Not ${words.join(' or ')}`,
  sentence: `Type ${words.join(' or ')}, or choose it from the list.`,
});
