import * as z from 'zod/mini';
import type { CellError, CellResult, Result } from '../grid/cell';

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
export const ResultRow = z.tuple(
  [z.number(), z.boolean(), z.unknown(), z.optional(z.unknown())],
  z.unknown(),
);
export type ResultRow = z.infer<typeof ResultRow>;
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
