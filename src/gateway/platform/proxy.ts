import type { Dispatcher, Pool } from 'undici';
import type { Log } from '../../effects/log';
import { CONNECTIONS, openConnections, TIMEOUTS } from './http';

/** The proxy that stands between the gateway and other machines. */
export interface ProxyOptions {
  /** May hold a name and a password: never to be shown. */
  readonly url: string;
  /** Names that are reached without it, with commas. */
  readonly except: string;
}

/** Connections to one service, by the proxy where one is set and its address does not except it. */
export async function openOutgoing(
  baseUrl: string,
  proxy: ProxyOptions | undefined,
  log: Log,
): Promise<Dispatcher> {
  if (!proxy || !new URL(baseUrl).protocol.startsWith('https')) return openConnections(baseUrl);
  return proxyConnections(proxy, log);
}

/**
 * Connections to any https address, each through a tunnel that the proxy makes. Nothing but the wish for a tunnel is ever said to
 * the proxy itself: whatever it answers to that, no request has been sent, and none of its answers is taken for one to a request.
 */
export async function proxyConnections({ url, except }: ProxyOptions, log: Log): Promise<Dispatcher> {
  const { EnvHttpProxyAgent, Pool } = await import('undici');
  const timeout = TIMEOUTS.connectMs;
  const say = toldOnce(new URL(url).host, log);
  return new EnvHttpProxyAgent({
    ...CONNECTIONS,
    // Plain http leads to this machine alone.
    httpProxy: '',
    httpsProxy: url,
    noProxy: except,
    proxyTls: { timeout },
    requestTls: { timeout },
    clientFactory: (origin, options) =>
      tunnelsOf(new Pool(origin, { ...options, headersTimeout: timeout }), say),
  });
}

/** `fetch` by the proxy, for packages that take one. */
export type Fetch = (url: string, options: object) => Promise<Response>;

export function proxyFetch(proxy: ProxyOptions, log: Log): Fetch {
  let opening: Promise<Dispatcher> | undefined;
  return async (url, options) => {
    const { fetch } = await import('undici');
    opening ??= proxyConnections(proxy, log);
    const answer = await fetch(url, { ...options, dispatcher: await opening });
    // The package's own class, to the letter what Node has of an older version of it.
    return answer as unknown as Response;
  };
}

/** `undefined`: the proxy made a tunnel. */
type Say = (problem: string | undefined) => void;

/** A proxy that stays away is one line of the log, and so is that it is back. */
function toldOnce(host: string, log: Log): Say {
  let told: string | undefined;
  return (problem) => {
    if (problem === told) return;
    told = problem;
    if (problem === undefined) log.info(`The proxy ${host} lets connections through again.`);
    else log.warn(`The proxy ${host} ${problem}`, { next: 'Check HTTPS_PROXY, and what the proxy allows.' });
  };
}

/**
 * The client of the proxy, which says what went wrong. When the proxy hangs up, undici takes that for a connection to the service
 * that broke while nothing was under way, and asks for the next tunnel at once, without end: here it is an error like any other.
 */
function tunnelsOf(client: Pool, say: Say): Pool {
  const connect: (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> =
    client.connect.bind(client);
  const tunnel = async (options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    try {
      const made = await connect(options);
      const { statusCode } = made;
      say(statusCode === 200 ? undefined : `lets no connection through: it answers ${statusCode}.`);
      return made;
    } catch (error) {
      say('gives no answer.');
      throw new Error('The proxy made no tunnel.', { cause: error });
    }
  };
  return Object.assign(client, { connect: tunnel });
}
