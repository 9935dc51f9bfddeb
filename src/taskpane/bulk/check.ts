import { present } from '../../domain/present';
import type { Action, ActionBody } from '../../domain/action';
import { productWithClearing } from '../../domain/delivery/product-with-clearing';
import { deviationOf } from '../../domain/bulk/deviation';
import { differenceOf, samePrice, withdrawnBy } from '../../domain/bulk/difference';
import { sentence } from '../../domain/failure';
import { committedBy } from '../../domain/limits/check';
import { dayTotals, NOTHING_TODAY } from '../../domain/limits/day-checks';
import { isSpread, warnedBeyond } from '../../domain/limits/price-checks';
import { sentWithinMinute } from '../../domain/limits/pace-checks';
import {
  shownReference,
  withKnown,
  type RecentAction,
  type Reference,
  type SeenOffer,
} from '../../domain/limits/references';
import type { DayTotals } from '../../domain/limits/limits';
import { SLIPS_ALONE } from '../../domain/limits/slips';
import type { LiveQuote, OwnQuote } from '../../domain/own-offers';
import type { Price } from '../../domain/price';
import { inUnitsOf } from '../../domain/limits/offer-units';
import { comparedPrice } from '../../domain/offer-price';
import { rankedBy, type Proposal, type Quote } from '../../domain/offers';
import type { Request } from '../../domain/request';
import { isLive } from '../../domain/choice';
import { approvalAhead } from '../quoting/approval-ahead';
import { limitFindings, warningsIn } from '../quoting/pre-trade-check';
import { pendingOn } from '../app/held-back';
import { cameToNothing } from '../app/presses';
import { QUOTE, TICKET_WORDS, type Purpose } from '../quoting/purpose';
import { kindsFor, unsendable } from '../../domain/offer-rules';
import { sideOf, oppositeSide } from '../../domain/role';
import { checkOffer, type Draft } from '../quoting/ticket';
import { STATE_WORDS } from '../../domain/actions/state-words';
import { stateSentence } from '../ui/text/action-text';
import { decimalsOf, type Formatters } from '../ui/formatters';
import { plainText } from '../ui/parsed-input';
import { sentPriceInWords } from '../ui/text/own-offer-text';
import { priceInShort, type Saying } from '../ui/text/offer-text';
import { shortSide, withUnit } from '../ui/text/request-text';
import type { MarketSnapshot } from './market';
import type { OfferedTerms, PlannedRow, ReferenceDistance, RowNote } from '../app/batch-rows';
import type { Intent } from '../quoting/row';
import { rowPrices } from '../../domain/bulk/row-price';

/** A row before it has an id. */
export type Checked = Omit<PlannedRow, 'id'>;

/** Holds a row against what is known: the checks of the ticket and of the limits, and what of it is live already. */
export function checkedRow(intent: Intent, known: MarketSnapshot, earlier: readonly RecentAction[]): Checked {
  const seen = known.request(intent.requestId);
  const checked = outcomeOf(intent, known, earlier);
  return seen.state === 'known' ? { ...checked, product: productWithClearing(seen.value) } : checked;
}

function outcomeOf(intent: Intent, known: MarketSnapshot, earlier: readonly RecentAction[]): Checked {
  const { own } = known;
  if (own.state === 'failed') return wrong(intent, sentence(own.failure));
  if (own.state === 'waiting') return waiting(intent, 'Waiting for the desk’s own quotes.');
  if (intent.action === 'withdraw') return withdrawal(intent, own.value, known);
  if (intent.action !== 'delete-proposals' && !isPriced(intent)) return unpriced(intent, own.value);
  const seen = known.request(intent.requestId);
  if (seen.state === 'failed') return wrong(intent, sentence(seen.failure));
  if (seen.state === 'waiting') return waiting(intent, 'Waiting for the request.');
  const request = seen.value;
  if (intent.action === 'delete-proposals') return deletion(intent, request, known);
  const kind = intent.action === 'quote' ? 'quote' : 'proposal';
  const unfit = kindsFor(request).includes(kind)
    ? unsendable(request, kind)
    : `You cannot send a ${TICKET_WORDS[kind].toLowerCase()} on ${request.id}.`;
  return unfit === undefined
    ? offered(intent, request, { known, own: own.value, earlier })
    : { ...wrong(intent, unfit), ...(request.state !== 'open' && { isConcluded: true }) };
}

