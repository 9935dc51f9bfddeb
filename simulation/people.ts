import type { Role } from '../src/domain/person';
import { ownOf, Policy, rolesOf, strictestOwnOf } from '../src/domain/policy/policy';
import { newPairing } from '../src/gateway/people/pairings';
import { NO_POLICY, type Policies } from '../src/gateway/people/policy-keeper';
import { pairingStore } from '../src/gateway/storage/vault/pairings';

/** The people of the week, each with one role; the second trader has programs alone. */
export const PEOPLE = {
  trader: 'Anna Ott',
  approver: 'Ben Rau',
  analyst: 'Cleo Hart',
  admin: 'Dora Lind',
  second: 'Emil Voss',
} as const;
export type Post = keyof typeof PEOPLE;
export const TRADERS: readonly string[] = [PEOPLE.trader, PEOPLE.second];

/** Every new request waits, and whatever is large or has a size in another unit. */
export const POLICY = Policy.parse({
  roles: {
    trader: TRADERS,
    approver: [PEOPLE.approver],
    analyst: [PEOPLE.analyst],
    admin: [PEOPLE.admin],
  } satisfies Partial<Record<Role, readonly string[]>>,
  fourEyes: { above: { quantity: { MW: 20 }, kinds: ['create-request'] }, minutes: 5 },
});

/** Of a policy that never changes. */
export const policiesOf = (policy: Policy): Policies => ({
  ...NO_POLICY,
  read: () => ({ path: 'policy.json', policy, readAt: 0, digest: '' }),
  rolesOf: (who) => rolesOf(who, policy),
  ownOf: (who) => ownOf(who, policy),
  strictestOwnOf: (who) => strictestOwnOf(who, policy),
});

/** The keys of their browsers, which a gateway on this data folder knows from its first start on. */
export async function pairedPeople(dataFolder: string, now: number): Promise<Readonly<Record<Post, string>>> {
  const one = (name: string) => newPairing(now, name);
  const paired = Object.entries(PEOPLE).map(([post, name]) => [post, one(name)] as const);
  await pairingStore(dataFolder).write(paired.map(([, { pairing }]) => pairing));
  return Object.fromEntries(paired.map(([post, { key }]) => [post, key])) as Record<Post, string>;
}
