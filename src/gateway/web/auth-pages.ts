import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AUTH_PAGES } from '../../contract/desk/auth';
import { DIALOG_PAGE, dialogWord } from '../../domain/dialog-word';
import { pathOf } from '../../contract/desk/routes';
import type { SignIns } from '../people/sign-ins';
import { NO_PAGE_POLICY } from './content-policy';

/** The address of the gateway as that page calls it: only names that it has come so far. */
export const originOf = ({ protocol, headers }: FastifyRequest): string =>
  `${protocol}://${headers.host ?? ''}`;

export const pathOfBegin = (state: string): string => pathOf(AUTH_PAGES.begin, { state });

/**
 * The dialog of a sign-in begins and ends at the gateway, as Office wants it; in between it is at the provider. The provider leads back
 * from pages of its own, so these two alone are open to such.
 */
export async function authPages(app: FastifyInstance, signIns: SignIns): Promise<void> {
  app.addHook('onRequest', async (_, reply) => {
    void reply.header('content-security-policy', NO_PAGE_POLICY).header('cache-control', 'no-store');
  });
  app.get<{ Params: { state: string } }>(AUTH_PAGES.begin.path, async ({ params }, reply) => {
    const address = signIns.addressOf(params.state);
    return address === undefined ? last(reply, '/', { problem: 'over' }) : reply.redirect(address, 303);
  });
  app.get(AUTH_PAGES.back.path, async ({ originalUrl }, reply) => {
    const { folder, ...result } = await signIns.answered(
      new URL(originalUrl, 'http://localhost').search.slice(1),
    );
    return last(reply, folder, result);
  });
}

/** What is behind the # goes to that page alone: to no server, and into no log. */
const last = (reply: FastifyReply, folder: string, result: Parameters<typeof dialogWord>[0]): FastifyReply =>
  reply.redirect(`${folder}${DIALOG_PAGE}#${dialogWord(result)}`, 303);
