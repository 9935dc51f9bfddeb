import type { BodyOf, SentPrice } from '../../domain/action';
import { differenceOf } from '../../domain/bulk/difference';
import { subtractedDecimals } from '../../domain/decimal';
import { allInPrice, type Cost } from '../../domain/delivery/costs';
import { notionalOf, volumesOf, type Amount } from '../../domain/delivery/notional';
import { monthsIn } from '../../domain/delivery/periods';
import { dayOf } from '../../domain/delivery/hours';
import { RequestId } from '../../domain/identifiers';
import { priceText } from '../../domain/limits/amount-text';
import { checkLimits, preTradeCheck, type PreTrade } from '../../domain/limits/check';
import { netMoneyOf } from '../../domain/limits/commitment';
import type { Finding, Findings } from '../../domain/limits/finding';
import type { Limits } from '../../domain/limits/limits';
import { holdsPrices } from '../../domain/limits/price-checks';
import { referencesFor } from '../../domain/limits/references';
import { lastTradeOf } from '../../domain/limits/same-product';
import { inUnitsOf } from '../../domain/limits/offer-units';
import { netPrice, ranked, type Proposal, type Quote } from '../../domain/offers';
import {
  comparedPrice,
  isPricedAsSwap,
  netOf,
  pricesToType,
  sentPrice,
  sentPrices,
} from '../../domain/offer-price';
import { unsendable } from '../../domain/offer-rules';
import { toNumber, priceOf, sheetTextPrice, type Price } from '../../domain/price';
import { priceUnitOf } from '../../domain/price-unit';
import { quantityOf, type Quantity } from '../../domain/quantity';
import { isPart, quantityProblem } from '../../domain/quantity-problem';
import { netSidesOf, priceShape, quantityLeft, sidesOf, type Request } from '../../domain/request';
import { roleOf, sideOf } from '../../domain/role';
import { nearestNames, plainName } from '../../domain/field-name';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Cell } from '../cells/cells';
import { answerTo, valueOf, type Formula, type FormulaContext } from '../cells/context';
import { cellsOf } from '../cells/ranges';
import { fieldsArgument, idsArgument, isEmpty, together, wordByPlace, written } from './arguments';
import { costsIn, shown, typedNumber } from './delivery-arguments';
import { wasSent } from './my-quote';

interface CheckQuoteGiven {
  readonly id: unknown;
  readonly direction: unknown;
  readonly price: unknown;
  readonly quantity: unknown;
  readonly fair: unknown;
  readonly costs: unknown;
  readonly field: unknown;
}

const FIELDS = [
  'check',
  'says',
  'price',
  'to best',
  'to last trade',
  'to fair',
  'all-in',
  'quantity',
  'MWh',
  'money',
  'currency',
  'replaces',
  'to market',
  'market',
] as const;
/** What it says in two to four words, for a narrow column of a sheet; it stands there alone. */
const SHORT = 'short';
const NAMED = [...FIELDS, SHORT] as const;
type Field = (typeof NAMED)[number];
type Line = Readonly<Record<Field, Cell>>;

/** What cannot be checked: every field has its failure, and the short one says what is wrong where that is what was typed. */
const unchecked = (failure: CellFailure, short: Cell = failure): Line =>
  Object.fromEntries(NAMED.map((field) => [field, field === SHORT ? short : failure])) as Line;

/**
 * CHECKQUOTE: what the pane's own check says to a quote before it is sent, one row per request; nothing is sent. Prices are a column of
 * net prices, or beside each id as many as the request asks for.
 */
