import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  PROGRAM_ROUTES,
  ProgramPreviewBody,
  ProgramReleaseBody,
  ProgramStartBody,
  ProgramStopBody,
} from '../../contract/desk/programs';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Program } from '../../domain/program/program';
import { ProgramId } from '../../domain/program-mark';
import type { Environments } from '../environments/environments';
import { serve } from './serve';
import { byOf, pageOf, type Sessions } from './sessions';

/** A table of two hundred rows is larger than anything else that a page sends but a batch. */
const ROWS_BYTES_MAX = 1024 * 1024;

/** What people do with programs: each is started by a press. What a program wants afterwards comes over the socket. */
export function programsApi(
  app: FastifyInstance,
  { sessions, desks }: { readonly sessions: Sessions; readonly desks: Pick<Environments, 'programs'> },
): void {
  const asking = (request: FastifyRequest) => ({ page: pageOf(request), by: byOf(sessions, request) });
  const rows = { bodyLimit: ROWS_BYTES_MAX, unreadable: NOT_A_PROGRAM };
  serve(app, PROGRAM_ROUTES.preview, {
    ...rows,
    body: ProgramPreviewBody,
    async answer({ desk: meant, ...asked }, request) {
      const programs = desks.programs(meant);
      const preview = programs.ok ? await programs.value.preview(asked, asking(request)) : programs;
      return preview.ok ? success({ preview: preview.value }) : preview;
    },
  });
  serve(app, PROGRAM_ROUTES.start, {
    ...rows,
    body: ProgramStartBody,
    async answer({ desk: meant, ...asked }, request) {
      const programs = desks.programs(meant);
      return programIn(programs.ok ? await programs.value.start(asked, asking(request)) : programs);
    },
  });
  serve(app, PROGRAM_ROUTES.stop, {
    body: ProgramStopBody,
    unreadable: NOT_A_PROGRAM,
    answer({ desk: meant }, request) {
      const id = idIn(request);
      const programs = desks.programs(meant);
      if (!programs.ok || id === undefined) return programs.ok ? failed(NOT_A_PROGRAM) : programs;
      return programIn(programs.value.stop(id, byOf(sessions, request)));
    },
  });
  serve(app, PROGRAM_ROUTES.release, {
    body: ProgramReleaseBody,
    unreadable: NOT_A_PROGRAM,
    answer({ desk: meant, ...asked }, request) {
      const id = idIn(request);
      const programs = desks.programs(meant);
      if (!programs.ok || id === undefined) return programs.ok ? failed(NOT_A_PROGRAM) : programs;
      return programIn(programs.value.release(id, asked, byOf(sessions, request)));
    },
  });
}

const Params = z.object({ id: ProgramId });
const idIn = ({ params }: FastifyRequest): ProgramId | undefined => Params.safeParse(params).data?.id;

const programIn = (outcome: Outcome<Program>): Outcome<{ program: Program }> =>
  outcome.ok ? success({ program: outcome.value }) : outcome;

const NOT_A_PROGRAM: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this program, or it has more than 200 rows.',
  next: 'Nothing was sent. The pane may be older than the gateway: reload it.',
};
