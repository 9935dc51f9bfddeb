import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { throwawayCertificate } from '../../attack/certificate';
import { keepKey } from '../../simulation/paired-browser';
import { startStack, type Stack } from './stack';

/** Excel on the web: this page stands in one of the places below, and frames the add-in itself. */
const EXCEL = 'euc-excel.officeapps.live.com';
const PLACES = [
  'excel.cloud.microsoft',
  'm365.cloud.microsoft',
  'onedrive.live.com',
  'teams.microsoft.com',
  'tenant.sharepoint.com',
  'www.office.com',
  'outlook.office365.com',
  'www.microsoft365.com',
];
const GOVERNMENT = 'tenant.sharepoint.us';
const STRANGER = 'evil.example';
/** As Excel frames an add-in. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads';
const DELEGATED = 'local-network-access; local-network; loopback-network';

let folder: string;
let stack: Stack;
let web: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spreaddesk-frames-'));
  const tls = throwawayCertificate(Date.now());
  const [certPath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await Promise.all([writeFile(certPath, tls.cert), writeFile(keyPath, tls.key)]);
  stack = await startStack(0, {
    DESK_TLS_CERT: certPath,
    DESK_TLS_KEY: keyPath,
    DESK_FRAMED_BY: 'https://*.sharepoint.us',
  });
  web = createServer(tls, ({ headers, url }, response) => {
    const { host = '' } = headers;
    const allow = new URL(url ?? '/', 'https://web.example').searchParams.get('allow') ?? '';
    const page = host === EXCEL ? excelPage(allow) : placePage(allow);
    // Office.js comes from nowhere here: the pane works without it, and says so.
    if (url?.endsWith('.js') === true) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  web?.close();
  await stack?.close();
  await rm(folder, { recursive: true, force: true });
});

const placePage = (allow: string): string =>
  `<iframe allow="${allow}" src="https://${EXCEL}/?allow=${encodeURIComponent(allow)}"></iframe>`;
const excelPage = (allow: string): string =>
  `<iframe name="addin" allow="${allow}" sandbox="${SANDBOX}" src="${stack.workbenchUrl}taskpane.html"></iframe>
   <script>
     fetch('${stack.workbenchUrl}functions.json').then((answer) => answer.json())
       .then(({ functions }) => console.log('functions: ' + functions.length), (error) => console.log('functions: ' + error));
   </script>`;

/** `network`: whether Chromium asks before a page of the internet reaches into this machine. */
async function openBrowser(network: 'open' | 'guarded'): Promise<Browser> {
  const { port } = web.address() as AddressInfo;
  const names = [...PLACES, EXCEL, GOVERNMENT, STRANGER, '*.microsoft.com', '*.static.microsoft'];
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--ignore-certificate-errors',
      `--host-resolver-rules=${names.map((name) => `MAP ${name} 127.0.0.1:${port}`).join(',')}`,
      network === 'guarded'
        ? `--ip-address-space-overrides=127.0.0.1:${port}=public`
        : '--disable-features=LocalNetworkAccessChecks',
    ],
  });
}

interface Seen {
  /** The pane's own heading and what it said to the gateway. */
  readonly pane: 'shown' | 'blocked';
  readonly socket: boolean;
  readonly console: string;
}

async function see(browser: Browser, place: string, { allow = '', granted = false } = {}): Promise<Seen> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  if (granted) await context.grantPermissions(['local-network-access']);
  else await keepKey(context, stack.key);
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('requestfailed', (request) => said.push(`${request.url()} ${request.failure()?.errorText}`));
  const socket = page.waitForEvent('websocket', { timeout: 15_000 }).then(
    () => true,
    () => false,
  );
  await page.goto(`https://${place}/?allow=${encodeURIComponent(allow)}`);
  const pane = await Promise.race([shown(page), blocked(said)]);
  // A permission that is granted takes all others away, storage with them: such a pane is paired by hand.
  if (granted) {
    const addIn = page.frameLocator('iframe').frameLocator('iframe');
    const code = addIn.getByRole('textbox', { name: 'Pairing code' });
    await code.fill(stack.pairingCode);
    await code.press('Enter');
  }
  const seen = { pane, socket: pane === 'shown' && (await socket), console: said.join('\n') };
  await context.close();
  return seen;
}

const shown = async (page: Page): Promise<'shown' | 'blocked'> => {
  const rooms = page.frameLocator('iframe').frameLocator('iframe').getByRole('navigation', { name: 'Rooms' });
  await rooms.waitFor({ timeout: 30_000 });
  return 'shown';
};
async function blocked(said: readonly string[]): Promise<'blocked'> {
  const refusal = /frame-ancestors|BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS/;
  while (!said.some((line) => refusal.test(line))) await new Promise((again) => setTimeout(again, 100));
  return 'blocked';
}

describe('Excel on the web, wherever its page stands,', () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await openBrowser('open')));
  afterAll(() => browser?.close());

  it.each(PLACES)('shows the pane with its connection: %s', async (place) => {
    expect(await see(browser, place)).toMatchObject({ pane: 'shown', socket: true });
  });

  it('shows it in a cloud that only the settings name', async () => {
    expect(await see(browser, GOVERNMENT)).toMatchObject({ pane: 'shown', socket: true });
  });

  it('reads the declarations of the functions from its own page', async () => {
    const { console } = await see(browser, 'excel.cloud.microsoft');
    expect(console).toMatch(/functions: \d\d/);
  });

  it('is the only one: another site cannot frame it, not even through Excel', async () => {
    const { pane, console } = await see(browser, STRANGER);
    expect(pane).toBe('blocked');
    expect(console).toContain('frame-ancestors');
  });
});

describe('with Local Network Access, a desk on this machine', () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await openBrowser('guarded')));
  afterAll(() => browser?.close());

  it('is blocked until the person, or a policy, allows it', async () => {
    const { pane, console } = await see(browser, 'excel.cloud.microsoft', { allow: DELEGATED });
    expect(pane).toBe('blocked');
    expect(console).toContain('BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS');
  });

  it('shows the pane, the functions and the connection once it is allowed', async () => {
    const seen = await see(browser, 'excel.cloud.microsoft', { allow: DELEGATED, granted: true });
    expect(seen).toMatchObject({ pane: 'shown', socket: true });
    expect(seen.console).toMatch(/functions: \d\d/);
  });
});
