import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import * as z from 'zod/mini';
import { NO_LIMITS } from '../../chaos/actions/no-limits';
import { peoplePage } from '../../scripts/manual/people-page';
import { newSession } from '../../simulation/running-gateway';
import { PairAnswer } from '../../src/contract/desk/answers';
import { ROUTE_NEEDS, whatNeeds } from '../../src/contract/desk/permissions';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import type { PageMessage } from '../../src/contract/desk/page-message';
import { SOCKET_PATH } from '../../src/contract/desk/socket';
import type { ActionBody } from '../../src/domain/action';
import { ROLES, type Role } from '../../src/domain/person';
import { PERMITTED, type Permission } from '../../src/domain/policy/permission';
import { silentLog } from '../../src/effects/log';
import { ManualClock } from '../../src/effects/manual-clock';
import { PolicyKeeper } from '../../src/gateway/people/policy-keeper';
import { actionId, BODIES, QUOTE, WITHDRAW } from './twins/actions';
import { singleRequest } from './twins/fake-platform';
import { call, testGateway, type TestGateway } from './twins/gateway';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const JSON_TYPE = { 'content-type': 'application/json' };
const PERMISSIONS = Object.keys(PERMITTED) as Permission[];
const POLICY = { roles: Object.fromEntries(ROLES.map((role) => [role, [role]])) };

/** A gateway with one paired browser for each role, by the name of the role. */
async function desk(policy: object = POLICY) {
  const file = { path: 'policy.json', text: () => JSON.stringify(policy) };
  const opened = PolicyKeeper.open({ file, clock: new ManualClock(0), log: silentLog });
  if (!opened.ok) throw new Error(opened.failure.message);
  const made = await testGateway({ signsIn: true, givenLimits: NO_LIMITS, policies: opened.value });
  running.push(made);
  const { gateway } = made;
  made.service.addRequest(singleRequest('RQ-2', { role: 'recipient' }), []);
  const keyOf = async (name: string): Promise<string> => {
    const body = JSON.stringify({ code: gateway.pairingCode, name });
    const paired = await call(gateway, ROUTES.pair.path, { method: 'POST', headers: JSON_TYPE, body });
    return PairAnswer.parse(JSON.parse(paired.text)).key;
  };
  const tokenOf = async (name: string): Promise<string> =>
    newSession({ url: gateway.url, programKey: await keyOf(name) });
  return { ...made, keyOf, tokenOf };
}

type Desk = Awaited<ReturnType<typeof desk>>;

const Refused = z.object({ failure: z.object({ kind: z.string(), message: z.string() }) });

/** What is let through may wait for the platform, or for a batch of answers, in a time that somebody has to move. */
async function movingTime<T>({ clock }: Desk, work: Promise<T>): Promise<T> {
  let isOver = false;
  void work.finally(() => (isOver = true));
  for (; !isOver; await new Promise(setImmediate)) await clock.advance(100);
  return work;
}

/** Whether nobody was refused for who they are: what else is wrong with the call does not count. */
async function isLet(
  to: Desk,
  token: string,
  [method, path, body = '{}']: readonly [string, string, string?],
) {
  const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
  const asked = call(to.gateway, path, method === 'GET' ? { headers } : { method, headers, body });
  const answer = await movingTime(to, asked);
  if (answer.status !== 403) return true;
  const refused = Refused.parse(JSON.parse(answer.text)).failure;
  return refused.kind !== 'denied' || !refused.message.startsWith('You are signed in');
}

async function isHeard(to: Desk, token: string, said: object): Promise<boolean> {
  const line = new WebSocket(
    `${to.gateway.url.replace('http', 'ws').replace('localhost', '127.0.0.1')}${SOCKET_PATH.slice(1)}`,
  );
  const messages: string[] = [];
  const ended = new Promise<void>((resolve) => line.on('close', () => resolve()));
  const told = new Promise<void>((resolve) =>
    line.on('message', (bytes: Buffer) => {
      messages.push(bytes.toString());
      if (messages.some((text) => text.includes('"answers"') || text.includes('refused'))) resolve();
    }),
  );
  line.on('open', () => {
    const watch = { type: 'watch', add: [{ kind: 'status' }], drop: [] };
    for (const one of [{ type: 'hello', token }, said, watch]) line.send(JSON.stringify(one));
  });
  await movingTime(to, Promise.race([told, ended]));
  line.terminate();
  return !messages.some((text) => text.includes('refused')) && messages.length > 0;
}

