import { simulateDay } from '../plan/simulate-day';
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
  return rows;
}
