import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileFrom } from '../../../src/contract/service/profile';
import { isSigned, proofsOf, unproven, type Signature } from '../../../src/gateway/events/signature';

const SIGNATURE: Signature = { header: 'X-Signature', algorithm: 'sha256', secret: 'agreed-on' };
const BODY = Buffer.from('{"eventType":"request-traded"}');
const digest = (body: Buffer, secret = 'agreed-on') => createHmac('sha256', secret).update(body);

describe('a signature', () => {
  it.each([
    ['hexadecimal', digest(BODY).digest('hex')],
    ['hexadecimal in capitals', digest(BODY).digest('hex').toUpperCase()],
    ['with its algorithm', `sha256=${digest(BODY).digest('hex')}`],
    ['base64', digest(BODY).digest('base64')],
    ['base64 with its algorithm', `SHA256=${digest(BODY).digest('base64')}`],
  ])('is understood when it is %s', (_, written) => {
    expect(isSigned(SIGNATURE, { 'x-signature': written }, BODY)).toBe(true);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['another secret’s', digest(BODY, 'another').digest('hex')],
    ['of another body', digest(Buffer.from(`${BODY.toString()} `)).digest('hex')],
    ['cut short', digest(BODY).digest('hex').slice(0, 32)],
    ['there twice', `${digest(BODY).digest('hex')}, ${digest(BODY).digest('hex')}`],
  ])('does not hold when it is %s', (_, written) => {
    expect(isSigned(SIGNATURE, { 'x-signature': written }, BODY)).toBe(false);
  });

  it('cannot be met by chance, nor made to throw', () => {
    fc.assert(fc.property(fc.string(), (written) => !isSigned(SIGNATURE, { 'x-signature': written }, BODY)));
  });
});

const NOW = Date.parse('2026-11-20T11:00:00Z');
const AT = String(NOW / 1000);
const hmacOf = (algorithm: string, text: string, key: string | Buffer = 'agreed-on') =>
  createHmac(algorithm, key).update(text);
const HMAC = { header: 'X-Sig', algorithm: 'sha256', secretEnv: 'OURS' };

/** What the receiver says of a delivery with these headers, where the profile has these keys. */
function judged(webhooks: object, headers: Record<string, string>, { secret = 'agreed-on', now = NOW } = {}) {
  const proofs = proofsOf(profileFrom({ webhooks }).webhooks, { OURS: secret });
  if (!proofs.ok) throw new Error(proofs.failure.message);
  return unproven(proofs.value, { headers, bytes: BODY }, now);
}

