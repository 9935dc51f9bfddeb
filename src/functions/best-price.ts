import { RequestId } from '../domain/identifiers';
import { toNumber } from '../domain/price';
import type { Direction } from '../domain/quote';
import { fieldsArgument, idsArgument, together, wordArgument, type GivenId } from './arguments';
import { bestQuote, NO_NET_PRICE, type BestQuote } from './best-quote';
import { CellFailure, cellFailure } from './cell-failure';
import type { Cell } from './cells';
import { inServiceTime, type Desk, type Formula } from './desk';
import { QUOTE_CHOICE } from './offer-tables';
import type { SheetTime } from './sheet-time';
import { chosen } from './tables';

interface BestGiven {
  readonly id: unknown;
  readonly direction: unknown;
}

/** The net price of the best active quote, one row per request; for a single request its price. */
export const bestPriceFormula = (given: BestGiven): Formula => bestFormula({ ...given, field: null });

/** BEST: the price of the best active quote or other fields of it, one row per request and one column per field. */
export function bestFormula(given: BestGiven & { field: unknown }): Formula {
  const read = together({
    ids: idsArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293' }),
    direction: wordArgument(given.direction, { name: 'direction', words: ['bid', 'ask'] }),
    fields: fieldsArgument(given.field),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { ids, direction, fields } = read.value;
  if (!fields) return (desk) => ids.map((id) => [cell(id, { desk, direction, show: priceOf })]);
  return (desk) =>
    inServiceTime(desk, (time) =>
      ids.map((id) =>
        fields.map((name) => cell(id, { desk, direction, show: (best) => field(best, name, time) })),
      ),
    );
}

function cell(
  id: GivenId<RequestId>,
  {
    desk,
    direction,
    show,
  }: { desk: Desk; direction: Direction | undefined; show: (best: BestQuote) => Cell },
): Cell {
  if (!id.ok) return cellFailure(id.failure);
  if (id.value === undefined) return '';
  const best = bestQuote(desk, id.value, { direction, bothSides: 'Add the direction: "bid" or "ask".' });
  return best instanceof CellFailure ? best : show(best);
}

const priceOf = ({ net }: BestQuote): Cell =>
  net instanceof CellFailure ? net : net === undefined ? NO_NET_PRICE : toNumber(net);

/** What QUOTES shows in the column of this name. */
function field(best: BestQuote, name: string, time: SheetTime): Cell {
  if (name === '') return '';
  const columns = chosen(QUOTE_CHOICE, [name], [best]);
  if (!columns.ok) return cellFailure(columns.failure);
  return columns.value[0]?.cell(best, time) ?? '';
}
