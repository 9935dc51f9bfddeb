import { expect, it } from 'vitest';
import { unfinishedOf, type DeskFigures } from '../../../src/gateway/environments/figures';
import { Metrics, type Measured } from '../../../src/gateway/metrics/metrics';
import { openMetrics } from '../../../src/gateway/metrics/server';
import { readSettings } from '../../../src/gateway/settings/settings';
import { figures, FULL, NOW } from './figures';

const over = (parts: Partial<DeskFigures>, rest: Partial<Measured> = {}): Measured => ({
  ...FULL,
  desk: () => ({ ...figures, ...parts }),
  ...rest,
});
const lineOf = async (metrics: Metrics, name: string): Promise<string | undefined> =>
  (await metrics.text())
    .split('\n')
    .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));

it('tells calls by lane and outcome as counters that only grow, also when the desk counts anew', async () => {
  let calls = 5;
  const metrics = new Metrics({
    ...FULL,
    desk: () => ({
      ...figures,
      pacing: { ended: [{ lane: 'submit', outcome: 'answered', calls }], waiting: [] },
    }),
  });
  const name = 'spreaddesk_calls_total{lane="submit",outcome="answered"}';
  expect(await lineOf(metrics, name)).toBe(`${name} 5`);
  expect(await lineOf(metrics, name)).toBe(`${name} 5`);
  calls = 2;
  expect(await lineOf(metrics, name)).toBe(`${name} 7`);
});

it('tells ages in seconds, of the oldest price and of the oldest unknown outcome', async () => {
  const metrics = new Metrics(
    over({
      unknownSince: NOW - 90_000,
      quota: {
        ...figures.quota,
        plan: { resources: 3, stretch: 1, callsPerHour: 1, pricesAt: NOW - 61_500 },
      },
    }),
  );
  expect(await lineOf(metrics, 'spreaddesk_unknown_age_seconds')).toBe('spreaddesk_unknown_age_seconds 90');
  expect(await lineOf(metrics, 'spreaddesk_oldest_price_age_seconds')).toBe(
    'spreaddesk_oldest_price_age_seconds 61.5',
  );
});

it('tells nothing of what is not there, and forgets what was', async () => {
  let isOpen = true;
  const metrics = new Metrics({
    version: '1',
    clock: { now: () => NOW },
    desk: () => (isOpen ? figures : undefined),
  });
  expect(await metrics.text()).toContain('spreaddesk_signed_in 1');
  isOpen = false;
  const text = await metrics.text();
  expect(text).toContain('spreaddesk_desk_open 0');
  expect(text).not.toMatch(/spreaddesk_(signed_in|tokens|leader|replication\w*|spooled_events) /);
});

it('counts the actions that have not ended by state, and knows the oldest unknown one', () => {
  const action = (state: string, sentAt?: number) => ({ state, sentAt, createdAt: 7 });
  const actions = [action('unknown', 30), action('unknown', 20), action('done', 1), action('sending', 5)];
  expect(unfinishedOf(actions as never)).toEqual({
    unfinished: { waiting: 0, staged: 0, sending: 1, acknowledged: 0, unknown: 2 },
    unknownSince: 20,
  });
});

it('names kinds in its labels, and no person, request, address or secret', async () => {
  const text = await new Metrics(FULL).text();
  const labels = new Set(
    [...text.matchAll(/^spreaddesk_\w+\{(\w+)="|,(\w+)="/gm)].map(([, one, two]) => one ?? two),
  );
  const allowed = ['lane', 'outcome', 'origin', 'state', 'version'];
  const own = [...text.matchAll(/^(spreaddesk_\w+)\{(.+)\} /gm)].flatMap(([, , all = '']) =>
    [...all.matchAll(/(\w+)="/g)].map(([, label]) => label),
  );
  expect(new Set(own)).toEqual(new Set(allowed));
  expect(labels.size).toBeGreaterThan(0);
});

it('is read on a port of its own, by its token, and answers nothing else', async () => {
  const server = await openMetrics({ host: '127.0.0.1', port: 0, token: 'word' }, FULL);
  try {
    const at = `http://127.0.0.1:${server.port}`;
    const ask = (path: string, authorization?: string) =>
      fetch(`${at}${path}`, { headers: { ...(authorization !== undefined && { authorization }) } });
    expect((await ask('/metrics')).status).toBe(401);
    expect((await ask('/metrics', 'Bearer other')).status).toBe(401);
    const told = await ask('/metrics', 'Bearer word');
    expect([told.status, told.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ]);
    expect(await told.text()).toContain('spreaddesk_tokens 80');
    expect((await ask('/api/health', 'Bearer word')).status).toBe(404);
    expect(
      (await fetch(`${at}/metrics`, { method: 'POST', headers: { authorization: 'Bearer word' } })).status,
    ).toBe(404);
  } finally {
    await server.close();
  }
});

it('is off unless a port is set, and wants a token beyond this machine', () => {
  const read = (given: Record<string, string>) => {
    const settings = readSettings(given, []);
    return settings.ok ? settings.value.metrics : settings.failure.message;
  };
  expect(read({})).toBeUndefined();
  expect(read({ METRICS_PORT: '9464' })).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toContain('METRICS_TOKEN');
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'w' })).toMatchObject({
    token: 'w',
  });
});
