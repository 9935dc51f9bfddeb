import * as z from 'zod/mini';
import { Action } from '../../domain/action';
import { Failure } from '../../domain/failure';
import { DeskLimits } from '../../domain/limits/limits';
import { MassWithdrawal } from '../../domain/mass-withdrawal';
import { Source } from '../../domain/resources/resource';

/** Paths of the gateway's own interface. Every body is JSON; every error body is `{ "failure": Failure }`. */
export const SESSION_PATH = '/api/session';
export const ACTIONS_PATH = '/api/actions';
export const ACTION_PATH = '/api/actions/:id';
export const MASS_WITHDRAWAL_PATH = '/api/recall';
export const FIND_PATH = '/api/actions/find';
export const SOURCES_PATH = '/api/sources';
export const SIGN_IN_PATH = '/api/sign-in';
export const SIGN_OUT_PATH = '/api/sign-out';
export const SETTLE_PATH = '/api/actions/:id/settle';
export const HEALTH_PATH = '/api/health';
export const JOURNAL_PATH = '/api/journal';
export const LIMITS_PATH = '/api/limits';
export const SUPPORT_PATH = '/api/support-bundle';
export const actionPath = (id: string): string => ACTION_PATH.replace(':id', encodeURIComponent(id));
export const settlePath = (id: string): string => SETTLE_PATH.replace(':id', encodeURIComponent(id));

/** POST /api/session: a token for this page, kept in its memory alone and sent as `Authorization: Bearer …`. */
export const SessionAnswer = z.object({ token: z.string().check(z.minLength(20)) });
export type SessionAnswer = z.infer<typeof SessionAnswer>;

export const ActionAnswer = z.object({ action: Action });
export type ActionAnswer = z.infer<typeof ActionAnswer>;

/** At most so many resources in one question for their sources. */
export const SOURCES_MAX = 1_000;

export const SourcesAnswer = z.object({ sources: z.array(Source) });
export type SourcesAnswer = z.infer<typeof SourcesAnswer>;

/** Signed in. `notKept`: why the credentials could not be kept, although that was wished. */
export const SignInAnswer = z.object({ notKept: z.optional(Failure) });
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/** Signed out, once what was being sent had come to rest. `unsettled`: actions whose outcome is not known yet. */
export const SignOutAnswer = z.object({ unsettled: z.number() });
export type SignOutAnswer = z.infer<typeof SignOutAnswer>;

/**
 * GET /api/journal?format=jsonl or csv: the whole journal as a file, with the name it is to have. Like the support bundle
 * (GET /api/support-bundle) it wants the page's token in the header, never in an address.
 */
export const JOURNAL_FORMATS = ['jsonl', 'csv'] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];

export const LimitsAnswer = z.object({ limits: DeskLimits });
export type LimitsAnswer = z.infer<typeof LimitsAnswer>;

/** At most so many actions in one press. */
export const BATCH_MAX = 200;

/** At most so many ids in one question for actions. */
export const FIND_MAX = 1_000;

export const FindAnswer = z.object({ actions: z.array(Action) });
export type FindAnswer = z.infer<typeof FindAnswer>;

export const FailureAnswer = z.object({ failure: Failure });
export type FailureAnswer = z.infer<typeof FailureAnswer>;

/** One result per action, in the order in which they were asked for. */
const results = z.array(z.union([ActionAnswer, FailureAnswer]));
export const BatchAnswer = z.object({ results });
export type BatchAnswer = z.infer<typeof BatchAnswer>;

/** At most so many withdrawals named in one recall. */
export const RECALLED_MAX = 1_000;
export const MassWithdrawalAnswer = z.object({ recall: MassWithdrawal, results });
export type MassWithdrawalAnswer = z.infer<typeof MassWithdrawalAnswer>;
