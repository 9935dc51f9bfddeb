import { onlyProtects, wasStopped, type Action, type ActionState, type Made } from '../../../domain/action';
import { factsOf } from '../../../domain/actions/kinds';
import { priceSeen } from '../../../domain/offers';
import { minus } from '../../../domain/price';
import { askedQuantity, differencesIn, isAcceptance, type Acceptance } from '../../../domain/executed';
import type { Formatters } from '../formatters';
import type { NoteTone } from '../note';
import { sentPriceInWords } from './own-offer-text';
import { withUnit } from './request-text';
import { failureInWords } from './status-text';

/** What has become of a press: the journal's states, and two that only the pane can see. */
export type PressState = ActionState | 'unanswered' | 'refused';

export const TONES: Record<PressState, NoteTone> = {
  waiting: 'warning',
  staged: 'plain',
  sending: 'plain',
  acknowledged: 'plain',
  done: 'good',
  rejected: 'bad',
  cancelled: 'plain',
  refused: 'bad',
  unknown: 'alarm',
  unanswered: 'alarm',
};

export const STATE_WORDS: Record<PressState, string> = {
  waiting: 'Waiting for approval',
  staged: 'Staged',
  sending: 'Sending',
  acknowledged: 'Acknowledged',
  done: 'Done',
  rejected: 'Rejected',
  cancelled: 'Not sent',
  refused: 'Not sent',
  unknown: 'Unknown',
  unanswered: 'Unknown',
};

/** The state of a press, where what the desk's own checks stopped is not one that the platform refused. */
export const endingOf = (
  press: Pick<Action, 'sentAt' | 'endedAt'> & { readonly state: PressState },
): PressState => (wasStopped(press) ? 'refused' : press.state);

type ToldAction = Pick<Action, 'body' | 'failure'> & Made;

/** One sentence for a press in each of its states: what happened, and what to do next. */
export function stateSentence(state: PressState, told: ToldAction): string {
  const why = told.failure ? ` ${failureInWords(told.failure)}` : '';
  switch (state) {
    case 'waiting':
      return 'Another person has to approve it; nothing is sent before that.';
    case 'staged':
      return told.failure
        ? `Refused; nothing was executed. It is sent again automatically.${why}`
        : 'In the journal, not sent yet.';
    case 'sending':
      return 'Being sent; waiting for the answer.';
    case 'acknowledged':
      return acknowledgedSentence(told);
    case 'done':
      return factsOf(told.body).done(told);
    case 'rejected':
      return `Nothing was executed.${why}`;
    case 'cancelled':
    case 'refused':
      return `It never left the desk.${why}`;
    case 'unknown':
      return onlyProtects(told.body)
        ? `It may not have been executed. The desk checks and sends it again.${why}`
        : `It may have been executed. The desk is checking; it is never sent again.${why}`;
    case 'unanswered':
      return `The desk did not answer, so it may have been executed. The journal shows the result when the desk is back.${why}`;
  }
}

function acknowledgedSentence({ body }: ToldAction): string {
  if ('lastSeen' in body && body.lastSeen.type === 'standard-spread') {
    return 'The platform received it; the trade appears when the operator has entered the leg prices.';
  }
  return 'lastSeen' in body
    ? 'The platform received it; waiting for the trade.'
    : 'The platform received it; waiting for the result.';
}

type ToldOutcome = Parameters<typeof stateSentence>[1] & Pick<Action, 'executed' | 'before'>;

/** One sentence for a press in each of its states; of an acceptance what was traded, once that was read back. */
export function outcomeSentence(state: PressState, told: ToldOutcome, formatters: Formatters): string {
  return (state === 'done' ? tradedSentence(told, formatters) : undefined) ?? stateSentence(state, told);
}

/** A trade that is not what was asked for stands out; one that was not read back yet is nothing to be sure of. */
export function outcomeTone(state: PressState, told: ToldOutcome): NoteTone {
  if (state !== 'done' || !isAcceptance(told.body)) return TONES[state];
  if (!told.executed) return 'plain';
  return differencesIn(told).length > 0 ? 'alarm' : 'good';
}

