import type { Frame, Locator } from 'playwright-core';

/** Also one that another person has to approve first. */
const SENDS = /^(?:Send quote|(?:Ask for approval to )?(?:bid|offer)\b.* at )/i;

/** Quotes this price at a request of the list, with trading switched on and whatever warning there is read. */
export async function pressQuote(pane: Frame, id: string, price: string): Promise<void> {
  await pane.locator(`[data-request="${id}"]`).first().click();
  await pane.getByRole('switch', { name: /^Trading/ }).click();
  await pane
    .getByRole('textbox', { name: /^(Price|Net price)/ })
    .first()
    .fill(price);
  const send = await checked(pane);
  await send.click();
}

/** Reads and ticks whatever the checks warn of. The button that sends, which may be pressed then. */
export async function checked(pane: Frame): Promise<Locator> {
  const warned = pane.getByRole('checkbox', { name: /^Send anyway/ });
  const send = pane.getByRole('button', { name: SENDS });
  // Once it has been checked there is a button to press, or a warning to read first.
  await warned
    .or(send.and(pane.locator(':not([aria-disabled="true"])')))
    .first()
    .waitFor();
  for (const tick of await warned.all()) await tick.check();
  return send;
}
