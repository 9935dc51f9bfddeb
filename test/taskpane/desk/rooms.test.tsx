// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { ActionId, QuoteId } from '../../../src/domain/identifiers';
import { journalEntries } from '../../../src/taskpane/desk/journal';
import { NOON, request } from '../examples';
import { openPane } from '../open-pane';

const asked = request({ id: 'RQ-2' });
const action = (count: number, state: Action['state']): Action => ({
  id: ActionId.parse(`00000000-0000-4000-8000-00000000000${count}`),
  body: { kind: 'withdraw-quote', requestId: asked.id, quoteId: QuoteId.parse(`QT-${count}`) },
  shown: `Withdraw quote QT-${count}`,
  state,
  createdAt: NOON + count,
});

describe('the journal room', () => {
  it('shows what is not settled first, then the newest, each with its sentence', () => {
    const pane = openPane({ requests: [asked] });
    pane.press('Journal');
    expect(screen.getByText('Nothing has been sent yet.')).toBeTruthy();
    pane.say({ kind: 'journal' }, [action(1, 'unknown'), action(2, 'done'), action(3, 'rejected')]);
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toContain('Unknown. It may have been executed.');
    expect(items[1]).toContain('QT-3');
    expect(items[2]).toContain('Done. The quote QT-2 is withdrawn.');
    expect(items[0]).toContain('12:04:31 CET');
  });

  it('opens the request of an action, and Esc comes back', () => {
    const pane = openPane({ requests: [asked] });
    pane.say({ kind: 'journal' }, [action(1, 'done')]);
    pane.press('Journal');
    pane.press('Open RQ-2');
    expect(screen.getByRole('heading', { name: 'RQ-2' })).toBeTruthy();
    pane.press('Back');
    expect(screen.getByRole('heading', { name: 'Journal' })).toBeTruthy();
  });

  it('shows a press that the desk never answered until the desk has written it down', () => {
    const { id, body, shown } = action(1, 'sending');
    const press = {
      id,
      body,
      shown,
      about: '',
      pressedAt: NOON,
      state: 'unanswered',
      dismissed: false,
    } as const;
    expect(journalEntries([], [press]).map(({ state }) => state)).toEqual(['unanswered']);
    expect(journalEntries([action(1, 'done')], [press]).map(({ state }) => state)).toEqual(['done']);
  });
});

describe('the desk room', () => {
  it('says where the desk works, until when it is signed in, and what each lane used', () => {
    const pane = openPane();
    pane.press('Desk');
    const facts = pane.main().getByRole('region', { name: 'Desk' }).textContent;
    expect(facts).toContain('EnvironmentSimulator');
    expect(facts).toContain('Servicehttp://127.0.0.1:4010');
    expect(facts).toContain('Sign-in ends21 Nov 2026, 00:00 CET');
    expect(facts).toContain('Day begins inEurope/Berlin');
    expect(facts).toContain('Gatewayversion 0.1.0');
    expect(facts).toContain('Kept for trading250 calls');
    expect(facts).toContain('Quoting6 calls');
  });

  it('says plainly what this version does not do', () => {
    const pane = openPane();
    pane.press('Desk');
    expect(pane.text()).toContain('Not in this version: sending price proposals and counteroffers, exports');
  });
});
