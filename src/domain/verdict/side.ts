import type { ExecutedLeg } from '../action';
import type { TradeId } from '../identifiers';
import type { Side } from '../leg';
import { isAcceptance } from '../executed';
import type { Action } from '../action';

type Told = Pick<Action, 'body' | 'legs'>;

/** A leg as a record of a trade, or a request, tells it. */
type SidedLeg = { readonly [K in (typeof PRODUCT)[number] | 'action']?: ExecutedLeg[K] | undefined };

const PRODUCT = ['commodity', 'market', 'deliveryStart', 'deliveryEnd', 'loadProfile'] as const;

/**
 * What is wrong where a trade's record has the desk on the other side than it pressed or quoted, in sentences; nothing where both agree or
 * one does not say it. Each leg is held against the one leg of the same product: a record may have them in another order.
 */
export function sideProblem(told: Told, trade: TradeId, legs: readonly SidedLeg[]): string | undefined {
  const meant = meantLegs(told);
  if (meant.length !== legs.length) return undefined;
  for (const leg of legs) {
    const alike = meant.filter((one) => legs.length === 1 || isSameProduct(one, leg));
    const [only, second] = alike;
    if (!only?.action || second || !leg.action || only.action === leg.action) continue;
    const meantWord = isAcceptance(told.body) ? `you pressed ${PRESSED[only.action]}` : QUOTED[only.action];
    return `The record of trade ${trade} says you ${DID[leg.action]}; ${meantWord}. Ask the operator: tradeSide of the service profile may be wrong.`;
  }
  return undefined;
}

const DID: Record<Side, string> = { buy: 'bought', sell: 'sold' };
const PRESSED: Record<Side, string> = { buy: 'Buy', sell: 'Sell' };
const QUOTED: Record<Side, string> = { buy: 'your quote was to buy', sell: 'your quote was to sell' };

/** Of a single whose request was not known at the press, what its direction says. */
function meantLegs({ body, legs }: Told): readonly SidedLeg[] {
  if (legs?.some(({ action }) => action !== undefined)) return legs;
  if (!('direction' in body) || body.price.shape !== 'single') return [];
  return [{ action: body.direction === 'bid' ? 'buy' : 'sell' }];
}

const isSameProduct = (a: SidedLeg, b: SidedLeg): boolean =>
  PRODUCT.every((field) => a[field] === undefined || b[field] === undefined || a[field] === b[field]);
