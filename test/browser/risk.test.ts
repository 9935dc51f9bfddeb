import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TradingDesk } from './trading-desk';
import type { Truth } from './truth';

let desk: TradingDesk;
beforeAll(async () => {
  desk = await TradingDesk.open();
  await desk.arm();
  await desk.door(/^Risk/);
});
afterAll(() => desk?.close());

async function risk(commodity: string): Promise<Truth['risks'][number]> {
  const found = (await desk.truth()).risks.find((one) => one.commodity === commodity);
  if (!found) throw new Error(`There is no risk management of ${commodity}.`);
  return found;
}
const pressed = (name: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> =>
  desk.keys.push(desk.button(name), key);
const card = () => desk.region('Risk management of power');

describe('risk management by keyboard', () => {
  it('is not switched off by one press, nor by the Enter key', async () => {
    await pressed('Switch off power…');
    await desk.region('Confirm switching off power').waitFor();
    await pressed('Switch off power now');
    await desk.keys.press('Escape');
    await pressed('Switch off power…');
    await pressed('Cancel');
    expect((await risk('power')).enabled).toBe(true);
    expect(await desk.calls('toggle-risk')).toBe(0);
  });

  it('is switched off by the space bar once asked, and read back', async () => {
    await pressed('Switch off power…');
    await pressed('Switch off power now', 'Space');
    await card().getByText('Done.').waitFor();
    await card().getByText('Off', { exact: true }).waitFor();
    expect((await risk('power')).enabled).toBe(false);
    expect((await risk('gas')).enabled).toBe(true);
    expect(await desk.calls('toggle-risk')).toBe(1);
  });

  it('is switched on at once', async () => {
    await pressed('Switch on power');
    await card().getByText('On', { exact: true }).waitFor();
    expect((await risk('power')).enabled).toBe(true);
    expect(await desk.calls('toggle-risk')).toBe(2);
    const entry = await desk.journal();
    await entry.getByText('Done.').waitFor();
    expect(await entry.textContent()).toContain('Switch risk management of power on');
    await desk.door(/^Risk/);
  });

  it('has settings of which only the one that was typed changes', async () => {
    const { settings } = await risk('gas');
    await pressed('Settings of gas');
    await desk.keys.type(desk.region('Risk management of gas').getByLabel('Maximum quantity'), '35');
    await pressed('Send settings of gas');
    await desk.region('Risk management of gas').getByText('Done.').waitFor();
    await desk
      .region('Risk management of gas')
      .getByText(/all as sent\.$/)
      .waitFor();
    expect((await risk('gas')).settings).toEqual({ ...settings, 'quantity-max': 35 });
    expect((await risk('power')).settings['quantity-max']).toBe(50);
  });
});

describe('everything the add-in asked of the workbench', () => {
  it('is something that the workbench has', () => desk.isFaultless());
});
