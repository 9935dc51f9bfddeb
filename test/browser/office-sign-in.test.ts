import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { CLIENT, goodAt, ISSUER, OFFICE_ORIGIN, OfficeProvider } from '../../attack/office-provider';
import { OfficeBridge } from '../taskpane/pairing/office-bridge';
import { openChromium, type OpenPage } from './chromium';
import { DeskSheet } from './desk-sheet';
import { startStack, type Stack } from './stack';

const ELSEWHERE = pathToFileURL(join(import.meta.dirname, 'provider-elsewhere.mjs')).href;
const LIBRARY = /\/office-token\./;

let provider: OfficeProvider;
let stack: Stack;
beforeAll(async () => {
  provider = await OfficeProvider.start();
  stack = await startStack(0, {
    AUTH_ISSUER: ISSUER,
    AUTH_CLIENT_ID: CLIENT,
    AUTH_OFFICE: 'on',
    NODE_OPTIONS: `--import ${ELSEWHERE}`,
    PROVIDER_ORIGIN: OFFICE_ORIGIN,
    PROVIDER_AT: provider.origin,
  });
});
afterAll(async () => {
  await stack?.close();
  provider?.close();
});

let browser: OpenPage;
beforeEach(async () => {
  browser = await openChromium('about:blank', { isPaired: false });
});
afterEach(() => browser.close());

async function openPane(page: Page): Promise<Frame> {
  await page.goto(`${stack.workbenchUrl}?apart`);
  await new DeskSheet(page).ready();
  const pane = await (await page.waitForSelector('#pane')).contentFrame();
  if (!pane) throw new Error('The pane has no page.');
  await pane.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  return pane;
}

/** An Excel that says, through office.js, that it names people, and has the bridge for it. */
async function canNamePeople(context: BrowserContext): Promise<OfficeBridge> {
  const bridge = new OfficeBridge();
  await context.exposeFunction(
    'askOffice',
    (question: string) =>
      new Promise<string>((answered) => {
        const listener = (answer: string): void => {
          bridge.removeEventListener('message', listener);
          answered(answer);
        };
        bridge.addEventListener('message', listener);
        bridge.postMessage(question);
      }),
  );
  await context.addInitScript(() => {
    const listeners: ((answer: string) => void)[] = [];
    const { askOffice } = window as unknown as { askOffice: (question: string) => Promise<string> };
    Object.assign(window, {
      nestedAppAuthBridge: {
        addEventListener: (_: string, listener: (answer: string) => void) => void listeners.push(listener),
        removeEventListener: () => undefined,
        postMessage: (question: string) =>
          void askOffice(question).then((answer) => listeners.forEach((listener) => listener(answer))),
      },
    });
    type Host = () => { GetSupportedMatrix: () => string };
    Object.defineProperty(window.external, 'GetContext', {
      configurable: true,
      set(host: Host) {
        const sets = { ...(JSON.parse(host().GetSupportedMatrix()) as object), NestedAppAuth: 1.1 };
        const value: Host = () => ({ ...host(), GetSupportedMatrix: () => JSON.stringify(sets) });
        Object.defineProperty(this, 'GetContext', { value });
      },
    });
  });
  return bridge;
}

it('signs in without a window where Office says who is there, and loads Microsoft’s library for that press alone', async () => {
  const { page, requests, problems } = browser;
  const bridge = await canNamePeople(page.context());
  const opened: string[] = [];
  page.context().on('page', (other) => opened.push(other.url()));
  const pane = await openPane(page);
  expect(requests.filter((url) => LIBRARY.test(url))).toEqual([]);
  await pane.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => bridge.asked.map(({ method }) => method)).toEqual(['GetToken']);
  const token = provider.token(goodAt(Math.floor(Date.now() / 1_000)));
  bridge.asked[0]?.gives(token);
  await pane.getByText('Signed in as Tom Berger.').waitFor();
  await pane.locator('[data-request]').first().waitFor();

  expect(opened).toEqual([]);
  expect(requests.filter((url) => LIBRARY.test(url))).toHaveLength(1);
  const own = [new URL(stack.workbenchUrl).origin, 'about:', 'data:', 'blob:'];
  expect(requests.filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);
  const kept = await pane.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).toContain('spreaddesk.');
  for (const part of token.split('.')) expect(kept).not.toContain(part);
  // Before anybody was in, the page was told so.
  expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
});

it('opens the provider’s window where Office does not, and never loads the library', async () => {
  const { page, requests } = browser;
  await page.context().route(`${OFFICE_ORIGIN}/**`, (route) => route.fulfill({ body: 'The provider.' }));
  const pane = await openPane(page);
  const [dialog] = await Promise.all([
    page.waitForEvent('popup'),
    pane.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ]);
  await dialog.waitForURL(`${OFFICE_ORIGIN}/**`);
  await expect.poll(() => requests.some((url) => /\/trades\./.test(url))).toBe(true);
  expect(requests.filter((url) => LIBRARY.test(url))).toEqual([]);
});
