import * as z from 'zod/mini';
import { present } from '../../domain/present';
import { tenantOf } from '../people/access-tokens';
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
  AUTH_OFFICE: z.enum(['on', 'off']),
});
type AuthVariables = z.infer<typeof AuthVariables>;

export const AUTH_DESCRIBED = {
  AUTH_ISSUER: {
    wants:
      'the https address of the OpenID Connect provider at which people sign in (docs/people.md); http only on this machine',
  },
  AUTH_CLIENT_ID: { wants: 'the client id that the provider gave, together with AUTH_ISSUER' },
  AUTH_CLIENT_SECRET: { wants: 'the client secret, where the provider gave one' },
  AUTH_SCOPES: {
    wants:
      'scopes with spaces; openid is one of them, and offline_access gets a refresh token from Entra and Okta',
    fallback: 'openid profile',
  },
  AUTH_ROLES: {
    wants: 'the claim with roles or groups; dots lead into it, as in realm_access.roles',
    fallback: 'roles',
  },
  AUTH_OFFICE: {
    wants:
      'on or off: whether Excel, where it can, says itself who uses it (nested app authentication), with a tenant of Microsoft Entra alone (docs/people.md)',
    fallback: 'off',
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
    if (variables.AUTH_OFFICE === 'on') return { problem: 'AUTH_OFFICE is of no use without AUTH_ISSUER.' };
    return clientSecret === undefined
      ? undefined
      : { problem: 'AUTH_CLIENT_SECRET is of no use without AUTH_ISSUER.' };
  }
  if (!variables.AUTH_SCOPES.split(/\s+/).includes('openid')) {
    return { problem: 'AUTH_SCOPES must name openid: without it a provider does not say who signed in.' };
  }
  const officeTenant = variables.AUTH_OFFICE === 'on' ? tenantOf(issuer) : undefined;
  if (variables.AUTH_OFFICE === 'on' && officeTenant === undefined) {
    return {
      problem:
        'AUTH_OFFICE=on needs an AUTH_ISSUER of Microsoft Entra that names the tenant by its id: https://login.microsoftonline.com/TENANT-ID/v2.0.',
    };
  }
  return {
    issuer,
    clientId,
    scopes: variables.AUTH_SCOPES,
    rolesClaim: variables.AUTH_ROLES,
    ...present({ clientSecret, officeTenant }),
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
