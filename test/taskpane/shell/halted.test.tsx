// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NOON, STATUS } from '../examples';
import { openPane } from '../open-pane';

it('says in every room who halted the desk and why, for as long as it is', () => {
  const pane = openPane();
  const by = { name: 'Anna Ott', session: '0a1b2c3d' };
  const said = () =>
    screen.queryAllByText(
      /^Anna Ott halted the desk at .*: a limit is wrong\. Nothing that takes risk on is sent/,
    );
  expect(said()).toHaveLength(0);
  pane.say({ kind: 'status' }, { ...STATUS, halt: { number: 1, at: NOON, by, reason: 'a limit is wrong' } });
  for (const room of ['Requests', 'Journal', 'Desk']) {
    pane.press(room);
    expect(said()).toHaveLength(1);
  }
  pane.say({ kind: 'status' }, STATUS);
  expect(said()).toHaveLength(0);
});

it('is halted without a reason and resumed with one in the room Desk', async () => {
  const pane = openPane();
  pane.press('Desk');
  pane.press('Halt');
  expect(pane.client.halts).toEqual([undefined]);
  pane.say({ kind: 'status' }, { ...STATUS, halt: { number: 1, at: NOON } });
  pane.press('Resume');
  expect(pane.client.resumptions).toEqual([]);
  pane.type('Reason', 'it is right now');
  pane.press('Resume');
  await vi.waitFor(() => expect(pane.client.resumptions).toEqual(['it is right now']));
});
