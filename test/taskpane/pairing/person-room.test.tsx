// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { OfficeMockObject } from 'office-addin-mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SigningIn } from '../../../src/client/client';
import { failed, success, type Failure, type Outcome } from '../../../src/domain/failure';
import { MemorySheet } from '../memory-sheet';
import { openPane, violations } from '../open-pane';
import { OfficeBridge } from './office-bridge';

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
function officeWithDialogs(sets: readonly string[] = []) {
  const handlers = new Map<string, Told>();
  const opened: string[] = [];
  let closed = 0;
  vi.stubGlobal('Office', {
    AsyncResultStatus: { Succeeded: 'succeeded' },
    EventType: { DialogMessageReceived: 'message', DialogEventReceived: 'event' },
    context: {
      ...new OfficeMockObject({
        requirements: {
          isSetSupported: (name: string, version: string) => sets.includes(`${name} ${version}`),
        },
      }),
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

it('says who ended the session, where somebody did', async () => {
  const pane = await openAt();
  const failure: Failure = {
    kind: 'denied',
    message: 'Max Weber ended your session.',
    next: 'Press Sign in.',
  };
  pane.set({ kind: 'status' }, { state: 'failed', failure });
  const room = screen.getByRole('region', { name: 'Sign in' });
  expect(room.textContent).toContain('Max Weber ended your session. Press Sign in.');
});

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

const ACCOUNT = {
  clientId: 'desk',
  authority: 'https://login.example.com/tenant',
  scopes: ['desk/access_as_user'],
};
const NAMES_PEOPLE = ['NestedAppAuth 1.1'];

/** Before the room of a desk that asks Office who is there, in an Excel that can say so or not. */
async function openInExcel({ sets = NAMES_PEOPLE, office = true } = {}) {
  const bridge = new OfficeBridge();
  shut = bridge.open();
  const dialogs = officeWithDialogs(sets);
  const pane = openPane({ office: { kind: 'excel', sheet: new MemorySheet() } });
  pane.client.way = { by: 'provider', provider: 'login.example.com', ...(office && { office: ACCOUNT }) };
  await act(async () => pane.client.connect('unpaired'));
  return { pane, bridge, dialogs };
}
let shut = (): void => undefined;
afterEach(() => shut());

async function asked(bridge: OfficeBridge) {
  await vi.waitFor(() => expect(bridge.asked).toHaveLength(1));
  const [question] = bridge.asked;
  if (!question) throw new Error('Nothing was asked.');
  return question;
}

describe('where Office says who sits at Excel', () => {
  it('signs in without a window, by a token that is handed over once and shown nowhere', async () => {
    const { pane, bridge, dialogs } = await openInExcel();
    expect(screen.getByRole('region', { name: 'Sign in' }).textContent).toContain('no window opens');
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Sign in');
    expect(await violations(pane.container)).toEqual([]);
    const question = await asked(bridge);
    await act(async () => question.gives('the-token'));
    await vi.waitFor(() => expect(pane.client.officeTokens.map(({ token }) => token)).toEqual(['the-token']));
    expect(pane.text()).not.toContain('the-token');
    await act(async () => pane.client.officeTokens[0]?.answer(success({ name: 'Tom Berger' })));
    await act(async () => pane.client.connect('open'));
    expect(screen.getByRole('status', { name: 'Notices' }).textContent).toContain('Signed in as Tom Berger.');
    expect([pane.client.officeTokens.length, pane.client.signInsBegun, dialogs.opened]).toEqual([1, [], []]);
  });

  it('says in one sentence that Office gave none, and opens the window at the next press', async () => {
    const { pane, bridge, dialogs } = await openInExcel();
    pane.press('Sign in');
    (await asked(bridge)).refuses('DISABLED');
    await vi.waitFor(() => expect(bridge.asked).toHaveLength(2));
    await act(async () => bridge.asked[1]?.refuses('DISABLED'));
    await vi.waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'Excel did not say who you are: press Sign in again, and your company’s own window opens.',
      ),
    );
    expect(dialogs.opened).toEqual([]);
    pane.press('Sign in');
    const { under } = signingIn();
    await act(async () => pane.client.signInsBegun[0]?.(success(under)));
    expect(dialogs.opened).toEqual([under.page]);
    expect([bridge.asked.length, pane.client.officeTokens]).toEqual([2, []]);
  });

  it('shows why the gateway refused the token, and opens the window at the next press', async () => {
    const { pane, bridge } = await openInExcel();
    pane.press('Sign in');
    const question = await asked(bridge);
    await act(async () => question.gives('the-token'));
    await vi.waitFor(() => expect(pane.client.officeTokens).toHaveLength(1));
    await act(async () => pane.client.officeTokens[0]?.answer(failed(WRONG)));
    expect(screen.getByRole('alert').textContent).toContain('This is not the code.');
    pane.press('Sign in');
    expect(pane.client.signInsBegun).toHaveLength(1);
  });

  it('opens the window for who does not want to wait, and hears Office no more', async () => {
    const { pane, bridge, dialogs } = await openInExcel();
    pane.press('Sign in');
    const question = await asked(bridge);
    pane.press('Use a window instead');
    expect(document.activeElement?.textContent).toBe('Sign in');
    const { under, tickets } = signingIn();
    await act(async () => pane.client.signInsBegun[0]?.(success(under)));
    await act(async () => question.gives('the-token'));
    await act(async () => dialogs.says('#ticket=K7QM-2XTP'));
    expect([tickets, pane.client.officeTokens]).toEqual([['K7QM-2XTP'], []]);
  });

  it.each([
    ['in an Excel that has another version of it', { sets: ['NestedAppAuth 1.0'] }],
    ['in an Excel that has none of it', { sets: [] }],
    ['at a desk that does not want it', { office: false }],
  ])('opens the window at once %s', async (_, given) => {
    const { pane, bridge, dialogs } = await openInExcel(given);
    expect(screen.getByRole('region', { name: 'Sign in' }).textContent).toContain('own window opens');
    pane.press('Sign in');
    const { under } = signingIn();
    await act(async () => pane.client.signInsBegun[0]?.(success(under)));
    expect([dialogs.opened, bridge.asked]).toEqual([[under.page], []]);
  });
});
