import type { AcceptedWarning, CommittedLeg, Executed, ExecutedLeg, QuoteEnd, TakenTrade } from '../action';
import { factsOf } from '../actions/kinds';
import { QUOTE_ENDS } from '../actions/send-quote';
import { FOUND_BY_TERMS } from '../actions/state-words';
import { productInWords } from '../delivery/product-words';
import { NOTED, type LevelChange } from '../desk-entry';
import { executedLegs, executedTerms, netPriceOf } from '../executed';
import { comparedDecimals } from '../decimal';
import { NOT_KNOWN } from '../person';
import { present } from '../present';
import { Price } from '../price';
import { Quantity, sumOf } from '../quantity';
import { netOf } from '../spread';

type Text = string | undefined;
type Person = { readonly name?: Text; readonly session?: Text } | undefined;
interface Market {
  readonly name?: Text;
  readonly price?: Text;
  readonly unit?: Text;
  readonly counterparty?: Text;
  readonly codes?: readonly string[] | undefined;
}

interface LinePrice {
  readonly price?: Text;
  readonly legPrices?: readonly string[] | undefined;
  readonly spreadPrice?: Text;
}

/** What a column reads of a line of the journal, of an action or of something else: a line of another version may lack any of it. */
export interface LineFields {
  readonly id?: Text;
  readonly state?: Text;
  /** Of a line that is no action. */
  readonly entry?: Text;
  readonly shown?: Text;
  /** Epoch ms, as all times. */
  readonly createdAt?: number | undefined;
  readonly sentAt?: number | undefined;
  readonly endedAt?: number | undefined;
  readonly tradeId?: Text;
  readonly legTradeIds?: readonly string[] | undefined;
  readonly quoteId?: Text;
  readonly proposalId?: Text;
  readonly newRequestId?: Text;
  readonly accepted?: readonly AcceptedWarning[] | undefined;
  readonly note?: Text;
  readonly settledBy?: Text;
  readonly evidence?: Text;
  readonly recovered?: Text;
  readonly isFound?: boolean | undefined;
  readonly contradictions?: readonly { readonly says: string }[] | undefined;
  readonly corrected?: Text;
  readonly by?: Person;
  readonly resolvedBy?: Person;
  readonly approvedBy?: Person;
  readonly approvedAt?: number | undefined;
  readonly refusedBy?: Person;
  readonly reminded?: { readonly at?: number | undefined } | undefined;
  readonly approval?:
    | {
        readonly reasons: readonly { readonly message: string }[];
        readonly market?: Market | undefined;
        readonly warnedBeside?: readonly Market[] | undefined;
      }
    | undefined;
  readonly decision?:
    | {
        readonly at?: number | undefined;
        readonly market?: Market | undefined;
        readonly distance?: Text;
        readonly card?: Text;
      }
    | undefined;
  readonly failure?: { readonly kind?: Text; readonly message?: Text } | undefined;
  readonly executed?: Executed | undefined;
  readonly over?: QuoteEnd | undefined;
  readonly taken?: readonly TakenTrade[] | undefined;
  readonly before?: { readonly committed?: readonly CommittedLeg[] | undefined } | undefined;
  readonly legs?: readonly ExecutedLeg[] | undefined;
  /** Of a withdrawal: the terms of its quote. */
  readonly withdraws?: { readonly direction?: Text; readonly price?: LinePrice | undefined } | undefined;
  readonly reason?: Text;
  readonly changes?: readonly LevelChange[] | undefined;
  readonly file?:
    { readonly name?: Text; readonly rows?: number | undefined; readonly sha256?: Text } | undefined;
  readonly body: {
    readonly kind?: Text;
    readonly requestId?: Text;
    readonly quoteId?: Text;
    readonly proposalId?: Text;
    readonly commodity?: Text;
    readonly direction?: Text;
    readonly quantity?: Text;
    readonly shownQuantity?: Text;
    readonly allOrNone?: boolean | undefined;
    readonly price?: LinePrice | undefined;
    readonly lastSeen?:
      { readonly legPrices?: readonly string[] | undefined; readonly spreadPrice?: Text } | undefined;
  };
}

