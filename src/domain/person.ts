import * as z from 'zod/mini';

/** As a person may be called from now on: on one line, without signs that are not seen. */
export const PersonName = z
  .string()
  .check(z.minLength(1), z.maxLength(100), z.regex(/^\P{C}+$/u), z.regex(/^\S(.*\S)?$/));

/** What a person may do on this desk. A person may have several; what nobody allowed is refused. */
export const Role = z.enum(['viewer', 'analyst', 'trader', 'approver', 'admin']);
export type Role = z.infer<typeof Role>;
export const ROLES = Role.options;

/** Who a session was opened for, as the pairing or the provider said it. */
export interface Who {
  readonly name: string;
  /** The provider's own id of that person, which never changes; absent where a browser was paired by a code. */
  readonly id?: string;
  /** Names or ids of the groups that the provider puts that person in. */
  readonly groups?: readonly string[];
  /** A command of the gateway's own account. */
  readonly isProgram?: boolean;
  /** By which pairing the browser came in. */
  readonly pairing?: string;
}

/** Who is behind a session of a page, and what they may do now. */
export interface Person extends Pick<Who, 'name' | 'id'> {
  readonly roles: readonly Role[];
}

/**
 * Who pressed, by the name that was given at the pairing, and in which session of a page: a short name of it, no token. `id`: of a
 * person who signed in at a provider. Whatever was written down is read.
 */
export const By = z.object({ name: z.string(), session: z.string(), id: z.optional(z.string()) });
export type By = z.infer<typeof By>;

/** Of lines that were written before names were. */
export const NOT_KNOWN = 'not known';
