import type { CellResult, Result } from '../grid/cell';

interface Answered {
  readonly args: readonly unknown[];
  readonly result: Result;
}

/**
 * What a call of a cell shows until it answers, from what the cell showed before other arguments came: Excel leaves the former value
 * there. `undefined` where it is about another request, whose price it would seem to be. `named`: its first argument names what it is about.
 */
export const keptAnswer = (
  { args: [about], result }: Answered,
  [wanted]: readonly unknown[],
  named: boolean,
): Result | undefined => (named && JSON.stringify(about) !== JSON.stringify(wanted) ? undefined : result);

/**
 * What a call shows until it answers, from what the call before it showed: where nothing but the column of its first argument is
 * another, each row that stays keeps its answer, wherever it stands now. `undefined` where that cannot be said.
 */
export function keptRows(
  before: Answered,
  args: readonly unknown[],
  waiting: CellResult,
): Result | undefined {
  const [known, ...others] = before.args;
  const [wanted, ...rest] = args;
  if (!isColumn(known) || !isColumn(wanted) || JSON.stringify(others) !== JSON.stringify(rest)) {
    return undefined;
  }
  const { result } = before;
  // With a header, or of one row for all, nobody knows which row is whose.
  if (!Array.isArray(result) || result.length !== known.length) return undefined;
  const answers = new Map(known.map(([value], row) => [value, result[row]]));
  const width = result[0]?.length ?? 1;
  return wanted.map(([value]) => answers.get(value) ?? Array<CellResult>(width).fill(waiting));
}

const isColumn = (argument: unknown): argument is readonly (readonly [unknown])[] =>
  Array.isArray(argument) && argument.every((row) => Array.isArray(row) && row.length === 1);
