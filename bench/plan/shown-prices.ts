import { movesUntil } from './price-service';

/** The moments, ascending ms, at which one price was read and at which it moved at the service. */
export interface PriceDay {
  readonly reads: readonly number[];
  readonly moves: readonly number[];
}

/** How long each read stood in the cell until the next one, or the end. */
export const shownMs = ({ reads }: PriceDay, endMs: number): number[] =>
  reads.map((at, read) => Math.min(endMs, reads[read + 1] ?? endMs) - Math.min(endMs, at));

/**
 * The age that is not exceeded for this share of all shown time: exact, not sampled. A price shown for `d` ms has every
 * age from 0 to `d` for equally long, so the time spent below age `a` is the sum of min(a, d).
 */
export function ageQuantileMs(shown: readonly number[], share: number): number {
  const wanted = share * shown.reduce((sum, ms) => sum + ms, 0);
  let low = 0;
  let high = shown.reduce((most, ms) => Math.max(most, ms), 0);
  for (let halving = 0; halving < 50; halving++) {
    const middle = (low + high) / 2;
    if (shown.reduce((sum, ms) => sum + Math.min(middle, ms), 0) < wanted) low = middle;
    else high = middle;
  }
  return high;
}

/** The share of all shown time in which the price was still the service's: until its first move after the read. */
export function currentShare(days: readonly PriceDay[], endMs: number): number {
  let current = 0;
  let all = 0;
  for (const day of days) {
    shownMs(day, endMs).forEach((ms, read) => {
      const at = day.reads[read] ?? 0;
      const movesAt = day.moves[movesUntil(day.moves, at)] ?? Infinity;
      current += Math.min(ms, movesAt - at);
      all += ms;
    });
  }
  return all === 0 ? 0 : current / all;
}

/** Reads of `prices` prices in turn: each once at the start, the rest of the calls evenly over the day. */
export function evenReads(prices: number, calls: number, endMs: number): number[][] {
  const reads = Array.from({ length: prices }, () => [0]);
  const turns = Math.max(0, Math.floor(calls) - prices);
  for (let turn = 0; turn < turns; turn++) {
    reads[turn % prices]?.push(((turn + 1) * endMs) / (turns + 1));
  }
  return reads;
}
