import * as z from 'zod/mini';
import { Action } from '../../domain/action';
import { Failure } from '../../domain/failure';
import { Halt } from '../../domain/halt';
import { DeskLimits } from '../../domain/limits/limits';
import { MassWithdrawal } from '../../domain/mass-withdrawal';
import { Source } from '../../domain/resources/resource';

// What the gateway answers to each route of routes.ts, as pages read it.

/** Where a file can be fetched once, within a minute, by a browser that knows no token. */
export const FileTicketAnswer = z.object({ address: z.string() });

/** The key of a paired browser, kept by it: with it, and with nothing else, its pages get sessions. */
export const PairAnswer = z.object({ key: z.string().check(z.minLength(20)) });
export type PairAnswer = z.infer<typeof PairAnswer>;

/** A token for this page, kept in its memory alone and sent as `Authorization: Bearer …`. */
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

/** JSON Lines can be verified, CSV is for a spreadsheet. */
export const JOURNAL_FORMATS = ['jsonl', 'csv'] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];

/** It is in the journal. */
export const ArmingAnswer = z.object({ on: z.boolean() });

/** In force. `underWay`: what had left before, and has not ended yet. */
export const HaltAnswer = z.object({ halt: Halt, underWay: z.int() });
export type HaltAnswer = z.infer<typeof HaltAnswer>;

export const ResumeAnswer = z.object({ resumed: z.literal(true) });

export const LimitsAnswer = z.object({ limits: DeskLimits });
export type LimitsAnswer = z.infer<typeof LimitsAnswer>;

/** At most so many actions in one press. */
export const BATCH_MAX = 200;

/** At most so many ids in one question for actions. */
export const FIND_MAX = 1_000;

export const FindAnswer = z.object({ actions: z.array(Action) });
export type FindAnswer = z.infer<typeof FindAnswer>;

/** The body of every answer that is not 200. */
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
