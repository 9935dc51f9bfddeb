import { setTimeout as pause } from 'node:timers/promises';
import { campaignDialectOf } from '../../dialects/draw';
import { profileOf } from '../../dialects/profile';
import { Speaker } from '../../dialects/speaker/speaker';
import { systemClock } from '../../src/effects/clock';
import type { Action } from '../../src/domain/action';
import type { Stage } from '../campaign/campaign';
import type { GatewayLife } from '../campaign/gateway-life';
import { WIDE, type Trouble } from '../campaign/platform';
import { openBlackHole, type BlackHole } from '../habits/black-hole';
import { HabitProxy } from '../habits/proxy';
import { habitOf } from '../habits/habit';
import type { KillStep } from './kill-step';
import type { Plan } from './plan';
import type { Reply } from './press';

/** Pacing is put to the test elsewhere: here no call has to wait. The name is the one under which the simulator lists the desk. */
export const PROFILE = { limits: WIDE, records: { ownName: 'Your Desk' } };

/** What one run stands on: a service of the drawn habits, and one gateway after the other on one folder. */
export class TestBed {
  readonly front: HabitProxy;
  private readonly gateways: GatewayLife[] = [];
  /** Every action that a page was answered with. */
  readonly told: Action[] = [];

  private constructor(
    readonly plan: Plan,
    readonly stage: Stage,
    private readonly options: {
      readonly dataFolder: string;
      readonly front: HabitProxy;
      readonly hole?: BlackHole | undefined;
      readonly speaker?: Speaker | undefined;
    },
  ) {
    this.front = options.front;
  }

  static async open(plan: Plan, stage: Stage, dataFolder: string): Promise<TestBed> {
    const front = await HabitProxy.open(stage.platform.url, plan.habits);
    const hole = habitOf(plan.habits, 'drops connections')
      ? await openBlackHole(stage.workplace.processes)
      : undefined;
    const speaker = stage.dialects
      ? await Speaker.open(front.url, campaignDialectOf(plan.seed), () => systemClock.now())
      : undefined;
    return new TestBed(plan, stage, { dataFolder, front, hole, speaker });
  }

  get dataFolder(): string {
    return this.options.dataFolder;
  }

  get errors(): readonly string[] {
    return this.gateways.flatMap(({ errors }) => errors);
  }

  async end(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.kill()));
    await this.options.speaker?.close();
    this.front.close();
    this.options.hole?.close();
  }

  newGateway(): GatewayLife {
    const gateway = this.stage.newGateway();
    this.gateways.push(gateway);
    return gateway;
  }

  /** `isFirst`: its connections are dropped where that is a habit. `also`: what a campaign tells its own gateway beside. */
  async open(
    gateway: GatewayLife,
    { kill, isFirst, also }: { kill?: KillStep; isFirst?: true; also?: object } = {},
  ) {
    const settings = {
      DESK_PORT: '0',
      DESK_DATA: this.dataFolder,
      SERVICE_ENVIRONMENT: 'simulator',
      SERVICE_URL_SIMULATOR: this.options.speaker?.url ?? this.front.url,
    };
    const spoken = this.stage.dialects ? profileOf(campaignDialectOf(this.plan.seed)) : {};
    const profile = { ...spoken, ...PROFILE };
    const { hits = 0 } = habitOf(this.plan.habits, 'drops connections') ?? {};
    const { hole } = this.options;
    const { kind, massWithdrawal } = this.plan;
    // The quotes that are to be withdrawn are sent first.
    const after = kind === 'withdraw-all' ? massWithdrawal.quotes + massWithdrawal.proposals : 0;
    const dropped = isFirst && hole ? { dropped: { port: hole.port, writes: hits, after } } : {};
    await gateway.open({ settings, profile, ...(kill && { kill }), ...dropped, ...also });
  }

  /** The restart. Where the plan says so, it is cut short, and another one follows. */
  async reopened(gateway: GatewayLife): Promise<GatewayLife> {
    const { killedAgainAfterMs } = this.plan;
    if (killedAgainAfterMs === undefined) {
      await this.open(gateway);
      return gateway;
    }
    const next = this.newGateway();
    await gateway.whenLoaded;
    const opening = this.open(gateway).catch(() => undefined);
    await pause(killedAgainAfterMs);
    await gateway.kill();
    await opening;
    await this.open(next);
    return next;
  }

  heard(reply: Reply): void {
    if (reply.kind === 'action') this.told.push(reply.action);
  }

  break(troubles: readonly Trouble[]): Promise<void> {
    return this.stage.platform.break(troubles);
  }

  /** Whether nothing is on its way at the service any more. */
  async isQuiet(): Promise<boolean> {
    return this.front.pending === 0 && (await this.stage.platform.calls()).underWay === 0;
  }
}

/** Whether it came to this in time. */
export const within = (waitMs: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), pause(waitMs, false, { ref: false })]);
