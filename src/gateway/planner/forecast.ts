import type { Quota, QuotaPlan } from '../../domain/desk-status';
import { demandOf, wishedPerMs } from './demand';
import { planAhead, readsEndAt, spareCalls, withOutlook } from './outlook';
import type { PlannerParts } from './planner-parts';

const FRESH_MS = 1_000;
/** Sheets are opened now and then: their calls are no pace until they go on for this long. */
const OTHERS_WINDOW_MS = 2 * 3_600_000;

interface Seen {
  /** Monotonic ms. */
  readonly atMs: number;
  readonly plan: QuotaPlan;
  readonly wishedPerMs: number;
  /** Calls of the day other than polling, and how fast they came lately. */
  readonly others: number;
  readonly othersPerMs: number;
  readonly spareCalls: number;
}

/** The rest of the day as it looks now. What is older than a second is worked out anew when somebody asks. */
export class Forecast {
  private last: Seen | undefined;
  private looks = 0;

  constructor(private readonly parts: Omit<PlannerParts, 'log' | 'signedIn' | 'reading'>) {}

  /** By how much wished intervals are stretched over the day, once the head start is spent. */
  get stretch(): number {
    return this.seen().plan.stretch;
  }

  /** The quota with what is planned, and when the calls end by it. */
  quota(quota: Quota): Quota {
    const { plan, wishedPerMs, othersPerMs } = this.seen();
    const { day, clock, zone } = this.parts;
    const when = { now: clock.now(), zone };
    return withOutlook(quota, plan, readsEndAt(quota, { wishedPerMs, othersPerMs }, { day, when }));
  }

  /**
   * Whether a cell that has just come into sight may be asked for at once. A sheet with more of them than half the day
   * could pay for waits for the rest in turn, so that there are calls all day.
   */
  mayLook(): boolean {
    const { spareCalls } = this.seen();
    if (spareCalls - this.looks < 1) return false;
    this.looks += 1;
    return true;
  }

  private seen(): Seen {
    const atMs = this.parts.clock.monotonicMs();
    if (this.last && atMs - this.last.atMs < FRESH_MS) return this.last;
    this.looks = 0;
    this.last = this.look(atMs, this.last);
    return this.last;
  }

  private look(atMs: number, before: Seen | undefined): Seen {
    const { book, clock, wishes, zone, day } = this.parts;
    const quota = this.parts.quota();
    const when = { now: clock.now(), zone };
    const demand = demandOf(book.entries, { wishes, ...when });
    const asking = [...book.entries.values()].filter(({ flight }) => flight !== undefined).length;
    return {
      atMs,
      plan: planAhead(demand, { quota, day, when }),
      wishedPerMs: wishedPerMs(demand.pollables),
      ...othersOf(quota, atMs, before),
      spareCalls: spareCalls(quota, day, when) - asking,
    };
  }
}

function othersOf(
  { used, byLane }: Pick<Quota, 'used' | 'byLane'>,
  atMs: number,
  before: Seen | undefined,
): Pick<Seen, 'others' | 'othersPerMs'> {
  const others = used - (byLane['polling'] ?? 0);
  if (!before) return { others, othersPerMs: 0 };
  const faded = before.othersPerMs * Math.exp((before.atMs - atMs) / OTHERS_WINDOW_MS);
  return { others, othersPerMs: faded + Math.max(0, others - before.others) / OTHERS_WINDOW_MS };
}
