import type { HistoryField, SeenValue } from '../../../src/domain/history';
import type { RequestId } from '../../../src/domain/identifiers';
import type { HistoryStore, StoredValue } from '../../../src/gateway/storage/history';
import type { PlatformEvent } from '../../../src/domain/event';
import type { Checkpoint, CheckpointStore } from '../../../src/gateway/storage/checkpoint';
import { REPEAT_WITHIN_MS, type EventStore, type HeardEvent } from '../../../src/gateway/storage/events';
import { isFinal, type Action } from '../../../src/domain/action';
import type { LimitsStore, SetLimits } from '../../../src/gateway/storage/limits';
import type { Halt } from '../../../src/domain/halt';
import type { HaltStore } from '../../../src/gateway/storage/halts';
import type { PartKind } from '../../../src/domain/limits/limits';
import type { OwnTradeStore } from '../../../src/gateway/storage/own-trades';
import type { OwnTrade } from '../../../src/domain/own-trade';
import type { ProvenPartsStore } from '../../../src/gateway/storage/proven-parts';
import type { Ended, EndedStore } from '../../../src/gateway/storage/ended';
import type { MassWithdrawalStore } from '../../../src/gateway/storage/mass-withdrawals';
import type { MassWithdrawal } from '../../../src/domain/mass-withdrawal';
import { chained, START, type Head, type KeptLine } from '../../../src/gateway/storage/journal-chain';
import { CommitInDoubt } from '../../../src/gateway/storage/commit-in-doubt';
import type { JournalStore, Written } from '../../../src/gateway/storage/journal-store';
import { NOTED, type DeskEntry } from '../../../src/domain/desk-entry';
import type { PositionSnapshotStore } from '../../../src/gateway/storage/position-snapshot';
import type { RecordStore, StoredRecord } from '../../../src/gateway/storage/records';

/** The journal in memory. `all` shows every line ever written; `full` makes the next ones fail as a full disk does; `inDoubt`: the lines of the next commit are there, or are not, and nobody is told;
 * `cut` from then on. */
export class MemoryJournal implements JournalStore {
  readonly all: Written[] = [];
  full = false;
  inDoubt: 'kept' | 'lost' | undefined;
  cut = false;

  /** Those of actions. */
  get lines(): Action[] {
    return this.all.filter((line): line is Action => line.state !== NOTED);
  }

  /** How often lines were made to survive a power cut. */
  commits = 0;

  async append(...lines: readonly Written[]): Promise<void> {
    if (this.full) throw new Error('database or disk is full');
    if (this.cut) throw new CommitInDoubt('The session is over.');
    this.cut = this.inDoubt !== undefined;
    if (this.inDoubt === 'lost') throw new CommitInDoubt('The connection ended.');
    this.commits += 1;
    this.all.push(...structuredClone(lines));
    if (this.inDoubt === 'kept') throw new CommitInDoubt('The connection ended.');
  }

  async entries(countMax: number, kind?: string): Promise<readonly DeskEntry[]> {
    return this.all
      .filter((line): line is DeskEntry => line.state === NOTED)
      .filter(({ entry }) => kind === undefined || entry === kind)
      .map((entry, position) => ({ entry, position }))
      .sort(
        (a, b) => Math.floor(b.entry.createdAt) - Math.floor(a.entry.createdAt) || b.position - a.position,
      )
      .map(({ entry }) => structuredClone(entry))
      .slice(0, countMax);
  }

  async linesAfter(after: number | undefined, countMax: number): Promise<readonly KeptLine[]> {
    return this.chain().slice(after ?? 0, (after ?? 0) + countMax);
  }

  async head(): Promise<Head> {
    return this.chain().at(-1) ?? START;
  }

  async written(): Promise<number> {
    return this.all.length;
  }

  private chain(): KeptLine[] {
    let head = START;
    return this.all.map((written) => {
      const line = chained(head, JSON.stringify(written));
      head = line;
      const { id, state, createdAt } = written;
      return { ...line, columns: { id, state, createdAt: Math.floor(createdAt) } };
    });
  }

  async find(id: string): Promise<Action | undefined> {
    return structuredClone(this.lines.findLast((line) => line.id === id));
  }

  async unresolved(): Promise<readonly Action[]> {
    return [...this.heads().values()].filter((action) => !isFinal(action));
  }

  async newest(countMax: number): Promise<readonly Action[]> {
    return [...this.heads().values()]
      .map((action, position) => ({ action, position }))
      .sort(
        (a, b) => Math.floor(b.action.createdAt) - Math.floor(a.action.createdAt) || b.position - a.position,
      )
      .map(({ action }) => action)
      .slice(0, countMax);
  }

