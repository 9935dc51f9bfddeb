import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { throwawayCertificate } from '../../attack/certificate';
import { startStack, type Stack } from './stack';

const NEW = 'officeapis.public.onecdn.static.microsoft';
const FORMER = 'appsforoffice.microsoft.com';
const PATH = '/lib/1/hosted/office.js';
const INSTALLED = join(import.meta.dirname, '../../node_modules/@microsoft/office-js/dist');
/** So long a person looks at an empty pane at most. */
const EMPTY_MS_MAX = 3_000;

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Microsoft's addresses lead to a server on this machine. */
async function browserWith(server: Server): Promise<Browser> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ends.push(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP *.microsoft.com 127.0.0.1:${port},MAP *.static.microsoft 127.0.0.1:${port}`,
    ],
  });
  ends.push(() => browser.close());
  return browser;
}
const microsoft = (answer: RequestListener): Server =>
  createSecureServer(throwawayCertificate(Date.now()), answer);

/** `first` leads on to `second`, which has the library. */
async function comes({ workbenchUrl }: Stack, first: string, second: string): Promise<void> {
  const asked: string[] = [];
  const browser = await browserWith(
    microsoft(({ headers: { host = '' } }, response) => {
      asked.push(host);
      if (host === first) response.writeHead(302, { location: `https://${second}${PATH}` }).end();
      else response.writeHead(200, { 'content-type': 'text/javascript' }).end('window.came = true;');
    }),
  );
  const page = await browser.newPage();
  await page.goto(`${workbenchUrl}taskpane.html`);
  await rooms(page).waitFor();
  expect(asked).toEqual([first, second]);
  expect(await page.evaluate('window.came')).toBe(true);
}

const rooms = (page: Page) => page.getByRole('navigation', { name: 'Rooms' });

describe('office.js', () => {
  let stack: Stack;
  beforeAll(async () => void (stack = await startStack()));
  afterAll(() => stack?.close());

  it('comes from the other address of Microsoft when the one leads on to it', () =>
    comes(stack, NEW, FORMER));

  it('comes so too when the settings name the former one', async () => {
    const former = await startStack(0, { OFFICE_JS_URL: `https://${FORMER}${PATH}` });
    ends.push(() => former.close());
    await comes(former, FORMER, NEW);
  });

  it('that is refused leaves a pane that works and says so, with the way out', async () => {
    const browser = await browserWith(microsoft((_, response) => void response.writeHead(404).end()));
    const page = await browser.newPage();
    await page.goto(`${stack.workbenchUrl}taskpane.html`);
    await rooms(page).waitFor();
    await page.getByText(/could not be loaded \(office\.js\): cells stand still.*DESK_OFFICE_JS/).waitFor();
  });

  it('that never answers leaves a sentence within three seconds, with the way out', async () => {
    // Takes the connection, and says nothing, as behind a firewall that drops.
    const lines: { destroy(): unknown }[] = [];
    const browser = await browserWith(createServer((line) => void lines.push(line)));
    ends.push(() => lines.forEach((line) => line.destroy()));
    const page = await browser.newPage();
    void page.goto(`${stack.workbenchUrl}taskpane.html`).catch(() => undefined);
    const late = page.getByText(/waits for Excel's library, office\.js.*DESK_OFFICE_JS/);
    await late.waitFor({ state: 'visible' });
    // From the first picture on; how soon that comes is the machine's.
    const delay = await late.evaluate((sentence) => getComputedStyle(sentence).animationDelay);
    expect(Number.parseFloat(delay) * 1_000).toBeLessThan(EMPTY_MS_MAX);
    expect(lines.length).toBeGreaterThan(0);
  });
});

describe('office.js from a folder of the gateway', () => {
  let stack: Stack;
  beforeAll(async () => void (stack = await startStack(0, { DESK_OFFICE_JS: INSTALLED })));
  afterAll(() => stack?.close());

  it('runs without any address of Microsoft', async () => {
    const browser = await browserWith(createServer((line) => void line.destroy()));
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${stack.workbenchUrl}taskpane.html`);
    await rooms(page).waitFor();
    expect(await page.evaluate('typeof Office.onReady')).toBe('function');
    expect(await page.getByText('could not be loaded').count()).toBe(0);
    const strangers = asked.filter((url) => !url.startsWith(stack.workbenchUrl));
    expect(strangers.filter((url) => url.includes('office'))).toEqual([]);
  });
});
