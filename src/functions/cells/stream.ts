import type { CellLine, Cells } from '../../client/cell-register';
import type { GatewayClient } from '../../client/client';
import { cellRegister, computerNow, session } from '../../client/session';
import { CellFailure } from './cell-failure';
import { problemOf, type Cell, type Shown } from './cells';
import type { Formula } from './context';
import { LiveFormula } from './live';
import { DateNumber } from './sheet-time';

type Invocation = CustomFunctions.StreamingInvocation<unknown[][]>;

/** What a cell shares with all others of its page. A formula that needs no platform builds no client. */
export interface CellPage {
  readonly client: () => GatewayClient;
  readonly cells: () => Cells;
}
export const ADDIN_PAGE: CellPage = { client: session, cells: cellRegister };

/**
 * Connects a formula with the cell that Excel calculates. It is synchronous and lets nothing escape: a stream that
 * throws would show #BUSY! for ever, and a cancellation that throws would block the others of its batch.
 */
export function stream(invocation: Invocation, read: () => Formula, page: CellPage = ADDIN_PAGE): void {
  const line = entered(invocation, page);
  invocation.onCanceled = () => line.leave();
  try {
    const formula = read();
    const show = (shown: Shown): void => invocation.setResult(result(shown));
    if (typeof formula !== 'function') {
      show(formula);
      return report(line, formula);
    }
    const live = new LiveFormula({
      client: page.client(),
      formula,
      show,
      computerNow,
      heard: line.heard,
    });
    invocation.onCanceled = () => {
      quietly(() => live.stop());
      line.leave();
    };
    live.start();
  } catch (bug) {
    quietly(() => invocation.setResult(officeError(NOT_STARTED)));
    report(line, NOT_STARTED);
    loudly(bug);
  }
}

/** The formula's line in the register, which never stands in the way of its cell. */
function entered({ address = '', functionName: name = '' }: Invocation, { cells }: CellPage): CellLine {
  let line: CellLine | undefined;
  quietly(() => {
    line = cells().enter({ address, name });
  });
  return {
    heard: (state) => quietly(() => line?.heard(state)),
    leave: () => quietly(() => line?.leave()),
  };
}

function report(line: CellLine, shown: Shown): void {
  const problem = problemOf(shown);
  line.heard({ resources: [], shown: () => shown, ...(problem && { problem }) });
}

const NOT_STARTED = new CellFailure(
  '#VALUE!',
  'SpreadDesk could not start this formula. This is our fault: please report it.',
);

/**
 * Whether a cell takes more than text and numbers. Excels that do not make all of a block #VALUE! for one error in it (office-js
 * issue 2174), and know no number with a format.
 */
function takesDataTypes(): boolean {
  if (typeof Office === 'undefined') return true;
  // Whatever the declarations say, there is none before Excel has said what it is.
  const context: Partial<Office.Context> | undefined = Office.context;
  return context?.requirements?.isSetSupported('CustomFunctionsRuntime', '1.4') === true;
}

/** A lone error goes as the whole result, so that Excel shows its sentence. */
function result(shown: Shown): unknown[][] | CustomFunctions.Error {
  if (shown instanceof CellFailure) return officeError(shown);
  const [only] = shown[0] ?? [];
  const alone = shown.length === 1 && shown[0]?.length === 1;
  if (alone && only instanceof CellFailure) return officeError(only);
  if (!shown.some((row) => row.some(isDataType))) return shown.map((row) => [...row]);
  const isRich = takesDataTypes();
  return shown.map((row) => row.map((cell) => officeCell(cell, isRich)));
}

const isDataType = (cell: Cell): boolean => typeof cell === 'object';

function officeCell(cell: Cell, isRich: boolean): unknown {
  // An error's text is no number either: what calculates with it fails, in its own cell.
  if (cell instanceof CellFailure) return isRich ? officeError(cell) : cell.code;
  if (!(cell instanceof DateNumber)) return cell;
  const { serial, format } = cell;
  return isRich ? { type: 'FormattedNumber', basicValue: serial, numberFormat: format } : serial;
}

function officeError({ code, message }: CellFailure): CustomFunctions.Error {
  const { invalidValue, notAvailable } = CustomFunctions.ErrorCode;
  return new CustomFunctions.Error(code === '#VALUE!' ? invalidValue : notAvailable, message);
}

function quietly(act: () => void): void {
  try {
    act();
  } catch (bug) {
    loudly(bug);
  }
}

/** A bug is reported as an unhandled error of the page, after Excel has its result. */
function loudly(bug: unknown): void {
  queueMicrotask(() => {
    throw bug;
  });
}
