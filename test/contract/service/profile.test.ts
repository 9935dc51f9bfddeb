import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS, proposalOperation } from '../../../src/contract/service/operations';
import { DEFAULT_PROFILE, Profile, profileFrom } from '../../../src/contract/service/profile';
import type { PriceShape } from '../../../src/domain/request';

describe('the service profile', () => {
  it('has defaults that pass its own check', () => {
    expect(Profile.parse(DEFAULT_PROFILE)).toEqual(DEFAULT_PROFILE);
    expect(profileFrom({})).toEqual(DEFAULT_PROFILE);
  });

  it('lays a partial file over the defaults, key by key', () => {
    const profile = profileFrom({ paths: { ping: '/v9/ping' }, limits: { perDay: 20_000 } });
    expect(profile.paths).toEqual({ ...DEFAULT_PROFILE.paths, ping: '/v9/ping' });
    expect(profile.limits).toEqual({ ...DEFAULT_PROFILE.limits, perDay: 20_000 });
    expect(profile.auth).toEqual(DEFAULT_PROFILE.auth);
  });

  it('gives a path of its own only to one of two operations that share one', () => {
    const own = (operation: string, path: string) => () =>
      profileFrom({ operations: { [operation]: { path } } });
    expect(own('read-risk-settings', '/v2.3/risk/{commodity}')).not.toThrow();
    expect(own('read-risk-settings', '/v2.3/risk/{trade-id}')).toThrow('braces');
    expect(own('send-quote', '/v1/quotations')).toThrow('write the path into paths');
  });

  it('has a period as one filter only with both of its ends in it', () => {
    const period = (written: string) => () =>
      profileFrom({ lists: { periods: { 'traded-at': { name: 'traded-at', written } } } });
    expect(period('{from}..{to}')).not.toThrow();
    expect(period('{from}')).toThrow('{to}');
  });

  it('leaves the defaults untouched', () => {
    const before = structuredClone(DEFAULT_PROFILE);
    profileFrom({ limits: { burst: 7 } });
    expect(DEFAULT_PROFILE).toEqual(before);
  });

  it.each([
    [{ path: {} }],
    [{ paths: { pong: '/pong' } }],
    [{ paths: { ping: 'https://elsewhere.example/ping' } }],
    [{ paths: { ping: 'ping' } }],
    [{ limits: { burst: 0 } }],
    [{ limits: { ratePerSecond: '10' } }],
    [{ auth: { provesNotExecuted: [200] } }],
    [{ auth: { credentialsIn: 'cookie' } }],
    [{ lists: { pageSize: 0 } }],
    [{ webhooks: { hmac: { header: 'x' } } }],
    [{ limits: 5 }],
    [[]],
    [null],
    ['{}'],
  ])('refuses %j', (file) => {
    expect(() => profileFrom(file)).toThrow();
  });

  it('has a path for every operation, with the ids that it needs', () => {
    const { ping, ...versioned } = OPERATIONS;
    for (const { path } of Object.values(versioned)) expect(DEFAULT_PROFILE.paths[path]).toMatch(/^\/v2/);
    expect(DEFAULT_PROFILE.paths[ping.path]).toBe('/ping');
    expect(DEFAULT_PROFILE.paths.withdrawQuote).toContain('{request-id}/quotations/{quotation-id}');
  });

  it('lets no path be unused: every one belongs to an operation, or signs in', () => {
    const used = new Set<string>(Object.values(OPERATIONS).map(({ path }) => path));
    expect(Object.keys(DEFAULT_PROFILE.paths).filter((name) => !used.has(name))).toEqual(['authenticate']);
  });

  it('sends the price proposal of a standard spread to v2.3, and every other to v2.2', () => {
    const pathOf = (shape: PriceShape) => DEFAULT_PROFILE.paths[OPERATIONS[proposalOperation(shape)].path];
    expect(pathOf('standard-spread')).toBe('/v2.3/tender/requests/{request-id}/price-proposals');
    expect(pathOf('single')).toBe('/v2.2/tender/requests/{request-id}/price-proposal');
    expect(pathOf('per-leg')).toBe('/v2.2/tender/requests/{request-id}/price-proposal');
  });

  it.each([
    ['quotes', '/v2.0/tender/requests/{request-id}/quotations', 'v2.1'],
    ['sendQuote', '/v1/tender/requests/{request-id}/quotations', 'v2.1'],
    ['counteroffers', '/v2.1/tender/requests/{request-id}/individual-counteroffers', 'v2.2'],
    ['sendCounteroffer', '/v2/tender/requests/{request-id}/individual-counteroffers', 'v2.2'],
  ])('refuses an older version for %s, where spread prices had another sign', (name, path, since) => {
    expect(() => profileFrom({ paths: { [name]: path } })).toThrow(`needs ${since} or newer`);
    for (const good of ['/v2.2/x', '/v2.10/x', '/v3/x', '/x']) {
      expect(profileFrom({ paths: { [name]: good } }).paths).toMatchObject({ [name]: good });
    }
  });

  it('is described in its manual, path by path, with the method, and whether it is stated', () => {
    const manual = readFileSync(join(import.meta.dirname, '../../../docs/service-profile.md'), 'utf8');
    const [, of = ''] = manual.split('\nStated by the document:\n');
    const [stated = [], assumed = []] = of.split('\nAssumed:\n').map((part) => part.split('\n'));
    // Of this one the document states all but the version.
    const inPart = assumed.filter((line) => line.endsWith(' (the version alone)'));
    expect(inPart).toHaveLength(1);
    for (const { path, method, stated: isStated } of Object.values(OPERATIONS)) {
      const lines = isStated ? [...stated, ...inPart] : assumed.filter((line) => !inPart.includes(line));
      const line = lines.find((each) => each.startsWith(`- \`${path}\`: `)) ?? '';
      expect(line).toContain(`\`${DEFAULT_PROFILE.paths[path]}\``);
      expect(line).toContain(method);
    }
  });

  it('counts every operation that changes something as a write, and nothing else', () => {
    for (const { method, write } of Object.values(OPERATIONS)) expect(write).toBe(method !== 'GET');
  });
});
