import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { dayAt } from '../world/zone';
import { Refusal } from './call';

/** The credentials that the simulator accepts. They open nothing else, so they are no secret. */
export const CREDENTIALS = {
  apiKey: 'simulator-key',
  clientId: 'simulator',
  clientSecret: 'simulator-secret',
} as const;

const SENTENCES: Readonly<Record<TokenFault, string>> = {
  'token-missing': 'The Authorization header must be "Bearer " and an access token.',
  'token-invalid': 'The access token is not one of ours.',
  'token-expired': 'The access token has expired; authenticate again.',
  'token-revoked': 'The access token was revoked; authenticate again.',
};

/** Who may call: the API key and the access tokens. */
export class Access {
  private keyRevoked = false;

  constructor(readonly tokens: Tokens) {}

  revokeKey(): void {
    this.keyRevoked = true;
  }

  restoreKey(): void {
    this.keyRevoked = false;
  }

  /** Why a key is refused: then the call belongs to no usage plan. */
  keyRefusal(key: string | undefined): Refusal | undefined {
    if (key === undefined) return denied('key-missing', 'The x-api-key header is missing.');
    if (key !== CREDENTIALS.apiKey) return denied('key-unknown', 'This API key is not known.');
    return this.keyRevoked ? denied('key-revoked', 'This API key was revoked.') : undefined;
  }

  tokenRefusal(authorization: string | undefined, now: number): Refusal | undefined {
    const code = this.tokens.faultOf(authorization, now);
    return code && new Refusal(401, [{ code, message: SENTENCES[code] }], { 'www-authenticate': 'Bearer' });
  }
}

const denied = (code: string, message: string): Refusal => new Refusal(403, [{ code, message }]);

type TokenFault = 'token-missing' | 'token-invalid' | 'token-expired' | 'token-revoked';

const Claims = z.object({ exp: z.number(), gen: z.number() });

/** Issues and checks the access tokens: JWTs that end at the midnight of their zone (section 5). */
export class Tokens {
  private generation = 1;
  private issued = 0;

  constructor(
    private readonly secret: string,
    private readonly zone: string,
  ) {}

  issue(now: number): { token: string; expiresInSeconds: number } {
    const exp = Math.floor(dayAt(now, this.zone).endsAt / 1000);
    const iat = Math.floor(now / 1000);
    const head = encoded({ alg: 'HS256', typ: 'JWT' });
    const claims = encoded({ sub: 'simulator', iat, exp, gen: this.generation, jti: ++this.issued });
    const token = `${head}.${claims}.${this.signature(`${head}.${claims}`)}`;
    return { token, expiresInSeconds: Math.max(0, exp - iat) };
  }

  /** What is wrong with the value of an Authorization header; `undefined` when it is good. */
  faultOf(authorization: string | undefined, now: number): TokenFault | undefined {
    if (!authorization?.startsWith('Bearer ')) return 'token-missing';
    const [head, body, signature, ...rest] = authorization.slice('Bearer '.length).split('.');
    if (!head || !body || signature !== this.signature(`${head}.${body}`) || rest.length > 0)
      return 'token-invalid';
    const claims = Claims.safeParse(decoded(body));
    if (!claims.success) return 'token-invalid';
    if (claims.data.gen < this.generation) return 'token-revoked';
    return now >= claims.data.exp * 1000 ? 'token-expired' : undefined;
  }

  /** Every token issued so far is refused from now on; new ones can be had. */
  revokeAll(): void {
    this.generation += 1;
  }

  private signature(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('base64url');
  }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
