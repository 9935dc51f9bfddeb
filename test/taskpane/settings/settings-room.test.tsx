// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failed } from '../../../src/domain/failure';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { QUOTA, STATUS } from '../examples';
import { openPane, violations } from '../open-pane';

const AWAY = { kind: 'unavailable', message: 'The gateway is away.', next: 'Try again.' } as const;

describe('the desk room', () => {
  it('says where the desk works, until when it is signed in, and what each lane used', () => {
    const pane = openPane();
    pane.press('Desk');
    const facts = pane.main().getByRole('region', { name: 'Desk' }).textContent;
    expect(facts).toContain('EnvironmentSimulator');
    expect(facts).toContain('Platformhttp://127.0.0.1:4010');
    expect(facts).toContain('Sign-in ends21 Nov 2026, 00:00 CET');
    expect(facts).toContain('Days inCET (Europe/Berlin)');
    expect(facts).toContain('Gatewayversion 0.1.0');
  });

  it('says which versions the platform will take away', () => {
    const pane = openPane();
    pane.press('Desk');
    const facts = () => pane.main().getByRole('region', { name: 'Desk' }).textContent;
    expect(facts()).not.toContain('announces');
    const endsOfLife = ['v2.2 ends on 2027-03-31.', 'paths.trades is deprecated.'];
    pane.say({ kind: 'status' }, { ...STATUS, endsOfLife });
    expect(facts()).toContain('The platform announcesv2.2 ends on 2027-03-31. paths.trades is deprecated.');
  });

  it('says what is left of the day, how long it lasts, when it starts anew and who spends it', async () => {
    const pane = openPane();
    pane.press('Desk');
    pane.press('Calls');
    const says = 'Prices are asked for every 40 s instead of every 20 s.';
    pane.say(
      { kind: 'quota' },
      {
        ...QUOTA,
        plan: { resources: 14, stretch: 2, callsPerHour: 310.4, recent: 763, says },
      },
    );
    const facts = pane.main().getByRole('region', { name: 'Desk' }).textContent;
    expect(facts).toContain(says);
    expect(facts).toContain('Left3,214 of 5,000 calls');
    expect(facts).toContain('Reserved for trading250 calls');
    expect(facts).toContain('Reset21 Nov 2026, 00:00 CET');
    expect(facts).toContain('Used1,786 calls, 763 of them in the last hour');
    expect(facts).toContain(
      'Forecastlast until the reset, 00:00 CET, at about 310 calls per hour, by what is watched now and other work as of late',
    );
    // One rate, and no other one beside it.
    expect(facts?.match(/per hour/g)).toHaveLength(1);
    expect(facts).toContain('The request you work on is read every 4 s');
    expect(facts).toContain('Burst left97 of 100 at once, 10 per second');
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Withdrawing0',
      'Accepting, checking outcomes0',
      'Quoting, requests, signing in6',
      'What you work on, manual refresh0',
      'Watched in cells and pane580',
      'Polling1,200',
      'Trade downloads0',
    ]);
    expect(await violations(pane.container)).toEqual([]);
  });

  it('pauses what the cells of the workbook fetch, and goes live again', () => {
    const pane = openPane();
    pane.press('Desk');
    pane.press('Calls');
    pane.press('Pause this workbook');
    expect(pane.client.mode.now()).toBe('paused');
    pane.press('Go live again');
    expect(pane.client.mode.now()).toBe('live');
  });

  it('shows the settings, and gives the support bundle out', async () => {
    const pane = openPane();
    pane.press('Desk');
    pane.press('Settings');
    pane.say({ kind: 'status' }, { ...STATUS, shownZone: 'Europe/London', startsIn: 'manual' });
    pane.say({ kind: 'limits' }, { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' });
    const facts = pane.main().getByRole('region', { name: 'Desk' }).textContent;
    expect(facts).toContain('Days inCET (Europe/Berlin)');
    expect(facts).toContain('Times inGMT (Europe/London)');
    expect(facts).toContain('Workbooks startmanual');
    expect(facts).toContain('Trading switches off after5 idle minutes');
    pane.press('Create support bundle');
    expect(pane.client.files.map(({ what }) => what)).toEqual(['support']);
    await act(async () => pane.client.files[0]?.answer(failed(AWAY)));
    expect(pane.text()).toContain('The gateway is away. Try again.');
    expect(await violations(pane.container)).toEqual([]);
  });
});
