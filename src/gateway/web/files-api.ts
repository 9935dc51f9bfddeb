import { createHash } from 'node:crypto';
import type { SessionFiles } from '../environments/session';
import type { Environments } from '../environments/environments';
import { fileNoted, supportBundleNoted } from '../../domain/notes/desk-notes';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { JOURNAL_FORMATS } from '../../contract/desk/answers';
import { LimitsBody } from '../../contract/desk/bodies';
import { ROUTES } from '../../contract/desk/routes';
import { success, type Failure } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import { CONTENT_TYPES, exportedCsv, exportedJsonl, exportName } from '../actions/journal-export';
import { allLines } from '../storage/journal-chain';
import { limitsProblem } from '../actions/limits-keeper';
import { byOf, type Sessions } from './sessions';
import { handle, serve, tell } from './serve';

interface FilesApiOptions {
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** The desk that is open now. */
  readonly files: () => SessionFiles;
  readonly desks: Pick<Environments, 'note'>;
}

/** The journal and the support bundle as files, and the setting of limits: for pages that the gateway knows. */
export function filesApi(app: FastifyInstance, { sessions, clock, files, desks }: FilesApiOptions): void {
  handle(app, ROUTES.exportJournal, {
    async handler(request, reply) {
      const asked = JournalQuery.safeParse(request.query);
      if (!asked.success) return tell(reply, NO_SUCH_FORMAT);
      const { format } = asked.data;
      const { journal, environment, takenBy } = files();
      const name = exportName(environment, clock.now(), format);
      const by = byOf(sessions, request);
      const isCsv = format === 'csv';
      const lines = allLines(journal);
      const written = counted(
        isCsv ? exportedCsv(lines, { ahead: allLines(journal), takenBy }) : exportedJsonl(lines),
      );
      const pieces = hashed(written.all, ({ sha256, whole }) => {
        const rows = Math.max(0, written.count() - (isCsv ? 1 : 0));
        const file = { name, rows, ...(whole && { sha256 }) };
        void desks.note(fileNoted('journal-file', by, { file, whole }));
      });
      return attached(reply, name).type(CONTENT_TYPES[format]).send(Readable.from(pieces));
    },
  });
  handle(app, ROUTES.supportBundle, {
    async handler(request, reply) {
      const bundle = JSON.stringify(await files().supportBundle(), undefined, 2);
      const name = `spreaddesk-support-${new Date(clock.now()).toISOString().slice(0, 10)}.json`;
      const sha256 = createHash('sha256').update(bundle).digest('hex');
      void desks.note(supportBundleNoted(byOf(sessions, request), { name, sha256 }));
      return attached(reply, name).type('application/json; charset=utf-8').send(bundle);
    },
  });
  serve(app, ROUTES.setLimits, {
    body: LimitsBody,
    unreadable: (problem) => notRight(limitsProblem(problem)),
    async answer({ limits }, request) {
      const outcome = await files().limits.set(limits, byOf(sessions, request));
      return outcome.ok ? success({ limits: outcome.value }) : outcome;
    },
  });
}

/** Counts what passes. */
function counted<T>(all: AsyncIterable<T>): { readonly all: AsyncIterable<T>; readonly count: () => number } {
  let count = 0;
  const passing = async function* (): AsyncGenerator<T> {
    for await (const one of all) {
      count += 1;
      yield one;
    }
  };
  return { all: passing(), count: () => count };
}

/** Tells at its end what passed: also when whoever takes it goes away before. */
async function* hashed(
  pieces: AsyncIterable<string>,
  onEnd: (told: { sha256: string; whole: boolean }) => void,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let whole = false;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
    whole = true;
  } finally {
    onEnd({ sha256: hash.digest('hex'), whole });
  }
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