const BY_NAME: Readonly<Record<string, ActionBody>> = {
  ...Object.fromEntries(BODIES.map((body) => [body.kind, body])),
  'switch-risk off': { kind: 'switch-risk', commodity: 'power', on: false },
  'switch-risk on': { kind: 'switch-risk', commodity: 'power', on: true },
};
const MESSAGES: Readonly<Record<PageMessage['type'], object>> = {
  hello: { type: 'beat' },
  watch: { type: 'watch', add: [], drop: [] },
  refresh: { type: 'refresh', keys: [] },
  attend: { type: 'attend', keys: [] },
  wanted: { type: 'wanted', id: actionId(1), number: 1, rows: [], armed: true },
  beat: { type: 'beat' },
};

/** By name of the table, whether a session is let through. */
async function measured(to: Desk, token: string, names: readonly string[]) {
  const let_: string[] = [];
  let count = 0;
  for (const name of names) {
    const [, type] = /^socket: (.*)$/.exec(name) ?? [];
    const body = BY_NAME[name];
    count += 1;
    const isOpen =
      type !== undefined
        ? await isHeard(to, token, MESSAGES[type as PageMessage['type']])
        : body
          ? await isLet(to, token, [
              'PUT',
              pathOf(ROUTES.putAction, { id: actionId(Math.floor(Math.random() * 1e9)) }),
              JSON.stringify({ body, shown: 'as shown' }),
            ])
          : await isLet(to, token, name.split(' ') as [string, string]);
    if (isOpen) let_.push(name);
  }
  expect(count).toBeGreaterThan(30);
  return let_;
}

const EVERYTHING = PERMISSIONS.flatMap((permission) => whatNeeds(permission));

describe('the table of roles is what a running gateway does', () => {
  it.each([...ROLES])('%s', async (role) => {
    const to = await desk();
    const own = PERMISSIONS.filter((one) => (PERMITTED[one] as readonly Role[]).includes(role));
    expect(await measured(to, await to.tokenOf(role), EVERYTHING)).toEqual(
      own.flatMap((one) => whatNeeds(one)),
    );
  });

  it('and tries every kind of action of the table', () => {
    const kinds = EVERYTHING.filter((name) => !/^(socket:|GET|POST|PUT) /.test(name));
    expect(kinds.toSorted()).toEqual(
      Object.keys(BY_NAME)
        .filter((name) => name !== 'switch-risk')
        .toSorted(),
    );
  });

  it('and what the page about people shows', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/people.md'), 'utf8');
    expect(page).toBe(peoplePage(page));
  });
});

it('opens no session for somebody without a role', async () => {
  const to = await desk();
  const body = JSON.stringify({ key: await to.keyOf('eve') });
  const answer = await call(to.gateway, ROUTES.openSession.path, {
    method: 'POST',
    headers: JSON_TYPE,
    body,
  });
  expect(answer.status).toBe(403);
  expect(Refused.parse(JSON.parse(answer.text)).failure.message).toBe(
    'You are signed in without a role: viewers, analysts, traders, approvers and admins see this desk.',
  );
});

it('sends of a batch what its person may send, and refuses each of the rest', async () => {
  const to = await desk();
  const headers = { ...JSON_TYPE, authorization: `Bearer ${await to.tokenOf('approver')}` };
  const actions = [QUOTE, WITHDRAW].map((body, at) => ({ id: actionId(at + 1), body, shown: 'as shown' }));
  const answer = await call(to.gateway, ROUTES.putActions.path, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ actions }),
  });
  const { results } = z.object({ results: z.array(z.looseObject({})) }).parse(JSON.parse(answer.text));
  expect(results[0]).toMatchObject({
    failure: { kind: 'denied', message: 'You are signed in as an approver: traders send and accept.' },
  });
  expect(results[1]).toHaveProperty('action');
  expect(to.service.calls.filter(({ name }) => name === 'sendQuote')).toEqual([]);
});

it('keeps no route without a line in the table', () => {
  expect(ROUTE_NEEDS.length).toBeGreaterThan(25);
});
