import { comparedPrice } from '../../domain/offer-price';
import { commodityInWords, productInWords } from '../../domain/delivery/product-words';
import { subtractedDecimals } from '../../domain/decimal';
import { statedPrice, type Price } from '../../domain/price';
import type { NarrowerBounds } from '../../domain/program/bounds';
import type { Program, ProgramRow, ProgramRowState } from '../../domain/program/program';
import type { ProgramKind, ProgramOffer } from '../../domain/program/wanted';
import type { Request } from '../../domain/request';
import { oppositeOf, takerActions } from '../../domain/role';
import type { Fact } from '../ui/facts';
import { age, type Formatters } from '../ui/formatters';
import { priceInShort } from '../ui/text/offer-text';
import { sentPriceInWords } from '../ui/text/own-offer-text';
import { withUnit } from '../ui/text/request-text';
import type { ReadRow } from './program-row';
import type { ProgramPreview } from './sheet-program';

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
  /** The desk does not hear what is live by now. */
  readonly isUnheard?: boolean | undefined;
  /** Before the start: what it would do with the row; `reading` while the gateway is asked. */
  readonly would?: Would | 'reading' | undefined;
}

/** What a start would do with one row. A row that would go is held all the same while a warning of it is not ticked. */
export interface Would extends Pick<ProgramPreview['rows'][number], 'would' | 'says' | 'deviation'> {
  readonly isUnticked: boolean;
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
  const [certificate] = request.legs;
  // Its power is bought and sold: three sides would say nothing.
  if (request.swapType !== undefined)
    return `${capital(sides[0] ?? '')} ${commodityInWords(certificate?.commodity ?? '')}, swap power ${amount}`.trim();
  return `${sides.map(capital).join('/')} ${amount}`.trim();
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

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
  nothing: 'nothing to send',
  'not-sent': 'not sent',
  unknown: 'outcome not known',
  filled: 'filled, ended',
  stopped: 'ended',
};

/** That it is "not live" would read as off the market, where it may be taken. */
export const NOT_KNOWN_NOW = 'not known now';
/** Nobody knows by now whether what was in step is. */
const isInDoubt = ({ told, isUnheard }: ShownRow): boolean => isUnheard === true && told?.state === 'in-step';

/** How the row stands, in one line: the difference while it changes, else its state or the reason. */
export function standingInWords(row: ShownRow, formatters: Formatters): string {
  const { told, why, wanted, request, would } = row;
  if (isInDoubt(row)) return NOT_KNOWN_NOW;
  if (!told)
    return wanted && would
      ? wouldInWords(would, formatters)
      : (why ?? (wanted ? 'not started' : STATES.nothing));
  const apart = [netOfOffer(told.wanted, request), netOfOffer(told.live?.offer, request)];
  const [from, to] = apart;
  if ((told.state === 'changing' || told.state === 'delayed') && from !== undefined && to !== undefined) {
    const difference = subtractedDecimals(from, to).replace('-', '');
    const lag = told.lagMs === undefined ? '' : ` · ${(told.lagMs / 1000).toFixed(1)} s`;
    return `${formatters.price(difference)}${lag}`;
  }
  const reason = told.says ?? told.why;
  if (told.state === 'not-sent' && reason !== undefined) return `${STATES[told.state]}: ${reason}`;
  return reason ?? STATES[told.state];
}

function wouldInWords(would: Would | 'reading', formatters: Formatters): string {
  if (would === 'reading') return 'being read';
  if (would.would === 'held') return `held: ${would.says ?? 'it is not sent'}`;
  if (would.isUnticked) return 'held: tick its warning';
  if (would.would === 'nothing') return would.says ?? STATES.nothing;
  const market = would.deviation && statedPrice(would.deviation.amount);
  const away = market === undefined ? '' : `, ${formatters.signed(market)} from the market`;
  return `${would.would === 'change' ? 'replaces what is live' : 'new'}${away}`;
}

const isHeldBefore = ({ told, wanted, would }: ShownRow): boolean =>
  !told &&
  wanted !== undefined &&
  would !== undefined &&
  would !== 'reading' &&
  (would.would === 'held' || would.isUnticked);

