import type { Before } from '../../../domain/action';
import type { Acceptance } from '../../../domain/executed';
import { validUntil } from '../../../contract/service/valid-until';
import type { Failure } from '../../../domain/failure';
import type { PricedOn } from '../../../domain/offer-price';
import { lastSeenOf, type Offer } from '../../../domain/offers';
import { sameLastSeen, type LastSeenPrice } from '../../../domain/price';
import type { Quantity } from '../../../domain/quantity';
import { isMore, quantityProblem } from '../../../domain/quantity-problem';
import type { Request } from '../../../domain/request';
import { pause } from '../../../effects/clock';
import type { RemoteResource } from '../../cache/fetch';
import { LIST_WAIT_MS_MAX, unreadBefore, tradesSince } from './before';
import { invalid, movedFrom, wrongState } from './refusals';
import { marketOf, type Reading } from './rules';

// What acceptances of quotes and of price proposals have alike.

type RequestSeen = Pick<Request, 'id' | 'contract' | 'legs' | 'allOrNone' | 'remainingQuantity'>;
interface Named {
  /** "Quote Q-1". */
  readonly name: string;
  readonly offer: Offer;
}

/** Price, quantity and all or none as they were shown, and a part only where parts are allowed. */
export function termsProblem(request: RequestSeen, named: Named, body: Acceptance): Failure | undefined {
  const { name, offer } = named;
  if (offer.price.shape === 'single' && request.legs.length > 1) {
    return {
      kind: 'unreadable',
      message: `${name} has one price, and its request ${request.legs.length} legs.`,
      next: 'Nothing was sent. Report it to the operator, or act in the web client of the platform.',
    };
  }
  const now = lastSeenOf(offer.price);
  if (!sameLastSeen(now, body.lastSeen)) {
    return movedFrom('price moved', priceText(body.lastSeen), priceText(now));
  }
  if (body.shownQuantity !== undefined && offer.quantity !== body.shownQuantity) {
    return movedFrom('quantity changed', body.shownQuantity, offer.quantity ?? 'not given');
  }
  if (body.shownAllOrNone !== undefined && isWhole(offer, request) !== body.shownAllOrNone) {
    return movedFrom('terms changed', termsText(body.shownAllOrNone), termsText(!body.shownAllOrNone));
  }
  const part = body.quantity === undefined ? undefined : partProblem(request, named, body.quantity);
  const tooMuch = quantityProblem(request, body.quantity ?? offer.quantity);
  return (
    part ?? (tooMuch === undefined ? undefined : invalid(tooMuch, 'Take no more than that.', 'quantity'))
  );
}

/** An acceptance, and the moment at which it is to go (epoch ms): by the platform's own clock where its list of offers says it, since by that an offer ends. */
export interface Pressed<Body extends Acceptance> {
  readonly body: Body;
  readonly now: number;
}

/** That its own record says since when nobody can take it. */
export function overProblem({ name, offer }: Named, now: number): Failure | undefined {
  const until = validUntil(offer.raw);
  return until === undefined || until.at > now
    ? undefined
    : wrongState(`${name} could be taken until ${until.text}, its record says.`, 'Ask for a new one.');
}

/** Where the offer does not say, its request does; where neither does, nothing allows a part. */
const isWhole = ({ allOrNone }: Offer, request: RequestSeen): boolean =>
  allOrNone ?? request.allOrNone ?? true;

function partProblem(request: RequestSeen, { name, offer }: Named, part: Quantity): Failure | undefined {
  const whole = offer.quantity;
  if (part === whole) return undefined;
  if (whole !== undefined && isMore(part, whole)) {
    return invalid(`${name} is for ${whole}, less than ${part}.`, 'Take no more than that.', 'quantity');
  }
  const tooMuch = quantityProblem(request, part);
  if (tooMuch !== undefined) return invalid(tooMuch, 'Take no more than that.', 'quantity');
  if (isWhole(offer, request)) return invalid(`${name} is all or none.`, 'Take the whole of it.', 'quantity');
  if (!request.allOrNone) return undefined;
  return invalid(`Request ${request.id} is all or none.`, 'Take the whole of it.', 'quantity');
}

export const priceText = (price: LastSeenPrice): string =>
  price.type === 'standard-spread' ? price.spreadPrice : price.legPrices.join(' / ');
const termsText = (allOrNone: boolean): string => (allOrNone ? 'all or none' : 'partial OK');

/**
 * The trades of the day, which only help to tell what came of an acceptance whose answer is lost. On a day of many trades
 * they are many pages, and a price does not wait for them: without them the trade is told by when it was traded.
 */
export async function tradesBefore({
  service,
  clock,
  zone,
  now,
  ask,
}: Reading): Promise<Pick<Before, 'tradeIds' | 'unreadable'>> {
  const giveUp = new AbortController();
  const trades = await Promise.race([
    service.trades(tradesSince(now, now, zone), { ...ask, signal: giveUp.signal }),
    pause(clock, LIST_WAIT_MS_MAX),
  ]);
  if (!trades) giveUp.abort();
  if (!trades?.ok) return {};
  return {
    tradeIds: trades.value.records.map(({ id }) => id),
    ...unreadBefore(trades.value, 'trade-id'),
  };
}

/** What the accepted offer said as it was read, as far as the outcome is judged by it. */
export function offeredBy(offer: Before['offered']): Pick<Before, 'offered'> {
  if (offer?.quantity === undefined && offer?.counterparty === undefined) return {};
  const { quantity, counterparty } = offer;
  return {
    offered: {
      ...(quantity !== undefined && { quantity }),
      ...(counterparty !== undefined && { counterparty }),
    },
  };
}

/** The acceptance as the platform's operation takes it, but for the offer's number. */
export const acceptanceToSend = ({ requestId, lastSeen, quantity }: Acceptance, request?: PricedOn) => ({
  requestId,
  lastSeen,
  ...(request && { request }),
  ...(quantity !== undefined && { quantity }),
});

/** Everything that a trade changes. */
export const affectedByTrade = ({ requestId: id }: Acceptance): readonly RemoteResource[] => [
  ...marketOf(id),
  { kind: 'quotes', id },
  { kind: 'proposals', id },
  { kind: 'counteroffers', id },
  { kind: 'trades' },
];
