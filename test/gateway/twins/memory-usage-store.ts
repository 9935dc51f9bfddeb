import type { Count, DayUsage, SavedLevel, UsageStore } from '../../../src/gateway/platform/rate-limit/usage';

interface Day {
  leased: number;
  readonly counts: Map<string, Count>;
}

/** The usage of one plan, kept as long as the process lives. */
export class MemoryUsageStore implements UsageStore {
  private readonly days = new Map<string, Day>();
  private level: SavedLevel | undefined;

  async day(day: string): Promise<DayUsage> {
    const { leased, counts } = this.of(day);
    return { leased, counts: [...counts.values()] };
  }

  async lease(
    day: string,
    block: { calls: number; limit: number; counted: readonly Count[] },
  ): Promise<{ granted: number; leased: number }> {
    const usage = this.of(day);
    const granted = Math.max(0, Math.min(block.calls, block.limit - usage.leased));
    usage.leased += granted;
    write(usage, block.counted);
    return { granted, leased: usage.leased };
  }

  async giveBack(day: string, rest: { calls: number; counted: readonly Count[] }): Promise<void> {
    const usage = this.of(day);
    usage.leased = Math.max(0, usage.leased - rest.calls);
    write(usage, rest.counted);
  }

  async saveLevel(saved: SavedLevel): Promise<void> {
    this.level = saved;
  }

  async takeLevel(): Promise<SavedLevel | undefined> {
    const { level } = this;
    this.level = undefined;
    return level;
  }

  private of(day: string): Day {
    const known = this.days.get(day) ?? { leased: 0, counts: new Map<string, Count>() };
    this.days.set(day, known);
    return known;
  }
}

function write({ counts }: Day, counted: readonly Count[]): void {
  for (const { lane, operation, calls } of counted) {
    const key = JSON.stringify([lane, operation]);
    counts.set(key, { lane, operation, calls: (counts.get(key)?.calls ?? 0) + calls });
  }
}
