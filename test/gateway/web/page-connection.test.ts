import { expect, it } from 'vitest';
import {
  BEAT_MS,
  GatewayMessage,
  PAGE_SILENCE_MS_MAX,
  WATCHES_MAX,
  type AnswerMessage,
} from '../../../src/contract/desk/socket';
import { RequestId } from '../../../src/domain/identifiers';
import { resourceKey } from '../../../src/domain/resources/resource';
import { PageConnection, UNKNOWN_PAGE, type Pipe } from '../../../src/gateway/web/page-connection';
import { testCache } from '../twins/cache';
import { singleRequest } from '../twins/fake-platform';

class TestPipe implements Pipe {
  readonly sent: GatewayMessage[] = [];
  waitingBytes = 0;
  closedWith: number | undefined;
  isCut = false;

  send(text: string): void {
    this.sent.push(GatewayMessage.parse(JSON.parse(text)));
  }

  close(code: number): void {
    this.closedWith = code;
  }

  cut(): void {
    this.isCut = true;
  }

  get answers(): AnswerMessage[] {
    return this.sent.flatMap((message) => (message.type === 'answers' ? message.answers : []));
  }
}

const request = (id: string) => ({ kind: 'request', id: RequestId.parse(id) }) as const;

function connect({ hello = true } = {}) {
  const desk = testCache();
  const pipe = new TestPipe();
  const open = { name: 'simulator', cache: desk.book };
  const acted: string[] = [];
  const page = new PageConnection({
    pipe,
    session: () => open,
    clock: desk.clock,
    refusal: (token) => (token === 'right' ? undefined : UNKNOWN_PAGE),
    acted: (token) => void acted.push(token),
  });
  const say = (message: unknown): void => page.receive(JSON.stringify(message));
  if (hello) say({ type: 'hello', token: 'right' });
  return { ...desk, pipe, page, say, open, acted };
}

it('sends a value once and afterwards only what changed about it', async () => {
  const { pipe, say, platform, clock } = connect();
  platform.addRequest(singleRequest('RQ-1'));
  say({ type: 'watch', add: [request('RQ-1')], drop: [] });
  await clock.advance(45_000);
  const withValue = pipe.answers.filter(({ value }) => value !== undefined);
  expect(withValue).toHaveLength(1);
  const times = pipe.answers.filter(({ state }) => state === 'fresh').map(({ fetchedAt }) => fetchedAt);
  expect(times.length).toBeGreaterThan(2);
  expect(new Set(times).size).toBe(times.length);
  platform.change('RQ-1', { commodity: 'gas' });
  await clock.advance(45_000);
  expect(pipe.answers.filter(({ value }) => value !== undefined)).toHaveLength(2);
});

it('sends what comes alone at once, and what follows it closely together', async () => {
  const { pipe, say, sources, clock } = connect();
  say({ type: 'watch', add: [{ kind: 'status' }], drop: [] });
  await clock.advance(1_000);
  const before = pipe.answers.length;
  sources.status.set({ count: 1 });
  await clock.advance(0);
  expect(pipe.answers.slice(before).map(({ value }) => value)).toEqual([{ count: 1 }]);
  for (let count = 2; count < 10; count++) sources.status.set({ count });
  await clock.advance(0);
  expect(pipe.answers).toHaveLength(before + 1);
  await clock.advance(5);
  expect(pipe.answers.slice(before + 1).map(({ value }) => value)).toEqual([{ count: 9 }]);
});

it('asks the platform first, and then says that it has: a value does not wait for that', async () => {
  const { pipe, say, platform, sources, clock } = connect();
  const release = platform.hold('request');
  platform.addRequest(singleRequest('RQ-1'));
  say({ type: 'watch', add: [request('RQ-1')], drop: [] });
  await clock.advance(4);
  expect(platform.callsOf('request')).toHaveLength(1);
  expect(pipe.answers).toEqual([]);
  await clock.advance(1);
  expect(pipe.answers.map(({ state }) => state)).toEqual(['waiting']);
  await clock.advance(100);
  say({ type: 'watch', add: [request('RQ-2'), { kind: 'status' }], drop: [] });
  sources.status.set({ count: 1 });
  await clock.advance(0);
  expect(pipe.answers.slice(1).map(({ state }) => state)).toEqual(['waiting', 'fresh']);
  release();
});

