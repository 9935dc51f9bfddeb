import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DEFAULT_PROFILE } from '../../src/contract/service/profile';
import { BadSetting, HELP, settingsFrom } from '../../src/simulator/settings';

const folder = mkdtempSync(join(tmpdir(), 'simulator-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

it('needs no setting at all', () => {
  expect(settingsFrom({})).toEqual({
    host: '127.0.0.1',
    port: 3001,
    seed: 1,
    speed: 1,
    trades: 0,
    clock: 'system',
    profile: DEFAULT_PROFILE,
  });
});

it('reads every setting', () => {
  const settings = settingsFrom({
    SIMULATOR_PORT: '0',
    SIMULATOR_HOST: '::1',
    SIMULATOR_SEED: '7',
    SIMULATOR_SPEED: '2.5',
    SIMULATOR_CLOCK: 'manual',
    SIMULATOR_START: '2026-11-20T09:20:00Z',
  });
  expect(settings).toMatchObject({ host: '::1', port: 0, seed: 7, speed: 2.5, clock: 'manual' });
  expect(settings.startsAt).toBe(Date.parse('2026-11-20T09:20:00Z'));
});

it.each([
  ['SIMULATOR_PORT', '70000', 'SIMULATOR_PORT must be a whole number from 0 to 65535, not "70000".'],
  ['SIMULATOR_PORT', '1.5', 'SIMULATOR_PORT must be a whole number from 0 to 65535, not "1.5".'],
  ['SIMULATOR_SEED', 'x', 'SIMULATOR_SEED must be a whole number, not "x".'],
  ['SIMULATOR_SPEED', '-1', 'SIMULATOR_SPEED must be a number from 0 to 9999, not "-1".'],
  ['SIMULATOR_CLOCK', 'sundial', 'SIMULATOR_CLOCK must be "system" or "manual", not "sundial".'],
  ['SIMULATOR_START', 'soon', 'SIMULATOR_START must be an ISO 8601 time, not "soon".'],
])('says in a sentence what is wrong with %s=%s', (name, value, sentence) => {
  expect(() => settingsFrom({ [name]: value })).toThrow(new BadSetting(sentence));
});

it('lays a profile file over the default one', () => {
  const path = file('good.json', '{"limits":{"burst":5}}');
  const { profile } = settingsFrom({ SERVICE_PROFILE: path });
  expect(profile.limits).toEqual({ ...DEFAULT_PROFILE.limits, burst: 5 });
  expect(profile.paths).toEqual(DEFAULT_PROFILE.paths);
});

it('names the file and the key of a profile that it cannot use', () => {
  const wrong = file('wrong.json', '{"limits":{"burst":0}}');
  expect(() => settingsFrom({ SERVICE_PROFILE: wrong })).toThrow(
    /wrong\.json is no usable profile: limits\.burst/,
  );
  const broken = file('broken.json', '{');
  expect(() => settingsFrom({ SERVICE_PROFILE: broken })).toThrow(/SERVICE_PROFILE: .*broken\.json/);
  expect(() => settingsFrom({ SERVICE_PROFILE: join(folder, 'none.json') })).toThrow(BadSetting);
});

it('takes the secret of events from the variable that the profile names', () => {
  const hmac = '{"webhooks":{"hmac":{"header":"x-s","algorithm":"sha256","secretEnv":"OUR_SECRET"}}}';
  const settings = settingsFrom({ SERVICE_PROFILE: file('hmac.json', hmac), OUR_SECRET: 'between us' });
  expect(settings.webhookSecrets).toEqual({ OUR_SECRET: 'between us' });
});

it('explains every setting in its help', () => {
  for (const name of ['PORT', 'HOST', 'SEED', 'SPEED', 'CLOCK', 'START'])
    expect(HELP).toContain(`SIMULATOR_${name}`);
  expect(HELP).toContain('SERVICE_PROFILE');
});
