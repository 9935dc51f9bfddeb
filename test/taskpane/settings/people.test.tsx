// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NOON } from '../examples';
import { openPane } from '../open-pane';

async function peoplePart(policy?: { path: string; digest: string; readAt: number }) {
  const pane = openPane();
  const { policy: _, ...onDesk } = pane.client.onDesk;
  pane.client.onDesk = { ...onDesk, ...(policy && { policy }) };
  pane.press('Desk');
  await act(async () => undefined);
  return screen.getByRole('region', { name: 'People' }).textContent;
}

const TRADERS = 'traderread, files, press, program, arm, withdraw';

it('says to an admin which policy is in force, and who may what', async () => {
  const part = await peoplePart({ path: 'policy.json', digest: '0123456789abcdef0123', readAt: NOON });
  expect(part).toContain('Filepolicy.json');
  expect(part).toContain('SHA-2560123456789abcdef');
  expect(part).toContain(TRADERS);
});

it('says it too where there is no policy, and what then gives roles', async () => {
  const part = await peoplePart();
  expect(part).toContain(
    'There is no policy: a paired browser may do everything, and who signs in at a provider',
  );
  expect(part).toContain(TRADERS);
});