/** Column of a line. Numbers are exact, moments epoch ms; text never becomes a number. */
export interface LineColumn {
  readonly kind: 'text' | 'number' | 'moment';
  readonly value: (line: LineFields) => string | number | boolean | undefined;
}
const words = (value: LineColumn['value']): LineColumn => ({ kind: 'text', value });
const figure = (value: LineColumn['value']): LineColumn => ({ kind: 'number', value });
const moment = (value: (line: LineFields) => number | undefined): LineColumn => ({ kind: 'moment', value });

/** What was pressed and came of it: the first columns of the file, in its order. */
export const SENT_COLUMNS: Readonly<Record<string, LineColumn>> = {
  'action-id': words(({ id }) => id),
  state: words(({ state }) => state),
  'created-at': moment(({ createdAt }) => createdAt),
  'sent-at': moment(({ sentAt }) => sentAt),
  'ended-at': moment(({ endedAt }) => endedAt),
  kind: words(({ body, entry }) => body.kind ?? entry),
  'request-id': words(({ body, newRequestId }) => body.requestId ?? newRequestId),
  'quote-id': words(({ body, quoteId }) => body.quoteId ?? quoteId),
  'proposal-id': words(({ body, proposalId }) => body.proposalId ?? proposalId),
  'trade-id': words(
    ({ tradeId, legTradeIds, taken }) =>
      legTradeIds?.join(' / ') ?? tradeId ?? taken?.map((trade) => trade.tradeId).join(' / '),
  ),
  commodity: words((line) => line.body.commodity ?? ofLegs(line, 'commodity')),
  direction: words(({ body, withdraws }) => body.direction ?? withdraws?.direction),
  price: figure((line) => priceOf(line)?.price ?? onlyPrice(line.body.lastSeen)),
  'leg-1-price': figure((line) => legPrice(line, 0)),
  'leg-2-price': figure((line) => legPrice(line, 1)),
  'leg-3-price': figure((line) => legPrice(line, 2)),
  'spread-price': figure((line) => priceOf(line)?.spreadPrice ?? line.body.lastSeen?.spreadPrice),
  quantity: figure(({ body }) => body.quantity ?? body.shownQuantity),
  'all-or-none': figure(({ body }) => body.allOrNone),
  shown: words(({ shown }) => shown),
  'accepted-warnings': words(({ accepted }) => accepted?.map(warningOf).join(' ')),
  note: words(({ note, reason }) => note ?? reason),
  'failure-kind': words(({ failure }) => failure?.kind),
  failure: words(({ failure }) => failure?.message),
};

