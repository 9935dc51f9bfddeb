import { setTimeout as pause } from 'node:timers/promises';
import type { Kind } from '../actions/plan';
import type { Scene } from '../actions/scene';
import { newId, type DeskProcess } from './desk-process';
import { Injection, type Injected } from './injection';
import { Reader } from './reader';
import { SmallDisk } from './small-disk';
import { folderOf, stateIn, Trial, type Met, type Stage } from './trial';

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
const LATE_MS = 1_500;
const STOPPED_MS = 6_000;
const STOPPED_AFTER_MS = 300;
const WATCHED = 40;

type Play = (trial: Trial) => Promise<void>;

async function played(
  name: string,
  stage: Stage,
  play: Play,
  folder = folderOf(stage, name),
): Promise<Met[]> {
  const trial = new Trial(name, stage, folder);
  try {
    await play(trial);
  } catch (error) {
    trial.check('it comes to its end', false, String(error));
  } finally {
    await trial.end();
  }
  return trial.met;
}

/** What is known to be done before the trouble begins. */
async function pressedBefore(trial: Trial, desk: DeskProcess): Promise<string> {
  const scene = await trial.scene('accept-quote');
  const id = newId();
  trial.check(
    'an action is done before the trouble',
    stateIn(await desk.press(scene.body, id)) === 'done',
    'done',
  );
  return id;
}

/** Presses go nowhere, and people are told; reading goes on. */
async function checkRefusing(trial: Trial, desk: DeskProcess): Promise<void> {
  const made: Scene[] = [];
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
    status === 503 && says.includes('Make room'),
    `${status}: ${says}`,
  );
  const reader = await Reader.open(
    desk.url,
    made.map(({ request }) => ({ kind: 'quotes', id: request.id })),
  );
  const first = made[0]?.request.id;
  await desk.until(READING_MS_MAX, async () => reader.news >= made.length);
  const known = reader.news;
  await trial.stage.platform.act({ do: 'move-price', requestId: first, by: 1 });
  const goesOn = await desk.until(READING_MS_MAX, async () => reader.news > known);
  reader.end();
  trial.check('reading goes on', known >= made.length && goesOn, `${reader.news} answers`);
}

async function checkRoomAgain(trial: Trial, desk: DeskProcess): Promise<void> {
  const startedMs = performance.now();
  const isWell = await desk.until(ROOM_MS_MAX, async () => (await desk.health()).status === 200);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  trial.check('health is green again by itself', isWell, `after ${seconds} s`);
  const scene = await trial.scene('accept-quote');
  const state = stateIn(await desk.press(scene.body));
  const executions = await trial.executions(scene);
  trial.check(
    'the next press is carried out',
    state === 'done' && executions === 1,
    `${state}, ${executions} executed`,
  );
}

export function fullDisk(stage: Stage): Promise<Met[]> {
  const name = 'disk full';
  const disk = SmallDisk.mounted(folderOf(stage, name), 2);
  if (typeof disk === 'string') return Promise.resolve([notTried(name, disk)]);
  // Before whoever made the folder clears it away.
  process.prependOnceListener('exit', () => disk.unmount());
  return played(name, stage, async (trial) => {
    const desk = await trial.desk();
    const id = await pressedBefore(trial, desk);
    disk.fill();
    await checkRefusing(trial, desk);
    await trial.checkJournal([id]);
    await desk.kill();
    const again = await trial.desk();
    await checkRefusing(trial, again);
    disk.clear();
    await checkRoomAgain(trial, again);
    await trial.checkJournal([id]);
  }).finally(() => disk.unmount());
}

export const refusedWrites = (stage: Stage): Promise<Met[]> =>
  played('writes refused', stage, async (trial) => {
    const desk = await trial.desk();
    const id = await pressedBefore(trial, desk);
    const injection = await Injection.into(desk.pid, 'pwrite64:error=ENOSPC');
    await checkRefusing(trial, desk);
    await injection.end();
    await checkRoomAgain(trial, desk);
    await trial.checkJournal([id]);
  });

const FSYNC: Injected = 'fsync,fdatasync:error=EIO';

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

