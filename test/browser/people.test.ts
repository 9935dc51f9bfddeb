import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_CLIENT, DEMO_PEOPLE } from '../../scripts/people/people.mjs';
import { startProvider } from '../../scripts/people/provider.mjs';
import { anyPort } from '../../scripts/port.mjs';
import { openChromium, type OpenPage } from './chromium';
import { DeskSheet } from './desk-sheet';
import { pressQuote } from './press-quote';
import { startStack, type Stack } from './stack';

const AT = 'Sheet3!A1';
/** Two who may press. */
const PEOPLE = { ...DEMO_PEOPLE, kim: { name: 'Kim Larsen', roles: ['trader'] } };

let provider: Awaited<ReturnType<typeof startProvider>>;
let stack: Stack;
let browser: OpenPage;
beforeAll(async () => {
  const port = await anyPort();
  provider = await startProvider({ gateways: [`http://localhost:${port}`], people: PEOPLE });
  stack = await startStack(0, {
    DESK_PORT: String(port),
    AUTH_ISSUER: provider.issuer,
    AUTH_CLIENT_ID: DEMO_CLIENT.id,
    AUTH_CLIENT_SECRET: DEMO_CLIENT.secret,
  });
  browser = await openChromium(`${stack.workbenchUrl}?apart`);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
  await provider?.close();
});

async function paneOf(page: Page): Promise<Frame> {
  await new DeskSheet(page).ready();
  const pane = await (await page.waitForSelector('#pane')).contentFrame();
  if (!pane) throw new Error('The pane has no page.');
  return pane;
}

/** A window of its own, in which a person has signed in at the provider's own page. */
async function signedIn(page: Page, name: string): Promise<Frame> {
  const pane = await paneOf(page);
  expect(await pane.getByRole('textbox', { name: 'Pairing code' }).count()).toBe(0);
  const [dialog] = await Promise.all([
    page.waitForEvent('popup'),
    pane.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ]);
  expect(await pane.locator('[data-request]').count()).toBe(0);
  await dialog.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  await pane.getByText(`Signed in as ${name}.`).waitFor();
  await pane.locator('[data-request]').first().waitFor();
  expect(dialog.isClosed()).toBe(true);
  return pane;
}

async function quote(pane: Frame, id: string, price: string): Promise<void> {
  await pressQuote(pane, id, price);
  await pane.getByText('Done.').first().waitFor();
}

it('two windows of one browser are two people, each named in the pane and in the journal', async () => {
  const tomPage = browser.page;
  const kimPage = await tomPage.context().newPage();
  await kimPage.goto(`${stack.workbenchUrl}?apart`);
  const tom = await signedIn(tomPage, 'Tom Berger');
  const kim = await signedIn(kimPage, 'Kim Larsen');
  await quote(tom, 'RQ-10301', '31.40');
  await quote(kim, 'RQ-10300', '-3.50');
  for (const page of [tomPage, kimPage]) {
    const sheet = new DeskSheet(page);
    await sheet.enter(AT, '=DESK.JOURNAL(20)');
    await sheet.shows('Sheet3!A1:AM21', (rows) => {
      const words = rows.flat().map(String);
      return words.includes('Tom Berger') && words.includes('Kim Larsen');
    });
  }
  // Who is in stays in when the window is loaded again, and when the provider is gone.
  await provider.close();
  await tomPage.reload();
  const again = await paneOf(tomPage);
  await again.locator('[data-request]').first().waitFor();
  expect(await again.getByRole('button', { name: 'Sign in', exact: true }).count()).toBe(0);
  expect(await tomPage.evaluate(() => window.workbench?.unknown())).toEqual([]);
});
