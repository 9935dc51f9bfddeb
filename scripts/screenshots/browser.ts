import { chromium } from 'playwright-core';
import type { View } from './view';

const READY_MS_MAX = 60_000;
const QUIET = [
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

/** Opens each view of the desk at `url`, waits until nothing calculates any more, and hands over its picture as PNG. */
export async function photograph(
  views: readonly View[],
  { url, executablePath }: { url: string; executablePath: string },
  keep: (view: View, png: Buffer) => void,
): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: QUIET });
  try {
    for (const view of views) {
      const { widthPx: width, heightPx: height, colorScheme } = view;
      const page = await browser.newPage({ viewport: { width, height }, colorScheme });
      await page.goto(new URL(view.path, url).href);
      await page.getByText(RUNNING).waitFor({ timeout: READY_MS_MAX });
      await page.evaluate(SETTLED);
      keep(view, await page.screenshot());
      await page.close();
    }
  } finally {
    await browser.close();
  }
}
