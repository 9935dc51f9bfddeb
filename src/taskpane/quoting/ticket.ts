import type { AcceptedWarning, ActionBody, SentPrice } from '../../domain/action';
import type { Price } from '../../domain/price';
import type { Direction, ProposalKind } from '../../domain/offers';
import type { LiveQuote } from '../../domain/own-offers';
import type { Quantity } from '../../domain/quantity';
import { priceShape, quantityLeft, type PriceShape, type Request } from '../../domain/request';
import { allTicked, warningsIn, type LimitsOf } from '../app/limit-findings';
import type { Formatters } from '../ui/formatters';
import { netUnit, priceInWords } from '../ui/text/offer-text';
import { withUnit } from '../ui/text/request-text';
import { readPrice, readQuantity, type ParsedInput } from '../ui/parsed-input';
import { liveFindings, ticketFindings, type Finding } from './ticket-checks';
import { contextInWords, ourSide, sendingInWords, sideOf, type Purpose } from './purpose';
import { netOf, pricesToType, sentPrice, sentPrices } from './typed-price';

/** What a person has typed so far. */
export interface Draft {
  /** One text per price that is typed; see {@link pricesToType}. */
  readonly prices: readonly string[];
  readonly quantity: string;
  readonly allOrNone: boolean;
  /** A quote beside a live one of the desk stands beside it, where a person has said so; otherwise it takes its place. */
  readonly beside?: true;
  /** Of a price proposal. It is chosen, never assumed. */
  readonly proposalKind?: ProposalKind;
  /** The content whose warnings the person has read and ticked; anything else, or more of it, needs a new tick. */
  readonly tickedFor?: Ticked;
}

/** Warnings that were ticked, each as large as it was then, and what was typed when they were. */
export interface Ticked {
  readonly written: string;
  readonly warnings: readonly AcceptedWarning[];
}

/** A draft as it stands: what it would send, or what is in the way. */
export interface Ticket {
  readonly shape: PriceShape;
  readonly direction: Direction;
  /** One per price that is sent. */
  readonly prices: readonly ParsedInput<Price>[];
  readonly net?: Price;
  readonly findings: readonly Finding[];
  /** Names this content and its warnings, as large as they are; see {@link Draft.tickedFor}. */
  readonly content: Ticked;
  readonly warned: boolean;
  readonly ticked: boolean;
  /** What the button says. */
  readonly label: string;
  /** `words` is what is sent in one line, `shown` what the journal keeps. */
  readonly ready?: {
    readonly body: ActionBody;
    readonly words: string;
    readonly shown: string;
    /** The warnings that were ticked, each as large as it was then. */
    readonly accepted: readonly AcceptedWarning[];
    /** Live quotes that it takes the place of; they are withdrawn first. */
    readonly replaced: readonly LiveQuote[];
  };
  /** Why nothing can be sent yet, in one sentence. */
  readonly missing?: string;
}

export function blankDraft(request: Request): Draft {
  return {
    prices: Array.from({ length: pricesToType(request) }, () => ''),
    quantity: quantityLeft(request) ?? '',
    allOrNone: request.allOrNone ?? true,
  };
}

interface TicketContext {
  readonly purpose: Purpose;
  readonly formatters: Formatters;
  readonly limits?: LimitsOf;
  /** The warnings are ticked elsewhere, for many tickets together. */
  readonly isTicked?: boolean;
  /** The desk's live quotes on the same side of the request. */
  readonly live?: readonly LiveQuote[];
}

