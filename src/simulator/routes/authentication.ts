import * as z from 'zod/mini';
import type { Profile } from '../../contract/service/profile';
import type { Clock } from '../../effects/clock';
import { CREDENTIALS, type Access } from '../http/access';
import { jsonBody, malformed, Refusal, VERSIONS, type Answer, type Call, type Operation } from '../http/call';

const Fields = z.record(z.string(), z.unknown());
const FORM = 'application/x-www-form-urlencoded';

export const authenticationOperations = (
  access: Access,
  profile: Profile,
  clock: Clock,
): readonly Operation[] => [
  {
    name: 'authenticate',
    method: 'POST',
    path: 'authenticate',
    versions: VERSIONS,
    withoutToken: true,
    answer: (call) => {
      mustBeOurs(credentialsOf(call, profile.auth), profile.auth);
      const { token, expiresInSeconds } = access.tokens.issue(clock.now());
      return granted(profile.auth, token, expiresInSeconds);
    },
  },
];

const granted = (
  { tokenField, expiresField = 'expires-in' }: Profile['auth'],
  token: string,
  expiresInSeconds: number,
): Answer => ({
  status: 200,
  body: { [tokenField]: token, 'token-type': 'Bearer', [expiresField]: expiresInSeconds },
});

interface GivenCredentials {
  readonly id: string | null;
  readonly secret: string | null;
}

/** Where the credentials are is not stated; here they are only where the profile says. */
function credentialsOf(call: Call, auth: Profile['auth']): GivenCredentials {
  switch (auth.credentialsIn) {
    case 'query':
      return fromParameters(call.query, auth);
    case 'form':
      if (call.contentType !== FORM) {
        const message = `The credentials must be sent as ${FORM}.`;
        throw new Refusal(415, [{ code: 'unsupported-media-type', message }]);
      }
      return fromParameters(new URLSearchParams(call.rawBody), auth);
    case 'json': {
      const Credentials = z.looseObject({ [auth.idName]: z.string(), [auth.secretName]: z.string() });
      const body = Fields.parse(jsonBody(call, Credentials));
      return { id: String(body[auth.idName]), secret: String(body[auth.secretName]) };
    }
    case 'basic': {
      const given = /^Basic (\S+)$/.exec(call.authorization)?.[1] ?? '';
      const [, id = null, secret = null] =
        /^([^:]*):(.*)$/.exec(Buffer.from(given, 'base64').toString()) ?? [];
      return { id, secret };
    }
  }
}

const fromParameters = (
  parameters: URLSearchParams,
  { idName, secretName }: Profile['auth'],
): GivenCredentials => ({
  id: parameters.get(idName),
  secret: parameters.get(secretName),
});

function mustBeOurs({ id, secret }: GivenCredentials, { idName, secretName }: Profile['auth']): void {
  if (id === null || secret === null) throw malformed(`${idName} and ${secretName} are needed.`);
  if (id === CREDENTIALS.clientId && secret === CREDENTIALS.clientSecret) return;
  const message = 'The client-id or the client-secret is wrong.';
  throw new Refusal(401, [{ code: 'client-unknown', message }]);
}
