import { requestIdOf, type Action, type ActionBody, type ExecutedLeg } from '../../domain/action';
import { knownLegs } from '../../domain/limits/known-legs';
import { acceptedIn, type SeenOffer } from '../../domain/limits/references';
import type { NewLeg } from '../../domain/new-request';
import { present } from '../../domain/present';
import type { KnownMarketView } from '../cache/known-market';
import type { Ready } from './kinds/rules';

type Market = Pick<KnownMarketView, 'told' | 'quotes' | 'proposals'>;

/**
 * What an action is about by its own draft, or by what is cached at the press: no call, and nothing is waited for. `undefined` where its
 * request is not cached.
 */
export function legsAtPress(market: Market, body: ActionBody): Action['legs'] {
  if (body.kind === 'create-request') return [...body.draft.legs].map((leg) => draftedLeg(leg));
  const id = requestIdOf(body);
  const request = id === undefined ? undefined : market.told(id)?.request;
  return request && knownLegs(body, request, acceptedIn(body, offersFor(market, body)));
}

/** The same by what was read for it at the press. */
export const legsAsRead = (
  { body, legs }: Pick<Action, 'body' | 'legs'>,
  { request, offers = [] }: Pick<Ready, 'request' | 'offers'>,
): Action['legs'] => legs ?? (request && knownLegs(body, request, acceptedIn(body, offers)));

const draftedLeg = ({
  action,
  commodity,
  market,
  deliveryStart,
  deliveryEnd,
  loadProfile,
}: NewLeg): ExecutedLeg => ({
  action,
  commodity,
  market,
  deliveryStart,
  deliveryEnd,
  ...present({ loadProfile }),
});

/** Among which the offer is that an action accepts. An offer never changes its side, however long ago it was read. */
function offersFor(market: Market, body: ActionBody): readonly SeenOffer[] {
  if (body.kind === 'accept-quote') return market.quotes(body.requestId)?.records ?? [];
  if (body.kind === 'accept-proposal') return market.proposals(body.requestId, 0)?.records ?? [];
  return [];
}