describe('a delivery proves its sender', () => {
  const text = BODY.toString();
  const base64 = Buffer.from('raw key').toString('base64');
  it.each<[string, object, Record<string, string>, string?]>([
    ['by nothing, where nothing is agreed on', {}, {}],
    [
      'by a token in a header',
      { token: { header: 'X-Token', secretEnv: 'OURS' } },
      { 'x-token': 'agreed-on' },
    ],
    [
      'by a bearer token',
      { token: { header: 'Authorization', secretEnv: 'OURS', prefix: 'Bearer ' } },
      { authorization: 'Bearer agreed-on' },
    ],
    [
      'by HTTP Basic, however its name is written',
      { basic: { user: 'platform', passwordEnv: 'OURS' } },
      { authorization: `basic ${Buffer.from('platform:agreed-on').toString('base64')}` },
    ],
    [
      'by a hash of 1, in base64',
      { hmac: { ...HMAC, algorithm: 'sha1', encoding: 'base64' } },
      { 'x-sig': hmacOf('sha1', text).digest('base64') },
    ],
    [
      'by a prefix, with the time in a header',
      {
        hmac: {
          ...{ ...HMAC, prefix: 'v0=', signed: 'v0:{timestamp}:{body}' },
          timestamp: { header: 'X-Time', secondsMax: 300 },
        },
      },
      { 'x-time': AT, 'x-sig': `v0=${hmacOf('sha256', `v0:${AT}:${text}`).digest('hex')}` },
    ],
    [
      'by one of several parts, with the time in another',
      {
        hmac: {
          ...{ ...HMAC, part: 'v1', signed: '{timestamp}.{body}' },
          timestamp: { part: 't', secondsMax: 300 },
        },
      },
      { 'x-sig': `t=${AT},v1=00ff,v1=${hmacOf('sha256', `${AT}.${text}`).digest('hex')}` },
    ],
    [
      'by another header that is signed too, with a key in base64',
      {
        hmac: {
          ...{ ...HMAC, secretAs: 'base64', prefix: 'v1,', signed: '{webhook-id}.{timestamp}.{body}' },
          timestamp: { header: 'webhook-timestamp', secondsMax: 300 },
        },
      },
      {
        ...{ 'webhook-id': 'm1', 'webhook-timestamp': AT },
        'x-sig': `v1,${hmacOf('sha256', `m1.${AT}.${text}`, Buffer.from('raw key')).digest('base64')}`,
      },
      base64,
    ],
  ])('%s', (_, webhooks, headers, secret) => {
    expect(judged(webhooks, headers, secret === undefined ? {} : { secret })).toBeUndefined();
    const wrong = Object.keys(webhooks).length === 0 ? undefined : 401;
    expect(judged(webhooks, headers, { secret: 'another' })?.status).toBe(wrong);
    expect(judged(webhooks, {})?.status).toBe(wrong);
  });

  it('must be fresh where its time is signed, by seconds, milliseconds or a date', () => {
    const timed = {
      hmac: { ...HMAC, signed: '{timestamp}{body}', timestamp: { header: 'X-Time', secondsMax: 300 } },
    };
    const at = (time: string) => ({ 'x-time': time, 'x-sig': hmacOf('sha256', time + text).digest('hex') });
    for (const time of [AT, String(NOW), new Date(NOW).toISOString()]) {
      expect(judged(timed, at(time), { now: NOW + 300_000 })).toBeUndefined();
      for (const now of [NOW + 301_000, NOW - 301_000])
        expect(judged(timed, at(time), { now })?.failure.message).toContain('more than 300 seconds');
    }
    expect(judged(timed, at('soon'))?.status).toBe(401);
  });

  it('must have the prefix and the encoding that the profile names', () => {
    const digest = hmacOf('sha256', text).digest();
    const strict = { hmac: { ...HMAC, prefix: 'v0=', encoding: 'hex' } };
    expect(judged(strict, { 'x-sig': `v0=${digest.toString('hex')}` })).toBeUndefined();
    expect(judged(strict, { 'x-sig': digest.toString('hex') })?.status).toBe(401);
    expect(judged(strict, { 'x-sig': `v0=${digest.toString('base64')}` })?.status).toBe(401);
  });

  it('must hold in every way that is agreed on', () => {
    const both = { hmac: HMAC, token: { header: 'X-Token', secretEnv: 'OURS' } };
    const signed = { 'x-sig': hmacOf('sha256', text).digest('hex') };
    expect(judged(both, { ...signed, 'x-token': 'agreed-on' })).toBeUndefined();
    expect(judged(both, signed)?.failure.message).toContain('x-token');
    expect(judged(both, { 'x-token': 'agreed-on' })?.failure.message).toContain('X-Sig');
  });

  it.each([
    ['webhooks.hmac', { hmac: HMAC }],
    ['webhooks.token', { token: { header: 'X-Token', secretEnv: 'OURS' } }],
    ['webhooks.basic', { basic: { user: 'platform', passwordEnv: 'OURS' } }],
  ])('by a secret that must be set: %s', (key, webhooks) => {
    const proofs = proofsOf(profileFrom({ webhooks }).webhooks, {});
    expect(proofs).toMatchObject({ failure: { message: expect.stringContaining(key) as string } });
    expect(JSON.stringify(proofs)).toContain('OURS is not set');
  });
});
