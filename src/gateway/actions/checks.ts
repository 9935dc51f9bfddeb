import type { ActionBody, BodyOf } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import { unitsProblem } from '../../domain/leg';
import { netBesideLegs } from '../../domain/offer-price';
import { lastSeenOf, type Direction, type Quote } from '../../domain/offers';
import type { Price } from '../../domain/price';
import type { Quantity } from '../../domain/quantity';
import { quantityProblem as tooMuchOf } from '../../domain/quantity-problem';
import type { Risk, RiskSettings } from '../../domain/record';
import type { Request } from '../../domain/request';
import { invalid, missing, unsent, wrongState } from './action-errors';

type OfferToCheck = BodyOf<'send-quote'> | BodyOf<'send-proposal'> | BodyOf<'send-counteroffer'>;
export type RequestSeen = Pick<
  Request,
  'id' | 'state' | 'role' | 'contract' | 'legs' | 'swapType' | 'allOrNone' | 'remainingQuantity'
>;
type Role = 'initiator' | 'recipient';

/** Roles by kind of action (section 1, use cases); price proposals and their deletion are open to both. */
const ROLE_FOR: Partial<Record<ActionBody['kind'], Role>> = {
  'send-quote': 'recipient',
  'withdraw-quote': 'recipient',
  'accept-proposal': 'recipient',
  'accept-quote': 'initiator',
  'send-counteroffer': 'initiator',
};

const NOT_YOURS: Partial<Record<ActionBody['kind'], string>> = {
  'accept-quote': 'Only the maker of a request can accept its quotes.',
  'send-counteroffer': 'Only the maker of a request can answer its quotes. Send a quote instead.',
};
const YOURS: Partial<Record<ActionBody['kind'], string>> = {
  'accept-proposal': 'Only a recipient can accept a price proposal. Accept a quote instead.',
};

/** Why this kind of action is not allowed on this request: it is over, or the desk has another role. */
export function requestProblem(
  request: Pick<Request, 'id' | 'state' | 'role'>,
  kind: ActionBody['kind'],
): Failure | undefined {
  if (request.state !== 'open') {
    return wrongState(`Request ${request.id} is ${request.state}.`, 'Choose an open request.');
  }
  const role = ROLE_FOR[kind];
  if (role === undefined || request.role === undefined || request.role === role) return undefined;
  return role === 'initiator'
    ? wrongState(`Request ${request.id} is not your own.`, NOT_YOURS[kind] ?? '')
    : wrongState(
        `Request ${request.id} is your own.`,
        YOURS[kind] ?? 'Only a recipient can quote. Accept a quote instead.',
      );
}

/** Checks a quote, price proposal or counteroffer against the request as just read. */
export function offerProblem(request: RequestSeen, body: OfferToCheck): Failure | undefined {
  return (
    requestProblem(request, body.kind) ??
    priceProblem(request, body) ??
    directionProblem(request, body) ??
    quantityProblem(request, body.quantity)
  );
}

function priceProblem(request: RequestSeen, { price }: OfferToCheck): Failure | undefined {
  const prices = pricesOf(price);
  const large = prices.findIndex((one) => one.replace('-', '').split('.', 1).join('').length > DIGITS_MAX);
  if (large >= 0) {
    const which = prices.length > 1 ? `The price of leg ${large + 1}` : 'The price';
    return invalid(`${which} is too large: ${prices[large]}.`, 'Enter it again.', `legs[${large}].price`);
  }
  const units = request.contract === 'standard-spread' ? unitsProblem(request.legs) : undefined;
  if (units !== undefined)
    return invalid(units, 'Act on it in the web client of the platform.', 'spread-price');
  const net = netBesideLegs(price, request);
  return net.ok ? undefined : unsent(net.failure);
}

const DIGITS_MAX = 9;
const pricesOf = (price: OfferToCheck['price']): readonly Price[] => {
  const seen = lastSeenOf(price);
  return seen.type === 'standard-spread' ? [seen.spreadPrice] : seen.legPrices;
};

