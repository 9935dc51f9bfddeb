import { requestIdOf, type Action, type ActionBody, type Before, type Made } from '../action';
import { sameLastSeen } from '../price';
import { lastSeenOf, type Offer } from '../offers';
import {
  differ,
  hadNameless,
  hidden,
  listed,
  mayHaveMade,
  newUnreadable,
  numberNamed,
  rejected,
  sameName,
  UNKNOWN,
  unknownBut,
  type Evidence,
  type Seen,
  type Sought,
  type Verdict,
} from './evidence';

type OfferBody = Extract<ActionBody, { direction: unknown }>;
type AnyOffer = Offer & { readonly id: string; readonly state?: string };

/** One kind of offer: its list now and before, and what other actions of the desk made of it. */
interface OfferList<B extends OfferBody, O extends AnyOffer> {
  readonly noun: string;
  /** Numbers on the list before it was sent; absent where that could not be read. */
  readonly before: readonly string[] | undefined;
  readonly now: Seen<O>;
  /** The number of one of them, as the result of the action. */
  made(offer: O): Made;
  /** The number that another action is known to have made. */
  madeBy(other: Action): string | undefined;
  /** Whether it contradicts in a term that only this kind has. */
  isOther?(offer: O, body: B): boolean;
}

interface SentOffer<B> extends Pick<Sought, 'failure'> {
  readonly body: B;
  readonly before: Before;
  readonly others: readonly Action[];
}

/**
 * A quote, a price proposal or a counteroffer is done when one offer is there that was not there before, says what was
 * sent, is the desk's own by its name, and is nothing that another action of this desk made or may have made; or when the one
 * that the answer to it named is there, whatever that says, but that it was rejected. That it is not
 * there, whatever has become of its request, proves nothing: it may have been taken at once, or lists lag.
 */
export function sentOffer<B extends OfferBody, O extends AnyOffer>(
  { body, before, others, ...sent }: SentOffer<B>,
  list: OfferList<B, O>,
  own: Pick<Evidence, 'ownName' | 'withdrawn'>,
): Verdict {
  const { noun } = list;
  if (list.before === undefined) return UNKNOWN;
  const ofOthers = others.flatMap((action) =>
    isAlike(action.body, body) ? [{ action, other: action.body }] : [],
  );
  const known = new Set([
    ...list.before,
    ...(before.unreadable?.ids ?? []),
    ...ofOthers.flatMap(({ action }) => list.madeBy(action) ?? []),
  ]);
  const saysWhatWasSent = (offer: O, other: B): boolean =>
    isPricedAs(offer, other) &&
    !differ(offer.quantity, other.quantity) &&
    !differ(offer.allOrNone, other.allOrNone) &&
    list.isOther?.(offer, other) !== true;
  const fresh = list.now.records.filter(({ id }) => !known.has(id));
  const named = fresh.find(({ id }) => id === numberNamed(sent));
  if (named)
    return named.state === 'rejected'
      ? rejected(`${capital(noun)} ${named.id}, which the answer named, is rejected by its record.`)
      : { verdict: 'done', ...list.made(named) };
  const equal = fresh.filter((offer) => saysWhatWasSent(offer, body));
  const mayBeOwn = equal.filter((offer) => whose(offer, own) !== 'theirs');
  const ids = mayBeOwn.map(({ id }) => id);
  const rivals = ofOthers.filter(
    ({ action, other }) =>
      mayHaveMade(action, list.madeBy(action)) && equal.some((offer) => saysWhatWasSent(offer, other)),
  );
  const unread = newUnreadable(list.now, known);
  const [only, second] = mayBeOwn;
  if (!only) return judged({ noun, body, fresh, equal, unread });
  if (second || rivals.length > 0) return unknownBut(ambiguous(noun, mayBeOwn), ids);
  if (whose(only, own) === 'unsaid') return unknownBut(isItYou(noun, only), ids);
  if (unread > 0) return unknownBut(`${alsoThere(noun, only)} but ${unreadable(noun, unread)}`, ids);
  if (hadNameless(before)) return unknownBut(`${alsoThere(noun, only)} but ${mayBeOld(noun)}`, ids);
  return { verdict: 'done', ...list.made(only) };
}

/** Evidence for a person when no matching offer exists. */
function judged(found: {
  readonly noun: string;
  readonly body: OfferBody;
  readonly fresh: readonly AnyOffer[];
  readonly equal: readonly AnyOffer[];
  readonly unread: number;
}): Verdict {
  const { noun, body, fresh, equal, unread } = found;
  if (unread > 0) return unknownBut(unreadable(noun, unread));
  const [theirs] = equal;
  if (theirs) return unknownBut(isNotYou(noun, theirs));
  const near = fresh.filter((offer) => isPricedAs(offer, body));
  return near.length > 0 ? unknownBut(almost(noun, near)) : UNKNOWN;
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

/** Whether another action sent the same kind of offer on the same request. */
const isAlike = <B extends OfferBody>(other: ActionBody, { kind, requestId }: B): other is B =>
  other.kind === kind && requestIdOf(other) === requestId;

const isPricedAs = ({ direction, price }: AnyOffer, body: OfferBody): boolean =>
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
  `${capital(noun)} ${offer.id} from ${nameIn(offer)} says what was sent. If ${nameIn(offer)} is you, resolve it as live.`;

/** The number that such a sentence names. */
export const numberIn = (evidence: string | undefined): string | undefined =>
  IS_IT_YOU.exec(evidence ?? '')?.[1];
const IS_IT_YOU = /^(?:Quote|Price proposal|Counteroffer) (\S+) from .+ says what was sent\. If /;

const isNotYou = (noun: string, offer: AnyOffer): string =>
  `${capital(noun)} ${offer.id} says what was sent, but is from ${nameIn(offer)}, not from you.`;

const alsoThere = (noun: string, { id }: AnyOffer): string => `${capital(noun)} ${id} says what was sent,`;

const unreadable = (noun: string, count: number): string =>
  hidden(count, [`${noun} on this request`, `${noun}s on this request`], noun);

const mayBeOld = (noun: string): string =>
  `a ${noun} that could not be read was there before, and it may be that one.`;
