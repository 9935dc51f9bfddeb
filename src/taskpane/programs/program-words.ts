import { comparedPrice } from '../../domain/offer-price';
import { productInWords } from '../../domain/delivery/product-words';
import { subtractedDecimals } from '../../domain/decimal';
import type { Price } from '../../domain/price';
import type { NarrowerBounds } from '../../domain/program/bounds';
import type { Program, ProgramRow, ProgramRowState } from '../../domain/program/program';
import type { ProgramKind, ProgramOffer, WantedRow } from '../../domain/program/wanted';
import type { Request } from '../../domain/request';
import { oppositeOf, takerActions } from '../../domain/role';
import type { Fact } from '../ui/facts';
import { age, type Formatters } from '../ui/formatters';
import { priceInShort } from '../ui/text/offer-text';
import { sentPriceInWords } from '../ui/text/own-offer-text';
import { withUnit } from '../ui/text/request-text';

export const KIND_WORDS: Readonly<Record<ProgramKind, string>> = {
  quotes: 'Quotes',
  'firm-proposals': 'Firm price proposals',
  'indicative-proposals': 'Indicative price proposals',
};

/** "quote" or "proposal", counted. */
export function offersInWords(count: number, kind: ProgramKind, formatters: Formatters): string {
  const noun = kind === 'quotes' ? 'quote' : 'proposal';
  return `${formatters.count(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** A row as it is shown: what the sheet wants, and what the gateway has of it. */
export interface ShownRow {
  readonly key: string;
  readonly row: number;
  readonly requestId: string;
  readonly request?: Request | undefined;
  readonly direction: 'bid' | 'ask';
  readonly wanted?: ProgramOffer | undefined;
  readonly why?: string | undefined;
  readonly told?: ProgramRow | undefined;
}

export const productOfRow = ({ request, requestId }: ShownRow): string =>
  request ? productInWords(request) : requestId;

/** "Sell 10 MW", or of a spread "Buy/Sell 15 MW": what this desk does if it trades. */
export function sideOfRow({ request, direction, wanted, told }: ShownRow, formatters: Formatters): string {
  const quantity = (wanted ?? told?.live?.offer ?? told?.wanted)?.quantity;
  const unit = request?.legs[0]?.quantityUnit;
  const amount = quantity === undefined ? '' : withUnit(formatters.quantity(quantity), unit);
  if (!request) return [direction, amount].filter(Boolean).join(' ');
  const sides = takerActions(request, direction).map(oppositeOf);
  return `${sides.map((side) => side.charAt(0).toUpperCase() + side.slice(1)).join('/')} ${amount}`.trim();
}

export function offerPrice(
  offer: ProgramOffer | undefined,
  request: Request | undefined,
  formatters: Formatters,
): string {
  if (!offer) return '–';
  return request
    ? priceInShort(offer.price, { request, formatters })
    : sentPriceInWords(offer.price, formatters);
}

/** The one price by which offers of a row are compared. */
export const netOfOffer = (
  offer: ProgramOffer | undefined,
  request: Request | undefined,
): Price | undefined => offer && request && comparedPrice(offer.price, request);

const STATES: Readonly<Record<ProgramRowState, string>> = {
  'in-step': 'in step',
  changing: 'changing',
  delayed: 'waits for its turn',
  held: 'held',
  withdrawing: 'withdrawing',
  withdrawn: 'withdrawn',
  nothing: 'nothing wanted',
  unknown: 'outcome not known',
  filled: 'filled, ended',
  stopped: 'ended',
};

/** How the row stands, in one line: the difference while it changes, else its state or the reason. */
export function standingInWords({ told, why, wanted, request }: ShownRow, formatters: Formatters): string {
  if (!told) return why ?? (wanted ? 'not started' : STATES.nothing);
  const apart = [netOfOffer(told.wanted, request), netOfOffer(told.live?.offer, request)];
  const [from, to] = apart;
  if ((told.state === 'changing' || told.state === 'delayed') && from !== undefined && to !== undefined) {
    const difference = subtractedDecimals(from, to).replace('-', '');
    const lag = told.lagMs === undefined ? '' : ` · ${(told.lagMs / 1000).toFixed(1)} s`;
    return `${formatters.price(difference)}${lag}`;
  }
  return told.says ?? told.why ?? STATES[told.state];
}

export type RowTone = 'good' | 'mine' | 'warning' | 'bad' | 'plain';
const TONES: Readonly<Record<ProgramRowState, RowTone>> = {
  'in-step': 'good',
  changing: 'mine',
  delayed: 'mine',
  held: 'warning',
  withdrawing: 'mine',
  withdrawn: 'plain',
  nothing: 'plain',
  unknown: 'bad',
  filled: 'plain',
  stopped: 'plain',
};
export const toneOf = ({ told }: ShownRow): RowTone => (told ? TONES[told.state] : 'plain');

export const stateTerm = ({ told, wanted }: ShownRow): string =>
  told ? STATES[told.state] : wanted ? 'not started' : STATES.nothing;

/** What is known of a row beyond its line. */
export function rowFacts({ told, row, requestId }: ShownRow, now: number, formatters: Formatters): Fact[] {
  return [
    ['Row', `${row + 1}, ${requestId}`],
    ...(told?.live
      ? ([
          ['Live since', `${formatters.time(told.live.since)}, ${age(now - told.live.since)}`],
        ] satisfies Fact[])
      : []),
    ...(told?.lagMs === undefined ? [] : ([['Lag', `${(told.lagMs / 1000).toFixed(1)} s`]] satisfies Fact[])),
    ...(told
      ? ([
          ['Changes', formatters.count(told.changes)],
          ['Calls', formatters.count(told.calls)],
          ['Fills', formatters.count(told.fills)],
        ] satisfies Fact[])
      : []),
  ];
}

const distance = (
  { percent, spread }: NonNullable<NarrowerBounds['stepMax']>,
  formatters: Formatters,
): string =>
  [
    percent !== undefined && `${formatters.quantity(percent)} %`,
    spread !== undefined && `${formatters.price(spread)} of a spread`,
  ]
    .filter(Boolean)
    .join(', ');

const amounts = (
  all: readonly { readonly unit: string; readonly amount: string }[],
  formatters: Formatters,
): string => all.map(({ unit, amount }) => `${formatters.quantity(amount)} ${unit}`).join(', ');

export const amountsInWords = amounts;

/** What a program is held to. */
export function boundsFacts(bounds: Program['bounds'], formatters: Formatters): Fact[] {
  const { fills, filled } = bounds;
  return [
    ['Largest step at once', distance(bounds.stepMax, formatters)],
    ['From the best', `within ${distance(bounds.bestDeviation, formatters)}`],
    ['From the last trade', `within ${distance(bounds.lastDeviation, formatters)}`],
    ['From fair', `within ${distance(bounds.fairDeviation, formatters)}`],
    ['Between two changes', `at least ${bounds.betweenMs / 1000} s`],
    ['Changes', `at most ${formatters.count(bounds.changesPerMinute)} a minute`],
    ['Live at once', amounts(bounds.volume, formatters)],
    ['Money at once', amounts(bounds.notional, formatters)],
    [
      'Stops after',
      `${formatters.count(fills.count)} fills in ${age(fills.withinMs)}, or ${amounts(filled.volume, formatters)} in ${age(filled.withinMs)}`,
    ],
    ['Data', `not older than ${age(bounds.dataAgeMs)}`],
    [
      'Ends',
      bounds.until === undefined
        ? 'when trading is off'
        : `${formatters.time(bounds.until)}, or when trading is off`,
    ],
  ];
}

/** Wanted rows of the sheet beside what the gateway has of them; what the sheet has no more stands last. */
export function shownRows(
  read: readonly { readonly key: string; readonly request?: Request; readonly wanted: WantedRow }[],
  told: Program | undefined,
  keyOf: (row: ProgramRow) => string,
): ShownRow[] {
  const byKey = new Map((told?.rows ?? []).map((row) => [keyOf(row), row]));
  const here = read.map(({ key, request, wanted }): ShownRow => {
    const row = byKey.get(key);
    byKey.delete(key);
    const { requestId, direction, offer, why } = wanted;
    return { key, row: wanted.row, requestId, direction, request, wanted: offer, why, told: row };
  });
  const gone = [...byKey].map(([key, row]): ShownRow => ({
    key,
    row: row.row,
    requestId: row.requestId,
    direction: row.direction,
    wanted: row.wanted,
    why: row.why,
    told: row,
  }));
  return [...here, ...gone];
}