  async standing(doubted: ReadonlySet<string>, overBefore = -Infinity): Promise<readonly Action[]> {
    const quotes = new Map<string, number>();
    const withdrawn = new Map<string, number>();
    const proposals = new Map<string, number>();
    const newest = new Map<string, number>();
    const deleted = new Map<string, number>();
    const others: number[] = [];
    const heads = this.heads();
    this.lines.forEach((line, at) => {
      const { id, body, quoteId, state, createdAt, over } = line;
      if (state !== 'done' || heads.get(id) !== line) return;
      const isSure = !doubted.has(id);
      if (body.kind === 'withdraw-quote' && isSure)
        withdrawn.set(body.quoteId, Math.max(createdAt, withdrawn.get(body.quoteId) ?? createdAt));
      const isProposal = body.kind === 'send-proposal';
      if ((isProposal || body.kind === 'delete-proposals') && isSure) {
        if (createdAt < (newest.get(body.requestId) ?? 0)) return;
        proposals.delete(body.requestId);
        if (isProposal) newest.set(body.requestId, createdAt);
        else deleted.set(body.requestId, createdAt);
        if (isProposal) proposals.set(body.requestId, at);
      }
      if (isProposal && !isSure) others.push(at);
      if (body.kind === 'send-quote' && quoteId !== undefined) {
        const known = this.lines[quotes.get(quoteId) ?? -1];
        if (known && known.createdAt > createdAt) return;
        quotes.delete(quoteId);
        if (!isSure || over === undefined || over.at >= overBefore) quotes.set(quoteId, at);
      } else if (body.kind === 'send-quote' || body.kind === 'send-counteroffer') others.push(at);
    });
    for (const [quote, before] of withdrawn) {
      const line = this.lines[quotes.get(quote) ?? -1];
      if (line && line.createdAt <= before) quotes.delete(quote);
    }
    for (const [request, at] of proposals) {
      const { over, createdAt = 0 } = this.lines[at] ?? {};
      const isTakenOff = createdAt < (deleted.get(request) ?? createdAt);
      if (over && (over.at < overBefore || isTakenOff)) proposals.delete(request);
    }
    const standing = [...quotes.values(), ...proposals.values(), ...others];
    return standing.sort((a, b) => a - b).flatMap((at) => this.lines[at] ?? []);
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

  async append({ limits, setAt }: SetLimits): Promise<void> {
    if (this.full) throw new Error('database or disk is full');
    this.settings.push({ limits: structuredClone(limits), setAt: Math.floor(setAt) });
  }

  async newest(): Promise<SetLimits | undefined> {
    return structuredClone(this.settings.at(-1));
  }
}

export class MemoryMassWithdrawals implements MassWithdrawalStore {
  private readonly byNumber = new Map<number, MassWithdrawal>();
  full = false;

  /** In the order of their numbers. */
  get kept(): readonly MassWithdrawal[] {
    return [...this.byNumber.values()].sort((one, other) => one.number - other.number);
  }

  async append({ number, at, id, proposals, by }: MassWithdrawal): Promise<void> {
    if (this.full) throw new Error('database or disk is full');
    this.byNumber.set(number, {
      ...{ number, at: Math.floor(at), id },
      ...(proposals === true && { proposals }),
      ...(by && { by }),
    });
  }

  async newest(): Promise<MassWithdrawal | undefined> {
    return structuredClone(this.kept.at(-1));
  }
}

export class MemoryHalts implements HaltStore {
  private readonly byNumber = new Map<number, Halt>();
  full = false;

  async put(halt: Halt): Promise<void> {
    if (this.full) throw new Error('database or disk is full');
    this.byNumber.set(halt.number, structuredClone(halt));
  }

  async newest(): Promise<Halt | undefined> {
    return structuredClone([...this.byNumber.values()].sort((a, b) => a.number - b.number).at(-1));
  }
}

export class MemoryEnded implements EndedStore {
  ended: Ended[] = [];

  async append({ kind, id }: Ended): Promise<void> {
    if (!this.ended.some((one) => one.kind === kind && one.id === id)) this.ended.push({ kind, id });
  }

  async remove({ kind, id }: Ended): Promise<void> {
    this.ended = this.ended.filter((one) => one.kind !== kind || one.id !== id);
  }

  async all(): Promise<readonly Ended[]> {
    return structuredClone(this.ended);
  }
}

export class MemoryOwnTrades implements OwnTradeStore {
  readonly byId = new Map<string, OwnTrade>();
  full = false;

  async put(trade: OwnTrade): Promise<void> {
    if (this.full) throw new Error('database or disk is full');
    const known = this.byId.get(trade.tradeId);
    if (known?.state === 'own') return;
    const since = known?.since ?? Math.floor(trade.since);
    this.byId.set(trade.tradeId, { ...structuredClone(trade), since });
  }

  async newest(countMax: number): Promise<readonly OwnTrade[]> {
    const inOrder = [...this.byId.values()].sort(
      (one, other) => other.since - one.since || (other.tradeId < one.tradeId ? -1 : 1),
    );
    return structuredClone(inOrder.slice(0, countMax));
  }
}

export class MemoryProvenParts implements ProvenPartsStore {
  readonly kinds = new Set<PartKind>();

  async append(kind: PartKind): Promise<void> {
    this.kinds.add(kind);
  }

