import { simulateDay } from '../plan/simulate-day';
import { usedDay, type UsedDay } from '../plan/used-day';
import type { Row } from '../report/report';
import { rowsOf } from './stage';

const MINUTE_MS = 60_000;
const SEEDS = [1, 2, 3] as const;
const DAY = { requests: 200, hours: 10, perDay: 5_000 };

/** A 10-hour day with 200 open requests in sight, in fake time: what the plan of the day makes of 5,000 calls. */
export async function planned(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const seed of SEEDS) {
    const row = rowsOf('a 10-hour day, 200 open requests in sight, 5,000 calls', `seed ${seed}`);
    const day = await simulateDay({ ...DAY, seed });
    rows.push(
      row('calls left at the end', day.callsLeft, 'calls'),
      row('ran dry', Number(day.ranDry), 'times'),
      row('refused', day.refused, 'calls'),
      row('age of a price, median', day.ageMedianMs / MINUTE_MS, 'min'),
      row('age, median', day.ageMedianMs / day.bestMedianMs, '× best'),
      row('age, 95th percentile', day.ageP95Ms / MINUTE_MS, 'min'),
      row('age, 95th percentile', day.ageP95Ms / day.bestP95Ms, '× best'),
      row('age, oldest', day.ageMaxMs / MINUTE_MS, 'min'),
      row('age, oldest', day.ageMaxMs / day.bestMaxMs, '× best'),
      row('shown price is the current one', 100 * day.currentShare, '% of the time'),
      row('the same, in turn', 100 * day.currentShareEven, '% of the time'),
    );
  }
  return [...rows, ...(await used())];
}

const at = (time: string): number => Date.parse(`2026-11-20T${time}+01:00`);
const HALF_HOUR = { hours: 0.5, requests: 20, perDay: 5_000 };
const SHEET = { requests: 200, perDay: 5_000, opensEveryMs: 12 * MINUTE_MS };

/** Days as people use them: a person opens a request, acts on it for two minutes, and opens the next one. */
const USED: readonly (readonly [scenario: string, day: UsedDay])[] = [
  ['half an hour from 12:00, 20 prices and a ticket', { ...HALF_HOUR, startsAt: at('12:00') }],
  ['half an hour from 20:00, 20 prices and a ticket', { ...HALF_HOUR, startsAt: at('20:00') }],
  ['half an hour from 23:45, 20 prices and a ticket', { ...HALF_HOUR, startsAt: at('23:45') }],
  ['10 hours from 08:00, 200 prices and tickets', { ...SHEET, hours: 10, startsAt: at('08:00') }],
  ['3 hours from 20:00, 200 prices and tickets', { ...SHEET, hours: 3, startsAt: at('20:00') }],
  ['5 hours from 00:05, 200 prices and tickets', { ...SHEET, hours: 5, startsAt: at('00:05') }],
];

async function used(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [scenario, day] of USED) {
    const row = rowsOf(scenario, 'ours');
    const figures = await usedDay(day);
    rows.push(
      row('calls', figures.calls, 'calls'),
      row('refused', figures.refused, 'calls'),
      row('age of the price acted on, median', figures.actedMedianMs / 1_000, 's'),
      row('age of the price acted on, oldest', figures.actedMaxMs / 1_000, 's'),
      row('age in cells, median', figures.ageMedianMs / MINUTE_MS, 'min'),
      row('age in cells, median', figures.ageMedianMs / figures.bestMedianMs, '× even'),
      row('age in cells, oldest', figures.ageMaxMs / MINUTE_MS, 'min'),
      row('age in cells, oldest', figures.ageMaxMs / figures.bestMaxMs, '× even'),
      row('too old to be shown', 100 * figures.staleShare, '% of the time'),
    );
  }
  return rows;
}
