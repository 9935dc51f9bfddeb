// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { officeToken } from '../../../src/taskpane/pairing/office-token';
import { OfficeBridge } from './office-bridge';

const ACCOUNT = {
  clientId: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
  authority: 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555',
  scopes: ['openid', 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee/access_as_user'],
};

let shut = (): void => undefined;
function open(): OfficeBridge {
  const bridge = new OfficeBridge();
  shut = bridge.open();
  return bridge;
}
afterEach(() => {
  shut();
  localStorage.clear();
  sessionStorage.clear();
});

async function nth(bridge: OfficeBridge, count: number) {
  await vi.waitFor(() => expect(bridge.asked).toHaveLength(count));
  const newest = bridge.asked.at(-1);
  if (!newest) throw new Error('Nothing was asked.');
  return newest;
}

it('is asked of Office silently, for this desk at this tenant, and lies nowhere in the browser', async () => {
  const bridge = open();
  const token = officeToken(ACCOUNT);
  const question = await nth(bridge, 1);
  expect([question.method, question.tokenParams]).toMatchObject([
    'GetToken',
    { clientId: ACCOUNT.clientId, authority: ACCOUNT.authority, scope: ACCOUNT.scopes.join(' ') },
  ]);
  question.gives('the-token');
  expect(await token).toBe('the-token');
  expect(bridge.asked).toHaveLength(1);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('the-token');
});

it('is asked of Office anew each time', async () => {
  const bridge = open();
  for (const count of [1, 2]) {
    const token = officeToken(ACCOUNT);
    (await nth(bridge, count)).gives(`token ${count}`);
    expect(await token).toBe(`token ${count}`);
  }
});

it.each(['USER_INTERACTION_REQUIRED', 'ACCOUNT_UNAVAILABLE', 'TRANSIENT_ERROR'])(
  'is asked of the person by Office where silence comes to %s',
  async (status) => {
    const bridge = open();
    const token = officeToken(ACCOUNT);
    (await nth(bridge, 1)).refuses(status);
    const question = await nth(bridge, 2);
    expect([question.method, question.tokenParams]).toMatchObject([
      'GetTokenPopup',
      { clientId: ACCOUNT.clientId, authority: ACCOUNT.authority, scope: ACCOUNT.scopes.join(' ') },
    ]);
    question.gives('the-token');
    expect(await token).toBe('the-token');
  },
);

it('is none where the person closes what Office shows', async () => {
  const bridge = open();
  const token = officeToken(ACCOUNT);
  (await nth(bridge, 1)).refuses('USER_INTERACTION_REQUIRED');
  (await nth(bridge, 2)).refuses('USER_CANCEL');
  await expect(token).rejects.toThrow();
});

it('is none without Office’s bridge: the library opens no window of its own', async () => {
  const opened = vi.spyOn(window, 'open');
  await expect(officeToken(ACCOUNT)).rejects.toThrow('does not answer');
  expect(opened).not.toHaveBeenCalled();
});
