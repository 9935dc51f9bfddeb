import { afterEach, expect, it } from 'vitest';
import { NO_LIMITS } from '../../chaos/actions/no-limits';
import { newSession } from '../../simulation/running-gateway';
import { ActionAnswer, FailureAnswer } from '../../src/contract/desk/answers';
import { APPROVAL_ROUTES } from '../../src/contract/desk/approvals';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import type { Action } from '../../src/domain/action';
import { FourEyes } from '../../src/domain/policy/four-eyes';
import { NO_POLICY, type Policies } from '../../src/gateway/people/policy-keeper';
import { actionId, QUOTE } from './twins/actions';
import { singleRequest } from './twins/fake-platform';
import { testGateway, type TestGateway } from './twins/gateway';
import { jsonSender, pairedAs } from './twins/sign-in';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const FOUR_EYES = FourEyes.parse({ above: { quantity: { MW: 5 } }, minutes: 2 });

/** A desk with a level of 5 MW, on which Anna has pressed for 10, and a page of whoever comes. */
async function deskThatWaits(policies: Policies = NO_POLICY) {
  const desk = await testGateway({
    ...{ signsIn: true, givenLimits: NO_LIMITS, policies },
    fourEyes: () => FOUR_EYES,
  });
  running.push(desk);
  const { gateway, service } = desk;
  service.addRequest(singleRequest('RQ-2', { role: 'recipient' }), []);
  const send = jsonSender(gateway);
  const pageOf = async (programKey: string) => {
    const token = await newSession({ url: gateway.url, programKey });
    const said = async (path: string, body: unknown, method = 'POST') => {
      const answer = await send(method, path, body, token);
      const read = ActionAnswer.safeParse(JSON.parse(answer.text));
      return read.success ? read.data.action : FailureAnswer.parse(JSON.parse(answer.text)).failure;
    };
    const id = actionId(1);
    return {
      press: () => said(pathOf(ROUTES.putAction, { id }), { body: QUOTE, shown: 'as shown' }, 'PUT'),
      approve: (hash: string) => said(pathOf(APPROVAL_ROUTES.approve, { id }), { hash }),
      refuse: (reason: string) => said(pathOf(APPROVAL_ROUTES.refuse, { id }), { reason }),
      remind: () => said(pathOf(APPROVAL_ROUTES.remind, { id }), {}),
      cancel: () => said(pathOf(APPROVAL_ROUTES.cancel, { id }), {}),
    };
  };
  const key = await pairedAs(gateway, 'Anna Ott');
  const [anna, annaElsewhere, ben] = [
    await pageOf(key),
    await pageOf(key),
    await pageOf(await pairedAs(gateway, 'Ben')),
  ];
  const waiting = (await anna.press()) as Action;
  return { desk, anna, annaElsewhere, ben, waiting, hash: waiting.approval?.hash ?? '' };
}

it('what is above a level of the policy waits, and goes when another person approves what was shown', async () => {
  const { desk, anna, annaElsewhere, ben, waiting, hash } = await deskThatWaits();
  expect(waiting).toMatchObject({ state: 'waiting', waitsUntil: waiting.createdAt + 120_000 });
  expect(waiting.approval?.reasons[0]?.message).toContain('10 MW is above the level for approval of 5 MW');
  for (const page of [anna, annaElsewhere])
    expect(await page.approve(hash)).toMatchObject({ kind: 'denied' });
  expect(await ben.approve('0'.repeat(64))).toMatchObject({ kind: 'wrong-state' });
  expect(desk.service.callsOf('sendQuote')).toHaveLength(0);
  expect(await ben.approve(hash)).toMatchObject({ state: 'done', approvedBy: { name: 'Ben' } });
  expect(await ben.approve(hash)).toMatchObject({ kind: 'wrong-state' });
  expect(desk.service.callsOf('sendQuote')).toHaveLength(1);
});

it('what somebody pressed who may send no more by the policy of now is not sent, and waits no longer', async () => {
  const lost = { isSo: false };
  const { desk, ben, hash } = await deskThatWaits({
    ...NO_POLICY,
    rolesOf: ({ name }) => (lost.isSo && name === 'Anna Ott' ? ['viewer'] : ['trader', 'approver', 'viewer']),
  });
  lost.isSo = true;
  expect(await ben.approve(hash)).toMatchObject({
    kind: 'denied',
    message: 'Anna Ott may not send on this desk any more.',
  });
  expect(desk.service.callsOf('sendQuote')).toHaveLength(0);
  expect(desk.journal.lines.at(-1)).toMatchObject({ state: 'cancelled' });
});

it('it is refused with a reason by an approver, and cancelled by whoever pressed it, in any of their browsers', async () => {
  const refused = await deskThatWaits();
  expect(await refused.ben.cancel()).toMatchObject({ kind: 'denied' });
  expect(await refused.ben.refuse('')).toMatchObject({ kind: 'invalid-argument' });
  expect(await refused.ben.refuse('too large')).toMatchObject({
    state: 'cancelled',
    refusedBy: { name: 'Ben' },
    failure: { message: 'Ben refused it: too large.' },
  });
  const cancelled = await deskThatWaits();
  expect(await cancelled.annaElsewhere.cancel()).toMatchObject({ state: 'cancelled' });
  expect(await cancelled.ben.approve(cancelled.hash)).toMatchObject({ kind: 'wrong-state' });
});

it('whoever pressed it reminds the approvers of it, at most once a minute, as a line of the journal', async () => {
  const { desk, anna, annaElsewhere, ben, waiting, hash } = await deskThatWaits();
  expect(await ben.remind()).toMatchObject({ kind: 'denied' });
  const at = desk.clock.now();
  expect(await anna.remind()).toMatchObject({ state: 'waiting', reminded: { at, by: { name: 'Anna Ott' } } });
  expect(desk.journal.lines.at(-1)).toMatchObject({ id: waiting.id, state: 'waiting', reminded: { at } });
  const lines = desk.journal.lines.length;
  await desk.clock.advance(59_000);
  expect(await annaElsewhere.remind()).toMatchObject({ kind: 'throttled', until: at + 60_000 });
  expect(desk.journal.lines).toHaveLength(lines);
  await desk.clock.advance(1_000);
  expect(await annaElsewhere.remind()).toMatchObject({ reminded: { at: at + 60_000 } });
  // What is approved is what was shown at the press, reminded of or not, and the time for it is the same.
  expect(await ben.approve(hash)).toMatchObject({ state: 'done', waitsUntil: waiting.waitsUntil });
  expect(await anna.remind()).toMatchObject({ kind: 'wrong-state' });
});

it('a gateway that stops, or signs out of the platform, cancels what waits', async () => {
  const { desk } = await deskThatWaits();
  await desk.stop();
  running.splice(0);
  expect(desk.journal.lines.at(-1)).toMatchObject({
    state: 'cancelled',
    failure: { message: 'The gateway stopped, or signed out of the platform, before this was approved.' },
  });
});
