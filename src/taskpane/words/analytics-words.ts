import { priceOf } from '../../domain/price';
import type { RawRecord } from '../../domain/record';
import type { Figures } from './figures';
import { withUnit } from './request-words';

const PRICES: Record<string, string> = {
  'traded-price': 'Traded price',
  'best-price': 'Best price',
  'average-price': 'Average price',
  'worst-price': 'Worst price',
};
const COUNTS: Record<string, string> = { 'quotes-count': 'Quotes', 'participants-count': 'Participants' };
const TEXTS: Record<string, string> = { 'price-direction': 'Quoted side' };
// Said elsewhere in the room, or not a fact of its own.
const ELSEWHERE = new Set(['request-id', 'type', 'contract-type', 'feedback-comment', 'concluded-at']);

/** The analytics as names and values: what is known by name in order, then whatever else came, by its own name. */
export function analyticsFacts(
  raw: RawRecord,
  { unit, figures }: { unit: string | undefined; figures: Figures },
): (readonly [name: string, value: string])[] {
  const known = { ...PRICES, ...COUNTS, ...TEXTS };
  const names = [...Object.keys(known), ...Object.keys(raw).filter((name) => !Object.hasOwn(known, name))];
  return names.flatMap((name) => {
    const text = ELSEWHERE.has(name) ? undefined : scalarText(raw[name]);
    if (text === undefined) return [];
    const price = Object.hasOwn(PRICES, name) ? priceOf(text) : undefined;
    const value = price === undefined ? text : withUnit(figures.price(price), unit);
    return [[known[name] ?? name, value] as const];
  });
}

/** What the initiator said when closing or trading; `undefined` when nothing was said. */
export const feedbackComment = (raw: RawRecord): string | undefined =>
  scalarText(raw['feedback-comment'])?.trim() || undefined;

const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
