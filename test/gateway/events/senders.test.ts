import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressList, maySend, senderOf } from '../../../src/gateway/events/senders';

const listed = (...written: string[]) => {
  const list = addressList(written);
  if (!list) throw new Error('no list of addresses');
  return list;
};

describe('who may deliver', () => {
  it.each([
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['198.51.100.255', true],
    ['198.51.101.0', false],
    ['::ffff:192.0.2.7', true],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['', false],
    ['not an address', false],
  ])('%s: %s', (sender, may) => {
    const allowed = listed('192.0.2.7', '198.51.100.0/24', '2001:db8::/32');
    expect(maySend({ allowed }, sender)).toBe(may);
  });

  it('is everybody where nobody is listed', () => {
    expect(maySend({}, '203.0.113.9')).toBe(true);
  });

  it.each(['desk.example', '192.0.2.0/33', '192.0.2.0/', '192.0.2.0/8/8', '2001:db8::/129', ''])(
    'cannot be said as %j',
    (written) => expect(addressList([written])).toBeUndefined(),
  );

  it('is never a matter of throwing', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => (addressList([`${a}/${b}`]), true)));
  });
});

describe('where a delivery came from', () => {
  it('is the other end of the connection, whatever it says of itself', () => {
    expect(senderOf({}, '203.0.113.9', '192.0.2.7')).toBe('203.0.113.9');
    expect(senderOf({ proxies: listed('10.0.0.1') }, '203.0.113.9', '192.0.2.7')).toBe('203.0.113.9');
  });

  it('is what a trusted proxy saw, not what the sender wrote before it', () => {
    const proxies = listed('10.0.0.0/8');
    expect(senderOf({ proxies }, '::ffff:10.0.0.1', '192.0.2.7, 203.0.113.9')).toBe('203.0.113.9');
    expect(senderOf({ proxies }, '10.0.0.1', '192.0.2.7, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
  });

  it('is nobody who is listed when a trusted proxy does not say', () => {
    const proxies = listed('10.0.0.1');
    const allowed = listed('192.0.2.7');
    expect(maySend({ allowed }, senderOf({ proxies }, '10.0.0.1', undefined))).toBe(false);
    expect(maySend({ allowed }, senderOf({ proxies }, '10.0.0.1', '192.0.2.7'))).toBe(true);
  });
});
