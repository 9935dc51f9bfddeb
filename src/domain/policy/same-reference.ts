import type { ActionBody, Approval } from '../action';
import { marketReference, type KnownPrices, type Reference, type SeenOffer } from '../limits/references';

type Source = (seen: KnownPrices) => KnownPrices;

/** With these offers alone. The others stay, as ended: they tell which names are the desk's own. */
const offersOf =
  (kind: SeenOffer['kind'], direction: SeenOffer['direction']): Source =>
  (seen) => ({
    ...seen,
    analytics: undefined,
    trades: [],
    offers: seen.offers.map((offer) =>
      offer.kind === kind && offer.direction === direction ? offer : { ...offer, state: 'withdrawn' },
    ),
  });
const withoutOffers: Source = (seen) => ({
  ...seen,
  offers: seen.offers.map((offer) => ({ ...offer, state: 'withdrawn' })),
});
const sourcesFor = (direction: SeenOffer['direction']): readonly Source[] => [
  ...[undefined, 'firm' as const, 'indicative' as const].flatMap((kind) => [
    offersOf(kind, direction),
    offersOf(kind, direction === 'bid' ? 'ask' : 'bid'),
  ]),
  (seen) => ({ ...withoutOffers(seen), trades: [] }),
  (seen) => ({ ...withoutOffers(seen), analytics: undefined }),
];

/** The name of a last trade ends in its day. */
const sourceIn = (name: string): string => name.replace(/ \(.*\)$/, '');

/**
 * What an offer was held against at its press, as it is now: the best price of the same source, whatever other reference has come up since.
 * Of two sides of one name that of the same counterparty. Absent where that source says nothing any more.
 */
export function sameReference(
  body: ActionBody,
  then: Pick<NonNullable<Approval['market']>, 'name' | 'counterparty'>,
  seen: KnownPrices,
): Reference | undefined {
  if (!('direction' in body)) return undefined;
  const alike = sourcesFor(body.direction)
    .flatMap((only) => marketReference(body.kind, body.direction, only(seen)) ?? [])
    .filter(({ name }) => sourceIn(name) === sourceIn(then.name));
  return alike.find(({ counterparty }) => counterparty === then.counterparty) ?? alike[0];
}
