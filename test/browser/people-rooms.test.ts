import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_CLIENT } from '../../scripts/people/people.mjs';
import { startProvider } from '../../scripts/people/provider.mjs';
import { anyPort } from '../../scripts/port.mjs';
import { openChromium, type OpenPage } from './chromium';
import { DeskSheet } from './desk-sheet';
import { faultsIn } from './faults';
import { pressQuote } from './press-quote';
import { startStack, type Stack } from './stack';
import { clickRoom } from './trading-desk';

const POLICY = join(import.meta.dirname, '..', '..', 'scripts', 'people', 'policy.json');

let provider: Awaited<ReturnType<typeof startProvider>>;
let stack: Stack;
let browser: OpenPage;
beforeAll(async () => {
  const port = await anyPort();
  provider = await startProvider({ gateways: [`http://localhost:${port}`] });
  stack = await startStack(0, {
    DESK_PORT: String(port),
    DESK_POLICY: POLICY,
    AUTH_ISSUER: provider.issuer,
    AUTH_CLIENT_ID: DEMO_CLIENT.id,
    AUTH_CLIENT_SECRET: DEMO_CLIENT.secret,
  });
  browser = await openChromium(`${stack.workbenchUrl}?apart&pane=320`);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
  await provider?.close();
});

/** A person's own window, with the pane as narrow as it may be. */
interface Seat {
  readonly page: Page;
  readonly pane: Frame;
}
const seats = new Map<string, Seat>();

async function paneIn(page: Page): Promise<Frame> {
  await new DeskSheet(page).ready();
  const pane = await (await page.waitForSelector('#pane')).contentFrame();
  if (!pane) throw new Error('The pane has no page.');
  return pane;
}

async function seated(name: string): Promise<Seat> {
  const known = seats.get(name);
  if (known) return known;
  const page = seats.size === 0 ? browser.page : await browser.page.context().newPage();
  if (seats.size > 0) await page.goto(`${stack.workbenchUrl}?apart&pane=320`);
  const pane = await paneIn(page);
  const [dialog] = await Promise.all([
    page.waitForEvent('popup'),
    pane.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ]);
  await dialog.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  await pane.locator('[data-request]').first().waitFor();
  const seat = { page, pane };
  seats.set(name, seat);
  return seat;
}

const TOM = 'Tom Berger';
const ADA = 'Ada Lindqvist';
const MAX = 'Max Vogel';

/** More than the policy lets one person send. */
async function pressLarge({ pane }: Seat): Promise<void> {
  await pressQuote(pane, 'RQ-10304', '1.01');
  await pane.getByText('Waiting for approval.').first().waitFor();
}

describe('what people see at 320 pixels, in light, dark and forced colours, has nothing that axe-core finds wrong:', () => {
  it.each<[string, () => Promise<Seat>]>([
    [
      'the sign-in of a person',
      async () => {
        const { page } = browser;
        const pane = await paneIn(page);
        await pane.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
        return { page, pane };
      },
    ],
    [
      'a sign-in whose window shows a code to type',
      async () => {
        const { page } = browser;
        const pane = await paneIn(page);
        const [dialog] = await Promise.all([
          page.waitForEvent('popup'),
          pane.getByRole('button', { name: 'Sign in', exact: true }).click(),
        ]);
        await pane.getByLabel(/^Does the window show a code/).fill('ABCD-1234');
        await pane.getByRole('button', { name: 'Use the code' }).click();
        await pane.getByRole('alert').getByText('This').first().waitFor();
        await dialog.close();
        return { page, pane };
      },
    ],
    [
      'a quote that waits, where it was pressed',
      async () => {
        const tom = await seated(TOM);
        await pressLarge(tom);
        await tom.pane.getByRole('button', { name: /^Remind the approvers/ }).waitFor();
        return tom;
      },
    ],
    [
      'the same in Today, once the approvers are reminded',
      async () => {
        const tom = await seated(TOM);
        await seated(ADA);
        await clickRoom(tom.pane, /^Today/);
        await tom.pane
          .getByRole('button', { name: /^Remind the approvers/ })
          .first()
          .click();
        await tom.pane.getByText('Reminded at').first().waitFor();
        return tom;
      },
    ],
    [
      'what an approver is told, and has to approve',
      async () => {
        const ada = await seated(ADA);
        await ada.pane.getByText('Tom Berger asks for your approval').first().waitFor();
        await clickRoom(ada.pane, /^Today/);
        await ada.pane.getByRole('button', { name: /^Approve and send/ }).waitFor();
        return ada;
      },
    ],
    [
      'a refusal that wants its reason',
      async () => {
        const ada = await seated(ADA);
        await ada.pane.getByRole('button', { name: /^Refuse… / }).click();
        await ada.pane.getByRole('textbox', { name: 'Reason' }).waitFor();
        return ada;
      },
    ],
    [
      'an analyst at a request, who may not quote',
      async () => {
        const ana = await seated('Ana Costa');
        await ana.pane.locator('[data-request="RQ-10301"]').first().click();
        await ana.pane.getByText('You are signed in as an analyst').first().waitFor();
        return ana;
      },
    ],
    [
      'the room Desk of an admin: people, policy and halt',
      async () => {
        const max = await seated(MAX);
        await clickRoom(max.pane, /^Desk/);
        await max.pane.getByText('SHA-256').first().waitFor();
        return max;
      },
    ],
    [
      'a halted desk, as the admin sees it',
      async () => {
        const max = await seated(MAX);
        await max.pane
          .getByRole('textbox', { name: 'Reason for the halt' })
          .fill('the prices of the morning are wrong');
        await max.pane.getByRole('button', { name: 'Halt', exact: true }).click();
        await max.pane.getByRole('heading', { name: 'The desk is halted' }).waitFor();
        return max;
      },
    ],
    [
      'and the trader, whose quote that waited is stopped',
      async () => {
        const tom = await seated(TOM);
        await tom.pane.getByText('Max Vogel halted the desk').first().waitFor();
        await clickRoom(tom.pane, /^Journal/);
        await tom.pane.getByRole('list', { name: 'Actions' }).locator('summary').first().click();
        await tom.pane.getByText('Stopped after halt').first().waitFor();
        return tom;
      },
    ],
  ])('%s', async (_, arrive) => {
    const seat = await arrive();
    expect(await faultsIn(seat)).toEqual([]);
  });
});
