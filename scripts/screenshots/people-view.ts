import { chromium, type Page } from 'playwright-core';
import { openedPane, panePicture, QUIET, type Keep } from './browser';
import { PaneHand } from './pane-hand';

interface Seat {
  readonly page: Page;
  readonly hand: PaneHand;
}

/**
 * Four people of one desk in four windows: a quote above the level from the trader, approved by the approver, read by the analyst; and
 * the desk halted by the admin.
 */
export async function photographPeople(
  { url, executablePath }: { readonly url: string; readonly executablePath: string },
  keep: Keep,
): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: QUIET });
  try {
    const seated = async (name: string): Promise<Seat> => {
      const page = await browser.newPage();
      const pane = await openedPane(page, new URL('/?apart', url));
      const [dialog] = await Promise.all([
        page.waitForEvent('popup'),
        pane.getByRole('button', { name: 'Sign in', exact: true }).click(),
      ]);
      await dialog.getByRole('link', { name: new RegExp(`^${name}`) }).click();
      await pane.locator('[data-request]').first().waitFor();
      return { page, hand: new PaneHand(pane, async () => undefined) };
    };
    const pictured = async (name: string, { page }: Seat, isCut = false): Promise<void> =>
      keep(name, await panePicture(page, { isCut }));
    const trader = await seated('Tom Berger');
    const approver = await seated('Ada Lindqvist');
    const analyst = await seated('Ana Costa');
    const admin = await seated('Max Vogel');

    await trader.hand.arm();
    await trader.hand.request(LARGE);
    await trader.hand.price('1.01');
    await trader.hand.sendQuote();
    await trader.hand.says('Waiting for approval.');
    await pictured('people-trader', trader);

    await approver.hand.arm();
    await approver.hand.door(/^Today/);
    await approver.hand.pane.getByRole('button', { name: /^Approve and send/ }).waitFor();
    await pictured('people-approver', approver, true);
    await approver.hand.button(/^Approve and send/);
    await trader.hand.says('Done.');

    await analyst.hand.door(/^Journal/);
    await analyst.hand.button(/^Details of: /);
    await analyst.hand.says(/^Ada Lindqvist/);
    await pictured('people-analyst', analyst);

    await admin.hand.door(/^Desk/);
    await admin.hand.type('Reason for the halt', 'the prices of the morning are wrong');
    await admin.hand.button('Halt');
    await trader.hand.says(/^Max Vogel halted the desk/);
    await pictured('people-halted', trader);
  } finally {
    await browser.close();
  }
}

/** More megawatts than one person may quote alone. */
const LARGE = 'RQ-10304';
