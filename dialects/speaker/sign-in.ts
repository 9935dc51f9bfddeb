import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from '../draw';
import type { Fields } from './records';
import { NotUnderstood, parsed } from './values';

/** Signing in, and the tokens that the platform gives. */
export class SignIn {
  /** The simulator's token by the platform's own. */
  private readonly tokens = new Map<string, string>();

  constructor(private readonly dialect: Dialect) {}

  /** The simulator's form of what was sent. */
  formOf({ url, headers, text }: { url: URL; headers: IncomingHttpHeaders; text: string }): string {
    const style = this.dialect['sign-in'];
    const isStandard = style.startsWith('oauth2');
    const place = style.replace('oauth2 ', '');
    const [idName, secretName] = isStandard ? ['client_id', 'client_secret'] : ['client-id', 'client-secret'];
    const given =
      place === 'query'
        ? url.searchParams
        : place === 'json'
          ? new URLSearchParams(parsed(text) as Record<string, string>)
          : new URLSearchParams(text);
    const [id, secret] =
      place === 'basic' ? basicIn(headers.authorization) : [given.get(idName), given.get(secretName)];
    if (isStandard && (given.get('grant_type') !== 'client_credentials' || given.get('scope') !== 'trading'))
      throw new NotUnderstood(400, 'unsupported_grant_type');
    return new URLSearchParams({ 'client-id': id ?? '', 'client-secret': secret ?? '' }).toString();
  }

  /** The platform's answer, of the simulator's. */
  granted(answer: Fields): Fields {
    const style = this.dialect['sign-in'];
    const own = String(answer['access-token']);
    const isOpaque = this.dialect.token !== 'JWT';
    const token = isOpaque ? `opaque-${this.tokens.size + 1}-of-the-platform` : own;
    this.tokens.set(token, own);
    const stated = style.startsWith('oauth2') ? 'access_token' : 'access-token';
    const field = this.dialect['token field'];
    const life =
      this.dialect.token === 'opaque with seconds'
        ? { life: { seconds: answer['expires-in'] } }
        : isOpaque && style.startsWith('oauth2')
          ? { expires_in: answer['expires-in'] }
          : {};
    if (field === 'nested') return { session: { [stated]: token }, ...life };
    return { [field === 'stated' ? stated : 'jwt']: token, 'token-type': 'Bearer', ...life };
  }

  /** The header as the simulator knows it. */
  ownAuthorization(header: string | undefined): string | undefined {
    const token = /^Bearer (.*)$/.exec(header ?? '')?.[1];
    return token === undefined ? undefined : `Bearer ${this.tokens.get(token) ?? 'unknown'}`;
  }
}

function basicIn(header: string | undefined): readonly [string, string] {
  const [id = '', ...secret] = Buffer.from(header?.replace(/^Basic /, '') ?? '', 'base64')
    .toString()
    .split(':');
  return [decodeURIComponent(id), decodeURIComponent(secret.join(':'))];
}
