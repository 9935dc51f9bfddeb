import type { ActionBody, SentPrice } from '../../domain/action';
import type { Price } from '../../domain/price';
import type { Quantity } from '../../domain/quantity';
import { netPrice, type Direction } from '../../domain/quote';
import { actionsOf, isSwap, priceShape, type PriceShape, type Request } from '../../domain/request';
import { spreadPrice } from '../../domain/spread';
import { comparedExact } from '../exact';
import { priceFindings, type Finding, type Reference } from './price-checks';
import type { Figures } from '../words/figures';
import { priceInWords } from '../words/price-words';
import { netUnit, oppositeOf, ourDirection, sidesInWords, withUnit } from '../words/request-words';
import { readPrice, readQuantity, type Written } from '../words/written';

/** What a person has typed so far. */
export interface Draft {
  /** One text per price that this shape needs. */
  readonly prices: readonly string[];
  readonly quantity: string;
  readonly allOrNone: boolean;
  /** The content whose warnings the person has read and ticked; anything else needs a new tick. */
  readonly tickedFor?: string;
}

/** A draft as it stands: what it would send, or what is in the way. */
export interface Ticket {
  readonly shape: PriceShape;
  readonly direction: Direction;
  readonly prices: readonly Written<Price>[];
  readonly net?: Price;
  readonly findings: readonly Finding[];
  /** Names this content and its warnings; see {@link Draft.tickedFor}. */
  readonly content: string;
  readonly warned: boolean;
  readonly ticked: boolean;
  /** `words` is what the button says, `shown` what the journal keeps. */
  readonly ready?: { readonly body: ActionBody; readonly words: string; readonly shown: string };
  /** Why nothing can be sent yet, in one sentence. */
  readonly missing?: string;
}

export function blankDraft(request: Request): Draft {
  return {
    prices: Array.from({ length: priceShape(request) === 'per-leg' ? request.legs.length : 1 }, () => ''),
    quantity: request.legs[0]?.quantity ?? '',
    allOrNone: request.allOrNone ?? true,
  };
}

/** Why a request cannot be quoted at all, whatever is typed; `undefined` when it can. */
export function unquotable(request: Request): string | undefined {
  if (isSwap(request) || request.legs.length > 2) {
    return 'Quoting green-grey swaps is not offered yet. Quote this one in the platform itself.';
  }
  return request.state === 'open' ? undefined : `This request is ${request.state}; it takes no more quotes.`;
}

export function ticketOf(
  request: Request,
  draft: Draft,
  { reference, figures }: { reference: Reference | undefined; figures: Figures },
): Ticket {
  const shape = priceShape(request);
  const direction = ourDirection(request);
  const prices = draft.prices.map(readPrice);
  const quantity = readQuantity(draft.quantity);
  const sent = sentPrice(shape, prices);
  const net = sent && netOf(request, sent);
  const findings = [
    ...priceFindings({ shape, prices, reference, figures, ...(net !== undefined && { net }) }),
    ...quantityFindings(request, quantity, figures),
  ];
  const warnings = findings.filter(({ level }) => level === 'warn');
  const content = JSON.stringify([
    draft.prices,
    draft.quantity,
    draft.allOrNone,
    warnings.map(({ code }) => code),
  ]);
  const ticked = draft.tickedFor === content;
  const base = { shape, direction, prices, findings, content, warned: warnings.length > 0, ticked };
  const known = net === undefined ? base : { ...base, net };
  const missing = missingOf({ prices, quantity, findings, unticked: base.warned && !ticked });
  if (missing !== undefined) return { ...known, missing };
  if (!sent || quantity.kind !== 'number') return { ...known, missing: 'Enter a price.' };
  if (net === undefined) return { ...known, missing: 'These leg prices are too large for a net price.' };
  const { allOrNone } = draft;
  const body: ActionBody = {
    kind: 'send-quote',
    requestId: request.id,
    direction,
    price: sent,
    quantity: quantity.value,
    allOrNone,
  };
  const words = quoteInWords(request, body, figures);
  return { ...known, ready: { body, words, shown: `${words} (${request.id})` } };
}

