import * as z from 'zod/mini';
import type { Environment } from '../../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../../domain/failure';
import type { Clock } from '../../../effects/clock';
import type { JournalReader } from '../journal-reader';
import { linesIn } from './journal';
import type { PostgresPlace } from './place';
import { openPrimary } from './session';

const Heads = z.array(z.object({ sequence: z.number() }));
const Hashes = z.array(z.object({ hash: z.string() }));

/** The journal of an environment in PostgreSQL, for reading alone: whoever leads may be writing to it meanwhile. */
export async function openPostgresJournal(
  place: PostgresPlace,
  { environment, clock }: { readonly environment: Environment; readonly clock: Clock },
): Promise<Outcome<JournalReader>> {
  const opened = await openPrimary(place, { name: 'journal', clock });
  if (!opened.ok) return opened;
  const session = opened.value;
  await session.query('SET default_transaction_read_only = on');
  if (
    (await session.query(`SELECT 1 WHERE to_regclass('${environment}.journal') IS NOT NULL`)).length === 0
  ) {
    await session.end();
    return failed(NOT_THERE);
  }
  return success({
    linesAfter: (after, countMax) => linesIn(session, environment, after, countMax),
    written: async () =>
      Heads.parse(await session.query(`SELECT sequence FROM ${environment}.journal_head`))[0]?.sequence ?? 0,
    hashAt: async (sequence) =>
      Hashes.parse(
        await session.query(`SELECT hash FROM ${environment}.journal WHERE sequence = $1`, [sequence]),
      )[0]?.hash,
    close: () => session.end(),
  });
}

const NOT_THERE: Failure = {
  kind: 'not-found',
  message: 'The database of DESK_STORE holds no journal of SpreadDesk.',
  next: 'Check the name of the database; a gateway that leads makes what is missing.',
};
