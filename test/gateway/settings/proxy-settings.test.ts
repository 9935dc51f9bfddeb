import { expect, it } from 'vitest';
import { secretsOfProxy } from '../../../src/gateway/settings/proxy-settings';
import { readSettings, shownSettings } from '../../../src/gateway/settings/settings';

const proxyOf = (environment: Record<string, string>) => {
  const settings = readSettings(environment, []);
  return settings.ok ? settings.value.proxy : settings.failure.message;
};

it('reads the proxy and what is reached without it, in both spellings, the small one first', () => {
  expect(proxyOf({})).toBeUndefined();
  expect(proxyOf({ HTTPS_PROXY: 'http://proxy:8080' })).toEqual({ url: 'http://proxy:8080', except: '' });
  expect(
    proxyOf({
      https_proxy: 'http://small:8080',
      HTTPS_PROXY: 'http://great:8080',
      no_proxy: '.firm.example',
    }),
  ).toEqual({ url: 'http://small:8080', except: '.firm.example' });
});

it.each(['proxy:8080', 'socks5://proxy:1080', 'http://proxy/path', 'http://user@proxy', 'http://proxy/?a'])(
  'refuses %s by its name',
  (address) => expect(proxyOf({ HTTPS_PROXY: address })).toContain('HTTPS_PROXY'),
);

it('never shows its password, as it is written or as it is meant', () => {
  const settings = readSettings({ HTTPS_PROXY: 'http://desk:p%40ss@proxy:8080' }, []);
  if (!settings.ok || !settings.value.proxy) throw new Error('These are settings.');
  expect(secretsOfProxy(settings.value.proxy)).toEqual(['p%40ss', 'p@ss']);
  expect(JSON.stringify(shownSettings(settings.value))).not.toMatch(/p%40ss|proxy:8080/);
});
