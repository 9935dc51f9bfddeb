// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { QuoteId } from '../../../src/domain/identifiers';
import { ROLES, type Role } from '../../../src/domain/person';
import { Quantity } from '../../../src/domain/quantity';
import { NOON, price, request, STATUS } from '../examples';
import { openPane, violations } from '../open-pane';

const asked = request({ id: 'RQ-2' });

function openedAs(...roles: Role[]) {
  const pane = openPane({ requests: [asked] });
  pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Dora Lind', roles } });
  return pane;
}

const LIVE = {
  requestId: asked.id,
  quoteId: QuoteId.parse('QT-1'),
  direction: 'bid',
  quantity: Quantity.parse('10'),
  price: { shape: 'single', price: price('70.9') },
  since: NOON,
} as const;

const buttons = (): string[] => screen.getAllByRole('button').map(({ textContent }) => textContent);

describe('what one may not do is not there, with a sentence why', () => {
  it('a ticket for an analyst, who sees the request', () => {
    const pane = openedAs('analyst');
    expect(screen.queryByRole('switch', { name: /^Trading/ })).toBeNull();
    const why = 'You are signed in as an analyst: traders and approvers switch trading on.';
    expect(screen.getByTitle(why).textContent).toBe('Dora Lind');
    expect(buttons().some((name) => /^Withdraw/.test(name))).toBe(false);
    expect(pane.text()).not.toContain('you can only withdraw');
    pane.open('RQ-2');
    expect(pane.text()).toContain('You are signed in as an analyst: traders send and accept.');
    expect(screen.queryByRole('textbox', { name: 'Price' })).toBeNull();
  });

  it('a new request for who may not send: neither its button, nor its key, nor a copy', () => {
    const mine = request({ id: 'RQ-3', role: 'initiator' });
    const pane = openPane({ requests: [mine] });
    const says = (...roles: Role[]) =>
      pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Dora Lind', roles } });
    says('analyst');
    expect(screen.queryByRole('button', { name: 'New request' })).toBeNull();
    fireEvent.keyDown(document.body, { key: '˜', code: 'KeyN', altKey: true });
    expect(screen.queryByRole('heading', { name: 'New request' })).toBeNull();
    pane.open('RQ-3');
    const before = buttons().length;
    says('trader');
    expect(buttons().length).toBeGreaterThan(before);
    fireEvent.keyDown(document.body, { key: '˜', code: 'KeyN', altKey: true });
    expect(screen.getByRole('heading', { name: 'New request' })).toBeTruthy();
  });

  it('names its own person in the band, with a trading switch and without, where there are several people', () => {
    const pane = openedAs('trader');
    expect(screen.getByRole('switch', { name: /^Trading/ })).toBeTruthy();
    // In a narrow pane the initials are in sight, and the name is read out.
    const named = (name: string) =>
      [...screen.getByTitle(name).children].map((part) => [
        part.textContent,
        part.getAttribute('aria-hidden') ?? 'read out',
      ]);
    expect(named('Dora Lind')).toEqual([
      ['Dora Lind', 'read out'],
      ['DL', 'true'],
    ]);
    const alone = { name: 'dora', roles: [...ROLES] };
    pane.say({ kind: 'status' }, { ...STATUS, person: alone });
    expect(screen.queryByTitle('dora')).toBeNull();
    pane.say({ kind: 'status' }, { ...STATUS, person: { ...alone, id: 'sub-7' } });
    expect(named('dora')).toEqual([
      ['dora', 'read out'],
      ['D', 'true'],
    ]);
  });

  it('all of it for a trader, and nothing of an admin', () => {
    const pane = openedAs('trader');
    pane.arm();
    pane.open('RQ-2');
    expect(screen.getByRole('textbox', { name: 'Price' })).toBeTruthy();
    expect(pane.text()).not.toContain('You are signed in as');
    pane.press('Desk');
    expect(pane.text()).toContain('YouDora Lind: trader');
    expect(screen.queryByRole('button', { name: /^Sign out/ })).toBeNull();
    pane.press('Settings');
    expect(screen.getByRole('region', { name: 'Limits' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change the limits' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create support bundle' })).toBeNull();
  });

  it('withdrawing for an approver, and the switch without which nothing approved goes, but no ticket', () => {
    const pane = openedAs('approver');
    expect(screen.getByRole('switch', { name: /^Trading/ })).toBeTruthy();
    expect(buttons().some((name) => /^Withdraw|^None live/.test(name))).toBe(true);
    pane.open('RQ-2');
    expect(screen.queryByRole('textbox', { name: 'Price' })).toBeNull();
  });

  it('nothing to withdraw with for a viewer, by button, list or key, and the words who may', () => {
    const pane = openedAs('viewer');
    const why = 'You are signed in as a viewer: traders, approvers and admins withdraw.';
    pane.say({ kind: 'own-quotes' }, [LIVE]);
    pane.press('Journal');
    pane.press('Live quotes (1)');
    expect(pane.text()).toContain(why);
    expect(pane.text()).toContain('QT-1');
    expect(screen.queryByRole('checkbox', { name: /QT-1|Withdraw all/ })).toBeNull();
    expect(buttons().some((name) => /^Withdraw/.test(name))).toBe(false);
    act(() => pane.commands.post({ kind: 'withdraw-all' }));
    expect(pane.desk.notice.get()).toBe(why);
    pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Dora Lind', roles: ['trader'] } });
    expect(screen.getByRole('checkbox', { name: /QT-1/ })).toBeTruthy();
    expect(buttons()).toContain('Withdraw selected (0)');
  });

  it('goes and comes with the roles, without a reload', () => {
    const pane = openedAs('viewer');
    pane.open('RQ-2');
    expect(screen.queryByRole('textbox', { name: 'Price' })).toBeNull();
    pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Dora Lind', roles: ['trader'] } });
    expect(screen.getByRole('textbox', { name: 'Price' })).toBeTruthy();
  });
});

