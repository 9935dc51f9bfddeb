// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { NOON, price, STATUS } from '../examples';
import { openPane } from '../open-pane';

it('says in every room who halted the desk and why, for as long as it is', () => {
  const pane = openPane();
  const by = { name: 'Anna Ott', session: '0a1b2c3d' };
  const said = () =>
    screen.queryAllByText(
      /^Anna Ott halted the desk at .*: a limit is wrong\. Nothing that adds risk is sent/,
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

it('says that what was live can still be taken, and leads to the room in which it is resumed', () => {
  const pane = openPane();
  pane.say({ kind: 'own-quotes' }, []);
  pane.say({ kind: 'status' }, halted());
  const strip = () => screen.getByText(/halted the desk at/).textContent;
  expect(strip()).toMatch(/withdrawals still are\.$/);
  pane.say({ kind: 'own-quotes' }, [LIVE]);
  expect(strip()).toMatch(/Quotes that can still be taken: 1\. Withdraw all takes them back\.$/);
  const place = screen.getByText(/halted the desk at/).closest<HTMLElement>('[data-strip]');
  if (place) fireEvent.click(within(place).getByRole('button', { name: 'Resume…' }));
  const here = screen.getByRole('region', { name: 'Halt' });
  // Directly below what says that it is halted.
  expect(here.nextElementSibling).toBe(screen.getByRole('region', { name: 'Resume' }));
  expect(screen.getByText(/halted the desk at .*withdrawals still are/).textContent).not.toContain(
    'An admin',
  );
});

it.each(['trader', 'approver'] as const)(
  'tells a %s that an admin can resume it, and offers them no button',
  (role) => {
    const pane = openPane();
    pane.say({ kind: 'status' }, { ...halted(), person: { name: 'Tom', roles: [role] } });
    expect(screen.getByText(/halted the desk at/).textContent).toContain('An admin can resume the desk.');
    expect(screen.queryByRole('button', { name: /^Resume/ })).toBeNull();
    pane.press('Desk');
    expect(screen.getByRole('region', { name: 'Halt' }).textContent).toContain(
      'Only an admin can resume the desk.',
    );
    expect(screen.queryByRole('region', { name: 'Resume' })).toBeNull();
  },
);

const LIVE = {
  requestId: RequestId.parse('RQ-1'),
  quoteId: QuoteId.parse('QT-1'),
  direction: 'bid',
  quantity: Quantity.parse('10'),
  price: { shape: 'single', price: price('70.9') },
  since: NOON,
} as const;

const halted = (number = 1) => ({ ...STATUS, halt: { number, at: NOON, reason: 'a limit is wrong' } });

it.each([
  ['', undefined],
  ['a limit is wrong', 'a limit is wrong'],
])('is halted in the room Desk with the reason that was typed, and in a hurry without, %j', (typed, told) => {
  const pane = openPane();
  pane.press('Desk');
  expect(screen.getByRole('region', { name: 'Halt' }).textContent).toContain('Say why if there is time');
  pane.type('Reason for the halt', typed);
  pane.press('Halt');
  expect(pane.client.halts).toEqual([told]);
});

it('is said beside the trading switch, with who halted it and when', () => {
  const pane = openPane();
  const place = () => screen.getByRole('switch').closest('label');
  pane.say({ kind: 'status' }, halted());
  expect(place()?.textContent).toContain('Halted');
  expect(place()?.title).toMatch(/halted the desk at .*: a limit is wrong\.$/);
  pane.say({ kind: 'status' }, STATUS);
  expect(place()?.textContent).not.toContain('Halted');
});

it('is resumed by a form of its own that has to be opened, with a reason of its own', async () => {
  const pane = openPane();
  pane.press('Desk');
  pane.type('Reason for the halt', 'a limit is wrong');
  pane.say({ kind: 'status' }, halted());
  // Nothing can be typed or pressed where the halt was: who still typed there resumes nothing.
  const place = screen.getByRole('region', { name: 'Halt' });
  expect(within(place).queryAllByRole('textbox')).toHaveLength(0);
  expect(within(place).queryAllByRole('button')).toHaveLength(0);
  expect(place.textContent).toContain('a limit is wrong');
  expect(screen.queryByRole('button', { name: 'Resume the desk' })).toBeNull();
  pane.press('Resume…');
  pane.press('Resume the desk');
  expect(pane.client.resumptions).toEqual([]);
  pane.type('Why the desk may go on', 'it is right now');
  pane.press('Resume the desk');
  await vi.waitFor(() => expect(pane.client.resumptions).toEqual(['it is right now']));
});

it('asks anew why it may go on once it was halted once more', () => {
  const pane = openPane();
  pane.press('Desk');
  pane.say({ kind: 'status' }, halted());
  pane.press('Resume…');
  pane.type('Why the desk may go on', 'it is right now');
  pane.say({ kind: 'status' }, halted(2));
  expect(screen.queryByRole('textbox', { name: 'Why the desk may go on' })).toBeNull();
});