export function checkQuoteFormula(given: CheckQuoteGiven): Formula {
  const read = together({
    ids: idsArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293' }),
    direction: wordByPlace(given.direction, given.id, { name: 'direction', words: ['bid', 'ask'] }),
    fields: fieldsArgument(given.field),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { ids, direction, fields } = read.value;
  const wanted: (Field | CellFailure)[] = fields ? fields.map(fieldNamed) : [...FIELDS];
  const prices = rowsOf(given.price);
  const [quantities, fairs] = [cellsOf(given.quantity), cellsOf(given.fair)];
  return (desk) =>
    shown(() => {
      const costs = costsIn(given.costs);
      const rows = ids.map((id, at): Cell[] => {
        if (!id.ok) return wanted.map(() => cellFailure(id.failure));
        const price = prices.length === 1 ? prices[0] : prices[at];
        if (id.value === undefined || !price || price.every(isEmpty)) return wanted.map(() => '');
        const side = direction(at);
        if (!side.ok) return wanted.map(() => cellFailure(side.failure));
        const line = lineOf(desk, id.value, {
          direction: side.value,
          price,
          quantity: quantities.length === 1 ? quantities[0] : quantities[at],
          fair: fairs.length === 1 ? fairs[0] : fairs[at],
          costs,
        });
        return wanted.map((field) => (field instanceof CellFailure ? field : line[field]));
      });
      return fields ? rows : [[...FIELDS], ...rows];
    });
}

function fieldNamed(name: string): Field | CellFailure {
  const found = NAMED.find((field) => plainName(field) === plainName(name));
  if (found) return found;
  const near = nearestNames(name, NAMED);
  return cellFailure(
    refused(
      `There is no field "${name}".`,
      near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are: ${NAMED.join(', ')}.`,
    ),
  );
}

const rowsOf = (range: unknown): readonly (readonly unknown[])[] =>
  Array.isArray(range)
    ? range.map((row: unknown): readonly unknown[] => (Array.isArray(row) ? row : [row]))
    : [[range]];

interface Typed {
  readonly direction: 'bid' | 'ask' | undefined;
  readonly price: readonly unknown[];
  readonly quantity: unknown;
  readonly fair: unknown;
  readonly costs: readonly Cost[];
}

function lineOf(desk: FormulaContext, id: RequestId, typed: Typed): Line {
  // Everything is asked for in one go.
  const request = valueOf(desk, { kind: 'request', id });
  const quotes = valueOf(desk, { kind: 'quotes', id });
  const own = valueOf(desk, { kind: 'own-quotes' });
  const limits = valueOf(desk, { kind: 'limits' });
  const journal = valueOf(desk, { kind: 'journal' });
  if (request instanceof CellFailure) {
    const isNone = answerTo(desk, { kind: 'request', id }).failure?.kind === 'not-found';
    return isNone ? unchecked(request, 'no such request') : unchecked(request);
  }
  if (quotes instanceof CellFailure) return unchecked(quotes);
  if (own instanceof CellFailure) return unchecked(own);
  if (limits instanceof CellFailure) return unchecked(limits);
  if (journal instanceof CellFailure) return unchecked(journal);
  const isSent = wasSent(desk);
  if (isSent instanceof CellFailure) return unchecked(isSent);
  const others = quotes.records.filter((quote) => !isSent(quote.id));
  const proposals = proposalsBeside(others, desk, id);
  if (proposals instanceof CellFailure) return unchecked(proposals);
  const side = sideOf(request);
  const isOurs = roleOf(request) === 'initiator';
  if (!isOurs && typed.direction !== undefined && typed.direction !== side) {
    const next = `Type "${side}".`;
    const failure = refused(`On ${id} this desk quotes the ${side}, not the ${typed.direction}.`, next);
    return unchecked(cellFailure(failure), `${side}, not ${typed.direction}`);
  }
  const prices = pricesIn(request, typed.price);
  if (prices instanceof CellFailure) return unchecked(prices, 'price wrong');
  const quantity = quantityIn(request, typed.quantity);
  if (quantity instanceof CellFailure) return unchecked(quantity, 'quantity wrong');
  const body: BodyOf<'send-quote'> = {
    kind: 'send-quote',
    requestId: request.id,
    direction: isOurs ? (typed.direction ?? side) : side,
    price: prices,
    quantity,
    allOrNone: request.allOrNone ?? true,
  };
  const seen: PreTrade = {
    request,
    offers: [...quotes.records, ...proposals],
    unreadable: quotes.unreadable.length,
    recent: journal,
    now: desk.now(),
    trades: limits.lastTrades ?? [],
    ...(limits.today && { today: limits.today }),
    ...(limits.unprovenParts && { unprovenParts: limits.unprovenParts }),
  };
  const found = limits.failure
    ? {
        blocks: [{ code: 'unread', message: `${limits.failure.message} ${limits.failure.next}` } as const],
        warnings: [],
        notChecked: [],
      }
    : preTradeCheck(body, seen, limits.limits, limits.own);
  const besideFair = limits.failure
    ? NOTHING
    : fairCheck(body, { request, now: seen.now, fair: fairIn(typed.fair) }, limits.limits);
  const { market } = referencesFor(body, seen);
  const difference = differenceOf(body, own);
  const closed = unsendable(request, 'quote');
  const live = difference.kind === 'same' && closed === undefined ? difference.live : undefined;
  // Nothing is sent once more for what is live as it is.
  const tooMuch = quantityProblem(request, quantity);
  const counts = (one: object): boolean =>
    !('code' in one) ||
    (!(live && OF_THE_PACE.has(one.code)) &&
      // That it is more than a leg asks for is said as what blocks it.
      !(tooMuch !== undefined && one.code === 'leg-quantity'));
  const inShort = (one: Finding): Said => ({ message: one.message, short: shortOf(one, body, request) });
  const blocks: readonly Said[] = [
    ...(isOurs ? [{ message: OWN_REQUEST, short: 'own request' }] : []),
    ...(closed === undefined
      ? []
      : [{ message: closed, short: request.state === 'open' ? 'not supported' : request.state }]),
    ...quantityBlocks(request, quantity, tooMuch),
    ...[...found.blocks, ...besideFair.blocks].filter(counts).map(inShort),
  ];
  const warnings = [...found.warnings, ...besideFair.warnings].filter(counts).map(inShort);
  const notes = found.notChecked.map(({ code, message }): Said => ({
    message,
    short: UNCHECKED_IN_SHORT[code] ?? 'price not checked',
  }));
  if (prices.shape === 'standard-spread' && hasNet(request))
    notes.push({
      message: 'Without the price of each leg, legs and money are not checked.',
      short: 'legs not checked',
    });
  if (!limits.failure && !holdsPrices(limits.limits))
    notes.push({
      message: 'Price not checked: no limit of this desk compares prices with the market.',
      short: 'no price limit',
    });
  const unchanged = live ? [`Unchanged: live as ${live.quoteId}.`] : [];
  const level =
    blocks.length > 0 ? 'block' : warnings.length > 0 ? 'warn' : notes.length > 0 ? 'not checked' : 'ok';
  const worst = (
    [
      [blocks, 'blocks'],
      [warnings, 'warnings'],
      [notes, 'unchecked'],
    ] as const
  ).find(([{ length }]) => length > 0);
  return {
    check: live ? 'live' : level,
    says: [
      ...unchanged,
      ...[...blocks, ...warnings, ...notes].map(({ message }) => message),
      ...withoutAllIn(request, typed.costs),
    ].join(' '),
    short: live ? 'live as it is' : worst ? inBrief(worst[0], worst[1]) : 'ok',
    ...figuresOf(request, { body, others, trades: seen.trades ?? [], typed }),
    replaces: difference.kind === 'change' ? difference.live.map(({ quoteId }) => quoteId).join(', ') : '',
    'to market': distance(comparedPrice(prices, request), market?.price),
    market: market?.name ?? '',
  };
}

/** A finding in a sentence, and in two to four words. */
interface Said {
  readonly message: string;
  readonly short: string;
}

/** The first of them by its name, and how many of its kind there are: "13.90 above best, 2 warnings". */
const inBrief = (found: readonly Said[], kind: string): string =>
  [found[0]?.short, ...(found.length > 1 ? [`${found.length} ${kind}`] : [])].join(', ');

const IN_SHORT: Partial<Record<Finding['code'], string>> = {
  'through-market': 'through market',
  'nearest-trade': 'far from trades',
  'sign-flip': 'other sign',
  'factor-of-ten': 'decimal slip',
  'zero-price': 'price is zero',
  'fine-price': 'many decimals',
  'no-reference': 'no reference',
  units: 'units differ',
  'leg-quantity': 'quantities differ',
  volume: 'large quantity',
  notional: 'large amount',
  'volume-day': 'day’s quantity',
  'notional-day': 'day’s amount',
  'count-per-minute': 'too many a minute',
  duplicate: 'sent just before',
  'part-unproven': 'part unproven',
  unread: 'limits not read',
};

const UNCHECKED_IN_SHORT: Partial<Record<Finding['code'], string>> = {
  'no-reference': 'no reference',
  'worse-than-best': 'offers unreadable',
  volume: 'size not checked',
  notional: 'size not checked',
  'volume-day': 'size not checked',
  'notional-day': 'size not checked',
};

/** "0.75 above best": how far from which price, where it is about one. */
function shortOf({ code, beside, leg }: Finding, { price }: BodyOf<'send-quote'>, request: Request): string {
  const words = IN_SHORT[code];
  if (words !== undefined) return words;
  const own =
    leg !== undefined && price.shape === 'per-leg' ? price.legPrices[leg] : comparedPrice(price, request);
  if (!beside || own === undefined) return 'not compared';
  const apart = subtractedDecimals(own, beside.price);
  const where = `${priceText(apart.replace('-', ''))} ${apart.startsWith('-') ? 'below' : 'above'}`;
  if (leg !== undefined && !isPricedAsSwap(request)) return `leg ${leg + 1} ${where}`;
  return `${where} ${code === 'last-price' ? 'sent' : nameInShort(beside.name)}`;
}

/** What stands for the market, where there is no quote: a firm proposal can be taken, and is no quote. */
const STANDING_FOR = [
  ['fair', 'fair'],
  ['trade', 'last'],
  ['firm bid', 'firm bid'],
  ['firm ask', 'firm ask'],
  ['indicative', 'indicative'],
  ['best', 'best'],
] as const;
const nameInShort = (name: string): string =>
  STANDING_FOR.find(([word]) => name.includes(word))?.[1] ?? 'market';

/** Why costs were given and make no all-in price; that is no fault of the quote. */
function withoutAllIn({ legs }: Request, costs: readonly Cost[]): readonly string[] {
  if (costs.length === 0) return [];
  if (legs.length > 1)
    return [
      'No all-in price: with several legs it is not known whether a cost applies to each. Use ALLIN for each leg.',
    ];
  return legs.some(unitByMwh) ? [] : ['No all-in price: the price is not one of a MWh.'];
}

const OWN_REQUEST =
  'This is your own request: others quote it. Accept a quote, or send a counteroffer or a price proposal.';
const OF_THE_PACE: ReadonlySet<unknown> = new Set(['duplicate', 'count-per-minute']);

const NOTHING: Pick<Findings, 'blocks' | 'warnings'> = { blocks: [], warnings: [] };
const OF_A_REFERENCE: ReadonlySet<string> = new Set(['best-price', 'sign-flip', 'factor-of-ten']);

/** How far a price is from the fair one that was given, by the levels that hold for the market. */
function fairCheck(
  body: BodyOf<'send-quote'>,
  { request, now, fair }: { request: Request; now: number; fair: Price | undefined },
  limits: Limits,
): Pick<Findings, 'blocks' | 'warnings'> {
  if (fair === undefined) return NOTHING;
  const market = { price: fair, name: 'your fair price' };
  const { blocks, warnings } = checkLimits(body, { request, recent: [], now, market }, limits);
  const isBeside = ({ code }: { code: string }): boolean => OF_A_REFERENCE.has(code);
  return { blocks: blocks.filter(isBeside), warnings: warnings.filter(isBeside) };
}

const fairIn = (cell: unknown): Price | undefined =>
  typeof cell === 'number' ? priceOf(typedNumber(cell)) : undefined;

/**
 * The price proposals of a request without a quote of others, such as any that this desk was asked to quote: they are what there is to
 * compare with. None where the platform offers none.
 */
function proposalsBeside(
  others: readonly Quote[],
  desk: FormulaContext,
  id: RequestId,
): readonly Proposal[] | CellFailure {
  if (others.some(({ state }) => state === 'active')) return [];
  const resource = { kind: 'proposals', id } as const;
  if (desk.ask(resource).failure?.kind === 'unsupported') return [];
  const listing = valueOf(desk, resource);
  return listing instanceof CellFailure ? listing : listing.records;
}

function quantityBlocks(request: Request, quantity: Quantity, tooMuch: string | undefined): readonly Said[] {
  if (tooMuch !== undefined) return [{ message: tooMuch, short: 'quantity wrong' }];
  return request.allOrNone && isPart(request, quantity)
    ? [{ message: 'The request asks for all or none.', short: 'all or none' }]
    : [];
}

function pricesIn(request: Request, cells: readonly unknown[]): SentPrice | CellFailure {
  const wanted = pricesToType(request);
  const typed = cells.filter((cell) => !isEmpty(cell));
  const wrong = typed.find((cell) => cell instanceof CellFailure);
  if (wrong instanceof CellFailure) return wrong;
  const isNet = typed.length === 1 && hasNet(request);
  if (typed.length !== wanted && !isNet) {
    const next = wanted === 1 ? 'Give one cell.' : `Give ${wanted} cells side by side.`;
    return cellFailure(
      refused(
        `${request.id} is quoted with ${wanted === 1 ? 'one price' : `${wanted} prices, one for each leg`}.`,
        hasNet(request) ? `${next} Its net price alone is one cell.` : next,
      ),
    );
  }
  const read = typed.map((cell) =>
    typeof cell === 'number' ? priceOf(typedNumber(cell)) : sheetTextPrice(String(cell)),
  );
  const bad = read.findIndex((price) => price === undefined);
  if (bad >= 0)
    return cellFailure(
      typeof typed[bad] === 'number'
        ? refused(`${typed[bad]} is not a price.`, 'Use at most 9 digits and 8 decimals: ROUND it.')
        : refused(`${written(typed[bad])} is not a price.`, 'Enter it as a number.'),
    );
  const [net] = read;
  if (isNet && net !== undefined) return { shape: 'standard-spread', spreadPrice: net };
  const sent = sentPrice(request, sentPrices(request, read));
  if (!sent || netOf(request, sent) === 'too-large')
    return cellFailure(refused('These prices make no quote.', 'Check their size.'));
  return sent;
}

/** A spread that is priced by its legs, and compared by their net price. */
const hasNet = (request: Request): boolean =>
  priceShape(request) === 'per-leg' && !isPricedAsSwap(request) && netSidesOf(request) !== undefined;

function quantityIn(request: Request, cell: unknown): Quantity | CellFailure {
  if (isEmpty(cell) || cell === 0) {
    const left = quantityLeft(request);
    if (left === '0') return cellFailure(refused(`Nothing of ${request.id} is left.`, 'Check it.'));
    return left ?? cellFailure(refused(`${request.id} does not say its quantity.`, 'Give one.'));
  }
  if (cell instanceof CellFailure) return cell;
  const read = quantityOf(typeof cell === 'number' ? typedNumber(cell) : String(cell).trim());
  return read ?? cellFailure(refused(`${written(cell)} is not a quantity.`, 'Enter a number above 0.'));
}

function figuresOf(
  request: Request,
  {
    body,
    others,
    trades,
    typed,
  }: {
    body: BodyOf<'send-quote'>;
    others: readonly Quote[];
    trades: NonNullable<PreTrade['trades']>;
    typed: Typed;
  },
): Omit<Line, 'check' | 'says' | 'short' | 'replaces' | 'to market' | 'market'> {
  const net = netPrice(body.price, netSidesOf(request));
  const best = ranked(inUnitsOf(others, request), body.direction, sidesOf(request))[0]?.net;
  const last = lastTradeOf(request, trades)?.price;
  const [first, second] = request.legs;
  const energy =
    first && volumesOf(first, body.quantity).find(({ unit }) => unit.toLowerCase() === 'mwh')?.amount;
  const money = moneyOf(request, body, net);
  return {
    price: net === undefined ? '' : toNumber(net),
    'to best': distance(net, best),
    'to last trade': distance(net, last),
    'to fair': distance(net, fairIn(typed.fair)),
    'all-in':
      typed.costs.length > 0 && first && !second
        ? allIn(net, { body, energy, leg: first, costs: typed.costs })
        : '',
    quantity: Number(body.quantity),
    MWh: energy === undefined ? '' : Number(energy),
    money: money === undefined ? '' : Number(money.amount),
    currency: money?.unit ?? '',
  };
}

/** What the quote comes to over the delivery. None for legs that make no one sum. */
function moneyOf(
  { legs, contract }: Request,
  { price, quantity }: BodyOf<'send-quote'>,
  net: Price | undefined,
): Amount | undefined {
  const [first, second] = legs;
  if (!first || net === undefined) return undefined;
  if (second) return price.shape === 'per-leg' ? netMoneyOf(legs, price.legPrices, quantity) : undefined;
  const { total, currency = '' } = notionalOf(first, net, quantity) ?? {};
  return total === undefined || contract === 'standard-spread'
    ? undefined
    : { amount: total, unit: currency };
}

const distance = (net: Price | undefined, other: Price | undefined): Cell =>
  net === undefined || other === undefined ? '' : Number(subtractedDecimals(net, other));

/** The unit of a price in whole money per MWh. */
function unitByMwh({ priceUnit }: Request['legs'][number]) {
  const unit = priceUnit === undefined ? undefined : priceUnitOf(priceUnit);
  return unit?.measure.toLowerCase() === 'mwh' && unit.worth === '1' ? unit : undefined;
}

/** A bid buys: its costs come on top. */
function allIn(
  net: Price | undefined,
  {
    body,
    energy,
    leg,
    costs,
  }: {
    body: BodyOf<'send-quote'>;
    energy: string | undefined;
    leg: Request['legs'][number];
    costs: readonly Cost[];
  },
): Cell {
  const unit = unitByMwh(leg);
  if (net === undefined || unit === undefined) return '';
  const [start, end] = [dayOf(leg.deliveryStart), dayOf(leg.deliveryEnd)];
  const months = start === undefined || end === undefined ? undefined : monthsIn({ first: start, last: end });
  const power = leg.quantityUnit?.trim().toLowerCase() === 'mw' ? body.quantity : undefined;
  const price = allInPrice(net, costs, {
    side: body.direction === 'bid' ? 'buy' : 'sell',
    currency: unit.currency,
    over: { energy, power, months },
  });
  return price.ok ? Number(price.value) : cellFailure(price.failure);
}
