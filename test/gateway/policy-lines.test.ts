import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { newSession } from '../../simulation/running-gateway';
import { PEOPLE_ROUTES, PeopleAnswer } from '../../src/contract/desk/people';
import { silentLog } from '../../src/effects/log';
import { ManualClock } from '../../src/effects/manual-clock';
import { PolicyKeeper } from '../../src/gateway/people/policy-keeper';
import { call, testGateway, type TestGateway } from './twins/gateway';
import { MemoryJournal } from './twins/memory-stores';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const policy = (over: object = {}): string =>
  JSON.stringify({
    roles: { trader: ['anna'], admin: ['gateway'] },
    fourEyes: { above: { quantity: { MW: 15 } }, minutes: 5 },
    ...over,
  });
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A gateway over this journal, with a policy of this text or with none. */
async function started(journal: MemoryJournal, text?: string) {
  const file = { text: text ?? '' };
  const opened = PolicyKeeper.open({
    file: { path: '/etc/desk/policy.json', text: () => file.text },
    clock: new ManualClock(0),
    log: silentLog,
  });
  if (text !== undefined && !opened.ok) throw new Error(opened.failure.message);
  const change = async (next: string): Promise<void> => {
    file.text = next;
    if (opened.ok) opened.value.look();
    await setImmediate();
  };
  const made = await testGateway({ journal, ...(opened.ok && { policies: opened.value }) });
  const desk = { ...made, change };
  running.push(desk);
  return desk;
}

/** The same, until it is stopped in order. */
async function ran(journal: MemoryJournal, text?: string): Promise<void> {
  const desk = await started(journal, text);
  running.splice(running.indexOf(desk), 1);
  await desk.stop();
}

/** The oldest first. */
const lines = async (journal: MemoryJournal) => [...(await journal.entries(10, 'policy'))].reverse();

it('writes down the policy at the start, once, with its digest and what another person approves', async () => {
  const journal = new MemoryJournal();
  await ran(journal, policy());
  await ran(journal, policy());
  const found = await lines(journal);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    shown:
      'gateway runs the gateway with the policy policy.json: another person approves what is above 15 MW, within 5 minutes.',
    file: { name: 'policy.json', sha256: sha256(policy()) },
    levels: { digest: sha256(policy()), fourEyes: { above: { quantity: { MW: '15' } }, minutes: 5 } },
  });
});

it('writes down one that is read anew and differs, and none that is refused', async () => {
  const journal = new MemoryJournal();
  const desk = await started(journal, policy());
  await desk.change('{"rules":{}}');
  expect(await lines(journal)).toHaveLength(1);
  const next = policy({ fourEyes: { above: { quantity: { MW: 30 }, money: { EUR: 5000000 } } } });
  await desk.change(next);
  const [, second] = await lines(journal);
  const now = 'what is above 30 MW or above 5,000,000 EUR, within 10 minutes';
  expect(second).toMatchObject({
    changes: [{ level: 'fourEyes', before: 'what is above 15 MW, within 5 minutes', after: now }],
    file: { sha256: sha256(next) },
  });
  expect(second?.shown).toContain(now);
});

it('writes down that there is none any more, and nothing where there never was one', async () => {
  const never = new MemoryJournal();
  await ran(never);
  expect(await lines(never)).toEqual([]);
  const journal = new MemoryJournal();
  await ran(journal, policy());
  await ran(journal);
  const [, last] = await lines(journal);
  expect(last?.shown).toContain('without a policy: nobody else has to approve anything.');
});

it('tells an admin above what another person approves, and what roles and people are held to', async () => {
  const limits = {
    roles: { trader: { volume: [{ unit: 'MW', warn: 25 }], pressesPerMinute: 60 } },
    people: { anna: { signFlip: 'block' } },
  };
  const { gateway } = await started(new MemoryJournal(), policy({ limits }));
  const authorization = `Bearer ${await newSession(gateway)}`;
  const { text } = await call(gateway, PEOPLE_ROUTES.read.path, { headers: { authorization } });
  expect(PeopleAnswer.parse(JSON.parse(text)).policy).toMatchObject({
    fourEyes: { above: { quantity: { MW: '15' } }, minutes: 5 },
    limits: [
      { whose: 'trader', levels: { volume: [{ unit: 'MW', warn: '25' }] }, pressesPerMinute: 60 },
      { whose: 'anna', levels: { signFlip: 'block' } },
    ],
  });
});
