import type { PlatformEvent } from '../../../src/domain/event';
import type { Checkpoint, CheckpointStore } from '../../../src/gateway/storage/checkpoint';
import { REPEAT_WITHIN_MS, type EventStore, type HeardEvent } from '../../../src/gateway/storage/events';
import { isFinal, type Action } from '../../../src/domain/action';
import type { LimitsStore, SetLimits } from '../../../src/gateway/storage/limits';
import type { Ended, EndedStore } from '../../../src/gateway/storage/ended';
import type { MassWithdrawalStore } from '../../../src/gateway/storage/mass-withdrawals';
import type { MassWithdrawal } from '../../../src/domain/mass-withdrawal';
import { chained, START, type Head, type KeptLine } from '../../../src/gateway/storage/journal-chain';
import type { JournalStore } from '../../../src/gateway/storage/journal-store';
import type { RecordStore, StoredRecord } from '../../../src/gateway/storage/records';

/** The journal in memory. `lines` shows every line ever written; `full` makes the next ones fail as a full disk does. */
export class MemoryJournal implements JournalStore {
  readonly lines: Action[] = [];
  full = false;

  /** How often lines were made to survive a power cut. */
  commits = 0;

  async append(...actions: readonly Action[]): Promise<void> {
    if (this.full) throw new Error('database or disk is full');
    this.commits += 1;
    this.lines.push(...structuredClone(actions));
  }

  async linesAfter(after: number | undefined, countMax: number): Promise<readonly KeptLine[]> {
    return this.chain().slice(after ?? 0, (after ?? 0) + countMax);
  }

  async head(): Promise<Head> {
    return this.chain().at(-1) ?? START;
  }

  async written(): Promise<number> {
    return this.lines.length;
  }

  private chain(): KeptLine[] {
    let head = START;
    return this.lines.map((action) => {
      const line = chained(head, JSON.stringify(action));
      head = line;
      const { id, state, createdAt } = action;
      return { ...line, columns: { id, state, createdAt: Math.floor(createdAt) } };
    });
  }

  async find(id: string): Promise<Action | undefined> {
    return this.lines.findLast((line) => line.id === id);
  }

  async unresolved(): Promise<readonly Action[]> {
    return [...this.heads().values()].filter((action) => !isFinal(action));
  }

  async newest(countMax: number): Promise<readonly Action[]> {
    return [...this.heads().values()]
      .map((action, position) => ({ action, position }))
      .sort((a, b) => b.action.createdAt - a.action.createdAt || b.position - a.position)
      .map(({ action }) => action)
      .slice(0, countMax);
  }

  async standing(doubted: ReadonlySet<string>): Promise<readonly Action[]> {
    const done = this.lines.filter(({ state }) => state === 'done');
    return done.filter(({ body, quoteId }, at) => {
      const later = done
        .slice(at + 1)
        .filter((action) => action.body.kind === 'send-proposal' || !doubted.has(action.id))
        .map((action) => action.body);
      if (body.kind === 'send-counteroffer') return true;
      if (body.kind === 'send-quote') {
        return !later.some((other) => other.kind === 'withdraw-quote' && other.quoteId === quoteId);
      }
      const replaces = ['send-proposal', 'delete-proposals'];
      return (
        body.kind === 'send-proposal' &&
        !later.some(
          (other) =>
            replaces.includes(other.kind) && 'requestId' in other && other.requestId === body.requestId,
        )
      );
    });
  }

  /** The newest line of every action, in the order in which those lines were written. */
  private heads(): Map<string, Action> {
    const heads = new Map<string, Action>();
    for (const line of this.lines) {
      heads.delete(line.id);
      heads.set(line.id, line);
    }
    return heads;
  }
}

export class MemoryLimits implements LimitsStore {
  readonly settings: SetLimits[] = [];
  full = false;

  async append(set: SetLimits): Promise<void> {
    if (this.full) throw new Error('database or disk is full');
    this.settings.push(set);
  }

  async newest(): Promise<SetLimits | undefined> {
    return this.settings.at(-1);
  }
}

export class MemoryMassWithdrawals implements MassWithdrawalStore {
  readonly recalls: MassWithdrawal[] = [];
  full = false;

  async append(recall: MassWithdrawal): Promise<void> {
    if (this.full) throw new Error('database or disk is full');
    this.recalls.push(recall);
  }

  async newest(): Promise<MassWithdrawal | undefined> {
    return this.recalls.at(-1);
  }
}

export class MemoryEnded implements EndedStore {
  readonly ended: Ended[] = [];

  async append(ended: Ended): Promise<void> {
    this.ended.push(ended);
  }

  async all(): Promise<readonly Ended[]> {
    return this.ended;
  }
}

export class MemoryRecords implements RecordStore {
  readonly records = new Map<string, StoredRecord>();

  async find(key: string): Promise<StoredRecord | undefined> {
    return this.records.get(key);
  }

  async save(records: readonly StoredRecord[]): Promise<void> {
    for (const record of records) {
      if (!this.records.get(record.key)?.final) this.records.set(record.key, record);
    }
  }

  async forget(before: number): Promise<void> {
    for (const [key, { final, fetchedAt }] of this.records) {
      if (!final && fetchedAt < before) this.records.delete(key);
    }
  }
}

/** Events in memory. `full` makes keeping fail as a full disk does. */
export class MemoryEvents implements EventStore {
  private kept: { event: PlatformEvent; body: string; lastAt: number; digested: boolean }[] = [];
  full = false;

  keep(heard: readonly HeardEvent[]): readonly PlatformEvent[] {
    if (this.full) throw new Error('database or disk is full');
    return heard.map((one) => this.keepOne(one));
  }

  newest(count: number): readonly PlatformEvent[] {
    return this.kept
      .slice(-count)
      .reverse()
      .map(({ event }) => event);
  }

  undigested(): readonly PlatformEvent[] {
    return this.kept.filter(({ digested }) => !digested).map(({ event }) => event);
  }

  digested(sequences: readonly number[]): void {
    for (const kept of this.kept) if (sequences.includes(kept.event.sequence)) kept.digested = true;
  }

  forget(before: number): void {
    this.kept = this.kept.filter(({ digested, lastAt }) => !digested || lastAt >= before);
  }

  private keepOne({ body, ...heard }: HeardEvent): PlatformEvent {
    const known = this.kept.findLast(
      (one) => body !== '' && one.body === body && one.lastAt >= heard.heardAt - REPEAT_WITHIN_MS,
    );
    if (known) {
      known.event = { ...known.event, times: known.event.times + 1 };
      known.lastAt = heard.heardAt;
      known.digested = false;
      return known.event;
    }
    const event = { ...heard, sequence: (this.kept.at(-1)?.event.sequence ?? 0) + 1, times: 1 };
    this.kept.push({ event, body, lastAt: heard.heardAt, digested: false });
    return event;
  }
}

/** The last known moment in memory. `full` makes writing fail as a full disk does. */
export class MemoryCheckpoint implements CheckpointStore {
  private mark: Checkpoint | undefined;
  full = false;

  read(): Checkpoint | undefined {
    return this.mark && structuredClone(this.mark);
  }

  write(mark: Checkpoint): void {
    if (this.full) throw new Error('database or disk is full');
    this.mark = structuredClone(mark);
  }
}
