// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { failed, success, type Failure } from '../../../src/domain/failure';
import { openPane, violations } from '../open-pane';

afterEach(() => window.history.replaceState(null, '', '/'));

const WRONG: Failure = { kind: 'denied', message: 'This is not the code.', next: 'Take the newest one.' };

it('asks for the code in place of every room, pairs, and gives way once the page is connected', async () => {
  const pane = openPane();
  expect(screen.queryByRole('textbox', { name: 'Pairing code' })).toBeNull();
  await act(async () => pane.client.connect('unpaired'));
  expect(screen.getByRole('banner').textContent).toContain('no access');
  pane.type('Pairing code', 'k7qm-2xtp');
  pane.press('Pair');
  pane.press('Pairing…');
  expect(pane.client.pairings.map(({ code }) => code)).toEqual(['k7qm-2xtp']);
  await act(async () => pane.client.pairings[0]?.answer(failed(WRONG)));
  expect(screen.getByRole('alert').textContent).toContain('This is not the code. Take the newest one.');
  expect(await violations(pane.container)).toEqual([]);
  pane.type('Your name', ' Anna Ott ');
  pane.press('Pair');
  expect(pane.client.pairings.map(({ name }) => name)).toEqual([undefined, 'Anna Ott']);
  await act(async () => pane.client.pairings[1]?.answer(success(undefined)));
  act(() => pane.client.connect('open'));
  expect(screen.queryByRole('textbox', { name: 'Pairing code' })).toBeNull();
});

it('takes the code of the address by itself, once', async () => {
  window.history.replaceState(null, '', '/?pair=K7QM-2XTP');
  const pane = openPane();
  await act(async () => pane.client.connect('unpaired'));
  expect(pane.client.pairings.map(({ code }) => code)).toEqual(['K7QM-2XTP']);
  await act(async () => pane.client.pairings[0]?.answer(failed(WRONG)));
  expect(pane.client.pairings).toHaveLength(1);
  // Nobody typed it, so nobody is told that a code is wrong.
  expect(screen.getByRole('alert').textContent).toBe(
    'The code in the address of this page was good once, and is used up. Open the newest address, or type the newest code.',
  );
  pane.type('Pairing code', 'AAAA-AAAA');
  pane.press('Pair');
  await act(async () => pane.client.pairings[1]?.answer(failed(WRONG)));
  expect(screen.getByRole('alert').textContent).toContain('This is not the code.');
  expect(screen.getByRole('alert').textContent).not.toContain('used up');
});

it('says why the gateway does not know a browser that was paired before', async () => {
  const pane = openPane();
  const message = 'The gateway does not know this browser any more: each start ends all pairings.';
  await act(async () => pane.client.connect('unpaired'));
  pane.set({ kind: 'status' }, { state: 'failed', failure: { kind: 'denied', message, next: 'Type it.' } });
  expect(screen.getByRole('region', { name: 'Pair this Excel' }).textContent).toContain(
    `${message}Type the newest pairing code`,
  );
});
