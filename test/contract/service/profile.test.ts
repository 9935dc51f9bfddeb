import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/contract/service/operations';
import { DEFAULT_PROFILE, Profile, profileFrom } from '../../../src/contract/service/profile';

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
    for (const { path } of Object.values(OPERATIONS)) expect(DEFAULT_PROFILE.paths[path]).toMatch(/^\/v2/);
    expect(DEFAULT_PROFILE.paths.withdrawQuote).toContain('{request-id}/quotations/{quotation-id}');
  });

  it('counts every operation that changes something as a write, and nothing else', () => {
    for (const { method, write } of Object.values(OPERATIONS)) expect(write).toBe(method !== 'GET');
  });
});
