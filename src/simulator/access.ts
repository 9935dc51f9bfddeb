import { Refusal } from './answer';
import type { TokenFault, Tokens } from './tokens';

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
