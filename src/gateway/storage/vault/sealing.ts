import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

/** Bytes of a key for {@link seal}. */
export const KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';
// What the standard recommends for this cipher; a new one for each sealing.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const bytes = z.pipe(
  z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
  z.transform((text) => Buffer.from(text, 'base64')),
);
const Sealed = z.object({ version: z.literal(1), nonce: bytes, tag: bytes, text: bytes });

/**
 * The text sealed with AES-256-GCM. It opens only with the same key and for the same purpose, so that a sealed file which
 * somebody moved elsewhere stays shut.
 */
export function seal(text: string, key: Buffer, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose, 'utf8'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const written = { nonce, tag: cipher.getAuthTag(), text: sealed };
  const inBase64 = Object.entries(written).map(([name, value]) => [name, value.toString('base64')]);
  return JSON.stringify({ version: 1, ...Object.fromEntries(inBase64) });
}

/** What was sealed, or `undefined`: damaged, of another key, or for another purpose. */
export function unseal(sealed: string, key: Buffer, purpose: string): string | undefined {
  try {
    const { nonce, tag, text } = Sealed.parse(JSON.parse(sealed));
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(purpose, 'utf8'));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