it('sends many answers in few messages', async () => {
  const { pipe, say, platform, clock } = connect();
  const ids = Array.from({ length: 500 }, (_, count) => `RQ-${count}`);
  for (const id of ids) platform.addRequest(singleRequest(id));
  say({ type: 'watch', add: ids.map(request), drop: [] });
  await clock.advance(100);
  expect(new Set(pipe.answers.map(({ key }) => key)).size).toBe(500);
  expect(pipe.sent.length).toBeLessThan(6);
});

it('keeps only the newest for a slow page, and gives up one that takes nothing', async () => {
  const { pipe, say, sources, clock } = connect();
  say({ type: 'watch', add: [{ kind: 'status' }], drop: [] });
  await clock.advance(100);
  const before = pipe.answers.length;
  pipe.waitingBytes = 5_000_000;
  for (let count = 0; count < 1_000; count++) sources.status.set({ signedIn: false, count });
  await clock.advance(1_000);
  expect(pipe.answers).toHaveLength(before);
  pipe.waitingBytes = 0;
  await clock.advance(200);
  expect(pipe.answers.slice(before).map(({ value }) => value)).toEqual([{ signedIn: false, count: 999 }]);
  pipe.waitingBytes = 5_000_000;
  sources.status.set({ signedIn: true });
  say({ type: 'beat' });
  await clock.advance(25_000);
  say({ type: 'beat' });
  await clock.advance(25_000);
  say({ type: 'beat' });
  expect(pipe.isCut).toBe(false);
  await clock.advance(15_000);
  expect(pipe.isCut).toBe(true);
});

it('stops watching what is dropped, and everything when the page is gone', async () => {
  const { pipe, say, page, platform, clock } = connect();
  for (const id of ['RQ-1', 'RQ-2']) platform.addRequest(singleRequest(id));
  say({ type: 'watch', add: [request('RQ-1'), request('RQ-2')], drop: [] });
  await clock.advance(100);
  say({ type: 'watch', add: [], drop: [resourceKey(request('RQ-1'))] });
  platform.change('RQ-1', { commodity: 'gas' });
  say({ type: 'refresh', keys: [resourceKey(request('RQ-1')), resourceKey(request('RQ-2'))] });
  await clock.advance(100);
  expect(platform.calls.map(({ name }) => name)).toEqual(['openRequests', 'request']);
  page.closed();
  page.closed();
  const told = pipe.sent.length;
  await clock.advance(600_000);
  expect(platform.calls).toHaveLength(2);
  expect(pipe.sent).toHaveLength(told);
});

it('tells that a person acts for keys and presses alone, and for nothing that the page says by itself', () => {
  const { say, page, acted } = connect();
  say({ type: 'watch', add: [request('RQ-1')], drop: [] });
  say({ type: 'refresh', keys: [resourceKey(request('RQ-1'))] });
  say({ type: 'beat' });
  expect(acted).toEqual([]);
  say({ type: 'attend', keys: [] });
  page.closed();
  expect(acted).toEqual(['right']);
});