/** The sync of the line that stands before a send. */
export const failedSync = (stage: Stage): Promise<Met[]> =>
  played('fsync fails before a send', stage, async (trial) => {
    const desk = await trial.desk();
    const earlier = await pressedBefore(trial, desk);
    const scene = await trial.scene('accept-quote');
    const id = newId();
    const before = await trial.sends(scene);
    const injection = await Injection.into(desk.pid, FSYNC);
    await desk.press(scene.body, id);
    await checkEnded(trial, desk, injection);
    const sent = (await trial.sends(scene)) - before;
    trial.check('nothing was sent', sent === 0, `${sent} sent`);
    const again = await trial.desk();
    await trial.checkJournal([earlier]);
    const { status } = await again.health();
    trial.check('it starts again on the same folder', status === 200, `health ${status}`);
    const state = stateIn(await again.press(scene.body));
    const executions = await trial.executions(scene);
    trial.check(
      'the same thing pressed anew is done once',
      state === 'done' && executions === 1,
      `${state}, ${executions} executed`,
    );
  });

/** The sync of the line that says what came of a send. */
export const lostSync = (stage: Stage): Promise<Met[]> =>
  played('fsync fails after a send', stage, async (trial) => {
    const desk = await trial.desk();
    const earlier = await pressedBefore(trial, desk);
    const scene = await trial.scene('accept-quote');
    const { operation, request, body } = scene;
    const id = newId();
    await stage.platform.break([{ kind: 'extra-field', delayMs: LATE_MS, operation, requestId: request.id }]);
    const before = await trial.sends(scene);
    const press = desk.press(body, id);
    await desk.until(READING_MS_MAX, async () => (await trial.sends(scene)) > before);
    const injection = await Injection.into(desk.pid, FSYNC);
    await press;
    await checkEnded(trial, desk, injection);
    const again = await trial.desk();
    const isFound = await again.until(READING_MS_MAX, async () => (await trial.stateOf(id)) === 'done');
    const executions = await trial.executions(scene);
    const sent = (await trial.sends(scene)) - before;
    trial.check(
      'what was sent is found by looking it up, and not sent again',
      isFound && executions === 1 && sent === 1,
      `${await trial.stateOf(id)}, ${sent} sent, ${executions} executed`,
    );
    await trial.checkJournal([earlier, id]);
  });

/** `SIGSTOP` as a machine that sleeps does it, with a write on its way and many reads waiting. */
export const stopped = (stage: Stage): Promise<Met[]> =>
  played('stopped for 6 s', stage, async (trial) => {
    const desk = await trial.desk();
    const scenes: Scene[] = [];
    for (let at = 0; at < WATCHED; at++) scenes.push(await trial.scene('send-quote'));
    const reader = await Reader.open(
      desk.url,
      scenes.map(({ request }) => ({ kind: 'quotes', id: request.id })),
    );
    const scene = await trial.scene('accept-quote');
    const { operation, request, body } = scene;
    const id = newId();
    await stage.platform.break([{ kind: 'extra-field', delayMs: LATE_MS, operation, requestId: request.id }]);
    const before = await trial.sends(scene);
    const press = desk.press(body, id);
    await desk.until(READING_MS_MAX, async () => (await trial.sends(scene)) > before);
    await pause(STOPPED_AFTER_MS);
    desk.signal('SIGSTOP');
    await pause(STOPPED_MS);
    const during = desk.press((await trial.scene('accept-quote')).body);
    desk.signal('SIGCONT');
    await Promise.all([press, during]);
    const known = reader.news;
    const isFound = await desk.until(READING_MS_MAX, async () => (await trial.stateOf(id)) === 'done');
    const executions = await trial.executions(scene);
    const sent = (await trial.sends(scene)) - before;
    trial.check(
      'what was on its way is done once',
      isFound && executions === 1,
      `${await trial.stateOf(id)}, ${executions} executed`,
    );
    trial.check(
      'a press from the moment of waking is sent once',
      sent === 2,
      `${stateIn(await during)}, ${sent} sent in all`,
    );
    const goesOn = await desk.until(READING_MS_MAX, async () => reader.news > known);
    reader.end();
    trial.check('reading goes on', goesOn, `${reader.news} answers`);
    const refusals = await stage.platform.refusals();
    trial.check('the service is never asked too much', refusals === 0, `${refusals} refusals`);
  });

export const notTried = (trial: string, why: string): Met => ({
  trial,
  promise: `not tried: ${why}`,
  isMet: true,
  seen: '',
});
