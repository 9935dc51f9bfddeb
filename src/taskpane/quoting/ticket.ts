import type { AcceptedWarning, ActionBody, SentPrice } from '../../domain/action';
import type { Price } from '../../domain/price';
import type { Direction, ProposalKind } from '../../domain/offers';
import type { LiveQuote } from '../../domain/own-offers';
import type { Quantity } from '../../domain/quantity';
import { priceShape, quantityLeft, type PriceShape, type Request } from '../../domain/request';
import { present } from '../../domain/present';
import { productInWords } from '../../domain/delivery/product-words';
import type { Formatters } from '../ui/formatters';
import { netUnit, priceInShort, priceInWords } from '../ui/text/offer-text';
import { withUnit } from '../ui/text/request-text';
import { plainText, readPriceIn, readQuantity, type ParsedInput } from '../ui/parsed-input';
import { readPrices, type NetTyping } from './net-typing';
import {
  besideFields,
  besideFindings,
  blocksIn,
  isUnchanged,
  typedFindings,
  type Finding,
  type LimitsOf,
} from './pre-trade-check';
import { ticksOf, untickedInWords, type Ticked, type Ticks } from './ticks';
import { contextInWords, ourBid, ourOffer, ourSide, sendingInWords, type Purpose } from './purpose';
import { sideOf } from '../../domain/role';
import { netOf, pricesToType, sentPrice, sentPrices } from '../../domain/offer-price';

/** What a person has typed so far. */
export interface Draft {
  /** One text per price that is typed; see {@link pricesToType}. */
  readonly prices: readonly string[];
  /** Absent where every price is typed. */
  readonly net?: NetTyping;
  readonly quantity: string;
  readonly allOrNone: boolean;
  /** A quote beside a live one of the desk stands beside it, where a person has said so; otherwise it takes its place. */
  readonly beside?: true;
  /** Of a price proposal. It is chosen, never assumed. */
  readonly proposalKind?: ProposalKind;
  /** The content whose warnings the person has read and ticked; anything else, or more of it, needs a new tick. */
  readonly tickedFor?: Ticked;
  /** The legs of the request when it was begun: what was typed is for them. */
  readonly typedOn?: Request['legs'];
}

/** An offer as far as it is typed, after every check but the tick of its warnings. */
interface CheckedOffer {
  readonly shape: PriceShape;
  readonly direction: Direction;
  /** One per price that is sent. */
  readonly prices: readonly ParsedInput<Price>[];
  readonly net?: Price;
  readonly findings: readonly Finding[];
  /** The offer that a press would send, once its warnings are ticked. */
  readonly offer?: Omit<SendableOffer, 'accepted'>;
  /** Why nothing can be sent yet, in one sentence. */
  readonly missing?: string;
}

/** `words` is the offer in one line, `said` the same with its product, `shown` the line that the journal keeps, `label` the text of the button. */
interface SendableOffer {
  readonly body: ActionBody;
  readonly label: string;
  readonly words: string;
  readonly said: string;
  readonly shown: string;
  /** The warnings that were ticked, each as large as it was then. */
  readonly accepted: readonly AcceptedWarning[];
  /** Live quotes that it takes the place of; they are withdrawn first. */
  readonly replaced: readonly LiveQuote[];
}

/** A draft as it stands: the offer that a press sends, or the reason why none is sent. */
export interface Ticket extends Omit<CheckedOffer, 'offer'> {
  readonly ticks: Ticks;
  /** The text of the button. */
  readonly label: string;
  /** What a press would send, once its warnings are ticked. */
  readonly body?: ActionBody;
  /** The same in words. */
  readonly said?: string;
  readonly ready?: SendableOffer;
}

export function blankDraft(request: Request): Draft {
  return {
    prices: Array.from({ length: pricesToType(request) }, () => ''),
    quantity: plainText(quantityLeft(request) ?? ''),
    allOrNone: request.allOrNone ?? true,
  };
}

interface TicketContext {
  readonly purpose: Purpose;
  readonly formatters: Formatters;
  readonly limits?: LimitsOf;
  /** This desk's live quotes on the same side of the request. */
  readonly live?: readonly LiveQuote[];
}

