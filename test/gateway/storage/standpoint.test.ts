import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { ActionId, QuoteId } from '../../../src/domain/identifiers';
import type { Database } from '../../../src/gateway/storage/database';
import { sqliteJournal } from '../../../src/gateway/storage/sqlite-journal';
import { QUOTE } from '../../domain/sample-action';
import { drawnHistory } from './drawn-history';
import { databaseAt } from './implementations';

const SEEDS = Array.from({ length: 40 }, (_, seed) => [seed + 1] as const);
const NO_DOUBTS: ReadonlySet<string> = new Set();
const ALWAYS = { keepFrom: 1 };
const NEVER = { keepFrom: Infinity };

const opened = (database: Database, how: { keepFrom: number }) => sqliteJournal(database, how);

describe('a standpoint', () => {
  it.each(SEEDS)('leads to what the whole journal says, in history %i', async (seed) => {
    const [kept, whole] = [opened(databaseAt(), ALWAYS), opened(databaseAt(), NEVER)];
    for (const [at, line] of drawnHistory(seed).entries()) {
      await kept.append(line);
      await whole.append(line);
      if (at % 7 !== seed % 7) continue;
      expect(await kept.unresolved()).toEqual(await whole.unresolved());
      const overBefore = at - 30;
      expect(await kept.standing(NO_DOUBTS, overBefore)).toEqual(await whole.standing(NO_DOUBTS, overBefore));
    }
    expect((await whole.standing(NO_DOUBTS, 0)).length).toBeGreaterThan(0);
  });

  /** A journal of one live quote whose standpoint was kept. */
  async function withQuote() {
    const database = databaseAt();
    const journal = opened(database, ALWAYS);
    const quote: Action = {
      id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
      body: QUOTE,
      shown: 'A quote',
      state: 'done',
      quoteId: QuoteId.parse('QT-1'),
      createdAt: 1,
    };
    await journal.append(quote);
    expect(await journal.standing(NO_DOUBTS)).toEqual([quote]);
    return { database, journal, quote };
  }

  it('is gone on from: lines before it are not asked again', async () => {
    const { database, journal, quote } = await withQuote();
    // Only a journal that is asked as a whole shows this.
    database.run('DROP TRIGGER journal_is_not_changed');
    database.run(`UPDATE journal SET state = 'rejected' WHERE sequence = 1`);
    expect((await journal.standing(NO_DOUBTS)).map(({ id }) => id)).toEqual([quote.id]);
    database.run('DELETE FROM standpoint');
    expect(await journal.standing(NO_DOUBTS)).toEqual([]);
  });

  it.each([
    ['its own text was changed', `UPDATE standpoint SET text = replace(text, 'QT-1', 'QT-2')`],
    ['the line it stands at is another one', `UPDATE journal SET hash = 'another' WHERE sequence = 1`],
    ['the line it stands at is not there', 'DELETE FROM journal'],
  ])('is not used where %s', async (_, harm) => {
    const { database, journal } = await withQuote();
    for (const trigger of ['journal_is_not_changed', 'journal_is_not_cut'])
      database.run(`DROP TRIGGER ${trigger}`);
    // Only a journal that is asked as a whole shows this.
    database.run(`UPDATE journal SET state = 'rejected'`);
    database.run(harm);
    expect(await journal.standing(NO_DOUBTS)).toEqual([]);
  });

  it('does not bring back a quote that was withdrawn before it was known that it had been sent', async () => {
    const { journal, quote } = await withQuote();
    const sent: Action = {
      ...quote,
      id: ActionId.parse('00000000-0000-4000-8000-000000000003'),
      quoteId: QuoteId.parse('QT-3'),
    };
    const { quoteId: _, ...unknown } = sent;
    const withdrawal: Action = {
      ...unknown,
      id: ActionId.parse('00000000-0000-4000-8000-000000000004'),
      body: { kind: 'withdraw-quote', requestId: QUOTE.requestId, quoteId: QuoteId.parse('QT-3') },
    };
    await journal.append({ ...unknown, state: 'unknown' }, withdrawal);
    expect((await journal.unresolved()).map(({ id }) => id)).toEqual([sent.id]);
    await journal.append(sent);
    expect(await journal.standing(NO_DOUBTS)).toEqual([quote]);
  });

  it('is not used where lines are in doubt', async () => {
    const { journal, quote } = await withQuote();
    const withdrawal: Action = {
      ...quote,
      id: ActionId.parse('00000000-0000-4000-8000-000000000002'),
      body: { kind: 'withdraw-quote', requestId: QUOTE.requestId, quoteId: QuoteId.parse('QT-1') },
    };
    await journal.append(withdrawal);
    expect(await journal.standing(NO_DOUBTS)).toEqual([]);
    expect(await journal.standing(new Set([withdrawal.id]))).toEqual([quote]);
  });
});
