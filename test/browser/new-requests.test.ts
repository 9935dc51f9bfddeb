import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TradingDesk } from './trading-desk';
import type { Truth } from './truth';

let desk: TradingDesk;
beforeAll(async () => {
  desk = await TradingDesk.open();
  await desk.arm();
});
afterAll(() => desk?.close());

interface TypedLeg {
  /** Absent where the kind of request decides it. */
  readonly side?: 'Buy' | 'Sell';
  readonly commodity: string;
  readonly market: string;
  readonly start: string;
  readonly end: string;
  readonly quantity: string;
  readonly unit: string;
}

const YEAR = { commodity: 'power', start: '2031-01-01', end: '2031-12-31', quantity: '5', unit: 'MW' };
const NEXT_YEAR = { ...YEAR, start: '2032-01-01', end: '2032-12-31' };

async function typeLeg(at: number, leg: TypedLeg): Promise<void> {
  const group = desk.pane.getByRole('group', { name: new RegExp(`^Leg ${at}|^What`) }).first();
  const field = (name: string) => group.getByLabel(name, { exact: true });
  if (leg.side) await desk.keys.pick(group.getByRole('radiogroup'), leg.side);
  await desk.keys.type(field('Commodity'), leg.commodity);
  await desk.keys.type(field('Market'), leg.market);
  await desk.keys.typeDay(field('Delivery start'), leg.start);
  await desk.keys.typeDay(field('Delivery end'), leg.end);
  await desk.keys.type(field('Quantity'), leg.quantity);
  await desk.keys.type(field('Unit of quantity'), leg.unit);
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
  await desk.keys.push(desk.button('Send new request'), 'Enter');
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
    await typeLeg(1, { ...YEAR, side: 'Buy', market: 'DE', quantity: '7.5' });
    const request = await made();
    expect(request.contract).toBe('single');
    expect(legsOf(request)).toEqual([['buy', 'DE', '2031-01-01', '2031-12-31', 7.5]]);
  });

  it('for a spread, keeps the order of its legs', async () => {
    await startNew('Spread');
    await desk.keys.pick(choice('Kind of spread'), 'Location');
    await typeLeg(1, { ...YEAR, side: 'Sell', market: 'NL' });
    await typeLeg(2, { ...YEAR, side: 'Buy', market: 'DE' });
    const request = await made();
    expect([request.contract, request['spread-type']]).toEqual(['spread', 'location']);
    expect(legsOf(request)).toEqual([
      ['sell', 'NL', '2031-01-01', '2031-12-31', 5],
      ['buy', 'DE', '2031-01-01', '2031-12-31', 5],
    ]);
  });

  it('is a standard spread when the platform finds that it is one', async () => {
    await startNew('Spread');
    await desk.keys.pick(choice('Kind of spread'), 'Time');
    await typeLeg(1, { ...YEAR, side: 'Buy', market: 'NL' });
    await typeLeg(2, { ...NEXT_YEAR, side: 'Sell', market: 'NL' });
    expect((await made()).contract).toBe('standard-spread');
  });

  it('for a swap, asks for the certificate’s side alone', async () => {
    await startNew('Swap');
    await desk.keys.pick(choice('Direction'), 'Green-grey');
    await typeLeg(1, {
      ...YEAR,
      side: 'Sell',
      commodity: 'goo',
      market: 'EU-WIND',
      quantity: '43800',
      unit: 'certificates',
    });
    await typeLeg(2, { ...YEAR, market: 'DE' });
    await typeLeg(3, { ...YEAR, market: 'DE' });
    expect(await desk.pane.getByRole('radiogroup', { name: 'You' }).count()).toBe(1);
    const request = await made();
    expect(request.spreadType).toBe('green-grey-swap');
    expect(request.legs.map(({ action }) => action)).toEqual(['sell', 'buy', 'sell']);
  });

  it('asks only whom a person has ticked', async () => {
    await startNew('Single');
    await typeLeg(1, { ...YEAR, side: 'Sell', market: 'FR' });
    const suggested = desk.pane.getByRole('list', { name: 'Suggested recipients' });
    await desk.keys.push(suggested.getByRole('checkbox').first(), 'Space');
    await desk.pane.getByText('Sent to 1 recipient only.').waitFor();
    expect((await made()).contract).toBe('single');
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', () => desk.isFaultless());
});
