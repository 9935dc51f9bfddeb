import * as z from 'zod/mini';
import type { Profile } from '../../contract/service/profile';
import type { Clock } from '../../effects/clock';
import { CREDENTIALS, type Access } from '../http/access';
import { jsonBody, malformed, Refusal, VERSIONS, type Answer, type Call, type Operation } from '../http/call';

const Credentials = z.looseObject({ 'client-id': z.string(), 'client-secret': z.string() });
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
      mustBeOurs(credentialsOf(call, profile.auth.credentialsIn));
      const { token, expiresInSeconds } = access.tokens.issue(clock.now());
      return granted(profile.auth.tokenField, token, expiresInSeconds);
    },
  },
];

const granted = (field: string, token: string, expiresInSeconds: number): Answer => ({
  status: 200,
  body: { [field]: token, 'token-type': 'Bearer', 'expires-in': expiresInSeconds },
});

interface GivenCredentials {
  readonly id: string | null;
  readonly secret: string | null;
}

/** Where the credentials are is not stated; here they are only where the profile says. */
function credentialsOf(call: Call, place: Profile['auth']['credentialsIn']): GivenCredentials {
  switch (place) {
    case 'query':
      return fromParameters(call.query);
    case 'form':
      if (call.contentType !== FORM) {
        const message = `The credentials must be sent as ${FORM}.`;
        throw new Refusal(415, [{ code: 'unsupported-media-type', message }]);
      }
      return fromParameters(new URLSearchParams(call.rawBody));
    case 'json': {
      const body = jsonBody(call, Credentials);
      return { id: body['client-id'], secret: body['client-secret'] };
    }
  }
}

const fromParameters = (parameters: URLSearchParams): GivenCredentials => ({
  id: parameters.get('client-id'),
  secret: parameters.get('client-secret'),
});

function mustBeOurs({ id, secret }: GivenCredentials): void {
  if (id === null || secret === null) throw malformed('client-id and client-secret are needed.');
  if (id === CREDENTIALS.clientId && secret === CREDENTIALS.clientSecret) return;
  const message = 'The client-id or the client-secret is wrong.';
  throw new Refusal(401, [{ code: 'client-unknown', message }]);
}