/** The buyer of leg 1 bids and receives asks; its seller asks and receives bids. */
function directionProblem(request: RequestSeen, body: OfferToCheck): Failure | undefined {
  const buys = request.legs[0]?.action === 'buy';
  const ofInitiator: Direction = buys ? 'bid' : 'ask';
  const ofRecipient: Direction = buys ? 'ask' : 'bid';
  const role = ROLE_FOR[body.kind] ?? request.role;
  if (role !== 'initiator' && role !== 'recipient') return undefined;
  const wanted = role === 'initiator' ? ofInitiator : ofRecipient;
  if (body.direction === wanted) return undefined;
  const who =
    role === 'initiator'
      ? `Request ${request.id} is your own and ${buys ? 'buys' : 'sells'} leg 1, so you ${wanted}.`
      : `The maker of request ${request.id} ${buys ? 'buys, so it is sent asks' : 'sells, so it is sent bids'}.`;
  return invalid(who, `Send it as ${wanted}.`, 'price-direction');
}

/** Quantities above the remaining or the leg's quantity are refused here; other rules are the platform's. */
function quantityProblem(request: RequestSeen, quantity: Quantity): Failure | undefined {
  const tooMuch = tooMuchOf(request, quantity);
  if (tooMuch !== undefined) return invalid(tooMuch, 'Offer no more than that.', 'quantity');
  const [asked, ...others] = new Set(request.legs.map((leg) => leg.quantity));
  if (asked === undefined || others.length > 0) return undefined;
  if (!request.allOrNone || quantity === asked) return undefined;
  return invalid(`Request ${request.id} is all or none.`, `Offer the whole ${asked}.`, 'quantity');
}

/** The quote that a counteroffer answers has to be there and active. */
export function answeredProblem(quote: Quote | undefined, { quoteId }: BodyOf<'send-counteroffer'>) {
  if (!quote) {
    return missing(`Quote ${quoteId} is not there any more.`, 'Check the current quotes.');
  }
  return quote.state === 'active'
    ? undefined
    : wrongState(`Quote ${quoteId} is ${quote.state}.`, 'Check the current quotes.');
}

/** Protection is taken away only where it is known to be on. */
export function switchOffProblem(risks: readonly Risk[], { commodity }: BodyOf<'switch-risk'>) {
  const risk = risks.find((one) => one.commodity === commodity);
  if (!risk) {
    return missing(
      `The platform has no risk management for ${commodity}.`,
      'Choose one of the listed commodities.',
    );
  }
  return risk.on
    ? undefined
    : wrongState(`Risk management of ${commodity} is off already.`, 'Nothing is left to do.');
}

/**
 * Settings are written as a whole: each one that the platform returned has to be there, of the type it has there, no
 * other, and one at least has to change.
 */
export function settingsProblem(
  now: RiskSettings,
  { commodity, settings }: BodyOf<'set-risk'>,
): Failure | undefined {
  for (const [name, value] of Object.entries(settings)) {
    const known = Object.hasOwn(now, name) ? now[name] : undefined;
    if (known === undefined) {
      return invalid(`The risk settings of ${commodity} have no ${name}.`, 'Reload them.', name);
    }
    if (typeof known !== typeof value) {
      return invalid(`${name} is ${TYPES[typeof known] ?? typeof known}.`, 'Enter it that way.', name);
    }
  }
  const left = Object.keys(now).find((name) => !Object.hasOwn(settings, name));
  if (left !== undefined) {
    return invalid(`Risk settings are sent together, and ${left} is missing.`, 'Reload them.', left);
  }
  const changes = Object.entries(settings).some(([name, value]) => now[name] !== value);
  return changes
    ? undefined
    : wrongState(`The risk settings of ${commodity} already have these values.`, 'Nothing is left to do.');
}

const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  string: 'a text',
  boolean: 'yes or no',
};
