// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NOON, STATUS } from '../examples';
import { openPane } from '../open-pane';

const led = (epoch: number, machine: string) => ({ ...STATUS, lead: { epoch, machine, since: NOON } });

it('says that another machine has taken over, in every room, until somebody has read it', () => {
  const pane = openPane();
  const said = () => screen.queryAllByText(/^north has taken over this desk at .* It carries on by itself/);
  pane.say({ kind: 'status' }, led(7, 'south'));
  expect(screen.queryAllByText(/has taken over this desk/)).toHaveLength(0);
  pane.say({ kind: 'status' }, led(8, 'north'));
  for (const room of ['Requests', 'Journal', 'Desk']) {
    pane.press(room);
    expect(said()).toHaveLength(1);
  }
  pane.press('Close');
  expect(said()).toHaveLength(0);
  pane.say({ kind: 'status' }, led(9, 'south'));
  expect(screen.queryAllByText(/^south has taken over/)).toHaveLength(1);
});
