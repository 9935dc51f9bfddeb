import { CellFailure } from './cell-failure';
import type { Formula } from './desk';
import { DEADLINE_MS } from './live';
import { ADDIN_PAGE, stream, type CellPage } from './stream';

type Invocation = CustomFunctions.StreamingInvocation<unknown[][]>;

/** Asks, and tells a formula to show whenever there is an answer. Gives what ends the asking. */
export type Asking = (tell: (read: () => Formula) => void) => () => void;

/**
 * Connects a cell with a formula that has to ask Excel before it can be read. Every answer starts the formula anew;
 * without one there is a sentence at the deadline of cells.
 */
export function streamWhenTold(invocation: Invocation, ask: Asking, page: CellPage = ADDIN_PAGE): void {
  try {
    let shown: Invocation | undefined;
    let ended = false;
    const show = (read: () => Formula): void => {
      if (ended) return;
      const before = shown;
      shown = sameCell(invocation);
      // The new one starts first, so that what both watch is not let go between them.
      stream(shown, read, page);
      before?.onCanceled?.();
    };
    const cancelDeadline = page.client().clock.after(DEADLINE_MS, () => show(() => UNANSWERED));
    const stopAsking = ask((read) => {
      cancelDeadline();
      show(read);
    });
    invocation.onCanceled = () => {
      ended = true;
      cancelDeadline();
      stopAsking();
      shown?.onCanceled?.();
    };
  } catch (bug) {
    stream(invocation, () => {
      throw bug;
    });
  }
}

const UNANSWERED = new CellFailure(
  '#N/A',
  'Excel has not answered yet. The value appears by itself; finish editing the cell if you are in one.',
);

/** Office.js keeps these on its prototype, where a spread would not find them. */
function sameCell(invocation: Invocation): Invocation {
  const { functionName, address, parameterAddresses, isInValuePreview } = invocation;
  return {
    setResult: (value) => invocation.setResult(value),
    ...(functionName !== undefined && { functionName }),
    ...(address !== undefined && { address }),
    ...(parameterAddresses !== undefined && { parameterAddresses }),
    ...(isInValuePreview !== undefined && { isInValuePreview }),
  };
}
