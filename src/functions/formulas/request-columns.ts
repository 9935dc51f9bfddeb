import { isPricedAsSwap, unrankedSwap } from '../../domain/offer-price';
import { ourDirection, oppositeOf, roleOf } from '../../domain/role';
import { differingPriceUnits, sidesOf, type Request } from '../../domain/request';
import type { Action } from '../../domain/action';
import { ranked, type Proposal } from '../../domain/offers';
import { toNumber } from '../../domain/price';
import { subtractedDecimals } from '../../domain/decimal';
import { CellFailure } from '../cells/cell-failure';
import { lateFormulas } from '../cells/late-formulas';
import { cellOf, type Cell } from '../cells/cells';
import { valueOf, type FormulaContext } from '../cells/context';
import { ageOf } from './age';
import { bestQuote, priceOf, type BestQuote } from './best-price';
import { depthOf } from './depth';
import { REQUEST_FIELDS } from './fields';
import { joined, legValue } from './leg-value';
import { myQuotes, netsOf } from './my-quote';
import type { Column, ColumnChoice } from './tables';

/** A request, and the desk that knows what hangs on it. */
export interface RequestRow {
  readonly request: Request;
  readonly desk: FormulaContext;
}

const own = (name: string): Column<RequestRow> => ({
  name,
  cell: ({ request: { raw } }, time) =>
    cellOf(legValue({ ...raw, legs: undefined }, name, 'always'), name, time),
});
const ofLegs = (name: string, join: 'always' | 'when-different'): Column<RequestRow> => ({
  name,
  cell: ({ request: { raw } }, time) => cellOf(legValue(raw, name, join), name, time),
});

/** The table in a sheet changes this often at most because time alone passes. */
const AGE_EVERY_MS = 5_000;

/** What there is not is empty in a table. */
const orEmpty = (cell: Cell): Cell => (cell instanceof CellFailure && cell.isNone ? '' : cell);

const FURTHER: readonly Column<RequestRow>[] = [
  {
    name: 'product',
    cell: inWords(
      async () =>
        (await import(/* webpackChunkName: "delivery" */ '../../domain/delivery/product-words'))
          .productInWords,
    ),
  },
  {
    name: 'marks',
    cell: inWords(
      async () =>
        (await import(/* webpackChunkName: "delivery" */ '../../domain/delivery/request-marks')).marksInWords,
    ),
  },
  ofLegs('load-profile', 'when-different'),
  ofLegs('price-unit', 'when-different'),
  { name: 'you', cell: ({ request }) => yourSide(request) },
  { name: 'standing', cell: standing },
  { name: 'best', cell: ({ request, desk }) => orEmpty(best(request, desk)) },
  { name: 'reference', cell: ({ request, desk }) => reference(request, desk, ({ price }) => price) },
  { name: 'reference kind', cell: ({ request, desk }) => reference(request, desk, ({ kind }) => kind) },
  { name: 'quotes', cell: ({ request, desk }) => depthOf(desk, request.id)[0] },
  { name: 'my quote', cell: ({ request, desk }) => mine(request, desk) },
  { name: 'distance', cell: ({ request, desk }) => distance(request, desk) },
  {
    name: 'age',
    cell: ({ request: { id }, desk }) => ageOf(desk, { kind: 'quotes', id }, { everyMs: AGE_EVERY_MS }),
  },
];

/** Columns of requests: those of the table first, then what is worked out for one when it is asked for. */
export const REQUEST_CHOICE: ColumnChoice<RequestRow> = {
  columns: [
    own('request-id'),
    own('state'),
    own('role'),
    own('contract'),
    own('spread-type'),
    ofLegs('commodity', 'when-different'),
    ofLegs('market', 'when-different'),
    ofLegs('delivery-start', 'when-different'),
    ofLegs('delivery-end', 'when-different'),
    ofLegs('action', 'always'),
    ofLegs('quantity', 'when-different'),
    ofLegs('quantity-unit', 'when-different'),
    own('created-at'),
  ],
  further: FURTHER,
  known: REQUEST_FIELDS,
  rawOf: ({ request: { raw } }) => raw,
};

/** Words about what is delivered. Delivery periods are not among what cells need at once. */
function inWords(load: () => Promise<(request: Request) => string>): Column<RequestRow>['cell'] {
  const late = lateFormulas(load);
  return ({ request, desk }) => {
    const formula = late((words) => () => [[words(request)]]);
    const shown = typeof formula === 'function' ? formula(desk) : formula;
    return shown instanceof CellFailure ? shown : (shown[0]?.[0] ?? '');
  };
}

