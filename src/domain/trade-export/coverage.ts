import type { Environment } from '../desk-status';
import type { CapturedTrade } from '../trade';
import type { TradeId } from '../identifiers';
import { isCancelled } from '../trade-state';
import type { DownloadSelection, TradeDownload } from '../trade-download';
import { TradeSums } from './sums';
import { worthOf } from './worth';

/** A day asked for, and when the platform's list of its trades was read (epoch ms); absent where it never was. */
export interface CoveredDay {
  readonly day: string;
  /** Epoch ms at which it begins, and at which the next one does. */
  readonly from: number;
  readonly to: number;
  readonly listedAt?: number | undefined;
}

/** What a file of trades covers, as it was known when it began to be written. */
export interface Coverage {
  readonly environment: Environment;
  readonly version: string;
  readonly wanted: DownloadSelection;
  /** IANA zone of the days. */
  readonly zone: string;
  readonly days: readonly CoveredDay[];
  /** Trades that the list names and whose details are not stored. */
  readonly missing: number;
  /** Standard spreads that the desk accepted on these days and whose trades are not listed before their leg prices are entered. */
  readonly unpriced?: number | undefined;
  /** What the newest download of just these trades set aside; absent where none is known. */
  readonly setAside?: number | undefined;
  /** Trades that the platform had corrected, as that download found; absent where none is known. */
  readonly corrected?: readonly string[] | undefined;
  /** As that download found: a trade of another time that was listed for days, whose list so may not be whole. */
  readonly unfiltered?: TradeDownload['unfiltered'];
  /** Trades that are the desk's own, and that the list does not name. */
  readonly ownUnlisted?: readonly TradeId[] | undefined;
  /** Trades that the list names among these, and whose own records say another day, venue or commodity: the file has them. */
  readonly elsewhere?: readonly TradeId[] | undefined;
  /** The file is a beginning: it has no more trades than this. */
  readonly rowsMax?: number | undefined;
}

/** Counts of what was written. */
export interface Written {
  readonly trades: number;
  readonly legs: number;
  readonly provisional: number;
  readonly unlisted: number;
  /** Undone by their own records: in the file, and in no sum. */
  readonly cancelled: number;
  /** Trades whose energy or money of the whole delivery is blank. */
  readonly noEnergy: number;
  readonly noNotional: number;
  /** What the legs come to, by name, in exact decimal text; absent where nobody added them up. */
  readonly sums?: Readonly<Record<string, string>>;
}

export const NOTHING_WRITTEN: Written = {
  trades: 0,
  legs: 0,
  provisional: 0,
  unlisted: 0,
  cancelled: 0,
  noEnergy: 0,
  noNotional: 0,
};

/** What the sheet about the file says of its completeness: a name and a text in each row. */
export function coverageRows(coverage: Coverage, written: Written, now: number): string[][] {
  const { environment, version, wanted, zone, missing, setAside, corrected } = coverage;
  const { from, to, venues, commodities } = wanted;
  const problems = problemsOf(coverage, written, now);
  return [
    ['program', `SpreadDesk ${version}`],
    ['environment', environment],
    ['days asked for', `${from} to ${to}, both included, in ${zone}`],
    ['venues', venues?.join(', ') ?? 'all'],
    ['commodities', commodities?.join(', ') ?? 'all'],
    ['trades in this file', String(written.trades)],
    ['rows of legs in this file', String(written.legs)],
    ['provisional: prices are still to be entered', String(written.provisional)],
    ['not listed any more by the platform', String(written.unlisted)],
    ['cancelled by their records (column cancelled), and in no sum', String(written.cancelled)],
    ['listed by the platform, but not stored', String(missing)],
    ['could not be read by the newest download of just these trades', setAside?.toString() ?? NO_DOWNLOAD],
    ['corrected by the platform, as that download found', corrected ? correctedIn(corrected) : NO_DOWNLOAD],
    ['without energy-mwh', `${written.noEnergy}${written.noEnergy > 0 ? BLANK : ''}`],
    ['without notional', `${written.noNotional}${written.noNotional > 0 ? BLANK : ''}`],
    ['list of trades read at (UTC)', readingsIn(coverage)],
    ['list read without a gap until (UTC)', untilIn(coverage)],
    ['complete', problems.length === 0 ? COMPLETE : 'not proven: see below'],
    ...problems.map((problem) => ['not proven complete', problem]),
  ];
}

