import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Dialect } from '../draw';
import type { Fields } from './records';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Its text; empty for none. */
  readonly text: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
export const jsonReply = (status: number, text: string, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { ...JSON_TYPE, ...headers },
  text,
});

/** One error of the simulator's. */
interface Said {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** A refusal in the form of the platform. */
export function refusal(status: number, errors: readonly Said[], { errors: form }: Dialect): Reply {
  const [first = { code: 'error', message: 'Refused.' }] = errors;
  const json = (body: unknown): Reply => jsonReply(status, JSON.stringify(body));
  switch (form) {
    case 'errors':
      return json({ errors });
    case 'field-errors':
      return json({
        'field-errors': errors.filter(({ field }) => field !== undefined),
        'global-errors': errors.filter(({ field }) => field === undefined),
      });
    case 'message':
      return json({ code: first.code, message: first.message });
    case 'problem':
      return {
        status,
        headers: { 'content-type': 'application/problem+json' },
        text: JSON.stringify({
          type: `/problems/${first.code}`,
          title: first.code,
          status,
          detail: first.message,
        }),
      };
    case 'error object':
      return json({ error: { code: first.code, message: first.message } });
    case 'text':
      return { status, headers: { 'content-type': 'text/plain' }, text: `${first.code}: ${first.message}` };
    case 'HTML':
      return {
        status,
        headers: { 'content-type': 'text/html' },
        text: `<html><body><h1>${first.code}</h1>${first.message}</body></html>`,
      };
  }
}

/** What a 429 says of the wait, from the simulator's seconds. */
export function waitHeaders(
  seconds: string | undefined,
  dialect: Dialect,
  now: number,
): Record<string, string> {
  const wait = Number(seconds ?? 1);
  switch (dialect['waits of a 429']) {
    case 'seconds':
      return { 'retry-after': String(wait) };
    case 'date':
      return { 'retry-after': new Date(now + wait * 1000).toUTCString() };
    case 'none':
      return {};
    case 'x-ratelimit-reset':
      return { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(wait) };
  }
}

/** One record, in the envelope of the platform. */
export function enveloped(record: unknown, { envelope }: Dialect): unknown {
  switch (envelope) {
    case 'none':
      return record;
    case 'data':
      return { data: record };
    case 'result.record':
      return { result: { record } };
  }
}

/** How a write that was done is answered: `record` is in the platform's names, `ids` as much of it as names it. */
export function writeAnswer(
  { status, record, ids }: { status: number; record: Fields; ids: Fields },
  dialect: Dialect,
): { readonly status: number; readonly body?: unknown } {
  switch (dialect['answers to writes']) {
    case 'record':
      return { status, body: enveloped(record, dialect) };
    case 'record with 200':
      return { status: 200, body: enveloped(record, dialect) };
    case '204':
      return { status: 204 };
    case '200 without a body':
      return { status: 200 };
    case '202 without a body':
      return { status: 202 };
    case 'ids':
      return { status, body: enveloped(ids, dialect) };
    case 'success':
      return { status, body: { success: true } };
  }
}

const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** The bytes of an answer, packed unasked where the platform does. */
export function packed(
  text: string,
  { packing }: Dialect,
): { bytes: Buffer; headers: Record<string, string> } {
  const bytes = Buffer.from(text);
  switch (packing) {
    case 'none':
      return { bytes, headers: {} };
    case 'gzip':
      return { bytes: gzipSync(bytes), headers: { 'content-encoding': 'gzip' } };
    case 'deflate':
      return { bytes: deflateSync(bytes), headers: { 'content-encoding': 'deflate' } };
    case 'br':
      return { bytes: brotliCompressSync(bytes, QUICKLY), headers: { 'content-encoding': 'br' } };
  }
}
