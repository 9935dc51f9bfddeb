import * as z from 'zod/mini';
import { AcceptedWarnings, ActionBody, Made, Note, Replaced } from '../../domain/action';
import { Environment } from '../../domain/desk-status';
import { ActionId } from '../../domain/identifiers';
import { Limits } from '../../domain/limits/limits';
import { PersonName } from '../../domain/person';
import { Price } from '../../domain/price';
import { ResourceKey } from '../../domain/resources/resource';
import { BATCH_MAX, FIND_MAX, RECALLED_MAX, SOURCES_MAX } from './answers';

// What pages send on each route of routes.ts, as the gateway reads it. Pages load the types alone, so it is apart from the answers.

/**
 * One action, under an id of the page's own. The answer is the action as the journal has it once it is final,
 * acknowledged or unknown; the same id with the same body again gives the same action, without a second send.
 */
const wanted = {
  body: ActionBody,
  /** What the person saw when pressing, in one line; kept in the journal. */
  shown: z.string().check(z.maxLength(500)),
  /** Codes of the warnings that were shown before this press; without them such an action is not sent. */
  accepted: z.optional(AcceptedWarnings),
  /** When it was pressed, in epoch ms of the gateway's clock as the page knows it. */
  pressedAt: z.optional(z.number()),
  /**
   * Number of the last recall that the page knew of at the press, 0 for none: an offer that was pressed before the newest one is
   * not sent. Absent: it was pressed just now.
   */
  recall: z.optional(z.number()),
  /**
   * Live quotes of the desk on the same request whose place this quote takes. The gateway withdraws them when it may go, and
   * sends it only once they are withdrawn: not before it is approved, where another person has to.
   */
  replaces: z.optional(Replaced),
};
export const ActionRequest = z.strictObject(wanted);
export type ActionRequest = z.infer<typeof ActionRequest>;

/**
 * The desk that the page showed at the press, by the name that its welcome gave. Requests of two environments may bear the
 * same id, so what was pressed for one desk is not sent by another.
 */
const meant = { desk: z.optional(z.string().check(z.maxLength(4_096))) };
export const ActionPut = z.strictObject({ ...wanted, ...meant });
export type ActionPut = z.infer<typeof ActionPut>;

/** Where what is known of these comes from. It costs no call. A key that names no resource has no source. */
export const SourcesBody = z.strictObject({
  keys: z.array(ResourceKey).check(z.maxLength(SOURCES_MAX)),
});
export type SourcesBody = z.infer<typeof SourcesBody>;

/**
 * The code that the gateway shows in its own window or log, as a person typed it, and how the journal is to call that person; without
 * a name it is the account that runs the gateway.
 */
export const PairBody = z.strictObject({
  code: z.string().check(z.maxLength(100)),
  name: z.optional(PersonName),
});
export type PairBody = z.infer<typeof PairBody>;

/** The key of the browser, where it is paired. */
export const SessionBody = z.strictObject({ key: z.optional(z.string().check(z.maxLength(100))) });
export type SessionBody = z.infer<typeof SessionBody>;

const secret = () => z.string().check(z.maxLength(4_096));
const typedWord = () => z.optional(z.string().check(z.maxLength(100)));

/**
 * Without credentials those are meant that are kept for the
 * environment. `remember` keeps them sealed on the gateway's machine once they have been accepted; without it, what is kept
 * is wiped. `word` is what a person typed to enter production. Nothing of it is ever answered, logged or put into an address.
 */
export const SignInBody = z.union([
  z.strictObject({
    environment: Environment,
    apiKey: secret(),
    clientId: secret(),
    clientSecret: secret(),
    remember: z.boolean(),
    word: typedWord(),
  }),
  z.strictObject({ environment: Environment, word: typedWord() }),
]);
export type SignInBody = z.infer<typeof SignInBody>;

/** `forget` also wipes what is kept for the environment. */
export const SignOutBody = z.strictObject({ forget: z.boolean() });
export type SignOutBody = z.infer<typeof SignOutBody>;

