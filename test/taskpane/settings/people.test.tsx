// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PeopleAnswer } from '../../../src/contract/desk/people';
import { NOON, price } from '../examples';
import { openPane } from '../open-pane';

async function peoplePart(policy?: PeopleAnswer['policy']) {
  const pane = openPane();
  const { policy: _, ...onDesk } = pane.client.onDesk;
  pane.client.onDesk = { ...onDesk, ...(policy && { policy }) };
  pane.press('Desk');
  await act(async () => undefined);
  return screen.getByRole('region', { name: 'People' }).textContent;
}

const TRADERS =
  'tradersee this desk, download files, send and accept, start programs, switch trading on, withdraw';

it('says to an admin which policy is in force, and who may what', async () => {
  const part = await peoplePart({ path: 'policy.json', digest: '0123456789abcdef0123', readAt: NOON });
  expect(part).toContain('Filepolicy.json');
  expect(part).toContain('SHA-2560123456789abcdef');
  expect(part).toContain(TRADERS);
});

it('says in words above what another person approves, and what roles are held to', async () => {
  const file = { path: 'policy.json', digest: '0123456789abcdef0123', readAt: NOON };
  const none = await peoplePart(file);
  expect(none).toContain('Another person approvesnothing');
  cleanup();
  const part = await peoplePart({
    ...file,
    fourEyes: { above: { quantity: { MW: price('15') } }, minutes: 10 },
    limits: [
      { whose: 'trader', levels: { volume: [{ unit: 'MW', warn: price('25') }] }, pressesPerMinute: 60 },
    ],
  });
  expect(part).toContain('Another person approveswhat is above 15 MW, within 10 minutes');
  expect(part).toContain('Limits of traderVolume: warns 25 MW; at most 60 prices and acceptances a minute');
});

it('says it too where there is no policy, and what then gives roles', async () => {
  const part = await peoplePart();
  expect(part).toContain(
    'There is no policy: a paired browser may do everything, and who signs in at a provider',
  );
  expect(part).toContain(TRADERS);
});

it('names people alone, and folds what the gateway’s own account ran', async () => {
  const session = { roles: ['trader' as const], openedAt: NOON, usedAt: NOON, pages: 1, isProgram: false };
  const command = { ...session, name: 'root', roles: ['analyst' as const], pages: 0, isProgram: true };
  const pane = openPane();
  pane.client.onDesk = {
    sessions: [
      { ...session, name: 'Tom Berger', session: '0a1b2c3d', usedAt: NOON + 600_000 },
      { ...command, session: '11aabbcc' },
      { ...command, session: '22aabbcc' },
    ],
    pairings: [],
  };
  pane.press('Desk');
  await act(async () => undefined);
  const people = screen.getByRole('list', { name: 'Sessions' });
  expect(people.textContent).toMatch(/^Tom Berger trader.*, nothing pressed or typed yet, 1 workbook open/);
  expect(people.textContent).not.toContain('root');
  const folded = screen.getByText('2 commands of the gateway’s account in the last 24 hours').parentElement;
  expect(folded?.tagName).toBe('DETAILS');
  expect(folded?.hasAttribute('open')).toBe(false);
  expect(folded?.textContent).not.toContain('workbook open');
});

it('says when a person last pressed or typed, and not when their page last called by itself', async () => {
  const pane = openPane();
  pane.client.onDesk = {
    sessions: [
      {
        ...{
          name: 'Tom Berger',
          session: '0a1b2c3d',
          roles: ['trader' as const],
          pages: 1,
          isProgram: false,
        },
        ...{ openedAt: NOON, actedAt: NOON + 60_000, usedAt: NOON + 600_000 },
      },
    ],
    pairings: [],
  };
  pane.press('Desk');
  await act(async () => undefined);
  const said = screen.getByRole('list', { name: 'Sessions' }).textContent;
  expect(said).toMatch(/last pressed or typed .*12:05/);
  expect(said).not.toContain('12:14');
});
