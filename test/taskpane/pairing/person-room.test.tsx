// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { SigningIn } from '../../../src/client/client';
import { failed, success, type Failure, type Outcome } from '../../../src/domain/failure';
import { openPane, violations } from '../open-pane';

const WRONG: Failure = {
  kind: 'denied',
  message: 'This is not the code.',
  next: 'Type the one of the window.',
};
const DOWN: Failure = {
  kind: 'unavailable',
  message: 'Nobody new can sign in.',
  next: 'Whoever is signed in stays so.',
};
type Told = (told: { readonly message: string } | { readonly error: number }) => void;

/** As much of Office's dialogs as a sign-in uses: what the page that it opened tells, in the hands of the test. */
function officeWithDialogs() {
  const handlers = new Map<string, Told>();
  const opened: string[] = [];
  let closed = 0;
  vi.stubGlobal('Office', {
    AsyncResultStatus: { Succeeded: 'succeeded' },
    EventType: { DialogMessageReceived: 'message', DialogEventReceived: 'event' },
    context: {
      ui: {
        displayDialogAsync(page: string, _: unknown, done: (result: unknown) => void) {
          opened.push(page);
          const addEventHandler = (kind: string, told: Told): void => void handlers.set(kind, told);
          done({ status: 'succeeded', value: { addEventHandler, close: () => (closed += 1) } });
        },
      },
    },
  });
  return {
    opened,
    closed: () => closed,
    says: (word: string) => handlers.get('message')?.({ message: word }),
    isClosed: () => handlers.get('event')?.({ error: 12_006 }),
  };
}
afterEach(() => vi.unstubAllGlobals());

/** A sign-in on its way, whose tickets the test answers. */
function signingIn() {
  const tickets: string[] = [];
  const answers: ((answer: Outcome<{ name: string }>) => void)[] = [];
  const under: SigningIn = {
    page: 'http://localhost/auth/begin/state',
    redeem(ticket) {
      tickets.push(ticket);
      return new Promise((answer) => answers.push(answer));
    },
  };
  return { under, tickets, answers };
}

async function openAt(failure?: Failure) {
  const pane = openPane();
  pane.client.way = { by: 'provider', provider: 'login.example.com', ...(failure && { failure }) };
  await act(async () => pane.client.connect('unpaired'));
  return pane;
}

it('opens the provider’s window, and gives way once its code was taken', async () => {
  const pane = await openAt();
  const dialogs = officeWithDialogs();
  expect(screen.queryByRole('textbox', { name: 'Pairing code' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Sign in' }).textContent).toContain('login.example.com');
  expect(await violations(pane.container)).toEqual([]);
  pane.press('Sign in');
  const { under, tickets, answers } = signingIn();
  await act(async () => pane.client.signInsBegun[0]?.(success(under)));
  expect(dialogs.opened).toEqual([under.page]);
  await act(async () => dialogs.says('#ticket=K7QM-2XTP'));
  expect(tickets).toEqual(['K7QM-2XTP']);
  expect(dialogs.closed()).toBe(1);
  await act(async () => answers[0]?.(success({ name: 'Tom Berger' })));
  await act(async () => pane.client.connect('open'));
  expect(screen.queryByRole('region', { name: 'Sign in' })).toBeNull();
  expect(screen.getByRole('status', { name: 'Notices' }).textContent).toContain('Signed in as Tom Berger.');
});

it('takes the code that a person types where the window cannot hand it over', async () => {
  const pane = await openAt();
  const dialogs = officeWithDialogs();
  pane.press('Sign in');
  const { under, tickets, answers } = signingIn();
  await act(async () => pane.client.signInsBegun[0]?.(success(under)));
  pane.type('Does the window show a code? Type it here', 'k7qm 2xtp');
  pane.press('Use the code');
  expect(tickets).toEqual(['k7qm 2xtp']);
  await act(async () => answers[0]?.(failed(WRONG)));
  expect(screen.getByRole('alert').textContent).toContain('This is not the code.');
  await act(async () => dialogs.isClosed());
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
});

it('says that the provider is down, and what the window could not do', async () => {
  const pane = await openAt(DOWN);
  expect(screen.getByRole('alert').textContent).toContain('Nobody new can sign in.');
  const dialogs = officeWithDialogs();
  pane.press('Sign in');
  await act(async () => pane.client.signInsBegun[0]?.(failed(DOWN)));
  expect(screen.getByRole('alert').textContent).toContain('Whoever is signed in stays so.');
  pane.press('Sign in');
  const { under, tickets } = signingIn();
  await act(async () => pane.client.signInsBegun[1]?.(success(under)));
  await act(async () => dialogs.says('#problem=refused'));
  expect(screen.getByRole('alert').textContent).toContain('did not confirm');
  expect(tickets).toEqual([]);
});
