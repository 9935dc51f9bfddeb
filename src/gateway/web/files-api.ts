import type { SessionFiles } from '../environments/session';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { JOURNAL_FORMATS } from '../../contract/desk/answers';
import { LimitsBody } from '../../contract/desk/bodies';
import { ROUTES } from '../../contract/desk/routes';
import { success, type Failure } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import { CONTENT_TYPES, exported, exportName } from '../actions/journal-export';
import { allLines } from '../storage/journal-chain';
import { limitsProblem } from '../actions/limits-keeper';
import { onlyKnownPages, type Sessions } from './sessions';
import { handle, serve, tell } from './serve';

interface FilesApiOptions {
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** The desk that is open now. */
  readonly files: () => SessionFiles;
}

/** The journal and the support bundle as files, and the setting of limits: for pages that the gateway knows. */
export function filesApi(app: FastifyInstance, { sessions, clock, files }: FilesApiOptions): void {
  const onRequest = onlyKnownPages(sessions);
  handle(app, ROUTES.exportJournal, {
    onRequest,
    async handler({ query }, reply) {
      const asked = JournalQuery.safeParse(query);
      if (!asked.success) return tell(reply, NO_SUCH_FORMAT);
      const { format } = asked.data;
      const { journal, environment } = files();
      return attached(reply, exportName(environment, clock.now(), format))
        .type(CONTENT_TYPES[format])
        .send(Readable.from(exported(allLines(journal), format)));
    },
  });
  handle(app, ROUTES.supportBundle, {
    onRequest,
    async handler(_, reply) {
      const bundle = await files().supportBundle();
      const name = `spreaddesk-support-${new Date(clock.now()).toISOString().slice(0, 10)}.json`;
      return attached(reply, name)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(bundle, undefined, 2));
    },
  });
  serve(app, ROUTES.setLimits, {
    onRequest,
    body: LimitsBody,
    unreadable: (problem) => notRight(limitsProblem(problem)),
    async answer({ limits }) {
      const outcome = await files().limits.set(limits);
      return outcome.ok ? success({ limits: outcome.value }) : outcome;
    },
  });
}

// Strict, so that a token never comes to stand in an address beside the format.
const JournalQuery = z.strictObject({ format: z.enum(JOURNAL_FORMATS) });

const attached = (reply: FastifyReply, name: string): FastifyReply =>
  reply.header('content-disposition', `attachment; filename="${name}"`);

const notRight = (problem: string): Failure => ({
  kind: 'invalid-argument',
  message: `These limits cannot be set. ${problem}`,
  next: 'The previous ones stay in force. Correct the field and set them again.',
});
const NO_SUCH_FORMAT: Failure = {
  kind: 'invalid-argument',
  message: `The journal is given out as ${JOURNAL_FORMATS.join(' or ')}.`,
  next: 'Ask for one of them, with nothing else in the address.',
};
