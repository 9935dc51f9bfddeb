import { describe, expect, it } from 'vitest';
import { sentence } from '../../../src/domain/failure';
import { deliveryRules, hostsOf } from '../../../src/gateway/events/webhook-door';
import { readSettings } from '../../../src/gateway/settings/settings';
import { openDoorWarning } from '../../../src/gateway/settings/webhook-settings';

function webhooks(environment: Record<string, string>) {
  const read = readSettings(environment, []);
  if (!read.ok) throw new Error(read.failure.message);
  return read.value.webhooks;
}
function problem(environment: Record<string, string>): string {
  const read = readSettings(environment, []);
  return read.ok ? 'fine' : sentence(read.failure);
}

describe('where events are received', () => {
  it('is the gateway’s own door unless a place is set', () => {
    expect(webhooks({})).toEqual({ proxies: [] });
    expect(webhooks({ WEBHOOK_URL: 'https://desk.example/spreaddesk' })).toEqual({
      proxies: [],
      publicUrl: 'https://desk.example/spreaddesk',
    });
  });

  it('is a server of its own where a host or a port is set', () => {
    expect(webhooks({ WEBHOOK_PORT: '8443' }).listensOn).toEqual({ host: '127.0.0.1', port: 8443 });
    expect(webhooks({ WEBHOOK_HOST: '192.0.2.7' }).listensOn).toEqual({ host: '192.0.2.7', port: 3002 });
    const tls = { WEBHOOK_TLS_CERT: 'c.pem', WEBHOOK_TLS_KEY: 'k.pem' };
    expect(webhooks({ WEBHOOK_PORT: '8443', ...tls }).listensOn).toMatchObject({
      tls: { certPath: 'c.pem', keyPath: 'k.pem' },
    });
  });

  it.each([
    [{ WEBHOOK_PORT: '8443', WEBHOOK_TLS_CERT: 'c.pem' }, 'together'],
    [{ WEBHOOK_TLS_CERT: 'c.pem', WEBHOOK_TLS_KEY: 'k.pem' }, 'server of its own'],
    [{ WEBHOOK_PORT: '3000' }, 'another port than DESK_PORT'],
    [{ WEBHOOK_HOST: '0.0.0.0' }, 'WEBHOOK_URL is needed'],
    [{ WEBHOOK_URL: 'http://desk.example' }, 'WEBHOOK_URL is not right'],
    [{ WEBHOOK_URL: 'https://desk.example?x=1' }, 'WEBHOOK_URL is not right'],
    [{ WEBHOOK_PROXY: 'proxy.example' }, 'WEBHOOK_PROXY is not right'],
  ])('%j is refused in a sentence', (environment, reason) => {
    expect(problem(environment)).toContain(reason);
  });

  it('to more than this machine without encryption is warned of', () => {
    const open = { WEBHOOK_HOST: '192.0.2.7' };
    expect(openDoorWarning(webhooks(open))).toContain('EVERYBODY');
    const tls = { WEBHOOK_TLS_CERT: 'c.pem', WEBHOOK_TLS_KEY: 'k.pem' };
    expect(openDoorWarning(webhooks({ ...open, ...tls }))).toBeUndefined();
    expect(openDoorWarning(webhooks({ WEBHOOK_PORT: '8443' }))).toBeUndefined();
    expect(openDoorWarning(webhooks({}))).toBeUndefined();
  });

  it('is known by its public name, with its port and without the common one', () => {
    expect(hostsOf('https://Desk.example/x')).toEqual(['desk.example', 'desk.example:443']);
    expect(hostsOf('https://desk.example:8443')).toEqual(['desk.example:8443']);
    expect(hostsOf(undefined)).toEqual([]);
  });
});

describe('the rules of the service profile', () => {
  const hmac = { header: 'x-signature', algorithm: 'sha256', secretEnv: 'WEBHOOK_SECRET' } as const;

  it('take the secret of the signature from where the profile says', () => {
    const rules = deliveryRules({ hmac, allowFrom: ['192.0.2.0/24'] }, [], { WEBHOOK_SECRET: 'agreed-on' });
    expect(rules).toMatchObject({
      ok: true,
      value: { signature: { header: 'x-signature', algorithm: 'sha256', secret: 'agreed-on' } },
    });
    expect(deliveryRules({ allowFrom: [] }, [], {})).toEqual({ ok: true, value: { senders: {} } });
  });

  it('cannot hold without it, and say so', () => {
    const rules = deliveryRules({ hmac, allowFrom: [] }, [], {});
    expect(rules.ok ? '' : sentence(rules.failure)).toContain('Set WEBHOOK_SECRET');
  });

  it('want addresses', () => {
    const rules = deliveryRules({ allowFrom: ['desk.example'] }, [], {});
    expect(rules.ok ? '' : sentence(rules.failure)).toContain('webhooks.allowFrom');
  });
});
