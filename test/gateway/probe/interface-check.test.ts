import { afterEach, beforeEach, expect, it } from 'vitest';
import { InterfaceReport } from '../../../src/contract/desk/interface-check';
import { profileFrom } from '../../../src/contract/service/profile';
import { systemClock } from '../../../src/effects/clock';
import { silentLog } from '../../../src/effects/log';
import { connectPlatform } from '../../../src/gateway/platform/platform';
import { READS_MAX } from '../../../src/gateway/probe/calls';
import { InterfaceCheck } from '../../../src/gateway/probe/interface-check';
import { openStores } from '../../../src/gateway/storage/stores';
import { CREDENTIALS } from '../../../src/simulator/http/access';
import { startSimulator, type Simulator } from '../../../src/simulator/server';

const WIDE = { ratePerSecond: 1_000, burst: 1_000 };
let simulator: Simulator;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  simulator = await startSimulator({ seed: 1, speed: 0, port: 0, profile: profileFrom({ limits: WIDE }) });
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await simulator.close();
});

async function desk(overrides: object = {}) {
  const profile = profileFrom({ limits: WIDE, ...overrides });
  const stores = await openStores(
    { dataFolder: ':memory:', environment: 'simulator' },
    { clock: systemClock, log: silentLog, onNotKept: () => undefined },
  );
  if (!stores.ok) throw new Error(stores.failure.message);
  const platform = await connectPlatform({
    url: simulator.url,
    profile,
    usage: stores.value.usage('plan'),
    credentials: CREDENTIALS,
    clock: systemClock,
    log: silentLog,
  });
  closing.push(
    () => platform.close(),
    () => stores.value.close(),
  );
  const check = new InterfaceCheck({ service: simulator.url, profile, line: () => platform.line() });
  return { platform, check };
}
const callsOf = async (): Promise<number> =>
  ((await (await fetch(`${simulator.url}/simulator/stats`)).json()) as { calls: number }).calls;

it('reads as the desk that is signed in, within the calls that were said, and keeps the report', async () => {
  const { platform, check } = await desk();
  expect(check.read()).toEqual({ callsMax: READS_MAX });
  await platform.signIn();
  const before = await callsOf();
  const [first, second] = await Promise.all([check.check(), check.check()]);
  if (!first.ok || !second.ok) throw new Error('It failed.');
  expect(second.value).toBe(first.value);
  const { findings, calls } = InterfaceReport.parse(first.value);
  expect(await callsOf()).toBe(before + calls);
  expect(calls).toBeLessThanOrEqual(READS_MAX);
  expect(findings.filter(({ verdict }) => verdict === 'contradicted')).toEqual([]);
  expect(findings.find(({ key }) => key === 'auth.credentialsIn')?.verdict).toBe('holds');
  expect(check.read().report).toBe(first.value);
  // The desk counts these calls as its own.
  expect(platform.quota().used).toBe(calls + 1);
  const text = JSON.stringify(first.value);
  const { apiKey, clientSecret } = CREDENTIALS;
  expect([apiKey, clientSecret, 'eyJ'].filter((secret) => text.includes(secret))).toEqual([]);
});

it('says what is otherwise than the profile has it', async () => {
  const { platform, check } = await desk({ mapping: { words: { side: { buy: 'purchase', sell: 'sale' } } } });
  await platform.signIn();
  const told = await check.check();
  if (!told.ok) throw new Error(told.failure.message);
  const side = told.value.findings.find(({ key }) => key === 'mapping.words.side');
  expect(side?.verdict).toBe('contradicted');
  expect(side?.found).toContain('buy');
});

it('asks nothing while the desk is signed out', async () => {
  const { check } = await desk();
  const before = await callsOf();
  expect(await check.check()).toMatchObject({ ok: false, failure: { kind: 'signed-out' } });
  expect(await callsOf()).toBe(before);
});
