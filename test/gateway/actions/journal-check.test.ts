import { expect, it } from 'vitest';
import { LogRing, type LogLine } from '../../../src/gateway/environments/support-bundle';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import {
  chained,
  START,
  type CheckedSource,
  type KeptLine,
} from '../../../src/gateway/storage/journal-chain';
import { StartCheck } from '../../../src/gateway/actions/journal-check';
import { MORNING } from '../twins/cache';
import { actionId } from '../twins/actions';
import { action } from './sample-lines';

/** A journal of so many lines, one for each action, that a test forges; it keeps which lines were read. */
class ForgedJournal implements CheckedSource {
  readonly reads: number[] = [];
  readonly lines: KeptLine[] = [];
  isUnreadable = false;
  writtenCount: number;

  constructor(count: number) {
    for (let at = 0; at < count; at += 1) {
      const { id, state, createdAt } = action(at);
      const line = chained(this.lines.at(-1) ?? START, JSON.stringify(action(at)));
      this.lines.push({ ...line, columns: { id, state, createdAt } });
    }
    this.writtenCount = count;
  }

  forge(sequence: number, changes: Partial<KeptLine>): void {
    const at = this.lines.findIndex((line) => line.sequence === sequence);
    this.lines.splice(at, 1, { ...(this.lines[at] as KeptLine), ...changes });
  }

  async linesAfter(after: number | undefined, countMax: number): Promise<readonly KeptLine[]> {
    if (this.isUnreadable) throw new Error('database disk image is malformed');
    const lines = this.lines.filter(({ sequence }) => sequence > (after ?? -Infinity)).slice(0, countMax);
    this.reads.push(lines.length);
    return lines;
  }
  head = async () => this.lines.at(-1) ?? START;
  written = async () => this.writtenCount;
}

async function opened(source: ForgedJournal) {
  const clock = new ManualClock(MORNING);
  const log = new LogRing(silentLog, clock, (value) => value);
  const check = await StartCheck.open({ source, clock, log });
  const told: string[] = [];
  check.onChange(() => told.push(check.read().state));
  const errors = (): readonly LogLine[] => log.lines.filter(({ level }) => level === 'error');
  return { check, clock, errors, told };
}

it('reads the newest thousand lines before anything is sent, and no more', async () => {
  const source = new ForgedJournal(5_000);
  const { check } = await opened(source);
  expect(source.reads).toEqual([1_001]);
  expect(check.read()).toEqual({ state: 'checking' });
  expect(check.doubts).toEqual({ ids: new Set(), isAnyMissing: false });
});

it('reads all of it afterwards, a little at a time with a rest between, and says that it is whole', async () => {
  const source = new ForgedJournal(1_250);
  const { check, clock, told, errors } = await opened(source);
  check.start();
  await clock.advance(4_900);
  expect(source.reads).toEqual([1_001]);
  await clock.advance(110);
  expect(source.reads).toHaveLength(2);
  await clock.advance(60_000);
  expect(source.reads).toEqual([1_001, ...Array.from({ length: 12 }, () => 100), 50]);
  expect(told).toEqual(['whole']);
  expect(errors()).toEqual([]);
  expect(clock.pending).toBe(0);
});

it.each([
  ['changed', (source: ForgedJournal) => source.forge(4_990, { text: JSON.stringify(action(7)) })],
  ['filed under another state', (source: ForgedJournal) => source.forge(4_990, filedAs(source, 'done'))],
  ['taken away', (source: ForgedJournal) => source.lines.splice(4_989, 1)],
  ['no text at all', (source: ForgedJournal) => source.forge(4_990, { text: 'no text: ff' })],
])('finds at once a line among the newest that is %s', async (_, forge) => {
  const source = new ForgedJournal(5_000);
  forge(source);
  const { check, errors } = await opened(source);
  expect(check.read()).toMatchObject({
    state: 'broken',
    failure: { kind: 'unreadable', message: expect.stringContaining('Line 4990 ') as unknown },
  });
  expect(errors()).toHaveLength(1);
  expect(check.doubts.isAnyMissing).toBe(true);
});

