import type { Leg } from '../../../domain/leg';
import { isPartlyTraded, quantityLeft, type Request } from '../../../domain/request';
import type { Formatters } from '../formatters';
import { periodText } from '../../../domain/delivery/product';
import { type Role, roleOf, sideOf, takerActions } from '../../../domain/role';
import { isPricedAsSwap } from '../../../domain/offer-price';
import { clearingsApart } from '../../../domain/delivery/clearing-words';
import { commodityInWords, differs } from '../../../domain/delivery/product-words';

const WHO: Record<Role, string> = { initiator: 'You ', recipient: 'They ', unknown: '' };

interface RequestWords {
  /** "They buy DE / sell FR" */
  readonly deal: string;
  /** What both legs have alike and what kind of spread it is: "base", "Cal-27", "10 MW", "location spread". */
  readonly facts: readonly string[];
}

/** A request in a trader's words: what differs between the legs stands with each leg, the rest once behind them. */
export function requestInWords(
  request: Pick<Request, 'legs' | 'role' | 'contract' | 'spreadType' | 'swapType'>,
  formatters: Formatters,
): RequestWords {
  const { legs } = request;
  const names = legs.map((leg) => leg.commodity && commodityInWords(leg.commodity));
  const commodity = legs.map((leg, at) => (leg.market === undefined ? undefined : names[at]));
  const market = legs.map((leg, at) => leg.market ?? names[at]);
  const profile = legs.map(({ loadProfile }) => loadProfile);
  const period = legs.map((leg) => periodText(leg.deliveryStart, leg.deliveryEnd));
  const quantity = legs.map((leg) => quantityInWords(leg, formatters));
  const apart = [commodity, market, profile, period, quantity].filter(differs);
  const withLegs = legs.length > 2 ? [commodity, market] : apart.length > 0 ? apart : [market];
  const behind = [market, profile, period, quantity].filter(
    (trait) => !withLegs.includes(trait) && !differs(trait),
  );
  const cleared = clearingsApart(legs);
  const sides = legs.map(({ action }, leg) =>
    words([action, ...withLegs.map((trait) => trait[leg]), cleared[leg]]).join(' '),
  );
  const swap = request.swapType === undefined ? '' : 'swap: ';
  const deal = `${WHO[roleOf(request)]}${swap}${sides.join(' / ')}`;
  return {
    deal: deal.charAt(0).toUpperCase() + deal.slice(1),
    facts: words([...behind.map(([first]) => first), contractInWords(request)]),
  };
}

const words = (found: readonly (string | undefined)[]): string[] =>
  found.filter((word): word is string => word !== undefined && word !== '');

export const requestLine = (words: RequestWords): string => [words.deal, ...words.facts].join(' · ');

export function quantityInWords(
  { quantity, quantityUnit }: Pick<Leg, 'quantity' | 'quantityUnit'>,
  formatters: Formatters,
): string | undefined {
  return quantity === undefined ? undefined : withUnit(formatters.quantity(quantity), quantityUnit);
}

/** "6 of 10 MW left", once a part of a request is traded. */
export function leftInWords(
  request: Pick<Request, 'remainingQuantity' | 'legs'>,
  formatters: Formatters,
): string | undefined {
  const left = quantityLeft(request);
  const [leg] = request.legs;
  if (!isPartlyTraded(request) || left === undefined || leg?.quantity === undefined) return undefined;
  return `${formatters.quantity(left)} of ${withUnit(formatters.quantity(leg.quantity), leg.quantityUnit)} left`;
}

export const withUnit = (amount: string, unit: string | undefined): string =>
  unit === undefined ? amount : `${amount} ${unit}`;

export function contractInWords({
  contract,
  spreadType,
  swapType,
}: Pick<Request, 'contract' | 'spreadType' | 'swapType'>): string | undefined {
  if (swapType !== undefined) return swapType.replace(/-swap$/, ' swap');
  if (contract === 'single') return undefined;
  const kind = spreadType === undefined ? '' : `${spreadType === 'efp' ? 'EFP' : spreadType} `;
  if (contract === 'spread') return `${kind}spread`;
  return contract === 'standard-spread' ? `standard ${kind}spread` : contract;
}

const STATE_WORDS: Record<string, string> = { open: 'Open', closed: 'Closed', traded: 'Traded' };

export const stateInWords = ({ state }: Pick<Request, 'state'>): string => STATE_WORDS[state] ?? state;

/** "Traded 20 Nov 2026, 12:04 CET", and what is still to come of it. */
export function outcomeInWords(
  request: Pick<Request, 'state' | 'concludedAt' | 'contract' | 'legs'>,
  formatters: Pick<Formatters, 'moment'>,
): string {
  const { concludedAt } = request;
  const when = concludedAt === undefined ? ', time not given' : ` ${formatters.moment(concludedAt)}`;
  const waits = waitsForOperator(request) ? '; waiting for the operator to enter the leg prices' : '';
  return `${stateInWords(request)}${when}${waits}`;
}

/** A standard spread is dealt at its net price; its trade appears once the operator has entered a price for each leg. */
const waitsForOperator = ({ state, contract, legs }: Pick<Request, 'state' | 'contract' | 'legs'>): boolean =>
  state === 'traded' && contract === 'standard-spread' && legs.some(({ price }) => price === undefined);

/** What the desk does with each leg, whoever asked: "Buy", "Buy/Sell", or of a swap with its certificates "Sell cert.", as the sheets do. */
export const ownSide = (request: Sided): string | undefined =>
  roleOf(request) === 'unknown' ? undefined : shortSide(request);

type Sided = Pick<Request, 'contract' | 'legs' | 'role' | 'swapType'>;

/** {@link ownSide} where its offer is taken, also of a request of which nobody knows who the desk is in it. */
export function shortSide(request: Sided): string {
  const sides = takerActions(request, sideOf(request)).map((side) => (side === 'buy' ? 'Sell' : 'Buy'));
  return isPricedAsSwap(request) ? `${sides[0] ?? ''} cert.` : sides.join('/');
}

/** "10 MW": what can still be traded. */
export function openQuantity(request: Request, formatters: Formatters): string | undefined {
  const left = quantityLeft(request);
  return left === undefined ? undefined : withUnit(formatters.quantity(left), request.legs[0]?.quantityUnit);
}
