import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_PROFILE, profileFrom, type Profile } from '../../../src/contract/service/profile';
import type { Log } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { ResourcesByEnvironment } from '../../../src/gateway/environments/resources';
import { Receiver } from '../../../src/gateway/events/receiver';
import { storedEvents } from '../../../src/gateway/storage/events';
import { IN_MEMORY } from '../../../src/gateway/storage/place';
import { MORNING } from '../twins/cache';

let folder = '';
const lines: string[] = [];
const opened: ResourcesByEnvironment[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spreaddesk-resources-'));
  lines.length = 0;
});
afterEach(async () => {
  for (const resources of opened.splice(0)) await resources.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (message: string): void => void lines.push(message);
const log: Log = { info: write, warn: write, error: write };
const onNotKept = (): never => {
  throw new Error('The disk did not keep what was written.');
};
const SIMULATOR = { name: 'simulator', service: 'http://127.0.0.1:1' } as const;
const SANDBOX = { name: 'sandbox', service: 'https://sandbox.example' } as const;

function resourcesIn(dataFolder: string, profiles: { sandbox?: Profile } = {}): ResourcesByEnvironment {
  const environments = [SIMULATOR, SANDBOX];
  const clock = new ManualClock(MORNING);
  const resources = new ResourcesByEnvironment({
    dataFolder,
    environments,
    profile: DEFAULT_PROFILE,
    profiles,
    clock,
    log,
    onNotKept,
  });
  opened.push(resources);
  return resources;
}
const tokens = async (resources: ResourcesByEnvironment): Promise<Record<string, string>> =>
  Object.fromEntries((await resources.inboxes()).map(({ environment, token }) => [environment, token]));

describe.skipIf(process.platform === 'win32')('the folder of an environment', () => {
  it("is its owner's alone when it is made, and so is the data folder", async () => {
    const data = join(folder, 'data');
    await resourcesIn(data).inboxes();
    const modes = [data, join(data, 'simulator')].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
    expect(lines).toEqual([]);
  });

  it('is left as it is when it was there, and others who may read it are told of', async () => {
    const open = join(folder, 'simulator');
    mkdirSync(open);
    chmodSync(open, 0o755);
    await resourcesIn(folder).inboxes();
    expect(statSync(open).mode & 0o777).toBe(0o755);
    expect(lines).toEqual([expect.stringMatching(/other accounts .* "chmod 700 .*simulator"/)]);
  });
});

describe('the address for events', () => {
  it('is another in each environment, cannot be guessed, and outlives a restart', async () => {
    const first = resourcesIn(folder);
    const { simulator, sandbox } = await tokens(first);
    expect(Buffer.from(simulator ?? '', 'base64url')).toHaveLength(32);
    expect(simulator).not.toBe(sandbox);
    expect(await tokens(first)).toEqual({ simulator, sandbox });
    await first.close();
    expect(await tokens(resourcesIn(folder))).toEqual({ simulator, sandbox });
  });

  it('is another at every start of a gateway that keeps nothing', async () => {
    expect(await tokens(resourcesIn(IN_MEMORY))).not.toEqual(await tokens(resourcesIn(IN_MEMORY)));
  });

  it('is not made for an environment without an address', async () => {
    expect(Object.keys(await tokens(resourcesIn(folder)))).toEqual(['simulator', 'sandbox']);
    expect(readdirSync(folder).sort()).toEqual(['sandbox', 'simulator']);
  });

  it('is left out where the database cannot be had; the others are there, and the log says why', async () => {
    await tokens(resourcesIn(folder));
    for (const resources of opened.splice(0)) await resources.close();
    writeFileSync(
      join(folder, 'sandbox', 'spreaddesk.db'),
      'no database at all, but long enough to be read as one',
    );
    expect(Object.keys(await tokens(resourcesIn(folder)))).toEqual(['simulator']);
    expect(lines.join(' ')).toContain('Events of sandbox cannot be received.');
  });
});

it('keeps what is delivered for an environment in its own log, and a session there stands on the same one', async () => {
  const resources = resourcesIn(folder);
  const inbox = (await resources.inboxes()).find(({ environment }) => environment === 'sandbox');
  await inbox?.events.keep([{ heardAt: MORNING, origin: 'pushed', type: 'request-traded', body: '{}' }]);
  const sandbox = await resources.open({ environment: 'sandbox' });
  const simulator = await resources.open({ environment: 'simulator' });
  if (!sandbox.ok || !simulator.ok) throw new Error('no resources');
  expect(sandbox.value.events.read()).toMatchObject([{ type: 'request-traded' }]);
  expect(simulator.value.events.read()).toEqual([]);
  await sandbox.value.close();
  await simulator.value.close();
});

it('opens what is kept once for all who ask at the same time, and tries again what could not be opened', async () => {
  const first = resourcesIn(folder);
  const [one, other] = await Promise.all([first.storage('sandbox'), first.storage('sandbox')]);
  expect(one).toMatchObject({ ok: true });
  expect(other).toBe(one);
  const second = resourcesIn(folder);
  expect(await second.storage('sandbox')).toMatchObject({ ok: false, failure: { kind: 'wrong-state' } });
  await first.close();
  expect(await second.storage('sandbox')).toMatchObject({ ok: true });
});

it('closes only after the events that are being written are on disk', async () => {
  const resources = resourcesIn(folder);
  const [, inbox] = await resources.inboxes();
  if (!inbox) throw new Error('no inbox');
  const event = { heardAt: MORNING, origin: 'pushed', type: 'request-traded' } as const;
  const kept = ['1', '2', '3'].map((body) => inbox.events.keep([{ ...event, body }]));
  await resources.close();
  expect(await Promise.all(kept)).toMatchObject([[{ sequence: 1 }], [{ sequence: 2 }], [{ sequence: 3 }]]);
  expect(await storedEvents({ dataFolder: folder, environment: 'sandbox' })).toMatchObject({
    value: [{ body: '1' }, { body: '2' }, { body: '3' }],
  });
});

it('stands on the profile of its environment, with its own limits, and hears events as they are written there', async () => {
  const own = profileFrom({
    limits: { perDay: 77 },
    lists: { pageSize: 20 },
    mapping: {
      values: { id: 'number' },
      words: { 'event-type': { 'request-traded': 'DEAL' } },
      records: { event: { fields: { eventType: 'what', 'request-id': 'about.rfq' } } },
    },
  });
  const resources = resourcesIn(folder, { sandbox: own });
  const sandbox = await resources.open({ environment: 'sandbox' });
  const simulator = await resources.open({ environment: 'simulator' });
  if (!sandbox.ok || !simulator.ok) throw new Error('no resources');
  expect(sandbox.value).toMatchObject({ profile: own, pageSize: 20 });
  expect(simulator.value.profile).toBeUndefined();
  expect(sandbox.value.platform.quota().perDay).toBe(77);
  expect(simulator.value.platform.quota().perDay).toBe(DEFAULT_PROFILE.limits.perDay);

  const receiver = new Receiver({
    inboxes: await resources.inboxes(),
    rules: { senders: {} },
    clock: new ManualClock(MORNING),
    log,
    soon: (work) => work(),
  });
  const deliver = (environment: 'sandbox' | 'simulator', body: object) => {
    const box = receiver.boxOf(environment);
    if (!box) throw new Error('no letterbox');
    return receiver.take(box, { headers: {}, bytes: Buffer.from(JSON.stringify(body)) });
  };
  expect(await deliver('sandbox', { what: 'DEAL', about: { rfq: 451 }, requestId: 'X' })).toBeUndefined();
  expect(sandbox.value.events.read()).toMatchObject([{ type: 'request-traded', requestId: '451' }]);
  const refused = await deliver('sandbox', { what: 'DEAL', about: { rfq: 'RQ-451' } });
  expect(refused?.failure.message).toContain('mapping.values.id');
  expect(await deliver('simulator', { eventType: 'request-traded', requestId: 'RQ-1' })).toBeUndefined();
  expect(simulator.value.events.read()).toMatchObject([{ requestId: 'RQ-1' }]);
  await sandbox.value.close();
  await simulator.value.close();
});
