import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { newSession } from '../../../simulation/running-gateway';
import { Mapping } from '../../../src/contract/service/mapping';
import { Dialect } from '../../../src/gateway/platform/dialect/dialect';
import { addressList } from '../../../src/gateway/events/senders';
import { call, testGateway, TOKEN, type TestGateway, type TestGatewayOptions } from '../twins/gateway';

const PATH = `/webhooks/${TOKEN}`;
const TRADED = '{ "eventType": "request-traded", "request-id": "RQ-1", "trade-id": "TR-1" }';

let open: TestGateway | undefined;
afterEach(async () => {
  await open?.stop();
  open = undefined;
});

async function gatewayWith(options: TestGatewayOptions = {}): Promise<TestGateway> {
  open = await testGateway(options);
  return open;
}

/** Where deliveries go: the gateway's own door, or the server that it has for them. */
const portFor = ({ gateway }: TestGateway): { port: number } => ({
  port: Number(new URL(gateway.webhook ?? '').port),
});

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const deliver = (
  desk: TestGateway,
  { method = 'POST', body = TRADED, headers = {} }: Sent = {},
  path = PATH,
) => call(portFor(desk), path, { method, body, headers });

/** How the pane is told, over the gateway's own door. */
async function told(desk: TestGateway): Promise<Record<string, unknown>> {
  const token = await newSession(desk.gateway);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await call(desk.gateway, '/api/webhook', { headers });
  return JSON.parse(answer.text) as Record<string, unknown>;
}
const reasonOf = (how: Record<string, unknown>): string =>
  (how.lastRefusal as { failure: { message: string } } | undefined)?.failure.message ?? '';

const PLACES: readonly [string, TestGatewayOptions][] = [
  ['the gateway’s own door', {}],
  ['a server of its own', { webhooks: { listensOn: { host: '127.0.0.1', port: 0 } } }],
];

