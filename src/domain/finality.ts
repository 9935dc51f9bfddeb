import type { LoadShape } from './record';
import { isConcluded, type Request } from './request';
import type { Trade } from './trade';

/** A traded standard spread gets its leg prices from the operator later; everything else concluded is over. */
export const isFinalRequest = (request: Request): boolean =>
  isConcluded(request) &&
  !(
    request.contract === 'standard-spread' &&
    request.state === 'traded' &&
    request.legs.some(({ price }) => price === undefined)
  );

/** A trade never changes again once it states its price: one, or one per leg. */
export const isFinalTrade = (trade: Trade): boolean =>
  trade.legPrices !== undefined || (trade.price !== undefined && trade.contract !== 'standard-spread');

/** The load shape of a trade never changes again; while it has no points it may not have been entered yet. */
export const isFinalLoadShape = ({ points }: LoadShape): boolean => points.length > 0;

/**
 * Whether a list record is as complete as the record read singly. A service may list records with fewer fields; such
 * a list must not make fields disappear from a cell.
 */
export const saysAsMuch = (listed: Pick<Request, 'raw'>, single: Pick<Request, 'raw'>): boolean =>
  Object.keys(single.raw).every((field) => field in listed.raw);
