import * as z from 'zod/mini';
import { StartMode } from '../../domain/desk-status';
import { Failure } from '../../domain/failure';
import { PROGRAM_ROWS_MAX, WantedRow } from '../../domain/program/wanted';
import { ProgramId } from '../../domain/program-mark';
import { Resource, ResourceKey } from '../../domain/resources/resource';

/** Limits of one page's connection. */
export const WATCHES_MAX = 20_000;
/** A person acts on so many things at most. */
const ATTENDED_MAX = 20;
export const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
/** Silence after which either end says `beat`, and after twice of which it takes the connection for dead. */
export const BEAT_MS = 15_000;

/** Address of the socket below the gateway's. */
export const SOCKET_PATH = '/api/socket';

/** What a page says to the gateway over its one WebSocket. The first message must be `hello`. */
export const PageMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), token: z.string() }),
  z.strictObject({
    type: z.literal('watch'),
    add: z.array(Resource).check(z.maxLength(WATCHES_MAX)),
    drop: z.array(ResourceKey).check(z.maxLength(WATCHES_MAX)),
    /**
     * Like `add`, but nothing is fetched for the sake of these: they show what is known and what others cause. Naming a
     * resource again in the other list changes what it is.
     */
    quiet: z.optional(z.array(Resource).check(z.maxLength(WATCHES_MAX))),
  }),
  /** A person asked for these now; they go ahead of polling. */
  z.strictObject({ type: z.literal('refresh'), keys: z.array(ResourceKey).check(z.maxLength(WATCHES_MAX)) }),
  /** A person acts on these just now, by keys or presses: they are kept within seconds of the platform for a minute. */
  z.strictObject({ type: z.literal('attend'), keys: z.array(ResourceKey).check(z.maxLength(ATTENDED_MAX)) }),
  /**
   * All rows of a program of this session as they are wanted now. A number that is lower than the newest is passed over; the same again is
   * a sign of life. `armed`: whether trading is switched on; without it the program stops. What came of it is told by the resource `programs`.
   */
  z.strictObject({
    type: z.literal('wanted'),
    id: ProgramId,
    number: z.int().check(z.gte(0)),
    rows: z.array(WantedRow).check(z.maxLength(PROGRAM_ROWS_MAX)),
    armed: z.boolean(),
  }),
  z.strictObject({ type: z.literal('beat') }),
]);
export type PageMessage = z.infer<typeof PageMessage>;

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
