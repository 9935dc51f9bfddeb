import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TradingDesk } from './trading-desk';
import { pricesOf, type Truth } from './truth';

let desk: TradingDesk;
beforeAll(async () => {
  desk = await TradingDesk.open();
  await desk.arm();
});
afterAll(() => desk?.close());

async function quoteOn(id: string): Promise<Truth['quotes'][number]> {
  const quote = (await desk.truth()).quotes.find((one) => one['request-id'] === id && one.state === 'active');
  if (!quote) throw new Error(`Nobody quotes ${id}.`);
  return quote;
}
/** The trades of a request, those included whose leg prices the operator has yet to enter. */
async function tradesOf(id: string): Promise<readonly Truth['trades'][number][]> {
  const { trades, awaitingLegPrices } = await desk.truth();
  return [...trades, ...awaitingLegPrices].filter((trade) => trade['request-id'] === id);
}
/** The only execution of a request. */
async function executedOnce(id: string): Promise<Truth['trades'][number]> {
  expect((await desk.truth()).executions[id]).toBe(1);
  const [trade, ...more] = await tradesOf(id);
  expect(more).toEqual([]);
  if (!trade) throw new Error(`${id} has no trade.`);
  return trade;
}
/** Whether it is what a person sees and points at where it stands. */
const isInSight = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return (
      seen !== null &&
      (element.contains(seen) || seen.contains(element) || element.parentElement === seen.parentElement)
    );
  });
/** Where another offer is better, that has to be read and ticked before the press. */
async function acceptIn(panel: Locator): Promise<void> {
  const ticks = await panel.getByRole('checkbox', { name: /^Send anyway/ }).all();
  // In sight with the button that waits for it, before anything is scrolled.
  if (ticks[0]) expect(await isInSight(ticks[0])).toBe(true);
  for (const tick of ticks) await desk.keys.push(tick, 'Space');
  await desk.keys.push(panel.getByRole('button', { name: /^Accept\b(?!.*…)/ }), 'Space');
}

const accept = async (id: string): Promise<void> => acceptIn(await desk.choose(id));

/** Its maker asks for more. */
const move = (quote: Truth['quotes'][number]): Promise<unknown> =>
  desk.act({
    do: 'move-price',
    requestId: quote['request-id'],
    quotationId: quote['quotation-id'],
    by: 0.5,
  });
/** Nothing was executed, and the pane says from which price to which it moved. */
async function isRefused(id: string, outcome: string): Promise<void> {
  const result = desk.region('Acceptance');
  await result.getByText(/^(?:Not sent|Rejected): the price moved from .+ to .+\.$/).waitFor();
  await result.getByRole('button', { name: /^Look at the new price/ }).waitFor();
  expect((await desk.truth()).executions[id]).toBeUndefined();
  expect(await tradesOf(id)).toEqual([]);
  await (await desk.journal()).getByText(outcome).waitFor();
}

describe('accepting a quote by keyboard', () => {
  it('is never done by the Enter key, and done once by the space bar', async () => {
    const quote = await quoteOn('RQ-10294');
    await desk.openRequest('RQ-10294');
    const panel = await desk.choose(quote['quotation-id']);
    const button = panel.getByRole('button', { name: /^Accept\b(?!.*…)/ });
    await desk.keys.push(button, 'Enter');
    await desk.keys.press('Enter');
    expect(await desk.calls('execute-trade')).toBe(0);
    await desk.keys.press('Space', 'Space');
    await desk.isDone();
    const trade = await executedOnce('RQ-10294');
    expect(pricesOf(trade)).toEqual(pricesOf(quote));
    expect(trade.quantity).toBe(quote.quantity);
    expect(trade.counterparty).toBe(quote.counterparty);
    const entry = await desk.journal();
    await entry.getByText('Done.').waitFor();
    expect(await entry.textContent()).toContain(quote['quotation-id']);
  });

  it('takes the part that was typed, and leaves the rest open', async () => {
    const quote = await quoteOn('RQ-10293');
    await desk.openRequest('RQ-10293');
    const panel = await desk.choose(quote['quotation-id']);
    await desk.keys.type(panel.getByLabel(/^Quantity to accept/), '4');
    await acceptIn(panel);
    await desk.isDone();
    const trade = await executedOnce('RQ-10293');
    expect([trade.quantity, pricesOf(trade)]).toEqual([4, pricesOf(quote)]);
    const request = (await desk.truth()).requests.find((one) => one['request-id'] === 'RQ-10293');
    expect(request).toMatchObject({ state: 'open', 'remaining-quantity': 6 });
  });

  it('of a standard spread trades the net price, whatever legs the operator enters', async () => {
    const quote = await quoteOn('RQ-10297');
    await desk.openRequest('RQ-10297');
    await accept(quote['quotation-id']);
    await desk.becomes(async () => expect((await desk.truth()).executions['RQ-10297']).toBe(1));
    await desk.act({ do: 'enter-leg-prices', requestId: 'RQ-10297' });
    await desk.isDone();
    const [first, second] = (await executedOnce('RQ-10297')).legs ?? [];
    expect((first?.price ?? 0) - (second?.price ?? 0)).toBeCloseTo(quote['spread-price'] ?? NaN, 8);
  });

  it('of a swap trades all three legs', async () => {
    const quote = await quoteOn('RQ-10298');
    await desk.openRequest('RQ-10298');
    await accept(quote['quotation-id']);
    await desk.isDone();
    expect(pricesOf(await executedOnce('RQ-10298'))).toEqual(pricesOf(quote));
  });
});

