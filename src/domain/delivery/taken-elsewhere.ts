import { tradesMade, type Action } from '../action';
import { subtractedDecimals } from '../decimal';
import { fillOf } from './fill';
import { askedQuantity, isAcceptance } from '../executed';
import { sameUnit } from '../leg';
import { namedOffers } from '../pre-trade';
import { statedQuantity, sumOf, type Quantity } from '../quantity';
import type { Request } from '../request';
import type { Trade } from '../trade';
import { isCancelled } from '../trade-state';

/**
 * What the firm has taken of a request beside these acceptances of the desk, such as a colleague in another system: by the trades of it.
 * A trade that one of them may have made is theirs, and counted with them. A record of one leg says nothing of a whole of several.
 */
export function takenElsewhere(
  { legs }: Pick<Request, 'legs'>,
  trades: readonly Trade[],
  acceptances: readonly Pick<Action, 'body' | 'tradeId' | 'legTradeIds'>[],
): readonly Quantity[] {
  const [first] = legs;
  const made = new Set(acceptances.flatMap((one) => tradesMade(one)));
  const others = trades.flatMap((trade) => {
    const { quantity, quantityUnit: unit, legs: traded } = fillOf(trade);
    const isOther = !made.has(trade.id) && !acceptances.some(({ body }) => isOn(body, trade));
    const isUnlike =
      unit !== undefined && first?.quantityUnit !== undefined && !sameUnit(unit, first.quantityUnit);
    const counts = isOther && !isUnlike && !isCancelled(trade.raw) && traded.length === legs.length;
    return counts && quantity !== undefined ? [quantity] : [];
  });
  // One whose trade is not known may be what made one of these.
  const open = acceptances.filter((one) => tradesMade(one).length === 0);
  const unproven = open.flatMap(({ body }) => (isAcceptance(body) ? (askedQuantity(body) ?? []) : []));
  if (others.length === 0 || unproven.length < open.length) return [];
  if (unproven.length === 0) return others;
  const rest = statedQuantity(subtractedDecimals(sumOf(others), sumOf(unproven)));
  return rest === undefined ? [] : [rest];
}

function isOn(body: Action['body'], { raw }: Trade): boolean {
  const { quoteId, proposalId } = namedOffers(raw);
  return (
    (body.kind === 'accept-quote' && body.quoteId === quoteId) ||
    (body.kind === 'accept-proposal' && body.proposalId === proposalId)
  );
}