const isPriced = ({ prices, spreadPrice }: Intent): boolean =>
  [...prices, spreadPrice].some((price) => price !== undefined);

/** A row of a quote sheet that nobody has priced wants nothing; one whose price was emptied perhaps wants its quote back, which is said. */
function unpriced(intent: Intent, own: readonly OwnQuote[]): Checked {
  const live = withdrawnBy(intent, own).map(({ quoteId }) => quoteId);
  return live.length === 0
    ? still(intent, 'nothing', 'No price: nothing is sent.')
    : wrong(intent, `No price, and ${live.join(', ')} stays live. To withdraw it, write withdraw.`);
}

interface RowMarket {
  readonly known: MarketSnapshot;
  readonly own: readonly OwnQuote[];
  readonly earlier: readonly RecentAction[];
}

function offered(intent: Intent, request: Request, beside: RowMarket): Checked {
  const { known } = beside;
  const side = sideOf(request);
  if (intent.direction === undefined) return wrong(intent, `The direction is missing. Write ${side}.`);
  if (intent.direction !== side)
    return wrong(intent, `${request.id} wants ${side}s from you. Write ${side}.`);
  const prices = rowPrices(request, intent);
  if ('wrong' in prices) return wrong(intent, prices.wrong);
  const quotes = known.quotes(request.id);
  if (quotes.state === 'failed') return wrong(intent, `Quotes not read: ${sentence(quotes.failure)}`);
  if (quotes.state === 'waiting') return waiting(intent, 'Waiting for the quotes of the request.');
  const draft: Draft = {
    // A cell has a number: there is one way to read it.
    prices: prices.texts.map(plainText),
    quantity: plainText(intent.quantity ?? ''),
    allOrNone: intent.allOrNone ?? request.allOrNone ?? true,
    ...(intent.action !== 'quote' && { proposalKind: intent.action === 'firm' ? 'firm' : 'indicative' }),
  };
  if (intent.action === 'quote') return quote(intent, { request, draft, quotes: quotes.value }, beside);
  const proposals = known.proposals(request.id);
  if (proposals.state === 'failed') return wrong(intent, sentence(proposals.failure));
  if (proposals.state === 'waiting')
    return waiting(intent, 'Waiting for the price proposals of the request.');
  const replaced = proposals.value.filter(isLive);
  return proposal(intent, { request, draft, quotes: quotes.value, replaced }, beside);
}

interface Offered {
  readonly request: Request;
  readonly draft: Draft;
  readonly quotes: readonly Quote[];
}

function quote(intent: Intent, offer: Offered, beside: RowMarket): Checked {
  // Before the new one goes, the desk holds it against what is there once its own are withdrawn.
  const offers = ofOthers(beside, offer.quotes);
  const ready = ticketed(offer, { purpose: QUOTE, offers }, beside);
  if ('wrong' in ready) return wrong(intent, ready.wrong);
  const { body } = ready.send;
  if (body.kind !== 'send-quote') return wrong(intent, 'This row is not a quote.');
  const difference = differenceOf(body, beside.own);
  if (difference.kind === 'same') {
    return still(intent, 'same', `Unchanged: live as ${difference.live.quoteId}.`);
  }
  const sent = sentBefore(intent, body, beside.known);
  if (sent) return sent;
  const held = heldBack(intent, beside.known);
  if (held) return held;
  const live = difference.kind === 'change' ? difference.live : [];
  const { formatters } = beside.known;
  const told = live.map(({ quoteId, price, quantity }) => {
    return `${quoteId} at ${sentPriceInWords(price, formatters)}, ${formatters.quantity(quantity)}`;
  });
  const words = live.length === 0 ? ready.words : `${told.join('; ')} → ${ready.words}`;
  const context = live.length === 0 ? '' : `, replacing ${live.map(({ quoteId }) => quoteId).join(', ')}`;
  const { shown } = ready.send;
  const was = live.length === 0 ? undefined : liveInShort(live, { request: offer.request, formatters });
  const isOtherSize = live.some(({ quantity }) => quantity !== body.quantity);
  return acting(intent, difference.kind, {
    ...ready,
    words,
    ...(ready.offered && {
      offered: { ...ready.offered, ...present({ was }), ...(isOtherSize && { isPart: true }) },
    }),
    withdrawn: live,
    send: { ...ready.send, shown: shown + context },
  });
}