/** Checks an offer as it is typed: how its numbers are read, the request, the desk's live quotes and its limits. */
export function checkOffer(request: Request, draft: Draft, context: TicketContext): CheckedOffer {
  const { purpose, formatters, limits = () => [], live = [] } = context;
  const typed = readPrices(request, draft, readPriceIn(formatters.decimalSign));
  const prices = sentPrices(request, typed.prices);
  const quantity = readQuantity(draft.quantity);
  const sent = sentPrice(
    request,
    prices.map((price) => (price.kind === 'number' ? price.value : undefined)),
  );
  const priced = sent && netOf(request, sent);
  const net = priced === 'none' || priced === 'too-large' ? undefined : priced;
  const terms =
    sent && quantity.kind === 'number'
      ? { price: sent, quantity: quantity.value, allOrNone: draft.allOrNone }
      : undefined;
  const body = terms && priced !== 'too-large' ? bodyOf(request, { purpose, draft, terms }) : undefined;
  const isBeside = draft.beside === true;
  const isQuote = purpose.kind === 'quote';
  // There is nothing to judge yet: as when the form opens with what is live.
  const isSame = isQuote && !isBeside && terms !== undefined && isUnchanged(live, terms);
  // A price is held against the limits before it is said whether it can be accepted: as one that can.
  const judged =
    body ??
    (terms &&
      priced !== 'too-large' &&
      bodyOf(request, { purpose, draft: { ...draft, proposalKind: 'firm' }, terms }));
  const findings = [
    ...typedFindings(request, { ...typed, quantity }, formatters),
    ...besideFields(judged && !isSame ? limits(judged) : [], typed.prices.length),
    ...(terms && isQuote && isBeside ? besideFindings(request, { terms, live, formatters }) : []),
  ];
  const replaced = isQuote && !isBeside ? live : [];
  const missing =
    missingOf({ ...typed, follows: draft.net && 1 - draft.net.leg, quantity, findings }) ??
    (terms === undefined
      ? 'Enter a price.'
      : priced === 'too-large'
        ? 'These leg prices are too large for a net price.'
        : body === undefined
          ? CHOOSE_KIND
          : isSame
            ? 'Your live quote already has these terms. Type a new price.'
            : undefined);
  return {
    shape: priceShape(request),
    direction: sideOf(request),
    prices,
    findings,
    ...present({ net, missing }),
    ...(missing === undefined &&
      terms &&
      body && {
        offer: {
          body,
          replaced,
          ...wordsOf(request, {
            purpose,
            terms,
            body,
            replaced,
            beside: isBeside && live.length > 0,
            formatters,
          }),
        },
      }),
  };
}

/** What keeps a price proposal from being sent until its kind is chosen. */
export const CHOOSE_KIND = 'Choose firm or indicative.';

/** A checked offer with the tick that its warnings need. */
export function ticketOf(request: Request, draft: Draft, context: TicketContext): Ticket {
  const { purpose, live = [] } = context;
  const { offer, ...checked } = checkOffer(request, draft, context);
  const { tickedFor, ...typing } = draft;
  const written = JSON.stringify([typing, live]);
  const ticks = ticksOf(checked.findings, written, tickedFor);
  const label = offer?.label ?? sendingInWords(purpose, draft.proposalKind);
  const ticket = { ...checked, ticks, label };
  if (!offer) return ticket;
  const { body, said } = offer;
  const unticked = untickedInWords(ticks.own.length + ticks.rest.length);
  if (!ticks.all) return { ...ticket, body, said, missing: unticked };
  return { ...ticket, body, said, ready: { ...offer, accepted: ticks.now.warnings } };
}

/** The offer in words, and the line that the journal keeps of it. */
function wordsOf(
  request: Request,
  wording: Wording,
): Pick<SendableOffer, 'words' | 'said' | 'shown' | 'label'> {
  const { purpose, terms, body, replaced, formatters } = wording;
  const inWords = (isNamed: boolean, does?: string): string =>
    termsInWords(request, terms, { purpose, formatters, isNamed, does });
  const context = contextInWords(purpose, { request, formatters });
  const instead =
    replaced.length > 0 ? `, replacing ${replaced.map(({ quoteId }) => quoteId).join(', ')}` : '';
  const shown = `${nameOf(body)}${inWords(true, whatItIs(request, purpose))}${context}${instead} (${request.id})`;
  return { words: inWords(false), said: inWords(true), shown, label: labelOf(request, wording) };
}

/** In the record of a press nothing reads as a deal: a quote that nobody took is an offer to sell. */
const whatItIs = (request: Request, { kind }: Purpose): string =>
  kind === 'counteroffer' ? ourBid(request) : ourOffer(request);