describe('accepting a firm price proposal by keyboard', () => {
  it('is what whoever was asked can do', async () => {
    const proposal = (await desk.truth()).proposals.find((one) => one['request-id'] === 'RQ-10300');
    if (!proposal) throw new Error('RQ-10300 has no price proposal.');
    await desk.openRequest('RQ-10300');
    await accept(proposal['price-proposal-id']);
    await desk.isDone();
    const trade = await executedOnce('RQ-10300');
    expect([trade.quantity, pricesOf(trade)]).toEqual([proposal.quantity, pricesOf(proposal)]);
    expect(await (await desk.journal()).textContent()).toContain(proposal['price-proposal-id']);
  });
});

describe('a price that moves', () => {
  it('while it is looked at, is shown old → new, and nothing is sent', async () => {
    const quote = await quoteOn('RQ-10295');
    const before = await desk.calls('execute-trade');
    await desk.openRequest('RQ-10295');
    const panel = await desk.choose(quote['quotation-id']);
    await move(quote);
    await panel.getByText(/changed while you were looking; nothing was sent\./).waitFor();
    expect(await panel.getByRole('button', { name: /^Accept\b(?!.*…)/ }).count()).toBe(0);
    expect(await desk.calls('execute-trade')).toBe(before);
    await desk.keys.push(panel.getByRole('button', { name: /^Look at the new price/ }), 'Enter');
    await desk.reads(panel);
    await acceptIn(panel);
    await desk.isDone();
    const moved = (await desk.truth()).quotes.find((one) => one['quotation-id'] === quote['quotation-id']);
    expect(pricesOf(await executedOnce('RQ-10295'))).toEqual(moved && pricesOf(moved));
    expect(moved && pricesOf(moved)).not.toEqual(pricesOf(quote));
  });

  it('before the pane knows of it, is not taken: old → new', async () => {
    const quote = await quoteOn('RQ-10296');
    const before = await desk.calls('execute-trade');
    await desk.openRequest('RQ-10296');
    const panel = await desk.choose(quote['quotation-id']);
    await desk.keys.reach(panel.getByRole('button', { name: /^Accept\b(?!.*…)/ }));
    await desk.fault({ kind: 'delay', operation: 'list-quotes', delayMs: 500, times: 4 });
    await move(quote);
    await desk.keys.press('Space');
    await isRefused('RQ-10296', 'Not sent.');
    expect(await desk.calls('execute-trade')).toBe(before);
  });

  it('after the desk has looked, is refused by the platform: old → new', async () => {
    const quote = await quoteOn('RQ-10299');
    const before = await desk.calls('execute-trade');
    await desk.openRequest('RQ-10299');
    await desk.fault({ kind: 'delay', operation: 'execute-trade', delayMs: 1500 });
    await accept(quote['quotation-id']);
    await desk.becomes(async () => expect(await desk.calls('execute-trade')).toBe(before + 1));
    await move(quote);
    await isRefused('RQ-10299', 'Rejected: the price moved.');
    expect(await desk.calls('execute-trade')).toBe(before + 1);
  });
});

describe('a quote in a pane of usual width', () => {
  it('has its facts in a line of their own, says whose it is in whole words, which no button covers, and moves nothing under the pointer', async () => {
    await desk.openRequest('RQ-10299');
    const items = desk.pane.getByRole('list', { name: 'Quotes' }).getByRole('listitem');
    await items.nth(1).waitFor();
    const rows = await items.all();
    expect(rows.length).toBeGreaterThan(1);
    const heights = () => Promise.all(rows.map((row) => row.evaluate((item) => item.clientHeight)));
    await desk.page.mouse.move(0, 0);
    expect(await heights()).toEqual(rows.map(() => 40));
    for (const row of rows) {
      await row.hover();
      expect(await heights()).toEqual(rows.map(() => 40));
      const told = await row.evaluate((item) => {
        const name = item.querySelector('strong');
        const buttons = item.querySelector('[data-row-buttons]')?.getBoundingClientRect();
        const lines = [...(name?.getClientRects() ?? [])];
        const isCovered = lines.some(
          ({ left, right, top, bottom }) =>
            buttons !== undefined &&
            left < buttons.right &&
            right > buttons.left &&
            top < buttons.bottom - 1 &&
            bottom > buttons.top + 1,
        );
        return { name: name?.textContent, lines: lines.length, isCovered };
      });
      expect(told).toEqual({ name: told.name, lines: 1, isCovered: false });
    }
    await desk.page.mouse.move(0, 0);
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', () => desk.isFaultless());
});