function proposal(
  intent: Intent,
  offer: Offered & { readonly replaced: readonly Proposal[] },
  beside: RowMarket,
): Checked {
  const { replaced } = offer;
  const purpose: Purpose = { kind: 'proposal', replaced };
  const ready = ticketed(
    offer,
    { purpose, offers: [...ofOthers(beside, offer.quotes), ...replaced] },
    beside,
  );
  if ('wrong' in ready) return wrong(intent, ready.wrong);
  const [only, second] = replaced;
  const made = beside.known.journal.find(({ proposalId }) => only !== undefined && proposalId === only.id);
  if (only && !second && made && sameOffer(made.body, ready.send.body)) {
    return still(intent, 'same', `Unchanged: live as ${only.id}.`);
  }
  const sent = sentBefore(intent, ready.send.body, beside.known);
  if (sent) return sent;
  const held = heldBack(intent, beside.known);
  if (held) return held;
  const count = replaced.length;
  const words = `${intent.action === 'firm' ? 'Firm' : 'Indicative'} proposal: ${ready.words}. ${replacing(count)}`;
  return acting(intent, 'proposal', { ...ready, words, withdrawn: [], replaces: count });
}

const replacing = (count: number): string =>
  count === 0 ? 'It replaces none.' : `It REPLACES all ${count} existing on the request.`;

interface Ready extends Pick<
  Checked,
  'words' | 'offered' | 'notes' | 'withdrawn' | 'deviation' | 'isByLeg' | 'replaces' | 'market' | 'committed'
> {
  readonly send: NonNullable<Checked['send']>;
}

/** The check that a ticket makes of the same numbers; its warnings are ticked row by row. */
function ticketed(
  { request, draft, quotes }: Offered,
  { purpose, offers }: { purpose: Purpose; offers: readonly SeenOffer[] },
  { known, own, earlier }: RowMarket,
): Ready | { readonly wrong: string } {
  const { formatters, limits, journal, now, pace } = known;
  const recent = [...earlier, ...journal];
  const unseen = pace ? Math.max(0, pace.lastMinute - sentWithinMinute(journal, now)) + pace.waiting : 0;
  const today = todayOf(request, { known, own, earlier });
  const { offers: others, ...around } = known.around(request.id);
  const trades = limits?.lastTrades ?? [];
  const seen = {
    ...{ request, offers: withKnown(offers, others), recent, now, unseen, today, trades, ...around },
    ...present({ unprovenParts: limits?.unprovenParts }),
  };
  const { findings, offer, missing } = checkOffer(request, draft, {
    purpose,
    formatters,
    limits: (body: ActionBody) => limitFindings(body, seen, limits ?? { limits: SLIPS_ALONE }),
  });
  const blocks = findings.filter(({ level }) => level === 'block').map(({ text }) => text);
  if (!offer) return { wrong: blocks.join(' ') || (missing ?? 'This row is not complete.') };
  const notes = findings.flatMap(({ level, code, text, accepts }): RowNote[] =>
    level === 'block' || code === 'sign' ? [] : [{ level, code, text, ...present({ accepts }) }],
  );
  const { body, shown, words } = offer;
  const ahead = approvalAhead(body, seen, limits?.fourEyes);
  if (ahead !== undefined) notes.push({ level: 'note', code: 'approval', text: ahead });
  const market = marketOf(request, ofOthers({ own, known }, quotes));
  const reference = shownReference(body.kind, sideOf(request), seen);
  const deviation = reference && deviating(request, body, reference, known);
  return {
    words,
    offered: offeredBy(body, request, formatters),
    notes,
    withdrawn: [],
    send: { body, shown, accepted: warningsIn(findings) },
    committed: committedBy(body, request),
    ...present({ market, deviation }),
    ...(reference && !deviation && { isByLeg: true }),
  };
}

