import * as z from 'zod/mini';
import { ProposalId, QuoteId, RequestId } from '../identifiers';
import { By } from '../person';
import { ProgramId, ProgramName } from '../program-mark';
import { Bounds } from './bounds';
import { ProgramKind, ProgramOffer } from './wanted';

/** Why a program ended. `restarted`: the gateway was, or another one leads. */
export const StopReason = z.enum([
  'person',
  'silent',
  'disarmed',
  'session-over',
  'not-permitted',
  'halted',
  'withdraw-all',
  'stale-data',
  'unreachable',
  'signed-out',
  'asleep',
  'budget-spent',
  'fills',
  'filled',
  'until',
  'restarted',
]);
export type StopReason = z.infer<typeof StopReason>;

/**
 * `in-step`: what is live is what is wanted, or no more than a step away. `changing`: on its way. `delayed`: it changes as soon as the
 * pace allows. `held`: a bound or a limit stops it. `withdrawing`, `withdrawn`: nothing is wanted, or the program stopped. `nothing`:
 * nothing was wanted yet. `not-sent`: the program stopped before anything of it went live. `unknown`: it stands still until its outcome is known. `filled`: a fill ended it. `stopped`: the row ended otherwise.
 */
export const ProgramRowState = z.enum([
  'in-step',
  'changing',
  'delayed',
  'held',
  'withdrawing',
  'withdrawn',
  'nothing',
  'not-sent',
  'unknown',
  'filled',
  'stopped',
]);
export type ProgramRowState = z.infer<typeof ProgramRowState>;

/** One row as the gateway has it. Times are epoch ms. */
export const ProgramRow = z.object({
  row: z.number(),
  requestId: RequestId,
  direction: z.enum(['bid', 'ask']),
  wanted: z.optional(ProgramOffer),
  /** Why nothing is wanted, in the page's words. */
  why: z.optional(z.string()),
  live: z.optional(
    z.object({
      offer: ProgramOffer,
      quoteId: z.optional(QuoteId),
      proposalId: z.optional(ProposalId),
      since: z.number(),
    }),
  ),
  state: ProgramRowState,
  /** One sentence: why it is held, what it waits for, how it ended. */
  says: z.optional(z.string()),
  /** Only a person lets it go on: see the route of release. */
  needsPerson: z.optional(z.literal(true)),
  /** From the newest wanted offer to the platform's word that it is live. */
  lagMs: z.optional(z.number()),
  changes: z.number(),
  calls: z.number(),
  fills: z.number(),
});
export type ProgramRow = z.infer<typeof ProgramRow>;

const Amounts = z.array(z.object({ unit: z.string(), amount: z.string() }));

/** A program as pages see it. Times are epoch ms; amounts exact decimal text. */
export const Program = z.object({
  id: ProgramId,
  name: ProgramName,
  kind: ProgramKind,
  bounds: Bounds,
  startedBy: z.optional(By),
  startedAt: z.number(),
  /** `silent`: it has not heard of its page for more than half of its silence. `stopping`: something of it is not off the market yet. */
  state: z.enum(['running', 'silent', 'stopping', 'stopped']),
  stopped: z.optional(
    z.object({
      at: z.number(),
      why: StopReason,
      /** One sentence for a person. */
      words: z.string(),
      by: z.optional(By),
      /** Offers taken off since. */
      withdrawn: z.number(),
      /** Offers that are not known to be off. */
      left: z.number(),
      /** From the stop until nothing was left. */
      tookMs: z.optional(z.number()),
    }),
  ),
  heardAt: z.number(),
  /** The newest number that was taken. */
  number: z.number(),
  changesLastMinute: z.number(),
  /** Calls that it came to, and those that all programs together may use today still. */
  calls: z.number(),
  callsLeft: z.number(),
  live: z.object({ quotes: z.number(), volumes: Amounts, notionals: Amounts }),
  fills: z.object({ count: z.number(), volumes: Amounts }),
  rows: z.array(ProgramRow),
});
export type Program = z.infer<typeof Program>;
