import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Row } from '../../conformance/row';
import { runForeign, type Outcome } from '../../conformance/run';
import { withForeign } from '../../conformance/site/foreign';
import { STARTS_AT } from '../../conformance/site/simulated';
import { DEFAULT_PROFILE } from '../../src/contract/service/profile';
import type { Clock } from '../../src/effects/clock';
import { ManualClock } from '../../src/effects/manual-clock';
import { CREDENTIALS } from '../../src/simulator/http/access';
import { startSimulator } from '../../src/simulator/server';

/** An answer on its way back, as a deviating service may change it. */
interface Passing {
  readonly method: string;
  readonly path: string;
  /** The token that the call came with. */
  readonly authorization: string;
  readonly status: number;
  readonly text: string;
}
/** What becomes of an answer: another one, or none at all. */
export type Deviation = (passing: Passing) => Partial<Pick<Passing, 'status' | 'text'>> | 'hangs';

export interface Visit {
  readonly outcomes: readonly Outcome[];
  /** Every call that arrived, as `METHOD /path`. */
  readonly calls: readonly string[];
  readonly refused: number;
  /** Calls that brought a token. */
  readonly signIns: number;
}

/** Runs rows against a simulator as if it were somebody else's service, with a deviation where one is given. */
export async function visited(
  rows: readonly Row[],
  how: { readonly write?: boolean; readonly deviation?: Deviation; readonly rowMsMax?: number } = {},
): Promise<Visit> {
  const clock = new ManualClock(STARTS_AT);
  const simulator = await startSimulator({ seed: 1, speed: 0, port: 0, clock });
  const calls: string[] = [];
  let refused = 0;
  let signIns = 0;
  const between = await proxyTo(simulator.url, (passing) => {
    calls.push(`${passing.method} ${passing.path}`);
    if (passing.status === 429) refused += 1;
    if (passing.path.includes('/authenticate') && passing.status === 200) signIns += 1;
    return how.deviation?.(passing) ?? {};
  });
  try {
    const service = {
      ...{ baseUrl: between.url, profile: DEFAULT_PROFILE, credentials: CREDENTIALS },
      clock: eager(clock),
    };
    const outcomes = await withForeign(service, async (site) => {
      await site.service.signIn();
      const { write = false, rowMsMax } = how;
      return runForeign(rows, site, { write, ...(rowMsMax !== undefined && { rowMsMax }) });
    });
    return { outcomes, calls, refused, signIns };
  } finally {
    between.close();
    await simulator.close();
  }
}

/** A clock that passes whatever is waited for at once. */
const eager = (clock: ManualClock): Clock => ({
  now: () => clock.now(),
  monotonicMs: () => clock.monotonicMs(),
  after: (waitMs, fn) => {
    void clock.advance(waitMs).then(fn);
    return () => {};
  },
});

async function proxyTo(target: string, pass: (passing: Passing) => ReturnType<Deviation>) {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url: path = '' } = request;
      const body = await textOf(request);
      const headers = Object.fromEntries(
        ['x-api-key', 'authorization', 'content-type'].flatMap((name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      const answer = await fetch(`${target}${path}`, { method, headers, ...(body && { body }) });
      const original = { status: answer.status, text: await answer.text() };
      const authorization = headers['authorization'] ?? '';
      const changed = pass({ method, path, authorization, ...original });
      if (changed === 'hangs') return;
      const passed = { ...original, ...changed };
      response.writeHead(passed.status, { 'content-type': 'application/json' }).end(passed.text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
