import type { Page } from 'playwright-core';
import type { Row } from '../report/report';
import { rowsOf } from '../sheet/stage';
import { paneHand } from './pane';

/** A laptop's screen. */
const LAPTOP = { width: 1366, height: 768 };
const PRICE = '31.5';

/** What is left of a laptop's screen for content, in the list and in a ticket. */
export async function room(page: Page): Promise<Row[]> {
  await page.setViewportSize(LAPTOP);
  const hand = await paneHand(page);
  const { pane } = hand;
  await hand.door(/^Requests/);
  await pane.locator('[data-request]').first().waitFor();
  const aside = (): Promise<number> =>
    pane.locator('main').evaluate((main) => window.innerHeight - main.clientHeight);
  const list = rowsOf('room on 1366 × 768', 'list of requests');
  const rows = [list('pixels that are no content', await aside(), 'px')];
  await pane.locator('[data-request]').first().click();
  await pane
    .getByRole('textbox', { name: /^(Price|Net price)/ })
    .first()
    .fill(PRICE);
  const ticket = rowsOf('room on 1366 × 768', 'ticket with a price');
  const send = pane.getByRole('button', { name: /^(?:Send quote|(?:bid|offer)\b.* at )/i });
  await send.waitFor();
  const box = await send.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
  const seen = await pane.locator('main').evaluate(() => window.innerHeight);
  rows.push(
    ticket('pixels that are no content', await aside(), 'px'),
    ticket('pixels in all', await pane.locator('main').evaluate((main) => main.scrollHeight), 'px'),
    ticket('the button that sends is in sight', box.top >= 0 && box.bottom <= seen ? 1 : 0, 'of 1'),
  );
  return rows;
}
