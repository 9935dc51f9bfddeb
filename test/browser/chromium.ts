import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { keepKey } from '../../simulation/paired-browser';
import { keyFor } from './stack';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface OpenPage {
  readonly page: Page;
  /** Every address that the page asked for. */
  readonly requests: readonly string[];
  /** Errors that the page threw or wrote to its console. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

function putFirstStepsAway(): void {
  try {
    localStorage.setItem('spreaddesk.first-steps', 'closed');
  } catch {
    // A frame without an origin keeps nothing, and shows no pane either.
  }
}

/** A Chromium of its own, with a fresh profile, on one page. */
export async function openChromium(
  url: string,
  { viewport = { width: 1440, height: 900 }, isFirstDay = false, isPaired = true } = {},
): Promise<OpenPage> {
  const profile = await mkdtemp(join(tmpdir(), 'spreaddesk-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    headless: true,
    args: FLAGS,
    viewport,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const requests: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  // Whoever has put the first steps away: they are in the way of nothing then.
  if (!isFirstDay) await context.addInitScript(putFirstStepsAway);
  if (isPaired) await keepKey(context, keyFor(url));
  await page.goto(url);
  return {
    page,
    requests,
    problems,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
