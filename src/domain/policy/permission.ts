import type { Failure } from '../failure';
import type { Person, Role } from '../person';

/** What roles may do, each for itself: a trader who is to approve too has both roles. */
export const PERMITTED = {
  read: ['viewer', 'analyst', 'trader', 'approver', 'admin'],
  files: ['analyst', 'trader', 'approver', 'admin'],
  press: ['trader'],
  /** Automatic quoting, where the gateway allows it at all. */
  program: ['trader'],
  /** Without the switch nothing that takes risk on goes, pressed or approved. */
  arm: ['trader', 'approver'],
  withdraw: ['trader', 'approver', 'admin'],
  approve: ['approver'],
  halt: ['approver', 'admin'],
  administer: ['admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Permission = keyof typeof PERMITTED;
/** In the order of {@link PERMITTED}. */
export const PERMISSIONS = Object.keys(PERMITTED) as readonly Permission[];

/** What each lets a person do, as it is said to people. */
export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  read: 'see this desk',
  files: 'download files',
  press: 'send and accept',
  program: 'start programs',
  arm: 'switch trading on',
  withdraw: 'withdraw',
  approve: 'approve',
  halt: 'halt the desk',
  administer: 'change settings of the desk and resume it',
};

export const may = (roles: readonly Role[], permission: Permission): boolean =>
  PERMITTED[permission].some((role: Role) => roles.includes(role));

/** "You are signed in as an analyst: traders send and accept." */
export function whyNot(roles: readonly Role[], permission: Permission): string {
  const allowed: readonly Role[] = PERMITTED[permission];
  const own = roles.map((role) => `${/^a/.test(role) ? 'an' : 'a'} ${role}`).join(' and ');
  const who = allowed
    .map((role) => `${role}s`)
    .join(', ')
    .replace(/, (?=\w+$)/, ' and ');
  return `You are signed in ${own === '' ? 'without a role' : `as ${own}`}: ${who} ${PERMISSION_WORDS[permission]}.`;
}

/** Why somebody is refused, if they are: what nobody allowed is denied. */
export const denial = ({ roles }: Pick<Person, 'roles'>, permission: Permission): Failure | undefined =>
  may(roles, permission)
    ? undefined
    : {
        kind: 'denied',
        message: whyNot(roles, permission),
        next: 'Nothing was done. Roles are given by the policy of this desk.',
      };
