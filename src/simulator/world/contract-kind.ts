import { adjoining, periodOf } from './delivery';
import type { Leg } from './leg';

type SpreadType = 'time' | 'location' | 'efp';
type SwapType = 'green-grey-swap' | 'grey-green-swap';

/** What kind of contract some legs make, as the platform detects it. */
export interface ContractKind {
  readonly contract: 'single' | 'spread' | 'standard-spread';
  readonly spreadType: SpreadType | null;
  readonly swapType: SwapType | null;
}

/**
 * The kind of contract; `undefined` when the legs make none. Which spreads are standard is not stated; here they are
 * two equal quantities in opposite directions of one load profile, of adjoining whole months, quarters or years in one
 * market: a standard spread carries the spread type `time` (section 2), so two markets never make one.
 */
export function kindOf(legs: readonly Leg[]): ContractKind | undefined {
  const [first, second, third, ...more] = legs;
  if (!first || more.length > 0) return undefined;
  if (!second) return { contract: 'single', spreadType: null, swapType: null };
  if (third) return swapKind(first, second, third);
  const spreadType = spreadTypeOf(first, second);
  const contract = isStandard(first, second) ? 'standard-spread' : 'spread';
  return { contract, spreadType, swapType: null };
}

function swapKind(certificate: Leg, power: Leg, otherPower: Leg): ContractKind | undefined {
  const shaped =
    certificate.commodity === 'goo' &&
    power.commodity === 'power' &&
    otherPower.commodity === 'power' &&
    power.action !== otherPower.action;
  if (!shaped) return undefined;
  const swapType = certificate.action === 'sell' ? 'green-grey-swap' : 'grey-green-swap';
  return { contract: 'spread', spreadType: null, swapType };
}

function spreadTypeOf(first: Leg, second: Leg): SpreadType {
  if (first.market !== second.market) return 'location';
  return sameDelivery(first, second) ? 'efp' : 'time';
}

function isStandard(first: Leg, second: Leg): boolean {
  const period = periodOf(first.delivery);
  const alike =
    first.action !== second.action &&
    first.commodity === second.commodity &&
    first.loadProfile === second.loadProfile &&
    first.quantity.eq(second.quantity);
  if (!alike || period === undefined || periodOf(second.delivery) !== period) return false;
  return first.market === second.market && adjoining(first.delivery, second.delivery);
}

const sameDelivery = (first: Leg, second: Leg): boolean =>
  first.delivery.start === second.delivery.start && first.delivery.end === second.delivery.end;
