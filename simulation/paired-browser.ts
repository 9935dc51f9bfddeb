import type { BrowserContext, Page } from 'playwright-core';
import { newPairing } from '../src/gateway/people/pairings';
import { pairingStore } from '../src/gateway/storage/vault/pairings';

/** The key of a browser that the gateway knows from its start on, on this data folder. It lasts over restarts. */
export async function pairedAhead(dataFolder: string): Promise<string> {
  const { key, pairing } = newPairing(Date.now());
  await pairingStore(dataFolder).write([pairing]);
  return key;
}

/** Every page that is opened from now on has this key, as in a browser that was paired once. */
export const keepKey = (pages: Pick<BrowserContext | Page, 'addInitScript'>, key: string): Promise<unknown> =>
  pages.addInitScript((kept) => {
    try {
      localStorage.setItem('spreaddesk.pairing', kept);
    } catch {
      // A frame without an origin keeps nothing, and shows no pane either.
    }
  }, key);
