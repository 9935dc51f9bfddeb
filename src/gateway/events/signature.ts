import { createHmac, timingSafeEqual, createHash } from 'node:crypto';
import type { Profile } from '../../contract/service/profile';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { oldSignature, wrongSecret, wrongSignature, type Rejection } from './delivery-rejections';
import type { SenderRules } from './senders';

type Hmac = NonNullable<Profile['webhooks']['hmac']>;

/** How deliveries are signed, where the operator has agreed to sign them. */
export interface Signature extends Omit<Hmac, 'secretEnv' | 'secretAs'> {
  readonly secret: string | Buffer;
}

/** A secret that stands in a header as it is. */
interface HeaderSecret {
  readonly key: 'webhooks.token' | 'webhooks.basic';
  /** In lower case. */
  readonly header: string;
  readonly text: string;
}

/** How a delivery proves that the platform sent it; all of them must hold. */
export interface Proofs {
  readonly signature?: Signature;
  readonly headerSecrets?: readonly HeaderSecret[];
}

/** Who may deliver, how a delivery is signed, and where its events stand. */
export interface DeliveryRules extends Proofs {
  readonly senders: SenderRules;
  /** See `webhooks.items` of the profile. */
  readonly items?: string;
}

/** Every secret in them, which no log and no support bundle may show. */
export const secretsOfProofs = ({ signature, headerSecrets = [] }: Proofs): readonly string[] => [
  ...(signature ? [signature.secret.toString()] : []),
  ...headerSecrets.map(({ text }) => text),
];

/** The proofs that a profile asks for. Secrets stand in the environment variables that it names, never in the profile itself. */
export function proofsOf(
  { hmac, token, basic }: Profile['webhooks'],
  environment: Readonly<Record<string, string | undefined>>,
): Outcome<Proofs> {
  const wanted = [
    { key: 'webhooks.hmac', name: hmac?.secretEnv },
    { key: 'webhooks.token', name: token?.secretEnv },
    { key: 'webhooks.basic', name: basic?.passwordEnv },
  ];
  const without = wanted.find(({ name }) => name !== undefined && !environment[name]);
  if (without?.name !== undefined) return failed(noSecret(without.key, without.name));
  const secretIn = (name: string): string => environment[name] ?? '';
  const headerSecrets: HeaderSecret[] = [];
  if (token)
    headerSecrets.push({
      key: 'webhooks.token',
      header: token.header.toLowerCase(),
      text: `${token.prefix ?? ''}${secretIn(token.secretEnv)}`,
    });
  if (basic)
    headerSecrets.push({
      key: 'webhooks.basic',
      header: 'authorization',
      text: `Basic ${Buffer.from(`${basic.user}:${secretIn(basic.passwordEnv)}`).toString('base64')}`,
    });
  return success({
    ...(hmac && { signature: signatureOf(hmac, secretIn(hmac.secretEnv)) }),
    ...(headerSecrets.length > 0 && { headerSecrets }),
  });
}

function signatureOf({ secretEnv: _, secretAs, ...hmac }: Hmac, secret: string): Signature {
  return { ...hmac, secret: secretAs === undefined ? secret : Buffer.from(secret, secretAs) };
}

const noSecret = (key: string, name: string): Failure => ({
  kind: 'invalid-argument',
  message: `${key} of the service profile wants events to be signed, and ${name} is not set.`,
  next: `Set ${name} to the secret that is agreed on with the operator, or take ${key} out of the profile.`,
});

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why a delivery does not prove that the platform sent it. `now` is epoch ms. */
export function unproven(
  { signature, headerSecrets = [] }: Proofs,
  delivery: { readonly headers: Headers; readonly bytes: Buffer },
  now: number,
): Rejection | undefined {
  const missing = headerSecrets.find((one) => !carries(one, delivery.headers));
  if (missing) return wrongSecret(missing);
  if (!signature) return undefined;
  if (!isSigned(signature, delivery.headers, delivery.bytes)) return wrongSignature(signature.header);
  return isFresh(signature, delivery.headers, now)
    ? undefined
    : oldSignature(signature.timestamp?.secondsMax);
}

function carries({ header, text }: HeaderSecret, headers: Headers): boolean {
  const written = headers[header];
  if (typeof written !== 'string') return false;
  return timingSafeEqual(digestOf(written.trim().replace(/^basic\s+/i, 'Basic ')), digestOf(text));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether the header signs these very bytes. Without an encoding hexadecimal and base64 are understood, and without a prefix the
 * name of the algorithm before it, as in "sha256=…".
 */
export function isSigned(signature: Signature, headers: Headers, body: Buffer): boolean {
  const { header, algorithm, secret, part } = signature;
  const written = headers[header.toLowerCase()];
  const signed = signedBytes(signature, headers, body);
  if (typeof written !== 'string' || signed === undefined) return false;
  const wanted = createHmac(algorithm, secret).update(signed).digest();
  const candidates = part === undefined ? [written.trim()] : partsNamed(written, part);
  return candidates
    .flatMap((one) => writtenDigests(one, signature))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}

/** The bytes that are signed: the body, or what the profile puts around it. `undefined` where a header of it is missing. */
function signedBytes(signature: Signature, headers: Headers, body: Buffer): Buffer | undefined {
  const { signed = '{body}' } = signature;
  const pieces = signed.split(/(\{[\w-]+\})/).map((piece) => {
    if (piece === '{body}') return body;
    if (piece === '{timestamp}') return timestampIn(signature, headers);
    return piece.startsWith('{') ? headers[piece.slice(1, -1).toLowerCase()] : piece;
  });
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  return bytes.every((piece) => Buffer.isBuffer(piece)) ? Buffer.concat(bytes) : undefined;
}

function timestampIn({ header, timestamp }: Signature, headers: Headers): string | undefined {
  if (!timestamp) return undefined;
  const written = headers[(timestamp.header ?? header).toLowerCase()];
  if (typeof written !== 'string') return undefined;
  return timestamp.part === undefined ? written.trim() : partsNamed(written, timestamp.part)[0];
}

/** `v1` of "t=1795215600,v1=5257a8…"; there may be several. */
const partsNamed = (written: string, name: string): readonly string[] =>
  written
    .split(/[,;]/)
    .map((one) => one.trim())
    .flatMap((one) => (one.startsWith(`${name}=`) ? [one.slice(name.length + 1)] : []));

const EPOCH_MS_MIN = 1_000_000_000_000;

function isFresh(signature: Signature, headers: Headers, now: number): boolean {
  const { timestamp } = signature;
  if (!timestamp) return true;
  const written = timestampIn(signature, headers) ?? '';
  const count = /^\d{1,15}$/.test(written) ? Number(written) : NaN;
  const at = Number.isNaN(count) ? Date.parse(written) : count >= EPOCH_MS_MIN ? count : count * 1000;
  return Math.abs(now - at) <= timestamp.secondsMax * 1000;
}

function writtenDigests(written: string, { algorithm, encoding, prefix }: Signature): readonly Buffer[] {
  const before = prefix ?? `${algorithm}=`;
  const hasPrefix = written.toLowerCase().startsWith(before.toLowerCase());
  // One that the profile names must be there.
  if (prefix !== undefined && !hasPrefix) return [];
  const bare = hasPrefix ? written.slice(before.length) : written;
  if (!/^[\w+/-]+=*$/.test(bare)) return [];
  const isHex = /^[0-9a-f]+$/i.test(bare);
  return [
    ...(isHex && encoding !== 'base64' ? [Buffer.from(bare, 'hex')] : []),
    ...(encoding !== 'hex' ? [Buffer.from(bare, 'base64')] : []),
  ];
}
