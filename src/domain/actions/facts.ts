import type { ActionBody, Made, SentPrice } from '../action';
import type { Acceptance } from '../executed';
import type { LastSeenPrice } from '../price';
import type { Quantity } from '../quantity';

/** What pages, storage and gateway know alike of one kind of action: its words, and what it does to the desk's offers. */
export interface ActionFacts<B extends ActionBody = ActionBody> {
  /** Heading in the journal: "Quote". */
  readonly label: string;
  /** Name within a sentence: "quote", as in "the quote on request RQ-1". */
  readonly noun: string;
  /** Which number the platform gives to the result. Absent where nothing is made. */
  readonly makes?: keyof Made;
  /** What can be taken by others once it is done. */
  readonly leaves?: LeftOffer;
  /** What cannot be taken any more once it is done: its own quote, or all price proposals on its request. */
  readonly takesOff?: 'quote' | 'proposals';
  /** What is said of it when it took effect, and when it did not. */
  readonly outcome: OutcomeWords;
  /** What happened, in one sentence, once it is done. */
  done(action: { readonly body: B } & Made): string;
  /** What it sends, field by field. */
  sent(body: B, figures: FigureTexts): readonly SentLine[];
}

interface OutcomeWords {
  readonly done: string;
  readonly not: string;
}

export const EXECUTED: OutcomeWords = { done: 'executed', not: 'not executed' };
/** Of an offer: nobody has traded it by that. */
export const LIVE: OutcomeWords = { done: 'live', not: 'not live' };
export const SET: OutcomeWords = { done: 'set', not: 'not set' };

export type LeftOffer = 'quote' | 'proposal' | 'counteroffer';

/** A name and its value, for a table of two columns. */
export type SentLine = readonly [name: string, value: string];

/** How the reader's page writes prices and quantities. */
interface FigureTexts {
  price(price: SentPrice): string;
  lastSeen(price: LastSeenPrice): string;
  quantity(quantity: Quantity): string;
}

export const yesOrNo = (on: boolean): string => (on ? 'yes' : 'no');

/** " as Q-1", where the number is known. */
export const asNumber = (id: string | undefined): string => (id === undefined ? '' : ` as ${id}`);

type Offer = Extract<ActionBody, { direction: unknown }>;

/** Fields shared by all offers. */
export const offerLines = (offer: Offer, figures: FigureTexts): readonly SentLine[] => [
  ['Request', offer.requestId],
  ['Direction', offer.direction],
  ['Price', figures.price(offer.price)],
  ['Quantity', figures.quantity(offer.quantity)],
  ['All or none', yesOrNo(offer.allOrNone)],
];

/** Fields shared by acceptances. */
export function acceptanceLines(body: Acceptance, figures: FigureTexts): readonly SentLine[] {
  const { quantity, shownQuantity } = body;
  const whole = shownQuantity === undefined ? 'all of it' : `all of it, ${figures.quantity(shownQuantity)}`;
  return [
    ['Request', body.requestId],
    ['Last-seen price', figures.lastSeen(body.lastSeen)],
    ['Quantity', quantity === undefined ? whole : figures.quantity(quantity)],
  ];
}

export const acceptanceDone = ({ tradeId }: Made): string =>
  tradeId === undefined
    ? 'Accepted. The trade appears when the platform enters it; the traded quantity and price are read from it.'
    : `Accepted as trade ${tradeId}. Reading the trade…`;
