import type { FastifyInstance } from 'fastify';
import { SIGN_IN_PATH, SIGN_OUT_PATH } from '../../contract/desk/http';
import { SignInRequest, SignOutRequest } from '../../contract/desk/requests';
import type { Failure } from '../../domain/failure';
import type { Desks } from '../desks';
import { onlyKnownPages } from './bearer';
import { answer, refuse } from './failure-status';
import type { Sessions } from './sessions';

interface SigningParts {
  readonly sessions: Sessions;
  readonly desks: Pick<Desks, 'signIn' | 'signOut'>;
}

/** Signing in to the platform and out of it, for pages that the gateway knows. */
export function signing(app: FastifyInstance, { sessions, desks }: SigningParts): void {
  const onRequest = onlyKnownPages(sessions);
  app.post(SIGN_IN_PATH, { onRequest }, async ({ body }, reply) => {
    const asked = SignInRequest.safeParse(body);
    return asked.success ? answer(reply, await desks.signIn(asked.data)) : refuse(reply, NOT_READ);
  });
  app.post(SIGN_OUT_PATH, { onRequest }, async ({ body }, reply) => {
    const asked = SignOutRequest.safeParse(body);
    return asked.success ? answer(reply, await desks.signOut(asked.data)) : refuse(reply, NOT_READ);
  });
}

const NOT_READ: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this sign-in.',
  next: 'Reload the pane, so that it is as new as the gateway.',
};
