import { priceOf } from '../../domain/price';
import type { RawRecord } from '../../domain/record';
import type { Request } from '../../domain/request';
import type { Figures } from './figures';
import { withUnit } from './request-words';

const STATE_WORDS: Record<string, string> = { open: 'Open', closed: 'Closed', traded: 'Traded' };

export const stateInWords = ({ state }: Pick<Request, 'state'>): string => STATE_WORDS[state] ?? state;

/** "Traded 20 Nov 2026, 12:04 CET", and what is still to come of it. */
export function outcomeInWords(
  request: Pick<Request, 'state' | 'concludedAt' | 'contract' | 'legs'>,
  figures: Pick<Figures, 'moment'>,
): string {
  const { concludedAt } = request;
  const when = concludedAt === undefined ? ', when is not given' : ` ${figures.moment(concludedAt)}`;
  const waits = waitsForOperator(request) ? '; waiting for the operator to enter the leg prices' : '';
  return `${stateInWords(request)}${when}${waits}`;
}

/** A standard spread is dealt at its net price; its trade appears once the operator has entered a price for each leg. */
const waitsForOperator = ({ state, contract, legs }: Pick<Request, 'state' | 'contract' | 'legs'>): boolean =>
  state === 'traded' && contract === 'standard-spread' && legs.some(({ price }) => price === undefined);

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
