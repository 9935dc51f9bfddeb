import { join } from 'node:path';
import { keptJournal } from '../actions/kept-journal';
import { deedsIn } from '../actions/deeds';
import { planOf, type Kind } from '../actions/plan';
import type { Platform } from '../actions/platform';
import type { Processes } from '../actions/processes';
import type { Reply } from '../actions/press';
import { sceneOf, type Scene } from '../actions/scene';
import { DeskProcess } from './desk-process';

/** One thing that was asked of the gateway, and whether it was so. */
export interface Met {
  readonly trial: string;
  readonly promise: string;
  readonly isMet: boolean;
  readonly seen: string;
}

export interface Stage {
  readonly root: string;
  readonly folder: string;
  readonly processes: Processes;
  readonly platform: Platform;
  readonly profile: string;
  readonly limits: string;
}

/** What goes on in one trial, and what was seen of it. */
export class Trial {
  readonly met: Met[] = [];
  private readonly desks: DeskProcess[] = [];

  constructor(
    readonly name: string,
    readonly stage: Stage,
    readonly dataFolder: string,
  ) {}

  check(promise: string, isMet: boolean, seen: string): void {
    this.met.push({ trial: this.name, promise, isMet, seen });
  }

  async desk(): Promise<DeskProcess> {
    const { root, processes, platform, profile, limits } = this.stage;
    const env = {
      DESK_DATA: this.dataFolder,
      DESK_LIMITS: limits,
      SERVICE_PROFILE: profile,
      SERVICE_URL_SIMULATOR: platform.url,
    };
    const desk = await DeskProcess.start(processes, { root, env });
    this.desks.push(desk);
    return desk;
  }

  /** A fresh request, and something to do on it. */
  scene(kind: Kind): Promise<Scene> {
    const plan = { ...planOf(1), kind, sort: 'single', action: 'buy', inPart: false } as const;
    return sceneOf(plan, this.stage.platform);
  }

  /** How often the service received this kind of write so far. */
  async sends({ operation }: Pick<Scene, 'operation'>): Promise<number> {
    return (await this.stage.platform.calls()).of[operation] ?? 0;
  }

  async executions(scene: Scene): Promise<number> {
    return deedsIn(await this.stage.platform.truth(), scene).executions;
  }

  /** The journal is whole, and has these lines still. */
  async checkJournal(wanted: readonly string[]): Promise<void> {
    const { lines, brokenChain } = await keptJournal(this.dataFolder);
    const ids = new Set<string>(lines.map(({ id }) => id));
    const missing = wanted.filter((id) => !ids.has(id));
    this.check(
      'the journal is whole, with every earlier line',
      brokenChain === undefined && missing.length === 0,
      brokenChain ?? `${lines.length} lines, ${missing.length} missing`,
    );
  }

  async stateOf(id: string): Promise<string> {
    const { lines } = await keptJournal(this.dataFolder);
    return lines.findLast((line) => line.id === id)?.state ?? 'not there';
  }

  async end(): Promise<void> {
    await Promise.all(this.desks.map((desk) => desk.kill()));
  }
}

export const stateIn = (reply: Reply): string => (reply.kind === 'action' ? reply.action.state : reply.kind);

export const folderOf = (stage: Stage, name: string): string => join(stage.folder, name.replace(/\W+/g, '-'));
