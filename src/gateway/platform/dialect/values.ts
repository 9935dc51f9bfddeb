import { Numeral } from '../../../contract/service/exact-json';
import {
  WORDS,
  wordsOf,
  type DayForm,
  type DeliveryEnd,
  type DecimalForm,
  type Enumeration,
  type FlagForm,
  type Style,
  type TimeForm,
  type WordTable,
} from '../../../contract/service/mapping';
import { decimalText, isCarriedByDouble, shifted } from '../../../domain/decimal';
import { readDay, readTime, shown, writtenDay, writtenTime, Wrong } from './moments';

/** One value on its way in or out; {@link Wrong} where it is not what the profile says. */
export interface Conversion {
  readonly read: (value: unknown) => unknown;
  readonly write: (value: unknown) => unknown;
}

/** Nothing to convert: what the platform writes is read as it stands. */
export const SAME: Conversion = { read: (value) => value, write: (value) => value };

const WHOLE = /^-?(?:0|[1-9]\d{0,29})$/;

/** Prices and quantities. No digit is lost or made up on the way. */
export function decimals(form: DecimalForm | undefined): Conversion {
  if (form === undefined) return SAME;
  if (typeof form === 'string') {
    return {
      read: (value) => (exactText(value) === undefined ? notA(value, 'a number') : value),
      write: (value) => {
        const text = exactText(value);
        if (text === undefined) return notA(value, 'a number');
        return form === 'text' ? text : new Numeral(text);
      },
    };
  }
  const { scaled } = form;
  return {
    read: (value) => {
      const text = exactText(value);
      return text !== undefined && WHOLE.test(text)
        ? shifted(text, -scaled)
        : notA(value, 'a whole number, as a scaled one is');
    },
    write: (value) => {
      const text = exactText(value);
      if (text === undefined) return notA(value, 'a number');
      const whole = shifted(text, scaled);
      return WHOLE.test(whole) ? new Numeral(whole) : notA(value, `a number of at most ${scaled} decimals`);
    },
  };
}

const exactText = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? decimalText(value) : undefined;

const DIGITS = /^(?:0|[1-9]\d{0,99})$/;

/** Identifiers are text here. Where they are numbers there, every digit goes back as it came. */
export function ids(form: 'text' | 'number' | undefined): Conversion {
  if (form === undefined) return SAME;
  if (form === 'text') {
    return { read: (value) => (typeof value === 'string' ? value : notA(value, 'text')), write: SAME.write };
  }
  return {
    read: (value) => {
      if (typeof value === 'number' && DIGITS.test(String(value))) return String(value);
      // What a double cannot carry has come as its digits.
      const isLong = typeof value === 'string' && DIGITS.test(value) && !isCarriedByDouble(value);
      return isLong ? value : notA(value, 'a number');
    },
    write: (value) =>
      typeof value === 'string' && DIGITS.test(value) ? new Numeral(value) : notA(value, 'a number'),
  };
}

export const times = (form: TimeForm | undefined): Conversion =>
  form === undefined
    ? SAME
    : {
        read: (value) => readTime(value, form),
        write: (value) => (typeof value === 'string' ? writtenTime(value, form) : notA(value, 'a time')),
      };

export const days = (form: DayForm | undefined): Conversion =>
  form === undefined
    ? SAME
    : {
        read: (value) => readDay(value, form),
        write: (value) => (typeof value === 'string' ? writtenDay(value, form) : notA(value, 'a day')),
      };

const WRITTEN_DAY = /^(\d{4}-\d{2}-\d{2})(?:T|$)/;

/** The last day of a delivery, where its end is that day or the one after it, as midnights are. Hours say nothing more. */
export function lastDays(day: Conversion, end: DeliveryEnd | undefined): Conversion {
  if (end === undefined) return day;
  const by = end === 'day-after' ? 1 : 0;
  return {
    read: (value) => {
      const read = day.read(value);
      if (read instanceof Wrong) return read;
      const [, written] = (typeof read === 'string' && WRITTEN_DAY.exec(read)) || [];
      return (written === undefined ? undefined : daysAfter(written, -by)) ?? notA(value, 'a day');
    },
    write: (value) => {
      const after = typeof value === 'string' ? daysAfter(value, by) : undefined;
      return after === undefined ? notA(value, 'a day') : day.write(after);
    },
  };
}

const DAY_MS = 86_400_000;
const writtenOn = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** Nothing for what no calendar has: a thirteenth month, or 30 February, which would be taken for 2 March. */
function daysAfter(day: string, count: number): string | undefined {
  const ms = Date.parse(day);
  const isDay = !Number.isNaN(ms) && writtenOn(ms) === day.slice(0, 10);
  return isDay ? writtenOn(ms + count * DAY_MS) : undefined;
}

export function flags(form: FlagForm | undefined): Conversion {
  if (form === undefined || form === 'boolean') return SAME;
  return {
    read: (value) =>
      value === form.true
        ? true
        : value === form.false
          ? false
          : notA(value, `${shown(form.true)} or ${shown(form.false)}`),
    write: (value) => (value === true ? form.true : value === false ? form.false : notA(value, 'yes or no')),
  };
}

/** Words of an enumeration, ours and the platform's. What the profile leaves open stays as it came. */
export function words(
  enumeration: Enumeration,
  given: { readonly table?: WordTable | undefined; readonly style?: Style | undefined },
): Conversion {
  const { listed, words: ours } = WORDS[enumeration];
  const { table, style = 'kebab-case' } = given;
  if (table === undefined && (style === 'kebab-case' || ours.length === 0)) return SAME;
  const theirs = wordsOf(enumeration, given);
  const own = new Map([...theirs].flatMap(([word, named]) => named.map((one) => [one, word] as const)));
  return {
    read: (value) => {
      const word =
        typeof value === 'string' || typeof value === 'number' ? own.get(String(value)) : undefined;
      if (word !== undefined) return word;
      // An unknown word that is one of ours would be taken for it.
      if (!listed && !(typeof value === 'string' && theirs.has(value))) return value;
      return new Wrong(`${shown(value)} is none of its words (${[...own.keys()].slice(0, 12).join(', ')})`);
    },
    write: (value) => {
      const named = typeof value === 'string' ? theirs.get(value)?.[0] : undefined;
      if (named !== undefined) return named;
      return listed ? new Wrong(`there is no word for ${shown(value)}`) : value;
    },
  };
}

const notA = (value: unknown, wanted: string): Wrong => new Wrong(`${shown(value)} is not ${wanted}`);
