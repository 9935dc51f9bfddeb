import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The one provider for which Office has tokens; its addresses lead to this machine in the gateway under attack. */
export const OFFICE_ORIGIN = 'https://login.microsoftonline.com';
export const TENANT = '11111111-2222-3333-4444-555555555555';
export const CLIENT = 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee';
export const ISSUER = `${OFFICE_ORIGIN}/${TENANT}/v2.0`;
const KEYS_PATH = `/${TENANT}/discovery/v2.0/keys`;
export const KEY_ID = 'key-1';

export type Claims = Readonly<Record<string, unknown>>;
export const HOUR_S = 3_600;

/** Of a token that is good at `nowS`, in seconds. */
export const goodAt = (nowS: number) => ({
  iss: ISSUER,
  aud: CLIENT,
  tid: TENANT,
  azp: CLIENT,
  scp: 'access_as_user',
  sub: 'subject-of-tom',
  name: 'Tom Berger',
  roles: ['trader'],
  nbf: nowS - 10,
  exp: nowS + HOUR_S,
});

export type Header = Readonly<Record<string, unknown>>;

const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url');
const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** A token signed by RS256. */
export const signed = (header: Header, claims: Claims, by: KeyObject): string => {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), by).toString('base64url')}`;
};

/** In the place of the provider: its addresses, its public key, and tokens of it, good and forged. */
export class OfficeProvider {
  private readonly pair = newPair();
  private readonly stranger = newPair();

  private constructor(private readonly server: Server) {
    server.on('request', ({ url }, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(url === KEYS_PATH ? this.keys : ADDRESSES));
    });
  }

  static async start(): Promise<OfficeProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OfficeProvider(server);
  }

  /** What stands in the place of {@link OFFICE_ORIGIN}. */
  get origin(): string {
    // It listens on a port and not on a pipe.
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** With it whatever a defence that was taken away would have let in is signed. */
  get privateKey(): string {
    return this.pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  token(claims: Claims, header: Header = { alg: 'RS256', kid: KEY_ID, typ: 'JWT' }): string {
    return signed(header, claims, this.pair.privateKey);
  }

  /** Under the name of the known key, by another one. */
  forged(claims: Claims): string {
    return signed({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' }, claims, this.stranger.privateKey);
  }

  unsigned(claims: Claims, alg: string): string {
    return `${part({ alg, kid: KEY_ID, typ: 'JWT' })}.${part(claims)}.`;
  }

  /** By the public key as a password. */
  byPassword(claims: Claims): string {
    const password = this.pair.publicKey.export({ type: 'spki', format: 'pem' });
    const text = `${part({ alg: 'HS256', kid: KEY_ID, typ: 'JWT' })}.${part(claims)}`;
    return `${text}.${createHmac('sha256', password).update(text).digest('base64url')}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private get keys(): unknown {
    const key = this.pair.publicKey.export({ format: 'jwk' });
    return { keys: [{ ...key, kid: KEY_ID, use: 'sig' }] };
  }
}

const ADDRESSES = {
  issuer: ISSUER,
  authorization_endpoint: `${OFFICE_ORIGIN}/${TENANT}/oauth2/v2.0/authorize`,
  token_endpoint: `${OFFICE_ORIGIN}/${TENANT}/oauth2/v2.0/token`,
  jwks_uri: `${OFFICE_ORIGIN}${KEYS_PATH}`,
};
