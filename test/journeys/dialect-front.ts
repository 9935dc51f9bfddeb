import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEFAULT_PROFILE, profileFrom } from '../../src/contract/service/profile';
import type { Front } from './whole-system';

/**
 * The simulator as a platform of another dialect: OAuth 2.0 by HTTP Basic, camelCase, volumes nested, prices as text, moments in
 * milliseconds, other words, everything in an envelope, and withdrawals by POST. Written by hand: it shares nothing with the map.
 */
const PREFIX = '/rfq-api';

const PROFILE = {
  paths: Object.fromEntries(
    Object.entries(DEFAULT_PROFILE.paths).map(([name, path]) => [name, PREFIX + path]),
  ),
  operations: { 'withdraw-quote': { method: 'POST', query: { action: 'withdraw' } } },
  auth: {
    standard: 'oauth2',
    credentialsIn: 'basic',
    fields: { scope: 'trading' },
    tokenField: 'session.access_token',
    expiresField: 'session.expires_in',
  },
  lists: {
    items: 'data.rows',
    filters: {
      'traded-at-from': { name: 'from', as: 'epoch-ms' },
      'traded-at-to': { name: 'to', as: 'epoch-ms' },
    },
  },
  mapping: {
    names: 'camelCase',
    wordStyle: 'UPPER_SNAKE',
    values: { decimal: 'text', time: 'epoch-ms' },
    words: { side: { buy: 'B', sell: 'S' }, direction: { bid: 'BUYER', ask: 'SELLER' } },
    envelope: 'data',
    records: {
      leg: { fields: { quantity: 'volume.amount', 'quantity-unit': 'volume.unit' } },
      quote: { fields: { 'quotation-id': 'quoteId', quantity: 'volume.amount' } },
      proposal: { fields: { quantity: 'volume.amount' } },
      counteroffer: { fields: { 'quotation-id': 'quoteId', quantity: 'volume.amount' } },
      trade: { fields: { quantity: 'volume.amount', 'quantity-unit': 'volume.unit' } },
    },
    bodies: {
      execution: {
        fields: { 'quotation-id': 'quoteId', 'last-seen-price': 'seen', quantity: 'volume.amount' },
      },
    },
  },
};

const camel = (name: string): string =>
  name === 'spreadType'
    ? 'swapType'
    : name === 'quotation-id'
      ? 'quoteId'
      : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const kebab = (name: string): string =>
  name === 'swapType'
    ? 'spreadType'
    : name === 'quoteId'
      ? 'quotation-id'
      : name === 'seen'
        ? 'last-seen-price'
        : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const WORDS: Record<string, string> = { buy: 'B', sell: 'S', bid: 'BUYER', ask: 'SELLER' };
const WORD_FIELDS = new Set(
  'state role contract contract-type spread-type spreadType venue kind action price-direction'.split(' '),
);
const MONEY = /^(?:.*price|quantity|remaining-quantity)$/;
const loud = (word: string): string => WORDS[word] ?? word.toUpperCase().replaceAll('-', '_');
const quiet = (word: string): string =>
  Object.entries(WORDS).find(([, loudWord]) => loudWord === word)?.[0] ??
  word.toLowerCase().replaceAll('_', '-');

function theirs(value: unknown, name = '', inside = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => theirs(one, name, name));
  if (typeof value === 'number' && MONEY.test(name)) return value.toFixed(2);
  if (typeof value === 'string' && name.endsWith('-at')) return Date.parse(value);
  if (typeof value === 'string' && (WORD_FIELDS.has(name) || (name === 'type' && inside !== 'clearing')))
    return loud(value);
  if (typeof value !== 'object' || value === null) return value;
  const { quantity, 'quantity-unit': unit, ...rest } = value as Record<string, unknown>;
  const volume = { amount: theirs(quantity, 'quantity'), ...(unit !== undefined && { unit }) };
  const fields = Object.entries(rest).map(
    ([key, part]) => [camel(key), theirs(part, key, key === 'type' ? name : key)] as const,
  );
  return { ...Object.fromEntries(fields), ...(quantity !== undefined && { volume }) };
}

function ours(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => ours(one, name));
  if (typeof value === 'string' && MONEY.test(name)) return Number(value);
  if (typeof value === 'string' && (WORD_FIELDS.has(name) || name === 'type')) return quiet(value);
  if (typeof value !== 'object' || value === null) return value;
  const { volume, ...rest } = value as { volume?: { amount: string; unit?: string } };
  const fields = Object.entries(rest).map(([key, part]) => [kebab(key), ours(part, kebab(key))] as const);
  return {
    ...Object.fromEntries(fields),
    ...(volume && { quantity: Number(volume.amount), ...(volume.unit && { 'quantity-unit': volume.unit }) }),
  };
}

function answered(status: number, text: string): string {
  if (status >= 400 || text === '') return text;
  const body = JSON.parse(text) as { items?: unknown[]; total?: number };
  if (!Array.isArray(body.items)) return JSON.stringify({ data: theirs(body) });
  return JSON.stringify({ data: { rows: theirs(body.items) }, total: body.total });
}

interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A call as the simulator wants it. */
function forwarded({ method, url, headers, body }: Exchange): Exchange {
  const path = new URL(url.href);
  path.pathname = path.pathname.slice(PREFIX.length);
  for (const [there, here] of [
    ['from', 'traded-at-from'],
    ['to', 'traded-at-to'],
  ] as const) {
    const at = path.searchParams.get(there);
    if (at !== null) path.searchParams.set(here, new Date(Number(at)).toISOString());
    path.searchParams.delete(there);
  }
  if (path.pathname.endsWith('/authenticate')) {
    const given = Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    const [id = '', secret = ''] = given.split(':');
    const isOurs = new URLSearchParams(body).get('grant_type') === 'client_credentials';
    const form = new URLSearchParams({ 'client-id': isOurs ? id : '', 'client-secret': secret }).toString();
    return { method, url: path, headers, body: form };
  }
  const isWithdrawal = path.searchParams.get('action') === 'withdraw';
  path.searchParams.delete('action');
  return {
    method: isWithdrawal ? 'DELETE' : method,
    url: path,
    headers,
    body: body === '' ? '' : JSON.stringify(ours(JSON.parse(body))),
  };
}

const textOf = async (message: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

const asked = ({ method, url, headers, body }: Exchange): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { host: _, 'content-length': __, connection: ___, 'accept-encoding': ____, ...rest } = headers;
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = request(url, { method, headers: { ...rest, ...length } }, resolve);
    call.on('error', reject);
    call.end(body);
  });

/** Stands before the simulator, and keeps every call that came. */
export async function dialectFront(
  simulatorUrl: string,
): Promise<Front & { readonly calls: readonly string[] }> {
  const calls: string[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      const url = new URL(incoming.url ?? '', simulatorUrl);
      const body = await textOf(incoming);
      calls.push(`${incoming.method ?? ''} ${url.pathname} ${body}`);
      const exchange = { method: incoming.method ?? 'GET', url, headers: incoming.headers, body };
      const answer = await asked(forwarded(exchange));
      const text = await textOf(answer);
      const status = answer.statusCode ?? 500;
      const isToken = url.pathname.endsWith('/authenticate') && status < 300;
      const token = isToken ? (JSON.parse(text) as Record<string, unknown>) : {};
      const session = { access_token: token['access-token'], expires_in: token['expires-in'] };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(isToken ? JSON.stringify({ session }) : answered(status, text));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    profile: profileFrom(PROFILE),
    calls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
