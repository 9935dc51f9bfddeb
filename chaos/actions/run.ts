import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Action } from '../../src/domain/action';
import { ActionId } from '../../src/domain/identifiers';
import type { Stage } from '../campaign/campaign';
import type { GatewayLife } from '../campaign/gateway-life';
import type { KillStep } from './kill-step';
import { judged, openOf, type Judgement } from './judgement';
import { keptJournal } from './kept-journal';
import type { Plan } from './plan';
import { pressed, type Reply } from './press';
import { WIDE } from '../campaign/platform';
import { sceneOf, type Scene } from './scene';
import { deedsIn, type Deeds } from './deeds';

export interface Ran extends Judgement {
  readonly plan: Plan;
  /** The step at which the gateway was to die never came. */
  readonly missed: boolean;
  readonly deeds: Deeds;
  readonly scene: Scene;
  readonly ms: number;
}

/** Pacing is put to the test elsewhere: here no call has to wait. */
export const PROFILE = { limits: WIDE };
/** A kill that has not come by then never comes: the step was not reached. */
const KILL_MS_MAX = 6_000;
/** So long nothing more may happen at the service before an action is taken to stay unknown: two looks at least. */
const UNKNOWN_AFTER_MS = 2_000;
/** What the service did execute must be found by then. */
const FOUND_MS_MAX = 20_000;
const LOOK_MS = 60;
const PRESS_MS_MAX = 20_000;

