import * as z from 'zod/mini';
import { By } from './person';

/** What is written down of a desk beside its actions, as a line of the journal calls it. */
const DESK_ENTRY_LABELS = {
  limits: 'Limits',
  policy: 'Policy in force',
  armed: 'Trading switched on',
  disarmed: 'Trading switched off',
  'platform-sign-in': 'Signed in at the platform',
  'platform-sign-in-failed': 'Sign-in at the platform failed',
  'platform-sign-out': 'Signed out at the platform',
  started: 'Gateway started',
  'person-sign-in': 'Person signed in',
  roles: 'Roles changed',
  paired: 'Browser paired',
  'session-begun': 'Session begun',
  'session-ended': 'Session ended',
  'trades-download': 'Trade download',
  'trade-corrected': 'Trade corrected',
  'trades-page': 'Trades read',
  'trades-file': 'Trades exported',
  'trades-sheet': 'Trades put into a sheet',
  'journal-file': 'Journal exported',
  'support-bundle': 'Support bundle saved',
  'platform-silent': 'Platform stopped answering',
  'platform-answers': 'Platform answers again',
  halt: 'Halted',
  resume: 'Resumed',
  'withdraw-all': 'Withdraw all',
  'program-start': 'Program started',
  'program-stop': 'Program stopped',
  'program-release': 'Row of a program released',
} as const;
export type DeskEntryKind = keyof typeof DESK_ENTRY_LABELS;

/** The state of such a line: it is final from the start. No action has it. */
export const NOTED = 'noted';

/** A level as it was and as it is, in words, "off" where there is none; or a field of a trade, "(none)" where it is empty. */
export const LevelChange = z.object({ level: z.string(), before: z.string(), after: z.string() });
export type LevelChange = z.infer<typeof LevelChange>;

/** A line of the journal that is no action: who did what to the desk itself. Whatever was written down is read. */
export const DeskEntry = z.object({
  id: z.string(),
  state: z.literal(NOTED),
  /** A {@link DeskEntryKind}, or one of a newer version. */
  entry: z.string(),
  /** One sentence that tells all of it, with the name of who did it. */
  shown: z.string(),
  by: z.optional(By),
  /** Epoch ms. */
  createdAt: z.number(),
  reason: z.optional(z.string()),
  changes: z.optional(z.array(LevelChange)),
  /** All levels in force from then on. */
  levels: z.optional(z.unknown()),
  /** What was exported; the rows and the digest where they are known. */
  file: z.optional(
    z.object({ name: z.string(), rows: z.optional(z.number()), sha256: z.optional(z.string()) }),
  ),
});
export type DeskEntry = z.infer<typeof DeskEntry>;

/** What happened, before it is a line. */
export type Noted = Omit<DeskEntry, 'id' | 'state' | 'createdAt' | 'entry'> & {
  readonly entry: DeskEntryKind;
};

/** As a person reads it; a kind of a newer version by its own name. */
export const deskEntryLabel = (entry: string): string =>
  Object.entries(DESK_ENTRY_LABELS).find(([kind]) => kind === entry)?.[1] ?? entry;
