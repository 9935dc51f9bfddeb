import type { ActionBody, SentPrice } from '../../domain/action';
import type { Price } from '../../domain/price';
import type { ProposalKind } from '../../domain/proposal';
import type { Quantity } from '../../domain/quantity';
import type { Direction } from '../../domain/quote';
import { priceShape, type PriceShape, type Request } from '../../domain/request';
import { warningsIn, type LimitFinding, type LimitsOf } from '../limits/limit-findings';
import type { Figures } from '../words/figures';
import { priceInWords } from '../words/price-words';
import { withUnit } from '../words/request-words';
import { netUnit } from '../words/side-words';
import { readPrice, readQuantity, type Written } from '../words/written';
import type { Finding, Reference } from './price-checks';
import { contextInWords, ourSide, sendingInWords, sideOf, type Purpose } from './purpose';
import { ticketFindings } from './ticket-checks';
import { netOf, pricesToType, sentPrice, sentPrices } from './typed-price';

/** What a person has typed so far. */
export interface Draft {
  /** One text per price that is typed; see {@link pricesToType}. */
  readonly prices: readonly string[];
  readonly quantity: string;
  readonly allOrNone: boolean;
  /** Of a price proposal. It is chosen, never assumed. */
  readonly proposalKind?: ProposalKind;
  /** The content whose warnings the person has read and ticked; anything else needs a new tick. */
  readonly tickedFor?: string;
}

/** A draft as it stands: what it would send, or what is in the way. */
export interface Ticket {
  readonly shape: PriceShape;
  readonly direction: Direction;
  /** One per price that is sent. */
  readonly prices: readonly Written<Price>[];
  readonly net?: Price;
  readonly findings: readonly Finding[];
  /** Names this content and its warnings; see {@link Draft.tickedFor}. */
  readonly content: string;
  readonly warned: boolean;
  readonly ticked: boolean;
  /** What the button says. */
  readonly label: string;
  /** `words` is what is sent in one line, `shown` what the journal keeps. */
  readonly ready?: {
    readonly body: ActionBody;
    readonly words: string;
    readonly shown: string;
    /** Codes of the limits' warnings that were ticked. */
    readonly accepted: readonly string[];
  };
  /** Why nothing can be sent yet, in one sentence. */
  readonly missing?: string;
}

export function blankDraft(request: Request): Draft {
  return {
    prices: Array.from({ length: pricesToType(request) }, () => ''),
    quantity: request.legs[0]?.quantity ?? '',
    allOrNone: request.allOrNone ?? true,
  };
}

interface Beside {
  readonly purpose: Purpose;
  readonly reference: Reference | undefined;
  readonly figures: Figures;
  readonly limits?: LimitsOf;
}

export function ticketOf(request: Request, draft: Draft, beside: Beside): Ticket {
  const { purpose, reference, figures, limits = () => [] } = beside;
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
  const own = ticketFindings(request, { prices: typed, quantity, ...known }, { reference, figures });
  const findings = [
    ...own.filter((finding) => !isSaid(finding, { limited, asOne: typed.length === 1 })),
    ...limited.map(asWhole),
  ];
  const warnings = findings.filter(({ level }) => level === 'warn').map(({ code }) => code);
  const { tickedFor, ...written } = draft;
  const content = JSON.stringify([written, warnings]);
  const ticked = tickedFor === content;
  const label = sendingInWords(purpose, draft.proposalKind);
  const base: Ticket = {
    shape: priceShape(request),
    direction: sideOf(request),
    prices,
    ...known,
    findings,
    content,
    warned: warnings.length > 0,
    ticked,
    label,
  };
  const missing = missingOf({ prices: typed, quantity, findings, unticked: base.warned && !ticked });
  if (missing !== undefined) return { ...base, missing };
  if (!terms) return { ...base, missing: 'Enter a price.' };
  if (priced === 'too-large') return { ...base, missing: 'These leg prices are too large for a net price.' };
  if (!body) return { ...base, missing: 'Choose firm or indicative.' };
  const words = termsInWords(request, terms, figures);
  const context = contextInWords(purpose, { request, figures });
  const shown = `${nameOf(body)}${words}${context} (${request.id})`;
  return {
    ...base,
    label: `${label}: ${words}`,
    ready: { body, words, shown, accepted: warningsIn(limited) },
  };
}

const asWhole = ({ level, code, text }: LimitFinding): Finding => ({ level, field: 'whole', code, text });

/** The limits compare the price as a whole, so beside them the same need not be said of it twice. */
function isSaid(
  { code, field }: Finding,
  { limited, asOne }: { limited: readonly LimitFinding[]; asOne: boolean },
): boolean {
  if (field !== 'net' && !asOne) return false;
  const by = (own: string, limit: LimitFinding['code']): boolean =>
    code === `${own}-${field}` && limited.some((finding) => finding.code === limit);
  return by('flip', 'sign-flip') || by('factor', 'factor-of-ten');
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
  prices: readonly Written<Price>[];
  quantity: Written<Quantity>;
  findings: readonly Finding[];
  unticked: boolean;
}): string | undefined {
  if (state.findings.some(({ level }) => level === 'block')) return 'Correct what is marked above.';
  const empty = state.prices.findIndex(({ kind }) => kind === 'empty');
  if (empty >= 0) return state.prices.length > 1 ? `Enter a price for leg ${empty + 1}.` : 'Enter a price.';
  if (state.quantity.kind === 'empty') return 'Enter a quantity.';
  return state.unticked ? 'Read the warnings above and tick them.' : undefined;
}

/** "You sell 10 MW at 84.15 EUR/MWh, all or none": exactly what a press sends. */
function termsInWords(request: Request, { price, quantity, allOrNone }: Terms, figures: Figures): string {
  const amount = withUnit(figures.quantity(quantity), request.legs[0]?.quantityUnit);
  const priced = priceInWords(price, { request, figures, unit: netUnit(request) });
  const whole = allOrNone ? ', all or none' : '';
  const joint = request.legs.length > 1 ? ',' : '';
  return `${ourSide(request)}${joint} ${amount} at ${priced}${whole}`;
}
