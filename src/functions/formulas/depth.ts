import { RequestId } from '../../domain/identifiers';
import type { Direction } from '../../domain/offers';
import { sumOf } from '../../domain/quantity';
import { unreadInWords, unreadOn } from '../../domain/unread';
import { CellFailure, cellFailure } from '../cells/cell-failure';
import type { Cell } from '../cells/cells';
import { valueOf, type Formula, type FormulaContext } from '../cells/context';
import { idsArgument, together, wordArgument } from './arguments';
import { withoutEnded } from './my-quote';

/** How many active quotes there are, and their quantity altogether. While one cannot be read, neither is known. */
export function depthOf(
  desk: FormulaContext,
  id: RequestId,
  direction?: Direction,
): readonly [count: Cell, quantity: Cell] {
  const listing = valueOf(desk, { kind: 'quotes', id });
  if (listing instanceof CellFailure) return [listing, listing];
  const unread = unreadOn(listing.unreadable, direction);
  if (unread.length > 0) {
    const unknown = new CellFailure(
      '#N/A',
      `${unreadInWords(unread, 'quote')}, so their number is not known.`,
    );
    return [unknown, unknown];
  }
  const active = withoutEnded(desk, listing.records).filter(
    (quote) => quote.state === 'active' && (direction === undefined || quote.direction === direction),
  );
  const quantities = active.flatMap(({ quantity }) => quantity ?? []);
  const silent = active.length - quantities.length;
  return [active.length, silent === 0 ? Number(sumOf(quantities)) : unsaid(silent)];
}

const unsaid = (count: number): CellFailure =>
  new CellFailure(
    '#N/A',
    `The platform does not say the quantity of ${count} of the quotes, so there is no total.`,
  );

/** DEPTH: the number of active quotes and their total quantity, side by side, one row per request. */
export function depthFormula(given: { id: unknown; direction: unknown }): Formula {
  const read = together({
    ids: idsArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293' }),
    direction: wordArgument(given.direction, { name: 'direction', words: ['bid', 'ask'] }),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { ids, direction } = read.value;
  return (desk) =>
    ids.map((id): readonly Cell[] => {
      if (!id.ok) return [cellFailure(id.failure), ''];
      return id.value === undefined ? ['', ''] : depthOf(desk, id.value, direction);
    });
}
