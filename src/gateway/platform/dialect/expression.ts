import type jsonata from 'jsonata';
import { Numeral } from '../../../contract/service/exact-json';
import { KINDS, type FieldType, type Kind } from '../../../contract/service/mapping';
import { addedDecimals, decimalText, isDecimal, shifted, subtractedDecimals } from '../../../domain/decimal';
import { failed, success, type Outcome } from '../../../domain/failure';
import { shown, Wrong } from './moments';
import { keep, type AddressIds, type Fields } from './record-map';

/** Far more than a record needs, and too little to be noticed: a loop without end is an error. */
const TIME_MS_MAX = 1_000;
const STACK_MAX = 500;

/**
 * One JSONata expression of the profile. Every number goes in as its digits in a text, so that JSONata's arithmetic,
 * which is binary, is an error on it; the functions `$plus`, `$minus`, `$scaled` and `$unscaled` reckon exactly.
 */
export class Expression {
  private compiled: Promise<jsonata.Expression> | undefined;

  constructor(
    readonly key: string,
    private readonly source: string,
  ) {}

  /** Whether it can be compiled at all. */
  async check(): Promise<Outcome<undefined>> {
    try {
      await this.expression();
      return success(undefined);
    } catch (error) {
      return failed({
        kind: 'invalid-argument',
        message: `${this.key} is no JSONata expression: ${reasonOf(error)}.`,
        next: 'Correct it, then start the gateway again.',
      });
    }
  }

  /** A plain value, or a sentence's end about what went wrong. */
  async evaluate(input: unknown, ids: AddressIds): Promise<unknown> {
    try {
      const expression = await this.expression();
      const made: unknown = await expression.evaluate(inDigits(input), { ids });
      return plainValue(made);
    } catch (error) {
      return new Wrong(reasonOf(error));
    }
  }

  private expression(): Promise<jsonata.Expression> {
    return (this.compiled ??= this.load());
  }

  private async load(): Promise<jsonata.Expression> {
    const { default: compile } = await import('jsonata');
    const expression = compile(this.source, { timeout: TIME_MS_MAX, stack: STACK_MAX });
    expression.registerFunction('plus', (a, b) => addedDecimals(decimal(a), decimal(b)));
    expression.registerFunction('minus', (a, b) => subtractedDecimals(decimal(a), decimal(b)));
    expression.registerFunction('scaled', (a, places) => shifted(whole(a), -Number(places)));
    expression.registerFunction('unscaled', (a, places) => whole(shifted(decimal(a), Number(places))));
    expression.registerFunction('numeral', (a) => new Numeral(decimal(a)));
    return expression;
  }
}

function decimal(value: unknown): string {
  if (typeof value === 'string' && isDecimal(value)) return decimalText(value) ?? value;
  throw new Error(`${shown(value)} is not decimal text`);
}

function whole(value: unknown): string {
  const text = decimal(value);
  if (/^-?\d+$/.test(text)) return text;
  throw new Error(`${shown(value)} is not a whole number`);
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : fieldText(error, 'message');
  const position = fieldText(error, 'position');
  return `${message.replace(/[\s.]+$/, '')}${position === '' ? '' : ` (at ${position})`}`;
}

/** JSONata throws plain objects. */
function fieldText(error: unknown, name: string): string {
  const value = typeof error === 'object' && error !== null ? (error as Fields)[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function inDigits(value: unknown): unknown {
  if (typeof value === 'number') return decimalText(value);
  if (Array.isArray(value)) return value.map((one: unknown) => inDigits(one));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Fields = {};
  for (const [name, part] of Object.entries(value)) keep(copy, name, inDigits(part));
  return copy;
}

/** JSONata's lists carry more than their items, and its functions are no values. */
function plainValue(value: unknown): unknown {
  if (value instanceof Numeral || typeof value !== 'object' || value === null) {
    return typeof value === 'function' ? undefined : value;
  }
  if (Array.isArray(value)) return value.map((one: unknown) => plainValue(one));
  const copy: Fields = {};
  for (const [name, part] of Object.entries(value)) keep(copy, name, plainValue(part));
  return copy;
}

/**
 * A record that an expression made, as our own. A number in the place of a price or a quantity came from binary arithmetic,
 * and is refused. JSONata makes no list of one: where a list is wanted, one record is one.
 */
export function checkedRecord(kind: Kind, made: unknown): Fields | Wrong {
  if (made instanceof Wrong) return made;
  if (typeof made !== 'object' || made === null || Array.isArray(made)) {
    return new Wrong(`it gives ${shown(made)}, and not one record`);
  }
  const record: Fields = {};
  for (const [name, value] of Object.entries<unknown>({ ...made })) {
    const checked = checkedField(KINDS[kind][name], name, value);
    if (checked instanceof Wrong) return checked;
    keep(record, name, checked);
  }
  return record;
}

function checkedField(type: FieldType | undefined, name: string, value: unknown): unknown {
  if (type?.type === 'parts') return checkedParts(type.kind, value);
  if (type?.type === 'part' && value !== null) return checkedRecord(type.kind, value);
  if (type?.type === 'decimal' && typeof value === 'number')
    return new Wrong(`its ${name} is a number; give decimal text`);
  return value instanceof Numeral ? value.digits : value;
}

function checkedParts(kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const parts: unknown[] = [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  for (const one of list) {
    const checked = checkedRecord(kind, one);
    if (checked instanceof Wrong) return checked;
    parts.push(checked);
  }
  return parts;
}

/** Why a body that an expression made cannot be sent: a fraction of binary arithmetic is no price. */
export function inexactIn(value: unknown): Wrong | undefined {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    return new Wrong(`it gives the number ${value}; write $numeral(…) of decimal text`);
  }
  if (typeof value !== 'object' || value === null || value instanceof Numeral) return undefined;
  return Object.values(value)
    .map(inexactIn)
    .find((wrong) => wrong !== undefined);
}
