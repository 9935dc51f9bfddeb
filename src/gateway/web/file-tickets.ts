import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { FileTicketBody } from '../../contract/desk/bodies';
import { pathOf, ROUTES } from '../../contract/desk/routes';
import { TRADE_DOWNLOAD_ROUTES } from '../../contract/desk/trade-downloads';
import { failed, success, type Failure } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import { handle, serve, tell } from './serve';
import { tokenIn } from './sessions';

const TICKET_BYTES = 32;
const TICKETS_MAX = 20;
const GOOD_FOR_MS = 60_000;
/** What a ticket may be for. */
const FILES: readonly string[] = [
  ROUTES.exportJournal.path,
  ROUTES.supportBundle.path,
  TRADE_DOWNLOAD_ROUTES.file.path,
];

interface Ticket {
  readonly file: string;
  /** The page's own. */
  readonly token: string;
  readonly untilMs: number;
}

/**
 * Files for a browser that knows no token: Excel on a Mac lets a pane save nothing, and opens an address in the system's browser. Each
 * ticket is good for one file, once and for a minute, and dies with the page's session.
 */
export function fileTickets(app: FastifyInstance, { clock }: { readonly clock: Clock }): void {
  const tickets = new Map<string, Ticket>();
  serve(app, ROUTES.openFileTicket, {
    body: FileTicketBody,
    unreadable: NO_SUCH_FILE,
    answer({ file }, request) {
      const token = tokenIn(request);
      if (token === undefined || !FILES.includes(file.split('?')[0] ?? '')) return failed(NO_SUCH_FILE);
      const [oldest] = tickets.size >= TICKETS_MAX ? tickets.keys() : [];
      if (oldest !== undefined) tickets.delete(oldest);
      const ticket = randomBytes(TICKET_BYTES).toString('base64url');
      tickets.set(ticket, { file, token, untilMs: clock.monotonicMs() + GOOD_FOR_MS });
      return success({ address: pathOf(ROUTES.fetchFile, { ticket }) });
    },
  });
  handle(app, ROUTES.fetchFile, {
    async handler({ params, headers }, reply) {
      const name = typeof params === 'object' && params && 'ticket' in params ? String(params.ticket) : '';
      const ticket = tickets.get(name);
      tickets.delete(name);
      if (!ticket || ticket.untilMs < clock.monotonicMs()) return tell(reply, USED);
      const given = await app.inject({
        method: 'GET',
        url: ticket.file,
        headers: { host: headers.host ?? '', authorization: `Bearer ${ticket.token}` },
      });
      const { 'content-type': type, 'content-disposition': disposition } = given.headers;
      return reply
        .code(given.statusCode)
        .headers({
          'content-type': String(type ?? 'application/octet-stream'),
          ...(disposition !== undefined && { 'content-disposition': String(disposition) }),
        })
        .send(given.rawPayload);
    },
  });
}

const NO_SUCH_FILE: Failure = {
  kind: 'invalid-argument',
  message: 'This is no file that the gateway gives out.',
  next: 'Reload the pane, so that it is as new as the gateway.',
};
const USED: Failure = {
  kind: 'not-found',
  message: 'This file was fetched already, or its minute is over.',
  next: 'Press the button in the pane again.',
};
