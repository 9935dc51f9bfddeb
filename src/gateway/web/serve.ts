import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type * as z from 'zod/mini';
import type { Address, Route } from '../../contract/desk/routes';
import type { Failure, FailureKind, Outcome } from '../../domain/failure';

/** How each way to go wrong is told over HTTP. */
export const STATUS_OF: Readonly<Record<FailureKind, number>> = {
  'invalid-argument': 400,
  'signed-out': 401,
  denied: 403,
  'not-found': 404,
  'price-moved': 409,
  'wrong-state': 409,
  unsupported: 422,
  throttled: 429,
  'quota-spent': 429,
  unreadable: 502,
  unavailable: 503,
  'unknown-outcome': 504,
};

export const tell = (reply: FastifyReply, failure: Failure): FastifyReply =>
  reply.code(STATUS_OF[failure.kind]).send({ failure });

/** To a page 401 means that its own session is not known, and it asks once more: what the platform refuses is told otherwise. */
export function refuse(reply: FastifyReply, failure: Failure): FastifyReply {
  const status = STATUS_OF[failure.kind];
  return reply.code(status === 401 ? 403 : status).send({ failure });
}

type Options = Pick<RouteShorthandOptions, 'bodyLimit'>;
interface Handling<Answer> extends Options {
  /** Gives back what is sent with 200, or sends something itself. */
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | Answer>;
}

/** Registers a route of the table with a handler of its own. */
export function handle<Answer = never>(
  app: FastifyInstance,
  { method, path }: Address & { readonly answer?: z.ZodMiniType<Answer> },
  { handler, ...options }: Handling<NoInfer<Answer>>,
): void {
  app.route({ method, url: path, handler, ...options });
}

interface Serving<Body, Answer> extends Options {
  readonly body: z.ZodMiniType<Body>;
  /** What a body is told that is no such body. */
  readonly unreadable: Failure | ((problem: z.core.$ZodError) => Failure);
  readonly answer: (body: Body, request: FastifyRequest) => Outcome<Answer> | Promise<Outcome<Answer>>;
  /** How a failure is told; `tell` unless said. */
  readonly fail?: typeof tell;
}

/** Registers a route of the table: its body is read, or refused, and its answer sent with 200, or its failure told. */
export function serve<Body, Answer>(
  app: FastifyInstance,
  route: Route<Body, Answer>,
  { body, unreadable, answer, fail = tell, ...options }: Serving<NoInfer<Body>, NoInfer<Answer>>,
): void {
  handle(app, route, {
    ...options,
    handler: async (request, reply) => {
      const asked = body.safeParse(request.body);
      if (!asked.success) {
        return fail(reply, typeof unreadable === 'function' ? unreadable(asked.error) : unreadable);
      }
      const outcome = await answer(asked.data, request);
      return outcome.ok ? reply.send(outcome.value) : fail(reply, outcome.failure);
    },
  });
}
