import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KEY_BYTES, seal, unseal } from '../../../../src/gateway/storage/vault/sealing';

const key = randomBytes(KEY_BYTES);

it('opens what it sealed, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, purpose) => {
      expect(unseal(seal(text, key, purpose), key, purpose)).toBe(text);
    }),
  );
});

it('never seals the same text twice alike, and shows nothing of it', () => {
  const [first, second] = [seal('secret', key, 'p'), seal('secret', key, 'p')];
  expect(first).not.toBe(second);
  expect([first, second].map((sealed) => unseal(sealed, key, 'p'))).toEqual(['secret', 'secret']);
  expect(Buffer.from(first, 'utf8').includes('secret')).toBe(false);
});

it('stays shut for another key and for another purpose', () => {
  const sealed = seal('secret', key, 'sandbox');
  expect(unseal(sealed, randomBytes(KEY_BYTES), 'sandbox')).toBeUndefined();
  expect(unseal(sealed, key, 'production')).toBeUndefined();
  expect(unseal(sealed, key, 'sandbox')).toBe('secret');
});

it('stays shut, without a crash, when a single character of it is another', () => {
  const sealed = seal('secret', key, 'p');
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'b', '0', '"', '{', '='), (at, other) => {
      fc.pre(sealed[at] !== other);
      const spoilt = sealed.slice(0, at) + other + sealed.slice(at + 1);
      // A name of a field that is not needed may be spoilt; what is sealed may not.
      expect([undefined, 'secret']).toContain(unseal(spoilt, key, 'p'));
      if (/^[A-Za-z0-9+/]$/.test(sealed[at] ?? '') && isInside(sealed, at)) {
        expect(unseal(spoilt, key, 'p')).toBeUndefined();
      }
    }),
  );
});

/** Within the sealed text itself, but for its last characters, some bits of which mean nothing in base64. */
function isInside(sealed: string, at: number): boolean {
  const from = sealed.indexOf('"text":"') + 8;
  return at >= from && at < sealed.length - 6;
}

it.each(['', 'null', '[]', '{}', '{"version":2}', '{"version":1,"nonce":"","tag":"","text":""}', '\u0000'])(
  'takes no other file for its own: %j',
  (text) => {
    expect(unseal(text, key, 'p')).toBeUndefined();
  },
);