function missingOf(state: {
  prices: readonly Written<Price>[];
  quantity: Written<Quantity>;
  findings: readonly Finding[];
  unticked: boolean;
}): string | undefined {
  if (state.findings.some(({ level }) => level === 'block')) return 'Correct what is marked above.';
  const empty = state.prices.findIndex(({ kind }) => kind === 'empty');
  if (empty >= 0) return state.prices.length > 1 ? `Enter a price for leg ${empty + 1}.` : 'Enter a price.';
  if (state.quantity.kind === 'empty') return 'Enter a quantity.';
  return state.unticked ? 'Read the warnings above and tick them.' : undefined;
}

function sentPrice(shape: PriceShape, prices: readonly Written<Price>[]): SentPrice | undefined {
  const read = prices.flatMap((price) => (price.kind === 'number' ? [price.value] : []));
  const [first] = read;
  if (first === undefined || read.length !== prices.length) return undefined;
  if (shape === 'single') return { shape, price: first };
  return shape === 'per-leg' ? { shape, legPrices: read } : { shape, spreadPrice: first };
}

// Two legs within this always have a net price that is a price; beyond it the rule has no answer.
const LEG_MAX = '499999999';

/** The net price by the rule; a swap has none. */
function netOf(request: Request, sent: SentPrice): Price | undefined {
  if (sent.shape !== 'per-leg') return netPrice(sent);
  const actions = actionsOf(request);
  const [leg1, leg2] = sent.legPrices;
  if (leg1 === undefined || leg2 === undefined || !actions) return undefined;
  const within = [leg1, leg2].every((leg) => comparedExact(leg.replace('-', ''), LEG_MAX) <= 0);
  return within ? spreadPrice(leg1, leg2, actions) : undefined;
}

function quantityFindings(request: Request, quantity: Written<Quantity>, figures: Figures): Finding[] {
  const found = (level: Finding['level'], code: string, text: string): Finding[] => [
    { level, field: 'quantity', code, text },
  ];
  if (quantity.kind === 'refused') return found('block', 'quantity', quantity.why);
  if (quantity.kind === 'empty') return [];
  const read = quantity.note === undefined ? [] : found('note', 'sign', quantity.note);
  const leg = request.legs[0];
  if (leg?.quantity === undefined) return read;
  const difference = comparedExact(quantity.value, leg.quantity);
  const asked = withUnit(figures.quantity(leg.quantity), leg.quantityUnit);
  if (difference > 0) return [...read, ...found('block', 'quantity', `More than was asked for (${asked}).`)];
  if (difference === 0) return read;
  return request.allOrNone
    ? [...read, ...found('block', 'quantity', `The request asks for all or none: quote ${asked}.`)]
    : [...read, ...found('note', 'part', `Less than was asked for (${asked}).`)];
}

/** What the desk does with each leg when its quote is taken: the opposite of what was asked. */
export const ourSide = ({ legs }: Pick<Request, 'legs'>): string =>
  sidesInWords(
    legs,
    legs.map(({ action }) => oppositeOf(action)),
  );

/** "You sell, 10 MW at 84.15 EUR/MWh, all or none": exactly what a press sends. */
function quoteInWords(
  request: Request,
  body: Extract<ActionBody, { kind: 'send-quote' }>,
  figures: Figures,
): string {
  const unit = netUnit(request);
  const amount = withUnit(figures.quantity(body.quantity), request.legs[0]?.quantityUnit);
  const price = priceInWords(body.price, { request, figures, unit });
  const whole = body.allOrNone ? ', all or none' : '';
  const joint = request.legs.length > 1 ? ',' : '';
  return `${ourSide(request)}${joint} ${amount} at ${price}${whole}`;
}
