import { createHash } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { ActionAnswer, FailureAnswer, MassWithdrawalAnswer } from '../../src/contract/desk/answers';
import { NO_LIMITS } from '../../chaos/actions/no-limits';
import { newSession } from '../../simulation/running-gateway';
import { PEOPLE_ROUTES, PeopleAnswer } from '../../src/contract/desk/people';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { readJsonlLine, verifiedFile } from '../../src/gateway/actions/journal-export';
import { contentOf } from '../../src/gateway/storage/journal-chain';
import { DeskEntry } from '../../src/domain/desk-entry';
import { Action } from '../../src/domain/action';
import { PROPOSE, QUOTE, actionId } from './twins/actions';
import { failure, singleRequest } from './twins/fake-platform';
import { call, testGateway, type TestGateway } from './twins/gateway';
import { jsonSender, pairedAs } from './twins/sign-in';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const shown = 'as shown';

/** Two people whose browsers were paired, and what each sends under a session of a page. */
async function deskOfTwo() {
  const desk = await testGateway({ signsIn: true, givenLimits: NO_LIMITS });
  running.push(desk);
  const { gateway, service } = desk;
  service.addRequest(singleRequest('RQ-2', { role: 'recipient' }), []);
  const send = jsonSender(gateway);
  const pageOf = async (name: string) => {
    const key = await pairedAs(gateway, name);
    const token = await newSession({ url: gateway.url, programKey: key });
    return {
      put: async (count: number, body: unknown) => {
        const path = pathOf(ROUTES.putAction, { id: actionId(count) });
        const answer = await send('PUT', path, { body, shown }, token);
        return ActionAnswer.parse(JSON.parse(answer.text)).action;
      },
      post: (path: string, body: unknown) => send('POST', path, body, token),
      get: (path: string) => call(gateway, path, { headers: { authorization: `Bearer ${token}` } }),
      setLimits: (limits: unknown) => send('PUT', ROUTES.setLimits.path, { limits }, token),
      journal: async () => {
        const headers = { authorization: `Bearer ${token}` };
        return (await call(gateway, `${ROUTES.exportJournal.path}?format=jsonl`, { headers })).text;
      },
    };
  };
  return { desk, anna: await pageOf('Anna Ott'), ben: await pageOf('Ben') };
}

const contentsOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const read = readJsonlLine(line);
      if (!read) throw new Error(`No line: ${line}`);
      return contentOf(read);
    });
const entriesIn = (text: string): DeskEntry[] =>
  contentsOf(text).flatMap((content) => DeskEntry.safeParse(content).data ?? []);
const linesOf = (text: string): Action[] =>
  contentsOf(text).flatMap((content) =>
    DeskEntry.safeParse(content).success ? [] : [Action.parse(content)],
  );

it('every line of every action names who pressed it and in which session, inside what is chained', async () => {
  const { anna, ben } = await deskOfTwo();
  expect((await anna.put(1, QUOTE)).by?.name).toBe('Anna Ott');
  expect((await ben.put(2, PROPOSE)).by?.name).toBe('Ben');
  const all = { id: actionId(3), actions: [], proposals: true };
  const withdrawn = await ben.post(ROUTES.withdrawAll.path, all);
  expect(MassWithdrawalAnswer.parse(JSON.parse(withdrawn.text)).recall.by?.name).toBe('Ben');
  const text = await anna.journal();
  const lines = linesOf(text);
  const named = lines.map(({ body, by }) => `${body.kind} ${by?.name}`);
  expect(new Set(named)).toEqual(
    new Set(['send-quote Anna Ott', 'send-proposal Ben', 'withdraw-quote Ben', 'delete-proposals Ben']),
  );
  expect(new Set(lines.map(({ by }) => by?.session)).size).toBe(2);
  const written = text.trimEnd().split('\n');
  expect((await verifiedFile(streamOf(written))).state).toBe('whole');
  const forged = written.map((line) => line.replace('Anna Ott', 'Ben Otto'));
  expect((await verifiedFile(streamOf(forged))).state).toBe('broken');
});

it('a resolution names who resolved it, beside who pressed', async () => {
  const { desk, anna, ben } = await deskOfTwo();
  desk.service.fault('sendQuote', { when: 'after', failure: failure('unknown-outcome') });
  expect((await anna.put(1, QUOTE)).state).toBe('unknown');
  const settlement = { verdict: 'executed', note: 'seen on the platform', quoteId: 'Q-9' };
  const answer = await ben.post(pathOf(ROUTES.settleAction, { id: actionId(1) }), settlement);
  const { action } = ActionAnswer.parse(JSON.parse(answer.text));
  expect([action.state, action.by?.name, action.resolvedBy?.name]).toEqual(['done', 'Anna Ott', 'Ben']);
});

