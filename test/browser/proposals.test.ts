import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TradingDesk } from './trading-desk';
import { DESK, pricesOf, type Truth } from './truth';

let desk: TradingDesk;
beforeAll(async () => {
  desk = await TradingDesk.open();
  await desk.arm();
});
afterAll(() => desk?.close());

type Proposed = Truth['proposals'][number];
const proposalsOn = async (id: string): Promise<readonly Proposed[]> =>
  (await desk.truth()).proposals.filter((proposal) => proposal['request-id'] === id);
const told = ({ kind, counterparty, ...proposal }: Proposed): unknown => [
  kind,
  counterparty,
  pricesOf(proposal),
];
const pressed = (name: string | RegExp): Promise<void> => desk.keys.push(desk.button(name), 'Enter');

/** Fills in the ticket of a price proposal as far as its button. */
async function write(
  id: string,
  { kind, prices }: { kind: RegExp; prices: readonly string[] },
): Promise<void> {
  await desk.openRequest(id);
  await pressed('Price proposal');
  await desk.keys.push(desk.button(kind), 'Enter');
  await desk.price(...prices);
}

describe('a price proposal by keyboard', () => {
  it('says what it replaces, and is the only one there afterwards', async () => {
    const [old] = await proposalsOn('RQ-10300');
    if (!old) throw new Error('There is no price proposal to replace.');
    const prices = pricesOf(old);
    await write('RQ-10300', { kind: /^Firm/, prices });
    await desk.pane
      .getByRole('list', { name: 'Price proposals that it replaces' })
      .getByText(old['price-proposal-id'])
      .waitFor();
    await desk.send(/^Send firm proposal/);
    expect((await proposalsOn('RQ-10300')).map(told)).toEqual([['firm', DESK, prices]]);
    const entry = await desk.journal();
    expect(await entry.textContent()).toContain(`replacing 1: ${old['price-proposal-id']}`);
  });

  it('is firm or indicative because a person says so, never by itself', async () => {
    await desk.openRequest('RQ-10302');
    await pressed('Price proposal');
    await desk.price('73.3', '71.4');
    const send = desk.button('Send proposal');
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await desk.keys.push(send, 'Space');
    expect(await proposalsOn('RQ-10302')).toEqual([]);
    await desk.keys.push(desk.button(/^Indicative/), 'Enter');
    await desk.send(/^Send indicative proposal/);
    expect((await proposalsOn('RQ-10302')).map(told)).toEqual([['indicative', DESK, ['73.3', '71.4']]]);
    const list = desk.pane.getByRole('list', { name: 'Price proposals', exact: true });
    await list.getByText('indicative', { exact: true }).waitFor();
    expect(await list.getByRole('button', { name: /^Accept \S/ }).count()).toBe(0);
  });

  it('may be made by whoever asked, as one net price of a standard spread', async () => {
    await write('RQ-10297', { kind: /^Firm/, prices: ['1.5'] });
    await desk.send(/^Send firm proposal/);
    expect((await proposalsOn('RQ-10297')).map(told)).toEqual([['firm', DESK, ['1.5']]]);
  });

  it('has one price for both power legs of a swap', async () => {
    await write('RQ-10305', { kind: /^Indicative/, prices: ['0.35', '69.65'] });
    await desk.send(/^Send indicative proposal/);
    expect((await proposalsOn('RQ-10305')).map(told)).toEqual([
      ['indicative', DESK, ['0.35', '69.65', '69.65']],
    ]);
  });

  it('is gone from the platform when all of the request are deleted', async () => {
    await desk.openRequest('RQ-10302');
    await pressed(/^Delete .*(firm|indicative|price) proposal$/);
    await desk.isDone();
    expect(await proposalsOn('RQ-10302')).toEqual([]);
    expect(await desk.calls('delete-proposals')).toBe(1);
    const entry = await desk.journal();
    expect(await entry.textContent()).toMatch(/Delete .*(firm|indicative|price) proposal \(RQ-10302\)/);
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', () => desk.isFaultless());
});
