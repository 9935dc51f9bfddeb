import * as z from 'zod/mini';
import { ApprovalLevels, OwnLevels } from '../../domain/limits/limits';
import { Role } from '../../domain/person';
import { body, type Routes } from './routes';

const roles = z.array(Role);

/** The machines of a desk, and how safely the database keeps what is written. Times are epoch ms. */
const MachinesAnswer = z.object({
  /** Of the one that leads: it grows with every change. */
  epoch: z.number(),
  since: z.number(),
  /** Standbys that confirm each commit, as looked at last. */
  confirming: z.number(),
  /** By how much the slowest of them is behind. */
  lagMs: z.optional(z.number()),
  /** Why the database is not trusted, in a sentence. */
  problem: z.optional(z.string()),
  machines: z.array(
    z.object({
      /** Of its door. */
      address: z.string(),
      leads: z.boolean(),
      host: z.string(),
      version: z.string(),
      startedAt: z.number(),
      seenAt: z.number(),
      /** Events on its disk that wait for the database. */
      spooledEvents: z.number(),
      /** Presses of "Withdraw all" on its disk that wait for the journal. */
      keptWithdrawals: z.number(),
    }),
  ),
});
export type MachinesAnswer = z.infer<typeof MachinesAnswer>;

/** Who is on this desk now. Times are epoch ms. */
export const PeopleAnswer = z.object({
  sessions: z.array(
    z.object({
      name: z.string(),
      /** The provider's own id of that person; absent where a browser was paired by a code. */
      id: z.optional(z.string()),
      roles,
      /** Its short name, as lines of the journal have it. */
      session: z.string(),
      openedAt: z.number(),
      /** By the page itself, too. */
      usedAt: z.number(),
      /** When that person last pressed or typed in the pane; absent where this gateway has not seen it. */
      actedAt: z.optional(z.number()),
      /** Connected pages of it. */
      pages: z.number(),
      isProgram: z.boolean(),
      /** Quotes that this person sent and that are live, or may be: they stay so when the session ends. */
      quotes: z.optional(z.number()),
    }),
  ),
  /** Paired browsers, also those that are not open now. */
  pairings: z.array(z.object({ pairing: z.string(), name: z.string(), pairedAt: z.number() })),
  /** Of a desk on several machines alone. */
  machines: z.optional(MachinesAnswer),
  /** Absent: there is none, and whoever is paired may do everything. */
  policy: z.optional(
    z.object({
      path: z.string(),
      readAt: z.number(),
      /** SHA-256 of the file's text, in hexadecimal. */
      digest: z.string(),
      /** Above what another person has to approve; absent where nobody has to. */
      fourEyes: z.optional(ApprovalLevels),
      /** What roles and people are held to beside the desk's limits; `whose`: the name of the role, or of the person as the policy has it. */
      limits: z.optional(
        z.array(z.object({ whose: z.string(), levels: OwnLevels, pressesPerMinute: z.optional(z.number()) })),
      ),
      /** Why the file as it is now is not the one in force. */
      problem: z.optional(z.string()),
    }),
  ),
});
export type PeopleAnswer = z.infer<typeof PeopleAnswer>;

const named = z.string().check(z.maxLength(200));
/** One session by its short name, or all of a person, by the id of the provider or the name of the pairing. */
export const EndBody = z.union([z.strictObject({ session: named }), z.strictObject({ person: named })]);
export type EndBody = z.infer<typeof EndBody>;

/** By its short name. */
export const UnpairBody = z.strictObject({ pairing: named });
export type UnpairBody = z.infer<typeof UnpairBody>;

/** How many sessions ended. */
export const EndAnswer = z.object({ ended: z.number() });
export type EndAnswer = z.infer<typeof EndAnswer>;

/** The routes of an admin's room and command, apart from the others because a page loads them with that room. */
export const PEOPLE_ROUTES = {
  read: { method: 'GET', path: '/api/people', answer: PeopleAnswer },
  end: { method: 'POST', path: '/api/people/end', body: body<EndBody>(), answer: EndAnswer },
  unpair: { method: 'POST', path: '/api/people/unpair', body: body<UnpairBody>(), answer: EndAnswer },
} as const satisfies Routes;
