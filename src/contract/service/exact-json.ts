import { isCarriedByDouble } from '../../domain/decimal';

/**
 * JSON with every number kept to its last digit. A number that a double carries stays a number; any other stands in the
 * value as its own decimal text, and the readers of prices and quantities take such a text for the number that it is.
 * Throws what `JSON.parse` throws.
 */
export function exactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Nearly no answer has such a number in it, and then it has been read already.
  if (!MAY_BE_INEXACT.test(text)) return value;
  const exact = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || isCarriedByDouble(token) ? token : `"${token}"`,
  );
  return exact === text ? value : JSON.parse(exact);
}

/** A number of sixteen figures or more, or with an exponent; what looks like one inside a string costs time only. */
const MAY_BE_INEXACT = /(?:^|[:[,\s])-?(?:[\d.]{16,}|[\d.]+[eE])/;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** A JSON number by its digits: as many as there are, where a double would lose some. */
export class Numeral {
  constructor(readonly digits: string) {}
}

/** JSON of plain values and {@link Numeral}s. What is `undefined` is left out. */
export function exactJsonText(value: unknown): string {
  if (value instanceof Numeral) return value.digits;
  if (Array.isArray(value)) return `[${value.map((one) => exactJsonText(one ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const said = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${said.map(([name, one]) => `${JSON.stringify(name)}:${exactJsonText(one)}`).join(',')}}`;
}
