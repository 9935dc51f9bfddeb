import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { newSession, type RunningGateway } from '../../simulation/running-gateway';
import { GatewayMessage, SOCKET_PATH } from '../../src/contract/desk/socket';
import type { Resource } from '../../src/domain/resources/resource';
import type { Kind } from '../actions/plan';
import type { RequestScene } from '../actions/scene';
import { WIDE } from '../campaign/platform';
import type { DeskProcess } from './desk-process';
import { Injection, type Injected } from './injection';
import { stateIn, type Trial } from './trial';

/** A page that only looks: it counts the answers of the service that it is shown. */
class Reader {
  private readonly fetched = new Map<string, number>();
  /** Answers that were fetched later than the one before. */
  news = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('error', () => undefined);
    socket.on('message', (bytes: Buffer) => this.heard(bytes.toString()));
  }

  static async open(desk: RunningGateway, resources: readonly Resource[]): Promise<Reader> {
    const token = await newSession(desk);
    const socket = new WebSocket(new URL(SOCKET_PATH, desk.url.replace(/^http/, 'ws')));
    const reader = new Reader(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.send(JSON.stringify({ type: 'hello', token }));
    socket.send(JSON.stringify({ type: 'watch', add: resources, drop: [] }));
    return reader;
  }

  end(): void {
    this.socket.terminate();
  }

  private heard(text: string): void {
    const message = GatewayMessage.parse(JSON.parse(text));
    if (message.type === 'beat') this.socket.send(JSON.stringify({ type: 'beat' }));
    if (message.type !== 'answers') return;
    for (const { key, fetchedAt } of message.answers) {
      if (fetchedAt === undefined || fetchedAt <= (this.fetched.get(key) ?? 0)) continue;
      this.fetched.set(key, fetchedAt);
      this.news += 1;
    }
  }
}

export interface Planned {
  readonly name: string;
  readonly limits: typeof WIDE;
  /** How large the disk is on which the data folder has to lie. */
  readonly diskMb?: number;
  /** It needs a way to make calls of the system fail. */
  readonly injects?: boolean;
  /** It needs a way to stop a process and let it go on. */
  readonly stops?: boolean;
  readonly play: (trial: Trial) => Promise<void>;
}

/** Where waiting is what is tried, limits are as the service states them. */
const STATED = { ...WIDE, ratePerSecond: 10, burst: 20 };

export const TRIALS: readonly Planned[] = [
  { name: 'disk full', limits: WIDE, diskMb: 2, play: fullDisk },
  { name: 'writes refused', limits: WIDE, injects: true, play: refusedWrites },
  { name: 'fsync fails before a send', limits: WIDE, injects: true, play: failedSync },
  { name: 'fsync fails after a send', limits: WIDE, injects: true, play: lostSync },
  { name: 'stopped for 6 s', limits: STATED, stops: true, play: stopped },
];

/** So many presses while the disk takes nothing. */
const PRESSES: readonly Kind[] = [
  'accept-quote',
  'send-quote',
  'withdraw-quote',
  'send-proposal',
  'accept-quote',
];
const READING_MS_MAX = 20_000;
const ROOM_MS_MAX = 12_000;
const EXIT_NOT_KEPT = 74;
const STOPPED_MS = 6_000;
const STOPPED_AFTER_MS = 300;
const WATCHED = 40;
const FSYNC: Injected = 'fsync,fdatasync:error=EIO';

async function fullDisk(trial: Trial): Promise<void> {
  const { disk } = trial.stage;
  const { desk, earlier } = await trial.deskWithAction();
  disk?.fill();
  await checkRefusing(trial, desk);
  await trial.checkJournal([earlier]);
  await desk.kill();
  const again = await trial.desk();
  await checkRefusing(trial, again);
  disk?.clear();
  await checkRoomAgain(trial, again);
  await trial.checkJournal([earlier]);
}

async function refusedWrites(trial: Trial): Promise<void> {
  const { desk, earlier } = await trial.deskWithAction();
  const injection = await Injection.into(desk.pid, 'pwrite64:error=ENOSPC');
  await checkRefusing(trial, desk);
  await injection.end();
  await checkRoomAgain(trial, desk);
  await trial.checkJournal([earlier]);
}

/** The sync of the line that stands before a send. */
async function failedSync(trial: Trial): Promise<void> {
  const { desk, earlier } = await trial.deskWithAction();
  const scene = await trial.scene('accept-quote');
  const before = await trial.sends(scene);
  const injection = await Injection.into(desk.pid, FSYNC);
  await desk.press(scene.body);
  await checkEnded(trial, desk, injection);
  const sent = (await trial.sends(scene)) - before;
  trial.check('nothing was sent', sent === 0, `${sent} sent`);
  const again = await trial.desk();
  await trial.checkJournal([earlier]);
  const { status } = await again.health();
  trial.check('it starts again on the same folder', status === 200, `health ${status}`);
  await trial.checkDone('the same thing pressed anew is done once', again, scene);
}

