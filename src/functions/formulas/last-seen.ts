import { RequestId } from '../../domain/identifiers';
import { toNumber } from '../../domain/price';
import { lastSeenOf } from '../../domain/offers';
import { countArgument, idsArgument, together, type GivenId } from './arguments';
import { bestQuote, orIfNone } from './best-price';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Cell } from '../cells/cells';
import type { FormulaContext, Formula } from '../cells/context';

const LEGS_MAX = 3;
const ALL = 0;
const ON_THE_PANE = 'Press Accept beside a quote on the SpreadDesk pane: it shows the last-seen price.';

/** LASTSEEN: what an acceptance of the best quote would carry now, one row per request and one column per leg. */
export function lastSeenFormula(given: { id: unknown; leg: unknown; ifNone?: unknown }): Formula {
  const read = together({
    ids: idsArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293' }),
    leg: countArgument(given.leg, { name: 'leg', max: LEGS_MAX, otherwise: ALL }),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { ids, leg } = read.value;
  const shown = orIfNone(given.ifNone);
  return (desk) => {
    const rows = ids.map((id) => pricesOf(desk, id, leg).map(shown));
    const width = Math.max(...rows.map((row) => row.length));
    return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => '')]);
  };
}

function pricesOf(desk: FormulaContext, id: GivenId<RequestId>, leg: number): Cell[] {
  if (!id.ok) return [cellFailure(id.failure)];
  if (id.value === undefined) return [''];
  const best = bestQuote(desk, id.value, { direction: undefined, bothSides: ON_THE_PANE });
  if (best instanceof CellFailure) return [best];
  const lastSeen = lastSeenOf(best.offer.price);
  if (lastSeen.type === 'standard-spread') return [leg === ALL ? toNumber(lastSeen.spreadPrice) : NO_LEGS];
  const prices = lastSeen.legPrices.map(toNumber);
  if (leg === ALL) return prices;
  return [prices[leg - 1] ?? noSuchLeg(leg, prices.length)];
}

const NO_LEGS = cellFailure(refused('A standard spread is accepted at its one net price.', 'Omit the leg.'));
const noSuchLeg = (leg: number, legs: number): CellFailure =>
  cellFailure(
    refused(
      `There is no leg ${leg}.`,
      legs === 1 ? 'The request has one leg: omit it.' : `Use a leg from 1 to ${legs}.`,
    ),
  );
