import { chromium, type Frame, type Page } from 'playwright-core';
import { keepKey } from '../../simulation/paired-browser';
import { PaneHand, type Market } from './pane-hand';
import type { PaneView } from './pane-view';
import type { View } from './view';

const READY_MS_MAX = 60_000;
export const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Looked for on the page: its content policy lets no expression be evaluated again and again. */
const RUNNING = 'The add-in is running';
// Everything has calculated, and shows a value or an error.
const SETTLED = 'window.workbench.settled()';

const WIDE_PX = 1440;
// The narrowest that the pane is made for.
const PANE = { widthPx: 320, heightPx: 640, cutPx: 900, heightPxMax: 2000 };

export type Keep = (name: string, png: Buffer) => void;

interface Desk {
  readonly url: string;
  /** Of a browser that the gateway knows. */
  readonly key: string;
  readonly executablePath: string;
}

/** Opens each view of the desk at `url`, waits until nothing calculates any more, and hands over its picture as PNG. */
export async function photograph(views: readonly View[], desk: Desk, keep: Keep): Promise<void> {
  const { url, key, executablePath } = desk;
  const browser = await chromium.launch({ executablePath, args: QUIET });
  try {
    for (const view of views) {
      const { widthPx: width, heightPx: height, colorScheme } = view;
      const page = await browser.newPage({ viewport: { width, height }, colorScheme });
      await page.addInitScript(withoutFirstSteps);
      await keepKey(page, key);
      await page.goto(new URL(view.path, url).href);
      await isRunning(page);
      keep(view.name, await page.screenshot());
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

/** Goes through the views of the pane one after the other, each as high as what it shows. */
export async function photographPane(
  views: readonly PaneView[],
  { url, key, executablePath, market }: Desk & { market: Market },
  keep: Keep,
): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: QUIET });
  try {
    const page = await browser.newPage();
    await keepKey(page, key);
    const pane = await openedPane(page, new URL('/', url));
    const hand = new PaneHand(pane, market);
    for (const { name, isCut = false, arrive } of views) {
      await page.setViewportSize({ width: WIDE_PX, height: PANE.heightPx });
      await arrive(hand);
      keep(name, await panePicture(page, { isCut }));
    }
  } finally {
    await browser.close();
  }
}

/** The pane of the workbench at this address, as narrow as it is made for. */
export async function openedPane(page: Page, address: URL): Promise<Frame> {
  await page.setViewportSize({ width: WIDE_PX, height: PANE.heightPx });
  await page.addInitScript(withoutFirstSteps);
  address.searchParams.set('pane', String(PANE.widthPx));
  await page.goto(address.href);
  await isRunning(page);
  return paneIn(page);
}

async function paneIn(page: Page): Promise<Frame> {
  const pane = await (await page.locator('#pane').elementHandle())?.contentFrame();
  if (!pane) throw new Error('The pane has no page.');
  return pane;
}

/** The pane as high as what it shows, or cut off. */
export async function panePicture(page: Page, { isCut = false } = {}): Promise<Buffer> {
  const pane = await paneIn(page);
  const hidden = await pane.locator('main').evaluate((main) => {
    main.scrollTop = 0;
    return main.scrollHeight - main.clientHeight;
  });
  const whole = Math.min(PANE.heightPx + hidden, PANE.heightPxMax);
  await page.setViewportSize({ width: WIDE_PX, height: isCut ? PANE.cutPx : whole });
  return page.locator('#pane').screenshot({ animations: 'disabled', caret: 'hide' });
}

/** On the page: the card of the first day is put away. */
function withoutFirstSteps(): void {
  try {
    localStorage.setItem('spreaddesk.first-steps', 'closed');
  } catch {
    // A frame without an origin keeps nothing, and shows no pane either.
  }
}

async function isRunning(page: Page): Promise<void> {
  await page.getByText(RUNNING).waitFor({ timeout: READY_MS_MAX });
  await page.evaluate(SETTLED);
}