it('keeps within seconds what the page says that a person acts on, of what it watches', async () => {
  const { say, platform, clock } = connect();
  const quotes = (id: string) => ({ kind: 'quotes', id: RequestId.parse(id) }) as const;
  for (const id of ['RQ-1', 'RQ-2']) platform.addRequest(singleRequest(id));
  for (let other = 0; other < 50; other++) say({ type: 'watch', add: [quotes(`RQ-${other + 1}`)], drop: [] });
  await clock.advance(1_200_000);
  const asked = (id: string): number =>
    platform.callsOf('quotes').filter((one) => one.id === id && one.lane === 'asked').length;
  say({ type: 'attend', keys: [resourceKey(quotes('RQ-1')), resourceKey(quotes('RQ-999'))] });
  await clock.advance(30_000);
  expect(asked('RQ-1')).toBeGreaterThanOrEqual(7);
  expect([asked('RQ-2'), asked('RQ-999')]).toEqual([0, 0]);
  // He goes on to the next one, and then away.
  say({ type: 'attend', keys: [resourceKey(quotes('RQ-2'))] });
  const left = asked('RQ-1');
  await clock.advance(30_000);
  expect(asked('RQ-2')).toBeGreaterThanOrEqual(7);
  expect(asked('RQ-1')).toBe(left);
  say({ type: 'attend', keys: [] });
  const away = asked('RQ-2');
  await clock.advance(30_000);
  expect(asked('RQ-2')).toBe(away);
});

it('tells a value anew to a page that watches it again', async () => {
  const { pipe, say, platform, clock } = connect();
  platform.addRequest(singleRequest('RQ-1'));
  say({ type: 'watch', add: [request('RQ-1')], drop: [] });
  await clock.advance(100);
  say({ type: 'watch', add: [], drop: [resourceKey(request('RQ-1'))] });
  say({ type: 'watch', add: [request('RQ-1')], drop: [] });
  await clock.advance(100);
  expect(pipe.answers.filter(({ value }) => value !== undefined)).toHaveLength(2);
  expect(platform.calls).toHaveLength(1);
});

it('fails what is watched beyond the limit of one page, in a sentence', async () => {
  const { pipe, say, clock } = connect();
  const many = Array.from({ length: WATCHES_MAX }, (_, count) => request(`RQ-${count}`));
  say({ type: 'watch', add: many, drop: [] });
  say({ type: 'watch', add: [request('RQ-one-more')], drop: [] });
  await clock.advance(0);
  const last = pipe.answers.find(({ key }) => key === resourceKey(request('RQ-one-more')));
  expect(last).toMatchObject({ state: 'failed', failure: { kind: 'throttled' } });
});

it('beats in silence, and takes a silent page for gone', async () => {
  const { pipe, say, clock } = connect();
  await clock.advance(BEAT_MS + 1_000);
  expect(pipe.sent.filter(({ type }) => type === 'beat')).toHaveLength(1);
  say({ type: 'beat' });
  // It may be calculating.
  await clock.advance(PAGE_SILENCE_MS_MAX - BEAT_MS);
  expect(pipe.isCut).toBe(false);
  expect(pipe.sent.filter(({ type }) => type === 'beat').length).toBeGreaterThanOrEqual(6);
  await clock.advance(BEAT_MS + 1_000);
  expect(pipe.isCut).toBe(true);
});

it.each([3_600_000, -3_600_000])(
  'tells the time anew, and all answers, once the clock was set by %i ms',
  async (byMs) => {
    const { pipe, say, clock, platform } = connect();
    platform.addRequest(singleRequest('RQ-1'));
    say({ type: 'watch', add: [request('RQ-1')], drop: [] });
    await clock.advance(4_000);
    const times = (): number[] =>
      pipe.sent.flatMap((message) => (message.type === 'welcome' ? [message.now] : []));
    expect(times()).toHaveLength(1);
    clock.jump(byMs);
    await clock.advance(1_000);
    expect(times().slice(1)).toEqual([clock.now()]);
    await clock.advance(50);
    expect(pipe.answers.filter(({ value }) => value !== undefined)).toHaveLength(2);
    say({ type: 'beat' });
    await clock.advance(20_000);
    expect(times()).toHaveLength(2);
  },
);

it('closes on a message that it cannot read', () => {
  for (const text of ['', '{', '[]', '{"type":"act"}', '{"type":"watch","add":[{"kind":"all"}],"drop":[]}']) {
    const { pipe, page } = connect();
    page.receive(text);
    expect(pipe.closedWith).toBe(4400);
  }
});

