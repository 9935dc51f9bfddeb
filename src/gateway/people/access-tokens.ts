import type { createRemoteJWKSet, JWTPayload } from 'jose';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { OfficeAccount } from '../../domain/way-in';
import type { Fetch } from '../platform/proxy';
import type { Claims } from './claims';
import type { AuthSettings, Provider } from './provider';

/** What a token has to be granted for, beside being made for this desk. */
const SCOPE = 'access_as_user';
/** Signatures by a key pair alone: whoever knows a public key can make the others. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256'];
const SKEW_S = 30;
const ENTRA = /^login\.(microsoftonline\.(com|us)|partner\.microsoftonline\.cn)$/;

/** The tenant of an issuer of Microsoft Entra: for no other has Office tokens. */
export function tenantOf(issuer: string): string | undefined {
  const { hostname, pathname } = new URL(issuer);
  const [, tenant] = /^\/([\da-f-]{36})\/v2\.0\/?$/i.exec(pathname) ?? [];
  return ENTRA.test(hostname) ? tenant : undefined;
}

interface AccessTokensOptions {
  readonly settings: Pick<AuthSettings, 'issuer' | 'clientId'>;
  readonly tenant: string;
  readonly provider: Pick<Provider, 'keysAt'>;
  /** By which its keys are fetched; Node's own unless given. */
  readonly fetch?: Fetch | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tokens of Microsoft Entra that Office hands to the pane (nested app authentication), for this desk's own scope. */
export class AccessTokens {
  private keys:
    { readonly address: string; readonly find: ReturnType<typeof createRemoteJWKSet> } | undefined;

  constructor(private readonly options: AccessTokensOptions) {}

  /** What a pane asks Office for. An application that asks for itself has to be named by its id, not by an address. */
  get wanted(): OfficeAccount {
    const { settings } = this.options;
    return {
      clientId: settings.clientId,
      authority: settings.issuer.replace(/\/v2\.0\/?$/, ''),
      scopes: ['openid', 'profile', `${settings.clientId}/${SCOPE}`],
    };
  }

  /** Who the token is about. */
  async read(token: string): Promise<Outcome<Claims>> {
    const { settings, provider, fetch, clock, log } = this.options;
    const address = await provider.keysAt();
    if (!address.ok) return address;
    const jose = await import('jose');
    if (this.keys?.address !== address.value) {
      this.keys = {
        address: address.value,
        find: jose.createRemoteJWKSet(new URL(address.value), {
          ...(fetch && { [jose.customFetch]: fetch }),
        }),
      };
    }
    try {
      const { payload } = await jose.jwtVerify(token, this.keys.find, {
        algorithms: ALGORITHMS,
        issuer: settings.issuer,
        audience: [settings.clientId, `api://${settings.clientId}`],
        requiredClaims: ['sub', 'exp', 'nbf', 'tid', 'azp', 'scp'],
        clockTolerance: SKEW_S,
        currentDate: new Date(clock.now()),
      });
      const problem = this.problemOf(payload);
      if (problem === undefined && payload.sub !== undefined)
        return success({ ...payload, sub: payload.sub });
      log.warn('A token for this desk was refused.', { reason: problem });
    } catch (error) {
      log.warn('A token for this desk was refused.', { reason: error instanceof Error ? error.message : '' });
    }
    return failed(NOT_GOOD);
  }

  /** What the library does not check. */
  private problemOf({ tid, azp, scp }: JWTPayload): string | undefined {
    const { tenant, settings } = this.options;
    if (tid !== tenant) return 'another tenant';
    if (azp !== settings.clientId) return 'got by another program';
    return typeof scp === 'string' && scp.split(' ').includes(SCOPE)
      ? undefined
      : 'not for the scope of this desk';
  }
}

const NOT_GOOD: Failure = {
  kind: 'denied',
  message: 'The gateway does not accept this token of the provider.',
  next: 'Press Sign in: a window of the provider opens.',
};
