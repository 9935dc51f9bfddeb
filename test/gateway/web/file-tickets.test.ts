import { afterEach, expect, it } from 'vitest';
import { newSession } from '../../../simulation/running-gateway';
import { FileTicketAnswer } from '../../../src/contract/desk/answers';
import { ROUTES } from '../../../src/contract/desk/routes';
import { call, testGateway, type TestGateway } from '../twins/gateway';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const HEADERS = { 'content-type': 'application/json' };

async function opened() {
  const desk = await testGateway();
  running.push(desk);
  const { gateway } = desk;
  const token = await newSession(gateway);
  const ask = (file: string, authorization = `Bearer ${token}`) =>
    call(gateway, ROUTES.openFileTicket.path, {
      method: 'POST',
      headers: { ...HEADERS, authorization },
      body: JSON.stringify({ file }),
    });
  const addressOf = async (file: string): Promise<string> =>
    FileTicketAnswer.parse(JSON.parse((await ask(file)).text)).address;
  return { desk, gateway, ask, addressOf };
}

const JOURNAL = '/api/journal?format=csv';

it('gives a file to a browser that knows no token, under its name, once', async () => {
  const { gateway, addressOf } = await opened();
  const address = await addressOf(JOURNAL);
  const file = await call(gateway, address, { headers: { 'sec-fetch-site': 'none' } });
  expect(file.status).toBe(200);
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="spreaddesk-.*\.csv"$/);
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.headers['cache-control']).toBe('no-store');
  expect((await call(gateway, address)).status).toBe(404);
});

it('gives it for a minute alone, and not to another page', async () => {
  const { desk, gateway, addressOf } = await opened();
  const late = await addressOf(JOURNAL);
  await desk.clock.advance(60_001);
  expect((await call(gateway, late)).status).toBe(404);
  const address = await addressOf(JOURNAL);
  expect((await call(gateway, address, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
});

it('is for files alone, and for pages that the gateway knows', async () => {
  const { ask, gateway } = await opened();
  for (const other of [
    '/api/health',
    '/api/session',
    '/taskpane.html',
    'https://evil.example/api/journal',
    '/api/journal/../session',
  ])
    expect((await ask(other)).status).toBe(400);
  expect((await ask(JOURNAL, 'Bearer wrong')).status).toBe(401);
  expect((await call(gateway, `/api/files/${'x'.repeat(43)}`)).status).toBe(404);
});

it('tells what the file itself would tell', async () => {
  const { gateway, addressOf } = await opened();
  const wrong = await call(gateway, await addressOf('/api/journal?format=pdf'));
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('given out as');
});
