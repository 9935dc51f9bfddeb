import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';

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

/** A Chromium whose profile lives in the folder: what it has cached lasts for the run. */
export const openBrowser = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(join(folder, 'chromium'), {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    headless: true,
    args: FLAGS,
    // A signal ends the whole benchmark in its own order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
