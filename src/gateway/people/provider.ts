import type {
  Configuration,
  IDToken,
  TokenEndpointResponse,
  TokenEndpointResponseHelpers,
  UserInfoResponse,
} from 'openid-client';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Fetch } from '../platform/proxy';
import { groupsIn, listsGroups, type Claims } from './claims';

const ANSWER_S_MAX = 10;
/** Pages that ask at the same time cost one discovery; whoever asks later hears of new addresses and keys. */
const FRESH_MS = 5_000;
const AGAIN_MS = 30_000;

/** Where people sign in, and what the provider knows this desk by. */
export interface AuthSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scopes: string;
  /** The claim that holds roles or groups; dots lead into it. */
  readonly rolesClaim: string;
  /** The tenant of Microsoft Entra whose people Office may name; absent: Office is not asked. */
  readonly officeTenant?: string;
}

/** One way to the provider's sign-in page, and what its answer is checked against. */
export interface Attempt {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * What the provider says now of somebody who signed in before. `over`: it confirms that sign-in no more. `nothing`: it did not answer, or
 * does not speak of groups there, or no longer.
 */
export type SaidAgain = Claims | 'over' | 'nothing';

/** What it said at a sign-in, and a way to ask it again; absent where it offers none. */
export interface SignedIn {
  readonly claims: Claims;
  readonly askAgain?: () => Promise<SaidAgain>;
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

interface ProviderOptions {
  readonly settings: AuthSettings;
  /** By which it is reached; Node's own unless given. */
  readonly fetch?: Fetch | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The OpenID Connect provider: code with PKCE, its answers checked by state, nonce and signature. Its addresses are asked for when
 * somebody wants to sign in; while it does not answer, again every half minute. Its library is loaded then.
 */
export class Provider {
  /** Why nobody new can sign in just now. */
  failure: Failure | undefined;
  private known: { readonly asked: Promise<Configuration>; readonly atMs: number } | undefined;
  private readonly listeners = new Set<() => void>();
  private cancel: (() => void) | undefined;

  constructor(private readonly options: ProviderOptions) {}

