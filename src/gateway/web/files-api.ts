import type { SessionFiles } from '../environments/session';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { JOURNAL_FORMATS, JOURNAL_PATH, LIMITS_PATH, SUPPORT_PATH } from '../../contract/desk/http';
import { LimitsBody } from '../../contract/desk/bodies';
import type { Failure } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import { CONTENT_TYPES, exported, exportName } from '../actions/journal-export';
import { allLines } from '../storage/journal-chain';
import { limitsProblem } from '../actions/limits-keeper';
import { onlyKnownPages, type Sessions } from './sessions';
import { tell } from './failure-status';

export interface FilesApiParts {
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** The desk that is open now. */
  readonly files: () => SessionFiles;
}

/** The journal and the support bundle as files, and the setting of limits: for pages that the gateway knows. */
export function filesApi(app: FastifyInstance, { sessions, clock, files }: FilesApiParts): void {
  const onRequest = onlyKnownPages(sessions);
  app.get(JOURNAL_PATH, { onRequest }, async ({ query }, reply) => {
    const asked = JournalQuery.safeParse(query);
    if (!asked.success) return tell(reply, NO_SUCH_FORMAT);
    const { format } = asked.data;
    const { journal, environment } = files();
    return attached(reply, exportName(environment, clock.now(), format))
      .type(CONTENT_TYPES[format])
      .send(Readable.from(exported(allLines(journal), format)));
  });
  app.get(SUPPORT_PATH, { onRequest }, async (_, reply) => {
    const bundle = await files().supportBundle();
    const name = `spreaddesk-support-${new Date(clock.now()).toISOString().slice(0, 10)}.json`;
    return attached(reply, name)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(bundle, undefined, 2));
  });
  app.put(LIMITS_PATH, { onRequest }, async (request, reply) => setLimits(request, reply, files().limits));
}

// Strict, so that a token never comes to stand in an address beside the format.
const JournalQuery = z.strictObject({ format: z.enum(JOURNAL_FORMATS) });

const attached = (reply: FastifyReply, name: string): FastifyReply =>
  reply.header('content-disposition', `attachment; filename="${name}"`);

async function setLimits(
  { body }: FastifyRequest,
  reply: FastifyReply,
  limits: SessionFiles['limits'],
): Promise<FastifyReply> {
  const asked = LimitsBody.safeParse(body);
  if (!asked.success) return tell(reply, notRight(limitsProblem(asked.error)));
  const outcome = await limits.set(asked.data.limits);
  return outcome.ok ? reply.send({ limits: outcome.value }) : tell(reply, outcome.failure);
}

const notRight = (problem: string): Failure => ({
  kind: 'invalid-argument',
  message: `These limits cannot be set. ${problem}`,
  next: 'The former ones stay in force. Correct the field and set them again.',
});
const NO_SUCH_FORMAT: Failure = {
  kind: 'invalid-argument',
  message: `The journal is given out as ${JOURNAL_FORMATS.join(' or ')}.`,
  next: 'Ask for one of them, with nothing else in the address.',
};
