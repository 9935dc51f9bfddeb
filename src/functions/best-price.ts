import { RequestId } from '../domain/identifiers';
import { toNumber } from '../domain/price';
import { ranked, type Direction } from '../domain/quote';
import { idsArgument, together, wordArgument } from './arguments';
import { CellFailure, cellFailure, refused } from './cell-failure';
import type { Cell } from './cells';
import { valueOf, type Desk, type Formula } from './desk';
import { actionsFor } from './quote-table';

/** The net price of the best active quote, one row per request; for a single request its price. */
export function bestPriceFormula(given: { id: unknown; direction: unknown }): Formula {
  const read = together({
    ids: idsArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293' }),
    direction: wordArgument(given.direction, { name: 'direction', words: ['bid', 'ask'] }),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { ids, direction } = read.value;
  return (desk) =>
    ids.map((id): Cell[] => {
      if (!id.ok) return [cellFailure(id.failure)];
      return [id.value === undefined ? '' : bestPrice(desk, id.value, direction)];
    });
}

function bestPrice(desk: Desk, id: RequestId, wanted: Direction | undefined): Cell {
  const listing = valueOf(desk, { kind: 'quotes', id });
  if (listing instanceof CellFailure) return listing;
  const active = listing.records.filter(({ state }) => state === 'active');
  const direction = wanted ?? onlySide(active);
  if (direction instanceof CellFailure) return direction;
  const actions = actionsFor(
    desk,
    id,
    active.filter((quote) => quote.direction === direction),
  );
  if (actions instanceof CellFailure) return actions;
  const [best] = ranked(active, direction, actions);
  return best ? toNumber(best.net) : noQuote(active.some((quote) => quote.direction === direction));
}

/** Without a direction the side that all active quotes are on. */
function onlySide(active: readonly { direction: Direction }[]): Direction | CellFailure {
  const [side, other] = new Set(active.map(({ direction }) => direction));
  if (side === undefined) return noQuote(false);
  return other === undefined
    ? side
    : cellFailure(refused('There are bids and asks.', 'Add the direction: "bid" or "ask".'));
}

const noQuote = (unpriced: boolean): CellFailure =>
  new CellFailure(
    '#N/A',
    unpriced
      ? 'The active quotes have no net price, as those of a swap. DESK.QUOTES shows their leg prices.'
      : 'There is no active quote on this side. The price appears by itself when one comes.',
  );
