import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Metrics, type Measured } from './metrics';

export interface MetricsPlace {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Who asks has to say it; absent: nobody has to. */
  readonly token?: string;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

const TIMES = { headersTimeout: 5_000, requestTimeout: 5_000 } as const;

/** `GET /metrics` on a port of its own: nothing of it trades, and it can do nothing. Rejects with the system's error when the port is taken. */
export async function openMetrics(place: MetricsPlace, measured: Measured): Promise<MetricsServer> {
  const metrics = new Metrics(measured);
  const server = createServer(TIMES, (request, response) => {
    void answerTo(request, place.token, metrics).then(({ status, type = 'text/plain', body }) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : place.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
}

async function answerTo(
  request: IncomingMessage,
  token: string | undefined,
  metrics: Metrics,
): Promise<Answer> {
  if (request.method !== 'GET' || request.url !== '/metrics')
    return { status: 404, body: 'There is GET /metrics here, and nothing else.\n' };
  if (token !== undefined && !isSaid(request.headers.authorization ?? '', token))
    return { status: 401, body: 'METRICS_TOKEN is needed as a bearer token.\n' };
  try {
    return { status: 200, type: metrics.contentType, body: await metrics.text() };
  } catch {
    return {
      status: 500,
      body: 'The figures could not be read; the gateway itself is not touched by that.\n',
    };
  }
}

/** By digests, so that it takes the same time whatever is wrong. */
const isSaid = (header: string, token: string): boolean =>
  timingSafeEqual(digestOf(header), digestOf(`Bearer ${token}`));
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