export type RowTone = 'good' | 'mine' | 'warning' | 'bad' | 'plain';
const TONES: Readonly<Record<ProgramRowState, RowTone>> = {
  'in-step': 'good',
  changing: 'mine',
  delayed: 'mine',
  held: 'warning',
  withdrawing: 'mine',
  withdrawn: 'plain',
  nothing: 'plain',
  'not-sent': 'plain',
  unknown: 'bad',
  filled: 'plain',
  stopped: 'plain',
};
export const toneOf = (row: ShownRow): RowTone =>
  isInDoubt(row) ? 'warning' : row.told ? TONES[row.told.state] : isHeldBefore(row) ? TONES.held : 'plain';

export const stateTerm = (row: ShownRow): string =>
  isInDoubt(row)
    ? NOT_KNOWN_NOW
    : row.told
      ? STATES[row.told.state]
      : isHeldBefore(row)
        ? STATES.held
        : row.wanted
          ? 'not started'
          : STATES.nothing;

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
  { percent, amount, spread }: NonNullable<NarrowerBounds['stepMax']>,
  formatters: Formatters,
): string => {
  const single = [
    percent !== undefined && `${formatters.quantity(percent)} %`,
    amount !== undefined && formatters.price(amount),
  ].filter(Boolean);
  const parts = [
    single.length > 1 ? `${single.join(' or ')}, whichever is more` : single[0],
    spread !== undefined && `${formatters.price(spread)} of a spread`,
  ].filter(Boolean);
  return parts.length === 0 ? 'not bound' : parts.join('; ');
};

const amounts = (
  all: readonly { readonly unit: string; readonly amount: string }[],
  formatters: Formatters,
): string => all.map(({ unit, amount }) => `${formatters.quantity(amount)} ${unit}`).join(', ');

export const amountsInWords = amounts;

/** Money has cents or none, and never one decimal. */
export const moneyInWords = (
  all: readonly { readonly unit: string; readonly amount: string }[],
  formatters: Formatters,
): string =>
  all
    .map(({ unit, amount }) => {
      const money = amount.includes('.') ? formatters.money(amount) : formatters.whole(amount);
      return `${money} ${unit}`;
    })
    .join(', ');

/** The bounds that are reached most, in one line. */
export function boundsInShort(bounds: Program['bounds'], formatters: Formatters): string {
  const { stepMax, volume, notional, changesPerMinute, fills } = bounds;
  const step = stepMax.percent === undefined ? '' : `step ${formatters.quantity(stepMax.percent)} %`;
  return [
    step,
    `${amounts(volume.slice(0, 1), formatters)} live`,
    moneyInWords(notional.slice(0, 1), formatters),
    `${formatters.count(changesPerMinute)} changes a minute`,
    `stops after ${formatters.count(fills.count)} fills`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** "2 fills, 4 MW": what was traded, with its quantity. */
export function fillsInWords({ count, volumes }: Program['fills'], formatters: Formatters): string {
  const noun = count === 1 ? 'fill' : 'fills';
  return [`${formatters.count(count)} ${noun}`, amounts(volumes, formatters)].filter(Boolean).join(', ');
}

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
    ['Money at once', moneyInWords(bounds.notional, formatters)],
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

/** Wanted rows of the sheet, before the start. */
export const draftRows = (
  read: readonly ReadRow[],
  wouldOf: (key: string) => ShownRow['would'],
): ShownRow[] =>
  read.map(({ key, request, wanted: { row, requestId, direction, offer, why } }) => ({
    key,
    row,
    requestId,
    direction,
    request,
    wanted: offer,
    why,
    would: wouldOf(key),
  }));

/** Wanted rows of the sheet beside what the gateway has of them; what the sheet has no more stands last. */
export function shownRows(
  read: readonly ReadRow[],
  told: Program,
  {
    keyOf,
    requestOf,
  }: {
    readonly keyOf: (row: ProgramRow) => string;
    /** A request that the sheet says nothing of any more. */
    readonly requestOf: (row: ProgramRow) => Request | undefined;
  },
): ShownRow[] {
  const byKey = new Map(told.rows.map((row) => [keyOf(row), row]));
  const here = read.map(({ key, request, wanted }): ShownRow => {
    const row = byKey.get(key);
    byKey.delete(key);
    const { requestId, direction, offer, why } = wanted;
    const known = request ?? (row && requestOf(row));
    return { key, row: wanted.row, requestId, direction, request: known, wanted: offer, why, told: row };
  });
  const gone = [...byKey].map(([key, row]): ShownRow => ({
    key,
    row: row.row,
    requestId: row.requestId,
    direction: row.direction,
    request: requestOf(row),
    wanted: row.wanted,
    why: row.why,
    told: row,
  }));
  return [...here, ...gone];
}
