import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { dayAt } from './zone';

export type TokenFault = 'token-missing' | 'token-invalid' | 'token-expired' | 'token-revoked';

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
