import { cellFailure, refused } from './cell-failure';
import type { Formula } from './desk';
import { excelWorkbook } from './excel-workbook';
import { cellsOf, mapCells, RESULTS_MAX } from './ranges';
import { ADDIN_PAGE, stream, type CellPage } from './stream';
import { streamWhenTold } from './told-stream';
import type { Emptiness, Workbook } from './workbook';

type Invocation = CustomFunctions.StreamingInvocation<unknown[][]>;

interface PriceParts<G> {
  /** Which of the arguments are prices, by position. */
  readonly prices: readonly number[];
  readonly formula: (given: G) => Formula;
}
interface Ports {
  readonly workbook: () => Workbook;
  readonly page: CellPage;
}
const PORTS: Ports = { workbook: excelWorkbook, page: ADDIN_PAGE };

/**
 * Connects a cell with a formula over prices. Many an Excel hands an empty cell over as 0, and an empty cell is no price
 * of 0: so Excel is asked which it is, wherever a price is exactly 0. Where it does not say, that price is refused.
 */
export function streamPrices<const G extends readonly unknown[]>(
  invocation: Invocation,
  given: G,
  { prices, formula }: PriceParts<G>,
  { workbook, page }: Ports = PORTS,
): void {
  const zeros = prices.filter((position) => hasZero(given[position]));
  if (zeros.length === 0) return stream(invocation, () => formula(given), page);
  const asked = zeros.flatMap((position) => {
    const address = addressOf(invocation, position);
    return address === undefined ? [] : [{ position, address }];
  });
  const known = new Map<number, Emptiness>();
  const read = (): Formula => formula(replaced(given, zeros, { invocation, known }));
  if (asked.length === 0) return stream(invocation, read, page);
  streamWhenTold(
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

/** A range that is too big is refused as it is. */
const hasZero = (given: unknown): boolean => {
  const cells = cellsOf(given);
  return cells.length <= RESULTS_MAX && cells.includes(0);
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
  refused(
    'Excel does not say whether this is the price 0 or an empty cell.',
    "If it is 0, type '0, a zero as text.",
  ),
);
