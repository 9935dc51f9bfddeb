// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { failed, success, type Failure } from '../../../src/domain/failure';
import { openPane } from '../open-pane';

const NO_ANSWER: Failure = { kind: 'unavailable', message: 'No answer.', next: 'Press again.' };

it('signs a person out where people sign in by name, and says when that is not known', async () => {
  const pane = openPane();
  pane.client.way = { by: 'provider', provider: 'login.example.com' };
  pane.press('Desk');
  await act(async () => undefined);
  pane.press('Sign out of SpreadDesk');
  await act(async () => pane.client.peopleOut[0]?.(failed(NO_ANSWER)));
  expect(screen.getByRole('region', { name: 'You' }).textContent).toContain('No answer. Press again.');
  pane.press('Sign out of SpreadDesk');
  await act(async () => pane.client.peopleOut[1]?.(success(undefined)));
  expect(pane.client.peopleOut).toHaveLength(2);
});

it('offers it nowhere else', async () => {
  const pane = openPane();
  pane.press('Desk');
  await act(async () => undefined);
  expect(pane.main().getByRole('region', { name: 'Desk' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign out of SpreadDesk' })).toBeNull();
});