/** One action, one cut, a restart, and what three sides say of it in the end. */
export async function ran(plan: Plan, stage: Stage): Promise<Ran> {
  const startedMs = performance.now();
  const home = await mkdtemp(join(stage.workplace.folder, 'run-'));
  const run = new Run(plan, stage, join(home, 'data'));
  try {
    return { plan, ...(await run.play()), ms: performance.now() - startedMs };
  } finally {
    await run.end();
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

class Run {
  private readonly gateways: GatewayLife[] = [];
  private readonly told: Action[] = [];
  private readonly ids: readonly [ActionId, ActionId, ActionId];

  constructor(
    private readonly plan: Plan,
    private readonly stage: Stage,
    private readonly dataFolder: string,
  ) {
    const [id, rival, anew] = plan.ids;
    this.ids = [ActionId.parse(id), ActionId.parse(rival), ActionId.parse(anew)];
  }

  async play(): Promise<Omit<Ran, 'plan' | 'ms'>> {
    const { platform } = this.stage;
    const first = this.newGateway();
    const spare = this.newGateway();
    const scene = await sceneOf(this.plan, platform);
    await this.open(first, this.plan.blow.kill);
    await first.signedIn();
    const sentBefore = (await platform.calls()).of[scene.operation] ?? 0;
    const missed = await this.cut(first, scene);
    await this.meanwhile(scene);
    const last = await this.reopened(spare);
    await this.afterwards(last, scene);
    await this.settled(scene);
    await last.kill();
    await platform.heal();
    const sends = ((await platform.calls()).of[scene.operation] ?? 0) - sentBefore;
    const deeds = deedsIn(await platform.truth(), scene);
    const journal = await keptJournal(this.dataFolder);
    const judgement = judged({
      ids: this.ids,
      told: this.told,
      ...journal,
      sends,
      ...deeds,
      errors: this.gateways.flatMap(({ errors }) => errors),
    });
    return { ...judgement, missed, deeds, scene };
  }

  async end(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.kill()));
  }

  /** Presses until the first gateway is dead. Answers whether it had to be killed at another step than planned. */
  private async cut(gateway: GatewayLife, { body, operation, request }: Scene): Promise<boolean> {
    const { blow, pages, pressedAgainAfterMs, rival, killedAfterMs } = this.plan;
    const [id, rivalId] = this.ids;
    if (blow.trouble) {
      await this.stage.platform.break([{ ...blow.trouble, operation, requestId: request.id }]);
    }
    const press = async (own: ActionId, waitMs = 0): Promise<void> => {
      await pause(waitMs);
      this.heard(
        await pressed(gateway.url, { id: own, body, leaveAfterMs: blow.pageLeavesAfterMs ?? PRESS_MS_MAX }),
      );
    };
    const presses = Array.from({ length: pages }, () => press(id));
    if (rival) presses.push(press(rivalId));
    if (pressedAgainAfterMs !== undefined) presses.push(press(id, pressedAgainAfterMs));
    await (blow.killWhenAnswered ? Promise.race(presses) : Promise.all(presses));
    const missed = blow.kill !== undefined && !(await within(KILL_MS_MAX, gateway.ended));
    if (blow.kill === undefined && !blow.killWhenAnswered) await pause(killedAfterMs);
    await gateway.kill();
    await Promise.all(presses);
    return missed;
  }

  /** The world goes on while the gateway is down, and some of the looks after its return fail. */
  private async meanwhile({ request, body }: Scene): Promise<void> {
    const { platform } = this.stage;
    const requestId = request.id;
    switch (this.plan.meanwhile) {
      case 'withdrawn': {
        const quotationId = body.kind === 'accept-quote' ? { quotationId: body.quoteId } : {};
        await platform.tryToAct({ do: 'withdraw', requestId, ...quotationId });
        break;
      }
      case 'closed':
        await platform.tryToAct({ do: 'close', requestId });
        break;
      case 'quoted':
        await platform.tryToAct({ do: 'quote', requestId });
        break;
      case 'nothing':
        break;
    }
    await platform.break(this.plan.blindness);
  }

  /** The restart. Where the plan says so, it is cut short, and another one follows. */
  private async reopened(gateway: GatewayLife): Promise<GatewayLife> {
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

  private async afterwards(gateway: GatewayLife, { body }: Scene): Promise<void> {
    const [same, , anew] = this.ids;
    const { afterwards } = this.plan;
    if (afterwards === 'nothing') return;
    await gateway.signedIn();
    const id = afterwards === 'anew' ? anew : same;
    const presses = afterwards === 'same-twice' ? [id, id] : [id];
    const replies = await Promise.all(
      presses.map((one) => pressed(gateway.url, { id: one, body, leaveAfterMs: PRESS_MS_MAX })),
    );
    for (const reply of replies) this.heard(reply);
  }

  /** Waits until the journal knows how everything ended, or until nothing more can come that would tell. */
  private async settled(scene: Scene): Promise<void> {
    const { platform } = this.stage;
    const startedMs = performance.now();
    let quietSinceMs: number | undefined;
    while (performance.now() - startedMs < FOUND_MS_MAX) {
      if (this.plan.sort === 'standard') {
        await platform.tryToAct({ do: 'enter-leg-prices', requestId: scene.request.id });
      }
      const open = openOf((await keptJournal(this.dataFolder)).lines);
      const isQuiet = (await platform.calls()).underWay === 0;
      if (isQuiet) quietSinceMs ??= performance.now();
      if (open.length === 0 && isQuiet) return;
      const isLong = quietSinceMs !== undefined && performance.now() - quietSinceMs > UNKNOWN_AFTER_MS;
      if (isLong && (await this.nothingToFind(open, scene))) return;
      await pause(LOOK_MS);
    }
  }

  private async nothingToFind(open: readonly Action[], scene: Scene): Promise<boolean> {
    if (open.every(({ evidence }) => evidence !== undefined)) return true;
    const { executions } = deedsIn(await this.stage.platform.truth(), scene);
    const { lines } = await keptJournal(this.dataFolder);
    return executions <= lines.filter(({ state }) => state === 'done').length;
  }

  private newGateway(): GatewayLife {
    const gateway = this.stage.newGateway();
    this.gateways.push(gateway);
    return gateway;
  }

  private async open(gateway: GatewayLife, kill?: KillStep): Promise<void> {
    const settings = {
      DESK_PORT: '0',
      DESK_DATA: this.dataFolder,
      SERVICE_ENVIRONMENT: 'simulator',
      SERVICE_URL_SIMULATOR: this.stage.platform.url,
    };
    await gateway.open({ settings, profile: PROFILE, ...(kill && { kill }) });
  }

  private heard(reply: Reply): void {
    if (reply.kind === 'action') this.told.push(reply.action);
  }
}

/** Whether it came to this in time. */
const within = (waitMs: number, work: Promise<void>): Promise<boolean> =>
  Promise.race([work.then(() => true), pause(waitMs, false, { ref: false })]);
