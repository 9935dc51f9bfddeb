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
async function ownPrices(): Promise<string[]> {
  const { quotes } = await desk.truth();
  return quotes
    .filter((quote) => quote['request-id'] === ID && quote.counterparty === DESK)
    .flatMap(pricesOf);
}
const ticket = () => desk.region('Quote ticket');
async function press(price: string): Promise<void> {
  await desk.openRequest(ID);
  await desk.price(price);
  await desk.keys.push(desk.button(/^Send quote/), 'Enter');
  await ticket()
    .getByText(/^Rejected\./)
    .waitFor();
}

describe('the limits of the desk, by keyboard', () => {
  it('let a usual price through', async () => {
    await desk.openRequest(ID);
    await desk.price('31.4');
    await desk.send(/^Send quote/);
    expect(await ownPrices()).toEqual(['31.4']);
  });

  it('hold a price back that is far from the last one, until each warning is ticked and it is pressed again', async () => {
    await press('40');
    expect(await ownPrices()).toEqual(['31.4']);
    const warnings = ticket().getByRole('group', { name: 'Warnings' });
    const again = warnings.getByRole('button', { name: 'Send it as shown' });
    await desk.keys.push(again, 'Enter');
    expect(await desk.calls('send-quote')).toBe(1);
    const ticks = warnings.getByRole('checkbox');
    for (const tick of await ticks.all()) await desk.keys.push(tick, 'Space');
    await desk.keys.push(again, 'Enter');
    await desk.isDone();
    expect(await ownPrices()).toEqual(['31.4', '40']);
    const entry = await desk.journal();
    await desk.keys.push(entry.getByRole('button', { name: /^Details/ }), 'Enter');
    await entry.getByText('Warnings confirmed').waitFor();
  });

  it('never let a price through that is above the level that blocks, whatever is pressed', async () => {
    await press('200');
    expect(await ticket().getByRole('button', { name: 'Send it as shown' }).count()).toBe(0);
    expect(await ownPrices()).toEqual(['31.4', '40']);
    expect(await desk.calls('send-quote')).toBe(2);
    await desk.keys.push(desk.button('Quote again'), 'Enter');
    await (await desk.journal()).getByText('Rejected.').waitFor();
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', () => desk.isFaultless());
});
