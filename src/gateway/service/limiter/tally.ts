import type { Lane } from '../../../domain/lane';
import type { Count } from './usage';

/** Calls by lane and operation, and which of them are not written down yet. */
export class Tally {
  private readonly counts = new Map<string, { all: number; unwritten: number; count: Count }>();

  add(lane: Lane, operation: string, calls: number): void {
    const entry = this.entry(lane, operation);
    entry.all += calls;
    entry.unwritten += calls;
  }

  /** What the store already knows. */
  addWritten(counts: readonly Count[]): void {
    for (const { lane, operation, calls } of counts) this.entry(lane, operation).all += calls;
  }

  takeUnwritten(): readonly Count[] {
    const taken: Count[] = [];
    for (const entry of this.counts.values()) {
      if (entry.unwritten !== 0) taken.push({ ...entry.count, calls: entry.unwritten });
      entry.unwritten = 0;
    }
    return taken;
  }

  /** What was taken could not be written after all. */
  putBack(taken: readonly Count[]): void {
    for (const { lane, operation, calls } of taken) this.entry(lane, operation).unwritten += calls;
  }

  by(nameOf: (count: Count) => string): Readonly<Record<string, number>> {
    const sums: Record<string, number> = {};
    for (const { all, count } of this.counts.values()) {
      sums[nameOf(count)] = (sums[nameOf(count)] ?? 0) + all;
    }
    return sums;
  }

  private entry(lane: Lane, operation: string): { all: number; unwritten: number } {
    const key = `${lane} ${operation}`;
    const known = this.counts.get(key);
    if (known) return known;
    const fresh = { all: 0, unwritten: 0, count: { lane, operation, calls: 0 } };
    this.counts.set(key, fresh);
    return fresh;
  }
}