const HOUR_MS = 3_600_000;

it('asks nothing for what a page watches quietly, and lets it say otherwise, in both directions', async () => {
  const { pipe, say, platform, clock, book } = connect();
  platform.addRequest(singleRequest('RQ-1'));
  const key = resourceKey(request('RQ-1'));
  say({ type: 'watch', add: [], quiet: [request('RQ-1')], drop: [] });
  await clock.advance(100);
  expect(pipe.answers).toEqual([{ key, state: 'waiting', idle: true }]);
  await clock.advance(BEAT_MS);
  expect(platform.calls).toEqual([]);
  say({ type: 'watch', add: [request('RQ-1')], drop: [] });
  await clock.advance(100);
  expect(platform.calls).toHaveLength(1);
  expect(pipe.answers.at(-1)).toMatchObject({ key, state: 'fresh' });
  say({ type: 'watch', add: [], quiet: [request('RQ-1')], drop: [] });
  for (let waitedMs = 0; waitedMs < HOUR_MS; waitedMs += BEAT_MS) {
    await clock.advance(BEAT_MS);
    say({ type: 'beat' });
  }
  expect(platform.calls).toHaveLength(1);
  say({ type: 'watch', add: [], drop: [key] });
  await clock.advance(BEAT_MS);
  expect(book.entries.get(key)?.listeners.size).toBe(0);
});

it('does not send a value again because a watch has become quiet', async () => {
  const { pipe, say, platform, clock } = connect();
  platform.addRequest(singleRequest('RQ-1'));
  say({ type: 'watch', add: [request('RQ-1')], drop: [] });
  await clock.advance(100);
  say({ type: 'watch', add: [], quiet: [request('RQ-1')], drop: [] });
  await clock.advance(100);
  expect(pipe.answers.filter(({ value }) => value !== undefined)).toHaveLength(1);
});

it('refreshes what is watched quietly when a person asks', async () => {
  const { say, platform, clock } = connect();
  platform.addRequest(singleRequest('RQ-1'));
  say({ type: 'watch', add: [], quiet: [request('RQ-1')], drop: [] });
  await clock.advance(100);
  say({ type: 'refresh', keys: [resourceKey(request('RQ-1'))] });
  await clock.advance(100);
  expect(platform.calls.map(({ lane }) => lane)).toEqual(['asked']);
});

it('tells everything anew when another desk is open, and nothing more of the one before', async () => {
  const { pipe, say, page, platform, clock, open, sources } = connect();
  platform.addRequest(singleRequest('RQ-1'));
  say({ type: 'watch', add: [request('RQ-1'), { kind: 'status' }], drop: [] });
  await clock.advance(100);
  const other = testCache({ clock });
  other.platform.addRequest(singleRequest('RQ-1', { commodity: 'gas' }));
  Object.assign(open, { name: 'sandbox', cache: other.book });
  page.moved();
  const before = pipe.sent.length;
  expect(pipe.sent.at(-1)).toMatchObject({ type: 'welcome', desk: 'sandbox' });
  sources.status.set({ signedIn: false });
  await clock.advance(100);
  const told = pipe.sent
    .slice(before)
    .flatMap((message) => (message.type === 'answers' ? message.answers : []));
  const values = told.map(({ value }) => value).filter((value) => value !== undefined);
  expect(values).toHaveLength(2);
  expect(values).toContainEqual({ signedIn: true });
  expect(values).toContainEqual(expect.objectContaining({ commodity: 'gas' }));
});

it('says nothing of a move to a page that has not said hello', () => {
  const unknown = connect({ hello: false });
  unknown.page.moved();
  expect(unknown.pipe.sent).toEqual([]);
  const known = connect();
  const before = known.pipe.sent.length;
  known.page.moved();
  expect(known.pipe.sent.slice(before)).toMatchObject([{ type: 'welcome' }]);
});
