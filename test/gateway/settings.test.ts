import { expect, it } from 'vitest';
import { helpText, readSettings } from '../../src/gateway/settings';

const read = (environment: Record<string, string>, flags: string[] = []) => readSettings(environment, flags);
const problem = (environment: Record<string, string>, flags: string[] = []): string => {
  const settings = read(environment, flags);
  return settings.ok ? 'fine' : settings.failure.message;
};

it('needs nothing: without settings it listens on loopback and signs in nowhere', () => {
  const settings = read({});
  expect(settings.ok && settings.value).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataFolder: 'data',
    workbench: false,
    service: { environment: 'simulator', url: 'http://127.0.0.1:3001' },
  });
  expect(settings.ok && settings.value.credentials).toBeUndefined();
});

it('knows the credentials of the simulator, and no others', () => {
  const simulator = read({ SERVICE_ENVIRONMENT: 'simulator' }, ['--workbench']);
  expect(simulator.ok && simulator.value).toMatchObject({
    credentials: { apiKey: 'simulator-key', clientId: 'simulator', clientSecret: 'simulator-secret' },
    workbench: true,
  });
  const url = { SERVICE_ENVIRONMENT: 'sandbox', SERVICE_URL_SANDBOX: 'https://sandbox.example' };
  expect(problem(url)).toContain('SERVICE_API_KEY');
  const keys = { SERVICE_API_KEY: 'k', SERVICE_CLIENT_ID: 'i', SERVICE_CLIENT_SECRET: 's' };
  expect(problem({ ...url, ...keys })).toBe('fine');
});

it.each([
  [{ DESK_PORT: '65536' }, 'DESK_PORT'],
  [{ DESK_PORT: '3000x' }, 'DESK_PORT'],
  [{ DESK_DAY_FROM: '7:00' }, 'DESK_DAY_FROM'],
  [{ DESK_DAY_FROM: '19:00', DESK_DAY_TO: '07:00' }, 'DESK_DAY_FROM'],
  [{ DESK_POLL_QUOTES_MS: '10' }, 'DESK_POLL_QUOTES_MS'],
  [{ DESK_TLS_CERT: 'cert.pem' }, 'DESK_TLS_KEY'],
  [{ SERVICE_ENVIRONMENT: 'prod' }, 'SERVICE_ENVIRONMENT'],
  [{ SERVICE_ENVIRONMENT: 'production' }, 'SERVICE_URL_PRODUCTION'],
  [{ SERVICE_ENVIRONMENT: 'production', SERVICE_URL_PRODUCTION: 'http://plain.example' }, 'https'],
  [{ SERVICE_URL_SIMULATOR: 'http://user:word@host' }, 'SERVICE_URL_SIMULATOR'],
  [{ SERVICE_URL_SIMULATOR: 'file:///etc' }, 'SERVICE_URL_SIMULATOR'],
])('names the setting that is wrong: %o', (environment, name) => {
  expect(problem(environment)).toContain(name);
});

it('keeps nothing only where nothing is real', () => {
  expect(problem({ DESK_DATA: ':memory:', SERVICE_ENVIRONMENT: 'simulator' })).toBe('fine');
  const production = {
    SERVICE_ENVIRONMENT: 'production',
    SERVICE_URL_PRODUCTION: 'https://desk.example',
    SERVICE_API_KEY: 'k',
    SERVICE_CLIENT_ID: 'i',
    SERVICE_CLIENT_SECRET: 's',
  };
  expect(problem(production)).toBe('fine');
  expect(problem({ ...production, DESK_DATA: ':memory:' })).toContain('DESK_DATA must be a folder');
});

it('never repeats a value, which may be a secret', () => {
  expect(problem({ DESK_PORT: 'my-secret' })).not.toContain('my-secret');
  expect(problem({}, ['--wrokbench'])).toContain('--wrokbench');
});

it('takes an empty setting for one that is not there', () => {
  expect(problem({ DESK_PORT: '', SERVICE_ENVIRONMENT: ' ' })).toBe('fine');
});

it('lists every setting with its default', () => {
  for (const line of ['DESK_PORT', '(3000)', 'SERVICE_CLIENT_SECRET', 'OFFICE_JS_URL', '--workbench']) {
    expect(helpText()).toContain(line);
  }
});