/** The same for a program, as a file beside the trades or on a screen. */
export interface CoverageFacts {
  readonly program: string;
  readonly environment: Environment;
  /** First and last day, both included, in this zone. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly venues: readonly string[] | null;
  readonly commodities: readonly string[] | null;
  readonly 'written-at': string;
  readonly trades: number;
  /** Quantity, energy and money of the legs, by commodity, side and unit or currency, in exact decimal text. */
  readonly sums: Readonly<Record<string, string>> | null;
  readonly provisional: number;
  readonly 'not-listed': number;
  /** In the file, and in no sum. */
  readonly cancelled: number;
  readonly missing: number;
  /** `null` where no download of just these trades is remembered. */
  readonly 'set-aside': number | null;
  /** Ids of the trades that the platform had corrected, as that download found. */
  readonly corrected: readonly string[] | null;
  /** First and last moment at which the list of a day was read. */
  readonly 'list-read-at': readonly string[];
  /** Until when the list was read without a gap. */
  readonly 'complete-until': string | null;
  readonly complete: boolean;
  /** What keeps it from being proven complete, a sentence each. */
  readonly problems: readonly string[];
  /** Whether a file of the same days that is written later can have more: days not read to their end, trades not stored, prices to be entered. */
  readonly 'fuller-later': boolean;
}

export function coverageFacts(coverage: Coverage, written: Written, now: number): CoverageFacts {
  const { environment, version, wanted, zone, missing, setAside, corrected, days } = coverage;
  const read = days.flatMap(({ listedAt }) => listedAt ?? []).sort((one, other) => one - other);
  const until = untilOf(coverage);
  const problems = problemsOf(coverage, written, now);
  return {
    program: `SpreadDesk ${version}`,
    environment,
    from: wanted.from,
    to: wanted.to,
    zone,
    venues: wanted.venues ?? null,
    commodities: wanted.commodities ?? null,
    'written-at': iso(now),
    trades: written.trades,
    sums: written.sums ?? null,
    provisional: written.provisional,
    'not-listed': written.unlisted,
    cancelled: written.cancelled,
    missing,
    'set-aside': setAside ?? null,
    corrected: corrected ?? null,
    'list-read-at': read.length === 0 ? [] : [read[0] ?? 0, read.at(-1) ?? 0].map(iso),
    'complete-until': until === undefined ? null : iso(until),
    complete: problems.length === 0,
    problems,
    'fuller-later': passingProblems(coverage, written, now).length > 0,
  };
}

/** What there is to count and to add up of what is written. */
export function counting(): {
  readonly written: Written;
  readonly sums: TradeSums;
  add(trade: CapturedTrade, legs: number): void;
  /** With the sums. */
  ended(): Written;
} {
  const written = { ...NOTHING_WRITTEN };
  const sums = new TradeSums();
  return {
    written,
    sums,
    add(trade, legs) {
      const { mwh, notional } = worthOf(trade);
      written.trades += 1;
      written.legs += legs;
      written.provisional += Number(trade.provisional);
      written.unlisted += Number(trade.unlisted ?? false);
      written.cancelled += Number(isCancelled(trade.trade.raw));
      written.noEnergy += Number(mwh === undefined);
      written.noNotional += Number(notional === undefined);
      sums.add(trade);
    },
    ended: () => ({ ...written, sums: sums.facts() }),
  };
}

const NO_DOWNLOAD = 'not known: no download of just these trades is remembered';
const COMPLETE = 'every trade that the platform listed for these days is in this file, with its prices';
const BLANK =
  ': of several legs (see the sheet legs), or without a known price, unit, load profile or delivery of whole days';
/** A standard spread is listed late and with the time of its deal. */
const UNPRICED_ASIDE = ', but for standard spreads whose leg prices are not entered yet';
const DAYS_NAMED_MAX = 10;
const IDS_NAMED_MAX = 20;
const CHECK_FILTERS =
  'Ask the operator what traded-at-from and traded-at-to are called and how they are written, and set lists.filters in the service profile; then download again.';

/** "0", "2: TR-1, TR-7" */
const correctedIn = (ids: readonly string[]): string =>
  ids.length === 0 ? '0' : `${ids.length}: ${namesIn(ids)}`;

function namesIn(ids: readonly string[]): string {
  const more = ids.length - IDS_NAMED_MAX;
  const named = ids.slice(0, IDS_NAMED_MAX).join(', ');
  return `${named}${more > 0 ? ` and ${more} more` : ''}`;
}

