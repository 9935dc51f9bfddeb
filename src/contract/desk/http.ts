import * as z from 'zod/mini';
import { AcceptedWarnings, Action, ActionBody, Made, Note } from '../../domain/action';
import { Environment } from '../../domain/desk-status';
import { PlatformEvent } from '../../domain/event';
import { Failure } from '../../domain/failure';
import { ActionId } from '../../domain/identifiers';
import { DeskLimits, Limits } from '../../domain/limits/limits';
import { Recall } from '../../domain/recall';
import { ResourceKey } from '../../domain/resource';
import { Source } from '../../domain/source';

/** Paths of the gateway's own interface. Every body is JSON; every error body is `{ "failure": Failure }`. */
export const SESSION_PATH = '/api/session';
export const ACTIONS_PATH = '/api/actions';
export const ACTION_PATH = '/api/actions/:id';
export const RECALL_PATH = '/api/recall';
export const FIND_PATH = '/api/actions/find';
export const SOURCES_PATH = '/api/sources';
export const SIGN_IN_PATH = '/api/sign-in';
export const SIGN_OUT_PATH = '/api/sign-out';
export const SETTLE_PATH = '/api/actions/:id/settle';
export const HEALTH_PATH = '/api/health';
export const JOURNAL_PATH = '/api/journal';
export const LIMITS_PATH = '/api/limits';
export const SUPPORT_PATH = '/api/support-bundle';
export const WEBHOOK_PATH = '/api/webhook';
export const WEBHOOK_CHECK_PATH = '/api/webhook/check';
export const actionPath = (id: string): string => ACTION_PATH.replace(':id', encodeURIComponent(id));
export const settlePath = (id: string): string => SETTLE_PATH.replace(':id', encodeURIComponent(id));

/** POST /api/session: a token for this page, kept in its memory alone and sent as `Authorization: Bearer …`. */
export const SessionAnswer = z.object({ token: z.string().check(z.minLength(20)) });
export type SessionAnswer = z.infer<typeof SessionAnswer>;

/**
 * PUT /api/actions/{id}: the id is the page's own. The answer is the action as the journal has it once it is final,
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

export const ActionAnswer = z.object({ action: Action });
export type ActionAnswer = z.infer<typeof ActionAnswer>;

/** At most so many resources in one question for their sources. */
export const SOURCES_MAX = 1_000;

/** POST /api/sources: where what is known of these comes from. It costs no call. A key that names no resource has no source. */
export const SourcesRequest = z.strictObject({
  keys: z.array(ResourceKey).check(z.maxLength(SOURCES_MAX)),
});
export type SourcesRequest = z.infer<typeof SourcesRequest>;

export const SourcesAnswer = z.object({ sources: z.array(Source) });
export type SourcesAnswer = z.infer<typeof SourcesAnswer>;

const secret = () => z.string().check(z.maxLength(4_096));
const typedWord = () => z.optional(z.string().check(z.maxLength(100)));

/**
 * POST /api/sign-in: with the session token of the page. Without credentials those are meant that are kept for the
 * environment. `remember` keeps them sealed on the gateway's machine once they have been accepted; without it, what is kept
 * is wiped. `word` is what a person typed to enter production. Nothing of it is ever answered, logged or put into an address.
 */
