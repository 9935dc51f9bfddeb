import { comparedPrice, isPricedAsSwap } from '../../domain/offer-price';
import type { Price } from '../../domain/price';
import { oppositeOf, roleOf } from '../../domain/role';
import {
  differingPriceUnits,
  isPartlyTraded,
  isTradedWhole,
  sidesOf,
  type Request,
} from '../../domain/request';
import { netPrice } from '../../domain/offers';
import { subtractedDecimals } from '../../domain/decimal';
import { plainName } from '../../domain/field-name';
import { CellFailure } from '../cells/cell-failure';
import { lateFormulas } from '../cells/late-formulas';
import { cellOf, type Cell } from '../cells/cells';
import { valueOf, type FormulaContext } from '../cells/context';
import { ageOf } from './age-of';
import { bestQuote, priceOf } from './best-price';
import { depthOf } from './depth';
import { meanings, REQUEST_FIELDS } from './fields';
import { joined, legValue } from './leg-value';
import { myOffers } from './my-quote';
import { beside, bestOfOthers, reference } from './reference';
import type { Column, ColumnChoice } from './tables';

/** A request, and the desk that knows what hangs on it. */
export interface RequestRow {
  readonly request: Request;
  readonly desk: FormulaContext;
  /** Why only what never changes of it may be shown: the platform last told of it too long ago. */
  readonly stale?: CellFailure | undefined;
  /** Names of the columns that stand beside each other. */
  readonly names: readonly string[];
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
        (await import(/* webpackChunkName: "delivery" */ '../../domain/delivery/product-with-clearing'))
          .productWithClearing,
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
  { name: 'reference', cell: (row) => ofReference(row, 'price') },
  { name: 'reference kind', cell: (row) => ofReference(row, 'kind') },
  { name: 'quotes', cell: ({ request, desk }) => depthOf(desk, request.id)[0] },
  { name: 'my quote', cell: ({ request, desk }) => mine(request, desk) },
  { name: 'distance', cell: ({ request, desk }) => distance(request, desk) },
  { name: 'age', cell: age },
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
  staleOf: ({ stale }) => stale,
  lasting: new Set([
    ...['request-id', 'role', 'contract', 'spread-type', 'commodity', 'market', 'delivery-start'],
    ...['delivery-end', 'action', 'quantity-unit', 'created-at', 'product', 'marks', 'load-profile'],
    ...['price-unit', 'you'],
  ]),
  // What this desk has live, and how long ago it was told of prices, it knows by its own account.
  ownAccount: new Set(['my quote', 'age']),
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

/** What is to be done about it: nothing once it is over, or once this desk's offer was taken. Saved sheets look for these words: a firm proposal has none of its own. */
function standing({ request, desk }: RequestRow): Cell {
  if (request.state !== 'open') return request.state;
  const role = roleOf(request);
  if (role === 'initiator') return 'mine';
  if (role === 'unknown') return '';
  const live = myOffers(desk, request.id);
  if (live instanceof CellFailure) return live;
  if (live.length > 0) return 'quoted';
  const trades = valueOf(desk, { kind: 'own-trades' });
  if (trades instanceof CellFailure) return trades;
  const isMine = trades.some(({ requestId, state }) => state === 'own' && requestId === request.id);
  if (!isMine) return 'to quote';
  // Of what was taken in part the rest is still asked for; whether there is a rest not every platform says.
  if (isTradedWhole(request)) return 'filled';
  return isPartlyTraded(request) ? 'to quote' : 'taken';
}

function best(request: Request, desk: FormulaContext): Cell {
  const found = bestQuote(desk, request.id, beside(request));
  return found instanceof CellFailure ? found : priceOf(found);
}

function ofReference({ request, desk }: RequestRow, what: 'price' | 'kind'): Cell {
  const found = reference(request, desk);
  return found instanceof CellFailure ? found : (found?.[what] ?? '');
}

/** How old the prices beside it are: the older age where best and reference come from two lists. */
function age({ request, desk, names }: RequestRow): Cell {
  const { id } = request;
  const on = (kind: 'quotes' | 'proposals'): Cell => ageOf(desk, { kind, id }, { everyMs: AGE_EVERY_MS });
  const found = names.some(isOf('reference')) ? reference(request, desk) : undefined;
  if (found === undefined || found instanceof CellFailure || found.on === 'quotes') return on('quotes');
  const isBestShown = names.some(isOf('best')) && typeof best(request, desk) === 'number';
  const [quotes, proposals] = [isBestShown ? on('quotes') : 0, on('proposals')];
  return typeof quotes === 'number' && typeof proposals === 'number'
    ? Math.max(quotes, proposals)
    : proposals;
}

const isOf =
  (column: string) =>
  (name: string): boolean =>
    meanings(name).some((one) => plainName(one).startsWith(column));

/** What the desk's quotes, or else its firm proposal, are compared by: the net price, of a swap the certificate's. */
function ownPrices(request: Request, desk: FormulaContext): readonly Price[] | CellFailure {
  const offers = myOffers(desk, request.id);
  if (offers instanceof CellFailure) return offers;
  const sides = differingPriceUnits(request) ? undefined : sidesOf(request);
  return offers.flatMap(
    ({ price }) => (isPricedAsSwap(request) ? comparedPrice(price, request) : netPrice(price, sides)) ?? [],
  );
}

function mine(request: Request, desk: FormulaContext): Cell {
  const nets = ownPrices(request, desk);
  if (nets instanceof CellFailure) return nets;
  const value = joined(nets.map(Number));
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

/** How far the desk's one quote is from the best of the others; empty where either is missing. */
function distance(request: Request, desk: FormulaContext): Cell {
  const nets = ownPrices(request, desk);
  if (nets instanceof CellFailure) return nets;
  const [own, another] = nets;
  if (own === undefined || another !== undefined) return '';
  const found = bestOfOthers(request, desk);
  if (found instanceof CellFailure) return orEmpty(found);
  if (found.net === undefined) return '';
  return found.net instanceof CellFailure ? found.net : Number(subtractedDecimals(own, found.net));
}
