import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newSession } from '../../simulation/running-gateway';
import type { GatewayClient, SignInWish } from '../../src/client/client';
import { ROUTES } from '../../src/contract/desk/routes';
import type { DeskStatus, Environment } from '../../src/domain/desk-status';
import { RequestId } from '../../src/domain/identifiers';
import { lastSeenOf, ranked } from '../../src/domain/offers';
import type { Resource, ValueOf } from '../../src/domain/resources/resource';
import { CellFailure } from '../../src/functions/cells/cell-failure';
import type { Shown } from '../../src/functions/cells/cells';
import { quotaFormula } from '../../src/functions/formulas/quota';
import type { Formula } from '../../src/functions/cells/context';
import { LiveFormula } from '../../src/functions/cells/live';
import { recordFormula, REQUEST_RECORD } from '../../src/functions/formulas/records';
import { requestsFormula } from '../../src/functions/formulas/request-table';
import { tradesFormula } from '../../src/functions/formulas/trade-table';
import { CREDENTIALS } from '../../src/simulator/http/access';
import { failure, value } from './desk-at-simulator';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
let page: GatewayClient;
beforeEach(async () => {
  system = await WholeSystem.start({ withSandbox: true });
  page = system.openPage();
});
afterEach(() => system.end());

const GAS = RequestId.parse('RQ-10294');
const SIGN_IN_PLEASE = '#N/A Sign in on the SpreadDesk pane.';

/** The newest value of a resource. */
function watched<R extends Resource>(resource: R): () => ValueOf<R> | undefined {
  let newest: ValueOf<R> | undefined;
  page.watch(resource, (answer) => (newest = answer.value));
  return () => newest;
}

/** A cell of a sheet: what it shows now, an error as "#N/A sentence". */
function cell(formula: Formula): () => string {
  let now: Shown | undefined;
  const live = typeof formula === 'function' ? formula : () => formula;
  new LiveFormula({
    client: page,
    formula: live,
    show: (shown) => (now = shown),
    heard: () => undefined,
    computerNow: () => 0,
  }).start();
  const written = (shown: unknown): string =>
    shown instanceof CellFailure ? `${shown.code} ${shown.message}` : JSON.stringify(shown);
  return () => {
    if (now === undefined || now instanceof CellFailure) return written(now ?? 'nothing');
    return now.flat().map(written).join(' ');
  };
}

const request = (id: string): Formula => recordFormula(REQUEST_RECORD, { id, field: 'state' });
/** Live ones, one that can never change, and tables. */
const sheet = (): (() => string)[] => [
  cell(request('RQ-10294')),
  cell(request('RQ-10280')),
  cell(tradesFormula({ from: null, to: null, commodity: null, venue: null, columns: null })),
  cell(
    requestsFormula({ state: null, commodity: null, contract: null, from: null, to: null, columns: null }),
  ),
];
const isShown = (cells: (() => string)[]): boolean =>
  cells.every((shown) => !shown().includes('#N/A') && shown() !== '"nothing"');

const status = (): (() => DeskStatus | undefined) => watched({ kind: 'status' });
/** Whether the page knows that the desk is signed in. */
function isSignedIn(): () => boolean {
  const now = status();
  return () => now()?.signedIn === true;
}
const signIn = (wish: SignInWish) => system.passing(page.signIn(wish));
const signOut = (wish = { forget: false }) => system.passing(page.signOut(wish));
const typed = (
  over: Partial<Record<keyof typeof CREDENTIALS, string>> & { remember?: boolean } = {},
  environment: Environment = 'simulator',
): SignInWish => ({ environment, credentials: { ...CREDENTIALS, remember: false, ...over } });
const until = (what: string, holds: () => boolean): Promise<void> => system.until(what, holds);

