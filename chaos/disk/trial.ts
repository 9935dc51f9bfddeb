import { keptJournal } from '../actions/kept-journal';
import { executedWritesIn } from '../actions/executed-writes';
import { planOf, type Kind } from '../actions/plan';
import type { Reply } from '../actions/press';
import { requestSceneOf, type RequestScene } from '../actions/scene';
import type { Platform } from '../campaign/platform';
import type { SmallDisk } from '../campaign/small-disk';
import { newId, type DeskProcess } from './desk-process';

/** One thing that was asked of the gateway, and whether it was so. */
export interface Met {
  readonly promise: string;
  readonly isMet: boolean;
  readonly seen: string;
}

export interface Stage {
  readonly platform: Platform;
  readonly dataFolder: string;
  /** What the data folder lies on, where a trial wants it to be small. */
  readonly disk: SmallDisk | undefined;
  readonly newDesk: () => Promise<DeskProcess>;
}

/** A write that the service has executed and has not answered yet. */
export interface Held {
  readonly id: string;
  /** Settles with what the page was told. */
  readonly reply: Promise<Reply>;
  /** Sends of it that the service has received since it was pressed. */
  readonly sends: () => Promise<number>;
  readonly executions: () => Promise<number>;
}

const LATE_MS = 1_500;
const SENT_MS_MAX = 20_000;

/** What goes on in one trial, and what was seen of it. */
export class Trial {
  readonly met: Met[] = [];
  private readonly desks: DeskProcess[] = [];

  constructor(readonly stage: Stage) {}

  check(promise: string, isMet: boolean, seen: string): void {
    this.met.push({ promise, isMet, seen });
  }

  async desk(): Promise<DeskProcess> {
    const desk = await this.stage.newDesk();
    this.desks.push(desk);
    return desk;
  }

  /** A desk, and the id of an action that is done before the trouble begins. */
  async deskWithAction(): Promise<{ desk: DeskProcess; earlier: string }> {
    const desk = await this.desk();
    const scene = await this.scene('accept-quote');
    const id = newId();
    const state = stateIn(await desk.press(scene.body, id));
    this.check('an action is done before the trouble', state === 'done', state);
    return { desk, earlier: id };
  }

  /** A fresh request, and something to do on it. */
  scene(kind: Kind): Promise<RequestScene> {
    const plan = { ...planOf(1), kind, sort: 'single', action: 'buy', inPart: false } as const;
    return requestSceneOf(plan, this.stage.platform);
  }

  /** How often the service received this kind of write so far. */
  async sends({ operation }: Pick<RequestScene, 'operation'>): Promise<number> {
    return (await this.stage.platform.calls()).of[operation] ?? 0;
  }

  async executions(scene: RequestScene): Promise<number> {
    return executedWritesIn(await this.stage.platform.truth(), scene).executions;
  }

  /** An acceptance that the service executes at once and answers late; settles when it has arrived there. */
  async held(desk: DeskProcess): Promise<Held> {
    const scene = await this.scene('accept-quote');
    const { operation, request, body } = scene;
    const id = newId();
    const trouble = { kind: 'extra-field', delayMs: LATE_MS, operation, requestId: request.id } as const;
    await this.stage.platform.break([trouble]);
    const before = await this.sends(scene);
    const reply = desk.press(body, id);
    const sends = async (): Promise<number> => (await this.sends(scene)) - before;
    await desk.until(SENT_MS_MAX, async () => (await sends()) > 0);
    return { id, reply, sends, executions: () => this.executions(scene) };
  }

  async checkDone(promise: string, desk: DeskProcess, scene: RequestScene): Promise<void> {
    const state = stateIn(await desk.press(scene.body));
    const executions = await this.executions(scene);
    this.check(promise, state === 'done' && executions === 1, `${state}, ${executions} executed`);
  }

  /** The journal is whole, and has these lines still. */
  async checkJournal(wanted: readonly string[]): Promise<void> {
    const { lines, brokenChain } = await keptJournal(this.stage.dataFolder);
    const ids = new Set<string>(lines.map(({ id }) => id));
    const missing = wanted.filter((id) => !ids.has(id));
    this.check(
      'the journal is whole, with every earlier line',
      brokenChain === undefined && missing.length === 0,
      brokenChain ?? `${lines.length} lines, ${missing.length} missing`,
    );
  }

  async stateOf(id: string): Promise<string> {
    const { lines } = await keptJournal(this.stage.dataFolder);
    return lines.findLast((line) => line.id === id)?.state ?? 'not there';
  }

  async end(): Promise<void> {
    await Promise.all(this.desks.map((desk) => desk.kill()));
  }
}

export const stateIn = (reply: Reply): string => (reply.kind === 'action' ? reply.action.state : reply.kind);
