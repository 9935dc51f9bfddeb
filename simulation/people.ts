import type { Role } from '../src/domain/person';
import { ownOf, Policy, rolesOf, strictestOwnOf } from '../src/domain/policy/policy';
import { newPairing } from '../src/gateway/people/pairings';
import { NO_POLICY, type Policies } from '../src/gateway/people/policy-keeper';
import { pairingStore } from '../src/gateway/storage/vault/pairings';

/** The people of the week, each with one role. */
export const PEOPLE = {
  trader: 'Anna Ott',
  approver: 'Ben Rau',
  analyst: 'Cleo Hart',
  admin: 'Dora Lind',
} as const satisfies Partial<Record<Role, string>>;
export type Post = keyof typeof PEOPLE;

/** Every new request waits, and whatever is large or has a size in another unit. */
export const POLICY = Policy.parse({
  roles: Object.fromEntries(Object.entries(PEOPLE).map(([role, name]) => [role, [name]])),
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
  const { trader, approver, analyst, admin } = PEOPLE;
  const paired = { trader: one(trader), approver: one(approver), analyst: one(analyst), admin: one(admin) };
  await pairingStore(dataFolder).write(Object.values(paired).map(({ pairing }) => pairing));
  return {
    trader: paired.trader.key,
    approver: paired.approver.key,
    analyst: paired.analyst.key,
    admin: paired.admin.key,
  };
}
