// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NOON } from '../examples';
import { openPane } from '../open-pane';

const MACHINE = {
  host: 'desk-host',
  version: '0.1.0',
  startedAt: NOON - 3_600_000,
  seenAt: NOON,
  leads: false,
  spooledEvents: 0,
  keptWithdrawals: 0,
};

it('says to an admin which machine leads, which one is silent, and what waits on a disk', async () => {
  const pane = openPane();
  pane.client.onDesk = {
    ...pane.client.onDesk,
    machines: {
      epoch: 7,
      since: NOON,
      confirming: 1,
      lagMs: 3,
      problem: 'No standby is connected.',
      machines: [
        { ...MACHINE, address: '10.0.0.1:3000', leads: true },
        { ...MACHINE, address: '10.0.0.2:3000', spooledEvents: 3, keptWithdrawals: 1 },
        { ...MACHINE, address: '10.0.0.3:3000', seenAt: NOON - 60_000 },
      ],
    },
  };
  pane.press('Desk');
  await act(async () => undefined);
  const items = [...screen.getByRole('list', { name: 'Machines' }).children].map((item) => item.textContent);
  expect(items[0]).toContain('10.0.0.1:3000 leads');
  expect(items[0]).not.toContain('wait');
  expect(items[1]).toContain('10.0.0.2:3000 stands by');
  expect(items[1]).toContain('events that wait for the database: 3');
  expect(items[1]).toContain('presses of Withdraw all that wait for the journal: 1');
  expect(items[2]).toContain('It was last heard of 1 min ago.');
  const people = screen.getByRole('region', { name: 'People' }).textContent;
  expect(people).toContain('1 standby confirms what is written, 3 ms behind. Leader number 7');
  expect(people).toContain('No standby is connected.');
});

it('says nothing of machines where there is one', async () => {
  const pane = openPane();
  pane.press('Desk');
  await act(async () => undefined);
  expect(screen.getByRole('region', { name: 'People' })).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Machines' })).toBeNull();
});
