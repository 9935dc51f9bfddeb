import type { FastifyInstance } from 'fastify';
import { PairBody, SessionBody } from '../../contract/desk/bodies';
import { ROUTES } from '../../contract/desk/routes';
import { failed, success, type Failure } from '../../domain/failure';
import type { Pairings } from '../people/pairings';
import { serve } from './serve';
import type { Sessions } from './sessions';

/** How a page comes to its session: the only addresses that answer without one, but for health and the pages themselves. */
export function peopleApi(
  app: FastifyInstance,
  { sessions, pairings }: { readonly sessions: Sessions; readonly pairings: Pairings },
): void {
  serve(app, ROUTES.openSession, {
    body: SessionBody,
    unreadable: NOT_PAIRED,
    answer({ key }) {
      const who = key === undefined ? undefined : pairings.whoOf(key);
      return who ? success({ token: sessions.open(who) }) : failed(NOT_PAIRED);
    },
  });
  serve(app, ROUTES.pair, {
    body: PairBody,
    unreadable: NO_CODE,
    answer: ({ code, name }) => pairings.pair(code, name),
  });
}

const NOT_PAIRED: Failure = {
  kind: 'signed-out',
  message: 'This browser or Excel is not paired with the SpreadDesk gateway.',
  next: 'Open the SpreadDesk pane and type the pairing code from the gateway’s window or log.',
};
const NO_CODE: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this pairing code, or the name beside it.',
  next: 'Type the eight letters and digits that its window or log shows, and a name on one line, or none.',
};
