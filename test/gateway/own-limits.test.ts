import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { NO_LIMITS } from '../../chaos/actions/no-limits';
import { newSession } from '../../simulation/running-gateway';
import { FailureAnswer, PairAnswer } from '../../src/contract/desk/answers';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { FourEyes } from '../../src/domain/policy/four-eyes';
import { silentLog } from '../../src/effects/log';
import { ManualClock } from '../../src/effects/manual-clock';
import { PolicyKeeper } from '../../src/gateway/people/policy-keeper';
import { actionId, QUOTE, WITHDRAW } from './twins/actions';
import { singleRequest } from './twins/fake-platform';
import { call, testGateway, type TestGateway } from './twins/gateway';
import { page } from './twins/page';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const JSON_TYPE = { 'content-type': 'application/json' };
const policyOf = (people: object): string =>
  JSON.stringify({ roles: { trader: ['anna', 'ben'], admin: ['ben'] }, limits: { people } });

async function desk(people: object) {
  const file = { text: policyOf(people) };
  const opened = PolicyKeeper.open({
    file: { path: 'policy.json', text: () => file.text },
    clock: new ManualClock(0),
    log: silentLog,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const made = await testGateway({ signsIn: true, givenLimits: NO_LIMITS, policies: opened.value });
  running.push(made);
  const { gateway, service } = made;
  service.addRequest(singleRequest('RQ-2', { role: 'recipient' }), []);
  const pageOf = async (name: string) => {
    const body = JSON.stringify({ code: gateway.pairingCode, name });
    const paired = await call(gateway, ROUTES.pair.path, { method: 'POST', headers: JSON_TYPE, body });
    const { key } = PairAnswer.parse(JSON.parse(paired.text));
    const token = await newSession({ url: gateway.url, programKey: key });
    const put = async (count: number, action: object): Promise<string> => {
      const answer = await call(gateway, pathOf(ROUTES.putAction, { id: actionId(count) }), {
        method: 'PUT',
        headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
        body: JSON.stringify({ body: action, shown: 'as shown' }),
      });
      const read = z.looseObject({
        action: z.object({ state: z.string(), failure: z.optional(z.object({ message: z.string() })) }),
      });
      const said = read.safeParse(JSON.parse(answer.text));
      if (!said.success) return FailureAnswer.parse(JSON.parse(answer.text)).failure.message;
      return said.data.action.failure?.message ?? said.data.action.state;
    };
    return { token, put };
  };
  const change = (next: string): void => {
    file.text = next;
    opened.value.look();
  };
  return { ...made, pageOf, change };
}

it('holds one person to a level of their own, and nobody else', async () => {
  const to = await desk({ anna: { volume: [{ unit: 'MW', block: 5 }] } });
  const [anna, ben] = [await to.pageOf('anna'), await to.pageOf('ben')];
  expect(await anna.put(1, QUOTE)).toContain('above the block level of 5 MW');
  expect(await ben.put(3, QUOTE)).toBe('done');
});

it('holds one person to presses of a minute, and never a withdrawal', async () => {
  const to = await desk({ anna: { pressesPerMinute: 2 } });
  const [anna, ben] = [await to.pageOf('anna'), await to.pageOf('ben')];
  const quote = (price: string) => ({ ...QUOTE, price: { shape: 'single', price } });
  expect(await anna.put(1, quote('31'))).toBe('done');
  expect(await anna.put(2, quote('32'))).toBe('done');
  expect(await anna.put(3, quote('33'))).toContain(
    'anna has sent 2 prices and acceptances within one minute',
  );
  expect(await ben.put(4, quote('34'))).toBe('done');
  expect(await anna.put(5, WITHDRAW)).not.toContain('within one minute');
  await to.clock.advance(60_001);
  expect(await anna.put(6, quote('36'))).toBe('done');
});

it('shows each page its own person and levels, and a changed policy at once', async () => {
  const to = await desk({ anna: { volume: [{ unit: 'MW', block: 5 }] } });
  const [anna, ben] = [await to.pageOf('anna'), await to.pageOf('ben')];
  const [one, other] = [await page(to, anna.token), await page(to, ben.token)];
  expect(await one.value('status')).toMatchObject({ person: { name: 'anna', roles: ['trader'] } });
  expect(await other.value('status')).toMatchObject({ person: { name: 'ben', roles: ['trader', 'admin'] } });
  expect(await one.value('limits')).toMatchObject({ own: [{ volume: [{ unit: 'MW', block: '5' }] }] });
  expect(await other.value('limits')).not.toHaveProperty('own');
  to.change('{"rules":{}}');
  const health = (await call(to.gateway, ROUTES.health.path)).text;
  expect(z.looseObject({ policy: z.looseObject({}) }).parse(JSON.parse(health)).policy).toMatchObject({
    message: 'roles is missing, or not of its kind.',
  });
  to.change(JSON.stringify({ roles: { viewer: ['anna'] } }));
  expect(await one.value('status')).toMatchObject({ person: { name: 'anna', roles: ['viewer'] } });
  expect(await one.value('limits')).not.toHaveProperty('own');
  expect(await other.end()).toContain('You are signed in without a role');
});

it('tells a page above what another person has to approve, and nothing where nobody has to', async () => {
  const fourEyes = FourEyes.parse({ above: { quantity: { MW: 5 } }, minutes: 2 });
  const told = async (over: object): Promise<unknown> => {
    const made = await testGateway({ signsIn: true, givenLimits: NO_LIMITS, ...over });
    running.push(made);
    return (await page(made, await newSession(made.gateway))).value('limits');
  };
  expect(await told({ fourEyes: () => fourEyes })).toMatchObject({
    fourEyes: { above: { quantity: { MW: '5' } }, minutes: 2 },
  });
  expect(await told({})).not.toHaveProperty('fourEyes');
});
