import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentAttempts, outsideAttempts } from '../../attack/campaign';
import { encryptionAttempts } from '../../attack/kinds/encryption';
import { eventAttempts } from '../../attack/kinds/events';
import { identityAttempts } from '../../attack/kinds/identity';
import { markupAttempts } from '../../attack/kinds/markup';
import { slowAttempts } from '../../attack/kinds/pace';
import { lineFlood } from '../../attack/kinds/sockets';
import { isHeld, tableOf } from '../../attack/report';
import { made } from '../../attack/run';
import type { Attempt } from '../../attack/attempt';
import type { Target } from '../../attack/target';
import { WeakServer } from './weak-server';

const TOKEN = 'T'.repeat(43);
const ROUTES = [
  { method: 'GET', url: '/api/health' },
  { method: 'POST', url: '/api/session' },
  { method: 'GET', url: '/api/journal' },
  { method: 'PUT', url: '/api/actions/:id' },
  { method: 'DELETE', url: '/api/of/tomorrow/:name' },
];
const AT_ONCE = 40;

let weak: WeakServer;
let target: Target;
beforeAll(async () => {
  weak = await WeakServer.start(TOKEN);
  target = {
    name: 'weak',
    port: weak.port,
    routes: ROUTES,
    published: new Set(),
    token: TOKEN,
    key: 'K'.repeat(43),
    usedCode: 'K7QM-2XTP',
    strangeTokens: ['S'.repeat(43)],
    patienceMs: 500,
  };
});
afterAll(() => weak.end());

/** What was thought to be held by a server that holds nothing. */
async function missed(attempts: readonly Attempt[], atOnce = AT_ONCE): Promise<readonly string[]> {
  const outcomes = await made(attempts, target, { atOnce });
  expect(outcomes.length).toBe(attempts.length);
  return outcomes
    .filter(({ gotIn }) => !gotIn)
    .map(({ attempt, met }) => `${attempt.kind}: ${attempt.tried}: ${met}`);
}

it('gets into a server without defences by every name, page, token, method, address and header', async () => {
  expect(await missed(outsideAttempts(target, ['a former token']))).toEqual([]);
});

it('gets into it by every key, body and code', async () => {
  expect(await missed(identityAttempts(['a former token']))).toEqual([]);
});

it('gets into it by every line, frame, torn request, planted header and body, however large', async () => {
  expect(await missed(contentAttempts(target, ['a former token']))).toEqual([]);
}, 60_000);

it('notices senders whom nobody cuts off, and lines that nobody counts', async () => {
  const slow = slowAttempts().filter(({ tried }) => !tried.startsWith('500 senders'));
  expect(await missed([...slow, lineFlood()])).toEqual([]);
});

it('gets in by every false event, and notices what follows from a true one', async () => {
  let heard = 0;
  const service = {
    get calls() {
      heard += 1;
      return Array.from({ length: heard }, () => ({ method: 'POST', path: '/v2.3/../x' }));
    },
  };
  expect(await missed(eventAttempts({ place: target, path: `/webhooks/${TOKEN}`, service }))).toEqual([]);
});

it('notices plain speech at the port of https, and markup that is said back as a page', async () => {
  const [plain] = encryptionAttempts();
  const said = markupAttempts('').filter(({ tried }) =>
    /markup in (an address|a format|a name|a method)/.test(tried),
  );
  expect(said.length).toBeGreaterThan(4);
  expect(await missed([...(plain ? [plain] : []), ...said])).toEqual([]);
});

it('counts an attempt that breaks as one that got in', async () => {
  const broken: Attempt = { kind: 'path', tried: 'x', at: () => Promise.reject(new Error('no')) };
  const [outcome] = await made([broken], target);
  expect(outcome).toMatchObject({ gotIn: true });
});

it('fails when anything got in, when a gateway died, and when nothing was tried', () => {
  const held = {
    at: 'http',
    attempt: { kind: 'path', tried: 'x' },
    met: 'answered 404',
    gotIn: false,
  } as const;
  const alive = { name: 'http', isAlive: true, bytesBefore: 1, bytesAfter: 1 };
  expect(isHeld([held], [alive])).toBe(true);
  expect(isHeld([held, { ...held, gotIn: true }], [alive])).toBe(false);
  expect(isHeld([held], [{ ...alive, isAlive: false }])).toBe(false);
  expect(isHeld([], [alive])).toBe(false);
  expect(tableOf([held, { ...held, gotIn: true }])).toContain('| path | 2 | 1 | 1 |');
});