function problemsOf(coverage: Coverage, written: Written, now: number): string[] {
  const { setAside = 0, rowsMax, unfiltered, ownUnlisted = [], elsewhere = [] } = coverage;
  const { trades, unlisted } = written;
  return [
    ...(rowsMax !== undefined && trades >= rowsMax
      ? [`Only the first ${counted(rowsMax, 'trade')} were asked for.`]
      : []),
    ...passingProblems(coverage, written, now),
    ...(unfiltered ? [unfilteredIn(unfiltered)] : []),
    ...(ownUnlisted.length > 0
      ? [`The list does not name trades that are the desk's own: ${namesIn(ownUnlisted)}. ${CHECK_FILTERS}`]
      : []),
    ...(elsewhere.length > 0
      ? [
          `The list names ${namesIn(elsewhere)} among these, and the record says another day, venue or commodity: in this file, and perhaps in another one too. Ask the operator which is right.`,
        ]
      : []),
    ...(setAside > 0 ? [`${counted(setAside, 'entry', 'entries')} could not be read by the download.`] : []),
    ...(unlisted > 0
      ? [`${counted(unlisted, 'trade')} not listed any more (column not-listed): ask the operator.`]
      : []),
  ];
}

/** Those that a later download of the same days mends. */
function passingProblems(
  { days, missing, unpriced = 0, unfiltered }: Coverage,
  { provisional }: Written,
  now: number,
): readonly string[] {
  const ahead = days.filter(({ from }) => from > now);
  // To read the list once more as it was would change nothing.
  const isUnfiltered = (day: string): boolean =>
    unfiltered !== undefined && day >= unfiltered.from && day <= unfiltered.to;
  const unread = days.filter(
    ({ day, from, listedAt }) => from <= now && listedAt === undefined && !isUnfiltered(day),
  );
  const early = days.filter(({ to, listedAt }) => to <= now && listedAt !== undefined && listedAt < to);
  const running = days.filter(({ to, listedAt }) => to > now && listedAt !== undefined);
  return [
    ...named(unread, 'The list of trades was never read whole for'),
    ...named(early, 'The list was read before the end of the day, so later trades may be missing, for'),
    ...running.map(
      ({ day, listedAt = now }) => `${day} is not over: complete up to ${iso(listedAt)}${UNPRICED_ASIDE}.`,
    ),
    ...named(ahead, 'Not begun when this file was written:'),
    ...(unpriced > 0
      ? [
          `${counted(unpriced, 'accepted standard spread')} not listed before the leg prices are entered, then with the old time.`,
        ]
      : []),
    ...(missing > 0 ? [`${counted(missing, 'listed trade')} not stored, and so not in this file.`] : []),
    ...(provisional > 0 ? [`${counted(provisional, 'trade')} without all prices.`] : []),
  ];
}

function unfilteredIn({ from, to, tradeId, tradedAt }: NonNullable<Coverage['unfiltered']>): string {
  const days = from === to ? from : `${from} to ${to}`;
  return `Asked for ${days}, the platform listed ${tradeId} of ${iso(tradedAt)} too: it may not have chosen by those days, and trades may be missing. ${CHECK_FILTERS}`;
}

function named(days: readonly CoveredDay[], sentence: string): string[] {
  const [first] = days;
  if (!first) return [];
  const names = days.slice(0, DAYS_NAMED_MAX).map(({ day }) => day);
  const more = days.length - names.length;
  return [`${sentence} ${names.join(', ')}${more > 0 ? ` and ${counted(more, 'more day')}` : ''}.`];
}

function readingsIn({ days }: Coverage): string {
  const moments = days.flatMap(({ listedAt }) => listedAt ?? []).sort((one, other) => one - other);
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined) return 'never';
  return first === last ? iso(first) : `${iso(first)} to ${iso(last)}, day by day`;
}

function untilIn(coverage: Coverage): string {
  const until = untilOf(coverage);
  return until === undefined ? 'not known: the list of the first day was never read' : iso(until);
}

function untilOf({ days }: Coverage): number | undefined {
  let until: number | undefined;
  for (const { to, listedAt } of days) {
    if (listedAt === undefined) break;
    until = Math.min(to, listedAt);
    if (listedAt < to) break;
  }
  return until;
}

const iso = (epochMs: number): string => new Date(epochMs).toISOString();
const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
