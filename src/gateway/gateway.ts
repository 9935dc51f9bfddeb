import { sentence } from '../domain/failure';
import { Desks, type DesksParts } from './desks';
import type { PageParts } from './web/pages';
import { openWeb } from './web/server';
import { Sessions } from './web/sessions';

export interface GatewayParts extends DesksParts {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly pages: PageParts;
}

export interface Gateway {
  readonly url: string;
  readonly port: number;
  /** Takes nothing new, waits for actions on their way, and writes down what is left to write. */
  stop(): Promise<void>;
}

/** Opens the first desk, and the door through which pages reach whichever desk is open. */
export async function startGateway(parts: GatewayParts): Promise<Gateway> {
  const started = await Desks.start(parts);
  if (!started.ok) throw new Error(sentence(started.failure));
  const desks = started.value;
  const web = await openWeb({ ...parts, sessions: new Sessions(parts.clock), desks }).catch(
    async (error: unknown) => {
      await desks.stop();
      throw error;
    },
  );
  return {
    url: web.url,
    port: web.port,
    async stop() {
      await desks.stop();
      await web.close();
    },
  };
}
