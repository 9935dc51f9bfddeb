import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { DEMO_CLIENT } from '../scripts/people/people.mjs';
import { startProvider } from '../scripts/people/provider.mjs';
import { walkProvider } from '../scripts/people/walk.mjs';
import { anyPort } from '../scripts/port.mjs';
import { AUTH_ROUTES } from '../src/contract/desk/auth';
import { SessionAnswer } from '../src/contract/desk/answers';
import { ROUTES } from '../src/contract/desk/routes';
import type { PageMessage } from '../src/contract/desk/page-message';
import { GatewayMessage, SOCKET_PATH } from '../src/contract/desk/socket';
import { readDialogWord } from '../src/domain/dialog-word';
import { systemClock } from '../src/effects/clock';
import { folderUntilExit } from './kit/folder';
import { loadRow, percentile, shown } from './report/report';
import { DeskProcess } from './sheet/desk-process';
import { rowsOf } from './sheet/stage';

/**
 * How long a person's sign-in takes without the person: from the press to the first value of a cell, with a real provider on this
 * machine, the gateway as its own process. `--json` prints one line of JSON.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const SIGN_INS = 50;

const port = await anyPort();
const origin = `http://127.0.0.1:${port}`;
const provider = await startProvider({ gateways: [origin] });
const simulator = await DeskProcess.start('simulator', {
  settings: { SIMULATOR_PORT: '0', SIMULATOR_SPEED: '0' },
});
const gateway = await DeskProcess.start('gateway', {
  settings: {
    DESK_PORT: String(port),
    DESK_DATA: folderUntilExit(),
    SERVICE_ENVIRONMENT: 'simulator',
    SERVICE_URL_SIMULATOR: simulator.url,
    AUTH_ISSUER: provider.issuer,
    AUTH_CLIENT_ID: DEMO_CLIENT.id,
    AUTH_CLIENT_SECRET: DEMO_CLIENT.secret,
  },
});

async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

const leadsTo = async (address: string): Promise<string> =>
  (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';

/** What the pane, its dialog and the provider do between the press and the session. */
async function signIn(): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const digest = createHash('sha256').update(secret).digest('base64url');
  const { page } = AUTH_ROUTES.start.answer.parse(
    await post(AUTH_ROUTES.start.path, { digest, folder: '/' }),
  );
  const back = await walkProvider(await leadsTo(origin + page), 'tom', origin);
  const { ticket } = readDialogWord(new URL(await leadsTo(back), origin).hash);
  const { key } = AUTH_ROUTES.redeem.answer.parse(await post(AUTH_ROUTES.redeem.path, { ticket, secret }));
  return SessionAnswer.parse(await post(ROUTES.openSession.path, { key })).token;
}

/** Until the value of what a cell watches is there. */
function firstValue(token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${SOCKET_PATH}`);
    const say = (message: PageMessage): void => socket.send(JSON.stringify(message));
    socket.on('error', reject);
    socket.on('open', () => {
      say({ type: 'hello', token });
      say({ type: 'watch', add: [{ kind: 'open-requests' }], drop: [] });
    });
    socket.on('message', (bytes: Buffer) => {
      const message = GatewayMessage.parse(JSON.parse(bytes.toString('utf8')));
      if (message.type !== 'answers' || !message.answers.some(({ value }) => value !== undefined)) return;
      socket.close();
      resolve();
    });
  });
}

// The first one loads the libraries, and the first cell waits for the gateway's own sign-in.
const sinceMs = (beganMs: number): number => systemClock.monotonicMs() - beganMs;
const signInMs: number[] = [];
const valueMs: number[] = [];
for (let count = 0; count < SIGN_INS; count++) {
  const beganMs = systemClock.monotonicMs();
  const token = await signIn();
  signInMs.push(sinceMs(beganMs));
  await firstValue(token);
  valueMs.push(sinceMs(beganMs));
}
await gateway.end();
await simulator.end();
await provider.close();

const spread = (subject: string, all: readonly number[]) => {
  const row = rowsOf(`a person signs in, ${SIGN_INS} times, the first included`, subject);
  return [row('median', percentile(all, 0.5), 'ms'), row('worst', percentile(all, 1), 'ms')];
};
const rows = [
  ...spread('press to session', signInMs),
  ...spread('press to first value', valueMs),
  loadRow('at the end'),
];
process.stdout.write(`${shown({ bench: 'sign-in', rows }, values)}\n`);
