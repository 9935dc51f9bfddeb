import * as z from 'zod/mini';
import { PROGRAM_ROWS_MAX, WantedRow } from '../../domain/program/wanted';
import { ProgramId } from '../../domain/program-mark';
import { Resource, ResourceKey } from '../../domain/resources/resource';
import { WATCHES_MAX } from './socket';

// As the gateway reads it. Pages load the type alone, so it is apart from what they are told.

/** A person acts on so many things at most. */
const ATTENDED_MAX = 20;

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
  /**
   * A person acts on these just now, by keys or presses, and no longer on what the page named before: they are kept within seconds of the
   * platform for a minute.
   */
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
