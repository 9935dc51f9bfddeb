import type { Action, Leg } from '../../domain/leg';
import type { Direction } from '../../domain/quote';
import { actionsOf, type Request } from '../../domain/request';
import type { Actions } from '../../domain/spread';
import { periodInWords } from './period';
import { differs } from './request-words';

/** The one unit that all legs' prices have; a net price of legs in different units has none. */
export function netUnit({ legs }: Pick<Request, 'legs'>): string | undefined {
  const [first] = legs;
  return legs.every(({ priceUnit }) => priceUnit === first?.priceUnit) ? first?.priceUnit : undefined;
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
