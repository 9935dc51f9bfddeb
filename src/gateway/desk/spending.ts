import type { LevelWatch, SavedLevel, UsageStore } from '../platform/rate-limit/usage';
import { floorOf, SPENT_MAX, SPENT_SOON } from './lead-rules';

/** The least levels by plan, as beats carry them. */
export type Floors = Readonly<Record<string, number>>;

/**
 * What limiters spend between beats: never more than the last confirmed beat has stored. So the next leader begins with tokens that the
 * platform has for certain, however this one ends.
 */
export class Spending {
  private readonly plans = new Map<string, PlanSpending>();
  /** Of plans whose limiter was closed in this life. */
  private readonly saved = new Map<string, SavedLevel>();

  constructor(
    private readonly options: {
      /** What the last leader left for certain. */
      readonly former: Floors;
      /** Wall clock, epoch ms. */
      readonly now: () => number;
      readonly beatSoon: () => void;
    },
  ) {}

  /** The usage of a plan, its level carried by beats in place of being saved at a clean stop. */
  usage(plan: string, store: UsageStore): UsageStore {
    const { former, now, beatSoon } = this.options;
    return {
      day: (day) => store.day(day),
      lease: (day, block) => store.lease(day, block),
      giveBack: (day, rest) => store.giveBack(day, rest),
      takeLevel: async () => this.saved.get(plan) ?? { tokens: former[plan] ?? 0, at: now() },
      saveLevel: async (saved) => {
        this.saved.set(plan, saved);
        this.plans.delete(plan);
      },
      watchLevel: (freeTokens) => {
        const spending = new PlanSpending(freeTokens, beatSoon);
        this.plans.set(plan, spending);
        return spending;
      },
    };
  }

  /** What a beat that is asked for now is to store; `confirmed` is to be called when it is stored. */
  beat(): { readonly floors: Floors; readonly confirmed: () => void } {
    const beats = [...this.plans].map(([plan, spending]) => ({ plan, ...spending.beat() }));
    const floors = {
      ...this.options.former,
      ...Object.fromEntries([...this.saved].map(([plan, { tokens }]) => [plan, floorOf(tokens)])),
      ...Object.fromEntries(beats.map(({ plan, floor }) => [plan, floor])),
    };
    return { floors, confirmed: () => beats.forEach(({ confirmed }) => confirmed()) };
  }
}

class PlanSpending implements LevelWatch {
  private granted = 0;
  /** How many were granted when the level was read that is stored; none is before the first beat. */
  private grantedAtStored: number | undefined;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly freeTokens: () => number,
    private readonly beatSoon: () => void,
  ) {}

  get mayGrant(): boolean {
    return this.spent < SPENT_MAX;
  }

  took(): void {
    this.granted += 1;
    if (this.spent >= SPENT_SOON) this.beatSoon();
  }

  /** Since the level that is stored; none may be before the first beat. */
  private get spent(): number {
    return this.grantedAtStored === undefined ? Infinity : this.granted - this.grantedAtStored;
  }

  whenMore(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.beatSoon();
    });
  }

  beat(): { readonly floor: number; readonly confirmed: () => void } {
    const floor = floorOf(this.freeTokens());
    const { granted } = this;
    return {
      floor,
      confirmed: () => {
        this.grantedAtStored = granted;
        for (const resolve of this.waiting.splice(0)) resolve();
      },
    };
  }
}
