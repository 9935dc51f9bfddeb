import type { DeskClient } from '../client/client';
import { session } from '../client/session';
import { CellFailure } from './cell-failure';
import type { Cell, Shown } from './cells';
import type { Formula } from './desk';
import { LiveFormula } from './live';

type Invocation = CustomFunctions.StreamingInvocation<unknown[][]>;

/**
 * Connects a formula with the cell that Excel calculates. It is synchronous and lets nothing escape: a stream that
 * throws would show #BUSY! for ever, and a cancellation that throws would block the others of its batch.
 */
export function stream(
  invocation: Invocation,
  read: () => Formula,
  client: () => DeskClient = session,
): void {
  try {
    const formula = read();
    const show = (shown: Shown): void => invocation.setResult(result(shown));
    if (typeof formula !== 'function') {
      invocation.onCanceled = () => undefined;
      return show(formula);
    }
    const live = new LiveFormula({ client: client(), formula, show });
    invocation.onCanceled = () => quietly(() => live.stop());
    live.start();
  } catch (bug) {
    quietly(() => invocation.setResult(officeError(NOT_STARTED)));
    loudly(bug);
  }
}

const NOT_STARTED = new CellFailure(
  '#VALUE!',
  'SpreadDesk could not start this formula. It is a fault of ours: please report it.',
);

/** A lone error goes as the whole result, so that Excel shows its sentence. */
function result(shown: Shown): unknown[][] | CustomFunctions.Error {
  if (shown instanceof CellFailure) return officeError(shown);
  const [only] = shown[0] ?? [];
  const alone = shown.length === 1 && shown[0]?.length === 1;
  if (alone && only instanceof CellFailure) return officeError(only);
  return shown.map((row) => row.map(officeCell));
}

const officeCell = (cell: Cell): unknown => (cell instanceof CellFailure ? officeError(cell) : cell);

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
