import * as z from 'zod/mini';
import { LANES } from '../../domain/lane';
import type { Count, DayUsage, SavedLevel, UsageStore } from '../platform/rate-limit/usage';
import type { Database } from './database';

export const STEPS = [
  `CREATE TABLE usage_day (
     plan TEXT NOT NULL, day TEXT NOT NULL, leased INTEGER NOT NULL, PRIMARY KEY (plan, day)
   ) STRICT;
   CREATE TABLE usage_count (
     plan TEXT NOT NULL, day TEXT NOT NULL, lane TEXT NOT NULL, operation TEXT NOT NULL, calls INTEGER NOT NULL,
     PRIMARY KEY (plan, day, lane, operation)
   ) STRICT;
   CREATE TABLE usage_level (plan TEXT PRIMARY KEY, tokens REAL NOT NULL, at REAL NOT NULL) STRICT`,
] as const;

const Leased = z.array(z.object({ leased: z.int() }));
const Counts = z.array(z.object({ lane: z.enum(LANES), operation: z.string(), calls: z.int() }));
const Levels = z.array(z.object({ tokens: z.number(), at: z.number() }));

/** The usage of every plan in the gateway's database. */
export function sqliteUsage(database: Database): (plan: string) => UsageStore {
  database.migrate('usage', STEPS);
  return (plan) => new SqliteUsageStore(database, plan);
}

class SqliteUsageStore implements UsageStore {
  constructor(
    private readonly database: Database,
    private readonly plan: string,
  ) {}

  async day(day: string): Promise<DayUsage> {
    const counts = this.database.all(
      'SELECT lane, operation, calls FROM usage_count WHERE plan = ? AND day = ?',
      this.plan,
      day,
    );
    return { leased: this.leased(day), counts: Counts.parse(counts) };
  }

  async lease(
    day: string,
    block: { calls: number; limit: number; counted: readonly Count[] },
  ): Promise<{ granted: number; leased: number }> {
    return this.database.atomically(() => {
      const before = this.leased(day);
      const granted = Math.max(0, Math.min(block.calls, block.limit - before));
      this.write(day, before + granted, block.counted);
      return { granted, leased: before + granted };
    });
  }

  async giveBack(day: string, rest: { calls: number; counted: readonly Count[] }): Promise<void> {
    this.database.atomically(() => this.write(day, Math.max(0, this.leased(day) - rest.calls), rest.counted));
  }

  async saveLevel({ tokens, at }: SavedLevel): Promise<void> {
    this.database.run(
      'INSERT OR REPLACE INTO usage_level (plan, tokens, at) VALUES (?, ?, ?)',
      this.plan,
      tokens,
      at,
    );
  }

  async takeLevel(): Promise<SavedLevel | undefined> {
    return this.database.atomically(() => {
      const levels = Levels.parse(
        this.database.all('SELECT tokens, at FROM usage_level WHERE plan = ?', this.plan),
      );
      this.database.run('DELETE FROM usage_level WHERE plan = ?', this.plan);
      return levels[0];
    });
  }

  private leased(day: string): number {
    const rows = this.database.all('SELECT leased FROM usage_day WHERE plan = ? AND day = ?', this.plan, day);
    return Leased.parse(rows)[0]?.leased ?? 0;
  }

  private write(day: string, leased: number, counted: readonly Count[]): void {
    this.database.run(
      'INSERT OR REPLACE INTO usage_day (plan, day, leased) VALUES (?, ?, ?)',
      this.plan,
      day,
      leased,
    );
    for (const { lane, operation, calls } of counted) {
      this.database.run(
        `INSERT INTO usage_count (plan, day, lane, operation, calls) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (plan, day, lane, operation) DO UPDATE SET calls = calls + excluded.calls`,
        this.plan,
        day,
        lane,
        operation,
        calls,
      );
    }
  }
}
