import type { DaySample } from './month';

/** The first days fill what is kept in memory on purpose: the newest actions, the newest events. */
const WARMING_SHARE = 0.25;
const WARMING_DAYS_MIN = 2;
/** A row that is kept for good may take so much memory: the newest 5,000 actions stay with all that they say. */
const BYTES_PER_KEPT_ROW = 1_000;
/** Rows of these are kept for good: what the desk sent and traded, what it knows to be over, and what never changes again. */
const FOR_GOOD = ['journal', 'trade', 'listed_trade', 'own_trade', 'ended_offer', 'record'];
/** Rows of these are let go. */
export const LET_GO = ['event', 'seen_value'];
/** The heap after a collection differs by as much from one look to the next. */
const NOISE_SHARE = 0.02;
const TIMERS_NOISE = 3;
const ROWS_NOISE_SHARE = 0.3;

/** One thing that must not grow: how fast it does, in a day, and how fast it may. */
export interface Verdict {
  readonly what: string;
  readonly perDay: number;
  readonly allowedPerDay: number;
  readonly unit: string;
  readonly grows: boolean;
}

/** The median of the slopes between any two days: one odd day does not tilt it. */
export function slopePerDay(values: readonly number[]): number {
  const slopes: number[] = [];
  for (const [to, after] of values.entries())
    for (const [from, before] of values.slice(0, to).entries()) slopes.push((after - before) / (to - from));
  slopes.sort((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}

/** Of samples of at least five days. */
export function verdictsOf(samples: readonly DaySample[], keptDays: number): readonly Verdict[] {
  const warming = Math.max(WARMING_DAYS_MIN, Math.floor(samples.length * WARMING_SHARE));
  const late = samples.slice(warming);
  const days = Math.max(1, late.length - 1);
  const keptPerDay = FOR_GOOD.reduce(
    (sum, table) => sum + slopePerDay(late.map(({ rows }) => rows[table] ?? 0)),
    0,
  );
  const judged = (
    what: string,
    values: readonly number[],
    { unit, kept = 0, noise }: { unit: string; kept?: number; noise: number },
  ): Verdict => {
    const perDay = slopePerDay(values);
    const allowedPerDay = kept + noise / days;
    return { what, perDay, allowedPerDay, unit, grows: perDay > allowedPerDay };
  };
  const heap = late.map((sample) => sample.objectBytes);
  const verdicts = [
    judged('objects in memory', heap, {
      unit: 'bytes',
      kept: keptPerDay * BYTES_PER_KEPT_ROW,
      noise: (heap[0] ?? 0) * NOISE_SHARE,
    }),
    judged(
      'timers',
      late.map(({ timers }) => timers),
      { unit: 'timers', noise: TIMERS_NOISE },
    ),
  ];
  // Until they are old enough to be let go, they grow.
  const full = samples.slice(keptDays + 1);
  const lettingGo = LET_GO.map((table) => {
    const rows = full.map((sample) => sample.rows[table] ?? 0);
    return judged(`rows of ${table}`, rows, { unit: 'rows', noise: (rows[0] ?? 0) * ROWS_NOISE_SHARE });
  });
  return full.length < 3 ? verdicts : [...verdicts, ...lettingGo];
}