/** What this desk does with each leg when it deals: who was asked does the opposite. */
function yourSide(request: Request): string {
  const role = roleOf(request);
  if (role === 'unknown') return '';
  const sides = request.legs.map(({ action }) => (role === 'initiator' ? action : oppositeOf(action)));
  // Of a swap both power legs are one product, and what is done with the certificate says all.
  return isPricedAsSwap(request) ? `${sides[0] ?? ''} cert.` : sides.join(' / ');
}

/** What is to be done about it: nothing but an own request has this desk's own word. */
function standing({ request, desk }: RequestRow): Cell {
  if (request.state !== 'open') return request.state;
  const role = roleOf(request);
  if (role === 'initiator') return 'mine';
  if (role === 'unknown') return '';
  const quotes = myQuotes(desk, request.id);
  if (quotes instanceof CellFailure) return quotes;
  return quotes.length > 0 ? 'quoted' : 'to quote';
}

/** Quotes on the side where they stand. Those of a swap are compared by the certificate's price, where its power costs nothing. */
const beside = (request: Request) => ({
  direction: ourDirection(request),
  bothSides: '',
  swap: isPricedAsSwap(request) && unrankedSwap(request) === undefined ? request : undefined,
});

function best(request: Request, desk: FormulaContext): Cell {
  const found = bestQuote(desk, request.id, beside(request));
  return found instanceof CellFailure ? found : priceOf(found);
}

function mine({ id }: Request, desk: FormulaContext): Cell {
  const nets = netsOf(desk, id);
  if (nets instanceof CellFailure) return nets;
  const value = joined(nets.map(Number));
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

/** The best quote of others on the side where quotes stand, as far as this desk may see them. */
function bestOfOthers(request: Request, desk: FormulaContext): BestQuote | CellFailure {
  const quotes = myQuotes(desk, request.id);
  if (quotes instanceof CellFailure) return quotes;
  const without = quotes.map(({ quoteId }) => quoteId);
  return bestQuote(desk, request.id, { ...beside(request), without });
}

interface Reference {
  readonly price: Cell;
  /** "quote ask", "firm ask", "indicative bid". */
  readonly kind: string;
}

/** What a quote is held against: the best quote of others, else their best price proposal, a firm one first; empty without either. */
function reference(request: Request, desk: FormulaContext, show: (found: Reference) => Cell): Cell {
  const quote = bestOfOthers(request, desk);
  if (!(quote instanceof CellFailure))
    return show({ price: orEmpty(priceOf(quote)), kind: `quote ${quote.offer.direction}` });
  if (!quote.isNone) return quote;
  const proposal = bestProposal(request, desk);
  return proposal instanceof CellFailure ? proposal : proposal ? show(proposal) : '';
}

function bestProposal(request: Request, desk: FormulaContext): Reference | CellFailure | undefined {
  const listing = valueOf(desk, { kind: 'proposals', id: request.id });
  if (listing instanceof CellFailure) return listing;
  const journal = valueOf(desk, { kind: 'journal' });
  if (journal instanceof CellFailure) return journal;
  const others = proposalsOfOthers(listing.records, journal);
  const sides = differingPriceUnits(request) ? undefined : sidesOf(request);
  for (const kind of ['firm', 'indicative'] as const) {
    const ofKind = others.filter((proposal) => proposal.kind === kind);
    const stated = ofKind.map((proposal) => ({ ...proposal, state: proposal.state ?? 'active' }));
    const [best] = SIDES.flatMap((side) => ranked(stated, side, sides).map(({ net }) => ({ net, side })));
    if (best) return { price: toNumber(best.net), kind: `${kind} ${best.side}` };
  }
  return undefined;
}

/** Without those that this desk sent, and others on their side under the same name, such as one sent from the web client. */
function proposalsOfOthers(all: readonly Proposal[], journal: readonly Action[]): readonly Proposal[] {
  const sent = new Set<string | undefined>(
    journal.flatMap(({ proposalId }) => (proposalId === undefined ? [] : [proposalId])),
  );
  const own = all.filter(({ id }) => sent.has(id));
  return all.filter(
    ({ id, counterparty, direction }) =>
      !sent.has(id) &&
      !own.some(
        (one) =>
          counterparty !== undefined && one.counterparty === counterparty && one.direction === direction,
      ),
  );
}

/** A proposal stands on the side of whoever made it. */
const SIDES = ['bid', 'ask'] as const;

/** How far the desk's one quote is from the best of the others; empty where either is missing. */
function distance(request: Request, desk: FormulaContext): Cell {
  const nets = netsOf(desk, request.id);
  if (nets instanceof CellFailure) return nets;
  const [own, another] = nets;
  if (own === undefined || another !== undefined) return '';
  const found = bestOfOthers(request, desk);
  if (found instanceof CellFailure) return orEmpty(found);
  if (found.net === undefined) return '';
  return found.net instanceof CellFailure ? found.net : Number(subtractedDecimals(own, found.net));
}
