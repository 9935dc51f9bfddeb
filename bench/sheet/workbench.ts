import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { keepKey } from '../../simulation/paired-browser';
import type { RunningGateway } from '../../simulation/running-gateway';
import { openBrowser } from './browser';

const SHEET = 'Sheet3';

/** When things happened after the start of the page's navigation, in ms. */
interface Opening {
  readonly gridMs: number;
  /** When the add-in's own page began: the workbench has to be there first, as Excel has. */
  readonly addInMs: number;
  readonly filledMs: number;
}

/** The workbench in a Chromium of its own. */
export class OpenWorkbench {
  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly inside: CDPSession,
  ) {}

  static async open({ url, programKey }: RunningGateway, folder: string): Promise<OpenWorkbench> {
    const context = await openBrowser(folder);
    await keepKey(context, programKey);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(url);
    await page.getByText('The add-in is running').waitFor();
    const inside = await context.newCDPSession(page);
    await inside.send('Performance.enable');
    return new OpenWorkbench(context, page, inside);
  }

  /** Loads the page anew, with these formulas in its workbook as soon as there is one. */
  async reload(rows: string[][]): Promise<Opening> {
    await this.page.reload({ waitUntil: 'commit' });
    return this.fill(rows);
  }

  /** Enters formulas; times count from the start of the page's navigation. */
  fill(rows: string[][]): Promise<Opening> {
    return this.page.evaluate(opening, { rows, sheet: SHEET });
  }

  /** Resolves with the epoch ms at which every cell of the block shows something else than it does now. */
  changed(count: number): Promise<number> {
    return this.page.evaluate(changing, `${SHEET}!A1:A${count}`);
  }

  /** All that scripts hold in the page, the grid included, after a garbage collection. */
  async heapBytes(): Promise<number> {
    await this.inside.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.inside.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

// What follows runs in the page, as text: a function with a name of its own inside would need the compiler's helpers there.

async function opening({ rows, sheet }: { rows: string[][]; sheet: string }): Promise<Opening> {
  while (!window.workbench) await new Promise((resolve) => void setTimeout(resolve, 10));
  const gridMs = performance.now();
  const { workbench } = window;
  workbench.setFormulas(`${sheet}!A1`, rows);
  // Row after row and each read once: to read the whole block at every look took a fifth of the page's time.
  for (let row = 1; row <= rows.length; row++) {
    const column = String.fromCharCode('A'.charCodeAt(0) + (rows[0]?.length ?? 1) - 1);
    const block = `${sheet}!A${row}:${column}${row}`;
    while (
      workbench
        .texts(block)
        .flat()
        .some((text) => text === '' || text.startsWith('#'))
    ) {
      await new Promise((resolve) => void setTimeout(resolve, 10));
    }
  }
  const filledMs = performance.now();
  const pane = document.getElementById('pane');
  const addIn = pane instanceof HTMLIFrameElement ? pane.contentWindow?.performance.timeOrigin : undefined;
  return { gridMs, filledMs, addInMs: (addIn ?? NaN) - performance.timeOrigin };
}

async function changing(a1: string): Promise<number> {
  const before = window.workbench?.values(a1).flat() ?? [];
  while (
    window.workbench
      ?.values(a1)
      .flat()
      .some((value, at) => value === before[at])
  ) {
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  return Date.now();
}
