// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DeskStatus } from '../../../src/domain/desk-status';
import { failed, success, type Failure } from '../../../src/domain/failure';
import { QuoteId } from '../../../src/domain/identifiers';
import { NOON, request, STATUS } from '../examples';
import type { Signing } from '../pane-context';
import { button, isBlocked, openPane, violations } from '../open-pane';

const ENVIRONMENTS: DeskStatus['environments'] = [
  { name: 'simulator', service: 'http://127.0.0.1:4010', remembered: false },
  { name: 'sandbox', service: 'https://sandbox.example', remembered: false },
  { name: 'production', service: 'https://real.example', remembered: false },
];
const OUT: DeskStatus = { ...STATUS, signedIn: false, environments: ENVIRONMENTS, sealing: 'file' };
const TYPED = { apiKey: 'typed-key', clientId: 'typed-id', clientSecret: 'typed-secret' };

function openSignedOut(status: Partial<DeskStatus> = {}) {
  const pane = openPane({ requests: [request({ id: 'RQ-2' })] });
  pane.say({ kind: 'status' }, { ...OUT, ...status });
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
  return {
    ...pane,
    field,
    choose: (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name })),
    fill() {
      type('API key', TYPED.apiKey);
      type('Client id', TYPED.clientId);
      type('Client secret', TYPED.clientSecret);
    },
    typeWord: (word: string) => type('Type the word “production”', word),
    enter: () => fireEvent.submit(screen.getByRole('form', { name: 'Sign in' })),
    newestSigning(): Signing {
      const newest = pane.client.signings.at(-1);
      if (!newest) throw new Error('Nothing was asked for.');
      return newest;
    },
    answer: (outcome: Parameters<Signing['answer']>[0]) =>
      act(async () => pane.client.signings.at(-1)?.answer(outcome)),
  };
}

