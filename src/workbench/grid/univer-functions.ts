import type { Nullable } from '@univerjs/core';
import {
  ArrayValueObject,
  BaseFunction,
  BaseReferenceObject,
  type BaseValueObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  FunctionType,
  type IFunctionInfo,
  NullValueObject,
  NumberValueObject,
  StringValueObject,
} from '@univerjs/engine-formula';
import { ANCHOR_FUNCTION } from './anchor';
import { type Argument, BUSY, type Cell, type CellResult, type Rect, type Result } from './cell';
import type { FunctionSpec, GridFunction } from './port';

const ARGUMENTS_MAX = 255;
const ERRORS: ReadonlySet<string> = new Set([...Object.values<string>(ErrorType), BUSY]);
const isErrorType = (text: string): text is ErrorType => ERRORS.has(text);

/** An add-in's function as the engine sees it: synchronous, and aware of the cell that it is evaluated in. */
class HostFunction extends BaseFunction {
  constructor(private readonly hosted: GridFunction) {
    super(hosted.spec.name);
    // The host itself says which argument is missing.
    this.minParams = 0;
    const { parameters, wantsAddresses } = hosted.spec;
    this.maxParams = parameters.some(({ repeating }) => repeating) ? ARGUMENTS_MAX : parameters.length;
    this.needsReferenceObject = wantsAddresses;
  }

  /** What stands in quotes is text: see `keepTexts`. */
  override isArgumentsIgnoreNumberPattern(): boolean {
    return true;
  }

  override calculate(...args: BaseValueObject[]): FunctionVariantType {
    const cell = { sheet: this.subUnitId ?? '', row: this.row, col: this.column };
    return toVariant(this.hosted.evaluate(cell, args.map(toArgument)));
  }
}

/** The spill operator: the engine has none, and the lexer's repair writes this in its place. */
class AnchorArray extends BaseFunction {
  override needsReferenceObject = true;
  override minParams = 1;
  override maxParams = 1;

  constructor(private readonly spillAt: (cell: Cell) => Rect | null) {
    super(ANCHOR_FUNCTION);
  }

  /** As with OFFSET, the engine finds out by evaluating it what it depends on. */
  override isAddress(): boolean {
    return true;
  }

  override calculate(argument: BaseValueObject | BaseReferenceObject): FunctionVariantType {
    if (!(argument instanceof BaseReferenceObject)) return ErrorValueObject.create(ErrorType.REF);
    const { startRow, startColumn } = argument.getRangePosition();
    const spill = this.spillAt({ sheet: argument.getSheetId(), row: startRow, col: startColumn });
    if (!spill) return ErrorValueObject.create(ErrorType.REF);
    const { row, col, rows, cols } = spill;
    const range = { startRow: row, startColumn: col, endRow: row + rows - 1, endColumn: col + cols - 1 };
    const made = this.createReferenceObject(argument, range);
    return made instanceof BaseReferenceObject || !made.isError()
      ? made
      : ErrorValueObject.create(ErrorType.REF);
  }
}

export function executors(functions: GridFunction[], spillAt: (cell: Cell) => Rect | null): BaseFunction[] {
  return [new AnchorArray(spillAt), ...functions.map((hosted) => new HostFunction(hosted))];
}

/** What auto-completion and argument help show. */
export function description({ name, description: text, parameters }: FunctionSpec): IFunctionInfo {
  const example = exampleIn(text);
  return {
    functionName: name,
    functionType: FunctionType.User,
    description: text,
    abstract: text,
    functionParameter: parameters.map((parameter, at) => ({
      name: parameter.name,
      detail: parameter.description,
      example: example[at] ?? '',
      require: parameter.optional ? 0 : 1,
      repeat: parameter.repeating ? 1 : 0,
    })),
  };
}

/** The arguments of the first example that a description ends with; none where it has no example. */
function exampleIn(text: string): readonly string[] {
  const [, given = ''] = /Example: =[A-Z.]+\((.*?)\)(?: or =|$)/.exec(text) ?? [];
  const found = [''];
  let [depth, isQuoted] = [0, false];
  for (const letter of given) {
    if (letter === '"') isQuoted = !isQuoted;
    if (!isQuoted && '({'.includes(letter)) depth += 1;
    if (!isQuoted && ')}'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0 && !isQuoted) found.push('');
    else found.push((found.pop() ?? '') + letter);
  }
  return found;
}

function toArgument(given: BaseValueObject | BaseReferenceObject): Argument {
  if (!(given instanceof BaseReferenceObject)) return valueArgument(given);
  const { startRow, startColumn, endRow, endColumn } = given.getRangePosition();
  const rect = {
    sheet: given.getSheetId(),
    row: startRow,
    col: startColumn,
    rows: endRow - startRow + 1,
    cols: endColumn - startColumn + 1,
  };
  return { ...valueArgument(given.toArrayValueObject()), rect };
}

function valueArgument(value: BaseValueObject): Argument {
  if (!(value instanceof ArrayValueObject)) return { value: toCell(value), omitted: value.isNull() };
  const rows = Array.from({ length: value.getRowCount() }, (_, row) =>
    Array.from({ length: value.getColumnCount() }, (_unused, col) => toCell(value.get(row, col))),
  );
  return { value: rows };
}

function toCell(value: Nullable<BaseValueObject>): CellResult {
  if (!value || value.isNull()) return null;
  return value instanceof ErrorValueObject ? { error: value.getErrorType() } : value.getValue();
}

function cellVariant(value: CellResult): BaseValueObject {
  if (value === null) return NullValueObject.create();
  if (typeof value === 'number') return NumberValueObject.create(value);
  if (typeof value === 'boolean') return BooleanValueObject.create(value);
  if (typeof value === 'string') return StringValueObject.create(value);
  return ErrorValueObject.create(
    isErrorType(value.error) ? value.error : ErrorType.VALUE,
    value.message ?? '',
  );
}

function toVariant(result: Result): BaseValueObject {
  if (!Array.isArray(result)) return cellVariant(result);
  return ArrayValueObject.create({
    calculateValueList: result.map((row) => row.map(cellVariant)),
    rowCount: result.length,
    columnCount: result[0]?.length ?? 0,
    unitId: '',
    sheetId: '',
    row: -1,
    column: -1,
  });
}
