import * as z from 'zod/mini';
import { Note } from './action';
import { By } from './person';

/** Nothing that takes risk on leaves the desk from here until somebody resumes it; withdrawing goes on. */
export const Halt = z.object({
  /** Counts them in one environment, from 1 on. */
  number: z.int(),
  /** Epoch ms. */
  at: z.number(),
  by: z.optional(By),
  reason: z.optional(Note),
  /** Absent while it is in force. */
  resumed: z.optional(z.object({ at: z.number(), by: z.optional(By), reason: Note })),
});
export type Halt = z.infer<typeof Halt>;

/** "Anna Ott halted the desk at 10:31:04: a limit is wrong." */
export const haltInWords = ({ by, reason }: Pick<Halt, 'by' | 'reason'>, time: string): string =>
  `${by?.name ?? 'Somebody'} halted the desk at ${time}${reason === undefined ? '.' : `: ${reason}`}`.replace(
    /[^.!?]$/,
    '$&.',
  );
