import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TradingDesk } from './trading-desk';
import { DESK, type Truth } from './truth';

let desk: TradingDesk;
beforeAll(async () => {
  desk = await TradingDesk.open();
  await desk.arm();
  for (const [id, ...prices] of TYPED) {
    await desk.openRequest(id);
    await desk.price(...prices);
    await desk.send(/^(?:Send quote|(?:Bid|Offer)\b.* at )/);
  }
});
afterAll(() => desk?.close());

const TYPED = [
  ['RQ-10301', '31.4'],
  ['RQ-10302', '73.3', '71.4'],
  ['RQ-10304', '1.01'],
  ['RQ-10305', '0.35', '69.65'],
  ['RQ-10306', '0.55'],
] as const;

async function live(): Promise<readonly Truth['quotes'][number][]> {
  const { quotes } = await desk.truth();
  return quotes.filter(({ counterparty, state }) => counterparty === DESK && state === 'active');
}
const liveOn = async (): Promise<string[]> => (await live()).map((quote) => quote['request-id']).sort();
const panel = () => desk.region('Withdrawal');
/** What the panel says of each quote, once every withdrawal is over. */
async function results(count: number): Promise<void> {
  await desk.keys.push(panel().getByRole('button', { name: 'Details' }), 'Enter');
  await panel()
    .getByText('Withdrawn.', { exact: true })
    .nth(count - 1)
    .waitFor();
  expect(await panel().getByRole('listitem').count()).toBe(count);
}

describe('withdrawing by keyboard', () => {
  it('takes one quote back where it stands', async () => {
    const [own] = (await live()).filter((quote) => quote['request-id'] === 'RQ-10305');
    const id = own?.['quotation-id'] ?? '';
    await desk.openRequest('RQ-10305');
    await desk.keys.push(desk.button(`Withdraw ${id}`), 'Enter');
    await desk.isDone();
    expect(await liveOn()).toEqual(['RQ-10301', 'RQ-10302', 'RQ-10304', 'RQ-10306']);
    expect(await (await desk.journal()).textContent()).toContain(id);
  });

  it('takes the selected quotes back, and only those', async () => {
    await desk.door(/^Journal/);
    await desk.keys.push(desk.button(/^Live quotes/), 'Enter');
    const list = desk.pane.getByRole('list', { name: 'Own live quotes' });
    for (const quote of await live()) {
      if (!['RQ-10301', 'RQ-10306'].includes(quote['request-id'])) continue;
      const tick = list.getByRole('checkbox', { name: new RegExp(`\\b${quote['quotation-id']}\\b`) });
      await desk.keys.push(tick, 'Space');
    }
    await desk.keys.push(desk.button('Withdraw selected (2)'), 'Enter');
    await results(2);
    expect(await liveOn()).toEqual(['RQ-10302', 'RQ-10304']);
    await desk.keys.push(panel().getByRole('button', { name: 'Close' }), 'Enter');
  });

  it('takes all back by one press, armed or not, with a result for each', async () => {
    await desk.keys.enterPane();
    await desk.keys.press('Space');
    expect(await desk.pane.getByRole('switch', { name: /^Trading/ }).isChecked()).toBe(false);
    await desk.keys.push(desk.button('Withdraw all 2'), 'Enter');
    await results(2);
    expect(await liveOn()).toEqual([]);
    expect(await desk.calls('withdraw-quote')).toBe(5);
    await desk.button('Withdraw all 0').waitFor();
  });
});

/** Whether the words beside the trading switch are cut off, in a pane of this width. */
async function isCutAt(width: number): Promise<boolean> {
  await desk.page.evaluate(
    (px) => document.documentElement.style.setProperty('--pane-width', `${px}px`),
    width,
  );
  await expect.poll(() => desk.pane.evaluate(() => window.innerWidth)).toBeLessThanOrEqual(width);
  return desk.pane
    .getByRole('switch', { name: /^Trading/ })
    .evaluate(({ parentElement: label }) => (label?.scrollWidth ?? 0) > (label?.clientWidth ?? 0));
}

describe('while nobody knows of a quote whether it is live', () => {
  it('the band shows whole words beside what may be withdrawn, in a narrow pane too', async () => {
    await desk.fault({ kind: 'hang-after', operation: 'send-quote' });
    await desk.arm();
    await desk.openRequest('RQ-10300');
    await desk.price('-3.5');
    for (const tick of await desk.pane.getByRole('checkbox', { name: /^Send anyway/ }).all())
      await desk.keys.push(tick, 'Space');
    await desk.keys.push(desk.button(/^(?:Send quote|(?:Bid|Offer)\b.* at )/), 'Space');
    await desk.button('Withdraw all 0 + 1 unknown').waitFor();
    for (const width of [320, 380]) expect(await isCutAt(width)).toBe(false);
    await desk.keys.enterPane();
    await desk.keys.press('Space');
    for (const width of [320, 380]) expect(await isCutAt(width)).toBe(false);
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', () => desk.isFaultless());
});
