import type { Environment } from '../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { systemClock } from '../../effects/clock';
import { readSettings } from '../settings/settings';
import type { Copy } from '../storage/backup';
import type { JournalReader } from '../storage/journal-reader';
import type { PostgresPlace } from '../storage/postgres/place';

/** A desk in PostgreSQL, for programs beside its gateways. */
export interface DeskStore {
  readonly openJournal: (environment: Environment) => Promise<Outcome<JournalReader>>;
  /** Writes the whole desk into a file that is not there yet. */
  readonly dump: (out: string) => Promise<Outcome<readonly Copy[]>>;
}

type Given = Readonly<Record<string, string | undefined>>;

/** The desk that DESK_STORE names; nothing of PostgreSQL is loaded where it names none. */
export async function deskStoreIn(environment: Given): Promise<DeskStore | undefined> {
  if (!environment['DESK_STORE']?.trim()) return undefined;
  const place = await placeIn(environment);
  const clock = systemClock;
  return {
    openJournal: async (name) => {
      if (!place.ok) return place;
      const { openPostgresJournal } = await import('../storage/postgres/journal-reader');
      return openPostgresJournal(place.value, { environment: name, clock });
    },
    dump: async (out) => {
      if (!place.ok) return place;
      const { dumpDesk } = await import('../storage/postgres/backup');
      return dumpDesk(place.value, { out, clock, environment });
    },
  };
}

/** Where that desk is, or a sentence about what is wrong with its settings. */
export async function placeIn(environment: Given): Promise<Outcome<PostgresPlace>> {
  const settings = readSettings(environment, []);
  if (!settings.ok) return settings;
  if (!settings.value.store) return failed(NO_STORE);
  const { placeOf } = await import('../storage/postgres/place');
  const place = placeOf(settings.value.store);
  return place.ok ? success(place.value) : place;
}

const NO_STORE: Failure = {
  kind: 'invalid-argument',
  message: 'DESK_STORE is not set, so there is no desk in PostgreSQL.',
  next: 'Set it as for the gateways of the desk (docs/desk.md).',
};
