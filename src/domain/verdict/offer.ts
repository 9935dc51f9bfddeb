import type { Action, ActionBody, Before, BodyOf, Made } from '../action';
import { sameLastSeen } from '../price';
import { lastSeenOf, type Offer } from '../offers';
import {
  differ,
  hadNameless,
  hidden,
  listed,
  mayHaveMade,
  newUnreadable,
  sameName,
  seen,
  UNKNOWN,
  unknownBut,
  type Evidence,
  type Seen,
  type Verdict,
} from './evidence';

type Body = BodyOf<'send-quote'> | BodyOf<'send-proposal'> | BodyOf<'send-counteroffer'>;
type AnyOffer = Offer & { readonly id: string };

/** One kind of offer: what was there before, what is there now, and what other actions of the desk made of it. */
interface Sort {
  readonly noun: string;
  readonly before: readonly string[] | undefined;
  readonly now: Seen<AnyOffer>;
  readonly made: (id: string) => Made;
  readonly madeBy: (other: Action) => string | undefined;
}

/**
 * A quote, a price proposal or a counteroffer is done when one offer is there that was not there before, says what was
 * sent, is the desk's own by its name, and is nothing that another action of this desk made or may have made. That it is not
 * there, whatever has become of its request, proves nothing: it may have been taken at once, or lists lag.
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
  const known = new Set([
    ...sort.before,
    ...(before.unreadable?.ids ?? []),
    ...ofOthers.flatMap(({ action }) => sort.madeBy(action) ?? []),
  ]);
  const fresh = sort.now.records.filter(({ id }) => !known.has(id));
  const equal = fresh.filter((offer) => isWhatWasSent(offer, body));
  const mayBeOwn = equal.filter((offer) => whose(offer, evidence) !== 'theirs');
  const ids = mayBeOwn.map(({ id }) => id);
  const rivals = ofOthers.filter(
    ({ action, other }) =>
      mayHaveMade(action, sort.madeBy(action)) && equal.some((offer) => isWhatWasSent(offer, other)),
  );
  const unread = newUnreadable(sort.now, known);
  const [only, second] = mayBeOwn;
  if (!only) return judged({ sort, body, fresh, equal, unread });
  if (second || rivals.length > 0) return unknownBut(ambiguous(sort.noun, mayBeOwn), ids);
  if (whose(only, evidence) === 'unsaid') return unknownBut(isItYou(sort.noun, only), ids);
  if (unread > 0)
    return unknownBut(`${alsoThere(sort.noun, only)} but ${unreadable(sort.noun, unread)}`, ids);
  if (hadNameless(before)) return unknownBut(`${alsoThere(sort.noun, only)} but ${mayBeOld(sort.noun)}`, ids);
  return { verdict: 'done', ...sort.made(only.id) };
}

/** Evidence for a person when no matching offer exists. */
function judged(found: {
  readonly sort: Sort;
  readonly body: Body;
  readonly fresh: readonly AnyOffer[];
  readonly equal: readonly AnyOffer[];
  readonly unread: number;
}): Verdict {
  const { sort, body, fresh, equal, unread } = found;
  if (unread > 0) return unknownBut(unreadable(sort.noun, unread));
  const [theirs] = equal;
  if (theirs) return unknownBut(isNotYou(sort.noun, theirs));
  const near = fresh.filter((offer) => isPricedAs(offer, body));
  return near.length > 0 ? unknownBut(almost(sort.noun, near)) : UNKNOWN;
}

/** An offer that names nobody contradicts nothing; one that names somebody is the desk's only under the desk's own name. */
function whose(
  { id, counterparty }: AnyOffer,
  { ownName, withdrawn }: Pick<Evidence, 'ownName' | 'withdrawn'>,
): 'own' | 'theirs' | 'unsaid' {
  if (counterparty === undefined || withdrawn?.has(id)) return 'own';
  if (ownName === undefined) return 'unsaid';
  return sameName(counterparty, ownName) ? 'own' : 'theirs';
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

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const nameIn = ({ counterparty = 'nobody' }: AnyOffer): string => counterparty;

const isItYou = (noun: string, offer: AnyOffer): string =>
  `${capital(noun)} ${offer.id} from ${nameIn(offer)} says what was sent. If ${nameIn(offer)} is you, settle it as executed.`;

const isNotYou = (noun: string, offer: AnyOffer): string =>
  `${capital(noun)} ${offer.id} says what was sent, but is from ${nameIn(offer)}, not from you.`;

const alsoThere = (noun: string, { id }: AnyOffer): string => `${capital(noun)} ${id} says what was sent,`;

const unreadable = (noun: string, count: number): string =>
  hidden(count, [`${noun} on this request`, `${noun}s on this request`], noun);

const mayBeOld = (noun: string): string =>
  `a ${noun} that could not be read was there before, and it may be that one.`;
