import type { Action, Leg } from '../../domain/leg';
import type { Direction } from '../../domain/quote';
import { actionsOf, type Request } from '../../domain/request';
import type { Actions } from '../../domain/spread';
import type { Figures } from './figures';
import { periodInWords } from './period';

/** Who the desk is in a request: it asked, it was asked, or the service does not say. */
export type Role = 'initiator' | 'recipient' | 'unknown';

export function roleOf({ role }: Pick<Request, 'role'>): Role {
  return role === 'initiator' || role === 'recipient' ? role : 'unknown';
}

export const ROLE_WORDS: Record<Role, string> = {
  initiator: 'Yours',
  recipient: 'To quote',
  unknown: 'Role not given',
};

const WHO: Record<Role, string> = { initiator: 'You ', recipient: 'They ', unknown: '' };

export interface RequestWords {
  /** "They buy DE / sell FR" */
  readonly deal: string;
  /** What both legs have alike and what kind of spread it is: "base", "Cal 2027", "10 MW", "location spread". */
  readonly facts: readonly string[];
}

/** A request in a trader's words: what differs between the legs stands with each leg, the rest once behind them. */
export function requestInWords(
  request: Pick<Request, 'legs' | 'role' | 'contract' | 'spreadType' | 'swapType'>,
  figures: Figures,
): RequestWords {
  const { legs } = request;
  const commodity = legs.map((leg) => (leg.market === undefined ? undefined : leg.commodity));
  const market = legs.map((leg) => leg.market ?? leg.commodity);
  const profile = legs.map(({ loadProfile }) => loadProfile);
  const period = legs.map((leg) => periodInWords(leg.deliveryStart, leg.deliveryEnd));
  const quantity = legs.map((leg) => quantityInWords(leg, figures));
  const apart = [commodity, market, profile, period, quantity].filter(differs);
  const withLegs = legs.length > 2 ? [commodity, market] : apart.length > 0 ? apart : [market];
  const behind = [market, profile, period, quantity].filter(
    (trait) => !withLegs.includes(trait) && !differs(trait),
  );
  const sides = legs.map(({ action }, leg) =>
    words([action, ...withLegs.map((trait) => trait[leg])]).join(' '),
  );
  const deal = `${WHO[roleOf(request)]}${sides.join(' / ')}`;
  return {
    deal: deal.charAt(0).toUpperCase() + deal.slice(1),
    facts: words([...behind.map(([first]) => first), contractInWords(request)]),
  };
}

const differs = (trait: readonly (string | undefined)[]): boolean =>
  trait.some((value) => value !== trait[0]);
const words = (found: readonly (string | undefined)[]): string[] =>
  found.filter((word): word is string => word !== undefined && word !== '');

export const requestLine = (words: RequestWords): string => [words.deal, ...words.facts].join(' · ');

export function quantityInWords(
  { quantity, quantityUnit }: Pick<Leg, 'quantity' | 'quantityUnit'>,
  figures: Figures,
): string | undefined {
  return quantity === undefined ? undefined : withUnit(figures.quantity(quantity), quantityUnit);
}

export const withUnit = (amount: string, unit: string | undefined): string =>
  unit === undefined ? amount : `${amount} ${unit}`;

/** The one unit that all legs' prices have; a net price of legs in different units has none. */
export function netUnit({ legs }: Pick<Request, 'legs'>): string | undefined {
  const [first] = legs;
  return legs.every(({ priceUnit }) => priceUnit === first?.priceUnit) ? first?.priceUnit : undefined;
}

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

const OPPOSITE: Record<Action, Action> = { buy: 'sell', sell: 'buy' };
export const oppositeOf = (action: Action): Action => OPPOSITE[action];

export const oppositeSide = (direction: Direction): Direction => (direction === 'ask' ? 'bid' : 'ask');

/** The side on which quotes of a request stand, the desk's own where it was asked: whoever is asked by a buyer of leg 1 offers it. */
export function ourDirection({ legs }: Pick<Request, 'legs'>): Direction {
  return legs[0]?.action === 'sell' ? 'bid' : 'ask';
}

/** What taking a quote of this direction makes the taker do with each leg, in the legs' fixed order. */
export function takerActions({ legs }: Pick<Request, 'legs'>, direction: Direction): Action[] {
  const first: Action = direction === 'ask' ? 'buy' : 'sell';
  const turned = legs[0] !== undefined && legs[0].action !== first;
  return legs.map(({ action }) => (turned ? oppositeOf(action) : action));
}

/** What tells the legs apart: their markets, or for legs in one market their delivery periods. */
export function legName(legs: readonly Leg[], index: number): string | undefined {
  const markets = legs.map(({ market, commodity }) => market ?? commodity);
  const periods = legs.map(({ deliveryStart, deliveryEnd }) => periodInWords(deliveryStart, deliveryEnd));
  return differs(periods) && !differs(markets) ? periods[index] : markets[index];
}

/** "You sell", or for a spread "You sell leg 1 (DE), buy leg 2 (FR)". */
export function sidesInWords(legs: readonly Leg[], actions: readonly Action[]): string {
  if (actions.length < 2) return `You ${actions[0] ?? 'buy'}`;
  const sides = actions.map((action, index) => {
    const name = legName(legs, index);
    return `${action} leg ${index + 1}${name === undefined ? '' : ` (${name})`}`;
  });
  return `You ${sides.join(', ')}`;
}

/** How a spread's net price comes about, in words. */
export const ruleInWords = ([action1, action2]: Actions): string =>
  action1 === action2 ? 'leg 1 + leg 2' : 'leg 1 − leg 2';

export const directionsInWords = ([action1, action2]: Actions): string =>
  action1 === action2 ? 'same direction' : 'opposite directions';

/** "leg 1 − leg 2 = +1.00 (opposite directions)"; `undefined` where a request has no net price of two legs. */
export function ruleLine(request: Pick<Request, 'legs'>, net: string): string | undefined {
  const actions = actionsOf(request);
  return actions && `${ruleInWords(actions)} = ${net} (${directionsInWords(actions)})`;
}
