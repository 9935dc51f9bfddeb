import * as z from 'zod/mini';
import { isError, type Argument, type CellError, type CellResult, type Result } from '../grid/cell';
import type { FunctionMeta, Parameter } from './metadata';

/** What desktop Excel hands over for an empty cell when the parameter takes any type. */
const EMPTY = 0;

/**
 * The engine's arguments as Excel hands them to the add-in: typed, omitted ones null, repeating ones as a list.
 * An error among them is the result, and the function is not called, unless it takes errors.
 */
export function marshal(meta: FunctionMeta, args: readonly Argument[]): unknown[] | CellError {
  const parameters = meta.parameters.map((parameter) => ({
    ...parameter,
    takesErrors: meta.takesErrors === true,
  }));
  const firstRepeating = parameters.findIndex(({ repeating }) => repeating);
  const fixed = firstRepeating < 0 ? parameters : parameters.slice(0, firstRepeating);
  const repeating = firstRepeating < 0 ? [] : parameters.slice(firstRepeating);
  const ready: unknown[] = [];
  for (const [index, parameter] of fixed.entries()) {
    const argument = args[index];
    if (!argument && !parameter.optional)
      return refuse(`${parameter.name} is missing. ${parameter.description ?? ''}`.trim());
    const value = one(parameter, argument);
    if (isRefusal(value)) return value.refused;
    ready.push(value);
  }
  return collect(repeating, args.slice(fixed.length), ready);
}

/** Repeating parameters are always the last ones; each becomes one list. */
function collect(
  parameters: readonly Taking[],
  args: readonly Argument[],
  ready: unknown[],
): unknown[] | CellError {
  const lists: unknown[][] = parameters.map(() => []);
  for (const [index, argument] of args.entries()) {
    const parameter = parameters[index % parameters.length];
    if (!parameter) continue;
    const value = one(parameter, argument);
    if (isRefusal(value)) return value.refused;
    lists[index % parameters.length]?.push(value);
  }
  return [...ready, ...lists];
}

type Taking = Parameter & { readonly takesErrors: boolean };

/** Boxed, because an argument may be any value at all. */
interface Refusal {
  refused: CellError;
}
const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value;

function refuse(message: string): CellError {
  return { error: '#VALUE!', message };
}

function one(parameter: Taking, argument: Argument | undefined): unknown {
  if (!argument || argument.omitted) return null;
  const { value } = argument;
  if (parameter.dimensionality === 'matrix') {
    const rows = (Array.isArray(value) ? value : [[value]]).map((row) =>
      row.map((cell) => scalar(parameter, cell)),
    );
    return rows.flat().find(isRefusal) ?? rows;
  }
  if (!Array.isArray(value)) return scalar(parameter, value);
  const [first] = value[0] ?? [];
  const single = value.length === 1 && value[0]?.length === 1 && first !== undefined;
  return single
    ? scalar(parameter, first)
    : { refused: refuse(`${parameter.name} takes one value, not a range.`) };
}

function scalar({ type = 'any', takesErrors }: Taking, value: CellResult): unknown {
  if (isError(value)) {
    const isTaken = takesErrors && type === 'any' && value.error !== '#BUSY!';
    return isTaken ? { type: 'Error', basicType: 'Error', basicValue: value.error } : { refused: value };
  }
  if (type === 'number') return toNumber(value);
  if (type === 'boolean') return toBoolean(value);
  if (type === 'string') return toText(value);
  return value ?? EMPTY;
}

type Plain = Exclude<CellResult, CellError>;

function toNumber(value: Plain): number | Refusal {
  if (value === null || value === '') return 0;
  const number = typeof value === 'string' ? Number(value.trim()) : Number(value);
  return Number.isNaN(number) ? { refused: refuse(`"${String(value)}" is not a number.`) } : number;
}

function toBoolean(value: Plain): boolean | Refusal {
  if (value === null) return false;
  if (typeof value !== 'string') return Boolean(value);
  const word = value.toLowerCase();
  return word === 'true' || word === 'false'
    ? word === 'true'
    : { refused: refuse(`"${value}" is not TRUE or FALSE.`) };
}

function toText(value: Plain): string {
  if (value === null) return '';
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}

/** What the library puts behind the `false` of a failed result. */
const CODES: readonly string[] = [
  '#VALUE!',
  '#N/A',
  '#VALUE!',
  '#VALUE!',
  '#VALUE!',
  '#DIV/0!',
  '#NUM!',
  '#VALUE!',
  '#NULL!',
  '#NAME?',
  '#NAME?',
];
/** The two errors whose message Excel shows; with any other it is lost. */
const KEEPS_MESSAGE = new Set(['#VALUE!', '#N/A']);

/** `[invocation id, succeeded, value or message, error code]`, and timings that nobody needs. */
const ResultRow = z.tuple([z.number(), z.boolean(), z.unknown(), z.optional(z.unknown())], z.unknown());
type ResultRow = z.infer<typeof ResultRow>;
export const ResultRows = z.array(ResultRow);

export function failedResult(message: unknown, code: unknown): CellError {
  const error = (typeof code === 'number' ? CODES[code] : undefined) ?? '#VALUE!';
  const text = typeof message === 'string' && !/^(?:NaN|Infinity)?$/.test(message) ? message : undefined;
  return cellError(error, text);
}

function cellError(error: string, message: unknown): CellError {
  return typeof message === 'string' && message !== '' && KEEPS_MESSAGE.has(error)
    ? { error, message }
    : { error };
}

/** What a function returned, as cells. A plain list is one row. */
export function toResult(value: unknown): Result {
  if (!Array.isArray(value)) return toCell(value);
  const rows: unknown[] = Array.isArray(value[0]) ? value : [value];
  const cells = rows.map((row) => (Array.isArray(row) ? row.map(toCell) : []));
  const width = cells[0]?.length ?? 0;
  if (width === 0 || cells.some((row) => row.length !== width)) {
    return { error: '#VALUE!', message: 'The function returned an array that is empty or not rectangular.' };
  }
  return cells;
}

/** A block of results with more in it than texts, numbers and booleans. */
export function isMixed(value: unknown): boolean {
  const cells: readonly unknown[] = Array.isArray(value) ? value.flat() : [];
  return cells.length > 1 && cells.some((cell) => typeof cell === 'object' && cell !== null);
}

const Rich = z.object({
  valueType: z.optional(z.string()),
  type: z.optional(z.string()),
  basicValue: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  text: z.optional(z.string()),
});

function toCell(value: unknown): CellResult {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'number') return Number.isFinite(value) ? value : { error: '#NUM!' };
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const rich = Rich.safeParse(value);
  return rich.success ? fromRich(rich.data) : notACell();
}

function fromRich({ valueType, type, basicValue, message, text }: z.infer<typeof Rich>): CellResult {
  const isFailure = valueType === 'CustomFunctionError' || type === 'Error';
  if (isFailure && typeof basicValue === 'string') return cellError(basicValue, message);
  if (text !== undefined) return text;
  return basicValue === undefined ? notACell() : toCell(basicValue);
}

function notACell(): CellError {
  return { error: '#VALUE!', message: 'The function returned an object that is not a cell value.' };
}
