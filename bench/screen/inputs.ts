import type { Page } from 'playwright-core';
import type { Row } from '../report/report';
import { rowsOf } from '../sheet/stage';
import { paneHand } from './pane';

/** What is filled in, by the group of a leg and the field's name. */
type Filled = readonly (readonly [group: RegExp, field: string, text: string])[];

const LEG_1 = /^Leg 1/;
const LEG_2 = /^Leg 2/;
const POWER = /^Legs 2 and 3/;
const FORMS: Readonly<Record<string, Filled>> = {
  Single: [
    [LEG_1, 'Market', 'DE'],
    [LEG_1, 'Commodity', 'power'],
    [LEG_1, 'Product', 'Cal-31'],
    [LEG_1, 'Quantity', '5'],
  ],
  Spread: [
    [LEG_1, 'Market', 'NL'],
    [LEG_1, 'Commodity', 'power'],
    [LEG_1, 'Product', 'Cal-31'],
    [LEG_1, 'Quantity', '5'],
    [LEG_2, 'Market', 'DE'],
  ],
  Swap: [
    [LEG_1, 'Market', 'EU-WIND'],
    [LEG_1, 'Commodity', 'goo'],
    [LEG_1, 'Product', 'Cal-31'],
    [POWER, 'Market', 'DE'],
    [POWER, 'Commodity', 'power'],
    [POWER, 'Product', 'Cal-31'],
    [POWER, 'Quantity', '5'],
    [LEG_1, 'Quantity', '43800'],
  ],
};

/** How many fields and choices a new request takes until it may be sent: the kind, the side, and what is typed. */
export async function inputs(page: Page): Promise<Row[]> {
  const hand = await paneHand(page);
  const { pane } = hand;
  const rows: Row[] = [];
  await hand.arm();
  for (const [kind, filled] of Object.entries(FORMS)) {
    await hand.door(/^Requests/);
    await hand.button(/^New request/);
    await hand.radio(kind);
    const leg = pane.getByRole('group', { name: LEG_1 });
    await leg.getByRole('radio', { name: 'Buy', exact: true }).check({ force: true });
    let count = 2;
    for (const [group, field, text] of filled) {
      await pane.getByRole('group', { name: group }).getByLabel(field, { exact: true }).fill(text);
      count += 1;
    }
    await pane
      .getByRole('button', { name: /^Send:/ })
      .and(pane.locator(':not([aria-disabled="true"])'))
      .waitFor();
    rows.push(rowsOf('a new request until it may be sent', kind)('fields and choices', count, 'inputs'));
  }
  return rows;
}
