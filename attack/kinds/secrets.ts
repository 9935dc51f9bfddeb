import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ROUTES } from '../../src/contract/desk/routes';
import { WEBHOOK_ROUTES } from '../../src/contract/desk/webhook';
import { SOCKET_PATH } from '../../src/contract/desk/socket';
import { LOCAL_KINDS } from '../../src/gateway/cache/fetch';
import { gotIn, held, judged, type Attempt, type Met } from '../attempt';
import type { GatewayProcess } from '../gateway-process';
import type { HostileService } from '../hostile-service';
import { PLANTED, standsIn, type Mark } from '../marks';
import { isApi, pathOf } from '../routes';
import { bytesOf, filesBelow } from '../sources';
import { originOf, type Target } from '../target';
import { ask, bearer, JSON_TYPE } from '../wire';

/** A place out of which others may read. */
interface Sink {
  readonly where: string;
  readonly text: string;
}

/** One gateway with all that it could give away. */
export interface Guarded {
  readonly target: Target;
  readonly gateway: GatewayProcess;
  readonly service: HostileService;
  readonly dataFolder: string;
  readonly root: string;
}

const secret = (tried: string, met: Met): Attempt => ({ kind: 'secret', tried, at: async () => met });
const SIGN_IN = {
  environment: 'simulator',
  apiKey: PLANTED.apiKey.value,
  clientId: PLANTED.clientId.value,
  clientSecret: PLANTED.clientSecret.value,
};
const WATCHED_MS = 2_500;
const DATA = 'the data folder';
const PROGRAM_KEY = 'key for programs';
const EVENTS_ADDRESS = 'token of the address of events';
/** The address is shown to whoever gives it to the operator, and has to outlive a restart. Programs of the account read their key. */
const MEANT: readonly (readonly [secret: string, where: string])[] = [
  [EVENTS_ADDRESS, `the answer to GET ${WEBHOOK_ROUTES.read.path}`],
  [EVENTS_ADDRESS, DATA],
  [PROGRAM_KEY, DATA],
];

/** Has the gateway sign in, fail, be refused and sign out, and looks for every planted secret in all that it let out. */
export async function secretAttempts(guarded: Guarded): Promise<readonly Attempt[]> {
  const { target, gateway } = guarded;
  const sinks = [
    ...(await provoked(guarded)),
    ...kept(guarded),
    { where: 'its output', text: gateway.output },
  ];
  const marks: readonly Mark[] = [
    ...Object.values(PLANTED),
    { name: "a page's token", value: target.token },
    { name: "a browser's key", value: target.key },
    { name: PROGRAM_KEY, value: gateway.programKey },
    { name: EVENTS_ADDRESS, value: gateway.webhook.split('/').at(-1) ?? '' },
  ];
  const searched = sinks.flatMap((sink) =>
    marks
      .filter(({ name }) => !MEANT.some(([known, where]) => known === name && where === sink.where))
      .map((mark) => {
        const isThere = standsIn(mark, sink.text);
        return secret(
          `${mark.name} in ${sink.where}`,
          judged(isThere, isThere ? 'it stands there' : `not in ${sink.text.length} bytes`),
        );
      }),
  );
  return [...searched, ...closedFolders(guarded), await signedOut(guarded)];
}

