import type { FastifyInstance } from 'fastify';
import { ArmingBody, HaltBody, ResumeBody } from '../../contract/desk/bodies';
import { ROUTES } from '../../contract/desk/routes';
import { armingNoted } from '../../domain/notes/desk-notes';
import { failed, success, type Failure } from '../../domain/failure';
import type { Environments } from '../environments/environments';
import { serve } from './serve';
import { byOf, type Sessions } from './sessions';

/** What people do to the desk itself. */
export function deskApi(
  app: FastifyInstance,
  {
    sessions,
    desks,
  }: { readonly sessions: Sessions; readonly desks: Pick<Environments, 'note' | 'halt' | 'resume'> },
): void {
  serve(app, ROUTES.halt, {
    body: HaltBody,
    unreadable: NO_REASON,
    answer: async ({ reason }, request) => success(await desks.halt({ by: byOf(sessions, request), reason })),
  });
  serve(app, ROUTES.resume, {
    body: ResumeBody,
    unreadable: NO_REASON,
    async answer({ reason }, request) {
      const outcome = await desks.resume({ by: byOf(sessions, request), reason });
      return outcome.ok ? success({ resumed: true } as const) : outcome;
    },
  });
  serve(app, ROUTES.noteArming, {
    body: ArmingBody,
    unreadable: NOT_ARMING,
    answer: async ({ on, why }, request) =>
      (await desks.note(armingNoted(byOf(sessions, request), on, why)))
        ? success({ on })
        : failed(NOT_WRITTEN_YET),
  });
}

const NO_REASON: Failure = {
  kind: 'invalid-argument',
  message: 'A reason has 1 to 300 characters.',
  next: 'Nothing was changed. A desk is halted without one as well; it is resumed with one alone.',
};
const NOT_ARMING: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this press of the trading switch.',
  next: 'The pane may be older than the gateway: reload it.',
};
const NOT_WRITTEN_YET: Failure = {
  kind: 'unavailable',
  message: 'The journal cannot be written, probably because the disk is full.',
  next: 'The line is written as soon as there is room; until then nothing that adds risk is sent.',
};
