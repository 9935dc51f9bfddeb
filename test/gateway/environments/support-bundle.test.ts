import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { Price } from '../../../src/domain/price';
import { BUILT_IN } from '../../../src/gateway/actions/limits-keeper';
import { readSettings, shownSettings } from '../../../src/gateway/settings/settings';
import {
  LogRing,
  shareable,
  supportBundle,
  type BundleOptions,
} from '../../../src/gateway/environments/support-bundle';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { action } from '../actions/sample-lines';
import { MORNING, testCache, ZONE } from '../twins/cache';
import { QUOTE } from '../twins/actions';

const MARK = 'PLANTED';
/** Every setting, with a mark wherever it takes a text of one's own. */
const PLANTED = {
  DESK_HOST: `${MARK}-host`,
  DESK_OTHER_MACHINES: 'may-trade-once-paired',
  DESK_PORT: '3000',
  DESK_DATA: `/home/${MARK}/data`,
  DESK_LIMITS: `/home/${MARK}/limits.json`,
  DESK_TLS_CERT: `/home/${MARK}/cert.pem`,
  DESK_TLS_KEY: `/home/${MARK}/key.pem`,
  DESK_DAY_FROM: '07:00',
  DESK_DAY_TO: '19:00',
  DESK_POLL_OPEN_REQUESTS_MS: '5000',
  DESK_POLL_QUOTES_MS: '5000',
  DESK_POLL_REQUEST_MS: '5000',
  DESK_POLL_ANALYTICS_MS: '5000',
  DESK_POLL_TRADES_MS: '5000',
  SERVICE_ENVIRONMENT: 'production',
  SERVICE_URL_SIMULATOR: `http://127.0.0.1:3001/${MARK}`,
  SERVICE_URL_SANDBOX: `https://sandbox.example/${MARK}`,
  SERVICE_URL_PRODUCTION: `https://service.example/${MARK}`,
  SERVICE_PROFILE: `/home/${MARK}/profile.json`,
  SERVICE_API_KEY: `${MARK} "key"/+ü`,
  SERVICE_CLIENT_ID: `${MARK}-id`,
  SERVICE_CLIENT_SECRET: `${MARK}-secret`,
  OFFICE_JS_URL: `https://office.example/${MARK}`,
};

function bundleOf(over: Partial<BundleOptions> = {}): string {
  return JSON.stringify(
    supportBundle({
      settings: {},
      log: () => [],
      secrets: () => [],
      now: MORNING,
      status: {
        signedIn: true,
        environment: 'simulator',
        service: 'http://127.0.0.1:3001/base',
        zone: ZONE,
        environments: [],
        version: '1.2.3',
      },
      quota: testCache().quota(),
      plan: { stretch: 1, watched: { quotes: 3 } },
      limits: BUILT_IN,
      journal: { isWhole: true, head: { sequence: 1, hash: 'abc' }, actions: [] },
      ...over,
    }),
  );
}

it('holds nothing that was planted in any setting, wherever it was repeated', () => {
  const read = readSettings(PLANTED, []);
  if (!read.ok) throw new Error(read.failure.message);
  const settings = read.value;
  const secrets = Object.values(settings.credentials ?? {});
  const log = new LogRing(silentLog, new ManualClock(MORNING), (value) => shareable(value, secrets));
  for (const secret of secrets) {
    log.error(`refused ${secret}`, {
      error: `GET https://x/?key=${encodeURIComponent(secret)}`,
      nested: { deep: [`"${JSON.stringify({ secret })}"`], [secret]: 1 },
    });
  }
  const bundle = bundleOf({
    settings: shownSettings(settings),
    log: () => log.lines,
    secrets: () => secrets,
    status: {
      signedIn: false,
      environment: 'production',
      service: settings.service.url,
      zone: ZONE,
      environments: settings.environments.map((place) => ({ ...place, remembered: false })),
      version: '1',
      failure: { kind: 'denied', message: `The service said: ${secrets.join(' ')}`, next: secrets[2] ?? '' },
    },
  });
  expect(bundle).not.toContain(MARK);
  expect(bundle).toContain('https://service.example');
  expect(bundle).toContain('"signsInByItself":true');
  expect(log.lines).toHaveLength(3);
});

it('holds no secret in whatever text it stands', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 8, maxLength: 40 }),
      fc.string(),
      fc.string(),
      (secret, before, after) => {
        // What a filler holds of the secret by chance is not the secret.
        fc.pre(!before.includes(secret) && !after.includes(secret) && /[^…"\\]{8}/.test(secret));
        const text = JSON.stringify(shareable({ a: [before + secret + after] }, [secret]));
        expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
        const unhidden = JSON.stringify(shareable({ a: [before + secret + after] }, []));
        expect(unhidden).toContain(JSON.stringify(secret).slice(1, -1));
      },
    ),
    { numRuns: 40 },
  );
});

it('hides what looks like a credential, and fields by their names, although nobody knows the secret', () => {
  const shown = JSON.stringify(
    shareable(
      {
        line: 'authorization: Bearer abc.def and eyJhbGciOi.eyJzdWIi.c2ln at https://user:word@host/x',
        'Client-Secret': 'abc',
        inner: { access_token: 'abc', apiKey: 'abc', legPrices: ['abc'] },
        kept: 'plain',
      },
      [],
    ),
  );
  for (const secret of ['abc', 'def', 'eyJ', 'word']) expect(shown).not.toContain(secret);
  expect(shown).toContain('"kept":"plain"');
});

it('shows which actions there were and what became of them, and nothing of what they were about', () => {
  const failure = { kind: 'price-moved', message: 'The price moved: 77.7 → 78.8.', next: '' } as const;
  const body = { ...QUOTE, price: { shape: 'single', price: Price.parse('77.7') } } as const;
  const one: Action = action(1, { body, shown: 'Quote 77.7', state: 'rejected', failure });
  const bundle = bundleOf({ journal: { isWhole: true, head: { sequence: 2, hash: 'h' }, actions: [one] } });
  for (const part of [one.id, 'RQ-2', 'send-quote', '"rejected"', '"failure":"price-moved"']) {
    expect(bundle).toContain(part);
  }
  for (const part of ['77.7', '78.8', '"quantity"', '"direction"']) expect(bundle).not.toContain(part);
});

it('keeps the newest 500 lines of the log, and passes every line on', () => {
  const passed: string[] = [];
  const clock = new ManualClock(MORNING);
  const inner = { ...silentLog, info: (message: string) => void passed.push(message) };
  const log = new LogRing(inner, clock, (value) => value);
  for (let count = 1; count <= 501; count++) log.info(`line ${count}`);
  expect(passed).toHaveLength(501);
  expect(log.lines).toHaveLength(500);
  expect(log.lines[0]).toEqual({ at: MORNING, level: 'info', message: 'line 2' });
});

it('keeps of a line what it was when it was written, and not more than fits', () => {
  const log = new LogRing(silentLog, new ManualClock(MORNING), (value) => shareable(value, []));
  const fields = { count: 1, text: 'x'.repeat(10_000) };
  log.warn('grows', fields);
  fields.count = 2;
  expect(log.lines[0]?.fields).toMatchObject({ count: 1 });
  expect(JSON.stringify(log.lines[0]).length).toBeLessThan(3_000);
});