describe('signing out', () => {
  it('turns every cell into a sentence, costs no call, and signing in heals them', async () => {
    const cells = sheet();
    await until('the sheet is filled', () => isShown(cells));
    expect(value(await signOut())).toEqual({ unsettled: 0 });
    await until('every cell says it', () => cells.every((shown) => shown() === SIGN_IN_PLEASE));
    const calls = JSON.stringify(await system.calls());
    const late = cell(request('RQ-10280'));
    await system.pass(5_000);
    expect(late()).toBe(SIGN_IN_PLEASE);
    expect(JSON.stringify(await system.calls())).toBe(calls);
    expect(value(await signIn(typed()))).toEqual({});
    await until('the sheet is healed', () => isShown([...cells, late]));
  });

  it('waits for what is being sent, and leaves what is unknown to the journal of its environment', async () => {
    const quotes = watched({ kind: 'quotes', id: GAS });
    const journal = watched({ kind: 'journal' });
    await until('quotes are known', () => quotes() !== undefined);
    const [best] = ranked(quotes()?.records ?? [], 'bid');
    if (!best) throw new Error('There is no bid.');
    const lastSeen = lastSeenOf(best.quote.price);
    const body = { kind: 'accept-quote', requestId: GAS, quoteId: best.quote.id, lastSeen } as const;
    await system.control('/simulator/faults', {
      kind: 'reset-after',
      operation: 'execute-trade',
      delayMs: 2_000,
    });
    const acted = page.act(page.newActionId(), { body, shown: '30' });
    await until('it is being sent', () => journal()?.[0]?.state === 'sending');
    expect(value(await signOut())).toEqual({ unsettled: 1 });
    expect(value(await acted).state).toBe('unknown');
    expect(value(await signIn(typed({}, 'sandbox')))).toEqual({});
    await until('the journal of the sandbox is there', () => journal()?.length === 0);
    const sandboxCalls = await system.calls('sandbox');
    expect(sandboxCalls['read-trade'] ?? 0).toBe(0);
    await signOut();
    value(await signIn(typed()));
    await until('it is looked up where it was sent', () => journal()?.[0]?.state === 'done');
    const executions = (await system.truth()).trades.filter((trade) => trade['request-id'] === GAS);
    expect(executions).toHaveLength(1);
  });

  it('takes no action while it lasts, nor afterwards', async () => {
    await until('the desk is signed in', isSignedIn());
    await signOut();
    const body = { kind: 'withdraw-quote', requestId: GAS, quoteId: 'QT-1' } as never;
    const refused = failure(await system.passing(page.act(page.newActionId(), { body, shown: 'x' })));
    expect(refused.kind).toBe('unavailable');
    expect((await system.calls())['withdraw-quote']).toBeUndefined();
    // Signed in again, the same press reaches the platform.
    value(await signIn(typed()));
    await system.passing(page.act(page.newActionId(), { body, shown: 'x' }));
    expect((await system.calls())['withdraw-quote']).toBe(1);
  });
});

describe('a sign-in that fails says why, and leaves the desk signed out', () => {
  beforeEach(async () => {
    await until('the desk is signed in', isSignedIn());
    await signOut();
  });

  it('a wrong client secret', async () => {
    expect(failure(await signIn(typed({ clientSecret: 'wrong' })))).toMatchObject({
      kind: 'signed-out',
      message: expect.stringContaining('did not accept the client id and client secret') as string,
    });
    expect(value(await signIn(typed()))).toEqual({});
  });

  it('an API key that is revoked, and one that nobody knows', async () => {
    await system.control('/simulator/key/revoke', {});
    const revoked = failure(await signIn(typed()));
    expect(revoked).toMatchObject({ kind: 'denied', next: expect.stringContaining('revoked') as string });
    await system.control('/simulator/key/restore', {});
    expect(failure(await signIn(typed({ apiKey: 'another-key' }))).message).toContain('refused the API key');
  });

  it('a service that is down, or answers nothing sensible', async () => {
    await system.control('/simulator/faults', { kind: 'reset-before', operation: 'authenticate' });
    expect(failure(await signIn(typed()))).toMatchObject({
      kind: 'unavailable',
      next: expect.stringContaining('sign in again') as string,
    });
    await system.control('/simulator/faults', { kind: 'malformed', operation: 'authenticate' });
    expect(failure(await signIn(typed())).kind).toBe('unreadable');
    expect(value(await signIn(typed()))).toEqual({});
  });

  it('a service that is asked too much, with the time from which it works', async () => {
    await system.control('/simulator/faults', { kind: 'storm-429', operation: 'authenticate' });
    const refused = failure(await signIn(typed()));
    expect(refused.kind).toBe('throttled');
    expect(refused.until).toBeGreaterThan(system.clock.now() - 5_000);
    expect(refused.next).toBe('Wait a moment, then sign in again.');
  });

  it('an environment without an address, and credentials that cannot be any', async () => {
    const before = JSON.stringify(await system.calls());
    expect(failure(await signIn(typed({}, 'production'))).message).toBe(
      'The gateway has no address for production.',
    );
    expect(failure(await signIn(typed({ clientId: ' ' }))).message).toBe('The client id is missing.');
    expect(JSON.stringify(await system.calls())).toBe(before);
  });

  it('a second one at the same time, and one while the desk is signed in', async () => {
    const both = await system.passing(Promise.all([page.signIn(typed()), page.signIn(typed())]));
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
    expect(failure(await signIn(typed())).message).toBe('The desk is signed in already.');
  });
});

it('the sandbox is another world: its values, its calls, its folder', async () => {
  const cells = sheet();
  const seen = status();
  await until('the sheet is filled', () => isShown(cells));
  const before = cells.map((shown) => shown());
  await signOut();
  value(await signIn(typed({}, 'sandbox')));
  await until('the sheet shows the sandbox', () => seen()?.environment === 'sandbox' && isShown(cells));
  expect(cells.at(-1)?.()).not.toBe(before.at(-1));
  expect((await system.calls('sandbox'))['read-request']).toBeGreaterThan(0);
  expect(readdirSync(join(system.home, 'data')).sort()).toEqual(['sandbox', 'simulator']);
  const left = cell(quotaFormula({ field: 'used' }));
  await until('the quota is that of the sandbox', () => Number(left()) < 20);
});

