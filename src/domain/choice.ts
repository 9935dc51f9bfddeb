import { sameLastSeen, type LastSeenPrice } from './price';
import { lastSeenOf, type Proposal, type Quote } from './offers';

/** What a person can take or answer. */
export type Choosable = Quote | Proposal;

/** An offer exactly as it was shown when a person chose it. Nothing in it changes until another choice. */
export interface Frozen<O extends Choosable = Choosable> {
  readonly offer: O;
  readonly lastSeen: LastSeenPrice;
  /** Epoch ms of the choice. */
  readonly frozenAt: number;
}

/**
 * `none`: nothing chosen. `frozen`: what was shown is still what is on offer. `moved`: it no longer is, and nothing can
 * be sent until it is chosen again; once moved it stays so, even if the old price comes back.
 */
export type Choice<O extends Choosable = Choosable> =
  | { readonly state: 'none' }
  | { readonly state: 'frozen'; readonly frozen: Frozen<O> }
  | { readonly state: 'moved'; readonly frozen: Frozen<O>; readonly now?: O };

export const NOTHING_CHOSEN = { state: 'none' } as const;

export const chosen = <O extends Choosable>(offer: O, frozenAt: number): Choice<O> => ({
  state: 'frozen',
  frozen: { offer, lastSeen: lastSeenOf(offer.price), frozenAt },
});

export const isProposal = (offer: Choosable): offer is Proposal => 'kind' in offer;

/** Not over as far as the service says; not everything has a state. */
export const isLive = ({ state }: { readonly state?: string }): boolean =>
  state === undefined || state === 'active';

/** Whether it can be taken now. */
export const isTakeable = (offer: Choosable): boolean =>
  isLive(offer) && !(isProposal(offer) && offer.kind === 'indicative');

/**
 * What an offer has become. A quote keeps its number when it moves; a price proposal is replaced by one with another number, so the
 * only firm one of its side stands for it.
 */
function successorOf<O extends Choosable>(offer: O, offers: readonly O[]): O | undefined {
  const same = offers.find(({ id }) => id === offer.id);
  if (same && isTakeable(same)) return same;
  return isProposal(offer) ? onlyTakeable(offers, offer.direction) : undefined;
}

/** The only offer of a side that can be taken. */
export function onlyTakeable<O extends Choosable>(
  offers: readonly O[],
  direction: O['direction'],
): O | undefined {
  const [only, second] = offers.filter((offer) => isTakeable(offer) && offer.direction === direction);
  return second ? undefined : only;
}

/** Holds what was frozen against the offers now on the screen. */
export function seen<O extends Choosable>(choice: Choice<O>, offers: readonly O[]): Choice<O> {
  if (choice.state === 'none') return choice;
  const { frozen } = choice;
  const now = successorOf(frozen.offer, offers);
  if (choice.state === 'frozen') {
    if (now && sameOffer(frozen.offer, now)) return choice;
  } else if (now ? choice.now && sameOffer(now, choice.now) : choice.now === undefined) {
    return choice;
  }
  return { state: 'moved', frozen, ...(now && { now }) };
}

const sameOffer = (a: Choosable, b: Choosable): boolean =>
  a.id === b.id &&
  sameLastSeen(lastSeenOf(a.price), lastSeenOf(b.price)) &&
  a.direction === b.direction &&
  a.quantity === b.quantity &&
  a.allOrNone === b.allOrNone;
