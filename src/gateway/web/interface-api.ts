import type { FastifyInstance } from 'fastify';
import { INTERFACE_ROUTES } from '../../contract/desk/interface-check';
import type { InterfaceCheck } from '../probe/interface-check';
import { handle, refuse } from './serve';

interface InterfaceApiOptions {
  /** Of the desk that is open now. */
  readonly interfaceCheck: () => Pick<InterfaceCheck, 'read' | 'check'>;
}

/** The check of the interface: for pages that the gateway knows. */
export function interfaceApi(app: FastifyInstance, { interfaceCheck }: InterfaceApiOptions): void {
  handle(app, INTERFACE_ROUTES.read, { handler: async () => interfaceCheck().read() });
  handle(app, INTERFACE_ROUTES.check, {
    async handler(_, reply) {
      const outcome = await interfaceCheck().check();
      return outcome.ok ? outcome.value : refuse(reply, outcome.failure);
    },
  });
}
