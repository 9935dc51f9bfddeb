import type { Clock } from '../../effects/clock';
import type { HttpAnswer } from './http';

/** More is a mistake of whoever keeps answers. */
const AGE_S_MAX = 30 * 86_400;
/** Machines of one platform have clocks that differ a little. */
const BEHIND_MS_MIN = 30_000;
/** An answer so far behind is of a clock that is wrong as likely as it was kept: it is no older than this by its Date alone. */
const BEHIND_MS_MAX = 3_600_000;
/** One answer with a Date of the future makes the others look old no longer than this. */
const NEWEST_FOR_MS = 600_000;

/** How old answers are when they come: something between the platform and here may have kept them. */
export class AnswerAges {
  private newest: { readonly date: number; readonly seenMs: number } | undefined;

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  /** `at`: the moment at which it came, by the platform's own clock (epoch ms), where it says that. */
  of({ headers }: Pick<HttpAnswer, 'headers'>): { readonly ms: number; readonly at?: number } {
    const stated = statedMs(headers['age']);
    const date = Date.parse(headers['date'] ?? '');
    if (Number.isNaN(date)) return { ms: stated };
    const ms = stated > 0 ? stated : this.behind(date);
    const at = date + ms;
    const newest = this.newestDate();
    if (newest === undefined || at > newest) this.newest = { date: at, seenMs: this.clock.monotonicMs() };
    return { ms, at };
  }

  private newestDate(): number | undefined {
    const { newest, clock } = this;
    return newest && clock.monotonicMs() - newest.seenMs <= NEWEST_FOR_MS ? newest.date : undefined;
  }

  /** Its Date alone, by a clock that is not ours, says it where it is clearly behind that of another answer. */
  private behind(date: number): number {
    const ms = (this.newestDate() ?? date) - date;
    return ms > BEHIND_MS_MIN ? Math.min(ms, BEHIND_MS_MAX) : 0;
  }
}

/** By its header Age. */
function statedMs(age = ''): number {
  const seconds = age.trim();
  return /^\d{1,9}$/.test(seconds) ? Math.min(Number(seconds), AGE_S_MAX) * 1_000 : 0;
}
