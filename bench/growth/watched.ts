import { RequestId } from '../../src/domain/identifiers';
import { resourceKey } from '../../src/domain/resources/resource';
import { seededChance } from '../../src/effects/chance';
import { ManualClock } from '../../src/effects/manual-clock';
import { taken } from '../energy/positions';
import { heapBytes } from '../kit/heap';
import { DayMeter } from '../plan/day-meter';
import { PriceService } from '../plan/price-service';
import { simulatedDesk } from '../plan/simulated-desk';
import { percentile } from '../report/report';
import type { Figures, Grown } from './grown';

const STARTS_AT = Date.parse('2026-11-20T07:00:00Z');
const ALL_DAY = { fromMinutes: 0, toMinutes: 24 * 60 };
const DAY_MS = 86_400_000;
const ROUNDS = 60;
const ROUND_MS = 1_000;
/** The forecast of the day is worked out anew at most once a second, for all: most prices do not meet it. */
const MOVES_EVERY_MS = 250;
const MOVING_MS = 300_000;
const MB = 1_000_000;

/** The book of answers and the planner in fake time, with the quotes of so many requests in sight. */
export async function grownWatched(counts: readonly number[]): Promise<Grown> {
  const figures: Figures[] = [];
  for (const count of counts) {
    console.error(`${count} watched resources…`);
    figures.push(await measured(count));
  }
  return { scenario: 'watched resources', unit: 'resources', counts, figures };
}

async function measured(count: number): Promise<Figures> {
  const before = heapBytes();
  const clock = new ManualClock(STARTS_AT);
  const moves = Array.from({ length: MOVING_MS / MOVES_EVERY_MS }, (_, at) => at * MOVES_EVERY_MS);
  const ids = Array.from({ length: count }, (_, at) => RequestId.parse(`RQ-${at + 1}`));
  // Twice as many calls as there are resources, so that the plan has something to give.
  const meter = new DayMeter({ perDay: 10_000 + 2 * count, resetsAt: STARTS_AT + DAY_MS }, clock);
  const service = new PriceService({
    moves: new Map(ids.map((id) => [id, moves])),
    elapsedMs: () => clock.monotonicMs(),
    take: (ask) => meter.take(ask),
    onRead: () => undefined,
  });
  const { book, planner } = simulatedDesk(service, meter, { day: ALL_DAY, clock, chance: seededChance(1) });
  let told = 0;
  for (const id of ids) book.watch({ kind: 'quotes', id }, () => (told += 1));
  await clock.advance(ROUND_MS);
  const roundMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    planner.wake();
    roundMs.push(await taken(() => clock.advance(ROUND_MS)));
  }
  const first = ids[0] ?? RequestId.parse('RQ-1');
  const priceMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await clock.advance(MOVES_EVERY_MS);
    const toldBefore = told;
    priceMs.push(await taken(() => book.poll(resourceKey({ kind: 'quotes', id: first }), 'asked')));
    if (told === toldBefore) throw new Error('A price was not told.');
  }
  const heap = heapBytes();
  planner.stop();
  return {
    'a second of planning, processor ms': percentile(roundMs, 0.5),
    'one price to who watches it, ms': percentile(priceMs, 0.5),
    'memory for each, kB': (heap - before) / count / 1_000,
    'memory, MB': (heap - before) / MB,
  };
}
