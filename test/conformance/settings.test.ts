import { expect, it } from 'vitest';
import { mutationsIn, settingsFrom } from '../../conformance/settings';
import { DEFAULT_PROFILE } from '../../src/contract/service/profile';

const named = ['--api-key-env', 'KEY', '--client-id-env', 'ID', '--client-secret-env', 'SECRET'];
const environment = { KEY: 'k', ID: 'i', SECRET: 's' };
const at = (url: string, ...more: string[]): string[] => ['--url', url, ...named, ...more];

it('tests the simulator by default', () => {
  expect(settingsFrom([], {})).toEqual({ help: false, json: false, profile: DEFAULT_PROFILE });
});

it('takes credentials from the environment alone, and only reads', () => {
  expect(settingsFrom(at('https://api.example.com', '--json'), environment)).toMatchObject({
    json: true,
    foreign: {
      url: 'https://api.example.com',
      credentials: { apiKey: 'k', clientId: 'i', clientSecret: 's' },
      write: false,
    },
  });
});

it('writes when it is told so twice', () => {
  const told = at('https://api.example.com', '--write', '--i-know-this-trades');
  expect(settingsFrom(told, environment).foreign?.write).toBe(true);
});

it.each([
  [at('https://api.example.com', '--write'), 'real trades may come of it'],
  [['--write', '--i-know-this-trades'], '--write is for a service at --url'],
  [at('http://api.example.com'), 'would be sent in the open to api.example.com'],
  [at('api.example.com'), 'must be an address such as'],
  [['--url', 'https://api.example.com'], '--api-key-env must name the environment variable'],
  [
    at('https://api.example.com').map((word) => word.replace('SECRET', 'NOTHING')),
    'NOTHING (--client-secret-env) is empty',
  ],
  [['--profile', '/no/such/file.json'], 'is no usable profile'],
  [['--speed', '3'], "Unknown option '--speed'"],
  [['--dialect', 'x'], '--dialect must be a whole number, not "x"'],
  [at('https://api.example.com', '--dialect', '7'), '--dialect is for the product'],
])('complains about %j', (args, sentence) => {
  expect(() => settingsFrom(args, environment)).toThrow(sentence);
});

it('takes the dialect of the product by its seed, and mutations by words of their names', () => {
  expect(settingsFrom(['--dialect', '7'], {}).dialect).toBe(7);
  expect(mutationsIn([])).toEqual({ only: '' });
  expect(mutationsIn(['--only', 'leg 1'])).toEqual({ only: 'leg 1' });
  expect(() => mutationsIn(['--all'])).toThrow("Unknown option '--all'");
});