/** The address of a file on this gateway, as the page itself would fetch it. */
export const FileTicketBody = z.strictObject({ file: z.string().check(z.maxLength(2_000)) });
export type FileTicketBody = z.infer<typeof FileTicketBody>;

/** The levels of this desk; `null` goes back to those of its file, or the built-in ones. */
export const LimitsBody = z.strictObject({ limits: z.nullable(Limits) });
export type LimitsBody = z.infer<typeof LimitsBody>;

/** The trading switch of a page was turned on or off: told afterwards, for the journal alone. `why`: what switched it off by itself. */
export const ArmingBody = z.strictObject({
  on: z.boolean(),
  why: z.optional(z.enum(['idle', 'connection', 'environment', 'signed-out', 'halted'])),
});
export type ArmingBody = z.infer<typeof ArmingBody>;

/** Nothing that takes risk on is sent from here on, by anybody; withdrawing goes on. */
export const HaltBody = z.strictObject({ reason: z.optional(Note) });
export type HaltBody = z.infer<typeof HaltBody>;

export const ResumeBody = z.strictObject({ reason: Note });
export type ResumeBody = z.infer<typeof ResumeBody>;

const FOLLOWING_MAX = 10_000;

/**
 * Many actions by one press. Each is an action of its own, with its own line in the journal; they go at
 * once, withdrawals first.
 */
export const BatchBody = z.strictObject({
  actions: z.array(z.strictObject({ id: ActionId, ...wanted })).check(z.minLength(1), z.maxLength(BATCH_MAX)),
  /** How many offers of the same press still wait on the page for their turn. */
  following: z.optional(z.int().check(z.gte(0), z.lte(FOLLOWING_MAX))),
  ...meant,
});
export type BatchBody = z.infer<typeof BatchBody>;

/**
 * What the journal has of these ids, however long ago it was; what it does not have is left out. It
 * sends nothing and costs no call.
 */
export const FindBody = z.strictObject({
  ids: z.array(ActionId).check(z.maxLength(FIND_MAX)),
  ...meant,
});
export type FindBody = z.infer<typeof FindBody>;

/**
 * A person says how an action ended that is acknowledged or unknown, and which numbers the
 * service gave to what came of it. The answer is the action as it ended.
 */
export const Settlement = z.strictObject({
  verdict: z.enum(['executed', 'not-executed']),
  note: Note,
  ...Made.shape,
});
export type Settlement = z.infer<typeof Settlement>;

/** What the card showed as the market now, null for nothing known; absent where no card is. It is compared, and never taken for the market. */
const card = {
  card: z.optional(z.nullable(z.strictObject({ name: z.string().check(z.maxLength(200)), price: Price }))),
};

/** Another person approves an action that waits, as it was shown: `hash` is that of the action's approval. */
export const ApprovalBody = z.strictObject({
  hash: z.string().check(z.maxLength(100)),
  pressedAt: z.optional(z.number()),
  ...card,
  ...meant,
});
export type ApprovalBody = z.infer<typeof ApprovalBody>;

export const RefusalBody = z.strictObject({ reason: Note, ...card, ...meant });
export type RefusalBody = z.infer<typeof RefusalBody>;

/** The word of whoever pressed it, about what waits: wanted no more, or the approvers are reminded. */
export const OwnWordBody = z.strictObject(meant);
export type OwnWordBody = z.infer<typeof OwnWordBody>;

/**
 * "Withdraw all". From then on no offer goes live that any page pressed before. Every live quote of the desk is
 * withdrawn: those that the page names, those that it does not know yet, and, when that is known, those that went live from what was
 * on its way. With `proposals` the same goes for firm price proposals, which are deleted. The same id twice is one recall. The answer tells of what the page named, in its order; the journal tells of all.
 */
export const MassWithdrawalBody = z.strictObject({
  id: ActionId,
  actions: z.array(z.strictObject({ id: ActionId, ...wanted })).check(z.maxLength(RECALLED_MAX)),
  proposals: z.optional(z.boolean()),
  ...meant,
});
export type MassWithdrawalBody = z.infer<typeof MassWithdrawalBody>;
