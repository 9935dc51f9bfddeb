import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyPort } from '../../scripts/port.mjs';
import { DeskSheet } from './desk-sheet';
import { TradingDesk } from './trading-desk';

let desk: TradingDesk;
beforeAll(async () => {
  // Nobody listens there.
  const nowhere = `https://127.0.0.1:${await anyPort()}`;
  desk = await TradingDesk.open({
    settings: { SERVICE_URL_SANDBOX: nowhere, SERVICE_URL_PRODUCTION: nowhere },
  });
  await desk.arm();
});
afterAll(() => desk?.close());

const form = () => desk.pane.getByRole('form', { name: 'Sign in' });
const field = (name: string) => form().getByLabel(name, { exact: true });
const refusal = (text: RegExp): Promise<void> => form().getByRole('alert').getByText(text).waitFor();
const environment = (name: RegExp): Promise<void> => desk.keys.pick(form().getByRole('radiogroup'), name);

async function typeCredentials({ key = 'simulator-key', secret = 'simulator-secret' } = {}): Promise<void> {
  await desk.keys.type(field('API key'), key);
  await desk.keys.type(field('Client id'), 'simulator');
  await desk.keys.type(field('Client secret'), secret);
}

describe('signing out by keyboard', () => {
  it('disarms, shuts the market and empties the cells', async () => {
    const sheet = new DeskSheet(desk.page);
    await desk.door(/^Desk/);
    await desk.keys.push(desk.button('Sign out of the platform…'), 'Enter');
    await desk.keys.push(desk.button('Sign everybody out'), 'Enter');
    await desk.pane.getByText('Signed out.').first().waitFor();
    expect(await desk.pane.getByRole('switch', { name: /^Trading/ }).isChecked()).toBe(false);
    await sheet.shows('Desk!A6', ([row]) => row?.[0] === false);
    await sheet.shows('Desk!E10', ([row]) => row?.[0] === '#N/A');
    await desk.door(/^Requests/);
    await form().waitFor();
  });
});

describe('signing in by keyboard', () => {
  it('says at the field what is missing, and asks the platform nothing', async () => {
    const before = await desk.calls('authenticate');
    await environment(/^Simulator/);
    await desk.keys.type(field('API key'), 'simulator-key');
    await desk.keys.press('Enter');
    await form().getByText('Enter the client id.').waitFor();
    expect(await field('Client id').evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await desk.calls('authenticate')).toBe(before);
  });

  it('is refused with a wrong secret', async () => {
    await typeCredentials({ secret: 'simulator-secrets' });
    await desk.keys.press('Enter');
    await refusal(/client id|client secret|credentials/i);
    expect(await field('Client secret').inputValue()).toBe('simulator-secrets');
  });

  it('is refused with an API key that was revoked', async () => {
    await desk.stack.simulator('/simulator/key/revoke', {});
    await typeCredentials();
    await desk.keys.press('Enter');
    await refusal(/API key/);
  });

  it('asks for the word before production, and only then tries', async () => {
    await environment(/^Production/);
    await desk.pane.getByText('Production: trades are real.').waitFor();
    expect(await field('API key').inputValue()).toBe('');
    await typeCredentials();
    await desk.keys.press('Enter');
    await form().getByText('Type the word “production” to go on.').waitFor();
    await desk.keys.type(field('Type the word “production”'), 'production');
    await desk.keys.press('Enter');
    await refusal(/reach/i);
  });

  it('says so when the platform is not there', async () => {
    await environment(/^Sandbox/);
    await typeCredentials();
    await desk.keys.press('Enter');
    await refusal(/reach/i);
  });

  it('leads back to the market, disarmed', async () => {
    await desk.stack.simulator('/simulator/key/restore', {});
    await environment(/^Simulator/);
    await desk.keys.push(desk.button('Fill in the simulator’s own'), 'Enter');
    await desk.keys.reach(field('API key'));
    await desk.keys.press('Enter');
    await desk.pane.locator('[data-request]').first().waitFor();
    expect(await desk.pane.getByRole('switch', { name: /^Trading/ }).isChecked()).toBe(false);
    await new DeskSheet(desk.page).shows('Desk!E10', ([row]) => typeof row?.[0] === 'number');
  });
});

describe('everything the add-in asked of the workbench', () => {
  // A refused sign-in is a refused call, which browsers tell of by themselves.
  it('is something that the workbench has', () => desk.isFaultless(/^Failed to load resource/));
});
