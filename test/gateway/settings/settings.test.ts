import { expect, it } from 'vitest';
import { helpText, readSettings } from '../../../src/gateway/settings/settings';

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
    startsIn: 'live',
    dataFolder: 'data',
    workbench: false,
    service: { environment: 'simulator', url: 'http://127.0.0.1:3001' },
  });
  expect(settings.ok && settings.value.credentials).toBeUndefined();
});

it('shows timestamps by the clocks of the service unless told otherwise', () => {
  const [without, with_] = [read({}), read({ DESK_ZONE: 'Europe/London' })];
  expect(without.ok && without.value.shownZone).toBeUndefined();
  expect(with_.ok && with_.value.shownZone).toBe('Europe/London');
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
  [{ DESK_MODE: 'paused' }, 'DESK_MODE'],
  [{ DESK_DAY_FROM: '7:00' }, 'DESK_DAY_FROM'],
  [{ DESK_DAY_FROM: '19:00', DESK_DAY_TO: '07:00' }, 'DESK_DAY_FROM'],
  [{ DESK_ZONE: 'Europe/Atlantis' }, 'DESK_ZONE'],
  [{ DESK_ZONE: '+01:00' }, 'DESK_ZONE'],
  [{ DESK_POLL_QUOTES_MS: '10' }, 'DESK_POLL_QUOTES_MS'],
  [{ DESK_AGE_QUOTES_MS: '2 min' }, 'DESK_AGE_QUOTES_MS'],
  [{ DESK_TLS_CERT: 'cert.pem' }, 'DESK_TLS_KEY'],
  [{ SERVICE_ENVIRONMENT: 'prod' }, 'SERVICE_ENVIRONMENT'],
  [{ SERVICE_ENVIRONMENT: 'production' }, 'SERVICE_URL_PRODUCTION'],
  [{ SERVICE_ENVIRONMENT: 'production', SERVICE_URL_PRODUCTION: 'http://plain.example' }, 'https'],
  [{ SERVICE_URL_SIMULATOR: 'http://user:word@host' }, 'SERVICE_URL_SIMULATOR'],
  [{ SERVICE_URL_SANDBOX: 'https://host/?key=1' }, 'SERVICE_URL_SANDBOX'],
  [{ SERVICE_URL_SANDBOX: 'https://host/#part' }, 'SERVICE_URL_SANDBOX'],
  [{ SERVICE_URL_SIMULATOR: 'file:///etc' }, 'SERVICE_URL_SIMULATOR'],
])('names the setting that is wrong: %o', (environment, name) => {
  expect(problem(environment)).toContain(name);
});

it('lets other machines in only where somebody has written that it is wanted', () => {
  const beyond = { DESK_HOST: 'desk.example.com' };
  expect(problem(beyond)).toContain('DESK_OTHER_MACHINES=may-trade-once-paired');
  expect(problem({ ...beyond, DESK_OTHER_MACHINES: 'yes' })).toContain('DESK_OTHER_MACHINES');
  expect(problem({ ...beyond, DESK_OTHER_MACHINES: 'may-trade-once-paired' })).toBe('fine');
  expect(problem({ DESK_HOST: '::1' })).toBe('fine');
});

const CREDENTIALS = { SERVICE_API_KEY: 'k', SERVICE_CLIENT_ID: 'i', SERVICE_CLIENT_SECRET: 's' };

it.each([
  'http://plain.example',
  'http://10.0.0.1:3001',
  'http://127.0.0.1.example',
  'http://localhost.example',
  'http://0.0.0.0:3001',
  'HTTP://plain.example',
])('sends no credentials over %s, in no environment', (url) => {
  for (const name of ['SERVICE_URL_SIMULATOR', 'SERVICE_URL_SANDBOX', 'SERVICE_URL_PRODUCTION']) {
    expect(problem({ [name]: url })).toBe(
      `${name} must be an https address: over http everybody on the way could read the credentials.`,
    );
  }
});