/** What was traded, who else had a hand in it, and what is no action: the last columns of the file; new ones stand at the end. */
export const OUTCOME_COLUMNS: Readonly<Record<string, LineColumn>> = {
  'executed-side': words(({ executed }) => executed && executedTerms(executed).side),
  'executed-quantity': figure(({ executed }) => executed && executedTerms(executed).quantity),
  'executed-quantity-unit': words(({ executed }) => executed && executedTerms(executed).quantityUnit),
  // Of two legs the net price where the trade states none: a quote that was taken has it too.
  'executed-price': figure(({ executed }) => executed && (executed.price ?? netPriceOf(executed))),
  'executed-leg-1-price': figure(({ executed }) => executed?.legPrices?.[0]),
  'executed-leg-2-price': figure(({ executed }) => executed?.legPrices?.[1]),
  'executed-leg-3-price': figure(({ executed }) => executed?.legPrices?.[2]),
  'executed-price-unit': words(({ executed }) => executed && executedTerms(executed).priceUnit),
  'executed-counterparty': words(({ executed }) => executed?.counterparty),
  outcome: words(outcomeOf),
  'settled-by': words(({ settledBy }) => settledBy),
  evidence: words(
    ({ recovered, isFound, evidence, contradictions = [] }) =>
      [recovered, isFound && FOUND_BY_TERMS, evidence, ...contradictions.map(({ says }) => says)]
        .filter(Boolean)
        .join(' ') || undefined,
  ),
  corrected: words(({ corrected }) => corrected),
  side: words((line) => legsOf(line)[0]?.side),
  'quantity-unit': words((line) => ofLegs(line, 'unit')),
  by: words(({ by }) => by?.name ?? NOT_KNOWN),
  'by-session': words(({ by }) => by?.session),
  'resolved-by': words(({ settledBy, resolvedBy }) =>
    settledBy && !resolvedBy ? NOT_KNOWN : resolvedBy?.name,
  ),
  changes: words(({ changes }) =>
    changes?.map(({ level, before, after }) => `${level}: ${before} → ${after}`).join('; '),
  ),
  file: words(({ file }) => file?.name),
  'file-rows': figure(({ file }) => file?.rows),
  'file-sha256': words(({ file }) => file?.sha256),
  'approval-reasons': words(({ approval }) => approval?.reasons.map(({ message }) => message).join(' ')),
  'approved-by': words(({ approvedBy }) => approvedBy?.name),
  'approved-by-session': words(({ approvedBy }) => approvedBy?.session),
  'approved-at': moment(({ approvedAt }) => approvedAt),
  'refused-by': words(({ refusedBy }) => refusedBy?.name),
  ...executedLegColumns(0),
  ...executedLegColumns(1),
  ...executedLegColumns(2),
  'executed-net-price': figure(({ executed }) => executed && netPriceOf(executed)),
  'over-seen-at': moment(({ over }) => over?.at),
  'reminded-at': moment(({ reminded }) => reminded?.at),
  'approval-market': words(({ approval }) => approval?.market?.name),
  'approval-market-price': figure(({ approval }) => approval?.market?.price),
  'approval-market-price-unit': words(({ approval }) => approval?.market?.unit),
  'approval-market-counterparty': words(({ approval }) => approval?.market?.counterparty),
  product: words(({ legs }) => legs && productInWords({ legs: legs.map((leg) => present(leg)) })),
  'approval-warned-beside': words(({ approval }) => approval?.warnedBeside?.map(warnedBy).join('; ')),
  'decision-market': words(({ decision }) => decision?.market?.name),
  'decision-market-price': figure(({ decision }) => decision?.market?.price),
  'decision-market-price-unit': words(({ decision }) => decision?.market?.unit),
  'decision-market-counterparty': words(({ decision }) => decision?.market?.counterparty),
  'decision-market-distance': figure(({ decision }) => decision?.distance),
  'decision-market-at': moment(({ decision }) => decision?.at),
  'decision-card': words(({ decision }) => decision?.card),
  'net-price': figure(netAsked),
};

/** After all others, of the file too: where those stand is written into sheets. */
export const LATER_COLUMNS: Readonly<Record<string, LineColumn>> = {
  'price-unit': words((line) =>
    priceOf(line) || line.body.lastSeen
      ? executedTerms({ legs: [...(line.legs ?? [])] }).priceUnit
      : undefined,
  ),
};

/** "sign-flip factor-of-ten: the best ask of the analytics 0.12" */
const warnedBy = ({ codes = [], name = '', price = '' }: Market): string =>
  `${codes.join(' ')}: ${name} ${price}`;

/** Of a trade of several legs: what was done with this one, in its own units. */
function executedLegColumns(leg: number): Record<string, LineColumn> {
  const name = `executed-leg-${leg + 1}`;
  const of = ({ executed }: LineFields): ExecutedLeg | undefined => {
    const legs = executed ? executedLegs(executed) : [];
    return legs.length > 1 ? legs[leg] : undefined;
  };
  const product = (line: LineFields): string | undefined => {
    const one = of(line);
    return one && productInWords({ legs: [present(one)] });
  };
  return {
    [`${name}-side`]: words((line) => of(line)?.action),
    [`${name}-product`]: words(product),
    [`${name}-quantity`]: figure((line) => of(line)?.quantity),
    [`${name}-quantity-unit`]: words((line) => of(line)?.quantityUnit),
    [`${name}-price-unit`]: words((line) => of(line)?.priceUnit),
  };
}