describe('the sign-in room', () => {
  it('stands in place of the requests while the desk is signed out, and teaches a newcomer', () => {
    const pane = openSignedOut();
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Open requests' })).toBeNull();
    expect(within(screen.getByRole('list', { name: 'First steps' })).getAllByRole('listitem')).toHaveLength(
      3,
    );
    pane.press('Journal');
    expect(screen.getByRole('heading', { name: 'Journal' })).toBeTruthy();
    pane.say({ kind: 'status' }, STATUS);
    pane.press('Requests');
    expect(screen.getByRole('list', { name: 'Open requests' })).toBeTruthy();
  });

  it('offers the environments that have an address, and no others', () => {
    const pane = openSignedOut({ environments: ENVIRONMENTS.slice(0, 2) });
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(pane.text()).toContain('https://sandbox.example');
    expect(screen.queryByRole('radio', { name: /Production/ })).toBeNull();
  });

  it('signs in with what was typed, says so while it lasts, and clears the form', async () => {
    const pane = openSignedOut();
    pane.choose(/Sandbox/);
    pane.fill();
    fireEvent.click(screen.getByRole('checkbox', { name: /^Keep on this gateway/ }));
    pane.enter();
    expect(pane.newestSigning().wish).toEqual({
      environment: 'sandbox',
      credentials: { ...TYPED, remember: true },
    });
    expect(isBlocked('Signing in…')).toBe(true);
    pane.enter();
    expect(pane.client.signings).toHaveLength(1);
    await pane.answer(success({ unsettled: 0 }));
    expect(pane.field('Client secret').value).toBe('');
    expect(pane.field('API key').value).toBe('');
    expect(pane.text()).toContain('Signed in: Sandbox.');
    expect(pane.container.innerHTML).not.toContain('typed-');
  });

  it('says after the first sign-in to an address that its interface can be checked, and not again', async () => {
    const pane = openSignedOut();
    pane.choose(/Sandbox/);
    pane.fill();
    pane.enter();
    await pane.answer(success({ unsettled: 0 }));
    expect(pane.text()).toContain('This address is new here: “Check the interface” in the Desk room');
    pane.choose(/Sandbox/);
    pane.fill();
    pane.enter();
    await pane.answer(success({ unsettled: 0 }));
    expect(pane.text()).toContain('Signed in: Sandbox.');
    expect(pane.text()).not.toContain('This address is new here');
  });

  it('keeps what was typed after a failure, and says beside the form what it was and from when it can work', async () => {
    const pane = openSignedOut();
    pane.fill();
    pane.enter();
    const failure: Failure = {
      kind: 'throttled',
      message: 'The platform is receiving too many calls.',
      next: 'Wait a moment, then sign in again.',
      until: NOON + 60_000,
    };
    await pane.answer(failed(failure));
    expect(within(screen.getByRole('form')).getByRole('alert').textContent).toBe(
      'Refused for now. The platform is receiving too many calls. Wait a moment, then sign in again. Possible again from 12:05 CET.',
    );
    expect(pane.field('Client id').value).toBe(TYPED.clientId);
    expect(pane.field('Client secret').value).toBe(TYPED.clientSecret);
    pane.enter();
    expect(pane.client.signings).toHaveLength(2);
  });

  it('says what is missing beside its field, goes there, and asks nothing of the gateway', () => {
    const pane = openSignedOut();
    expect(pane.text()).not.toContain('Enter the API key.');
    pane.enter();
    expect(pane.client.signings).toHaveLength(0);
    for (const words of ['Enter the API key.', 'Enter the client id.', 'Enter the client secret.']) {
      expect(pane.text()).toContain(words);
    }
    expect(document.activeElement).toBe(pane.field('API key'));
  });

  it('enters production only with the typed word, under a red band', () => {
    const pane = openSignedOut();
    pane.choose(/Production/);
    expect(pane.text()).toContain('Production: trades are real.');
    pane.fill();
    pane.enter();
    expect(pane.client.signings).toHaveLength(0);
    expect(pane.text()).toContain('Type the word “production” to go on.');
    expect(document.activeElement).toBe(pane.field('Type the word “production”'));
    pane.typeWord(' Production');
    pane.enter();
    expect(pane.newestSigning().wish).toMatchObject({ environment: 'production', word: ' Production' });
  });

  it('does not carry credentials from one environment to another', () => {
    const pane = openSignedOut();
    pane.fill();
    pane.choose(/Sandbox/);
    expect(['API key', 'Client id', 'Client secret'].map((name) => pane.field(name).value)).toEqual([
      '',
      '',
      '',
    ]);
  });

  it('hides secrets until they are asked to be seen, and lets password managers fill them', () => {
    const pane = openSignedOut();
    expect([pane.field('API key').type, pane.field('Client secret').type]).toEqual(['password', 'password']);
    expect(pane.field('Client id').autocomplete).toBe('username');
    expect(pane.field('Client secret').autocomplete).toBe('current-password');
    fireEvent.click(button('Show Client secret'));
    expect(pane.field('Client secret').type).toBe('text');
    fireEvent.click(button('Hide Client secret'));
    expect(pane.field('Client secret').type).toBe('password');
  });

  it('needs no secrets where they are kept, and takes others all the same', () => {
    const kept = ENVIRONMENTS.map((one) => ({ ...one, remembered: one.name !== 'sandbox' }));
    const pane = openSignedOut({ environments: kept });
    expect(screen.queryByLabelText('Client secret')).toBeNull();
    pane.enter();
    expect(pane.newestSigning().wish).toEqual({ environment: 'simulator' });
    pane.press('Use others');
    expect(pane.field('Client secret').value).toBe('');
  });

  it.each([
    ['keychain', "The key is in that machine's keychain."],
    ['file', 'The key is in a file that only your account can read'],
  ] as const)('says plainly where the key of kept credentials lies (%s)', (sealing, words) => {
    expect(openSignedOut({ sealing }).text()).toContain(words);
  });

  it('does not offer to keep what the gateway cannot keep', () => {
    const { sealing: _, ...cannot } = OUT;
    const pane = openPane();
    pane.say({ kind: 'status' }, cannot);
    expect(screen.getByLabelText('Client secret')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
    pane.say({ kind: 'status' }, OUT);
    expect(screen.getByRole('checkbox')).toBeTruthy();
  });

  it('fills in the simulator’s own credentials, there alone', () => {
    const pane = openSignedOut();
    pane.press('Fill in the simulator’s own');
    expect(pane.field('Client id').value).toBe('simulator');
    pane.choose(/Sandbox/);
    expect(screen.queryByRole('button', { name: 'Fill in the simulator’s own' })).toBeNull();
  });

  it('shows no form while the gateway signs in by itself for the first time, and one when that failed', () => {
    const first = { environment: 'sandbox', isTrying: true } as const;
    const pane = openSignedOut(first);
    expect(screen.queryByRole('form')).toBeNull();
    expect(pane.main().getByRole('status').textContent).toBe('Signing in…');
    const failure: Failure = { kind: 'denied', message: 'The key was refused.', next: 'Check it.' };
    pane.say({ kind: 'status' }, { ...OUT, ...first, failure });
    expect(screen.getByRole('form', { name: 'Sign in' })).toBeTruthy();
    expect(pane.text()).toContain('The desk keeps trying');
  });

  it('says that the credentials could not be kept, although the desk is signed in', async () => {
    const pane = openSignedOut();
    pane.fill();
    pane.enter();
    const notKept: Failure = { kind: 'unavailable', message: 'They could not be kept.', next: 'Make room.' };
    await pane.answer(success({ unsettled: 0, notKept }));
    expect(screen.getByRole('status', { name: 'Notices' }).textContent).toBe(
      'Signed in: Simulator. They could not be kept. Make room.',
    );
  });

  it('has nothing that axe-core finds wrong, in any environment, with its complaints', async () => {
    const pane = openSignedOut();
    expect(await violations(pane.container)).toEqual([]);
    pane.choose(/Production/);
    pane.enter();
    expect(await violations(pane.container)).toEqual([]);
  });
});

describe('signing out', () => {
  const KEPT = [{ name: 'simulator', service: 'http://127.0.0.1:4010', remembered: true }] as const;

  it('says what it does to others, forgets what is kept if asked, and counts what stays open', async () => {
    const pane = openPane();
    pane.say({ kind: 'status' }, { ...STATUS, environments: [...KEPT] });
    pane.press('Desk');
    expect(pane.text()).toContain('every workbook of this gateway');
    // One press sends nobody out, and the focus stands on the way back.
    pane.press('Sign out of the platform…');
    expect(pane.client.signings).toEqual([]);
    expect(document.activeElement?.textContent).toBe('Cancel');
    pane.press('Cancel');
    pane.press('Sign out of the platform…');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Delete the saved credentials too' }));
    pane.press('Sign everybody out');
    expect(pane.client.signings.at(-1)?.wish).toEqual({ forget: true });
    expect(isBlocked('Signing out…')).toBe(true);
    await act(async () => pane.client.signings.at(-1)?.answer(success({ unsettled: 2 })));
    expect(screen.getByRole('status', { name: 'Notices' }).textContent).toContain(
      'Signed out. 2 actions are in progress. They stay in the journal of this environment',
    );
    expect(await violations(pane.container)).toEqual([]);
  });

  it('turns the arm switch off', () => {
    const pane = openPane();
    pane.arm();
    pane.say({ kind: 'status' }, OUT);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Trading/ }).checked).toBe(false);
    expect(pane.text()).toContain('Trading off: not signed in.');
  });

  it('forgets the presses of an environment when the desk is in another one, and not otherwise', () => {
    const asked = request({ id: 'RQ-2', role: 'recipient' });
    const pane = openPane({ requests: [asked] });
    const quoteId = QuoteId.parse('QT-1');
    pane.arm();
    pane.desk.presses.press({ kind: 'withdraw-quote', requestId: asked.id, quoteId }, 'Withdraw');
    pane.say({ kind: 'status' }, OUT);
    expect(pane.desk.presses.all.get()).toHaveLength(1);
    pane.say({ kind: 'status' }, { ...STATUS, environment: 'sandbox' });
    expect(pane.desk.presses.all.get()).toHaveLength(0);
  });

  it('can wipe what is kept afterwards too', () => {
    const pane = openPane();
    pane.say({ kind: 'status' }, { ...OUT, environments: [...KEPT] });
    pane.press('Desk');
    pane.press('Delete the saved credentials');
    expect(pane.client.signings.at(-1)?.wish).toEqual({ forget: true });
  });
});
