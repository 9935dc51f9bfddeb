import type { Action, ActionBody, Before, BodyOf, Made } from '../action';
import { sameLastSeen } from '../last-seen-price';
import { lastSeenOf, type Offer } from '../quote';
import { isConcluded } from '../request';
import {
  differ,
  listed,
  mayHaveMade,
  REJECTED,
  seen,
  UNKNOWN,
  unknownBut,
  type Evidence,
  type Verdict,
} from './evidence';

type Body = BodyOf<'send-quote'> | BodyOf<'send-proposal'> | BodyOf<'send-counteroffer'>;
type AnyOffer = Offer & { readonly id: string };

/** One kind of offer: what was there before, what is there now, and what other actions of the desk made of it. */
interface Sort {
  readonly noun: string;
  readonly before: readonly string[] | undefined;
  readonly now: { readonly records: readonly AnyOffer[]; readonly complete: boolean };
  readonly made: (id: string) => Made;
  readonly madeBy: (other: Action) => string | undefined;
}

/**
 * A quote, a price proposal or a counteroffer is done when one offer is there that was not there before, says what was
 * sent, and is nothing that another action of this desk made or may have made.
 */
export function sentOffer(
  { body, before }: { readonly body: Body; readonly before: Before },
  evidence: Evidence,
  others: readonly Action[],
): Verdict {
  const sort = sortOf(body, before, evidence);
  if (sort.before === undefined) return UNKNOWN;
  const ofOthers = others.flatMap((action) => {
    const other = alike(action.body, body);
    return other ? [{ action, other }] : [];
  });
  const known = new Set([...sort.before, ...ofOthers.flatMap(({ action }) => sort.madeBy(action) ?? [])]);
  const fresh = sort.now.records.filter(({ id }) => !known.has(id));
  const equal = fresh.filter((offer) => isWhatWasSent(offer, body));
  const rivals = ofOthers.filter(
    ({ action, other }) =>
      mayHaveMade(action, sort.madeBy(action)) && equal.some((offer) => isWhatWasSent(offer, other)),
  );
  const [only, second] = equal;
  if (only && !second && rivals.length === 0) return { verdict: 'done', ...sort.made(only.id) };
  if (only) return unknownBut(ambiguous(sort.noun, equal));
  const near = fresh.filter((offer) => isPricedAs(offer, body));
  if (near.length > 0) return unknownBut(almost(sort.noun, near));
  return neverThere(body, sort, evidence) ? REJECTED : UNKNOWN;
}

function sortOf(body: Body, before: Before, evidence: Evidence): Sort {
  switch (body.kind) {
    case 'send-quote':
      return {
        noun: 'quote',
        before: before.quoteIds,
        now: seen(evidence.quotes),
        made: (id) => ({ quoteId: seen(evidence.quotes).records.find((one) => one.id === id)?.id }),
        madeBy: ({ quoteId }) => quoteId,
      };
    case 'send-proposal':
      return {
        noun: 'price proposal',
        before: before.proposalIds,
        now: seen(evidence.proposals),
        made: (id) => ({ proposalId: seen(evidence.proposals).records.find((one) => one.id === id)?.id }),
        madeBy: ({ proposalId }) => proposalId,
      };
    case 'send-counteroffer':
      return {
        noun: 'counteroffer',
        before: before.counterofferIds,
        now: seen(evidence.counteroffers),
        made: (id) => ({
          counterofferId: seen(evidence.counteroffers).records.find((one) => one.id === id)?.id,
        }),
        madeBy: ({ counterofferId }) => counterofferId,
      };
  }
}

/** The body of another action that sent the same kind of offer on the same request. */
function alike(other: ActionBody, { kind, requestId }: Body): Body | undefined {
  if (other.kind !== 'send-quote' && other.kind !== 'send-proposal' && other.kind !== 'send-counteroffer') {
    return undefined;
  }
  return other.kind === kind && other.requestId === requestId ? other : undefined;
}

/**
 * That a request is over without it proves something only where ended offers stay in the list: quotes have a state for
 * that. A traded request whose list does not show the accepted quote may be hiding ours.
 */
function neverThere(body: Body, { now }: Sort, { request, quotes }: Evidence): boolean {
  if (body.kind !== 'send-quote' || !request || !now.complete || !isConcluded(request)) return false;
  return request.state === 'closed' || seen(quotes).records.some(({ state }) => state === 'accepted');
}

const isWhatWasSent = (offer: AnyOffer, body: Body): boolean =>
  isPricedAs(offer, body) &&
  !differ(offer.quantity, body.quantity) &&
  !differ(offer.allOrNone, body.allOrNone) &&
  !(body.kind === 'send-proposal' && 'kind' in offer && offer.kind !== body.proposalKind) &&
  !(body.kind === 'send-counteroffer' && 'quoteId' in offer && offer.quoteId !== body.quoteId);

const isPricedAs = ({ direction, price }: AnyOffer, body: Body): boolean =>
  direction === body.direction &&
  price.shape === body.price.shape &&
  sameLastSeen(lastSeenOf(price), lastSeenOf(body.price));

const ambiguous = (noun: string, offers: readonly AnyOffer[]): string =>
  offers.length === 1
    ? `A new ${noun} says what was sent (${listed(offers.map(({ id }) => id))}), but another action of this desk may have made it.`
    : `Several new ${noun}s say what was sent: ${listed(offers.map(({ id }) => id))}.`;

const almost = (noun: string, offers: readonly AnyOffer[]): string =>
  `A new ${noun} has the price that was sent, but other terms: ${listed(offers.map(({ id }) => id))}.`;
