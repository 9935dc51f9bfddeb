import type { FastifyInstance } from 'fastify';
import { SIGN_IN_PATH, SIGN_OUT_PATH } from '../../contract/desk/http';
import { SignInBody, SignOutBody } from '../../contract/desk/bodies';
import type { Failure } from '../../domain/failure';
import type { Environments } from '../environments/environments';
import { onlyKnownPages, type Sessions } from './sessions';
import { answer, refuse } from './failure-status';

interface SignInApiParts {
  readonly sessions: Sessions;
  readonly desks: Pick<Environments, 'signIn' | 'signOut'>;
}

/** Signing in to the platform and out of it, for pages that the gateway knows. */
export function signInApi(app: FastifyInstance, { sessions, desks }: SignInApiParts): void {
  const onRequest = onlyKnownPages(sessions);
  app.post(SIGN_IN_PATH, { onRequest }, async ({ body }, reply) => {
    const asked = SignInBody.safeParse(body);
    return asked.success ? answer(reply, await desks.signIn(asked.data)) : refuse(reply, NOT_READ);
  });
  app.post(SIGN_OUT_PATH, { onRequest }, async ({ body }, reply) => {
    const asked = SignOutBody.safeParse(body);
    return asked.success ? answer(reply, await desks.signOut(asked.data)) : refuse(reply, NOT_READ);
  });
}

const NOT_READ: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this sign-in.',
  next: 'Reload the pane, so that it is as new as the gateway.',
};