describe.each(PLACES)('a delivery to %s', (_, options) => {
  it('is kept as it came, and answered with nothing but its status', async () => {
    const desk = await gatewayWith(options);
    const answer = await deliver(desk, { headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(desk.events.read()).toMatchObject([
      { origin: 'pushed', type: 'request-traded', requestId: 'RQ-1', tradeId: 'TR-1', times: 1 },
    ]);
    expect(await told(desk)).toMatchObject({ accepted: 1, refused: 0, lastAcceptedAt: desk.clock.now() });
  });

  it.each(['text/plain', 'application/cloudevents+json', 'x'])(
    'is read whatever it calls itself: %s',
    async (type) => {
      const desk = await gatewayWith(options);
      expect((await deliver(desk, { headers: { 'content-type': type } })).status).toBe(200);
      expect((await deliver(desk)).status).toBe(200);
      expect(desk.events.read()).toMatchObject([{ times: 2 }]);
    },
  );

  it('with a wrong token finds what any wrong address finds, and writes nothing', async () => {
    const desk = await gatewayWith(options);
    const wrong = `/webhooks/${TOKEN.slice(0, -1)}x`;
    const answers = [await deliver(desk, {}, wrong), await deliver(desk, { body: '{}' }, '/nothing')];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    const names = answers.map(({ headers }) => Object.keys(headers).sort());
    expect(names[0]).toEqual(names[1]);
    expect(desk.events.read()).toEqual([]);
    const how = await told(desk);
    expect(how).toMatchObject({ accepted: 0, refused: 1 });
    expect(reasonOf(how)).toContain('not this desk’s');
  });

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('by %s finds nothing', async (method) => {
    const desk = await gatewayWith(options);
    expect((await call(portFor(desk), PATH, { method })).status).toBe(404);
    expect(desk.events.read()).toEqual([]);
  });

  it.each([
    ['not JSON', '{', 'not JSON'],
    ['empty', '', 'empty'],
    ['no event', '{"a":1}', 'no eventType'],
    ['about no identifier', '{"eventType":"x","request-id":"../x"}', 'request-id is not an identifier'],
  ])('that is %s is refused without a word, and the pane is told why', async (_, body, reason) => {
    const desk = await gatewayWith(options);
    const answer = await deliver(desk, { body });
    expect([answer.status, answer.text]).toEqual([400, '']);
    const how = await told(desk);
    expect(how).toMatchObject({ refused: 1 });
    expect(reasonOf(how)).toContain(reason);
  });

  it('of more than 64 kB is refused, whether it says so or not', async () => {
    const desk = await gatewayWith(options);
    const large = `{"eventType":"x","pad":"${'x'.repeat(70_000)}"}`;
    expect((await deliver(desk, { body: large })).status).toBe(413);
    const chunked = { body: large, headers: { 'transfer-encoding': 'chunked' } };
    expect((await deliver(desk, chunked)).status).toBe(413);
    expect(desk.events.read()).toEqual([]);
    expect((await deliver(desk)).status).toBe(200);
  });

  it('that comes too slowly is not waited for', async () => {
    const desk = await gatewayWith(options);
    const { port } = portFor(desk);
    const socket = connect({ host: '127.0.0.1', port });
    const answer = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (part: Buffer) => (text += part.toString()));
      socket.on('close', () => resolve(text));
    });
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-length: 100\r\n\r\n{"eventType"`,
    );
    let closed = false;
    void answer.then(() => (closed = true));
    while (!closed) {
      await desk.clock.advance(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(reasonOf(await told(desk))).toContain('5 seconds');
    expect(desk.events.read()).toEqual([]);
  });

  it('that is broken off leaves nothing behind', async () => {
    const desk = await gatewayWith(options);
    const { port } = portFor(desk);
    const socket = connect({ host: '127.0.0.1', port });
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-length: 100\r\n\r\n{"eventType"`,
      () => socket.destroy(),
    );
    while ((await told(desk)).refused !== 1) await new Promise((resolve) => setImmediate(resolve));
    expect(reasonOf(await told(desk))).toContain('cut off');
    expect((await deliver(desk)).status).toBe(200);
  });

  it('under a foreign name finds nothing', async () => {
    const desk = await gatewayWith(options);
    expect((await deliver(desk, { headers: { host: 'evil.example' } })).status).toBe(404);
    expect(desk.events.read()).toEqual([]);
    expect(reasonOf(await told(desk))).toContain('host name that is not this gateway’s');
  });

  it('under the name that settings state is taken, and that is the address that is shown', async () => {
    const publicUrl = 'https://desk.example/spreaddesk';
    const desk = await gatewayWith({ webhooks: { ...options.webhooks, publicUrl } });
    expect((await deliver(desk, { headers: { host: 'Desk.Example' } })).status).toBe(200);
    expect((await deliver(desk, { headers: { host: 'desk.example:443' } })).status).toBe(200);
    expect(await told(desk)).toMatchObject({ address: `${publicUrl}${PATH}`, isStated: true });
    const page = { headers: { host: 'desk.example' } };
    expect((await call(desk.gateway, '/api/health', page)).status).toBe(403);
  });

  it('is answered 503 when it cannot be kept; the gateway lives on and says so', async () => {
    const desk = await gatewayWith(options);
    desk.eventStore.full = true;
    expect((await deliver(desk)).status).toBe(503);
    const health = await call(desk.gateway, '/api/health');
    expect(health.status).toBe(503);
    expect(health.text).toContain('Events cannot be saved');
    desk.eventStore.full = false;
    expect((await deliver(desk)).status).toBe(200);
    expect((await call(desk.gateway, '/api/health')).status).toBe(200);
  });

  it('from an address that is not listed is refused; what it says of itself counts for nothing', async () => {
    const senders = { allowed: addressList(['192.0.2.0/24']) ?? fail() };
    const desk = await gatewayWith({ webhooks: { ...options.webhooks, rules: { senders } } });
    expect((await deliver(desk, { headers: { 'x-forwarded-for': '192.0.2.7' } })).status).toBe(403);
    expect(reasonOf(await told(desk))).toContain('127.0.0.1');
    expect(desk.events.read()).toEqual([]);
  });

  it('that a trusted proxy hands on is judged by where the proxy had it from', async () => {
    const senders = {
      allowed: addressList(['192.0.2.0/24']) ?? fail(),
      proxies: addressList(['127.0.0.1']) ?? fail(),
    };
    const desk = await gatewayWith({ webhooks: { ...options.webhooks, rules: { senders } } });
    expect((await deliver(desk, { headers: { 'x-forwarded-for': '192.0.2.7' } })).status).toBe(200);
    expect((await deliver(desk, { headers: { 'x-forwarded-for': '192.0.2.7, 203.0.113.9' } })).status).toBe(
      403,
    );
  });

  it('has to be signed where that is agreed on, over its very bytes', async () => {
    const signature = { header: 'x-signature', algorithm: 'sha256', secret: 'agreed-on' } as const;
    const desk = await gatewayWith({ webhooks: { ...options.webhooks, rules: { senders: {}, signature } } });
    const digest = createHmac('sha256', 'agreed-on').update(TRADED).digest('hex');
    expect((await deliver(desk)).status).toBe(401);
    const headers = { 'x-signature': digest };
    expect((await deliver(desk, { headers, body: `${TRADED} ` })).status).toBe(401);
    expect((await deliver(desk, { headers })).status).toBe(200);
    const how = await told(desk);
    expect(how).toMatchObject({ isSigned: true, accepted: 1, refused: 2 });
    expect(JSON.stringify(how)).not.toContain('agreed-on');
  });
});

