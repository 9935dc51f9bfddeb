import type { Frame, Locator, Page } from 'playwright-core';

const STEPS_MAX = 150;

/** A person who has no mouse: only keys, and every place is reached by walking there. */
export class Keyboard {
  constructor(
    private readonly page: Page,
    private readonly frame: Frame,
  ) {}

  /** As Excel's F6 leads from the sheet into the pane. */
  async enterPane(): Promise<void> {
    await this.frame.getByRole('switch', { name: /^Trading/ }).focus();
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** Walks by Tab to what is to be reached, or into it. */
  async reach(target: Locator): Promise<void> {
    await target.waitFor();
    if (await target.evaluate((element) => element instanceof HTMLButtonElement && element.tabIndex < 0))
      return this.reachInList(target);
    let before: 'behind' | 'ahead' | undefined;
    let turns = 0;
    for (let step = 0; step < STEPS_MAX; step++) {
      const where = await target.evaluate((element) => {
        const at = document.activeElement ?? document.body;
        if (element.contains(at)) return 'here';
        const isBehind = (at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
        return isBehind ? 'behind' : 'ahead';
      });
      if (where === 'here') return;
      if (before !== undefined && where !== before) turns += 1;
      before = where;
      // The foot of a room comes earlier than its place in the document: past it the walk goes on.
      await this.page.keyboard.press(where === 'behind' && turns < 2 ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`The Tab key does not lead to ${target.toString()}.`);
  }

  /** To a button of a list or group that is one stop for the Tab key: the arrow keys lead on from there. */
  private async reachInList(target: Locator): Promise<void> {
    await this.reach(target.locator('xpath=ancestor::*[self::ul or @role="group"][1]'));
    await this.press('Home', 'ArrowLeft');
    for (let step = 0; step < STEPS_MAX; step++) {
      const where = await target.evaluate((element) => {
        const at = document.activeElement;
        if (at === element) return 'here';
        return element.closest('li')?.contains(at) ? 'row' : 'list';
      });
      if (where === 'here') return;
      await this.press(where === 'row' ? 'ArrowRight' : 'ArrowDown');
    }
    throw new Error(`The arrow keys do not lead to ${target.toString()}.`);
  }

  async push(target: Locator, key: 'Enter' | 'Space'): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.press(key);
  }

  /** As long as it is there: it may go while somebody walks to it, as what scrolls with him is seen. */
  async pushWhileThere(target: Locator, key: 'Enter' | 'Space'): Promise<void> {
    if ((await target.count()) === 0) return;
    const pushed = this.push(target, key).catch(async (error: unknown) => {
      if ((await target.count()) > 0) throw error;
    });
    await Promise.race([pushed, target.waitFor({ state: 'detached' })]);
  }

  /** Types into a field in place of what is there. */
  async type(target: Locator, text: string): Promise<void> {
    await this.reach(target);
    await this.press('Control+A');
    await this.page.keyboard.type(text);
  }

  /** A day, typed into the parts of a date field. */
  async typeDay(target: Locator, day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-');
    await this.reach(target);
    await this.page.keyboard.type(`${month}${date}${year}`);
  }

  /** One of a group of which the Tab key reaches one only. */
  async pick(group: Locator, name: string | RegExp): Promise<void> {
    const radio = group.getByRole('radio', { name, ...(typeof name === 'string' && { exact: true }) });
    await this.reach(group);
    for (let step = 0; step < STEPS_MAX; step++) {
      if (await radio.isChecked()) return;
      const isThere = await radio.evaluate((element) => element === document.activeElement);
      await this.press(isThere ? 'Space' : 'ArrowRight');
    }
    throw new Error(`The arrow keys do not lead to ${String(name)}.`);
  }
}
