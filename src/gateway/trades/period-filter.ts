import { failed, success, type Outcome } from '../../domain/failure';
import type { TradeReference } from '../../domain/trade';
import type { Period, TradeListing } from '../platform/operations';
import { daysPeriod, utcMidnightFrom } from '../platform/zone-time';
import { dayBefore, type Slice } from './slices';
import { waits } from './trouble';

const DAY_MS = 86_400_000;
/** A platform may read the edges of a period as whole days, and these by other clocks. */
const FAR_MS = 2 * DAY_MS;
/** Of another time than the days that anybody downloads every day, and than what a list may show unasked. */
const LONG_AGO_MS = 28 * DAY_MS;

/**
 * What the platform is asked for, for the trades of these days: also the day before, where a period may begin behind its start, and
 * up to the midnight of UTC after them, where its end is read as a day that is not included. It costs a call more where those days fill a page.
 */
export function askedFor({ from, to }: Slice, zone: string): Period {
  const days = daysPeriod(dayBefore(from), to, zone);
  return { from: days.from, to: utcMidnightFrom(days.to) };
}

/** Whether the platform's list of trades keeps to the times it is asked for: names and forms of its filters are not stated (section 4). */
export class PeriodFilter {
  /** Trades close to a period came from reading its edges as days. */
  private isProven = false;

  /**
   * A trade that shows that the list does not keep to the period. Where there are but trades close to it the platform is asked once for
   * a day long ago: what it always shows comes then too.
   */
  async strayIn(
    asked: Period,
    outside: readonly TradeReference[],
    list: (period: Period) => Promise<Outcome<TradeListing>>,
  ): Promise<Outcome<TradeReference | undefined>> {
    const far = farFrom(asked, outside);
    const [near] = outside;
    if (far || !near || this.isProven) return success(far);
    const longAgo = { from: asked.from - LONG_AGO_MS, to: asked.from - LONG_AGO_MS + DAY_MS };
    const tried = await list(longAgo);
    if (!tried.ok) return waits(tried.failure) ? failed(tried.failure) : success(near);
    const stray = farFrom(longAgo, tried.value.outside ?? []);
    this.isProven = stray === undefined;
    return success(stray);
  }
}

const farFrom = ({ from, to }: Period, trades: readonly TradeReference[]): TradeReference | undefined =>
  trades.find(({ tradedAt }) => tradedAt < from - FAR_MS || tradedAt >= to + FAR_MS);
