import { afterEach, expect, it } from 'vitest';
import { newSession } from '../../../simulation/running-gateway';
import { FailureAnswer, LimitsAnswer } from '../../../src/contract/desk/answers';
import { ROUTES } from '../../../src/contract/desk/routes';
import { BUILT_IN_LIMITS, type DeskLimits } from '../../../src/domain/limits/limits';
import { verifiedFile } from '../../../src/gateway/actions/journal-export';
import { action, stream } from '../actions/sample-lines';
import { MemoryJournal } from '../twins/memory-stores';
import {
  call,
  testGateway,
  type RawAnswer,
  type TestGateway,
  type TestGatewayOptions,
} from '../twins/gateway';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});
async function start(options: TestGatewayOptions = {}) {
  const desk = await testGateway(options);
  running.push(desk);
  const json = { 'content-type': 'application/json' };
  const token = await newSession(desk.gateway);
  const bearer = { authorization: `Bearer ${token}` };
  return {
    ...desk,
    token,
    get: (path: string) => call(desk.gateway, path, { headers: bearer }),
    put: (body: unknown) =>
      call(desk.gateway, ROUTES.setLimits.path, {
        method: 'PUT',
        headers: { ...json, ...bearer },
        body: JSON.stringify(body),
      }),
  };
}
/** Limits, start and session: what a gateway writes down before anybody presses. */
const OF_START = 3;
const failureOf = ({ text }: RawAnswer) => FailureAnswer.parse(JSON.parse(text)).failure;

it('gives the journal out as a file that can be verified, however long it is', async () => {
  const journal = new MemoryJournal();
  await journal.append(...Array.from({ length: 1_001 }, (_, count) => action(count, { state: 'done' })));
  const desk = await start({ journal });
  const answer = await desk.get(`${ROUTES.exportJournal.path}?format=jsonl`);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-disposition': expect.stringMatching(
      /^attachment; filename="spreaddesk-journal-simulator-20261120T\d{9}Z\.jsonl"$/,
    ) as string,
    'content-type': 'application/jsonl; charset=utf-8',
    'cache-control': 'no-store',
  });
  const lines = answer.text.trimEnd().split('\n');
  expect(await verifiedFile(stream(lines))).toMatchObject({
    state: 'whole',
    head: { sequence: 1_001 + OF_START },
  });
});

it('gives the journal out for a spreadsheet', async () => {
  const journal = new MemoryJournal();
  await journal.append(action(1, { shown: '=1+1', state: 'done' }));
  const desk = await start({ journal });
  const answer = await desk.get(`${ROUTES.exportJournal.path}?format=csv`);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.text).toContain(",'=1+1,");
});

it('gives nothing out without the token of a page in the header, nor with one in the address', async () => {
  const desk = await start();
  for (const path of [
    `${ROUTES.exportJournal.path}?format=jsonl`,
    `${ROUTES.exportJournal.path}?token=${desk.token}`,
    ROUTES.supportBundle.path,
  ]) {
    const answer = await call(desk.gateway, path);
    expect([answer.status, failureOf(answer).kind]).toEqual([401, 'signed-out']);
  }
  const json = { 'content-type': 'application/json' };
  const put = { method: 'PUT', headers: json, body: '{"limits":null}' };
  expect((await call(desk.gateway, ROUTES.setLimits.path, put)).status).toBe(401);
  for (const query of ['', '?format=xlsx', `?format=csv&token=${desk.token}`]) {
    expect((await desk.get(ROUTES.exportJournal.path + query)).status).toBe(400);
  }
});

it('sets the limits and gives them up again', async () => {
  const desk = await start();
  const limits = { ...BUILT_IN_LIMITS, signFlip: 'block' };
  const set = LimitsAnswer.parse(JSON.parse((await desk.put({ limits })).text));
  expect(set.limits).toMatchObject({ limits, source: 'pane', locked: false });
  const back = LimitsAnswer.parse(JSON.parse((await desk.put({ limits: null })).text));
  expect(back.limits).toMatchObject({ limits: BUILT_IN_LIMITS, source: 'built-in' });
});

it('says which field of the limits is not right, and that they are locked', async () => {
  const desk = await start();
  const wrong = await desk.put({ limits: { ...BUILT_IN_LIMITS, volume: [{ unit: 'MW', warn: 'x' }] } });
  expect(wrong.status).toBe(400);
  expect(failureOf(wrong).message).toContain('limits.volume[0].warn wants a number');
  const givenLimits: DeskLimits = { limits: BUILT_IN_LIMITS, locked: true, source: 'file' };
  const locked = await (await start({ givenLimits })).put({ limits: BUILT_IN_LIMITS });
  expect([locked.status, failureOf(locked).message]).toEqual([403, 'The limits of this desk are locked.']);
});

it('gives the support bundle out as a file', async () => {
  const journal = new MemoryJournal();
  await journal.append(action(1, { state: 'done' }));
  const desk = await start({ journal, support: { settings: { port: 1 }, log: () => [], secrets: () => [] } });
  const answer = await desk.get(ROUTES.supportBundle.path);
  expect(answer.headers['content-disposition']).toBe(
    'attachment; filename="spreaddesk-support-2026-11-20.json"',
  );
  expect(JSON.parse(answer.text)).toMatchObject({
    settings: { port: 1 },
    status: { environment: 'simulator', service: 'http://127.0.0.1:1' },
    plan: { stretch: 1, watched: {} },
    journal: {
      isWhole: true,
      head: { sequence: 1 + OF_START },
      actions: [{ id: action(1).id, state: 'done' }],
    },
  });
});
