import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Action } from '../../../../src/domain/action';
import { ActionId, QuoteId } from '../../../../src/domain/identifiers';
import { ManualClock } from '../../../../src/effects/manual-clock';
import { postgresJournal } from '../../../../src/gateway/storage/postgres/journal';
import type { Queries, Rows } from '../../../../src/gateway/storage/postgres/session';
import { QUOTE } from '../../../domain/sample-action';
import { canRunPostgres } from '../../../postgres';
import { drawnHistory } from '../drawn-history';
import { openDesk, sharedServer, START_MS_MAX, type PostgresDesk } from './desk';

const SEEDS = Array.from({ length: 40 }, (_, seed) => [seed + 1] as const);
const NO_DOUBTS: ReadonlySet<string> = new Set();
const ALWAYS = { keepFrom: 1 };
const NEVER = { keepFrom: Infinity };

async function opened(): Promise<PostgresDesk> {
  const desk = await openDesk();
  onTestFinished(() => desk.end());
  return { ...desk, clock: new ManualClock(1_000) };
}

const Kept = z.array(z.object({ text: z.string() }));
const Written = z.object({ head: z.object({ sequence: z.number() }) });
const HASH_LENGTH = 64;

/** A session that notes at which lines standpoints were kept, and every line of the journal that it has read. */
class Watched implements Queries {
  readonly keptAt: number[] = [];
  readonly linesRead = new Set<number>();
  keeps = true;
  private told: (() => void)[] = [];

  constructor(private readonly lead: Queries) {}

  async query(text: string, values?: readonly unknown[]): Promise<Rows> {
    const rows = await this.lead.query(text, values);
    for (const row of rows) {
      const line = z.object({ sequence: z.number() }).safeParse(row).data;
      if (line) this.linesRead.add(line.sequence);
    }
    return rows;
  }

  async write(text: string, values: readonly unknown[] = []): Promise<Rows> {
    if (!text.includes('desk.shared')) return this.lead.write(text, values);
    const written = z.string().parse(values[2]).slice(HASH_LENGTH);
    this.keptAt.push(Written.parse(JSON.parse(written)).head.sequence);
    try {
      if (!this.keeps) throw new Error('refused');
      return await this.lead.write(text, values);
    } finally {
      for (const tell of this.told.splice(0)) tell();
    }
  }

  /** When the next one was kept, or could not be. */
  tried(): Promise<void> {
    return new Promise((resolve) => this.told.push(resolve));
  }
}

const quote = (count: number, state: Action['state'] = 'done'): Action => ({
  id: ActionId.parse(`00000000-0000-4000-8000-${String(count).padStart(12, '0')}`),
  body: QUOTE,
  shown: 'A quote',
  state,
  ...(state === 'done' && { quoteId: QuoteId.parse(`QT-${count}`) }),
  createdAt: count,
});
const withdrawal = (count: number, of: number): Action => {
  const { quoteId: _, ...rest } = quote(count);
  const quoteId = QuoteId.parse(`QT-${of}`);
  return { ...rest, body: { kind: 'withdraw-quote', requestId: QUOTE.requestId, quoteId } };
};

/** PostgreSQL itself takes no line by which the same action is sent again. */
function sentOnce(lines: readonly Action[]): readonly Action[] {
  const sent = new Set<string>();
  return lines.map((line) => {
    if (line.state !== 'sending') return line;
    const isSent = sent.has(line.id);
    sent.add(line.id);
    return isSent ? { ...line, state: 'unknown' } : line;
  });
}

/** Whether nothing of it is ever on its way: then each line may have its standpoint. */
const still = (lines: readonly Action[]): readonly Action[] =>
  lines.map((line) => (line.state === 'sending' ? { ...line, state: 'waiting' } : line));

