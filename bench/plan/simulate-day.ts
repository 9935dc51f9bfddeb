import { RequestId } from '../../src/domain/identifiers';
import { seededChance, type Chance } from '../../src/effects/chance';
import { ManualClock } from '../../src/effects/manual-clock';
import { DayMeter, RESERVE_SHARE } from './day-meter';
import { PriceService, type PriceMoves } from './price-service';
import { ageQuantileMs, currentShare, evenReads, shownMs, type PriceDay } from './shown-prices';
import { pricedCell, simulatedDesk } from './simulated-desk';

interface Market {
  readonly requests: number;
  /** Median time between two moves of a price; rates are log-normal over the requests. */
  readonly movesEveryMs: number;
  /** Standard deviation of the logarithm of the rates. */
  readonly unevenness: number;
}

/** A Poisson process per request, with log-normal rates. */
function priceMoves(
  { requests, movesEveryMs, unevenness }: Market,
  endMs: number,
  chance: Chance,
): PriceMoves {
  const moves = Array.from({ length: requests }, (_, index) => {
    const everyMs = movesEveryMs * Math.exp(unevenness * normal(chance));
    const own: number[] = [];
    for (let at = exponential(everyMs, chance); at < endMs; at += exponential(everyMs, chance)) own.push(at);
    return [RequestId.parse(`RQ-${index + 1}`), own] as const;
  });
  return new Map(moves);
}

const exponential = (meanMs: number, chance: Chance): number => -meanMs * Math.log(1 - chance());
const normal = (chance: Chance): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());

const HOUR_MS = 3_600_000;
/** 08:00 in Berlin on a day without a change of the clocks. */
const STARTS_AT = Date.parse('2026-11-20T07:00:00Z');
const STARTS_MINUTES = 8 * 60;
/** What the planner keeps for the time after the trading day. */
const EVENING_SHARE = 0.05;

interface SimulatedDay {
  readonly seed: number;
  /** Open requests, each with its quotes in a cell. The list of open requests is watched too. */
  readonly requests: number;
  readonly hours: number;
  readonly perDay: number;
  /** When the day's count starts again; 16 unless said, at midnight. */
  readonly resetsAfterHours?: number;
  /** Median time between two moves of a price; rates are log-normal over the requests. */
  readonly movesEveryMs?: number;
  /** Standard deviation of the logarithm of the rates. */
  readonly unevenness?: number;
  /** Somebody else uses the key: this many calls of the day are gone at that hour. */
  readonly vanishing?: { readonly afterHours: number; readonly calls: number };
}

interface DayFigures {
  readonly callsUsed: number;
  readonly callsLeft: number;
  readonly listCalls: number;
  /** A read was refused, or polling touched what is kept for actions. */
  readonly ranDry: boolean;
  readonly refused: number;
  readonly ageMedianMs: number;
  readonly ageP95Ms: number;
  readonly ageMaxMs: number;
  /**
   * What any schedule could reach at best over the day. With N prices, C spendable calls (the day's less the reserve and
   * the share for the evening) and a day of T ms, C / N reads of each price leave gaps of T·N / C on average, and for a
   * given number of reads the sum of the ages is least when all gaps are equal. An age is then uniform
   * from 0 to T·N / C: the median is half of that, the 95th percentile 0.95 of it, and no schedule's oldest price is younger than
   * all of it.
   */
  readonly bestMedianMs: number;
  readonly bestP95Ms: number;
  readonly bestMaxMs: number;
  /** Share of the time in which a cell showed no price because it was past its age limit. */
  readonly staleShare: number;
  /** Share of the time in which the shown price was the service's own. */
  readonly currentShare: number;
  /** The same when as many calls read one price after the other in turn. */
  readonly currentShareEven: number;
}

/** A trading day of the real book of answers and the real planner in fake time, over a service in memory. */
export async function simulateDay(day: SimulatedDay): Promise<DayFigures> {
  const clock = new ManualClock(STARTS_AT);
  const chance = seededChance(day.seed);
  const endMs = day.hours * HOUR_MS;
  const { requests, movesEveryMs = 20 * 60_000, unevenness = 1, resetsAfterHours = 16, vanishing } = day;
  const moves = priceMoves({ requests, movesEveryMs, unevenness }, endMs, chance);
  const reads = new Map([...moves.keys()].map((id) => [id, [] as number[]]));
  const resetsAt = STARTS_AT + resetsAfterHours * HOUR_MS;
  const meter = new DayMeter({ perDay: day.perDay, resetsAt, ...(vanishing && { vanishing }) }, clock);
  const service = new PriceService({
    moves,
    elapsedMs: () => clock.monotonicMs(),
    take: (ask) => meter.take(ask),
    onRead: (id, atMs) => void reads.get(id)?.push(atMs),
  });
  const tradingDay = { fromMinutes: STARTS_MINUTES, toMinutes: STARTS_MINUTES + day.hours * 60 };
  const { book, planner } = simulatedDesk(service, meter, { day: tradingDay, clock, chance });
  const cells = [...moves.keys()].map((id) => pricedCell(book, clock, id));
  const stopList = book.watch({ kind: 'open-requests' }, () => undefined);
  await clock.advance(endMs);
  const used = meter.used;
  const listCalls = used - sum([...reads.values()].map(({ length }) => length));
  const staleMs = sum(cells.map((cell) => cell.staleMs()));
  stopList();
  planner.stop();
  const days = [...moves].map(([id, own]): PriceDay => ({ moves: own, reads: reads.get(id) ?? [] }));
  const shown = days.flatMap((one) => shownMs(one, endMs));
  const spendable = day.perDay * (1 - RESERVE_SHARE - EVENING_SHARE) - (day.vanishing?.calls ?? 0);
  const bestGapMs = (day.requests * endMs) / spendable;
  const even = evenReads(day.requests, used, endMs);
  return {
    callsUsed: used,
    callsLeft: meter.left,
    listCalls,
    ranDry: meter.refused > 0 || meter.left < meter.reserve,
    refused: meter.refused,
    ageMedianMs: ageQuantileMs(shown, 0.5),
    ageP95Ms: ageQuantileMs(shown, 0.95),
    ageMaxMs: Math.max(...shown),
    bestMedianMs: bestGapMs / 2,
    bestP95Ms: bestGapMs * 0.95,
    bestMaxMs: bestGapMs,
    staleShare: staleMs / (day.requests * endMs),
    currentShare: currentShare(days, endMs),
    currentShareEven: currentShare(
      days.map((one, price) => ({ ...one, reads: even[price] ?? [] })),
      endMs,
    ),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