it('what is no action is a line of the same chain: who came, changed limits, switched trading on, signed in and took files', async () => {
  const { desk, anna, ben } = await deskOfTwo();
  expect((await anna.setLimits({ ...NO_LIMITS.limits, signFlip: 'block' })).status).toBe(200);
  expect((await ben.post(ROUTES.noteArming.path, { on: true })).status).toBe(200);
  await ben.post(ROUTES.noteArming.path, { on: false, why: 'idle' });
  expect((await ben.post(ROUTES.signOut.path, { forget: false })).status).toBe(200);
  const first = await anna.journal();
  const text = await anna.journal();
  const entries = entriesIn(text);
  expect(entries.map(({ entry, shown }) => [entry, shown])).toEqual([
    ['limits', 'gateway runs the gateway with the limits of its file.'],
    ['started', 'gateway started the gateway: all sessions of before are over.'],
    ['platform-sign-in', 'gateway has the gateway sign in by its settings: simulator.'],
    ['paired', 'Anna Ott paired a browser with this gateway.'],
    ['session-begun', 'Anna Ott opened SpreadDesk.'],
    ['paired', 'Ben paired a browser with this gateway.'],
    ['session-begun', 'Ben opened SpreadDesk.'],
    ['limits', 'Anna Ott set signFlip off → block.'],
    ['armed', 'Ben switched trading on.'],
    ['disarmed', 'Ben had trading switched off: after five idle minutes.'],
    ['platform-sign-out', 'Ben signed out of the platform: simulator.'],
    [
      'journal-file',
      expect.stringMatching(/^Anna Ott exported spreaddesk-journal-simulator-.*, 11 lines\.$/),
    ],
  ]);
  expect(entries.every(({ by }) => by !== undefined)).toBe(true);
  // The file that was given out is the one that the line is about.
  const { file } = entries.at(-1) ?? {};
  expect(file?.sha256).toBe(createHash('sha256').update(first).digest('hex'));
  const written = text.trimEnd().split('\n');
  expect((await verifiedFile(streamOf(written))).state).toBe('whole');
  const forged = written.map((line) => line.replace('off → block', 'off → warn'));
  expect((await verifiedFile(streamOf(forged))).state).toBe('broken');
  expect(desk.journal.all).toHaveLength(13);
});

it('a journal that cannot be written keeps limits as they are, and neither arming nor withdrawing from anybody', async () => {
  const { desk, anna } = await deskOfTwo();
  expect((await anna.put(1, QUOTE)).state).toBe('done');
  desk.journal.full = true;
  expect((await anna.setLimits({ ...NO_LIMITS.limits, signFlip: 'block' })).status).toBe(503);
  const armed = await anna.post(ROUTES.noteArming.path, { on: true });
  expect([armed.status, armed.text]).toEqual([503, expect.stringContaining('as soon as there is room')]);
  desk.journal.full = false;
  await desk.clock.advance(5_000);
  const shown = entriesIn(await anna.journal()).map(({ entry }) => entry);
  expect(shown.filter((entry) => entry === 'armed' || entry === 'limits')).toEqual(['limits', 'armed']);
});

async function* streamOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

it('a sign-in at the platform that failed is a line with who tried and why; a support bundle one with who has it', async () => {
  const { desk, anna, ben } = await deskOfTwo();
  expect((await ben.post(ROUTES.signOut.path, { forget: false })).status).toBe(200);
  desk.platform.become({ signedIn: false });
  const tried = await ben.post(ROUTES.signIn.path, { environment: 'simulator' });
  expect(tried.status).not.toBe(200);
  const bundle = await anna.get(ROUTES.supportBundle.path);
  expect(bundle.status).toBe(200);
  const { failure: said } = FailureAnswer.parse(JSON.parse(tried.text));
  const [failed, given] = entriesIn(await anna.journal()).slice(-2);
  expect(failed).toMatchObject({
    entry: 'platform-sign-in-failed',
    shown: 'Ben tried to sign in at the platform and did not get in: simulator.',
    by: { name: 'Ben' },
    reason: said.message,
  });
  expect(given).toMatchObject({
    entry: 'support-bundle',
    by: { name: 'Anna Ott' },
    file: { sha256: createHash('sha256').update(bundle.text).digest('hex') },
  });
  expect(given?.shown).toMatch(/^Anna Ott saved spreaddesk-support-.*\.json\.$/);
});

it('the list of people says how many live quotes each has', async () => {
  const { anna, ben } = await deskOfTwo();
  await anna.put(1, QUOTE);
  const { sessions } = PeopleAnswer.parse(JSON.parse((await ben.get(PEOPLE_ROUTES.read.path)).text));
  expect(sessions.map(({ name, quotes }) => [name, quotes]).toSorted()).toEqual([
    ['Anna Ott', 1],
    ['Ben', 0],
  ]);
});
