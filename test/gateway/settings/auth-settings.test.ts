import { expect, it } from 'vitest';
import { sentence } from '../../../src/domain/failure';
import { readSettings, shownSettings } from '../../../src/gateway/settings/settings';

const problem = (given: Record<string, string>): string => {
  const read = readSettings(given, []);
  return read.ok ? 'fine' : sentence(read.failure);
};
const GIVEN = { AUTH_ISSUER: 'https://login.example.com/desk', AUTH_CLIENT_ID: 'spreaddesk' };

it('asks for what most providers have, unless told otherwise', () => {
  const read = readSettings(GIVEN, []);
  expect(read.ok && read.value.auth).toEqual({
    issuer: GIVEN.AUTH_ISSUER,
    clientId: 'spreaddesk',
    scopes: 'openid profile',
    rolesClaim: 'roles',
  });
  const plain = readSettings({}, []);
  expect(plain.ok && 'auth' in plain.value).toBe(false);
});

it('wants issuer and client together, and openid among the scopes', () => {
  expect(problem(GIVEN)).toBe('fine');
  expect(problem({ AUTH_ISSUER: GIVEN.AUTH_ISSUER })).toContain('AUTH_CLIENT_ID');
  expect(problem({ AUTH_CLIENT_ID: 'spreaddesk' })).toContain('AUTH_ISSUER');
  expect(problem({ AUTH_CLIENT_SECRET: 'of-the-client' })).toContain('AUTH_CLIENT_SECRET');
  expect(problem({ ...GIVEN, AUTH_SCOPES: 'profile' })).toContain('AUTH_SCOPES');
});

it.each([
  'http://login.example.com',
  'login.example.com',
  'https://a:b@login.example.com',
  'https://login.example.com?a=b',
  '',
])('refuses the issuer %s, and one over http beyond this machine', (issuer) => {
  expect(problem({ ...GIVEN, AUTH_ISSUER: issuer })).toContain('AUTH_ISSUER');
  expect(problem({ ...GIVEN, AUTH_ISSUER: 'http://127.0.0.1:4000' })).toBe('fine');
});

const TENANT = '11111111-2222-3333-4444-555555555555';
it.each([
  `https://login.microsoftonline.com/${TENANT}/v2.0`,
  `https://login.microsoftonline.us/${TENANT}/v2.0/`,
])('asks Office who is there for %s alone if it is told to', (issuer) => {
  const tenantOf = (given: Record<string, string>): unknown => {
    const read = readSettings({ ...GIVEN, AUTH_ISSUER: issuer, ...given }, []);
    return read.ok && read.value.auth?.officeTenant;
  };
  expect(tenantOf({ AUTH_OFFICE: 'on' })).toBe(TENANT);
  expect(tenantOf({ AUTH_OFFICE: 'off' })).toBeUndefined();
  expect(tenantOf({})).toBeUndefined();
});

it.each([
  GIVEN.AUTH_ISSUER,
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/desk.onmicrosoft.com/v2.0',
  `https://login.microsoftonline.com/${TENANT}`,
])('does not ask Office for %s, and says so at the start', (issuer) => {
  expect(problem({ ...GIVEN, AUTH_ISSUER: issuer, AUTH_OFFICE: 'on' })).toContain('AUTH_OFFICE=on needs');
  expect(problem({ AUTH_OFFICE: 'on' })).toContain('AUTH_OFFICE is of no use');
  expect(problem({ ...GIVEN, AUTH_OFFICE: 'yes' })).toContain('AUTH_OFFICE is not right');
});

it('lets other machines in without a further word where people sign in by name', () => {
  const beyond = { DESK_HOST: 'desk.example.com' };
  expect(problem(beyond)).toContain('AUTH_ISSUER');
  expect(problem({ ...beyond, ...GIVEN })).toBe('fine');
});

it('shows others neither issuer nor secret', () => {
  const read = readSettings({ ...GIVEN, AUTH_CLIENT_SECRET: 'of-the-client' }, []);
  const shown = JSON.stringify(read.ok && shownSettings(read.value));
  expect(shown).toContain('at a provider');
  expect(shown).not.toMatch(/of-the-client|login\.example/);
});
