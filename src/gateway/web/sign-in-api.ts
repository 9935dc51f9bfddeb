import type { FastifyInstance } from 'fastify';
import { SignInBody, SignOutBody } from '../../contract/desk/bodies';
import { ROUTES } from '../../contract/desk/routes';
import type { Failure } from '../../domain/failure';
import type { Environments } from '../environments/environments';
import { refuse, serve } from './serve';
import { onlyKnownPages, type Sessions } from './sessions';

interface SignInApiParts {
  readonly sessions: Sessions;
  readonly desks: Pick<Environments, 'signIn' | 'signOut'>;
}

/** Signing in to the platform and out of it, for pages that the gateway knows. */
export function signInApi(app: FastifyInstance, { sessions, desks }: SignInApiParts): void {
  const common = { onRequest: onlyKnownPages(sessions), unreadable: NOT_READ, fail: refuse };
  serve(app, ROUTES.signIn, { ...common, body: SignInBody, answer: (asked) => desks.signIn(asked) });
  serve(app, ROUTES.signOut, { ...common, body: SignOutBody, answer: (asked) => desks.signOut(asked) });
}

const NOT_READ: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this sign-in.',
  next: 'Reload the pane, so that it is as new as the gateway.',
};