  get host(): string {
    return new URL(this.options.settings.issuer).host;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The address of the provider's sign-in page. */
  async begin({ redirectUri, state, nonce, verifier }: Attempt): Promise<Outcome<string>> {
    const configuration = await this.reached();
    if (!configuration.ok) return configuration;
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const url = buildAuthorizationUrl(configuration.value, {
      redirect_uri: redirectUri,
      scope: this.options.settings.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return success(url.href);
  }

  /** Who signed in, by what the provider added to the address of the gateway. Its tokens stay in the way to ask again, in memory alone. */
  async end(answered: URL, { state, nonce, verifier }: Attempt): Promise<Outcome<SignedIn>> {
    const configuration = await this.reached();
    if (!configuration.ok) return configuration;
    try {
      const { authorizationCodeGrant } = await library();
      const tokens = await authorizationCodeGrant(configuration.value, answered, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) return failed(NOT_CONFIRMED);
      const said = await this.withUserInfo(configuration.value, claims, tokens.access_token);
      const askAgain = await this.wayToAskAgain(configuration.value, { tokens, claims });
      return success({ claims: said, ...present({ askAgain }) });
    } catch (error) {
      return this.refused(error);
    }
  }

  /** Where the provider's public keys are. */
  async keysAt(): Promise<Outcome<string>> {
    const configuration = await this.reached();
    if (!configuration.ok) return configuration;
    const { jwks_uri: address } = configuration.value.serverMetadata();
    return address === undefined ? failed(NOT_CONFIRMED) : success(address);
  }

  stop(): void {
    this.cancel?.();
  }

  /** Some providers say of groups nothing but there. What the signed token says holds where both do. */
  private async withUserInfo(known: Configuration, claims: IDToken, token: string): Promise<Claims> {
    const isSaid = groupsIn(claims, this.options.settings.rolesClaim).length > 0;
    if (isSaid || known.serverMetadata().userinfo_endpoint === undefined) return claims;
    const { fetchUserInfo } = await library();
    const told: UserInfoResponse = await fetchUserInfo(known, token, claims.sub);
    return { ...told, ...claims };
  }

  /**
   * By a refresh token for as long as the provider goes on with it. Without one by its userinfo, while the token for that lasts, and only
   * where that speaks of groups: otherwise its silence would take them away.
   */
  private async wayToAskAgain(
    known: Configuration,
    { tokens, claims }: { readonly tokens: Tokens; readonly claims: IDToken },
  ): Promise<SignedIn['askAgain']> {
    const { sub } = claims;
    const { access_token: access } = tokens;
    let { refresh_token: refresh } = tokens;
    if (refresh !== undefined) {
      return () =>
        this.again(isTakenBack, async (now) => {
          const { refreshTokenGrant } = await library();
          const renewed: Tokens = await refreshTokenGrant(now, refresh ?? '');
          refresh = renewed.refresh_token ?? refresh;
          const said = renewed.claims();
          if (said) return said.sub === sub ? this.withUserInfo(now, said, renewed.access_token) : 'over';
          return this.userInfo(now, renewed.access_token, sub);
        });
    }
    if ((await this.userInfo(known, access, sub).catch(() => 'nothing')) === 'nothing') return undefined;
    const { clock } = this.options;
    const endsAtMs = clock.monotonicMs() + (tokens.expires_in ?? 0) * 1_000;
    return () =>
      this.again(isUnauthorised, async (now) =>
        clock.monotonicMs() < endsAtMs ? this.userInfo(now, access, sub) : 'nothing',
      );
  }

  private async userInfo(known: Configuration, token: string, sub: string): Promise<Claims | 'nothing'> {
    if (known.serverMetadata().userinfo_endpoint === undefined) return 'nothing';
    const { fetchUserInfo } = await library();
    const told: UserInfoResponse = await fetchUserInfo(known, token, sub);
    return listsGroups(told, this.options.settings.rolesClaim) ? told : 'nothing';
  }

  private async again(
    isOver: (error: unknown) => boolean,
    ask: (known: Configuration) => Promise<SaidAgain>,
  ): Promise<SaidAgain> {
    const configuration = await this.reached();
    if (!configuration.ok) return 'nothing';
    try {
      return await ask(configuration.value);
    } catch (error) {
      if (isOver(error)) return 'over';
      this.refused(error);
      return 'nothing';
    }
  }

  private async reached(): Promise<Outcome<Configuration>> {
    const nowMs = this.options.clock.monotonicMs();
    if (!this.known || nowMs - this.known.atMs >= FRESH_MS) {
      this.known = { asked: this.discover(), atMs: nowMs };
    }
    try {
      const configuration = await this.known.asked;
      this.become(undefined);
      return success(configuration);
    } catch (error) {
      this.known = undefined;
      this.options.log.warn('The provider at which people sign in does not answer.', {
        reason: reasonOf(error),
      });
      this.become(this.down());
      return failed(this.down());
    }
  }

  private async discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.options.settings;
    const {
      discovery,
      allowInsecureRequests,
      customFetch,
      enableNonRepudiationChecks,
      ClientSecretPost,
      None,
    } = await library();
    const { fetch } = this.options;
    const authentication = clientSecret === undefined ? None() : ClientSecretPost(clientSecret);
    const isPlain = issuer.startsWith('http:');
    return discovery(new URL(issuer), clientId, undefined, authentication, {
      timeout: ANSWER_S_MAX,
      ...(fetch && { [customFetch]: fetch }),
      // The token comes straight from the provider; its signature is checked all the same.
      execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    });
  }

  private refused(error: unknown): Outcome<never> {
    this.options.log.warn('A sign-in was not confirmed by the provider.', { reason: reasonOf(error) });
    if (!isNoAnswer(error)) return failed(NOT_CONFIRMED);
    this.known = undefined;
    this.become(this.down());
    return failed(this.down());
  }

  private down(): Failure {
    return {
      kind: 'unavailable',
      message: `Nobody new can sign in: the provider ${this.host} does not answer.`,
      next: 'People who are signed in stay so. The gateway asks again every half minute.',
    };
  }

  private become(failure: Failure | undefined): void {
    const isOther = this.failure?.message !== failure?.message;
    this.failure = failure;
    this.cancel?.();
    this.cancel = failure && this.options.clock.after(AGAIN_MS, () => void this.reached());
    if (isOther) for (const listener of [...this.listeners]) listener();
  }
}

const library = () => import('openid-client');

/** Nothing of an answer came, or one that says that the provider is broken: it was not this sign-in that it refused. */
function isNoAnswer(error: unknown): boolean {
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
  if (typeof status === 'number' && status >= 500) return true;
  return error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
}

/** Of a refresh token: what is wrong with this desk's own settings there ends no sign-in. */
const isTakenBack = (error: unknown): boolean =>
  (error as { readonly error?: unknown }).error === 'invalid_grant';

/** Of a token for userinfo, before its time. */
const isUnauthorised = (error: unknown): boolean => (error as { readonly status?: unknown }).status === 401;

/** Never the code, a token or a secret: the library's messages hold none. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : 'no reason given';

const NOT_CONFIRMED: Failure = {
  kind: 'denied',
  message: 'The provider did not confirm this sign-in.',
  next: 'Press Sign in again; if it persists, see the gateway log.',
};