async function provoked({ target, service }: Guarded): Promise<readonly Sink[]> {
  const sinks: Sink[] = [];
  const call = async (method: string, path: string, body?: unknown): Promise<void> => {
    const reply = await ask(target, {
      method,
      path,
      headers: { ...bearer(target.token), ...(body !== undefined && JSON_TYPE) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      waitMs: 10_000,
    });
    const headers = JSON.stringify([...(reply?.headers ?? [])]);
    sinks.push({ where: `the answer to ${method} ${path}`, text: `${headers}${reply?.body ?? ''}` });
  };
  await call('POST', ROUTES.signIn.path, { ...SIGN_IN, remember: true });
  service.mood = 'echoing';
  const watched = watchedAll(target);
  for (const path of ['/api/webhook/check', '/api/interface/check', '/api/captures/estimate'])
    await call('POST', path, {});
  await call('PUT', '/api/actions/99999999-0000-4000-8000-000000000000', {
    body: { kind: 'withdraw-quote', requestId: 'RQ-10294', quoteId: 'Q-1' },
    shown: 'as it stood on the screen',
  });
  sinks.push({ where: 'what a page is told', text: await watched });
  service.mood = 'rude';
  await call('POST', ROUTES.signIn.path, { ...SIGN_IN, remember: true });
  const reads = target.routes.filter(
    (route) => isApi(route) && route.method === 'GET' && route.url !== SOCKET_PATH,
  );
  for (const route of reads) await call('GET', pathOf(route));
  await call('GET', '/api/journal?format=csv');
  await call('GET', '/api/journal?format=jsonl');
  for (const body of ['{"apiKey":', JSON.stringify({ ...SIGN_IN, more: 1 })]) {
    const reply = await ask(target, {
      method: 'POST',
      path: ROUTES.signIn.path,
      headers: { ...bearer(target.token), ...JSON_TYPE },
      body,
    });
    sinks.push({
      where: `the refusal of a sign-in that is no JSON or too much (${reply?.status})`,
      text: reply?.body ?? '',
    });
  }
  service.mood = 'plain';
  await call('POST', ROUTES.signIn.path, { ...SIGN_IN, remember: true });
  return sinks;
}

const WATCHES = [
  ...[...LOCAL_KINDS, 'open-requests', 'trades', 'risks'].map((kind) => ({ kind })),
  ...['request', 'quotes', 'analytics', 'proposals', 'counteroffers', 'request-load-shapes'].map((kind) => ({
    kind,
    id: 'RQ-10294',
  })),
  { kind: 'trade', id: 'TR-70018' },
  { kind: 'risk-settings', commodity: 'power' },
  { kind: 'recipients', commodity: 'power' },
];

/** Everything that a page may watch, while the platform repeats what it was sent. */
async function watchedAll(target: Target): Promise<string> {
  const ca = target.certificate === undefined ? {} : { ca: target.certificate };
  const socket = new WebSocket(`${originOf(target).replace('http', 'ws')}${SOCKET_PATH}`, ca);
  let heard = '';
  socket.on('message', (bytes: Buffer) => (heard += bytes.toString('utf8')));
  socket.on('error', () => undefined);
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'hello', token: target.token }));
    socket.send(JSON.stringify({ type: 'watch', add: WATCHES, drop: [] }));
  });
  await pause(WATCHED_MS);
  socket.terminate();
  return heard;
}

/** What lies on the disk: what the gateway keeps, and what is delivered to browsers. */
function kept({ dataFolder, root }: Guarded): readonly Sink[] {
  const joined = (folder: string): string =>
    filesBelow(folder)
      .map(({ path }) => bytesOf(path))
      .join('\n');
  return [
    { where: DATA, text: joined(dataFolder) },
    { where: "the add-in's files", text: joined(join(root, 'dist', 'addin')) },
  ];
}

const OTHERS = 0o077;

/** Folders that other accounts of this machine cannot enter. Elsewhere the account's own folders are closed as they are. */
function closedFolders({ dataFolder }: Guarded): readonly Attempt[] {
  if (process.platform === 'win32') return [];
  return [dataFolder, join(dataFolder, 'simulator'), `${dataFolder}.key`].map((path) => {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    const isOpen = mode !== undefined && (mode & OTHERS) !== 0;
    const what = path.endsWith('.key')
      ? 'the key of what is sealed'
      : `the folder ${path.slice(dataFolder.length) || 'of data'}`;
    return secret(
      `${what} read by another account`,
      judged(isOpen, mode === undefined ? 'not there' : `rights ${(mode & 0o777).toString(8)}`),
    );
  });
}

/** After the desk has signed out, nothing is sent in its name, whoever asks. */
async function signedOut({ target, service }: Guarded): Promise<Attempt> {
  const post = (method: string, path: string, body: unknown) =>
    ask(target, {
      method,
      path,
      headers: { ...bearer(target.token), ...JSON_TYPE },
      body: JSON.stringify(body),
      waitMs: 10_000,
    });
  await post('POST', ROUTES.signOut.path, { forget: true });
  const before = service.calls.length;
  const reply = await post('PUT', '/api/actions/88888888-0000-4000-8000-000000000000', {
    body: { kind: 'withdraw-quote', requestId: 'RQ-10294', quoteId: 'Q-1' },
    shown: 'as it stood on the screen',
  });
  await post('POST', '/api/webhook/check', {});
  const sent = service.calls.slice(before);
  const met =
    sent.length > 0
      ? gotIn(`${sent.length} calls went out`)
      : held(`answered ${reply?.status}, nothing went out`);
  return { kind: 'token', tried: 'an action and a check after sign-out', at: async () => met };
}