describe.runIf(canRunPostgres())('a standpoint in PostgreSQL', () => {
  beforeAll(async () => void (await sharedServer()), START_MS_MAX);

  it.each(SEEDS)('leads to what the whole journal says, in history %i', async (seed) => {
    const desk = await opened();
    const leads = postgresJournal(desk, ALWAYS);
    const whole = postgresJournal({ ...desk, environment: 'sandbox' }, NEVER);
    for (const [at, line] of sentOnce(drawnHistory(seed)).entries()) {
      await Promise.all([leads.append(line), whole.append(line)]);
      if (at % 7 !== seed % 7) continue;
      const kept = at % 2 === 0 ? leads : postgresJournal(desk, ALWAYS);
      expect(await kept.unresolved()).toEqual(await whole.unresolved());
      const overBefore = at - 30;
      expect(await kept.standing(NO_DOUBTS, overBefore)).toEqual(await whole.standing(NO_DOUBTS, overBefore));
    }
    expect((await whole.standing(NO_DOUBTS, 0)).length).toBeGreaterThan(0);
  });

  it.each(SEEDS)('that is kept while leading says the same, in history %i', async (seed) => {
    const desk = await opened();
    const lead = new Watched(desk.lead);
    const leads = postgresJournal({ ...desk, lead }, ALWAYS);
    const whole = postgresJournal({ ...desk, environment: 'sandbox' }, NEVER);
    for (const [at, line] of still(drawnHistory(seed)).entries()) {
      await Promise.all([leads.append(line), whole.append(line)]);
      if (at % 7 !== seed % 7) continue;
      const next = postgresJournal(desk, NEVER);
      expect(await next.unresolved()).toEqual(await whole.unresolved());
      expect(await next.standing(NO_DOUBTS)).toEqual(await whole.standing(NO_DOUBTS));
    }
    expect(lead.keptAt.length).toBeGreaterThan(10);
  });

  /** A journal of one live quote whose standpoint was kept, of which lines can be forged. */
  async function withQuote() {
    const desk = await opened();
    const journal = postgresJournal(desk, ALWAYS);
    await journal.append(quote(1));
    expect(await journal.standing(NO_DOUBTS)).toEqual([quote(1)]);
    await desk.lead.write('ALTER TABLE simulator.journal DISABLE TRIGGER USER');
    return { desk, journal, next: () => postgresJournal(desk, NEVER) };
  }
  /** Only a journal that is asked as a whole shows this. */
  const REJECTED = "UPDATE simulator.journal SET state = 'rejected'";

  it('is gone on from: lines before it are not asked again', async () => {
    const { desk, next } = await withQuote();
    await desk.lead.write(REJECTED);
    expect((await next().standing(NO_DOUBTS)).map(({ id }) => id)).toEqual([quote(1).id]);
    await desk.lead.write("DELETE FROM desk.shared WHERE kind = 'standpoint'");
    expect(await next().standing(NO_DOUBTS)).toEqual([]);
  });

  it.each([
    ['its own text was changed', "UPDATE desk.shared SET text = replace(text, 'QT-1', 'QT-2')"],
    ['it is of another environment', "UPDATE desk.shared SET name = 'sandbox'"],
    ['the line it stands at is another one', "UPDATE simulator.journal SET hash = 'another'"],
    ['the line it stands at is not there', 'DELETE FROM simulator.journal'],
  ])('is not used where %s', async (_, harm) => {
    const { desk, journal, next } = await withQuote();
    await desk.lead.write(REJECTED);
    await desk.lead.write(harm);
    expect(await next().standing(NO_DOUBTS)).toEqual([]);
    if (harm.includes('journal')) expect(await journal.standing(NO_DOUBTS)).toEqual([]);
  });

  it.each([
    ['another version', (text: string) => text.replace('"version":2', '"version":1')],
    ['no standpoint', () => '{'],
  ])('is not used where it is of %s, though its hash is right', async (_, changed) => {
    const { desk, next } = await withQuote();
    await desk.lead.write(REJECTED);
    const [{ text = '' } = {}] = Kept.parse(await desk.lead.query('SELECT text FROM desk.shared'));
    const forged = changed(text.slice(HASH_LENGTH));
    expect(forged).not.toBe(text.slice(HASH_LENGTH));
    const hash = createHash('sha256').update(forged).digest('hex');
    await desk.lead.write('UPDATE desk.shared SET text = $1', [`${hash}${forged}`]);
    expect(await next().standing(NO_DOUBTS)).toEqual([]);
  });

  it('is not used where lines are in doubt', async () => {
    const { desk, journal } = await withQuote();
    await desk.lead.write('ALTER TABLE simulator.journal ENABLE TRIGGER USER');
    await journal.append(withdrawal(2, 1));
    expect(await journal.standing(NO_DOUBTS)).toEqual([]);
    expect(await journal.standing(new Set([withdrawal(2, 1).id]))).toEqual([quote(1)]);
  });

  it('does not bring back a quote that was withdrawn before it was known that it had been sent', async () => {
    const journal = postgresJournal(await opened(), ALWAYS);
    await journal.append(quote(1), quote(3, 'unknown'), withdrawal(4, 3));
    expect((await journal.unresolved()).map(({ id }) => id)).toEqual([quote(3).id]);
    await journal.append(quote(3));
    expect(await journal.standing(NO_DOUBTS)).toEqual([quote(1)]);
  });

  it('is kept while leading, from the one before, when nothing is on its way', async () => {
    const desk = await opened();
    const lead = new Watched(desk.lead);
    const journal = postgresJournal({ ...desk, lead }, { keepFrom: 4 });
    const first = lead.tried();
    for (const line of [quote(1, 'staged'), quote(1, 'sending'), quote(1), quote(2, 'staged')])
      await journal.append(line);
    await journal.append(quote(2, 'sending'));
    // It waits for approval, or for a person: neither is on its way.
    await journal.append(quote(3, 'waiting'), quote(4, 'unknown'));
    await journal.append(quote(2));
    await first;
    expect(lead.keptAt).toEqual([8]);
    lead.linesRead.clear();
    const second = lead.tried();
    await journal.append(quote(5), quote(6), withdrawal(7, 1), withdrawal(8, 5));
    await second;
    expect(lead.keptAt).toEqual([8, 12]);
    expect([...lead.linesRead]).toEqual([9, 10, 11, 12]);
    const next = postgresJournal(desk, NEVER);
    expect((await next.unresolved()).map(({ id }) => id)).toEqual([quote(3).id, quote(4).id]);
    expect(await next.standing(NO_DOUBTS)).toEqual([quote(2), quote(6)]);
  });

  it('is not kept while something of the leader before is on its way', async () => {
    const desk = await opened();
    await postgresJournal(desk, NEVER).append(quote(1, 'sending'), quote(2));
    const lead = new Watched(desk.lead);
    const journal = postgresJournal({ ...desk, lead }, ALWAYS);
    await journal.append(quote(3));
    await journal.append(quote(4));
    await journal.append(quote(1));
    for (let count = 5; lead.keptAt.length === 0; count += 1) await journal.append(quote(count));
    expect(lead.keptAt[0]).toBeGreaterThanOrEqual(5);
  });

  it('that could not be kept is no failure of a line, and is tried again', async () => {
    const desk = await opened();
    const lead = new Watched(desk.lead);
    lead.keeps = false;
    const journal = postgresJournal({ ...desk, lead }, { keepFrom: 2 });
    const refused = lead.tried();
    await journal.append(quote(1), quote(2));
    await refused;
    lead.keeps = true;
    const again = lead.tried();
    await journal.append(quote(3), quote(4));
    await again;
    expect(lead.keptAt).toEqual([2, 4]);
    expect(await journal.standing(NO_DOUBTS)).toHaveLength(4);
  });

  it('leaves a takeover to read the lines behind it, and those that it answers', async () => {
    const desk = await opened();
    const before = postgresJournal(desk, ALWAYS);
    for (let count = 10; count < 60; count += 2)
      await before.append(quote(count), withdrawal(count + 1, count));
    await before.append(quote(1), quote(2, 'unknown'));
    expect(await before.standing(NO_DOUBTS)).toEqual([quote(1)]);
    await postgresJournal(desk, NEVER).append(quote(3), quote(4, 'unknown'));
    const lead = new Watched(desk.lead);
    const next = postgresJournal({ ...desk, lead });
    expect(await next.unresolved()).toEqual([quote(2, 'unknown'), quote(4, 'unknown')]);
    expect(await next.standing(NO_DOUBTS)).toEqual([quote(1), quote(3)]);
    expect([...lead.linesRead].sort((a, b) => a - b)).toEqual([51, 52, 53, 54]);
  });

  it('holds no quotes that were over before the moment that was asked for last', async () => {
    const desk = await opened();
    const clock = new ManualClock(1_000);
    const lead = new Watched(desk.lead);
    const journal = postgresJournal({ ...desk, lead, clock }, ALWAYS);
    await journal.standing(NO_DOUBTS, 900);
    const kept = lead.tried();
    await clock.advance(50);
    await journal.append({ ...quote(1), over: { how: 'accepted', at: 949 } });
    await kept;
    const again = lead.tried();
    await journal.append({ ...quote(2), over: { how: 'accepted', at: 950 } });
    await again;
    const next = postgresJournal(desk, NEVER);
    expect((await next.standing(NO_DOUBTS)).map(({ id }) => id)).toEqual([quote(2).id]);
  });
});