/** The sync of the line that says what came of a send. */
async function lostSync(trial: Trial): Promise<void> {
  const { desk, earlier } = await trial.deskWithAction();
  const { id, reply, sends, executions } = await trial.held(desk);
  const injection = await Injection.into(desk.pid, FSYNC);
  await reply;
  await checkEnded(trial, desk, injection);
  const again = await trial.desk();
  await again.until(READING_MS_MAX, async () => (await trial.stateOf(id)) === 'done');
  const [state, executed, sent] = [await trial.stateOf(id), await executions(), await sends()];
  trial.check(
    'what was sent is found by looking it up, and not sent again',
    state === 'done' && executed === 1 && sent === 1,
    `${state}, ${sent} sent, ${executed} executed`,
  );
  await trial.checkJournal([earlier, id]);
}

/** `SIGSTOP` as a machine that sleeps does it, with a write on its way and many reads waiting. */
async function stopped(trial: Trial): Promise<void> {
  const desk = await trial.desk();
  const scenes: RequestScene[] = [];
  for (let at = 0; at < WATCHED; at++) scenes.push(await trial.scene('send-quote'));
  const reader = await readerOf(desk, scenes);
  const { id, reply, sends, executions } = await trial.held(desk);
  await pause(STOPPED_AFTER_MS);
  desk.signal('SIGSTOP');
  await pause(STOPPED_MS);
  const during = desk.press((await trial.scene('accept-quote')).body);
  desk.signal('SIGCONT');
  await Promise.all([reply, during]);
  await desk.until(READING_MS_MAX, async () => (await trial.stateOf(id)) === 'done');
  const [state, executed, sent] = [await trial.stateOf(id), await executions(), await sends()];
  trial.check(
    'what was on its way is done once',
    state === 'done' && executed === 1,
    `${state}, ${executed} executed`,
  );
  trial.check(
    'a press from the moment of waking is sent once',
    sent === 2,
    `${stateIn(await during)}, ${sent} sent in all`,
  );
  await checkGoesOn(trial, desk, reader, scenes);
  const refusals = await trial.stage.platform.refusals();
  trial.check('the service is never asked too much', refusals === 0, `${refusals} refusals`);
}

/** Presses go nowhere, and people are told; reading goes on. */
async function checkRefusing(trial: Trial, desk: DeskProcess): Promise<void> {
  const made: RequestScene[] = [];
  for (const kind of PRESSES) made.push(await trial.scene(kind));
  const before = await Promise.all(made.map((scene) => trial.sends(scene)));
  const replies: string[] = [];
  for (const { body } of made) replies.push(stateIn(await desk.press(body)));
  const after = await Promise.all(made.map((scene) => trial.sends(scene)));
  const sent = after.reduce((sum, count, at) => sum + count - (before[at] ?? 0), 0);
  const refused = replies.filter((state) => state === 'refused' || state === 'cancelled').length;
  trial.check(
    'new actions are refused before they are sent',
    refused === PRESSES.length && sent === 0,
    `${refused} of ${PRESSES.length} refused, ${sent} sent`,
  );
  const { status, says } = await desk.health();
  trial.check(
    'health is red, in a sentence',
    status === 503 && says.includes('Free disk space'),
    `${status}: ${says}`,
  );
  await checkGoesOn(trial, desk, await readerOf(desk, made), made);
}

/** Everything is known, and an end that is told then becomes known as well. */
async function checkGoesOn(
  trial: Trial,
  desk: DeskProcess,
  reader: Reader,
  scenes: readonly RequestScene[],
): Promise<void> {
  const { platform } = trial.stage;
  await desk.until(READING_MS_MAX, async () => reader.news >= scenes.length);
  const known = reader.news;
  // At night the background waits for longer than anybody here; an end is told at any hour.
  await platform.tellEvents(desk.webhook);
  await platform.act({ do: 'close', requestId: scenes[0]?.request.id });
  const goesOn = await desk.until(READING_MS_MAX, async () => reader.news > known);
  reader.end();
  trial.check(
    'reading goes on',
    known >= scenes.length && goesOn,
    `${known} of ${scenes.length} answers, then ${reader.news}`,
  );
}

const readerOf = (desk: DeskProcess, scenes: readonly RequestScene[]): Promise<Reader> =>
  Reader.open(
    desk,
    scenes.map(({ request }) => ({ kind: 'quotes', id: request.id })),
  );

async function checkRoomAgain(trial: Trial, desk: DeskProcess): Promise<void> {
  const startedMs = performance.now();
  const isWell = await desk.until(ROOM_MS_MAX, async () => (await desk.health()).status === 200);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  trial.check('health is green again by itself', isWell, `after ${seconds} s`);
  await trial.checkDone('the next press is carried out', desk, await trial.scene('accept-quote'));
}

async function checkEnded(trial: Trial, desk: DeskProcess, injection: Injection): Promise<void> {
  const code = await Promise.race([desk.exitCode(), pause(READING_MS_MAX, undefined, { ref: false })]);
  await injection.end();
  const says = desk.log.includes('The disk did not keep what was written');
  trial.check(
    'the process ends, and says why',
    code === EXIT_NOT_KEPT && says,
    `exit code ${code ?? 'none'}${says ? ', said' : ', not said'}`,
  );
}
