import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Action } from '../../src/domain/action';
import { ActionId } from '../../src/domain/identifiers';
import { executedWritesIn } from '../actions/executed-writes';
import { openOf, type Judgement } from '../actions/judgement';
import { keptJournal } from '../actions/kept-journal';
import type { Reply } from '../actions/press';
import { sceneOf, type Scene } from '../actions/scene';
import { TestBed, within } from '../actions/test-bed';
import type { Stage } from '../campaign/campaign';
import type { GatewayLife } from '../campaign/gateway-life';
import { judged } from './judgement';
import { Person } from './people';
import type { Plan } from './plan';

export { PROFILE } from '../actions/test-bed';

export interface Ran extends Judgement {
  readonly plan: Plan;
  /** The step at which the gateway was to die never came. */
  readonly missed: boolean;
  readonly executions: number;
}

const KILL_MS_MAX = 6_000;
const SETTLED_MS_MAX = 20_000;
const UNKNOWN_AFTER_MS = 2_000;
const LOOK_MS = 60;

/** One press that waits, a word or none, a kill, a restart in which it is tried again, and what the service then has. */
export async function ran(plan: Plan, stage: Stage): Promise<Ran> {
  const home = await mkdtemp(join(stage.workplace.folder, 'run-'));
  const { killedAgainAfterMs } = plan;
  const pressed = { ...plan.pressed, ...(killedAgainAfterMs !== undefined && { killedAgainAfterMs }) };
  const stand = await TestBed.open(pressed, stage, join(home, 'data'));
  try {
    return { plan, ...(await new Run(plan, stand).play()) };
  } finally {
    await stand.end();
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

class Run {
  private readonly id: ActionId;
  private readonly massWithdrawalId: ActionId;

  constructor(
    private readonly plan: Plan,
    private readonly stand: TestBed,
  ) {
    const [id, other] = plan.pressed.ids;
    this.id = ActionId.parse(id);
    this.massWithdrawalId = ActionId.parse(other);
  }

  async play(): Promise<Omit<Ran, 'plan'>> {
    const { stand, plan } = this;
    const first = stand.newGateway();
    const spare = stand.newGateway();
    const scene = await sceneOf(plan.pressed, stand.stage.platform, () => {
      stand.front.arm();
      stand.front.answer();
    });
    await stand.open(first, { isFirst: true, ...(plan.kill && { kill: plan.kill }) });
    await first.signedIn();
    const waiting = await this.pressedAndApproved(first, scene);
    const missed = plan.kill !== undefined && !(await within(KILL_MS_MAX, first.ended));
    await first.kill();
    const last = await stand.reopened(spare);
    await last.signedIn();
    await this.triedAgain(last, scene, waiting);
    await this.settled(scene);
    await last.kill();
    const deeds = executedWritesIn(await stand.stage.platform.truth(), scene);
    const seen = {
      ids: [this.id],
      told: stand.told,
      ...(await keptJournal(stand.dataFolder)),
      sends: stand.front.writes.length,
      ...deeds,
      errors: stand.errors,
    };
    return { ...judged(seen, plan), missed, executions: deeds.executions };
  }

  private heard(reply: Reply): Action | undefined {
    this.stand.heard(reply);
    return reply.kind === 'action' ? reply.action : undefined;
  }

  /** What waits, where a page heard of it. */
  private async pressedAndApproved(gateway: GatewayLife, { body }: Scene): Promise<Action | undefined> {
    const anna = await Person.account(gateway);
    const ben = await Person.paired(gateway, 'Ben');
    const waiting = this.heard(await anna.press(this.id, body));
    if (!waiting) return undefined;
    const words: Record<Plan['word'], () => Promise<unknown>> = {
      'another person': async () => this.heard(await ben.approve(waiting)),
      'two people at once': async () => {
        const replies = await Promise.all([
          ben.approve(waiting),
          ben.approve(waiting),
          anna.press(this.id, body),
        ]);
        replies.forEach((reply) => this.heard(reply));
      },
      'whoever pressed it': async () => {
        this.heard(await anna.approve(waiting));
        this.heard(await (await Person.account(gateway)).approve(waiting));
      },
      'changed bytes': async () => this.heard(await ben.approve(waiting, 'f'.repeat(64))),
      nobody: async () => undefined,
      refused: async () => {
        this.heard(await ben.refuse(waiting));
        this.heard(await ben.approve(waiting));
      },
      'after Withdraw all': async () => {
        await anna.withdrawAll(this.massWithdrawalId);
        this.heard(await ben.approve(waiting));
      },
    };
    await words[this.plan.word]();
    return waiting;
  }

  /** What waited before the restart is pressed and approved once more, under the same id and by the same hash. */
  private async triedAgain(
    gateway: GatewayLife,
    { body }: Scene,
    waiting: Action | undefined,
  ): Promise<void> {
    if (!waiting) return;
    const anna = await Person.account(gateway);
    const ben = await Person.paired(gateway, 'Ben');
    this.heard(await anna.press(this.id, body));
    this.heard(await ben.approve(waiting));
  }

  /** Until the journal knows how it ended, or nothing more can come that would tell. */
  private async settled(scene: Scene): Promise<void> {
    const { stand } = this;
    const startedMs = performance.now();
    let quietSinceMs: number | undefined;
    while (performance.now() - startedMs < SETTLED_MS_MAX) {
      const { lines } = await keptJournal(stand.dataFolder);
      const isQuiet = await stand.isQuiet();
      if (isQuiet && openOf(lines).length === 0) return;
      if (isQuiet) quietSinceMs ??= performance.now();
      const deeds = executedWritesIn(await stand.stage.platform.truth(), scene);
      const isLong = quietSinceMs !== undefined && performance.now() - quietSinceMs > UNKNOWN_AFTER_MS;
      if (isLong && deeds.executions === 0) return;
      await pause(LOOK_MS);
    }
  }
}
