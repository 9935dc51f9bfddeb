import * as z from 'zod/mini';
import { OwnLevels } from '../limits/limits';
import { ROLES, type Role, type Who } from '../person';
import { ProgramPolicy } from '../program/bounds';
import { FourEyes } from './four-eyes';

const Named = z.string('wants a name or an id').check(z.minLength(1), z.maxLength(200));
const PRESSES_MAX = 10_000;
const PRESSES = `wants a whole number from 1 to ${PRESSES_MAX}`;

/** What one person or role is held to beside the limits of the desk. */
const Own = z.strictObject({
  ...OwnLevels.shape,
  /** Offers and acceptances of one person within one minute. */
  pressesPerMinute: z.optional(z.int(PRESSES).check(z.gte(1, PRESSES), z.lte(PRESSES_MAX, PRESSES))),
});
export type Own = z.infer<typeof Own>;

/** A section for each role that has one. */
const byRole = <S extends z.ZodMiniType>(section: S) =>
  z.partial(
    z.strictObject({ viewer: section, analyst: section, trader: section, approver: section, admin: section }),
  );

/** Who may do what on this desk: the file that DESK_POLICY names. */
export const Policy = z.strictObject({
  $schema: z.optional(z.string()),
  /** For each role the groups and people that have it; docs/people.md says by which name or id. */
  roles: byRole(z.array(Named, 'wants a list of names or ids')),
  limits: z.optional(
    z.strictObject({ roles: z.optional(byRole(Own)), people: z.optional(z.record(Named, Own)) }),
  ),
  /** What another person has to approve; nothing unless said. */
  fourEyes: z.optional(FourEyes),
  /** Within which bounds programs run, where the gateway allows them (DESK_PROGRAMS); the built-in ones unless said. */
  programs: z.optional(ProgramPolicy),
});
export type Policy = z.infer<typeof Policy>;

/** Commands of the gateway's own account read, write files and administer; none of them presses. */
const PROGRAM_ROLES: readonly Role[] = ['analyst', 'admin'];

/**
 * What a person may do now. Without a policy whoever was paired may do everything, and a provider's person what the groups say by the
 * names of roles themselves.
 */
export function rolesOf(who: Who, policy: Policy | undefined): readonly Role[] {
  if (!policy) return who.id === undefined ? ROLES : ROLES.filter((role) => who.groups?.includes(role));
  if (who.isProgram) return PROGRAM_ROLES;
  return ROLES.filter((role) => policy.roles[role]?.some((named) => isNamed(who, named)));
}

/** What a person is held to beside the desk's limits: by each role and by name. All of it holds together. */
export function ownOf(who: Who, policy: Policy | undefined): readonly Own[] {
  const { roles = {}, people = {} } = policy?.limits ?? {};
  return [
    ...rolesOf(who, policy).flatMap((role) => roles[role] ?? []),
    ...Object.entries(people).flatMap(([named, own]) => (isNamed(who, named) ? [own] : [])),
  ];
}

/** What somebody is held to whose groups nobody knows any more: what any role is. */
export function strictestOwnOf(who: Who, policy: Policy | undefined): readonly Own[] {
  const { roles = {}, people = {} } = policy?.limits ?? {};
  const named = Object.entries(people).flatMap(([one, own]) => (isNamed(who, one) ? [own] : []));
  return [...ROLES.flatMap((role) => roles[role] ?? []), ...named];
}

/** A name that anybody can give themselves at a provider counts for nothing there: its id does. */
const isNamed = ({ name, id, groups }: Who, named: string): boolean =>
  named === (id ?? name) || groups?.includes(named) === true;