describe('several events in one delivery', () => {
  const withItems = (items: string) => gatewayWith({ webhooks: { rules: { senders: {}, items } } });
  const batch = (...events: unknown[]): string => JSON.stringify({ data: { events } });
  const event = (n: number) => ({ eventType: 'request-traded', 'request-id': `RQ-${n}` });

  it('are all kept before it is answered', async () => {
    const desk = await withItems('data.events');
    expect((await deliver(desk, { body: batch(event(1), event(2), event(3)) })).status).toBe(200);
    expect(desk.events.read().map(({ requestId }) => requestId)).toEqual(['RQ-3', 'RQ-2', 'RQ-1']);
    expect((await deliver(desk, { body: batch() })).status).toBe(200);
    expect(await told(desk)).toMatchObject({ accepted: 2, refused: 0 });
  });

  it('are kept without the one that cannot be read, and that one is said', async () => {
    const desk = await withItems('data.events');
    const body = batch(event(1), { eventType: 'x', 'request-id': '../x' }, 'noise', event(2));
    expect((await deliver(desk, { body })).status).toBe(200);
    expect(desk.events.read().map(({ requestId }) => requestId)).toEqual(['RQ-2', 'RQ-1']);
    const how = await told(desk);
    expect(how).toMatchObject({ accepted: 1, refused: 2 });
    expect(reasonOf(how)).toContain('cannot be read as an event');
  });

  it('are refused where none can be read, and none is acknowledged that is not on disk', async () => {
    const desk = await withItems('');
    expect((await deliver(desk, { body: '["a","b"]' })).status).toBe(400);
    desk.eventStore.full = true;
    expect((await deliver(desk, { body: JSON.stringify([event(1), event(2)]) })).status).toBe(503);
    desk.eventStore.full = false;
    expect(desk.events.read()).toEqual([]);
    expect((await deliver(desk, { body: JSON.stringify([event(1), event(2)]) })).status).toBe(200);
    expect(desk.events.read()).toHaveLength(2);
  });

  it('are read by the names, nesting and words that the profile maps', async () => {
    const mapping = Mapping.parse({
      words: { 'event-type': { 'request-traded': 'RFQ_DONE' } },
      records: {
        event: {
          fields: { eventType: 'meta.kind', 'request-id': 'subject.rfq.no', 'trade-id': 'subject.deal' },
        },
      },
    });
    const desk = await gatewayWith({
      inbox: { dialect: new Dialect(mapping), rules: { senders: {}, items: '' } },
    });
    const subject = (no: string) => ({ rfq: { no }, deal: 'T-9' });
    const body = JSON.stringify([
      { meta: { kind: 'RFQ_DONE' }, subject: subject('RQ-1') },
      { meta: { kind: 'HALTED' }, subject: subject('RQ-2') },
    ]);
    expect((await deliver(desk, { body })).status).toBe(200);
    expect(desk.events.read()).toMatchObject([
      { type: 'HALTED', requestId: 'RQ-2', tradeId: 'T-9' },
      { type: 'request-traded', requestId: 'RQ-1', tradeId: 'T-9' },
    ]);
  });
});

describe('a burst', () => {
  it('of many deliveries at once is kept whole', async () => {
    const desk = await gatewayWith();
    const bodies = Array.from({ length: 300 }, (_, n) => `{"eventType":"x","request-id":"RQ-${n}"}`);
    const answers = await Promise.all(bodies.map((body) => deliver(desk, { body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const named = new Set(desk.events.read().map(({ requestId }) => requestId));
    expect(named.size).toBe(300);
  });

  it('of wrong tokens writes nothing and hides no delivery', async () => {
    const desk = await gatewayWith();
    const knocks = Array.from({ length: 200 }, (_, n) => deliver(desk, {}, `/webhooks/guess-${n}`));
    const good = deliver(desk);
    expect(new Set((await Promise.all(knocks)).map(({ status }) => status))).toEqual(new Set([404]));
    expect((await good).status).toBe(200);
    expect(desk.events.read()).toHaveLength(1);
    expect(await told(desk)).toMatchObject({ accepted: 1, refused: 200 });
  });
});

describe('a server for deliveries alone', () => {
  it('serves nothing else, and the gateway’s own door takes no deliveries then', async () => {
    const desk = await gatewayWith({ webhooks: { listensOn: { host: '127.0.0.1', port: 0 } } });
    for (const path of ['/', '/taskpane.html', '/api/health', '/api/session', '/webhooks', '/webhooks/']) {
      const answer = await call(portFor(desk), path);
      expect([answer.status, answer.text]).toEqual([404, '']);
    }
    expect((await call(portFor(desk), '/api/session', { method: 'POST' })).status).toBe(404);
    expect((await call(desk.gateway, PATH, { method: 'POST', body: TRADED })).status).toBe(404);
    expect(desk.events.read()).toEqual([]);
  });

  it('says of an address that cannot be read what it says of any wrong one', async () => {
    const desk = await gatewayWith({ webhooks: { listensOn: { host: '127.0.0.1', port: 0 } } });
    for (const path of [`/webhooks/${'A'.repeat(500)}`, '/webhooks/%zz']) {
      const answer = await deliver(desk, {}, path);
      expect([answer.status, answer.text]).toEqual([404, '']);
    }
  });

  it('answers what is no HTTP without a word', async () => {
    const desk = await gatewayWith({ webhooks: { listensOn: { host: '127.0.0.1', port: 0 } } });
    const socket = connect({ host: '127.0.0.1', port: portFor(desk).port });
    const text = await new Promise<string>((resolve) => {
      let all = '';
      socket.on('data', (part: Buffer) => (all += part.toString()));
      socket.on('close', () => resolve(all));
      socket.write('hello\r\n\r\n');
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toMatch(/\r\n\r\n$/);
  });
});

function fail(): never {
  throw new Error('no list of addresses');
}