/** "Offer 10 MW at 31.35", "Replace 31.20 → 31.35": what a press sends, on the button. To buy and to sell is what an acceptance does. */
function labelOf(request: Request, { purpose, terms, body, replaced, beside, formatters }: Wording): string {
  const saying = { request, formatters };
  const price = priceInShort(terms.price, saying);
  const amount = withUnit(formatters.quantity(terms.quantity), request.legs[0]?.quantityUnit);
  const [only, second] = replaced;
  if (only) {
    const was = second ? `${replaced.length} ${only.direction}s` : priceInShort(only.price, saying);
    const isSameAmount = !second && only.quantity === terms.quantity;
    return `Replace ${was} → ${price}${isSameAmount ? '' : ` for ${amount}`}`;
  }
  const kind = 'proposalKind' in body ? body.proposalKind : undefined;
  const does = `${sideOf(request) === 'bid' ? 'Bid' : 'Offer'} ${amount} at ${price}`;
  if (purpose.kind === 'quote' && !beside) return does;
  const verb = purpose.kind === 'quote' ? 'Send second quote' : sendingInWords(purpose, kind);
  return `${verb}: ${does.charAt(0).toLowerCase()}${does.slice(1)}`;
}

interface Wording {
  readonly purpose: Purpose;
  readonly terms: Terms;
  readonly body: ActionBody;
  readonly replaced: readonly LiveQuote[];
  /** It stands beside a live one. */
  readonly beside: boolean;
  readonly formatters: Formatters;
}

interface Terms {
  readonly price: SentPrice;
  readonly quantity: Quantity;
  readonly allOrNone: boolean;
}

function bodyOf(
  request: Request,
  { purpose, draft, terms }: { purpose: Purpose; draft: Draft; terms: Terms },
): ActionBody | undefined {
  const offer = { requestId: request.id, direction: sideOf(request), ...terms };
  switch (purpose.kind) {
    case 'quote':
      return { kind: 'send-quote', ...offer };
    case 'proposal':
      return draft.proposalKind && { kind: 'send-proposal', proposalKind: draft.proposalKind, ...offer };
    case 'counteroffer':
      return { kind: 'send-counteroffer', quoteId: purpose.answered.offer.id, ...offer };
  }
}

const NAMES = { firm: 'Firm price proposal: ', indicative: 'Indicative price proposal: ' };
const nameOf = (body: ActionBody): string => ('proposalKind' in body ? NAMES[body.proposalKind] : '');

function missingOf(state: {
  prices: readonly ParsedInput<Price>[];
  net?: ParsedInput<Price>;
  /** Index of the leg that follows from the net price. */
  follows: number | undefined;
  quantity: ParsedInput<Quantity>;
  findings: readonly Finding[];
}): string | undefined {
  const blocks = blocksIn(state.findings);
  if (blocks.count > 0) {
    return blocks.marked ? 'Correct the marked fields above.' : 'Blocked by the checks above.';
  }
  if (state.net?.kind === 'empty') return 'Enter the net price.';
  const empty = state.prices.findIndex(
    ({ kind }, index) => kind === 'empty' && !(state.net && index === state.follows),
  );
  if (empty >= 0) return state.prices.length > 1 ? `Enter a price for leg ${empty + 1}.` : 'Enter a price.';
  return state.quantity.kind === 'empty' ? 'Enter a quantity.' : undefined;
}

/** "You sell 10 MW DE Cal-27 base at 84.15 EUR/MWh, all or none": exactly what a press sends; `does` in place of "You sell". */
function termsInWords(
  request: Request,
  { price, quantity, allOrNone }: Terms,
  {
    purpose,
    formatters,
    isNamed,
    does = purpose.kind === 'counteroffer' ? ourBid(request) : ourSide(request),
  }: Pick<Wording, 'purpose' | 'formatters'> & {
    readonly isNamed: boolean;
    readonly does?: string | undefined;
  },
): string {
  const amount = withUnit(formatters.quantity(quantity), request.legs[0]?.quantityUnit);
  const what = [amount, isNamed && productInWords(request)].filter(Boolean).join(' ');
  const priced = priceInWords(price, { request, formatters, unit: netUnit(request) });
  const whole = allOrNone ? ', all or none' : '';
  const joint = request.legs.length > 1 ? ',' : '';
  return `${does}${joint} ${what} at ${priced}${whole}`;
}
