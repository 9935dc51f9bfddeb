import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { CREDENTIALS } from '../../../src/simulator/http/access';

/** A reading dialect, written by hand: it shares nothing with the profile or with what the probe knows. */
export interface SpokenDialect {
  /** The sign-in's fields as this platform wants them; `undefined` refuses. */
  readonly credentials: (call: Call) => { id: string; secret: string } | undefined;
  readonly tokenAnswer: (token: string) => unknown;
  /** An opaque token in the place of the simulator's. */
  readonly opaque?: string;
  /** The simulator's path for one of this platform's; `undefined` is not there. */
  readonly path?: (path: string) => string | undefined;
  readonly page: (call: Call, all: readonly unknown[]) => { body: unknown; headers?: Record<string, string> };
  readonly record: (record: Fields, of: string) => unknown;
  readonly single?: (record: unknown) => unknown;
  readonly gzip?: boolean;
  readonly headers?: Record<string, string>;
}

export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Fields = Record<string, unknown>;

const textOf = async (message: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

function asked(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body = '',
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, resolve);
    call.on('error', reject);
    call.end(body);
  });
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Stands before a simulator, and keeps every call that came. */
export async function frontOf(simulator: string, dialect: SpokenDialect) {
  const calls: Call[] = [];
  let token = '';
  const reply = async (
    call: Call,
  ): Promise<{ status: number; body: unknown; headers?: Record<string, string> }> => {
    const path = dialect.path ? dialect.path(call.url.pathname) : call.url.pathname;
    const apiKey = { 'x-api-key': String(call.headers['x-api-key'] ?? '') };
    if (path === undefined) return { status: 404, body: { message: 'not here' } };
    if (path.endsWith('/authenticate')) {
      const given = dialect.credentials(call);
      if (!given) return { status: 401, body: { error: 'invalid', echoed: call.body } };
      const form = new URLSearchParams({ 'client-id': given.id, 'client-secret': given.secret }).toString();
      const answer = await asked(
        new URL('/v2.0/authenticate', simulator),
        'POST',
        { ...apiKey, ...FORM },
        form,
      );
      token = String((JSON.parse(await textOf(answer)) as Fields)['access-token']);
      return { status: answer.statusCode ?? 500, body: dialect.tokenAnswer(dialect.opaque ?? token) };
    }
    const bearer = String(call.headers.authorization ?? '').replace('Bearer ', '');
    if (bearer !== (dialect.opaque ?? token)) return { status: 401, body: {} };
    const url = new URL(path, simulator);
    url.search = '';
    for (const name of ['commodity', 'market']) {
      const value = call.url.searchParams.get(name);
      if (value !== null) url.searchParams.set(name, value);
    }
    url.searchParams.set('page-size', '500');
    const answer = await asked(url, call.method, { ...apiKey, authorization: `Bearer ${token}` });
    const body = JSON.parse(await textOf(answer)) as Fields;
    const status = answer.statusCode ?? 500;
    if (status >= 300) return { status, body: { message: 'no' } };
    if (!Array.isArray(body['items'])) {
      const record = dialect.record(body, path);
      return { status, body: dialect.single ? dialect.single(record) : record };
    }
    const all = (body['items'] as Fields[]).map((one) => dialect.record(one, path));
    return { status, ...dialect.page(call, all) };
  };
  const server = createServer((incoming, response) => {
    void (async () => {
      const body = await textOf(incoming);
      const url = new URL(incoming.url ?? '', 'http://front');
      const call = { method: incoming.method ?? '', url, headers: incoming.headers, body };
      calls.push(call);
      const { status, body: answer, headers } = await reply(call);
      const text = Buffer.from(JSON.stringify(answer));
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(dialect.gzip && { 'content-encoding': 'gzip' }),
        ...dialect.headers,
        ...headers,
      });
      response.end(dialect.gzip ? gzipSync(text) : text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const pair = (id: unknown, secret: unknown) =>
  id === CREDENTIALS.clientId && secret === CREDENTIALS.clientSecret
    ? { id: CREDENTIALS.clientId, secret: CREDENTIALS.clientSecret }
    : undefined;

function jsonOf(call: Call): Fields {
  try {
    return JSON.parse(call.body) as Fields;
  } catch {
    return {};
  }
}

const renamed =
  (name: (ours: string) => string, value: (ours: string, value: unknown) => unknown = (_, same) => same) =>
  (record: Fields): Fields => {
    const all = (one: unknown, field: string): unknown => {
      if (Array.isArray(one)) return one.map((part) => all(part, field));
      if (typeof one !== 'object' || one === null) return value(field, one);
      return Object.fromEntries(Object.entries(one).map(([key, part]) => [name(key), all(part, key)]));
    };
    return all(record, '') as Fields;
  };

const digitsOf = (text: unknown): unknown =>
  typeof text === 'string' ? Number(text.replace(/^\D+/, '')) : text;
const isId = (name: string): boolean =>
  ['request-id', 'trade-id', 'quotation-id', 'price-proposal-id', 'counteroffer-id'].includes(name);
const isTime = (name: string, value: unknown): value is string =>
  name.endsWith('-at') && typeof value === 'string';
const isPrice = (name: string): boolean => name === 'price' || name.endsWith('-price');
const whole = (call: Call, name: string, usual: number): number =>
  Number(call.url.searchParams.get(name) ?? usual);

/** JSON sign-in, an opaque token, snake_case, ids as numbers, seconds, offsets. */
export const OFFSETS: SpokenDialect = {
  credentials: (call) => pair(jsonOf(call)['client-id'], jsonOf(call)['client-secret']),
  tokenAnswer: (token) => ({ result: { token, expires_in: 3600 } }),
  opaque: 'opaque-4711-0815-secret',
  path: (path) =>
    path
      .replace(/requests\/(\d+)/, (_, id: string) => `requests/RQ-${id}`)
      .replace(/trades\/(\d+)/, (_, id: string) => `trades/TR-${id}`),
  page: (call, all) => {
    const [from, size] = [whole(call, 'offset', 0), whole(call, 'limit', 20)];
    const facets = Array.from({ length: 40 }, (_, at) => ({ label: `facet ${at}` }));
    return { body: { found: all.slice(from, from + size), facets, total_count: all.length } };
  },
  record: renamed(
    (name) =>
      name === 'spreadType' ? 'swap_type' : name === 'eventType' ? 'event_type' : name.replaceAll('-', '_'),
    (name, value) =>
      isId(name) ? digitsOf(value) : isTime(name, value) ? Math.floor(Date.parse(value) / 1000) : value,
  ),
};

/** Credentials in the query, PascalCase, times without a zone, prices as whole hundredths that nothing proves, cursors. */
export const CURSORS: SpokenDialect = {
  credentials: (call) =>
    pair(call.url.searchParams.get('client-id'), call.url.searchParams.get('client-secret')),
  tokenAnswer: (token) => ({ 'access-token': token }),
  page: (call, all) => {
    const [from, size] = [whole(call, 'after', 0), whole(call, 'pageSize', 10)];
    const next = from + size < all.length ? String(from + size) : null;
    return { body: { Records: all.slice(from, from + size), Meta: { NextCursor: next } } };
  },
  record: renamed(
    (name) =>
      (name === 'spreadType' ? 'swap-type' : name === 'eventType' ? 'event-type' : name)
        .split('-')
        .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
        .join(''),
    (name, value) =>
      isPrice(name) && typeof value === 'number'
        ? Math.round(value * 100)
        : isTime(name, value)
          ? value.slice(0, 19)
          : value,
  ),
};

const FLAGS: Record<string, string> = { true: 'Y', false: 'N' };
const WORD_FIELDS = new Set([
  'state',
  'role',
  'contract',
  'action',
  'price-direction',
  'kind',
  'contract-type',
]);
const SHORT: Record<string, string> = {
  buy: 'B',
  sell: 'S',
  open: 'LIVE',
  closed: 'OVER',
  bid: 'BUYER',
  ask: 'SELLER',
};

/** HTTP Basic, pages from 0 that are cut to ten, other words, Y and N, compact days, nested volumes; packed. */
export const PAGES: SpokenDialect = {
  credentials: ({ headers }) => {
    const given = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const [id, secret] = Buffer.from(given, 'base64').toString().split(':');
    return pair(id, secret);
  },
  tokenAnswer: (token) => ({ access: { jwt: token }, type: 'bearer' }),
  gzip: true,
  headers: { 'ratelimit-policy': '8;w=1, 5000;w=86400', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' },
  page: (call, all) => {
    const size = Math.min(10, whole(call, 'size', 10));
    const from = whole(call, 'page', 0) * size;
    return { body: { content: all.slice(from, from + size), totalElements: all.length } };
  },
  single: (record) => ({ payload: record }),
  record: (record) => {
    const nested = (one: unknown): unknown => {
      if (Array.isArray(one)) return one.map(nested);
      if (typeof one !== 'object' || one === null) return one;
      const { quantity, ...rest } = one as Fields;
      const parts = Object.entries(rest).map(([name, part]) => [name, nested(part)] as const);
      return {
        ...Object.fromEntries(parts),
        ...(quantity !== undefined && { volume: { amount: quantity } }),
      };
    };
    const spoken = renamed(
      (name) => name,
      (name, value) => {
        if (typeof value === 'boolean') return FLAGS[String(value)];
        if (WORD_FIELDS.has(name) && typeof value === 'string')
          return SHORT[value] ?? value.toUpperCase().replaceAll('-', '_');
        return name.startsWith('delivery-') && typeof value === 'string' ? value.replaceAll('-', '') : value;
      },
    );
    return nested(spoken(record));
  },
};

/** Only v2.2, Link headers, an id called id, prices as whole hundredths with the written price beside them, deliveries that end with the day after. */
export const LINKS: SpokenDialect = {
  credentials: (call) =>
    pair(
      new URLSearchParams(call.body).get('client-id'),
      new URLSearchParams(call.body).get('client-secret'),
    ),
  tokenAnswer: (token) => ({ access_token: token }),
  path: (path) => (path.startsWith('/v2.3/') ? undefined : path.replace('/v2.2/tender', '/v2.3/tender')),
  page: (call, all) => {
    const [from, size] = [whole(call, 'from', 0), whole(call, 'per_page', 12)];
    const next = new URL(call.url.href);
    next.searchParams.set('from', String(from + size));
    const link =
      from + size < all.length ? { headers: { link: `<${next.pathname}${next.search}>; rel="next"` } } : {};
    return { body: all.slice(from, from + size), ...link };
  },
  record: (record) => {
    const spoken = (one: unknown): unknown => {
      if (Array.isArray(one)) return one.map(spoken);
      if (typeof one !== 'object' || one === null) return one;
      const fields = Object.entries(one).map(([name, part]) => [name, spoken(part)] as const);
      const { price } = one as Fields;
      const twin =
        typeof price === 'number' ? { price: Math.round(price * 100), 'display-text': price.toFixed(2) } : {};
      const end = (one as Fields)['delivery-end'];
      const after = typeof end === 'string' && { 'delivery-end': dayAfter(end) };
      return { ...Object.fromEntries(fields), ...twin, ...after };
    };
    const { 'quotation-id': quote, ...rest } = spoken(record) as Fields;
    return { ...(quote === undefined ? {} : { id: quote }), ...rest };
  },
};

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Lists that are not paged, and say how many records they have. */
export const WHOLE: SpokenDialect = {
  credentials: (call) =>
    new URLSearchParams(call.body).get('grant_type') === 'client_credentials'
      ? pair(
          new URLSearchParams(call.body).get('client_id'),
          new URLSearchParams(call.body).get('client_secret'),
        )
      : undefined,
  tokenAnswer: (token) => ({ access_token: token, token_type: 'bearer', expires_in: 3600 }),
  page: (_, all) => ({ body: { data: { rows: all }, meta: { total: all.length } } }),
  record: (record) => record,
};
