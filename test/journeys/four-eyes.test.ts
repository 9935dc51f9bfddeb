import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_LIMITS } from '../../chaos/actions/no-limits';
import { PEOPLE, type Post } from '../../simulation/people';
import type { GatewayClient } from '../../src/client/client';
// A page loads this when something waits. Here that takes no time.
import '../../src/client/action-decisions';
import type { Action } from '../../src/domain/action';
import type { ActionId } from '../../src/domain/identifiers';
import { Policy } from '../../src/domain/policy/policy';
import { value } from './desk-at-simulator';
import { quotableAt } from './quotable';
import { WholeSystem } from './whole-system';

/** The trader approves as well, but for what they pressed themselves. */
const policy = Policy.parse({
  roles: {
    trader: [PEOPLE.trader],
    approver: [PEOPLE.trader, PEOPLE.approver],
    analyst: [PEOPLE.analyst],
    admin: [PEOPLE.admin],
  },
  fourEyes: { above: { kinds: ['send-quote'] }, minutes: 5 },
});

let system: WholeSystem;
let pages: Record<Post, GatewayClient>;
/** As each person's page shows the journal. */
const shown = new Map<Post, readonly Action[]>();
beforeEach(async () => {
  system = await WholeSystem.start({ policy });
  const page = (post: Post): GatewayClient => {
    const client = system.openPage(post);
    client.watch({ kind: 'journal' }, ({ value: journal }) => void (journal && shown.set(post, journal)));
    return client;
  };
  pages = {
    trader: page('trader'),
    approver: page('approver'),
    analyst: page('analyst'),
    admin: page('admin'),
    second: page('second'),
  };
  let isIn = false;
  pages.admin.watch({ kind: 'status' }, ({ value: status }) => void (isIn = status?.signedIn === true));
  await system.until('every page has a journal, and the desk is signed in', () => isIn && shown.size === 4);
  value(await system.passing(pages.admin.setLimits(NO_LIMITS.limits)));
});
afterEach(async () => {
  shown.clear();
  await system.end();
});

/** What waits once the trader has pressed it, as the approver's page shows it. */
async function waiting(): Promise<Action & { readonly approval: NonNullable<Action['approval']> }> {
  const body = await quotableAt(system);
  const id = pages.trader.newActionId();
  const pressed = value(await system.passing(pages.trader.act(id, { body, shown: 'as shown' })));
  expect([pressed.state, pressed.failure?.message]).toEqual(['waiting', undefined]);
  await system.until('the approver sees it', () => seenBy('approver', id)?.state === 'waiting');
  const action = seenBy('approver', id);
  if (!action?.approval) throw new Error('It waits without what is to be approved.');
  return { ...action, approval: action.approval };
}

const seenBy = (post: Post, id: ActionId): Action | undefined =>
  shown.get(post)?.find((action) => action.id === id);
const sent = async (): Promise<number> => (await system.calls())['send-quote'] ?? 0;
const live = async (): Promise<number> =>
  (await system.truth()).quotes.filter(
    ({ counterparty, state }) => counterparty === 'Your Desk' && state === 'active',
  ).length;

it('sends a quote that waits once another person approves it, and an analyst reads who did', async () => {
  const before = await live();
  const { id, approval } = await waiting();
  const own = await system.passing(pages.trader.approveAction(id, approval.hash));
  expect(own).toMatchObject({ ok: false, failure: { kind: 'denied' } });
  const analyst = await system.passing(pages.analyst.approveAction(id, approval.hash));
  expect(analyst).toMatchObject({ ok: false, failure: { kind: 'denied' } });
  expect([await sent(), await live()]).toEqual([0, before]);
  const approved = value(await system.passing(pages.approver.approveAction(id, approval.hash)));
  expect(approved.state).toBe('done');
  expect([await sent(), await live()]).toEqual([1, before + 1]);
  await system.until('the analyst reads it', () => seenBy('analyst', id)?.state === 'done');
  const { by, approvedBy } = seenBy('analyst', id) ?? {};
  expect([by?.name, approvedBy?.name]).toEqual([PEOPLE.trader, PEOPLE.approver]);
});

it('cancels what waits when the desk is halted, and no approval sends it any more', async () => {
  const { id, approval } = await waiting();
  value(await system.passing(pages.admin.halt('prices look wrong')));
  await system.until('the trader reads it', () => seenBy('trader', id)?.state === 'cancelled');
  expect(seenBy('trader', id)?.failure?.message).toContain(`${PEOPLE.admin} halted the desk`);
  const late = await system.passing(pages.approver.approveAction(id, approval.hash));
  expect(late).toMatchObject({ ok: false, failure: { kind: 'wrong-state' } });
  value(await system.passing(pages.admin.resume('they are right again')));
  await system.pass(2_000);
  expect([await sent(), seenBy('approver', id)?.state]).toEqual([0, 'cancelled']);
});
