import { fork } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Agent } from 'undici';
import * as z from 'zod/mini';
import { FailureAnswer, type HaltAnswer } from '../../contract/desk/answers';
import { pathOf, ROUTES, type Address, type Route } from '../../contract/desk/routes';
import { PEOPLE_ROUTES, type EndAnswer, type PeopleAnswer } from '../../contract/desk/people';
import {
  TRADE_DOWNLOAD_ROUTES,
  tradesQuery,
  type TradeDownloadsAnswer,
  type TradeDownloadStep,
  type TradeFileStyle,
} from '../../contract/desk/trade-downloads';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { present } from '../../domain/present';
import type {
  DownloadSelection,
  TradeDownload,
  TradeDownloadEstimate,
  TradeDownloadId,
} from '../../domain/trade-download';
import { readSettings, type Settings } from '../settings/settings';
import { keptProgramKey } from '../storage/vault/pairings';
import { GATEWAY } from './program';

/** A gateway to capture with, and whether it was started for that alone. */
export interface Connection {
  readonly door: GatewayClient;
  readonly isOwn: boolean;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const Ready = z.object({ type: z.literal('ready'), url: z.string(), programKey: z.string() });
const SAID_MAX = 10_000;
const EVERYWHERE = ['0.0.0.0', '::', '[::]'];

/** The gateway that runs on the port of these settings; else one that is started from them, and ends with the connection. */
export async function connect(environment: Environment): Promise<Outcome<Connection>> {
  const settings = readSettings(environment, []);
  if (!settings.ok) return settings;
  const found = await running(settings.value);
  if (found) return success(found);
  return settings.value.credentials ? started(environment) : failed(nobodyAt(addressOf(settings.value)));
}

/** The gateway that runs on the port of these settings. */
export async function connectRunning(environment: Environment): Promise<Outcome<Connection>> {
  const settings = readSettings(environment, []);
  if (!settings.ok) return settings;
  const found = await running(settings.value);
  return found ? success(found) : failed(notRunningAt(addressOf(settings.value)));
}

async function running(settings: Settings): Promise<Connection | undefined> {
  const door = new GatewayClient(addressOf(settings), keptProgramKey(settings.dataFolder));
  if (settings.port !== 0 && (await door.isThere())) {
    return { door, isOwn: false, close: () => door.close() };
  }
  await door.close();
  return undefined;
}

function addressOf({ host, port, tls }: Pick<Settings, 'host' | 'port' | 'tls'>): string {
  const name = EVERYWHERE.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${port}`;
}

/** A process of its own, out of reach of Ctrl-C at this one's terminal: it is told when to stop. */
function started(environment: Environment): Promise<Outcome<Connection>> {
  const child = fork(GATEWAY.file, {
    execArgv: GATEWAY.execArgv,
    env: { ...environment, DESK_PORT: '0', DESK_HOST: '127.0.0.1', DESK_TLS_CERT: '', DESK_TLS_KEY: '' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-SAID_MAX)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve) => {
    void ended.then(() => resolve(failed(notStarted(said))));
    child.on('error', (error) => resolve(failed(notStarted(error.message))));
    child.on('message', (message) => {
      const ready = Ready.safeParse(message);
      if (!ready.success) return;
      const door = new GatewayClient(new URL(ready.data.url).origin, ready.data.programKey);
      const close = async (): Promise<void> => {
        await door.close();
        if (child.connected) child.disconnect();
        await ended;
      };
      resolve(success({ door, isOwn: true, close }));
    });
  });
}

const ELSEWHERE =
  'If one runs on another port, give that port by --port, or set DESK_PORT to it as at its start: it stands in the address that you open.';
const notRunningAt = (address: string): Failure => ({
  kind: 'unavailable',
  message: `No gateway of SpreadDesk answers at ${address}.`,
  next: `${ELSEWHERE} Else start one.`,
});
const nobodyAt = (address: string): Failure => ({
  kind: 'signed-out',
  message: `No gateway of SpreadDesk answers at ${address}, and the settings do not say where to sign in.`,
  next: `${ELSEWHERE} Else start one and sign in on its pane, or set SERVICE_ENVIRONMENT and the credentials.`,
});
/** Its last words to a person; the lines of its log are none. */
const notStarted = (said: string): Failure => ({
  kind: 'unavailable',
  message: ['No gateway could be started for this.', ...said.split('\n').filter(isForPeople)]
    .join(' ')
    .trim(),
  next: 'If one runs on the same data folder, give its port by --port or DESK_PORT, and it is used.',
});
const isForPeople = (line: string): boolean => line.trim() !== '' && !line.startsWith('{');

const ANSWER_MS_MAX = 30_000;
const Health = z.object({ status: z.string(), signedIn: z.boolean() });

/** A gateway over its own interface on this machine, as a program uses it that is no page. */
export class GatewayClient {
  // It is called on this machine alone, where a certificate for another name is the usual one.
  private readonly agent = new Agent({ connect: { rejectUnauthorized: false } });
  private token: string | undefined;

  constructor(
    private readonly url: string,
    /** By which the gateway knows programs of its account, where it keeps it on disk. */
    private readonly key: string | undefined,
  ) {}

  /** Whether it is a gateway that answers there. */
  async isThere(): Promise<boolean> {
    const answer = await this.exchange(ROUTES.health);
    return answer.ok && Health.safeParse(answer.value.json).success;
  }

  captures(): Promise<Outcome<TradeDownloadsAnswer>> {
    return this.asked(TRADE_DOWNLOAD_ROUTES.list);
  }

  async estimate(
    wanted: DownloadSelection,
    how: { readonly anew?: boolean } = {},
  ): Promise<Outcome<TradeDownloadEstimate>> {
    const answer = await this.asked(TRADE_DOWNLOAD_ROUTES.estimate, { body: { wanted, ...how } });
    return answer.ok ? success(answer.value.estimate) : answer;
  }

  async start(
    id: TradeDownloadId,
    wanted: DownloadSelection,
    how: { readonly anew?: boolean } = {},
  ): Promise<Outcome<TradeDownload>> {
    return captureIn(await this.asked(TRADE_DOWNLOAD_ROUTES.start, { body: { id, wanted, ...how } }));
  }

  async step(id: TradeDownloadId, step: TradeDownloadStep): Promise<Outcome<TradeDownload>> {
    const path = pathOf(TRADE_DOWNLOAD_ROUTES.move, { id, step });
    return captureIn(await this.asked(TRADE_DOWNLOAD_ROUTES.move, { path }));
  }

  /** The file as it comes; the stream breaks where the gateway could not give it out to its end. */
  async file(
    wanted: DownloadSelection,
    style: TradeFileStyle,
  ): Promise<Outcome<{ content: Readable; name: string }>> {
    const token = await this.session();
    if (!token.ok) return token;
    try {
      const answer = await this.agent.request({
        origin: this.url,
        path: `${TRADE_DOWNLOAD_ROUTES.file.path}?${tradesQuery(wanted, style)}`,
        method: 'GET',
        headers: { authorization: `Bearer ${token.value}` },
      });
      if (answer.statusCode === 200) return success({ content: answer.body, name: nameIn(answer.headers) });
      return failed(refusalIn(await answer.body.json()) ?? NO_ANSWER);
    } catch {
      return failed(NO_ANSWER);
    }
  }

  people(): Promise<Outcome<PeopleAnswer>> {
    return this.asked(PEOPLE_ROUTES.read);
  }

  /** Ends the sessions of a person, by the provider's id or the name of the pairing. */
  endPerson(person: string): Promise<Outcome<EndAnswer>> {
    return this.asked(PEOPLE_ROUTES.end, { body: { person } });
  }

  unpair(pairing: string): Promise<Outcome<EndAnswer>> {
    return this.asked(PEOPLE_ROUTES.unpair, { body: { pairing } });
  }

  halt(reason: string | undefined): Promise<Outcome<HaltAnswer>> {
    return this.asked(ROUTES.halt, { body: present({ reason }) });
  }

  resume(reason: string): Promise<Outcome<unknown>> {
    return this.asked(ROUTES.resume, { body: { reason } });
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async asked<Body, Answer>(
    route: Route<Body, Answer>,
    { path = route.path, body }: { path?: string; body?: Body } = {},
  ): Promise<Outcome<Answer>> {
    const token = await this.session();
    if (!token.ok) return token;
    const { method } = route;
    const answer = await this.exchange({ method, path }, { body, token: token.value });
    if (!answer.ok) return answer;
    const { isRefusal, json } = answer.value;
    // An answer may tell a failure of the platform's beside what was asked for: by its status alone it is no refusal.
    if (isRefusal) return failed(refusalIn(json) ?? NO_ANSWER);
    const parsed = route.answer.safeParse(json);
    return parsed.success ? success(parsed.data) : failed(NO_ANSWER);
  }

  private async session(): Promise<Outcome<string>> {
    if (this.token !== undefined) return success(this.token);
    const answer = await this.exchange(ROUTES.openSession, { body: { key: this.key } });
    const opened = answer.ok ? answer.value.json : undefined;
    if (refusalIn(opened)?.kind === 'signed-out') return failed(strangerTo(this.url));
    const session = ROUTES.openSession.answer.safeParse(opened);
    if (!session.success) return failed(NO_ANSWER);
    this.token = session.data.token;
    return success(this.token);
  }

  private async exchange(
    { method, path }: Address,
    { body = {}, token }: { body?: unknown; token?: string } = {},
  ): Promise<Outcome<{ isRefusal: boolean; json: unknown }>> {
    const carriesBody = method !== 'GET';
    try {
      const answer = await this.agent.request({
        origin: this.url,
        path,
        method,
        headersTimeout: ANSWER_MS_MAX,
        bodyTimeout: ANSWER_MS_MAX,
        headers: {
          ...(carriesBody && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(carriesBody && { body: JSON.stringify(body) }),
      });
      const json: unknown = await answer.body.json();
      return success({ isRefusal: answer.statusCode !== 200, json });
    } catch {
      return failed(NO_ANSWER);
    }
  }
}

const nameIn = ({ 'content-disposition': disposition }: IncomingHttpHeaders): string =>
  /filename="([^"]+)"/.exec(String(disposition))?.[1] ?? '';

const strangerTo = (address: string): Failure => ({
  kind: 'signed-out',
  message: `The gateway at ${address} does not know this command: its key lies in the data folder of the gateway.`,
  next: 'Name that folder by --data, or by DESK_DATA as at its start, and run this as the account that runs it. A gateway without a folder, as of npm start alone, lets no command in: start it with DESK_DATA=FOLDER.',
});

const captureIn = (answer: Outcome<{ capture: TradeDownload }>): Outcome<TradeDownload> =>
  answer.ok ? success(answer.value.capture) : answer;

const refusalIn = (body: unknown): Failure | undefined => FailureAnswer.safeParse(body).data?.failure;

export const NO_ANSWER: Failure = {
  kind: 'unavailable',
  message: 'The gateway does not answer as this version of SpreadDesk does.',
  next: 'Check that it runs and is of the same version, then run this again: nothing that was fetched is lost.',
};
