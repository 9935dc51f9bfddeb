import * as z from 'zod/mini';
import { StartMode } from '../../domain/desk-status';
import { Failure } from '../../domain/failure';
import { ResourceKey } from '../../domain/resources/resource';

/** Limits of one page's connection. */
export const WATCHES_MAX = 20_000;
export const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
/**
 * Silence after which either end says `beat`. It costs no call of the platform, and little else: a hundred pages on which nothing moves make
 * some sixty messages of 15 bytes a second.
 */
export const BEAT_MS = 3_000;
/** A gateway that is well is never silent for so long: from then on nothing on the page is live. */
export const GATEWAY_SILENCE_MS_MAX = 2 * BEAT_MS;
/** A page that calculates, or whose timers its browser slows down, may be: who gives it up has to tell it everything anew. */
export const PAGE_SILENCE_MS_MAX = 30_000;

/** Address of the socket below the gateway's. */
export const SOCKET_PATH = '/api/socket';

/**
 * One answer on the wire. `value` is the service's own record, or an array of records for a list, exactly as it
 * came: the page reads it with the same reader as the gateway. For `status`, `quota`, `journal`, `own-quotes` and load shapes it is the
 * desk's own shape. Present only when it changed since the last message on this key over this connection. Times are epoch ms.
 */
export const AnswerMessage = z.object({
  key: ResourceKey,
  state: z.enum(['waiting', 'fresh', 'refreshing', 'stale', 'failed']),
  value: z.optional(z.unknown()),
  fetchedAt: z.optional(z.number()),
  staleAt: z.optional(z.number()),
  failure: z.optional(Failure),
  /** Nothing is known, and nothing is going to be asked by itself. */
  idle: z.optional(z.literal(true)),
});
export type AnswerMessage = z.infer<typeof AnswerMessage>;

/** What the gateway says to a page. */
export const GatewayMessage = z.discriminatedUnion('type', [
  /**
   * The gateway knows the page. `startsIn` is the mode in which workbooks start, live unless said. `desk` names what the gateway
   * works with: when it is another than before, or comes anew on the same line, nothing that was told before is true any
   * more, and every watched answer is told again.
   */
  z.object({
    type: z.literal('welcome'),
    now: z.number(),
    startsIn: z.optional(StartMode),
    desk: z.optional(z.string()),
  }),
  z.object({ type: z.literal('answers'), answers: z.array(AnswerMessage) }),
  z.object({ type: z.literal('refused'), failure: Failure }),
  z.object({ type: z.literal('beat') }),
]);
export type GatewayMessage = z.infer<typeof GatewayMessage>;
