import type { ActionBody } from '../../domain/action';
import { lastSeenOf, type Quote } from '../../domain/quote';
import { sameLastSeen, type LastSeenPrice } from '../../domain/last-seen-price';
import type { Request } from '../../domain/request';
import { comparedExact } from '../exact';
import type { Figures } from '../words/figures';
import { priceInWords } from '../words/price-words';
import { netUnit, sidesInWords, takerActions, withUnit } from '../words/request-words';
import { readQuantity } from '../words/written';

/** A quote exactly as it was shown when a person chose it. Nothing in it changes until another choice. */
export interface Frozen {
  readonly quote: Quote;
  readonly lastSeen: LastSeenPrice;
  /** Epoch ms of the choice. */
  readonly frozenAt: number;
}

/**
 * `none`: nothing chosen. `frozen`: what was shown is still what is on offer. `moved`: it no longer is, and nothing can
 * be sent until the quote is chosen again; once moved it stays so, even if the old price comes back.
 */
export type Acceptance =
  | { readonly state: 'none' }
  | { readonly state: 'frozen'; readonly frozen: Frozen }
  | { readonly state: 'moved'; readonly frozen: Frozen; readonly now?: Quote };

export const NOTHING_CHOSEN: Acceptance = { state: 'none' };

export const chosen = (quote: Quote, frozenAt: number): Acceptance => ({
  state: 'frozen',
  frozen: { quote, lastSeen: lastSeenOf(quote.price), frozenAt },
});

/** Holds what was frozen against the quotes now on the screen. */
export function seen(acceptance: Acceptance, quotes: readonly Quote[]): Acceptance {
  if (acceptance.state === 'none') return acceptance;
  const { frozen } = acceptance;
  const found = quotes.find(({ id }) => id === frozen.quote.id);
  const now = found?.state === 'active' ? found : undefined;
  if (acceptance.state === 'frozen') {
    if (now && sameOffer(frozen.quote, now)) return acceptance;
  } else if (now ? acceptance.now && sameOffer(now, acceptance.now) : acceptance.now === undefined) {
    return acceptance;
  }
  return { state: 'moved', frozen, ...(now && { now }) };
}

const sameOffer = (a: Quote, b: Quote): boolean =>
  sameLastSeen(lastSeenOf(a.price), lastSeenOf(b.price)) &&
  a.direction === b.direction &&
  a.quantity === b.quantity &&
  a.allOrNone === b.allOrNone;

/** Why a quote cannot be accepted, whatever its price; `undefined` when it can. */
export function unacceptable(request: Request, quote: Quote): string | undefined {
  if (request.state !== 'open') return `The request is ${request.state}.`;
  if (quote.state !== 'active') return `This quote is ${quote.state}.`;
  const [asked, taken] = [request.legs[0]?.action, takerActions(request, quote.direction)[0]];
  if (asked !== taken) return `This ${quote.direction} is on the side of your own request.`;
  return undefined;
}

/** A part may be taken only where both sides say so. */
export const partAllowed = (request: Pick<Request, 'allOrNone'>, quote: Pick<Quote, 'allOrNone'>): boolean =>
  quote.allOrNone === false && request.allOrNone !== true;

/** What accepting a quote makes the desk do with each leg. */
export const takersSide = (
  { legs }: Pick<Request, 'legs'>,
  { direction }: Pick<Quote, 'direction'>,
): string => sidesInWords(legs, takerActions({ legs }, direction));

export type Prepared =
  | { readonly ok: true; readonly body: ActionBody; readonly shown: string; readonly quantity: string }
  | { readonly ok: false; readonly why: string };

/** Exactly what a press would send: the frozen price as last-seen price, and a quantity only for a part. */
export function prepared(
  request: Request,
  frozen: Frozen,
  { part, figures }: { part: string; figures: Figures },
): Prepared {
  const { quote, lastSeen } = frozen;
  const whole = quote.quantity ?? request.legs[0]?.quantity;
  const read = readQuantity(part);
  const wanted = partAllowed(request, quote) && read.kind !== 'empty' ? read : undefined;
  if (wanted?.kind === 'refused') return { ok: false, why: wanted.why };
  if (wanted?.kind === 'number' && (whole === undefined || comparedExact(wanted.value, whole) > 0)) {
    return { ok: false, why: 'More than the quote offers.' };
  }
  const isPart = wanted?.kind === 'number' && wanted.value !== whole;
  const quantity = wanted?.kind === 'number' ? wanted.value : whole;
  if (quantity === undefined) return { ok: false, why: 'The quote does not say its quantity.' };
  const body: ActionBody = {
    kind: 'accept-quote',
    requestId: request.id,
    quoteId: quote.id,
    lastSeen,
    ...(isPart && { quantity: wanted.value }),
    ...(quote.quantity !== undefined && { shownQuantity: quote.quantity }),
  };
  return { ok: true, body, quantity, shown: acceptanceInWords(request, frozen, { quantity, figures }) };
}

/** "You buy 10 MW at 84.15 EUR/MWh from Alpha": what is frozen, in one sentence. */
export function acceptanceInWords(
  request: Request,
  { quote }: Pick<Frozen, 'quote'>,
  { quantity, figures }: { quantity: string; figures: Figures },
): string {
  const amount = withUnit(figures.quantity(quantity), request.legs[0]?.quantityUnit);
  const price = priceInWords(quote.price, { request, figures, unit: netUnit(request) });
  const preposition = quote.direction === 'ask' ? 'from' : 'to';
  const who = quote.counterparty === undefined ? '' : ` ${preposition} ${quote.counterparty}`;
  const joint = request.legs.length > 1 ? ',' : '';
  return `${takersSide(request, quote)}${joint} ${amount} at ${price}${who}`;
}
