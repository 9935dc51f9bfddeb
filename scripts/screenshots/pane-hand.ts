import type { Frame } from 'playwright-core';

/** Does something in the simulated market. */
export type Market = (act: Record<string, unknown>) => Promise<void>;

/** What a person does in the pane on the way to what is pictured. */
export class PaneHand {
  constructor(
    readonly pane: Frame,
    readonly market: Market,
  ) {}

  button(name: string | RegExp): Promise<void> {
    const exact = typeof name === 'string';
    return this.pane.getByRole('button', { name, exact }).first().click();
  }

  /** A room that the row has no room for is behind its last button. */
  async door(name: RegExp): Promise<void> {
    const rooms = this.pane.getByRole('navigation', { name: 'Rooms' });
    const room = rooms.getByRole('button', { name });
    if ((await room.count()) === 0) await rooms.getByRole('button', { name: /^More rooms/ }).click();
    await room.click();
  }

  async arm(): Promise<void> {
    await this.pane.getByRole('switch', { name: /^Trading/ }).check({ force: true });
  }

  /** One of a few that exclude each other; its circle lies under its label. */
  radio(name: string, at = 0): Promise<void> {
    return this.pane.getByRole('radio', { name, exact: true }).nth(at).check({ force: true });
  }

  /** The request, with everything that is on offer there. */
  async request(id: string): Promise<void> {
    await this.door(/^Requests/);
    await this.pane.locator(`[data-request="${id}"]`).click();
    await this.pane
      .getByRole('region', { name: 'Counteroffers' })
      .getByText(/^updated|^No counteroffers/)
      .waitFor();
  }

  async price(...prices: readonly string[]): Promise<void> {
    const fields = this.pane.getByRole('textbox', { name: /^(Price|Net price)/ });
    for (const [index, text] of prices.entries()) await fields.nth(index).fill(text);
  }

  /** Types into the fields of this name, one after the other. */
  async type(name: string, ...texts: readonly string[]): Promise<void> {
    const fields = this.pane.getByLabel(name, { exact: true });
    for (const [index, text] of texts.entries()) await fields.nth(index).fill(text);
  }

  /** Sends the quote that was typed, with whatever warning there is read. */
  async sendQuote(): Promise<void> {
    const warned = this.pane.getByRole('checkbox', { name: /^Send anyway/ });
    const send = this.pane.getByRole('button', {
      name: /^(?:Send quote|(?:Ask for approval to )?(?:bid|offer)\b.* at )/i,
    });
    // Once it has been checked there is a button to press, or a warning to read first.
    await warned
      .or(send.and(this.pane.locator(':not([aria-disabled="true"])')))
      .first()
      .waitFor();
    for (const tick of await warned.all()) await tick.check({ force: true });
    await send.click();
  }

  says(text: string | RegExp): Promise<void> {
    return this.pane.getByText(text).filter({ visible: true }).first().waitFor();
  }
}
