import { afterEach, expect, it } from 'vitest';
import { APPROVAL_ROUTES } from '../../../src/contract/desk/approvals';
import { AUTH_ROUTES } from '../../../src/contract/desk/auth';
import { INTERFACE_ROUTES } from '../../../src/contract/desk/interface-check';
import { PEOPLE_ROUTES } from '../../../src/contract/desk/people';
import { PROGRAM_ROUTES } from '../../../src/contract/desk/programs';
import { pathOf, ROUTES, type Routes } from '../../../src/contract/desk/routes';
import { TRADE_DOWNLOAD_ROUTES } from '../../../src/contract/desk/trade-downloads';
import { WEBHOOK_ROUTES } from '../../../src/contract/desk/webhook';
import { call, testGateway, type TestGateway } from '../twins/gateway';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const TABLES: readonly Routes[] = [
  ROUTES,
  AUTH_ROUTES,
  APPROVAL_ROUTES,
  PEOPLE_ROUTES,
  PROGRAM_ROUTES,
  TRADE_DOWNLOAD_ROUTES,
  WEBHOOK_ROUTES,
  INTERFACE_ROUTES,
];
/** What answers without a session. Without a key there is none either, and a wrong body is no code. */
const OPEN: Readonly<Record<string, number>> = {
  '/api/health': 200,
  '/api/pair': 400,
  '/api/session': 401,
  '/api/auth': 200,
  '/api/auth/start': 400,
  '/api/auth/redeem': 400,
  '/api/auth/token': 400,
  '/api/auth/leave': 400,
};
const BY_TICKET = 'GET /api/files/:ticket';
const HEADERS = { 'content-type': 'application/json' };

it('serves every route of the table, and all but eight to pages that it knows alone, and a file by its ticket', async () => {
  const desk = await testGateway();
  running.push(desk);
  const statuses = await Promise.all(
    TABLES.flatMap((table) => Object.values(table)).map(async ({ method, path }) => {
      const sent = method === 'GET' ? { method } : { method, headers: HEADERS, body: '{}' };
      return [`${method} ${path}`, (await call(desk.gateway, path, sent)).status, path] as const;
    }),
  );
  expect(statuses).toHaveLength(45);
  for (const [route, status, path] of statuses)
    expect([route, status]).toEqual([route, route === BY_TICKET ? 404 : (OPEN[path] ?? 401)]);
});

it('fills the parts of a path in so that each stays one part', () => {
  expect(pathOf(ROUTES.settleAction, { id: 'a/../b?c#d$&' })).toBe(
    '/api/actions/a%2F..%2Fb%3Fc%23d%24%26/settle',
  );
  expect(pathOf(TRADE_DOWNLOAD_ROUTES.move, { id: ':step', step: 'pause' })).toBe(
    '/api/captures/%3Astep/pause',
  );
});