function offeredBy(body: ActionBody, request: Request, formatters: Formatters): OfferedTerms {
  const does = shortSide(request);
  if (!('direction' in body)) return { does };
  const { quantity, allOrNone, price } = body;
  const amount = withUnit(formatters.quantity(quantity), request.legs[0]?.quantityUnit);
  const legs = price.shape === 'per-leg' ? price.legPrices : [];
  const at = legs.length === 2 ? ` at ${legs.map((leg) => formatters.price(leg)).join(' / ')}` : '';
  return {
    does: `${does} ${amount}${at}, ${allOrNone ? 'all or none' : 'partial OK'}`,
    price: priceInShort(price, { request, formatters }),
    ...(legs.length > 2 && { isPart: true }),
  };
}

/** The price of one live quote, or how many there are. */
const liveInShort = (live: readonly LiveQuote[], saying: Saying): string => {
  const [only, second] = live;
  return only && !second ? priceInShort(only.price, saying) : `${live.length} ${only?.direction ?? 'quote'}s`;
};

/** What counts for the limits of a day once the rows before have gone and the quotes that this one replaces are withdrawn. */
function todayOf(request: Request, { known, own, earlier }: RowMarket): DayTotals {
  const before = earlier.flatMap(({ before: known }) => known?.committed ?? []);
  const replaced = own
    .filter((live) => live.requestId === request.id && live.direction === sideOf(request))
    .flatMap(({ requestId, direction, price, quantity, allOrNone = true }) =>
      committedBy({ kind: 'send-quote', requestId, direction, price, quantity, allOrNone }, request),
    );
  return dayTotals(replaced, dayTotals(before, known.limits?.today ?? NOTHING_TODAY), -1);
}

/** Without what this desk sent, live or not: a list that was read before one was taken has it still. */
function ofOthers(
  { own, known }: Pick<RowMarket, 'own' | 'known'>,
  quotes: readonly Quote[],
): readonly Quote[] {
  const sent = known.journal.filter(({ body }) => body.kind === 'send-quote');
  const ids = new Set<string | undefined>([...own, ...sent].map(({ quoteId }) => quoteId));
  return quotes.filter(({ id }) => !ids.has(id));
}

/** The best price of others on the desk's side, else on the other. */
function marketOf(request: Request, others: readonly Quote[]): Price | undefined {
  const side = sideOf(request);
  const bestOn = (direction: typeof side) =>
    rankedBy(inUnitsOf(others, request), direction, (price) => comparedPrice(price, request))[0];
  return (bestOn(side) ?? bestOn(oppositeSide(side)))?.net;
}

function deviating(
  request: Request,
  body: ActionBody,
  { price, name }: Reference,
  { limits }: Pick<MarketSnapshot, 'limits'>,
): ReferenceDistance | undefined {
  const net = 'direction' in body ? comparedPrice(body.price, request) : undefined;
  const deviation = net && deviationOf(net, price, { isNet: isSpread(request) });
  if (!deviation) return undefined;
  const levels = limits?.limits.bestPrice;
  const beyond = levels && warnedBeyond(request, price, levels, decimalsOf([deviation.price, price]));
  return { ...deviation, reference: name, ...(beyond !== undefined && { warnedBeyond: beyond }) };
}

function withdrawal(intent: Intent, own: readonly OwnQuote[], { formatters }: MarketSnapshot): Checked {
  const live = withdrawnBy(intent, own);
  if (live.length === 0) return still(intent, 'nothing', 'No quote of this desk is live there.');
  const words = live.map(({ quoteId, direction, price, quantity }) => {
    return `${quoteId}, ${direction} ${sentPriceInWords(price, formatters)}, ${formatters.quantity(quantity)}`;
  });
  const [only, second] = live;
  const amount = only?.quantity === undefined ? '' : ` ${formatters.quantity(only.quantity)}`;
  return acting(intent, 'withdraw', {
    words: `Withdraw ${words.join('; ')}`,
    // Of several each is named in words.
    ...(only &&
      !second && {
        offered: { does: `${only.direction}${amount}`, was: sentPriceInWords(only.price, formatters) },
      }),
    notes: [],
    withdrawn: live,
  });
}

