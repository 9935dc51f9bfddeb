import type { BrowserContext, Page } from 'playwright-core';
import { keepKey } from '../../simulation/paired-browser';
import type { RunningGateway } from '../../simulation/running-gateway';
import { openBrowser } from '../sheet/browser';

/** When things were first in the page, in ms after its navigation began. */
export interface Shown {
  /** The first room, with whatever is known by then. */
  readonly roomMs: number;
  /** The first request in its list. */
  readonly requestMs: number;
}

/** The pane's page alone, without a spreadsheet around it, in a Chromium of its own. */
export class PanePage {
  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
    private readonly url: string,
  ) {}

  static async open({ url, programKey }: RunningGateway, folder: string): Promise<PanePage> {
    const context = await openBrowser(folder);
    // Excel's library comes from elsewhere, and how long that takes is not ours to measure.
    await context.route(/\/office\.js$/, (route) => route.abort());
    const page = context.pages()[0] ?? (await context.newPage());
    await keepKey(page, programKey);
    await page.addInitScript(watchPage);
    return new PanePage(context, page, new URL('/taskpane.html', url).href);
  }

  async load(): Promise<Shown> {
    await this.page.goto(this.url);
    await this.page.locator('[data-request]').first().waitFor();
    return this.page.evaluate(() => ({
      roomMs: performance.getEntriesByName('room shown')[0]?.startTime ?? NaN,
      requestMs: performance.getEntriesByName('request shown')[0]?.startTime ?? NaN,
    }));
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

// Runs in the page, before anything of its own. A frame that is asked for then is drawn with what has just been added.
function watchPage(): void {
  const wanted = new Map([
    ['room shown', 'section[aria-label="Requests"]'],
    ['request shown', '[data-request]'],
  ]);
  new MutationObserver((_, observer) => {
    for (const [mark, selector] of wanted) {
      if (!document.querySelector(selector)) continue;
      wanted.delete(mark);
      requestAnimationFrame(() => performance.mark(mark));
    }
    if (wanted.size === 0) observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}
