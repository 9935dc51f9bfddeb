import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { DEMO_CLIENT, DEMO_PEOPLE } from './people.mjs';

/** @typedef {import('./people.mjs').DemoPerson} DemoPerson */

const { interactionPolicy, Provider } = await withoutRuntimeWarning(() => import('oidc-provider'));

/**
 * The library says of every Node before 22 that it does not support it, and runs there all the same, as the tests of people show: nobody who reads that
 * SpreadDesk wants Node 20.19 is to wonder. All else that it says is shown.
 * @template T
 * @param {() => Promise<T>} load
 */
async function withoutRuntimeWarning(load) {
  const { warn } = console;
  /** @param {unknown[]} said */
  console.warn = (...said) => {
    if (!String(said[0]).includes('Unsupported runtime')) warn(...said);
  };
  try {
    return await load();
  } finally {
    console.warn = warn;
  }
}

/**
 * Starts a real OpenID Connect provider on this machine whose people sign in by a button, without a password: for demonstrations and
 * tests, and for nothing else.
 * @param {object} options
 * @param {readonly string[]} options.gateways the origins to which it leads back
 * @param {number} [options.port] 0 takes a free one
 * @param {Readonly<Record<string, DemoPerson>>} [options.people] read whenever it is asked of them
 * @param {boolean} [options.refreshes] whether it gives refresh tokens
 */
export async function startProvider({ gateways, port = 0, people = DEMO_PEOPLE, refreshes = true }) {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`;
  let provider = await openProvider(issuer, { gateways, people, refreshes });
  server.on('request', (request, response) => void provider.callback()(request, response));
  return {
    issuer,
    /** From now on it signs with a key that nobody has seen. */
    async rotateKeys() {
      provider = await openProvider(issuer, { gateways, people, refreshes });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

let keys = 0;

/**
 * @param {string} issuer
 * @param {object} options
 * @param {readonly string[]} options.gateways
 * @param {Readonly<Record<string, DemoPerson>>} options.people
 * @param {boolean} options.refreshes
 */
async function openProvider(issuer, { gateways, people, refreshes }) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: `key-${++keys}` };
  const policy = interactionPolicy.base();
  // Two windows of one browser are two people: it never goes by who signed in before.
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('asks_each_time', 'everybody says who they are', ({ oidc }) =>
        oidc.result?.login
          ? interactionPolicy.Check.NO_NEED_TO_PROMPT
          : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    );
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: DEMO_CLIENT.id,
        client_secret: DEMO_CLIENT.secret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: gateways.map((origin) => new URL('/auth/back', origin).href),
        response_types: ['code'],
        grant_types: ['authorization_code', ...(refreshes ? ['refresh_token'] : [])],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [key.kid] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name', 'roles'] },
    conformIdTokenClaims: false,
    issueRefreshToken: async () => refreshes,
    // Another person at the same browser does not end it.
    expiresWithSession: async () => false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/sign-in/${uid}` },
    findAccount: (_, id) => {
      const person = people[id];
      return person && { accountId: id, claims: () => ({ sub: id, ...person }) };
    },
    // Nobody is asked whether the desk may know the name: it is all that it asks for.
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 36_000,
      AuthorizationCode: 60,
      AccessToken: 300,
      RefreshToken: 36_000,
      IdToken: 300,
    },
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/sign-in/')) {
      await next();
      return;
    }
    const person = context.query.as;
    if (typeof person === 'string' && Object.hasOwn(people, person)) {
      const login = { accountId: person };
      context.redirect(await provider.interactionResult(context.req, context.res, { login }));
    } else context.body = signInPage(context.path, people);
  });
  return provider;
}

/**
 * @param {string} path
 * @param {Readonly<Record<string, DemoPerson>>} people
 */
const signInPage = (path, people) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Sign in: demonstration people</title>
  <style>
    body { font: 15px/1.5 system-ui, sans-serif; margin: 24px; max-width: 400px; }
    a { display: block; margin: 8px 0; padding: 10px 14px; border: 1px solid #8888; border-radius: 4px; }
  </style>
  <h1>Who are you?</h1>
  <p>Demonstration people of the simulator, without passwords.</p>
  ${Object.entries(people)
    .map(([id, { name, roles }]) => `<a href="${path}?as=${id}">${name}, ${roles.join(', ')}</a>`)
    .join('\n  ')}
</html>
`;
