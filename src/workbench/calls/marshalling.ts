import { type Argument, type CellError, type CellResult, isError } from '../grid/cell';
import type { FunctionMeta, Parameter } from './metadata';

/** What desktop Excel hands over for an empty cell when the parameter takes any type. */
const EMPTY = 0;

/**
 * The engine's arguments as Excel hands them to the add-in: typed, omitted ones null, repeating ones as a list.
 * An error among them is the result, and the function is not called.
 */
export function marshal(meta: FunctionMeta, args: readonly Argument[]): unknown[] | CellError {
  const { parameters } = meta;
  const firstRepeating = parameters.findIndex(({ repeating }) => repeating);
  const fixed = firstRepeating < 0 ? parameters : parameters.slice(0, firstRepeating);
  const repeating = firstRepeating < 0 ? [] : parameters.slice(firstRepeating);
  const ready: unknown[] = [];
  for (const [index, parameter] of fixed.entries()) {
    const argument = args[index];
    if (!argument && !parameter.optional) return refuse(`${parameter.name} is missing.`);
    const value = one(parameter, argument);
    if (isRefusal(value)) return value.refused;
    ready.push(value);
  }
  return collect(repeating, args.slice(fixed.length), ready);
}

/** Repeating parameters are always the last ones; each becomes one list. */
function collect(
  parameters: readonly Parameter[],
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

/** Boxed, because an argument may be any value at all. */
interface Refusal {
  refused: CellError;
}
const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value;

function refuse(message: string): CellError {
  return { error: '#VALUE!', message };
}

function one(parameter: Parameter, argument: Argument | undefined): unknown {
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

function scalar({ type }: Parameter, value: CellResult): unknown {
  if (isError(value)) return { refused: value };
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
