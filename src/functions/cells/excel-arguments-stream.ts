import { present } from '../../domain/present';
import { CellFailure, cellFailure, refused } from './cell-failure';
import type { Formula } from './context';
import type { Emptiness, Workbook } from './asked-workbook';
import { DEADLINE_MS } from './live';
import { cellsOf, mapCells, RESULTS_MAX } from './ranges';
import { ADDIN_PAGE, stream, type CellPage } from './stream';
import { dayOrderOf, readings, type DayOrder } from './typed-day';

type Invocation = CustomFunctions.StreamingInvocation<unknown[][]>;

/** Asks, and tells a formula to show whenever there is an answer. Gives what ends the asking. */
type Asking = (tell: (read: () => Formula) => void) => () => void;

/**
 * Connects a cell with a formula that has to ask Excel before it can be read. Every answer starts the formula anew;
 * without one there is a sentence at the deadline of cells.
 */
function streamOnceAsked(invocation: Invocation, ask: Asking, page: CellPage = ADDIN_PAGE): void {
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
  'Excel has not answered yet. If you are editing a cell, finish it.',
);

/** Office.js keeps these on its prototype, where a spread would not find them. */
function sameCell(invocation: Invocation): Invocation {
  const { functionName, address, parameterAddresses, isInValuePreview } = invocation;
  return {
    setResult: (value) => invocation.setResult(value),
    ...present({ functionName, address, parameterAddresses, isInValuePreview }),
  };
}

interface DayParts {
  /** The arguments that are days. */
  readonly days: readonly unknown[];
  readonly formula: (order: DayOrder | undefined) => Formula;
}
interface Ports {
  readonly workbook: () => Workbook;
  readonly page: CellPage;
}

/**
 * Connects a cell with a formula over days. Only a typed day such as 03/04/2026 needs to know how the user's system
 * writes days, and Excel is asked for that alone: the language of Office often is not that of the calendar.
 */
export function streamDays(
  invocation: Invocation,
  { days, formula }: DayParts,
  { workbook, page }: Ports = { workbook: excelWorkbook, page: ADDIN_PAGE },
): void {
  if (!days.some(isAmbiguous)) return stream(invocation, () => formula(undefined), page);
  streamOnceAsked(
    invocation,
    (tell) => {
      void workbook()
        .shortDatePattern()
        .then((pattern) => tell(() => formula(pattern === undefined ? undefined : dayOrderOf(pattern))));
      return () => undefined;
    },
    page,
  );
}

const isAmbiguous = (given: unknown): boolean => typeof given === 'string' && readings(given).length > 1;

interface PriceParts<G> {
  /** Which of the arguments are prices, by position. */
  readonly prices: readonly number[];
  /** A larger range is refused by the formula, and Excel is not asked. */
  readonly cellsMax?: number;
  readonly formula: (given: G) => Formula;
}

/**
 * As with the client's session, there is nothing in which Excel could hand it to a formula; and all formulas together
 * ask in one request. Its code is loaded when the first formula has to ask.
 */
let workbook: Promise<Workbook> | undefined;

const loaded = (): Promise<Workbook> =>
  (workbook ??= import('./asked-workbook').then(
    ({ AskedWorkbook }) => new AskedWorkbook(),
    (missing: unknown) => {
      workbook = undefined;
      throw missing;
    },
  ));

/** The workbook that the add-in's page belongs to. What cannot be asked is not known. */
const excelWorkbook = (): Workbook => ({
  watchEmptiness(address, tell) {
    let stop: (() => void) | undefined;
    let ended = false;
    void loaded().then(
      (asked) => {
        if (!ended) stop = asked.watchEmptiness(address, tell);
      },
      () => tell(undefined),
    );
    return () => {
      ended = true;
      stop?.();
    };
  },
  shortDatePattern: () =>
    loaded().then(
      (asked) => asked.shortDatePattern(),
      () => undefined,
    ),
});

const PORTS: Ports = { workbook: excelWorkbook, page: ADDIN_PAGE };

/**
 * Connects a cell with a formula over prices. Many an Excel hands an empty cell over as 0, and an empty cell is no price
 * of 0: so Excel is asked which it is, wherever a price is exactly 0. Where it does not say, that price is refused.
 */
export function streamPrices<const G extends readonly unknown[]>(
  invocation: Invocation,
  given: G,
  { prices, cellsMax = RESULTS_MAX, formula }: PriceParts<G>,
  { workbook, page }: Ports = PORTS,
): void {
  const zeros = prices.filter((position) => hasZero(given[position], cellsMax));
  if (zeros.length === 0) return stream(invocation, () => formula(given), page);
  const asked = zeros.flatMap((position) => {
    const address = addressOf(invocation, position);
    return address === undefined ? [] : [{ position, address }];
  });
  const known = new Map<number, Emptiness>();
  const read = (): Formula => formula(replaced(given, zeros, { invocation, known }));
  if (asked.length === 0) return stream(invocation, read, page);
  streamOnceAsked(
    invocation,
    (tell) => {
      const stops = asked.map(({ position, address }) =>
        workbook().watchEmptiness(address, (emptiness) => {
          known.set(position, emptiness);
          if (known.size === asked.length) tell(read);
        }),
      );
      return () => stops.forEach((stop) => stop());
    },
    page,
  );
}

const hasZero = (given: unknown, cellsMax: number): boolean => {
  const cells = cellsOf(given);
  return cells.length <= cellsMax && cells.includes(0);
};

/** An Excel that gives no addresses at all does not say where a 0 comes from. */
const saysAddresses = ({ parameterAddresses }: Invocation): boolean =>
  Array.isArray(parameterAddresses) && parameterAddresses.length > 0;

/** Nothing for what was typed or calculated in the formula itself: there a 0 is a 0. */
const addressOf = ({ parameterAddresses }: Invocation, position: number): string | undefined =>
  parameterAddresses?.[position] || undefined;

/** The arguments with nothing for an empty cell, and a refusal for a 0 of which nobody knows what it is. */
function replaced<const G extends readonly unknown[]>(
  given: G,
  zeros: readonly number[],
  { invocation, known }: { invocation: Invocation; known: ReadonlyMap<number, Emptiness> },
): G {
  const values = given.map((value, position) => {
    if (!zeros.includes(position)) return value;
    if (saysAddresses(invocation) && addressOf(invocation, position) === undefined) return value;
    const emptiness = known.get(position);
    return mapCells(value, (cell, row, column) => {
      if (cell !== 0) return cell;
      const isEmpty = emptiness?.[row]?.[column];
      return isEmpty === undefined ? ZERO_OR_EMPTY : isEmpty ? null : 0;
    });
  });
  // As many values in the same places.
  return values as unknown as G;
}

const ZERO_OR_EMPTY = cellFailure(
  refused('This is 0 or an empty cell: Excel does not say.', "If it is 0, type '0, a zero as text."),
);
