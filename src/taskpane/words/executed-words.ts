import type { Action } from '../../domain/action';
import { askedQuantity, differencesIn, isAcceptance, type Acceptance } from '../../domain/executed';
import { STATE_WORDS, stateSentence, TONES, type PressState, type Tone } from './action-words';
import type { Figures } from './figures';
import { sentPriceInWords } from './own-quote-words';
import { priceSeen } from './offer-words';
import { withUnit } from './request-words';

type Told = Parameters<typeof stateSentence>[1] & Pick<Action, 'executed' | 'before'>;

/** One sentence for a press in each of its states; of an acceptance what was traded, once that was read back. */
export function outcomeSentence(state: PressState, told: Told, figures: Figures): string {
  return (state === 'done' ? tradedSentence(told, figures) : undefined) ?? stateSentence(state, told);
}

/** A trade that is not what was asked for stands out; one that was not read back yet is nothing to be sure of. */
export function outcomeTone(state: PressState, told: Told): Tone {
  if (state !== 'done' || !isAcceptance(told.body)) return TONES[state];
  if (!told.executed) return 'progress';
  return differencesIn(told).length > 0 ? 'alarm' : 'good';
}

/** The word before that sentence. */
export const outcomeWord = (state: PressState, told: Told): string =>
  state === 'done' && differencesIn(told).length > 0 ? 'Done, but not as asked' : STATE_WORDS[state];

/** "You bought 6 MW at 31.35 EUR/MWh from Nordkraft (you asked for 10 MW), trade T-7." */
function tradedSentence(told: Told, figures: Figures): string | undefined {
  const { body, executed, tradeId } = told;
  if (!executed || !isAcceptance(body)) return undefined;
  const { side, quantity, quantityUnit, counterparty } = executed;
  const amount = quantity === undefined ? undefined : withUnit(figures.quantity(quantity), quantityUnit);
  const price = tradedPrice(executed, figures);
  const trade = tradeId === undefined ? '' : `, trade ${tradeId}`;
  if (amount === undefined && price === undefined) {
    return `Accepted${tradeId === undefined ? '' : ` as trade ${tradeId}`}. The trade does not say what was traded: look at it on the platform.`;
  }
  const words = [
    side === undefined ? 'Traded' : `You ${side === 'buy' ? 'bought' : 'sold'}`,
    amount,
    price !== undefined && `at ${price}`,
    counterparty !== undefined && `${PREPOSITIONS[side ?? 'unknown']} ${counterparty}`,
  ];
  return [
    `${words.filter(Boolean).join(' ')}${askedInWords(told, body, figures)}${trade}.`,
    amount === undefined && 'The trade does not say its quantity.',
    price === undefined && 'The trade does not say its price yet.',
  ]
    .filter(Boolean)
    .join(' ');
}

const PREPOSITIONS = { buy: 'from', sell: 'to', unknown: 'with' } as const;

/** " (you asked for 10 MW at 31.40)": only what is not as it was asked for. */
function askedInWords(told: Told, body: Acceptance, figures: Figures): string {
  const different = differencesIn(told);
  const asked = askedQuantity(body);
  const name = told.before?.offered?.counterparty;
  const parts = [
    different.includes('quantity') &&
      asked !== undefined &&
      `for ${withUnit(figures.quantity(asked), told.executed?.quantityUnit)}`,
    different.includes('price') && `at ${sentPriceInWords(priceSeen(body.lastSeen), figures)}`,
    different.includes('counterparty') && name !== undefined && `for the offer of ${name}`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : ` (you asked ${parts.join(' ')})`;
}

function tradedPrice(
  { price, legPrices = [], priceUnit }: NonNullable<Told['executed']>,
  figures: Figures,
): string | undefined {
  const [, second] = legPrices;
  if (second === undefined) {
    const only = price ?? legPrices[0];
    return only === undefined ? undefined : withUnit(figures.price(only), priceUnit);
  }
  const legs = legPrices.map((leg) => figures.price(leg)).join(' / ');
  return withUnit(price === undefined ? legs : `${legs}, net ${figures.signed(price)}`, priceUnit);
}

/** What the person pressed on: of an acceptance it is what was asked for, and no trade. */
export const pressedInWords = ({ body, shown }: Pick<Action, 'body' | 'shown'>): string =>
  isAcceptance(body) ? `Asked for: ${shown}` : shown;

/** What was traded, field by field, for a table of two columns. */
export function executedInWords(
  { executed }: Pick<Action, 'executed'>,
  figures: Figures,
): (readonly [name: string, value: string])[] {
  if (!executed) return [];
  const { side, quantity, quantityUnit, counterparty } = executed;
  const price = tradedPrice(executed, figures);
  const lines = [
    ['Traded side', side],
    ['Traded quantity', quantity && withUnit(figures.quantity(quantity), quantityUnit)],
    ['Traded price', price],
    ['Traded with', counterparty],
  ] as const;
  return lines.map(([name, value]) => [name, value ?? 'the trade does not say'] as const);
}
