import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onlyProtects, type Action } from '../../src/domain/action';
import { ActionId } from '../../src/domain/identifiers';
import type { Stage } from '../campaign/campaign';
import type { GatewayLife } from '../campaign/gateway-life';
import { habitOf, healsInMs } from '../habits/habit';
import { isRefusedForGood } from './cuts';
import { executedWritesIn, type ExecutedWrites } from './executed-writes';
import { isOpenThoughReadable, judged, openOf, type Judgement, type Seen, type Sight } from './judgement';
import { keptJournal } from './kept-journal';
import { MassWithdrawalRun } from './mass-withdrawal-run';
import type { Plan } from './plan';
import { pressed } from './press';
import { sceneOf, type Scene } from './scene';
import { TestBed, within } from './test-bed';

export { PROFILE } from './test-bed';

export interface Ran extends Judgement {
  readonly plan: Plan;
  /** The step at which the gateway was to die never came. */
  readonly missed: boolean;
  /** Executed and readable, and still unknown in the end. */
  readonly openThoughReadable: boolean;
  readonly executions: number;
  /** It takes risk away. */
  readonly protects?: boolean;
  /** How often the service had executed it when much later runs were over; absent where that tells nothing. */
  readonly executionsLater?: (truth: Parameters<typeof executedWritesIn>[0]) => number;
  readonly ms: number;
}
export type Played = Omit<Ran, 'plan' | 'ms'>;

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
  const stand = await TestBed.open(plan, stage, join(home, 'data'));
  const run = plan.kind === 'withdraw-all' ? new MassWithdrawalRun(stand) : new Run(stand);
  try {
    return { plan, ...(await run.play()), ms: performance.now() - startedMs };
  } finally {
    await stand.end();
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

class Run {
  private readonly ids: readonly [ActionId, ActionId, ActionId];
  private readonly plan: Plan;
  private readonly stage: Stage;

  constructor(private readonly stand: TestBed) {
    this.plan = stand.plan;
    this.stage = stand.stage;
    const [id, rival, anew] = this.plan.ids;
    this.ids = [ActionId.parse(id), ActionId.parse(rival), ActionId.parse(anew)];
  }

  async play(): Promise<Played> {
    const { stand } = this;
    const { platform } = this.stage;
    const first = stand.newGateway();
    const spare = stand.newGateway();
    const scene = await sceneOf(this.plan, platform, () => {
      stand.front.arm();
      stand.front.answer();
    });
    const { kill } = this.plan.blow;
    await stand.open(first, { isFirst: true, ...(kill && { kill }) });
    await first.signedIn();
    const missed = await this.cut(first, scene);
    await this.meanwhile(scene);
    const last = await stand.reopened(spare);
    await this.afterwards(last, scene);
    await this.settled(scene);
    await last.kill();
    await platform.heal();
    const deeds = executedWritesIn(await platform.truth(), scene);
    const seen: Seen = {
      ids: this.ids,
      told: stand.told,
      ...(await keptJournal(stand.dataFolder)),
      sends: stand.front.writes.length,
      ...deeds,
      sight: this.sight(deeds),
      errors: stand.errors,
    };
    const isSteady = !('commodity' in scene.body);
    return {
      ...judged(seen),
      missed,
      openThoughReadable: isOpenThoughReadable(seen),
      executions: deeds.executions,
      protects: onlyProtects(scene.body),
      ...(isSteady && { executionsLater: (truth) => executedWritesIn(truth, scene).executions }),
    };
  }

  private sight(deeds: ExecutedWrites) {
    return shownAtTheEnd(this.plan, deeds, this.stand.front.writes.length);
  }

  /** Presses until the first gateway is dead. Answers whether it had to be killed at another step than planned. */
  private async cut(gateway: GatewayLife, { body, operation, request }: Scene): Promise<boolean> {
    const { blow, pages, pressedAgainAfterMs, rival, killedAfterMs } = this.plan;
    const [id, rivalId] = this.ids;
    if (blow.trouble) {
      await this.stand.break([{ ...blow.trouble, operation, ...(request && { requestId: request.id }) }]);
    }
    const press = async (own: ActionId, waitMs = 0): Promise<void> => {
      await pause(waitMs);
      this.stand.heard(
        await pressed(gateway, { id: own, body, leaveAfterMs: blow.pageLeavesAfterMs ?? PRESS_MS_MAX }),
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
    if (request) await this.onRequest(request.id, body);
    await this.stand.break(this.plan.blindness);
  }

  private async onRequest(requestId: string, body: Scene['body']): Promise<void> {
    const { platform } = this.stage;
    switch (this.plan.meanwhile) {
      case 'withdrawn': {
        const quotationId = body.kind === 'accept-quote' ? { quotationId: body.quoteId } : {};
        return platform.tryToAct({ do: 'withdraw', requestId, ...quotationId });
      }
      case 'closed':
        return platform.tryToAct({ do: 'close', requestId });
      case 'quoted':
        return platform.tryToAct({ do: 'quote', requestId });
      case 'taken':
        return platform.tryToAct({ do: 'accept-my-quote', requestId });
      case 'nothing':
    }
  }

  private async afterwards(gateway: GatewayLife, { body }: Scene): Promise<void> {
    const [same, , anew] = this.ids;
    const { afterwards } = this.plan;
    if (afterwards === 'nothing') return;
    await gateway.signedIn();
    const id = afterwards === 'anew' ? anew : same;
    const presses = afterwards === 'same-twice' ? [id, id] : [id];
    const replies = await Promise.all(
      presses.map((one) => pressed(gateway, { id: one, body, leaveAfterMs: PRESS_MS_MAX })),
    );
    for (const reply of replies) this.stand.heard(reply);
  }

  /** Waits until the journal knows how everything ended, or until nothing more can come that would tell. */
  private async settled(scene: Scene): Promise<void> {
    const { stand } = this;
    const startedMs = performance.now();
    const healMs = healsInMs(this.plan.habits);
    let quietSinceMs: number | undefined;
    let calmSinceMs: number | undefined;
    while (performance.now() - startedMs < FOUND_MS_MAX + healMs) {
      if (this.plan.sort === 'standard' && scene.request) {
        await this.stage.platform.tryToAct({ do: 'enter-leg-prices', requestId: scene.request.id });
      }
      const open = openOf((await keptJournal(stand.dataFolder)).lines);
      const isQuiet = await stand.isQuiet();
      if (isQuiet) quietSinceMs ??= performance.now();
      if (open.length === 0 && isQuiet && (await this.isOverWith(scene))) return;
      if (quietSinceMs !== undefined && performance.now() - quietSinceMs > healMs) {
        calmSinceMs ??= performance.now();
        stand.front.calm();
      }
      const isLong = calmSinceMs !== undefined && performance.now() - calmSinceMs > UNKNOWN_AFTER_MS;
      if (isLong && (await this.nothingToFind(open, scene))) return;
      await pause(LOOK_MS);
    }
  }

  /** What takes risk away may be sent again although it was refused. */
  private async isOverWith(scene: Scene): Promise<boolean> {
    if (!onlyProtects(scene.body)) return true;
    const { lines } = await keptJournal(this.stand.dataFolder);
    if (lines.every(({ sentAt }) => sentAt === undefined)) return true;
    const deeds = executedWritesIn(await this.stage.platform.truth(), scene);
    return deeds.isOver === true || !this.sight(deeds).mustBeOver;
  }

  private async nothingToFind(open: readonly Action[], scene: Scene): Promise<boolean> {
    const deeds = executedWritesIn(await this.stage.platform.truth(), scene);
    const sight = this.sight(deeds);
    if (sight.mustBeOver && !deeds.isOver) return false;
    if (!sight.isReadable) return true;
    if (!sight.isAlone && open.every(({ evidence }) => evidence !== undefined)) return true;
    const { lines } = await keptJournal(this.stand.dataFolder);
    return deeds.executions <= lines.filter(({ state }) => state === 'done').length;
  }
}

/** What the service of a run shows in the end of what was done in it. `writes`: how many reached it. */
function shownAtTheEnd(plan: Plan, deeds: ExecutedWrites, writes: number): Sight {
  const { kind, blow, habits, meanwhile, rival, inPart, afterwards, blindness, cut } = plan;
  const isHidden = habitOf(habits, 'ended quotes not listed') !== undefined;
  // What is accepted has to be read first, and is not listed yet.
  const isLagging = habitOf(habits, 'lists lag') !== undefined;
  const isInOtherWords = habitOf(habits, 'other words') !== undefined;
  const isDisturbed = meanwhile !== 'nothing' || rival || afterwards === 'anew';
  const isKilled = blow.kill !== undefined || blow.killWhenAnswered === true;
  const protects = kind === 'withdraw-quote' || kind === 'delete-proposals' || kind === 'risk on';
  return {
    isReadable: isReadable(),
    isAlone: !isDisturbed && !inPart,
    neverArrived: habitOf(habits, 'drops connections') !== undefined && writes === 0 && !isKilled,
    mustBeOver: protects && meanwhile === 'nothing' && !isRefusedForGood(cut),
    mustBeSent: !isDisturbed && !isLagging && blindness.length === 0 && afterwards === 'nothing',
  };

  function isReadable(): boolean {
    switch (kind) {
      case 'send-quote':
        return !isHidden || deeds.made.every(({ state }) => state === 'active');
      case 'withdraw-quote':
        return !isHidden && !isInOtherWords;
      // That nothing is there is all that could be read.
      case 'delete-proposals':
        return false;
      // Only open requests are listed.
      case 'create-request':
        return meanwhile === 'nothing';
      default:
        return true;
    }
  }
}
