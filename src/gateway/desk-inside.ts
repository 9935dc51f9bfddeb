import type { Clock } from '../effects/clock';
import type { Journal } from './actions/journal';
import type { JournalStore } from './actions/journal-store';
import type { LimitsKeeper } from './actions/limits-keeper';
import type { AnswerBook } from './answers/answer-book';
import type { StatusSource } from './desk-sources';
import type { Planner } from './planner/planner';
import type { Platform } from './platform';
import { supportBundle, type SupportParts } from './support/support-bundle';
import type { DeskFiles } from './web/desk-files';

/** The parts of a desk that can say how it is. */
export interface DeskInside {
  readonly status: StatusSource;
  readonly journal: Journal;
  readonly limits: LimitsKeeper;
  readonly book: Pick<AnswerBook, 'entries'>;
  readonly planner: Pick<Planner, 'stretch'>;
}

export interface DeskOutside {
  readonly environment: DeskFiles['environment'];
  readonly journal: JournalStore;
  readonly platform: Pick<Platform, 'quota'>;
  readonly support: SupportParts;
  readonly clock: Clock;
}

/** What a desk gives out as files. */
export const filesOf = (outside: DeskOutside, inside: DeskInside): DeskFiles => ({
  environment: outside.environment,
  journal: outside.journal,
  limits: inside.limits,
  supportBundle: () => bundleOf(outside, inside),
});

async function bundleOf(
  { support, platform, clock, journal }: DeskOutside,
  inside: DeskInside,
): Promise<unknown> {
  const watched: Record<string, number> = {};
  for (const { resource } of inside.book.entries.values()) {
    watched[resource.kind] = (watched[resource.kind] ?? 0) + 1;
  }
  return supportBundle({
    ...support,
    now: clock.now(),
    status: inside.status.read(),
    quota: platform.quota(),
    plan: { stretch: inside.planner.stretch, watched },
    limits: inside.limits.read(),
    journal: {
      isWhole: inside.journal.isWhole,
      head: await journal.head(),
      actions: inside.journal.read(),
    },
  });
}
