import type { Action } from '../action';
import type { Price } from '../price';
import type { Quantity } from '../quantity';
import { ranked, type Direction, type QuotePrice } from '../quote';
import { actionsOf } from '../request';
import { commitmentOf, type AcceptedOffer, type LimitedRequest } from './commitment';

/** An offer on the request, of whatever kind. Without a state it counts as active. */
export interface SeenOffer {
  readonly id: string;
  readonly direction: Direction;
  readonly price: QuotePrice;
  readonly state?: string | undefined;
  readonly quantity?: Quantity;
}

/** As much of an action of this desk as tells what it sent before. */
export type RecentAction = Pick<Action, 'id' | 'body' | 'state' | 'createdAt' | 'sentAt'>;

/** What the price of an action is held against. What is not known is absent. */
export interface References {
  /** The best price on the side of the action; for a counteroffer the best quote. */
  readonly best?: { readonly price: Price; readonly direction: Direction };
  /** The price of the newest action that this desk carried out on the same side of the same request. */
  readonly last?: { readonly price: Price };
  /** The offer that is accepted. */
  readonly offer?: AcceptedOffer;
}

/** `recent` are actions of this desk, in any order. */
export function referencesFor(
  body: Action['body'],
  seen: {
    readonly request: LimitedRequest;
    readonly offers: readonly SeenOffer[];
    readonly recent: readonly RecentAction[];
  },
): References {
  const { request, offers, recent } = seen;
  const offer = acceptedIn(body, offers);
  const direction = commitmentOf(body, request, offer)?.direction;
  if (direction === undefined) return {};
  const side = isAnswer(body) ? opposite(direction) : direction;
  const best = ranked(offers.map(active), side, actionsOf(request))[0];
  const last = newestOn({ request, direction, offers }, recent);
  return {
    ...(best && { best: { price: best.net, direction: side } }),
    ...(last !== undefined && { last: { price: last } }),
    ...(offer && { offer }),
  };
}

/** A counteroffer answers quotes, which all stand on the other side. */
const isAnswer = ({ kind }: Action['body']): boolean => kind === 'send-counteroffer';
const opposite = (direction: Direction): Direction => (direction === 'bid' ? 'ask' : 'bid');

const active = (offer: SeenOffer) => ({ ...offer, state: offer.state ?? 'active' });

function acceptedIn(body: Action['body'], offers: readonly SeenOffer[]): SeenOffer | undefined {
  if (!('lastSeen' in body)) return undefined;
  const accepted = 'quoteId' in body ? body.quoteId : 'proposalId' in body ? body['proposalId'] : undefined;
  return offers.find(({ id }) => id === accepted);
}

interface Side {
  readonly request: LimitedRequest;
  readonly direction: Direction;
  readonly offers: readonly SeenOffer[];
}

function newestOn({ request, direction, offers }: Side, recent: readonly RecentAction[]): Price | undefined {
  const sent = recent
    .filter(({ state, body }) => (state === 'done' || state === 'acknowledged') && isOn(request, body))
    .sort((a, b) => b.createdAt - a.createdAt)
    .flatMap(({ body }) => commitmentOf(body, request, acceptedIn(body, offers)) ?? []);
  return sent.find((one) => one.direction === direction && one.net !== undefined)?.net;
}

const isOn = ({ id }: LimitedRequest, body: Action['body']): boolean =>
  'requestId' in body && body.requestId === id;