/** The word before that sentence. */
export const outcomeWord = (state: PressState, told: ToldOutcome): string =>
  state === 'done' && differencesIn(told).length > 0 ? 'Done, but not as asked' : STATE_WORDS[state];

/** "You bought 6 MW at 31.35 EUR/MWh from Nordkraft (you asked for 10 MW), trade T-7." */
function tradedSentence(told: ToldOutcome, formatters: Formatters): string | undefined {
  const { body, executed, tradeId } = told;
  if (!executed || !isAcceptance(body)) return undefined;
  const { side, quantity, quantityUnit, counterparty } = executed;
  const amount = quantity === undefined ? undefined : withUnit(formatters.quantity(quantity), quantityUnit);
  const price = tradedPrice(executed, formatters);
  const trade = tradeId === undefined ? '' : `, trade ${tradeId}`;
  if (amount === undefined && price === undefined) {
    return `Accepted${tradeId === undefined ? '' : ` as trade ${tradeId}`}. The trade does not say what was traded: check it on the platform.`;
  }
  const words = [
    side === undefined ? 'Traded' : `You ${side === 'buy' ? 'bought' : 'sold'}`,
    amount,
    price !== undefined && `at ${price}`,
    counterparty !== undefined && `${PREPOSITIONS[side ?? 'unknown']} ${counterparty}`,
  ];
  return [
    `${words.filter(Boolean).join(' ')}${askedInWords(told, body, formatters)}${trade}.`,
    amount === undefined && 'The trade does not say its quantity.',
    price === undefined && 'The trade does not say its price yet.',
  ]
    .filter(Boolean)
    .join(' ');
}

const PREPOSITIONS = { buy: 'from', sell: 'to', unknown: 'with' } as const;

/** " (you asked for 10 MW at 31.40)": only what is not as it was asked for. */
function askedInWords(told: ToldOutcome, body: Acceptance, formatters: Formatters): string {
  const different = differencesIn(told);
  const asked = askedQuantity(body);
  const name = told.before?.offered?.counterparty;
  const parts = [
    different.includes('quantity') &&
      asked !== undefined &&
      `for ${withUnit(formatters.quantity(asked), told.executed?.quantityUnit)}`,
    different.includes('price') && `at ${sentPriceInWords(priceSeen(body.lastSeen), formatters)}`,
    different.includes('counterparty') && name !== undefined && `for the offer of ${name}`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : ` (you asked ${parts.join(' ')})`;
}

function tradedPrice(
  { price, legPrices = [], priceUnit }: NonNullable<ToldOutcome['executed']>,
  formatters: Formatters,
): string | undefined {
  const [first, second] = legPrices;
  if (first === undefined || second === undefined) {
    const only = price ?? first;
    return only === undefined ? undefined : withUnit(formatters.price(only), priceUnit);
  }
  const legs = legPrices.map((leg) => formatters.price(leg)).join(' / ');
  if (price === undefined) return withUnit(legs, priceUnit);
  // The record does not say both sides: the prices tell a difference from a sum.
  const isDifference = [minus(first, second), minus(second, first)].includes(price);
  const net = isDifference ? formatters.signed(price) : formatters.price(price);
  return withUnit(`${legs}, net ${net}`, priceUnit);
}

/** What the person pressed on: of an acceptance it is what was asked for, and no trade. */
export const pressedInWords = ({ body, shown }: Pick<Action, 'body' | 'shown'>): string =>
  isAcceptance(body) ? `Asked for: ${shown}` : shown;

/** What was traded, field by field, for a table of two columns. */
export function executedInWords(
  { executed }: Pick<Action, 'executed'>,
  formatters: Formatters,
): (readonly [name: string, value: string])[] {
  if (!executed) return [];
  const { side, quantity, quantityUnit, counterparty } = executed;
  const price = tradedPrice(executed, formatters);
  const lines = [
    ['Traded side', side],
    ['Traded quantity', quantity && withUnit(formatters.quantity(quantity), quantityUnit)],
    ['Traded price', price],
    ['Traded with', counterparty],
  ] as const;
  return lines.map(([name, value]) => [name, value ?? 'the trade does not say'] as const);
}