it.each(['http://127.0.0.1:3001', 'http://localhost:3001', 'http://[::1]:3001', 'https://api.example/base'])(
  'signs in at %s',
  (url) => {
    const sandbox = { SERVICE_ENVIRONMENT: 'sandbox', SERVICE_URL_SANDBOX: url, ...CREDENTIALS };
    expect(problem(sandbox)).toBe('fine');
    expect(problem({ SERVICE_URL_SIMULATOR: url })).toBe('fine');
  },
);

it('takes everything about the service from the settings', () => {
  const settings = read({
    SERVICE_ENVIRONMENT: 'production',
    SERVICE_URL_SANDBOX: 'https://sandbox.example',
    SERVICE_URL_PRODUCTION: 'https://production.example/api',
    SERVICE_PROFILE: 'profile.json',
    SERVICE_PROFILE_PRODUCTION: 'production.json',
    ...CREDENTIALS,
  });
  expect(settings.ok && settings.value).toMatchObject({
    service: { environment: 'production', url: 'https://production.example/api' },
    profilePath: 'profile.json',
    environmentProfiles: { production: 'production.json' },
    credentials: { apiKey: 'k', clientId: 'i', clientSecret: 's' },
  });
});

it.each(['SERVICE_API_KEY', 'SERVICE_CLIENT_ID', 'SERVICE_CLIENT_SECRET'] as const)(
  'needs %s where it is not the simulator',
  (name) => {
    const url = { SERVICE_ENVIRONMENT: 'sandbox', SERVICE_URL_SANDBOX: 'https://sandbox.example' };
    expect(problem({ ...url, ...CREDENTIALS, [name]: '' })).toContain(name);
  },
);

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
  const service = ['ENVIRONMENT', 'URL_SIMULATOR', 'URL_SANDBOX', 'URL_PRODUCTION', 'PROFILE', 'API_KEY'];
  const names = [...service, 'CLIENT_ID', 'CLIENT_SECRET'].map((name) => `SERVICE_${name} `);
  for (const line of [...names, 'DESK_PORT', '(3000)', 'OFFICE_JS_URL', 'DESK_LIMITS', '--workbench']) {
    expect(helpText()).toContain(line);
  }
});

it('takes whole machines and names below a domain that may frame the pane, and nothing wider', () => {
  const settings = read({ DESK_FRAMED_BY: 'https://*.sharepoint.us, https://portal.office365.us' });
  expect(settings.ok && settings.value.framedBy).toEqual([
    'https://*.sharepoint.us',
    'https://portal.office365.us',
  ]);
  expect(read({})).toMatchObject({ value: { framedBy: [] } });
  for (const wide of [
    '*',
    'https:',
    'https://*',
    'https://*.us',
    'http://portal.office365.us',
    "https://a.us 'self'",
  ])
    expect(problem({ DESK_FRAMED_BY: wide })).toContain('DESK_FRAMED_BY');
  expect(problem({ DESK_FRAMED_BY: 'https://a.us; script-src *' })).toContain('DESK_FRAMED_BY');
});

it('takes one place for office.js, not two', () => {
  expect(read({ DESK_OFFICE_JS: '/srv/office-js' })).toMatchObject({
    value: { officeJsFolder: '/srv/office-js' },
  });
  const both = { DESK_OFFICE_JS: '/srv/office-js', OFFICE_JS_URL: 'https://office.example/office.js' };
  expect(problem(both)).toContain('Give one of them');
});

it('lets formulas bring the formats of dates along only where that is said', () => {
  expect(read({})).toMatchObject({ value: { formattedDates: false } });
  expect(read({ DESK_FORMATTED_DATES: 'yes' })).toMatchObject({ value: { formattedDates: true } });
  expect(problem({ DESK_FORMATTED_DATES: 'maybe' })).toContain('DESK_FORMATTED_DATES');
});

it('lets a desk start its workbooks in manual mode', () => {
  const settings = read({ DESK_MODE: 'manual' });
  expect(settings.ok && settings.value.startsIn).toBe('manual');
});

it('takes the limits of age that are given, and no others', () => {
  const settings = read({ DESK_AGE_QUOTES_MS: '90000', DESK_AGE_TRADES_MS: '60000' });
  expect(settings.ok && settings.value.ages).toEqual({ quotesMs: 90_000, tradesMs: 60_000 });
  const none = read({});
  expect(none.ok && none.value.ages).toEqual({});
});