export function ticketOf(request: Request, draft: Draft, beside: TicketContext): Ticket {
  const { purpose, formatters, limits = () => [], isTicked = false, live = [] } = beside;
  const typed = draft.prices.map(readPrice);
  const prices = sentPrices(request, typed);
  const quantity = readQuantity(draft.quantity);
  const sent = sentPrice(request, prices);
  const priced = sent && netOf(request, sent);
  const net = priced === 'none' || priced === 'too-large' ? undefined : priced;
  const known = net === undefined ? {} : { net };
  const terms = sent &&
    quantity.kind === 'number' && { price: sent, quantity: quantity.value, allOrNone: draft.allOrNone };
  const body = terms && priced !== 'too-large' ? bodyOf(request, { purpose, draft, terms }) : undefined;
  const limited = body ? limits(body) : [];
  const besideLive =
    terms && purpose.kind === 'quote' ? liveFindings(request, { draft, terms, live, formatters }) : [];
  const findings = [
    ...ticketFindings(request, { prices: typed, quantity }, { limited, formatters }),
    ...besideLive,
  ];
  const warnings = warningsIn(limited);
  const isDoubled = besideLive.some(({ level }) => level === 'warn');
  const { tickedFor, ...typing } = draft;
  const written = JSON.stringify([typing, live]);
  const content = { written, warnings };
  const isForThis = isTicked || tickedFor?.written === written;
  const accepted = isTicked ? warnings : isForThis ? (tickedFor?.warnings ?? []) : [];
  const ticked = allTicked(limited, accepted) && (isForThis || !isDoubled);
  const replaced = purpose.kind === 'quote' && draft.beside !== true ? live : [];
  const label = labelOf(purpose, draft, live);
  const base: Ticket = {
    shape: priceShape(request),
    direction: sideOf(request),
    prices,
    ...known,
    findings,
    content,
    warned: warnings.length > 0 || isDoubled,
    ticked,
    label,
  };
  const missing = missingOf({ prices: typed, quantity, findings, unticked: base.warned && !ticked });
  if (missing !== undefined) return { ...base, missing };
  if (!terms) return { ...base, missing: 'Enter a price.' };
  if (priced === 'too-large') return { ...base, missing: 'These leg prices are too large for a net price.' };
  if (!body) return { ...base, missing: 'Choose firm or indicative.' };
  const words = termsInWords(request, terms, formatters);
  const context = contextInWords(purpose, { request, formatters });
  const instead =
    replaced.length > 0 ? `, replacing ${replaced.map(({ quoteId }) => quoteId).join(', ')}` : '';
  const shown = `${nameOf(body)}${words}${context}${instead} (${request.id})`;
  return {
    ...base,
    label: `${label}: ${words}`,
    ready: { body, words, shown, accepted: warnings.length > 0 ? accepted : [], replaced },
  };
}

function labelOf(purpose: Purpose, draft: Draft, live: readonly LiveQuote[]): string {
  if (purpose.kind !== 'quote' || live.length === 0) return sendingInWords(purpose, draft.proposalKind);
  return draft.beside ? 'Send second quote' : 'Replace quote';
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
  quantity: ParsedInput<Quantity>;
  findings: readonly Finding[];
  unticked: boolean;
}): string | undefined {
  if (state.findings.some(({ level }) => level === 'block')) return 'Correct the marked fields above.';
  const empty = state.prices.findIndex(({ kind }) => kind === 'empty');
  if (empty >= 0) return state.prices.length > 1 ? `Enter a price for leg ${empty + 1}.` : 'Enter a price.';
  if (state.quantity.kind === 'empty') return 'Enter a quantity.';
  return state.unticked ? 'Read the warnings above and tick them.' : undefined;
}

/** "You sell 10 MW at 84.15 EUR/MWh, all or none": exactly what a press sends. */
function termsInWords(
  request: Request,
  { price, quantity, allOrNone }: Terms,
  formatters: Formatters,
): string {
  const amount = withUnit(formatters.quantity(quantity), request.legs[0]?.quantityUnit);
  const priced = priceInWords(price, { request, formatters, unit: netUnit(request) });
  const whole = allOrNone ? ', all or none' : '';
  const joint = request.legs.length > 1 ? ',' : '';
  return `${ourSide(request)}${joint} ${amount} at ${priced}${whole}`;
}
