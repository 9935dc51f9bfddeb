import * as z from 'zod/mini';
import type { AuthSettings } from '../people/provider';
import { isLoopback } from '../web/door';
import { text } from './webhook-settings';

/** How people sign in by name. */
export const AuthVariables = z.object({
  AUTH_ISSUER: z.optional(z.string().check(z.refine(isIssuer))),
  AUTH_CLIENT_ID: z.optional(text()),
  AUTH_CLIENT_SECRET: z.optional(text()),
  AUTH_SCOPES: text(),
  AUTH_ROLES: text(),
});
type AuthVariables = z.infer<typeof AuthVariables>;

export const AUTH_DESCRIBED = {
  AUTH_ISSUER: {
    wants:
      'the https address of the OpenID Connect provider at which people sign in (docs/people.md); http only on this machine',
  },
  AUTH_CLIENT_ID: { wants: 'the client id that the provider gave to SpreadDesk, together with AUTH_ISSUER' },
  AUTH_CLIENT_SECRET: { wants: 'the client secret, where the provider gave one' },
  AUTH_SCOPES: {
    wants:
      'the scopes to ask for, with spaces; openid is one of them, and offline_access gets a refresh token from Entra and Okta',
    fallback: 'openid profile',
  },
  AUTH_ROLES: {
    wants: 'the claim with roles or groups; dots lead into it, as in realm_access.roles',
    fallback: 'roles',
  },
} as const;

/** The settings, none, or a sentence about what is wrong with them. */
export function authSettingsOf(
  variables: AuthVariables,
): AuthSettings | undefined | { readonly problem: string } {
  const { AUTH_ISSUER: issuer, AUTH_CLIENT_ID: clientId, AUTH_CLIENT_SECRET: clientSecret } = variables;
  if ((issuer === undefined) !== (clientId === undefined)) {
    return { problem: 'AUTH_ISSUER and AUTH_CLIENT_ID are needed together, or neither.' };
  }
  if (issuer === undefined || clientId === undefined) {
    return clientSecret === undefined
      ? undefined
      : { problem: 'AUTH_CLIENT_SECRET is of no use without AUTH_ISSUER.' };
  }
  if (!variables.AUTH_SCOPES.split(/\s+/).includes('openid')) {
    return { problem: 'AUTH_SCOPES must name openid: without it a provider does not say who signed in.' };
  }
  return {
    issuer,
    clientId,
    scopes: variables.AUTH_SCOPES,
    rolesClaim: variables.AUTH_ROLES,
    ...(clientSecret !== undefined && { clientSecret }),
  };
}

/** Over http everybody on the way could sign in as anybody. */
function isIssuer(written: string): boolean {
  if (!URL.canParse(written)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(written);
  const isSecure =
    protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
  return isSecure && username + password + search + hash === '';
}
