import { isFinal, type Action } from '../../../src/domain/action';
import type { LimitsStore, SetLimits } from '../../../src/gateway/actions/limits-keeper';
import { chained, START, type Head } from '../../../src/gateway/journal/chain';
import type { KeptLine } from '../../../src/gateway/journal/journal-source';
import type { JournalStore } from '../../../src/gateway/actions/journal-store';
import type { RecordStore, StoredRecord } from '../../../src/gateway/answers/record-store';

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
