import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { anyPort } from '../../scripts/port.mjs';
import { until } from '../until';

const HAPROXY = '/usr/sbin/haproxy';
const hasHaproxy = existsSync(HAPROXY);
if (!hasHaproxy)
  process.stderr.write(
    'There is no HAProxy here (Debian: apt-get install haproxy). Its tests are skipped.\n',
  );

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function door(answer: RequestListener): Promise<number> {
  const port = await anyPort();
  const server = createServer(answer).listen(port, '127.0.0.1');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}

/** The example of deploy/ before these three doors, on this machine. */
async function proxy(doors: readonly number[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-haproxy-'));
  const events = await anyPort();
  let text = readFileSync('deploy/haproxy.cfg', 'utf8')
    .replace('bind :443', `bind 127.0.0.1:${await anyPort()}`)
    .replace('bind :8443 ssl crt /etc/haproxy/events.pem', `bind 127.0.0.1:${events}`);
  for (const [at, port] of doors.entries())
    text = text.replaceAll(new RegExp(`10\\.0\\.0\\.${at + 1}:\\d+`, 'g'), `127.0.0.1:${port}`);
  expect(text).not.toContain('10.0.0.');
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, text);
  const child = spawn(HAPROXY, ['-db', '-f', path], { stdio: 'ignore' });
  ends.push(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${events}`;
  await until(() =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return url;
}

const deliver = (url: string, body = '{"eventType":"x"}') =>
  fetch(`${url}/webhooks/token`, { method: 'POST', body, headers: { 'x-event': 'as it came' } });

/** Keeps what it gets, but for the proxy's own look whether it is there, and says so. */
function receiver() {
  const heard: { body: string; event: unknown; from: unknown }[] = [];
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { 'x-event': event, 'x-forwarded-for': from } = request.headers;
      if (request.method !== 'HEAD') heard.push({ body: Buffer.concat(parts).toString(), event, from });
      response.end();
    });
  };
  return { heard, listener };
}

describe.runIf(hasHaproxy)('the example of HAProxy', () => {
  it('hands a delivery to another door where the first goes away before it answers', async () => {
    const { heard, listener } = receiver();
    let broken = 0;
    const breaks: RequestListener = (request) => {
      broken += 1;
      request.socket.destroy();
    };
    const url = await proxy([await door(breaks), await door(listener), await door(listener)]);
    const body = JSON.stringify({ long: 'x'.repeat(60_000) });
    for (let count = 0; count < 6; count++) expect((await deliver(url, body)).status).toBe(200);
    expect(broken).toBeGreaterThan(0);
    expect(heard.map((one) => one.body)).toEqual(Array.from({ length: 6 }, () => body));
    expect(heard[0]).toMatchObject({ event: 'as it came', from: '127.0.0.1' });
  });

  it('asks another door where one cannot keep anything just now, and tells the sender when none can', async () => {
    const { heard, listener } = receiver();
    const full: RequestListener = (_, response) => response.writeHead(503).end();
    const url = await proxy([await door(full), await door(full), await door(listener)]);
    for (let count = 0; count < 4; count++) expect((await deliver(url)).status).toBe(200);
    expect(heard).toHaveLength(4);
    const away = await proxy([await door(full), await door(full), await door(full)]);
    expect((await deliver(away)).status).toBe(503);
  });

  it('lets nothing but deliveries through', async () => {
    const { heard, listener } = receiver();
    const url = await proxy([await door(listener), await door(listener), await door(listener)]);
    expect((await fetch(`${url}/webhooks/token`)).status).toBe(404);
    expect((await fetch(`${url}/api/session`, { method: 'POST' })).status).toBe(404);
    expect(heard).toEqual([]);
  });
});
