import {
  onlyProtects,
  type Action,
  type Executed,
  type ExecutedLeg,
  type Made,
} from '../../../domain/action';
import { factsOf } from '../../../domain/actions/kinds';
import { QUOTE_ENDS } from '../../../domain/actions/send-quote';
import {
  FOUND_BY_TERMS,
  wasMoved,
  wasOverBefore,
  type PressState,
} from '../../../domain/actions/state-words';
import { priceSeen } from '../../../domain/offers';
import { clearingsApart } from '../../../domain/delivery/clearing-words';
import { productInWords } from '../../../domain/delivery/product-words';
import { present } from '../../../domain/present';
import {
  askedQuantity,
  askedUnit,
  differencesIn,
  executedLegs,
  isAcceptance,
  netPriceOf,
  type Acceptance,
} from '../../../domain/executed';
import type { Formatters } from '../formatters';
import type { NoteTone } from '../note';
import { pressedBy, YOU } from './doer-text';
import { sentPriceInWords } from './own-offer-text';
import { withUnit } from './request-text';
import { failureInWords } from './status-text';

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

type ToldAction = Pick<Action, 'body' | 'failure'> & Partial<Pick<Action, 'refusedBy'>> & Made;

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
      return wasOverBefore(told)
        ? `${told.failure?.message}`.replace('It was not executed: ', '')
        : `Nothing was executed.${why}`;
    case 'cancelled':
    case 'refused':
      // Another person's word says all of it.
      return told.refusedBy && told.failure ? told.failure.message : `${UNSENT}${causeUnsent(why)}`;
    case 'unknown':
      return onlyProtects(told.body)
        ? `It may not have been executed. The desk checks and sends it again.${causeOf(told, why)}`
        : `It may have been executed. The desk is checking; it is never sent again.${causeOf(told, why)}`;
    case 'unanswered':
      return `The desk did not answer, so it may have been executed. The journal shows the result when the desk is back.${told.failure?.kind === 'unknown-outcome' ? '' : why}`;
  }
}

const UNSENT = 'It never left the desk.';

/** Without what was said before it. */
const causeUnsent = (why: string): string => why.replace(' Nothing was sent.', '');

/** Of an unknown outcome what broke alone: what it means, and what to do, is said before. */
const causeOf = ({ failure }: ToldAction, why: string): string =>
  failure?.kind === 'unknown-outcome' ? ` ${failure.message}` : why;

function acknowledgedSentence({ body }: ToldAction): string {
  if ('lastSeen' in body && body.lastSeen.type === 'standard-spread') {
    return 'The platform received it; its trade shows here once it has the operator’s leg prices.';
  }
  return 'lastSeen' in body
    ? 'The platform received it; waiting for the trade.'
    : 'The platform received it; waiting for the result.';
}

type ToldOutcome = Parameters<typeof stateSentence>[1] &
  Pick<Action, 'executed' | 'before' | 'over' | 'contradictions'> &
  Partial<Pick<Action, 'isFound'>>;

/**
 * One sentence for a press in each of its states; of an acceptance what was traded, once that was read back; of a quote how it ended. `who`:
 * pressed it, as a sentence begins.
 */
export function outcomeSentence(
  state: PressState,
  told: ToldOutcome,
  formatters: Formatters,
  who: string = YOU,
): string {
  const { over, contradictions = [] } = told;
  if (wasMoved(state, told)) return 'Nothing was traded.';
  if (state === 'done' && contradictions.length > 0) {
    const rest = outcomeSentence(state, { ...told, contradictions: undefined }, formatters, who);
    return [...contradictions.map(({ says }) => says), rest].join(' ');
  }
  const outcome =
    (state === 'done' ? tradedSentence(told, formatters, who) : undefined) ??
    // It stands beside the word for the state, which says as much.
    stateSentence(state, told).replace(`${UNSENT} `, '');
  const said = told.isFound ? `${outcome} ${FOUND_BY_TERMS}` : outcome;
  if (state !== 'done' || !over) return said;
  const when =
    over.tradedAt === undefined
      ? `: seen ${formatters.second(over.at)}`
      : ` at ${formatters.second(over.tradedAt)}`;
  return `${said} It ${QUOTE_ENDS[over.how]}${when}.`;
}

/** A trade that is not what was asked for stands out; one that was not read back yet is nothing to be sure of. */
export function outcomeTone(state: PressState, told: ToldOutcome): NoteTone {
  if (state === 'done' && told.contradictions) return 'alarm';
  if (state === 'done' && told.over) return told.over.how === 'accepted' ? 'good' : 'plain';
  if (state === 'rejected' && wasOverBefore(told)) return 'plain';
  if (state !== 'done' || !isAcceptance(told.body)) return TONES[state];
  if (!told.executed) return 'plain';
  return differencesIn(told).length > 0 ? 'alarm' : 'good';
}

/**
 * "You bought 6 MW at 31.35 EUR/MWh from Nordkraft (you asked for 10 MW), trade T-7."; of several legs each with its own side, product, units and
 * price: "You bought 25 MW NL Cal-27 base at 73.67 EUR/MWh, sold 25 MW NL Cal-28 base at 72.02 EUR/MWh: net 1.65 EUR/MWh, with Cobalt Grid, trade T-7."
 */