function deletion(intent: Intent, request: Request, known: MarketSnapshot): Checked {
  const proposals = known.proposals(request.id);
  if (proposals.state === 'failed') return wrong(intent, sentence(proposals.failure));
  if (proposals.state === 'waiting')
    return waiting(intent, 'Waiting for the price proposals of the request.');
  const live = proposals.value.filter(isLive);
  if (live.length === 0) return still(intent, 'nothing', 'There is no price proposal on the request.');
  const words = `Delete ALL ${live.length} price proposals: ${live.map(({ id }) => id).join(', ')}`;
  const body = { kind: 'delete-proposals', requestId: request.id } as const;
  return acting(intent, 'deletion', {
    words,
    notes: [],
    withdrawn: [],
    replaces: live.length,
    send: { body, shown: `${words} (${request.id})`, accepted: [] },
  });
}

/**
 * What stands beside the row, or, as after sorting without the pane's columns, beside another one, was taken by the desk,
 * says the same, and did not come to nothing.
 */
function sentBefore(intent: Intent, body: ActionBody, { written }: MarketSnapshot): Checked | undefined {
  const isIt = (action: Action): boolean => !cameToNothing(action) && sameOffer(action.body, body);
  const own = intent.written === undefined ? undefined : written.get(intent.written);
  const before = own && isIt(own) ? own : [...written.values()].find(isIt);
  if (!before) return undefined;
  const where = before === own ? 'its “desk action” cell' : `the “desk action” cell with ${before.id}`;
  const again = `Already sent. To send it again, clear ${where}.`;
  return { ...still(intent, 'sent', `${stateSentence(before.state, before)} ${again}`), before };
}

function heldBack(intent: Intent, { presses, journal }: MarketSnapshot): Checked | undefined {
  const pending = pendingOn(intent.requestId, presses, journal);
  return (
    pending &&
    wrong(
      intent,
      `Held back: an earlier action on this request is ${STATE_WORDS[pending.state].toLowerCase()} (${pending.shown}). See Journal.`,
    )
  );
}

/** Whether two actions offer the same on the same request. */
function sameOffer(a: Action['body'], b: Action['body']): boolean {
  if (a.kind !== b.kind || !('direction' in a) || !('direction' in b)) return false;
  const kinds = [a, b].map((body) => ('proposalKind' in body ? body.proposalKind : ''));
  return (
    a.requestId === b.requestId &&
    a.direction === b.direction &&
    samePrice(a.price, b.price) &&
    a.quantity === b.quantity &&
    a.allOrNone === b.allOrNone &&
    kinds[0] === kinds[1]
  );
}

function acting(
  { row, requestId }: Intent,
  kind: 'new' | 'change' | 'withdraw' | 'proposal' | 'deletion',
  ready: Omit<Ready, 'send'> & Pick<Checked, 'send'>,
): Checked {
  const ids = ready.withdrawn.map(({ quoteId, quantity }) => [quoteId, quantity]);
  const content = JSON.stringify([kind, ready.send?.body, ids, ready.market, ready.send?.shown]);
  return { row, about: requestId, kind, ...ready, content };
}

const still = (
  { row, requestId }: Intent,
  kind: 'same' | 'sent' | 'nothing' | 'wrong' | 'waiting',
  words: string,
): Checked => ({
  row,
  about: requestId,
  kind,
  words,
  notes: [],
  withdrawn: [],
  content: JSON.stringify([kind, words]),
});
const wrong = (intent: Intent, words: string): Checked => still(intent, 'wrong', words);
const waiting = (intent: Intent, words: string): Checked => still(intent, 'waiting', words);