it('finds that the newest lines do not follow the one before them', async () => {
  const source = new ForgedJournal(5_000);
  source.forge(4_000, { hash: 'e'.repeat(64) });
  const { check } = await opened(source);
  expect(check.read().failure?.message).toContain('Line 4001 ');
});

it('finds that the end was cut off, and goes on saying so when all of the rest is right', async () => {
  const source = new ForgedJournal(300);
  source.lines.splice(298);
  const { check, clock, told } = await opened(source);
  const message =
    'The journal has been altered or damaged. The journal ends at line 298, and 300 lines were written.';
  expect(check.read()).toMatchObject({ state: 'broken', failure: { message } });
  check.start();
  await clock.advance(60_000);
  expect(source.reads.length).toBeGreaterThan(3);
  expect(check.read()).toMatchObject({ state: 'broken', failure: { message } });
  expect(told).toEqual([]);
});

it('finds an old line that was changed behind everything else, and names the first that is not right', async () => {
  const source = new ForgedJournal(5_000);
  source.forge(4_500, { text: '{}' });
  source.forge(120, { text: '{}' });
  const { check, clock, told, errors } = await opened(source);
  expect(check.read().failure?.message).toContain('Line 4500 ');
  check.start();
  await clock.advance(60_000);
  expect(check.read().failure?.message).toContain('Line 120 ');
  expect(told).toEqual(['broken']);
  expect(errors()).toHaveLength(2);
  expect(clock.pending).toBe(0);
});

it('doubts each action whose newest line is not as it was written, and no other', async () => {
  const source = new ForgedJournal(20);
  const filed = source.lines[17] as KeptLine;
  source.forge(3, { text: 'damaged' });
  source.forge(18, { columns: { ...filed.columns, id: actionId(99) } });
  const { check } = await opened(source);
  expect([...check.doubts.ids].sort()).toEqual([actionId(2), actionId(17), actionId(99)].sort());
});

it('does not doubt an action that has a right line after the changed one', async () => {
  const source = new ForgedJournal(4);
  const staged = source.lines[1] as KeptLine;
  const line = chained(source.lines[3] as KeptLine, JSON.stringify(action(1)));
  source.lines.push({ ...line, columns: staged.columns });
  source.writtenCount = 5;
  source.forge(1, { text: 'damaged' });
  source.forge(2, { text: 'damaged' });
  const { check } = await opened(source);
  expect([...check.doubts.ids]).toEqual([actionId(0)]);
});

it('says that it cannot be read, at the start and later, and goes on', async () => {
  const unreadable = new ForgedJournal(10);
  unreadable.isUnreadable = true;
  const { check } = await opened(unreadable);
  expect(check.read().failure?.message).toContain('cannot be read (database disk image is malformed)');
  const source = new ForgedJournal(5_000);
  const later = await opened(source);
  later.check.start();
  await later.clock.advance(5_010);
  source.isUnreadable = true;
  await later.clock.advance(60_000);
  expect(later.check.read()).toMatchObject({ state: 'broken' });
  expect(later.check.read().failure?.message).toContain('The part after line 100 cannot be read');
  expect(later.clock.pending).toBe(0);
});

it('reads nothing more once it is stopped', async () => {
  const source = new ForgedJournal(5_000);
  const { check, clock } = await opened(source);
  check.start();
  await clock.advance(5_010);
  check.stop();
  const before = source.reads.length;
  await clock.advance(60_000);
  expect(source.reads).toHaveLength(before);
  expect(before).toBeGreaterThan(1);
  expect(clock.pending).toBe(0);
});

const filedAs = (source: ForgedJournal, state: string): Partial<KeptLine> => {
  const line = source.lines[4_989] as KeptLine;
  return { columns: { ...line.columns, state } };
};