function tradedSentence(told: ToldOutcome, formatters: Formatters, who: string): string | undefined {
  const { body, executed, tradeId } = told;
  if (!executed || !isAcceptance(body)) return undefined;
  const legs = executedLegs(executed);
  // A line of an older version has the quantity of leg 1 alone.
  const isSized = (executed.legs ?? legs.slice(0, 1)).every(({ quantity }) => quantity !== undefined);
  const isPriced = legs.every((leg) => leg.price !== undefined) || executed.price !== undefined;
  const trade = tradeId === undefined ? '' : `, trade ${tradeId}`;
  if (legs.every(({ quantity, price }) => quantity === undefined && price === undefined) && !isPriced) {
    return `Accepted${tradeId === undefined ? '' : ` as trade ${tradeId}`}. The trade does not say what was traded: check it on the platform.`;
  }
  const sides = new Set(legs.map(({ action }) => action));
  const side = sides.size === 1 ? [...sides][0] : undefined;
  const net = netTraded(executed, formatters);
  const others =
    executed.counterparty === undefined ? '' : `${PREPOSITIONS[side ?? 'unknown']} ${executed.counterparty}`;
  const did = legs.map((_, at) => legTraded(legs, at, formatters)).join(', ');
  const all =
    net === undefined
      ? [did, others].filter(Boolean).join(' ')
      : [`${did}: net ${net}`, others].filter(Boolean).join(', ');
  const start = legs[0]?.action === undefined ? all.charAt(0).toUpperCase() + all.slice(1) : `${who} ${all}`;
  return [
    `${start}${askedInWords(told, body, { formatters, who })}${trade}.`,
    !isSized && 'The trade does not say its quantity.',
    !isPriced && 'The trade does not say its price yet.',
  ]
    .filter(Boolean)
    .join(' ');
}

const DID = { buy: 'bought', sell: 'sold', unknown: 'traded' } as const;

/** "bought 25 MW NL Cal-27 base at 73.67 EUR/MWh"; a single without its product, which stands in what was pressed. */
function legTraded(executed: readonly ExecutedLeg[], at: number, formatters: Formatters): string {
  const legs = executed.map((leg) => present(leg));
  const { action, quantity, quantityUnit, price, priceUnit } = legs[at] ?? {};
  return [
    DID[action ?? 'unknown'],
    quantity !== undefined && withUnit(formatters.quantity(quantity), quantityUnit),
    legs.length > 1 && productInWords({ legs: legs.slice(at, at + 1) }),
    clearingsApart(legs)[at],
    price !== undefined && `at ${withUnit(formatters.price(price), priceUnit)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** "1.65 EUR/MWh" net of two legs; absent of a single and of a swap. */
function netTraded(executed: Executed, formatters: Formatters): string | undefined {
  const net = netPriceOf(executed);
  return net && withUnit(formatters.price(net), executed.priceUnit);
}

const PREPOSITIONS = { buy: 'from', sell: 'to', unknown: 'with' } as const;

/** " (you asked for 10 MW at 31.40)": only what is not as it was asked for. */
function askedInWords(
  told: ToldOutcome,
  body: Acceptance,
  { formatters, who }: { readonly formatters: Formatters; readonly who: string },
): string {
  const different = differencesIn(told);
  const asked = askedQuantity(body);
  const name = told.before?.offered?.counterparty;
  const parts = [
    different.includes('quantity') &&
      asked !== undefined &&
      `for ${withUnit(formatters.quantity(asked), askedUnit(told) ?? told.executed?.quantityUnit)}`,
    different.includes('price') && `at ${sentPriceInWords(priceSeen(body.lastSeen), formatters)}`,
    different.includes('counterparty') && name !== undefined && `for a deal with ${name}`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : ` (${who === YOU ? 'you ' : ''}asked ${parts.join(' ')})`;
}

/** What `who` pressed on: of an acceptance, and of what was not done as far as is known, it is what was asked for. */
export function pressedInWords(
  action: Pick<Action, 'body' | 'shown'>,
  who: string = YOU,
  isDone = true,
): string {
  const told = pressedBy(action, who);
  return isAcceptance(action.body) || !isDone ? `Asked for: ${told}` : told;
}

/** What was traded, field by field, for a table of two columns. */
export function executedInWords(
  { executed }: Pick<Action, 'executed'>,
  formatters: Formatters,
): (readonly [name: string, value: string])[] {
  if (!executed) return [];
  const legs = executedLegs(executed);
  const [first = {}] = legs;
  const lines =
    legs.length > 1
      ? [
          ...legs.map((_, at) => [`Traded leg ${at + 1}`, legTraded(legs, at, formatters)] as const),
          ...(executed.legs?.length === 2
            ? [['Traded net price', netTraded(executed, formatters)] as const]
            : []),
        ]
      : [
          ['Traded side', first.action] as const,
          [
            'Traded quantity',
            first.quantity && withUnit(formatters.quantity(first.quantity), first.quantityUnit),
          ] as const,
          ['Traded price', first.price && withUnit(formatters.price(first.price), first.priceUnit)] as const,
        ];
  return [...lines, ['Traded with', executed.counterparty] as const].map(
    ([name, value]) => [name, value ?? 'the trade does not say'] as const,
  );
}
