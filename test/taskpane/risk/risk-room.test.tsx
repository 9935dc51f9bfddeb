// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DeskLimits } from '../../../src/domain/limits/limits';
import { SLIPS_ALONE } from '../../../src/domain/limits/slips';
import type { RiskSettings } from '../../../src/domain/record';
import { listing, NOON, STATUS } from '../examples';
import { isBlocked, openPane, violations } from '../open-pane';

const RISKS = { kind: 'risks' } as const;
const LIMITS = { kind: 'limits' } as const;
const SETTINGS = { kind: 'risk-settings', commodity: 'power' } as const;
const settings: RiskSettings = {
  'quantity-max': 50,
  'notify-when': 'limit-reached',
  'block-negative': false,
};
const risks = (power: boolean, gas = true) =>
  listing({ commodity: 'power', on: power, raw: {} }, { commodity: 'gas', on: gas, raw: {} });

/** A desk on which another person approves actions of this kind. */
const approvedBy = (kind: string): DeskLimits => ({
  limits: SLIPS_ALONE,
  locked: false,
  source: 'file',
  fourEyes: { above: { kinds: [kind] }, minutes: 10 },
});

function opened({ on = true, armed = true } = {}) {
  const pane = openPane();
  if (armed) pane.arm();
  pane.press('Risk');
  pane.say(RISKS, risks(on));
  return pane;
}

const card = (commodity: string) =>
  within(screen.getByRole('region', { name: `Risk management of ${commodity}` }));

describe('the risk room', () => {
  it('shows what the service says of each commodity, and how old that is', async () => {
    const pane = opened({ on: false });
    expect(card('power').getByText('Off')).toBeTruthy();
    expect(card('gas').getByText('On')).toBeTruthy();
    await pane.advance(5000);
    expect(pane.text()).toContain('updated 5 s ago');
    pane.set(RISKS, {
      state: 'failed',
      value: risks(false),
      fetchedAt: NOON,
      failure: { kind: 'unavailable', message: 'The service does not answer.', next: 'It is tried again.' },
    });
    expect(pane.text()).toContain('The service does not answer.');
    expect(pane.text()).toContain('Not current: as of 12:04:31 CET.');
    // What was on may have been switched off since.
    expect(card('gas').getByText('On at 12:04:31 CET, not heard since')).toBeTruthy();
  });

  it('says in an outage when each switch was last heard of, however new its answer is', () => {
    const pane = opened();
    expect(card('gas').getByText('On')).toBeTruthy();
    const failure = { kind: 'unavailable', message: 'The platform did not answer.', next: 'Wait.' } as const;
    pane.say({ kind: 'status' }, { ...STATUS, failure });
    expect(card('gas').getByText('On at 12:04:31 CET, not heard since')).toBeTruthy();
  });

  it('says that it waits, and names what cannot be read', () => {
    const pane = openPane();
    pane.press('Risk');
    expect(pane.text()).toContain('Loading the state of risk management…');
    const failure = { kind: 'unreadable', message: 'The risk state of gas is missing.', next: '' } as const;
    pane.say(RISKS, { records: [], unreadable: [{ raw: {}, failure }] });
    expect(pane.text()).toContain('The risk state of gas is missing.');
  });
});

describe('switching on', () => {
  it('takes one press, and shows what was read back, not what was wanted', async () => {
    const pane = opened({ on: false });
    pane.press('Switch on power');
    expect(pane.newest()).toMatchObject({
      body: { kind: 'switch-risk', commodity: 'power', on: true },
      shown: 'Switch risk management of power on',
    });
    await pane.advance(1000);
    pane.client.answer(pane.newest(), { state: 'done', endedAt: pane.clock.now() });
    await pane.advance(1000);
    expect(card('power').getByText('Off')).toBeTruthy();
    expect(pane.text()).toContain('Not confirmed yet: the values shown are from before.');
    pane.say(RISKS, risks(false));
    expect(pane.text()).toContain('Checked at 12:04:33 CET: it is off, not on.');
    pane.say(RISKS, risks(true));
    expect(card('power').getByText('On')).toBeTruthy();
    expect(pane.text()).toContain('Confirmed at 12:04:33 CET: it is on.');
  });

  it('waits for no arm switch: it only takes risk away', () => {
    const pane = opened({ on: false, armed: false });
    expect(isBlocked('Switch on power')).toBe(false);
    pane.press('Switch on power');
    expect(pane.client.acts).toHaveLength(1);
  });

  it('does not wait for a switching off whose outcome is unknown', async () => {
    const pane = opened();
    pane.press('Switch off power…');
    pane.press('Switch off power now');
    pane.client.answer(pane.newest(), { state: 'unknown' });
    await pane.advance(0);
    expect(screen.queryByRole('button', { name: 'Switch off power…' })).toBeNull();
    pane.press('Switch on power');
    expect(pane.client.acts.map(({ body }) => body)).toMatchObject([{ on: false }, { on: true }]);
  });
});

