import { createHmac, timingSafeEqual } from 'node:crypto';

/** How deliveries are signed, where the operator has agreed to sign them. */
export interface Signature {
  /** Name of the header, in any case. */
  readonly header: string;
  readonly algorithm: 'sha256' | 'sha512';
  readonly secret: string;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Whether the header signs these very bytes. Nobody has stated how it is written, so hexadecimal and base64 are
 * understood, and the name of the algorithm before it, as in "sha256=…".
 */
export function isSigned({ header, algorithm, secret }: Signature, headers: Headers, body: Buffer): boolean {
  const written = headers[header.toLowerCase()];
  if (typeof written !== 'string') return false;
  const wanted = createHmac(algorithm, secret).update(body).digest();
  return writtenDigests(written.trim(), algorithm).some(
    (given) => given.length === wanted.length && timingSafeEqual(given, wanted),
  );
}

function writtenDigests(written: string, algorithm: string): readonly Buffer[] {
  const prefix = `${algorithm}=`;
  const bare = written.toLowerCase().startsWith(prefix) ? written.slice(prefix.length) : written;
  if (!/^[\w+/-]+=*$/.test(bare)) return [];
  const isHex = /^[0-9a-f]+$/i.test(bare);
  return [...(isHex ? [Buffer.from(bare, 'hex')] : []), Buffer.from(bare, 'base64')];
}
