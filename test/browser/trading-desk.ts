import type { Frame, Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { OpenPage } from './chromium';
import { openBrowser } from './engine';
import { DeskSheet } from './desk-sheet';
import { Keyboard } from './keyboard';
import { startStack, type Stack } from './stack';
import { Calls, Truth } from './truth';

const PATIENCE = { timeout: 30_000, interval: 50 };

interface Opened {
  readonly stack: Stack;
  readonly browser: OpenPage;
  readonly pane: Frame;
}

const doorsOf = (pane: Frame, name: string | RegExp) => {
  const rooms = pane.getByRole('navigation', { name: 'Rooms' });
  return {
    room: rooms.getByRole('button', { name }),
    more: rooms.getByRole('button', { name: /^More rooms/ }),
  };
};

/** Goes to a room with the mouse: those that the row has no room for are behind its last button. */
export async function clickRoom(pane: Frame, name: string | RegExp): Promise<void> {
  const { room, more } = doorsOf(pane, name);
  if ((await room.count()) === 0) await more.click();
  await room.click();
}

/** The workbench with the pane open at the simulator, and what a person does there by keyboard alone. */
export class TradingDesk {
  readonly stack: Stack;
  readonly page: Page;
  readonly pane: Frame;
  readonly keys: Keyboard;

  private constructor(private readonly opened: Opened) {
    this.stack = opened.stack;
    this.page = opened.browser.page;
    this.pane = opened.pane;
    this.keys = new Keyboard(this.page, this.pane);
  }

  /**
   * `query` is the workbench's, `settings` are laid over the gateway's, `simulator` over the simulator's. On a first day the pane shows
   * its first steps.
   */
  static async open({
    settings = {},
    query = '',
    simulator = {},
    isFirstDay = false,
  } = {}): Promise<TradingDesk> {
    const stack = await startStack(0, { DESK_POLL_QUOTES_MS: '1000', ...settings }, simulator);
    const browser = await openBrowser(`${stack.workbenchUrl}${query}`, { isFirstDay });
    await new DeskSheet(browser.page).ready();
    const pane = await (await browser.page.waitForSelector('#pane')).contentFrame();
    if (!pane) throw new Error('The pane has no page.');
    await pane.locator('[data-request]').first().waitFor();
    return new TradingDesk({ stack, browser, pane });
  }

  readonly close = async (): Promise<void> => {
    await this.opened.browser.close();
    await this.stack.close();
  };

  async truth(): Promise<Truth> {
    return Truth.parse(await this.stack.simulator('/simulator/truth'));
  }

  async calls(operation: string): Promise<number> {
    const { byOperation } = Calls.parse(await this.stack.simulator('/simulator/stats'));
    return byOperation[operation] ?? 0;
  }

  act(act: Record<string, unknown>): Promise<unknown> {
    return this.stack.simulator('/simulator/act', act);
  }

  fault(fault: Record<string, unknown>): Promise<unknown> {
    return this.stack.simulator('/simulator/faults', fault);
  }

  /** Looks until it is so. */
  becomes(check: () => Promise<void>): Promise<void> {
    return vi.waitFor(check, PATIENCE);
  }

  button(name: string | RegExp): Locator {
    return this.pane.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
  }

  region(name: string): Locator {
    return this.pane.getByRole('region', { name, exact: true });
  }

  /** Arms the desk, and starts the walk in the pane. */
  async arm(): Promise<void> {
    await this.keys.enterPane();
    await this.keys.press('Space');
    expect(await this.pane.getByRole('switch', { name: /^Trading/ }).isChecked()).toBe(true);
  }

  async door(name: RegExp): Promise<void> {
    const { room, more } = doorsOf(this.pane, name);
    if ((await room.count()) === 0) await this.keys.push(more, 'Enter');
    await this.keys.push(room, 'Enter');
  }

  /** Goes to the list and down to the request. */
  async openRequest(id: string): Promise<void> {
    await this.door(/^Requests/);
    const list = this.pane.getByRole('list', { name: 'Open requests' });
    const row = list.locator(`[data-request="${id}"]`);
    await this.keys.reach(list);
    await this.keys.press('Home');
    while (!(await row.evaluate((element) => element === document.activeElement)))
      await this.keys.press('ArrowDown');
    await this.keys.press('Enter');
    await this.region(`Request ${id}`).waitFor();
  }

  /** Types prices, one into each field that can be typed into. */
  async price(...prices: readonly string[]): Promise<void> {
    const fields = this.pane.getByRole('textbox', { name: /^(Price|Net price)/ });
    for (const [index, text] of prices.entries()) await this.keys.type(fields.nth(index), text);
    await this.isHeldAgainst();
  }

  /** What was typed is held against all that is known: for some seconds it waits for its reference. */
  isHeldAgainst(): Promise<void> {
    return this.pane.getByText('Fetching the reference price').first().waitFor({ state: 'hidden' });
  }

  /** What is warned of is read and ticked first. */
  async send(name: RegExp): Promise<void> {
    for (const tick of await this.pane.getByRole('checkbox', { name: /^Send anyway/ }).all())
      await this.keys.push(tick, 'Space');
    await this.keys.push(this.button(name), 'Space');
    await this.isDone();
  }

  /** What was pressed last is done, as the pane says, and is put away. */
  async isDone(close: RegExp = /^(Close|New quote|New proposal)$/): Promise<void> {
    await this.pane.getByText('Done.').first().waitFor();
    await this.keys.push(this.button(close).first(), 'Enter');
  }

  /** Chooses an offer; a person reads it before the next key. */
  async choose(id: string): Promise<Locator> {
    await this.keys.push(this.button(`Accept ${id}`), 'Enter');
    const panel = this.region('Confirm acceptance');
    await panel.waitFor();
    await this.reads(panel);
    return panel;
  }

  /** A press right after choosing is taken for a part of choosing: what is chosen has to be looked at for a second. */
  reads(panel: Locator): Promise<void> {
    return panel.getByText(/, [1-9]\d* s ago; anything else is refused/).waitFor();
  }

  /** The newest entry of the journal room, unfolded. */
  async journal(): Promise<Locator> {
    await this.door(/^Journal/);
    const entry = this.pane.getByRole('list', { name: 'Actions' }).getByRole('listitem').first();
    await entry.waitFor();
    if ((await entry.locator('details[open]').count()) === 0)
      await this.keys.push(entry.locator('summary'), 'Enter');
    return entry;
  }

  /** Nothing was asked of the workbench that it has not, and nothing went wrong on its page. */
  async isFaultless(but: RegExp = /^$/): Promise<void> {
    expect(await this.page.evaluate(() => window.workbench?.unknown())).toEqual([]);
    expect(this.opened.browser.problems.filter((problem) => !but.test(problem))).toEqual([]);
  }
}
