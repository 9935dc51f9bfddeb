import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TradingDesk } from './trading-desk';
import { DESK, pricesOf } from './truth';

let desk: TradingDesk;
beforeAll(async () => {
  desk = await TradingDesk.open();
  await desk.arm();
});
afterAll(() => desk?.close());

const ID = 'RQ-10301';
/** What is live of the desk. */
async function ownPrices(): Promise<string[]> {
  const { quotes } = await desk.truth();
  return quotes
    .filter((quote) => quote['request-id'] === ID && quote.counterparty === DESK && quote.state === 'active')
    .flatMap(pricesOf);
}
const send = () => desk.button(/^(?:Send quote|(?:Bid|Offer)\b.* at |Replace )/).last();
async function typed(price: string): Promise<void> {
  await desk.openRequest(ID);
  await desk.price(price);
}

describe('the limits of the desk, by keyboard', () => {
  it('let a usual price through', async () => {
    await desk.openRequest(ID);
    await desk.price('31.4');
    await desk.send(/^(?:Send quote|(?:Bid|Offer)\b.* at )/);
    expect(await ownPrices()).toEqual(['31.4']);
  });

  it('warn of a price that is far from the last one, and send it once it is ticked', async () => {
    await typed('40');
    await desk.pane
      .getByText(/ %\)? (above|below|away from) the /)
      .first()
      .waitFor();
    await desk.keys.push(send(), 'Space');
    expect(await desk.calls('send-quote')).toBe(1);
    for (const tick of await desk.pane.getByRole('checkbox', { name: /^Send anyway/ }).all())
      await desk.keys.push(tick, 'Space');
    await desk.keys.push(send(), 'Space');
    await desk.pane.getByText('Replaced.').waitFor();
    await desk.keys.push(desk.button('New quote'), 'Enter');
    expect(await ownPrices()).toEqual(['40']);
    const entry = await desk.journal();
    await desk.keys.push(entry.getByRole('button', { name: /^Details/ }), 'Enter');
    await entry.getByText('Warnings confirmed').waitFor();
  });

  it('never let a price through that is above the level that blocks, whatever is pressed', async () => {
    await typed('200');
    await desk.pane.getByText('Correct the marked fields above.').waitFor();
    await desk.keys.push(send(), 'Space');
    expect(await desk.pane.getByRole('checkbox', { name: /^Send anyway/ }).count()).toBe(0);
    expect(await ownPrices()).toEqual(['40']);
    expect(await desk.calls('send-quote')).toBe(2);
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', () => desk.isFaultless());
});
