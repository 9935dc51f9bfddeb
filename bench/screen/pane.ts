import type { Page } from 'playwright-core';
import { PaneHand } from '../../scripts/screenshots/pane-hand';

/** The hand of a person in the pane of an open workbench, its first steps put away. */
export async function paneHand(page: Page): Promise<PaneHand> {
  const pane = await (await page.locator('#pane').elementHandle())?.contentFrame();
  if (!pane) throw new Error('The pane has no page.');
  const away = pane.getByRole('button', { name: /^(Close|Put away)/ });
  if ((await pane.getByRole('region', { name: 'First steps' }).count()) > 0) await away.first().click();
  return new PaneHand(pane, () => Promise.reject(new Error('The market is left alone.')));
}
