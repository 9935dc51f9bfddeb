import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** PEM texts. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const der = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...contents: readonly Uint8Array[]): Buffer => der(0x30, ...contents);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const text = (tag: number, written: string): Buffer => der(tag, Buffer.from(written, 'ascii'));
const utcTime = (at: number): Buffer =>
  text(0x17, `${new Date(at).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`);

const ECDSA_WITH_SHA256 = sequence(der(0x06, hex('2a8648ce3d040302')));
const COMMON_NAME = hex('550403');
const ALTERNATIVE_NAMES = hex('551d11');
const DAY_MS = 86_400_000;

/** A certificate for this machine's own names that nobody trusts who is not told to, good for a day around `now`. */
export function throwawayCertificate(now: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(der(0x06, COMMON_NAME), text(0x0c, 'localhost'))));
  const names = sequence(text(0x82, 'localhost'), der(0x87, Buffer.from([127, 0, 0, 1])));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(now - DAY_MS), utcTime(now + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(der(0x06, ALTERNATIVE_NAMES), der(0x04, names)))),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replaceAll(/(.{64})/g, '$1\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
