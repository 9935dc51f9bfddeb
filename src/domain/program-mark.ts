import * as z from 'zod/mini';
import { By } from './person';

/** Id of a program, made by the page that starts it. */
export const ProgramId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
  .brand<'ProgramId'>();
export type ProgramId = z.infer<typeof ProgramId>;

/** As a person calls a program: on one line, without signs that are not seen. */
export const ProgramName = z
  .string()
  .check(z.minLength(1), z.maxLength(60), z.regex(/^\P{C}+$/u), z.regex(/^\S(.*\S)?$/));

/** Of which program an action is, and who started that. Whatever was written down is read. */
export const ProgramMark = z.object({
  id: ProgramId,
  name: z.string(),
  startedBy: z.optional(By),
});
export type ProgramMark = z.infer<typeof ProgramMark>;