it('kept credentials sign in without being typed, also after a restart, until they are forgotten', async () => {
  const seen = status();
  const isKept = (): boolean | undefined => seen()?.environments[0]?.remembered;
  await until('the desk is signed in', isSignedIn());
  await signOut();
  expect(value(await signIn(typed({ remember: true })))).toEqual({});
  await until('they are kept', () => isKept() === true);
  await signOut();
  value(await signIn({ environment: 'simulator' }));
  await system.endGateway();
  await system.startGateway();
  await until('the desk is signed in by its settings', isSignedIn());
  await signOut();
  value(await signIn({ environment: 'simulator' }));
  await signOut({ forget: true });
  await until('nothing is kept', () => isKept() === false);
  expect(failure(await signIn({ environment: 'simulator' })).message).toContain('No credentials are kept');
});

it('a sealed file that is damaged is a sentence, and what is typed takes its place', async () => {
  const seen = status();
  await until('the desk is signed in', isSignedIn());
  await signOut();
  value(await signIn(typed({ remember: true })));
  await signOut();
  const file = join(system.home, 'data', 'simulator', 'credentials.sealed');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"text":"./, '"text":"-'));
  const refused = failure(await signIn({ environment: 'simulator' }));
  expect(refused).toMatchObject({
    kind: 'unreadable',
    message: expect.stringContaining('damaged') as string,
  });
  await until('the form is offered', () => seen()?.environments[0]?.remembered === false);
  value(await signIn(typed({ remember: true })));
  await signOut();
  expect(value(await signIn({ environment: 'simulator' }))).toEqual({});
});

it('a secret is nowhere: not in the log, in an answer, in the status, or in the clear on disk', async () => {
  const answers: string[] = [];
  const seen = status();
  await until('the desk is signed in', isSignedIn());
  const marks = { apiKey: 'MARK-key-1', clientId: 'MARK-id-2', clientSecret: 'MARK "secret" ü 3' };
  await signOut();
  answers.push(JSON.stringify(await signIn(typed({ ...marks, remember: true }))));
  answers.push(JSON.stringify(await signIn(typed({ clientSecret: marks.clientSecret }))));
  answers.push(JSON.stringify(await signIn(typed({ remember: true }))));
  answers.push(JSON.stringify(seen()), JSON.stringify(await signOut()));
  answers.push(await (await fetch(new URL(ROUTES.health.path, system.url))).text());
  await system.endGateway();
  const written = filesBelow(system.home).map((path) => readFileSync(path, 'latin1'));
  const inForm = new URLSearchParams([['', marks.clientSecret]]).toString().slice(1);
  const secrets = [
    inForm,
    encodeURIComponent(marks.clientSecret),
    marks.apiKey,
    'MARK "secret"',
    'MARK \\"secret',
    CREDENTIALS.apiKey,
    CREDENTIALS.clientSecret,
  ];
  for (const text of [...answers, ...system.logged, ...written]) {
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
  expect(system.logged.join()).toContain('Signed in by a person.');
  const sealed = join(system.home, 'data', 'simulator', 'credentials.sealed');
  for (const path of [sealed, join(system.home, 'data.key')]) expect(statSync(path).mode & 0o077).toBe(0);
  await system.startGateway();
});

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());

it('what was pressed for one environment is not sent in another, by whatever page and however late', async () => {
  const now = status();
  await until('the desk is signed in', isSignedIn());
  const desk = (environment: Environment) =>
    JSON.stringify([environment, now()?.service, now()?.signedIn === false]);
  const [before, journal] = [desk('simulator'), watched({ kind: 'journal' })];
  await signOut();
  value(await signIn(typed({}, 'sandbox')));
  await until('the page shows the sandbox', () => now()?.environment === 'sandbox');
  const token = await newSession(system.running);
  const put = async (path: string, body: unknown): Promise<string> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const asked = await fetch(new URL(path, system.url), {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    });
    return asked.text();
  };
  const body = { kind: 'delete-proposals', requestId: GAS };
  const id = page.newActionId();
  expect(await put(`/api/actions/${id}`, { body, shown: '', desk: before })).toContain(
    'signed in or out after this was pressed',
  );
  const actions = [{ id, body, shown: '' }];
  expect(await put('/api/actions', { actions, desk: before })).toContain(
    'signed in or out after this was pressed',
  );
  expect(journal()).toEqual([]);
  const meant = await system.passing(put('/api/actions', { actions, desk: desk('sandbox') }));
  expect(meant).toContain('"action"');
});

it('nobody signs in or out without the session of a page', async () => {
  await until('the desk is signed in', isSignedIn());
  for (const path of [ROUTES.signIn.path, ROUTES.signOut.path]) {
    const headers = { 'content-type': 'application/json' };
    const asked = await fetch(new URL(path, system.url), {
      method: 'POST',
      headers,
      body: '{"forget":true}',
    });
    expect(asked.status).toBe(401);
  }
  const health = (await (await fetch(new URL(ROUTES.health.path, system.url))).json()) as {
    signedIn: boolean;
  };
  expect(health.signedIn).toBe(true);
});