  async all(): Promise<readonly PartKind[]> {
    return [...this.kinds];
  }
}

export class MemoryPositionSnapshot implements PositionSnapshotStore {
  text: string | undefined;

  async read(): Promise<string | undefined> {
    return this.text;
  }

  async write(text: string): Promise<void> {
    this.text = text;
  }
}

export class MemoryRecords implements RecordStore {
  readonly records = new Map<string, StoredRecord>();

  async find(key: string): Promise<StoredRecord | undefined> {
    return this.records.get(key);
  }

  async save(records: readonly StoredRecord[]): Promise<void> {
    for (const { fetchedAt, ...record } of records) {
      if (this.records.get(record.key)?.final) continue;
      this.records.set(record.key, { ...record, fetchedAt: Math.floor(fetchedAt) });
    }
  }

  async piece(
    kinds: readonly string[],
    { after = '', countMax }: { after?: string | undefined; countMax: number },
  ): Promise<readonly StoredRecord[]> {
    const kindOf = (key: string): string => (JSON.parse(key) as { kind: string }).kind;
    const wanted = [...this.records.values()].filter(({ key }) => key > after && kinds.includes(kindOf(key)));
    return wanted.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, countMax);
  }

  async forget(before: number, finalBefore = -Infinity): Promise<void> {
    for (const [key, { final, fetchedAt }] of this.records) {
      if (fetchedAt < Math.floor(final ? finalBefore : before)) this.records.delete(key);
    }
  }
}

/** Events in memory. `full` makes writes fail as a full disk does; `hold` makes them wait as on a slow one. */
export class MemoryEvents implements EventStore {
  private kept: { event: PlatformEvent; body: string; lastAt: number; digested: boolean }[] = [];
  private sequence = 0;
  private held: Promise<void> = Promise.resolve();
  full = false;

  async keep(heard: readonly HeardEvent[]): Promise<readonly PlatformEvent[]> {
    await this.write();
    return heard.map((one) => this.keepOne(one));
  }

  async newest(count: number): Promise<readonly PlatformEvent[]> {
    return this.kept
      .slice(-count)
      .reverse()
      .map(({ event }) => event);
  }

  async undigested(): Promise<readonly PlatformEvent[]> {
    return this.kept.filter(({ digested }) => !digested).map(({ event }) => event);
  }

  async digested(sequences: readonly number[], times: readonly number[] = []): Promise<void> {
    await this.write();
    for (const kept of this.kept) {
      const at = sequences.indexOf(kept.event.sequence);
      if (at >= 0 && kept.event.times <= (times[at] ?? Infinity)) kept.digested = true;
    }
  }

  async forget(before: number): Promise<void> {
    await this.write();
    this.kept = this.kept.filter(({ digested, lastAt }) => !digested || lastAt >= Math.floor(before));
  }

  /** Writes from now on wait until the answer is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.held = new Promise((resolve) => (release = resolve));
    return release;
  }

  private async write(): Promise<void> {
    await this.held;
    if (this.full) throw new Error('database or disk is full');
  }

  private keepOne({ body, ...heard }: HeardEvent): PlatformEvent {
    const at = Math.floor(heard.heardAt);
    const known = this.kept.findLast(
      (one) => body !== '' && one.body === body && one.lastAt >= at - REPEAT_WITHIN_MS,
    );
    if (known) {
      known.event = { ...known.event, times: known.event.times + 1 };
      known.lastAt = at;
      known.digested = false;
      return known.event;
    }
    const event = { ...structuredClone(heard), sequence: ++this.sequence, times: 1 };
    this.kept.push({ event, body, lastAt: at, digested: false });
    return event;
  }
}

/** The last known moment in memory. `full` makes writing fail as a full disk does. */
export class MemoryHistory implements HistoryStore {
  private readonly values = new Map<string, StoredValue>();
  full = false;

  async keep(values: readonly StoredValue[]): Promise<void> {
    if (this.full) throw new Error('database or disk is full');
    for (const value of values) {
      const at = Math.floor(value.at);
      const key = JSON.stringify([value.id, value.field, at]);
      this.values.set(key, { ...value, at, until: Math.floor(value.until) });
    }
  }

  async find(id: RequestId, field: HistoryField, count: number): Promise<readonly SeenValue[]> {
    return [...this.values.values()]
      .filter((value) => value.id === id && value.field === field)
      .sort((a, b) => a.at - b.at)
      .slice(-count)
      .map(({ at, until, value }) => ({ at, until, value }));
  }

  async forget(before: number): Promise<void> {
    for (const [key, { until }] of this.values) if (until < Math.floor(before)) this.values.delete(key);
  }
}

export class MemoryCheckpoint implements CheckpointStore {
  private checkpoint: Checkpoint | undefined;
  full = false;

  async read(): Promise<Checkpoint | undefined> {
    return structuredClone(this.checkpoint);
  }

  async write(checkpoint: Checkpoint): Promise<void> {
    if (this.full) throw new Error('database or disk is full');
    this.checkpoint = structuredClone(checkpoint);
  }
}
