import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium, type OpenPage } from './chromium';
import { DeskSheet } from './desk-sheet';
import { startStack, type Stack } from './stack';

const AT = 'Sheet3!A1';

let stack: Stack;
let opened: OpenPage;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await opened?.close();
  await stack?.close();
});

it('a strange browser is asked for the code, shows nothing until then, and is not asked again', async () => {
  opened = await openChromium(stack.workbenchUrl, { isPaired: false });
  const sheet = new DeskSheet(opened.page);
  await sheet.ready();
  const pane = await (await opened.page.waitForSelector('#pane')).contentFrame();
  if (!pane) throw new Error('The pane has no page.');
  await sheet.enter(AT, '=DESK.STATUS("signedIn")');
  await sheet.shows(AT, ([row]) => row?.[0] === false);
  const code = pane.getByRole('textbox', { name: 'Pairing code' });
  await code.fill('0000-0000');
  await code.press('Enter');
  await pane.getByText('This is not the pairing code').waitFor();
  expect(await pane.locator('[data-request]').count()).toBe(0);
  await code.fill(stack.pairingCode.toLowerCase());
  await code.press('Enter');
  await pane.locator('[data-request]').first().waitFor();
  await sheet.shows(AT, ([row]) => row?.[0] === true);
  await opened.page.reload();
  const again = await (await opened.page.waitForSelector('#pane')).contentFrame();
  await again?.locator('[data-request]').first().waitFor();
  expect(await again?.getByRole('textbox', { name: 'Pairing code' }).count()).toBe(0);
});

it('the link of npm start pairs the page that it opens', async () => {
  const other = await startStack();
  const page = await openChromium(`${other.workbenchUrl}?pair=${other.pairingCode}`, { isPaired: false });
  try {
    const pane = await (await page.page.waitForSelector('#pane')).contentFrame();
    await pane?.locator('[data-request]').first().waitFor();
    expect(page.problems.filter((problem) => !problem.includes('401'))).toEqual([]);
  } finally {
    await page.close();
    await other.close();
  }
});
