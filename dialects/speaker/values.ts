import type { Dialect } from '../draw';
import { momentOf, shownIn } from './zone';

/** A call that the platform does not understand. */
export class NotUnderstood extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A JSON number by its digits, which no double can carry. */
export class Digits {
  constructor(readonly text: string) {}
}

/** JSON in which numbers stand by their digits. */
export function jsonOf(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, part]) => part !== undefined);
    return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${jsonOf(part)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

const LONG_NUMBER = /([:[,]\s*)(-?\d{16,})(?=\s*[,}\]])/g;

/** What was sent; long numbers as their digits in a text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(LONG_NUMBER, '$1"$2"'));
  } catch {
    throw new NotUnderstood(400, 'The body is no JSON.');
  }
}

/** Our prefixes of identifiers, as the platform has numbers for them. */
const SORTS = ['RQ', 'QT', 'PP', 'CO', 'TR'];
const OWN_ID = /^([A-Z]{2})-(\d+)$/;
const LONG = '000000000000';

/** An identifier as the platform writes it, in an address. */
export function idText(own: string, { ids }: Dialect): string {
  const [, sort = '', digits = ''] = OWN_ID.exec(own) ?? [];
  const code = SORTS.indexOf(sort) + 1;
  if (ids === 'as they are') return own;
  if (code === 0) throw new Error(`The simulator has an identifier ${own}, which nobody has thought of.`);
  switch (ids) {
    case 'leading zeros':
      return `00${code}${digits}`;
    case 'numbers':
      return `${code}${digits}`;
    case 'long numbers':
      return `${code}${LONG}${digits}`;
  }
}

export function ownId(text: string, { ids }: Dialect): string {
  if (ids === 'as they are') return text;
  const match = {
    'leading zeros': /^00([1-5])(\d+)$/,
    numbers: /^([1-5])(\d+)$/,
    'long numbers': /^([1-5])0{12}(\d+)$/,
  }[ids].exec(text);
  const sort = SORTS[Number(match?.[1] ?? 0) - 1];
  if (sort === undefined) throw new NotUnderstood(404, `There is no ${text}.`);
  return `${sort}-${match?.[2] ?? ''}`;
}

export function writtenId(own: string, dialect: Dialect): unknown {
  const text = idText(own, dialect);
  return dialect.ids === 'numbers' || dialect.ids === 'long numbers' ? new Digits(text) : text;
}

export function readId(written: unknown, dialect: Dialect): string {
  const isLong = dialect.ids === 'long numbers';
  const wantsNumber = dialect.ids === 'numbers';
  if (typeof written === 'string' && !wantsNumber) return ownId(written, dialect);
  if (typeof written === 'number' && (wantsNumber || isLong)) return ownId(String(written), dialect);
  throw new NotUnderstood(422, `${String(written)} is no identifier.`);
}

type DecimalStyle = Exclude<Dialect['prices'] | Dialect['quantities'], 'as prices'>;
const SCALES: Partial<Record<DecimalStyle, number>> = {
  'scaled by 2': 2,
  'scaled by 3': 3,
  'scaled by 4': 4,
};

/** By moving the point in the text: nothing is reckoned. */
export function writtenDecimal(value: number, style: DecimalStyle): unknown {
  const text = plainText(value);
  const zeros = text.includes('.') ? `${text}0` : `${text}.00`;
  const scale = SCALES[style];
  if (scale !== undefined) return new Digits(scaledUp(text, scale));
  switch (style) {
    case 'text':
      return text;
    case 'text with zeros':
      return zeros;
    case 'numbers with zeros':
      return new Digits(zeros);
    default:
      return new Digits(text);
  }
}

const plainText = (value: number): string => {
  const text = String(value);
  if (/e/i.test(text)) throw new Error(`${text} is a figure that nobody has thought of.`);
  return text;
};

function scaledUp(text: string, scale: number): string {
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  if (fraction.length > scale) throw new Error(`${text} has more than ${scale} decimals.`);
  const digits = (whole + fraction.padEnd(scale, '0')).replace(/^0+(?=\d)/, '');
  return isNegative && digits !== '0' ? `-${digits}` : digits;
}

export function readDecimal(written: unknown, style: DecimalStyle): number {
  const isText = style === 'text' || style === 'text with zeros';
  if (typeof written !== (isText ? 'string' : 'number'))
    throw new NotUnderstood(422, `${JSON.stringify(written)} is no number as this platform writes it.`);
  const text = String(written);
  const scale = SCALES[style];
  if (scale === undefined) return Number(text);
  if (!/^-?\d+$/.test(text)) throw new NotUnderstood(422, `${text} is no whole number.`);
  const digits = text.replace('-', '').padStart(scale + 1, '0');
  return Number(`${text.startsWith('-') ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}

export function writtenTime(iso: string, { times }: Dialect): unknown {
  const ms = Date.parse(iso);
  switch (times) {
    case 'ISO in UTC':
      return iso;
    case 'ISO with offset':
      return `${shownIn('Asia/Kolkata', ms)}+05:30`;
    case 'epoch seconds':
      return Math.floor(ms / 1000);
    case 'epoch ms':
      return ms;
    case 'local in Berlin':
      return shownIn('Europe/Berlin', ms);
    case 'local in New York':
      return shownIn('America/New_York', ms);
    case 'with a blank':
      return iso.replace('T', ' ');
  }
}

export function writtenDay(day: string, { days }: Dialect): unknown {
  switch (days) {
    case 'ISO':
      return day;
    case 'compact':
      return day.replaceAll('-', '');
    case 'midnight in Berlin':
      return new Date(momentOf('Europe/Berlin', `${day}T00:00:00.000`)).toISOString();
    case 'epoch ms of midnight':
      return momentOf('Europe/Berlin', `${day}T00:00:00.000`);
  }
}

const FLAGS: Readonly<Record<Dialect['flags'], readonly [unknown, unknown]>> = {
  boolean: [true, false],
  'Y and N': ['Y', 'N'],
  '1 and 0': [1, 0],
  words: ['whole', 'parts'],
};
export const writtenFlag = (value: boolean, { flags }: Dialect): unknown => FLAGS[flags][value ? 0 : 1];

export function readFlag(written: unknown, { flags }: Dialect): boolean {
  const index = FLAGS[flags].indexOf(written);
  if (index < 0) throw new NotUnderstood(422, `${JSON.stringify(written)} is neither yes nor no.`);
  return index === 0;
}