describe('the people of the desk, for an admin', () => {
  const session = {
    name: 'Anna Ott',
    id: 'sub-7',
    roles: ['trader' as const],
    session: '0a1b2c3d',
    openedAt: 1_795_000_000_000,
    usedAt: 1_795_000_060_000,
    pages: 2,
    isProgram: false,
  };

  it('names each with roles and pages, ends one session or all, and unpairs', async () => {
    const pane = openPane();
    pane.client.onDesk = {
      sessions: [session],
      pairings: [{ pairing: '11223344', name: 'Ben', pairedAt: 1_795_000_000_000 }],
      policy: {
        path: '/etc/policy.json',
        readAt: 1_795_000_000_000,
        digest: 'ab'.repeat(32),
        problem: 'There is no field rules.',
      },
    };
    pane.press('Desk');
    await act(async () => undefined);
    const region = screen.getByRole('region', { name: 'People' });
    expect(region.textContent).toContain('Anna Ott trader');
    expect(region.textContent).toContain('2 workbooks open');
    expect(region.textContent).toContain('/etc/policy.json');
    expect(region.textContent).toContain(
      'The file was changed and is not in force. There is no field rules.',
    );
    for (const name of [
      'End session 0a1b2c3d of Anna Ott',
      'Yes, end this session of Anna Ott',
      'End all sessions of Anna Ott',
      'Yes, end all sessions of Anna Ott',
      'Unpair 11223344 of Ben',
    ]) {
      pane.press(name);
      await act(async () => undefined);
    }
    expect(pane.client.ended).toEqual([
      { session: '0a1b2c3d' },
      { person: 'sub-7' },
      { pairing: '11223344' },
    ]);
  });

  it('asks before anybody is ended, says what stays live, and keeps its order whoever was heard last', async () => {
    const pane = openPane();
    const ben = { ...session, name: 'Ben Arp', id: 'sub-8', session: '99aabbcc', quotes: 0 };
    pane.client.onDesk = { sessions: [ben, { ...session, quotes: 2 }], pairings: [] };
    pane.press('Desk');
    await act(async () => undefined);
    const names = () =>
      within(screen.getByRole('list', { name: 'Sessions' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.slice(0, 8));
    expect(names()).toEqual(['Anna Ott', 'Ben Arp ']);
    pane.press('End all sessions of Anna Ott');
    const question = screen.getByRole('group', { name: 'End all sessions of Anna Ott?' });
    expect(question.textContent).toContain(
      'Anna Ott has 2 live quotes. Ended or not, they stay live until somebody withdraws them',
    );
    expect(question.textContent).toContain('To keep somebody out, take their role away first');
    expect(pane.client.ended).toEqual([]);
    expect(await violations(pane.container)).toEqual([]);
    pane.press('No');
    expect(screen.queryByRole('group', { name: /Anna Ott\?$/ })).toBeNull();
    pane.press('End session 99aabbcc of Ben Arp');
    pane.client.onDesk = { sessions: [{ ...session, quotes: 2 }], pairings: [] };
    pane.press('Yes, end this session of Ben Arp');
    await act(async () => undefined);
    expect(pane.client.ended).toEqual([{ session: '99aabbcc' }]);
    expect(pane.text()).toContain('1 session ended.');
  });
});