export const SignInRequest = z.union([
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
export type SignInRequest = z.infer<typeof SignInRequest>;

/** Signed in. `notKept`: why the credentials could not be kept, although that was wished. */
export const SignInAnswer = z.object({ notKept: z.optional(Failure) });
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/** POST /api/sign-out: `forget` also wipes what is kept for the environment. */
export const SignOutRequest = z.strictObject({ forget: z.boolean() });
export type SignOutRequest = z.infer<typeof SignOutRequest>;

/** Signed out, once what was being sent had come to rest. `unsettled`: actions whose outcome is not known yet. */
export const SignOutAnswer = z.object({ unsettled: z.number() });
export type SignOutAnswer = z.infer<typeof SignOutAnswer>;

/**
 * GET /api/journal?format=jsonl or csv: the whole journal as a file, with the name it is to have. Like the support bundle
 * (GET /api/support-bundle) it wants the page's token in the header, never in an address.
 */
export const JOURNAL_FORMATS = ['jsonl', 'csv'] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];

/** PUT /api/limits: the levels of this desk; `null` goes back to those of its file, or the built-in ones. */
export const LimitsRequest = z.strictObject({ limits: z.nullable(Limits) });
export type LimitsRequest = z.infer<typeof LimitsRequest>;
export const LimitsAnswer = z.object({ limits: DeskLimits });
export type LimitsAnswer = z.infer<typeof LimitsAnswer>;

export const BATCH_MAX = 200;
const FOLLOWING_MAX = 10_000;

/**
 * PUT /api/actions: many actions by one press. Each is an action of its own, with its own line in the journal; they go at
 * once, withdrawals first.
 */
export const BatchRequest = z.strictObject({
  actions: z.array(z.strictObject({ id: ActionId, ...wanted })).check(z.minLength(1), z.maxLength(BATCH_MAX)),
  /** How many offers of the same press still wait on the page for their turn. */
  following: z.optional(z.int().check(z.gte(0), z.lte(FOLLOWING_MAX))),
  ...meant,
});
export type BatchRequest = z.infer<typeof BatchRequest>;

/**
 * POST /api/actions/find: what the journal has of these ids, however long ago it was; what it does not have is left out. It
 * sends nothing and costs no call.
 */
export const FIND_MAX = 1_000;
export const FindRequest = z.strictObject({
  ids: z.array(ActionId).check(z.maxLength(FIND_MAX)),
  ...meant,
});
export type FindRequest = z.infer<typeof FindRequest>;
export const FindAnswer = z.object({ actions: z.array(Action) });
export type FindAnswer = z.infer<typeof FindAnswer>;

/**
 * POST /api/actions/{id}/settle: a person says how an action ended that is acknowledged or unknown, and which numbers the
 * service gave to what came of it. The answer is the action as it ended.
 */
export const Settlement = z.strictObject({
  verdict: z.enum(['executed', 'not-executed']),
  note: Note,
  ...Made.shape,
});
export type Settlement = z.infer<typeof Settlement>;

export const FailureAnswer = z.object({ failure: Failure });
export type FailureAnswer = z.infer<typeof FailureAnswer>;

/** One result per action, in the order in which they were asked for. */
const results = z.array(z.union([ActionAnswer, FailureAnswer]));
export const BatchAnswer = z.object({ results });
export type BatchAnswer = z.infer<typeof BatchAnswer>;

/**
 * POST /api/recall: "Withdraw all". From then on no offer goes live that any page pressed before. Every live quote of the desk is
 * withdrawn: those that the page names, those that it does not know yet, and, when that is known, those that went live from what was
 * on its way. The same id twice is one recall. The answer tells of what the page named, in its order; the journal tells of all.
 */
export const RECALLED_MAX = 1_000;
export const RecallRequest = z.strictObject({
  id: ActionId,
  actions: z.array(z.strictObject({ id: ActionId, ...wanted })).check(z.maxLength(RECALLED_MAX)),
  ...meant,
});
export type RecallRequest = z.infer<typeof RecallRequest>;
export const RecallAnswer = z.object({ recall: Recall, results });
export type RecallAnswer = z.infer<typeof RecallAnswer>;

/** GET /api/webhook: how events reach this desk. Counts are since the gateway started; times are epoch ms. */
export const WebhookAnswer = z.object({
  /** The address to give to the operator. It ends in a token that nobody can guess: who knows it can knock. */
  address: z.string(),
  /** Settings state where the outside world reaches it; otherwise `address` is good on this machine alone. */
  isStated: z.boolean(),
  /** Whether deliveries have to be signed. */
  isSigned: z.boolean(),
  accepted: z.number(),
  refused: z.number(),
  lastAcceptedAt: z.optional(z.number()),
  /** Why the last delivery that was refused was refused, and when. */
  lastRefusal: z.optional(z.object({ at: z.number(), failure: Failure })),
});
export type WebhookAnswer = z.infer<typeof WebhookAnswer>;

/**
 * POST /api/webhook/check: asks the service for its example of an event (GET /ping, one call), reads it as a delivery would
 * be read, and shows it among the events as a test.
 */
export const WebhookCheckAnswer = z.object({
  event: PlatformEvent,
  /** The example as the service gave it. */
  example: z.string(),
});
export type WebhookCheckAnswer = z.infer<typeof WebhookCheckAnswer>;
