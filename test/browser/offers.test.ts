import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TradingDesk } from './trading-desk';
import { DESK, pricesOf, type Truth } from './truth';

let desk: TradingDesk;
beforeAll(async () => {
  desk = await TradingDesk.open();
  await desk.arm();
});
afterAll(() => desk?.close());

type Quoted = Truth['quotes'][number];
const quotesOn = async (id: string): Promise<readonly Quoted[]> =>
  (await desk.truth()).quotes.filter((quote) => quote['request-id'] === id && quote.state === 'active');
const ownOn = async (id: string): Promise<readonly Quoted[]> =>
  (await quotesOn(id)).filter(({ counterparty }) => counterparty === DESK);
/** What another participant asks is a price near the market. */
async function marketOn(id: string): Promise<string[]> {
  const [first] = await quotesOn(id);
  if (!first) throw new Error(`Nobody quoted ${id}.`);
  return pricesOf(first);
}

const SHAPES = [
  { shape: 'single', id: 'RQ-10301', typed: 1 },
  { shape: 'spread, leg by leg', id: 'RQ-10302', typed: 2 },
  { shape: 'standard spread, as one net price', id: 'RQ-10304', typed: 1 },
  { shape: 'swap, whose power legs have one price', id: 'RQ-10305', typed: 2 },
];

describe('a quote by keyboard', () => {
  it.each(SHAPES)('of a $shape, is at the platform as typed, once', async ({ id, typed }) => {
    const prices = await marketOn(id);
    const before = await desk.calls('send-quote');
    await desk.openRequest(id);
    await desk.price(...prices.slice(0, typed));
    await desk.send(/^(?:Send quote|(?:Bid|Offer)\b.* at )/);
    const own = await ownOn(id);
    expect(own.map(pricesOf)).toEqual([prices]);
    expect(await desk.calls('send-quote')).toBe(before + 1);
    const entry = await desk.journal();
    await entry.getByText('Done.').waitFor();
    expect(await entry.textContent()).toContain(id);
  });

  it('may be negative', async () => {
    const [first] = await marketOn('RQ-10300');
    const price = `-${first?.replace('-', '') ?? ''}`;
    await desk.openRequest('RQ-10300');
    await desk.price(price);
    // To the quantity, to the button, and no further.
    for (let times = 0; times < 5; times++) await desk.keys.press('Enter');
    expect(await ownOn('RQ-10300')).toEqual([]);
    await desk.send(/^(?:Send quote|(?:Bid|Offer)\b.* at )/);
    expect((await ownOn('RQ-10300')).map(pricesOf)).toEqual([[price]]);
  });

  it('is sent by the button that comes after its fields in the order of Tab, before the offers of others', async () => {
    await desk.openRequest('RQ-10302');
    const at = () => desk.pane.locator(':focus');
    await desk.keys.reach(desk.pane.getByLabel(/^Quantity/));
    for (let steps = 0; steps < 8 && (await at().getAttribute('data-send')) === null; steps++) {
      await desk.keys.press('Tab');
      expect(await at().evaluate((element) => element.closest('ul') === null)).toBe(true);
    }
    expect(await at().getAttribute('data-send')).toBe('');
    await desk.keys.press('Tab');
    expect(await at().evaluate((element) => element.closest('[data-foot], form') === null)).toBe(true);
    await desk.keys.press('Shift+Tab');
    expect(await at().getAttribute('data-send')).toBe('');
  });

  it('is not sent while a field is wrong', async () => {
    const before = await desk.calls('send-quote');
    await desk.openRequest('RQ-10306');
    await desk.price('0,5,5');
    const send = desk.button(/^(?:Send quote|(?:Bid|Offer)\b.* at )/);
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await desk.keys.push(send, 'Enter');
    await desk.keys.push(send, 'Space');
    expect(await ownOn('RQ-10306')).toEqual([]);
    expect(await desk.calls('send-quote')).toBe(before);
  });
});

describe('a counteroffer by keyboard', () => {
  it('answers the quote that was chosen, at the price that was typed', async () => {
    const quotes = await quotesOn('RQ-10295');
    const [, answered] = quotes;
    if (!answered) throw new Error('RQ-10295 has one quote only.');
    await desk.openRequest('RQ-10295');
    await desk.keys.push(desk.button(`Counter ${answered['quotation-id']}`), 'Enter');
    await desk.pane.getByRole('group', { name: 'Quote that you answer' }).waitFor();
    const prices = pricesOf(answered);
    await desk.price(...prices);
    await desk.send(/^Send counteroffer/);
    const { counteroffers } = await desk.truth();
    expect(counteroffers.map((one) => [one['quotation-id'], pricesOf(one)])).toEqual([
      [answered['quotation-id'], prices],
    ]);
    expect(await (await desk.journal()).textContent()).toContain(answered['quotation-id']);
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', () => desk.isFaultless());
});
