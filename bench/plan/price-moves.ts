import { RequestId } from '../../src/domain/identifiers';
import type { Chance } from '../../src/effects/chance';
import type { PriceMoves } from './price-service';

export interface Market {
  readonly requests: number;
  /** Median time between two moves of a price; rates are log-normal over the requests. */
  readonly movesEveryMs: number;
  /** Standard deviation of the logarithm of the rates. */
  readonly unevenness: number;
}

/** A Poisson process per request, with log-normal rates. */
export function priceMoves(
  { requests, movesEveryMs, unevenness }: Market,
  endMs: number,
  chance: Chance,
): PriceMoves {
  const moves = Array.from({ length: requests }, (_, index) => {
    const everyMs = movesEveryMs * Math.exp(unevenness * normal(chance));
    const own: number[] = [];
    for (let at = exponential(everyMs, chance); at < endMs; at += exponential(everyMs, chance)) own.push(at);
    return [RequestId.parse(`RQ-${index + 1}`), own] as const;
  });
  return new Map(moves);
}

const exponential = (meanMs: number, chance: Chance): number => -meanMs * Math.log(1 - chance());
const normal = (chance: Chance): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