/** What the state comes to. What the desk's own checks refused was never sent, and not rejected by anybody else. */
function outcomeOf({ state, sentAt, body, over, taken = [] }: LineFields): string | undefined {
  if (state === NOTED) return undefined;
  const { done, not } = factsOf({ kind: body.kind ?? '' }).outcome;
  if (state === 'done') {
    const left = over ? `over: ${QUOTE_ENDS[over.how]}` : done;
    if (taken.length === 0 || over?.how === 'accepted') return left;
    return isTakenInPart(body, taken) ? `${left}, taken in part` : 'taken';
  }
  if (state === 'cancelled' || (state === 'rejected' && sentAt === undefined)) return 'not sent';
  if (state === 'rejected') return not;
  return state === undefined ? undefined : 'open';
}

/** Whether its trades are known to come to less than the quote. */
function isTakenInPart({ quantity, allOrNone }: LineFields['body'], taken: readonly TakenTrade[]): boolean {
  const sent = Quantity.safeParse(quantity);
  const quantities = taken.flatMap((trade) => trade.quantity ?? []);
  if (allOrNone !== false || !sent.success || quantities.length < taken.length) return false;
  return comparedDecimals(sumOf(quantities), sent.data) < 0;
}

/** "duplicate", "best-price<=35.85", "volume[MW]<=60" */
const warningOf = (accepted: AcceptedWarning): string => {
  if (typeof accepted === 'string') return accepted;
  const { code, about, upTo } = accepted;
  return `${code}${about === undefined ? '' : `[${about}]`}${upTo === undefined ? '' : `<=${upTo}`}`;
};

/** What an offer was sent at; of a withdrawal its quote. */
const priceOf = ({ body, withdraws }: LineFields): LinePrice | undefined => body.price ?? withdraws?.price;

/** The last-seen price of a single. */
const onlyPrice = (lastSeen: LineFields['body']['lastSeen']): string | undefined => {
  const [only, more] = lastSeen?.legPrices ?? [];
  return more === undefined ? only : undefined;
};

/** What was asked for: of a single its price, of two legs their net price, so that it compares with what was traded. Blank of a swap. */
function netAsked(line: LineFields): Text {
  const { body, legs = [] } = line;
  const { lastSeen } = body;
  const price = priceOf(line);
  const one = price?.price ?? price?.spreadPrice ?? onlyPrice(lastSeen) ?? lastSeen?.spreadPrice;
  if (one !== undefined) return one;
  const prices = price?.legPrices ?? lastSeen?.legPrices ?? [];
  if (prices.length !== 2 || legs.length !== 2) return undefined;
  return netOf(legs.map((leg, at) => present({ ...leg, price: Price.safeParse(prices[at]).data })));
}

interface KnownLeg {
  readonly commodity: Text;
  readonly side: Text;
  readonly unit: Text;
}

/** The legs of the request, as it was read before the action was sent, else as the desk knew it at the press. */
const legsOf = ({ before, legs = [] }: LineFields): readonly KnownLeg[] =>
  before?.committed?.length
    ? before.committed.map(({ commodity, side, volumes }) => ({ commodity, side, unit: volumes[0]?.unit }))
    : legs.map(({ commodity, action, quantityUnit }) => ({ commodity, side: action, unit: quantityUnit }));

/** What they say: "DE / FR" where they differ. */
const ofLegs = (line: LineFields, name: 'commodity' | 'unit'): string =>
  [...new Set(legsOf(line).flatMap((leg) => leg[name] || []))].join(' / ');

const legPrice = (line: LineFields, leg: number): string | undefined =>
  (priceOf(line)?.legPrices ?? line.body.lastSeen?.legPrices)?.[leg];
