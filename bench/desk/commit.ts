import type { Action } from '../../src/domain/action';
import { ActionId, QuoteId, RequestId } from '../../src/domain/identifiers';
import { systemClock } from '../../src/effects/clock';
import type { JournalStore } from '../../src/gateway/storage/journal-store';
import { postgresJournal } from '../../src/gateway/storage/postgres/journal';
import { leadPlace } from '../../src/gateway/storage/postgres/lead';
import { migrate } from '../../src/gateway/storage/postgres/migrations';
import { openPrimary } from '../../src/gateway/storage/postgres/session';
import { sentence } from '../../src/domain/failure';
import { startPostgres } from '../../test/postgres';
import { benchStores } from '../kit/stores';
import { percentile, rounded, type Row } from '../report/report';

const SCENARIO = 'two lines of the journal, on disk';
const WARMING = 50;

/** The two lines that stand before an action leaves, in SQLite and in PostgreSQL with and without standbys that confirm. */
export async function commits(folder: string, count: number): Promise<Row[]> {
  const stores = await benchStores(folder);
  const rows = await measured('SQLite', stores.journal, count);
  await stores.close();
  for (const standbys of [0, 1, 2] as const) {
    const subject = [
      'PostgreSQL alone',
      'PostgreSQL, confirmed by its standby',
      'PostgreSQL, confirmed by one of two',
    ][standbys];
    rows.push(...(await inPostgres(subject ?? '', standbys, count)));
  }
  return rows;
}

async function inPostgres(subject: string, standbys: 0 | 1 | 2, count: number): Promise<Row[]> {
  const servers = await startPostgres({ standbys, durable: true });
  try {
    const session = await openPrimary(servers.place, { name: 'bench', clock: systemClock });
    if (!session.ok) throw new Error(sentence(session.failure));
    await leadPlace(session.value).lock();
    const migrated = await migrate(session.value);
    if (!migrated.ok) throw new Error(sentence(migrated.failure));
    const { epoch } = await leadPlace(session.value).take('bench');
    const journal = postgresJournal({
      lead: session.value,
      environment: 'simulator',
      epoch,
      clock: systemClock,
    });
    const rows = await measured(subject, journal, count);
    await session.value.end();
    return rows;
  } finally {
    await servers.end();
  }
}

async function measured(subject: string, journal: JournalStore, count: number): Promise<Row[]> {
  const tookMs: number[] = [];
  for (let number = 1; number <= WARMING + count; number += 1) {
    const began = systemClock.monotonicMs();
    await journal.append(action(number, 'staged'), action(number, 'sending'));
    if (number > WARMING) tookMs.push(systemClock.monotonicMs() - began);
  }
  const shares = { p50: 0.5, p90: 0.9, p99: 0.99 };
  return Object.entries(shares).map(([metric, share]) => ({
    ...{ scenario: SCENARIO, subject, metric, unit: 'ms' },
    value: rounded(percentile(tookMs, share), 2),
  }));
}

const action = (number: number, state: Action['state']): Action => ({
  id: ActionId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
  body: { kind: 'withdraw-quote', requestId: RequestId.parse('RQ-1'), quoteId: QuoteId.parse('Q-1') },
  shown: 'Withdraw Q-1',
  state,
  createdAt: number,
});