describe('switching off', () => {
  it('asks first, says what stops, and is dropped by Esc', () => {
    const pane = opened();
    pane.press('Switch off power…');
    expect(pane.client.acts).toHaveLength(0);
    const panel = screen.getByRole('region', { name: 'Confirm switching off power' });
    expect(document.activeElement).toBe(panel);
    expect(panel.textContent).toContain('stops checking actions in power against its risk settings');
    fireEvent.keyDown(panel, { key: 'Escape' });
    expect(screen.queryByRole('button', { name: 'Switch off power now' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Risk management' })).toBeTruthy();
  });

  it('is in the colour of warnings, and the way back is not', () => {
    const pane = opened();
    pane.press('Switch off power…');
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const warns = (name: string): boolean => {
      const button = screen.getByRole('button', { name });
      return rules.some(
        (rule) =>
          rule instanceof CSSStyleRule &&
          button.matches(rule.selectorText) &&
          rule.cssText.includes('colorStatusDangerBackground3'),
      );
    };
    expect([warns('Switch off power now'), warns('Cancel')]).toEqual([true, false]);
  });

  it('happens by a second press only, never by Enter', () => {
    const pane = opened();
    pane.press('Switch off power…');
    const now = screen.getByRole('button', { name: 'Switch off power now' });
    expect(fireEvent.keyDown(now, { key: 'Enter' })).toBe(false);
    pane.press('Switch off power now');
    expect(pane.newest().body).toEqual({ kind: 'switch-risk', commodity: 'power', on: false });
    expect(card('power').getByText('On')).toBeTruthy();
  });

  it('can follow a switching on, and the other way round', async () => {
    const pane = opened();
    for (const on of [false, true, false]) {
      if (!on) pane.press('Switch off power…');
      pane.press(on ? 'Switch on power' : 'Switch off power now');
      pane.client.answer(pane.newest(), { state: 'done', endedAt: pane.clock.now() });
      await pane.advance(0);
      pane.say(RISKS, risks(on));
    }
    expect(pane.client.acts.map(({ body }) => body)).toMatchObject([
      { on: false },
      { on: true },
      { on: false },
    ]);
    expect(pane.text()).toContain('The platform’s risk management blocks nothing in power.');
  });

  it('says before the press that another person has to approve it, where this kind needs that', () => {
    const pane = opened();
    pane.press('Switch off power…');
    expect(isBlocked('Switch off power now')).toBe(false);
    pane.say(LIMITS, approvedBy('switch-risk'));
    expect(pane.text()).toMatch(/Another person has to approve it within 10 minutes\. .* needs approval\./);
    expect(isBlocked('Ask for approval to switch off power now')).toBe(false);
  });

  it('sends nothing while disarmed', () => {
    const pane = opened({ armed: false });
    pane.press('Switch off power…');
    pane.press('Switch off power now');
    expect(pane.client.acts).toHaveLength(0);
    pane.arm();
    pane.press('Switch off power now');
    expect(pane.client.acts).toHaveLength(1);
  });
});

describe('the settings of a commodity', () => {
  function edited() {
    const pane = opened();
    pane.press('Settings of power');
    pane.say(SETTINGS, settings);
    pane.type('Maximum quantity', '60,25');
    return pane;
  }

  it('are asked for only when they are opened', () => {
    const pane = opened();
    expect(pane.client.watched()).not.toContainEqual(SETTINGS);
    pane.press('Settings of power');
    expect(pane.client.watched()).toContainEqual(SETTINGS);
    expect(pane.text()).toContain('Loading the settings…');
  });

  it('are shown old → new, and sent as a whole with their types', async () => {
    const pane = edited();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Block negative' }));
    const changes = [...screen.getByRole('list', { name: 'Changes' }).children];
    expect(changes.map(({ textContent }) => textContent)).toEqual([
      'Maximum quantity: 50 → 60.25',
      'Block negative: no → yes',
    ]);
    pane.press('Send settings of power');
    const sent = { 'quantity-max': 60.25, 'notify-when': 'limit-reached', 'block-negative': true };
    expect(pane.newest()).toMatchObject({
      shown: 'Risk settings of power: Maximum quantity: 50 → 60.25; Block negative: no → yes',
    });
    expect(pane.newest().body).toEqual({
      kind: 'set-risk',
      commodity: 'power',
      settings: sent,
      shownSettings: settings,
    });
    pane.client.answer(pane.newest(), { state: 'done', endedAt: pane.clock.now() + 1 });
    await pane.advance(1);
    expect(pane.text()).toContain('Not confirmed yet.');
    pane.say(SETTINGS, { ...sent, 'quantity-max': 55 });
    expect(pane.text()).toContain(', not as sent: Maximum quantity: 60.25 → 55.');
    pane.say(SETTINGS, sent);
    expect(pane.text()).toContain('Confirmed at 12:04:31 CET: all as sent.');
  });

  it('that changed meanwhile have to be looked at again', () => {
    const pane = edited();
    pane.say(SETTINGS, { ...settings, 'quantity-max': 70, 'notify-when': 'always' });
    expect(pane.text()).toContain(
      'The settings changed meanwhile: Maximum quantity: 50 → 70; Notify when: limit reached → always.',
    );
    pane.press('Send settings of power');
    expect(pane.client.acts).toHaveLength(0);
    pane.press('Continue with the new settings');
    expect(screen.getByRole('list', { name: 'Changes' }).textContent).toBe('Maximum quantity: 70 → 60.25');
    pane.press('Send settings of power');
    expect(pane.newest().body).toMatchObject({
      settings: { 'quantity-max': 60.25, 'notify-when': 'always' },
      shownSettings: { 'quantity-max': 70, 'notify-when': 'always' },
    });
  });

  it('that cannot be meant so are not sent', () => {
    const pane = edited();
    pane.type('Maximum quantity', '1.000,5');
    expect(screen.getByRole('textbox', { name: 'Maximum quantity' }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    pane.press('Send settings of power');
    pane.press('Discard my changes');
    expect(pane.text()).toContain('No changes yet.');
    pane.press('Send settings of power');
    expect(pane.client.acts).toHaveLength(0);
  });

  it('that were refused are still in the form', async () => {
    const pane = edited();
    pane.press('Send settings of power');
    const failure = {
      kind: 'denied',
      message: 'You may not change them.',
      next: 'Ask the operator.',
    } as const;
    pane.client.answer(pane.newest(), { state: 'rejected', failure });
    await pane.advance(0);
    pane.press('Back to the form');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Maximum quantity' }).value).toBe('60,25');
  });

  it('say before the press that another person has to approve them', () => {
    const pane = opened();
    pane.say(LIMITS, approvedBy('set-risk'));
    pane.press('Settings of power');
    pane.say(SETTINGS, settings);
    expect(pane.text()).toContain('Another person has to approve it within 10 minutes.');
    expect(screen.getByRole('button', { name: 'Ask for approval to send settings of power' })).toBeTruthy();
  });

  it('send nothing while disarmed', () => {
    const pane = opened({ armed: false });
    pane.press('Settings of power');
    pane.say(SETTINGS, settings);
    pane.type('Maximum quantity', '60');
    pane.press('Send settings of power');
    expect(pane.client.acts).toHaveLength(0);
    pane.arm();
    pane.press('Send settings of power');
    expect(pane.client.acts).toHaveLength(1);
  });
});

describe('axe-core finds nothing wrong with', () => {
  it('the switches, a question, and settings with a fault', async () => {
    const pane = opened();
    pane.press('Switch off power…');
    pane.press('Settings of power');
    pane.say(SETTINGS, settings);
    pane.type('Maximum quantity', 'x');
    expect(await violations(pane.container)).toEqual([]);
  });
});
