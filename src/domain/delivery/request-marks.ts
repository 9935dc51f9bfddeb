import type { Leg } from '../leg';
import { isSwap, type Request } from '../request';
import { loadNamed } from './load';
import { marketNamed } from './markets';
import { periodText } from './product';

/** A price that a curve is made of: of one load, in one market, over one period. */
export interface WantedMark {
  readonly market: string;
  readonly load: string;
  /** "Cal-27". */
  readonly product: string;
}

/** What curves need to price a request, leg by leg; `undefined` where they cannot: swaps, certificates, shaped loads. */
export function marksOf(request: Request): readonly WantedMark[] | undefined {
  if (isSwap(request)) return undefined;
  const marks = request.legs.flatMap((leg) => markOf(leg) ?? []);
  return marks.length > 0 && marks.length === request.legs.length ? marks : undefined;
}

/** "DE Cal-27 base; FR Cal-27 base"; empty where curves cannot price it. */
export const marksInWords = (request: Request): string =>
  (marksOf(request) ?? []).map(({ market, load, product }) => `${market} ${product} ${load}`).join('; ');

function markOf({ market, loadProfile, deliveryStart, deliveryEnd }: Leg): WantedMark | undefined {
  const named = market === undefined ? undefined : marketNamed(market);
  const product = periodText(deliveryStart, deliveryEnd);
  if (!named || market === undefined || loadProfile === undefined || product === undefined) return undefined;
  return loadNamed(loadProfile, named.market).ok ? { market, load: loadProfile, product } : undefined;
}
