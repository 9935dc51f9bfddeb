import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TradingDesk } from './trading-desk';
import type { Truth } from './truth';

let desk: TradingDesk;
beforeAll(async () => {
  desk = await TradingDesk.open();
  await desk.arm();
});
afterAll(() => desk?.close());

/** What is typed into a leg; what follows from the rest is left out. */
interface TypedLeg {
  readonly side?: 'Buy' | 'Sell';
  readonly market?: string;
  readonly commodity?: string;
  readonly product?: string;
  readonly quantity?: string;
}

const YEAR = { commodity: 'power', product: 'Cal-31', quantity: '5' };

async function typeLeg(title: RegExp, leg: TypedLeg): Promise<void> {
  const group = desk.pane.getByRole('group', { name: title });
  const typed = [
    ['Market', leg.market],
    ['Commodity', leg.commodity],
    ['Product', leg.product],
    ['Quantity', leg.quantity],
  ] as const;
  if (leg.side) await desk.keys.pick(group.getByRole('radiogroup'), leg.side);
  for (const [name, text] of typed) {
    if (text !== undefined) await desk.keys.type(group.getByLabel(name, { exact: true }), text);
  }
}

const choice = (name: string) => desk.pane.getByRole('radiogroup', { name, exact: true });
async function startNew(kind: string): Promise<void> {
  await desk.door(/^Requests/);
  await desk.keys.press('Alt+N');
  await desk.region('New request').waitFor();
  await desk.keys.pick(choice('Kind'), kind);
}

/** Sends what was typed, and gives the request that is now at the platform. */
async function made(): Promise<Truth['requests'][number]> {
  const known = new Set((await desk.truth()).requests.map((request) => request['request-id']));
  const before = await desk.calls('create-request');
  const send = desk.button(/^Send:/);
  // Enter sends nothing, however often.
  await desk.keys.push(send, 'Enter');
  await desk.keys.press('Enter');
  expect(await desk.calls('create-request')).toBe(before);
  await desk.keys.press('Space');
  const result = desk.region('Your new request');
  await result.getByText('Done.').waitFor();
  const [request, ...more] = (await desk.truth()).requests.filter((one) => !known.has(one['request-id']));
  expect(more).toEqual([]);
  if (!request) throw new Error('The platform has no new request.');
  expect(await desk.calls('create-request')).toBe(before + 1);
  await desk.keys.push(desk.button(`Open ${request['request-id']}`), 'Enter');
  await desk.region(`Request ${request['request-id']}`).waitFor();
  expect(await (await desk.journal()).textContent()).toContain(`Open ${request['request-id']}`);
  return request;
}
const legsOf = ({ legs }: Truth['requests'][number]): unknown =>
  legs.map((leg) => [leg.action, leg.market, leg['delivery-start'], leg['delivery-end'], leg.quantity]);

describe('a new request by keyboard', () => {
  it('for a single product, is there as typed', async () => {
    await startNew('Single');
    await typeLeg(/^Leg 1/, { ...YEAR, side: 'Buy', market: 'DE', quantity: '7.5' });
    const request = await made();
    expect(request.contract).toBe('single');
    expect(legsOf(request)).toEqual([['buy', 'DE', '2031-01-01', '2031-12-31', 7.5]]);
  });

  it('for a spread, keeps the order of its legs, and knows its kind by them', async () => {
    await startNew('Spread');
    await typeLeg(/^Leg 1/, { ...YEAR, side: 'Sell', market: 'NL' });
    await typeLeg(/^Leg 2/, { market: 'DE' });
    await desk.pane.getByText('Location spread: two markets, one delivery.').waitFor();
    const request = await made();
    expect([request.contract, request['spread-type']]).toEqual(['spread', 'location']);
    expect(legsOf(request)).toEqual([
      ['sell', 'NL', '2031-01-01', '2031-12-31', 5],
      ['buy', 'DE', '2031-01-01', '2031-12-31', 5],
    ]);
  });

  it('is a standard spread when the platform finds that it is one', async () => {
    await startNew('Spread');
    await typeLeg(/^Leg 1/, { ...YEAR, side: 'Buy', market: 'NL' });
    await typeLeg(/^Leg 2/, { product: 'Cal-32' });
    expect((await made()).contract).toBe('standard-spread');
  });

  it('for two days that are no product, is there as typed', async () => {
    await startNew('Single');
    await typeLeg(/^Leg 1/, { side: 'Buy', market: 'DE', commodity: 'power', product: 'custom' });
    await desk.keys.typeDay(desk.pane.getByLabel('Delivery start'), '2031-02-01');
    await desk.keys.typeDay(desk.pane.getByLabel('Delivery end'), '2031-04-30');
    await typeLeg(/^Leg 1/, { quantity: '5' });
    expect(legsOf(await made())).toEqual([['buy', 'DE', '2031-02-01', '2031-04-30', 5]]);
  });

  it('for a swap, asks for its power once', async () => {
    await startNew('Swap');
    await typeLeg(/^Leg 1/, { ...YEAR, side: 'Sell', commodity: 'goo', market: 'EU-WIND' });
    await typeLeg(/^Legs 2 and 3/, { ...YEAR, market: 'DE' });
    expect(await desk.pane.getByRole('radiogroup', { name: 'You' }).count()).toBe(1);
    await desk.keys.push(desk.button('Use 43,800'), 'Enter');
    const request = await made();
    expect(request.spreadType).toBe('green-grey-swap');
    expect(request.legs.map(({ action }) => action)).toEqual(['sell', 'buy', 'sell']);
    expect(request.legs.map(({ quantity }) => quantity)).toEqual([43_800, 5, 5]);
  });

  it('asks only whom a person has ticked', async () => {
    await startNew('Single');
    await typeLeg(/^Leg 1/, { ...YEAR, side: 'Sell', market: 'FR' });
    await desk.keys.push(desk.button('Choose…'), 'Enter');
    const suggested = desk.pane.getByRole('list', { name: 'Suggested recipients' });
    await desk.keys.push(suggested.getByRole('checkbox').first(), 'Space');
    await desk.pane.getByText(/^1 of \d+:$/).waitFor();
    await desk.keys.push(desk.button('Done'), 'Enter');
    expect((await made()).contract).toBe('single');
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', () => desk.isFaultless());
});
