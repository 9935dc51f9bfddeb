import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { campaignDialectOf } from '../../dialects/draw';
import { asItIs, spoken, type SpokenPlatform } from '../../dialects/platform';
import { RequestId } from '../../src/domain/identifiers';
import type { Stage } from '../campaign/campaign';
import type { GatewayLife } from '../campaign/gateway-life';
import { WIDE } from '../campaign/platform';
import { SmallDisk } from '../campaign/small-disk';
import { AS_IT_CAME, wrongCells, type Comparison } from './cells';
import { comparisonIn } from './comparison';
import { judged } from './judgement';
import { keptEvents } from './kept-events';
import { HEADER, OPERATOR, SECRET, type Delivery } from './delivery';
import { REQUESTS, VOLLEYS, type Change, type Plan } from './plan';
import { DeliveryRelay } from './delivery-relay';
import type { Told } from './report';
import { invalidDeliveries } from './invalid-deliveries';
import { WatchingPage } from './watching-page';

export type Ran = Told & { readonly plan: Plan };

const SECRET_NAME = 'CAMPAIGN_SECRET';
/** Pacing is put to the test elsewhere: here no call has to wait. */
export const PROFILE = {
  limits: WIDE,
  webhooks: {
    hmac: { header: HEADER, algorithm: 'sha256', secretEnv: SECRET_NAME },
    allowFrom: [`${OPERATOR}/32`],
  },
};
const POLLED = ['OPEN_REQUESTS', 'QUOTES', 'REQUEST', 'ANALYTICS', 'TRADES'];
const POLL_MS = { often: '1000', never: '99999999' };

const DISK_MB = 6;
const DESK = 'Your Desk';
const RIGHT_MS_MAX = 25_000;
const LOOK_MS = 40;
const QUIET_MS = 250;
const KILL_MS_MAX = 400;
const ACTS_FOR_KILL_MAX = 8;
const TWICE = 0.15;
const LOST = 0.6;
const HELD_CHANGES = 3;

/** Things happen on the platform, one fault strikes, and in the end store, cells and calls are looked at. */
export async function ran(plan: Plan, stage: Stage): Promise<Ran> {
  const home = await mkdtemp(join(stage.workplace.folder, 'run-'));
  const isFull = plan.fault === 'disk full';
  const mounted = isFull ? stage.workplace.mounted(join(home, 'disk'), DISK_MB) : undefined;
  const disk = mounted instanceof SmallDisk ? mounted : undefined;
  const notTried = typeof mounted === 'string' ? mounted : undefined;
  const drawn = stage.dialects ? campaignDialectOf(plan.seed) : undefined;
  const { url } = stage.platform;
  const dialect = drawn ? await spoken(url, drawn) : asItIs(url);
  const comparison = drawn ? comparisonIn(drawn) : AS_IT_CAME;
  const dataFolder = join(disk?.path ?? home, 'data');
  const run = new Run(plan, stage, { dataFolder, disk, dialect, comparison });
  try {
    return { plan, notTried, ...(notTried === undefined ? await run.play() : NOTHING) };
  } finally {
    await run.end();
    await dialect.close();
    if (disk) stage.workplace.unmount(disk);
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

const NOTHING = judged({
  sent: [],
  kept: [],
  callsAfterVolley: 0,
  wrongCells: [],
  askedAgain: 0,
  deaths: 0,
  errors: [],
});

class Run {
  private readonly lives: GatewayLife[] = [];
  private postman!: DeliveryRelay;
  private page: WatchingPage | undefined;
  private ids: readonly RequestId[] = [];
  private held: string[] = [];
  private callsAfterVolley = 0;

  constructor(
    private readonly plan: Plan,
    private readonly stage: Stage,
    private readonly place: {
      readonly dataFolder: string;
      readonly disk: SmallDisk | undefined;
      readonly dialect: SpokenPlatform;
      readonly comparison: Comparison;
    },
  ) {}

  async play() {
    this.newGateway();
    this.postman = await DeliveryRelay.open();
    const ids: RequestId[] = [];
    for (let at = 0; at < REQUESTS; at++) ids.push(await this.openRequest(at < REQUESTS / 2));
    this.ids = ids;
    await this.openGateway();
    await this.stage.platform.tellEvents(this.postman.url);
    this.page = new WatchingPage(() => this.gateway, ids, this.place.comparison);
    await this.cellsRight();
    for (const [at, change] of this.plan.changes.entries()) await this.step(at, change);
    await this.healed();
    const wrong = await this.cellsRight();
    await this.gateway.kill();
    return judged({
      sent: this.postman.sent,
      kept: await keptEvents(this.place.dataFolder),
      callsAfterVolley: this.callsAfterVolley,
      wrongCells: wrong,
      askedAgain: this.page.askedAgain,
      deaths: this.lives.filter(({ diedByItself }) => diedByItself).length,
      errors: this.lives.flatMap(({ errors }) => errors).filter((error) => !this.isForeseen(error)),
    });
  }

  async end(): Promise<void> {
    this.page?.close();
    this.postman?.close();
    await Promise.all(this.lives.map((life) => life.kill()));
  }

  private get gateway(): GatewayLife {
    const life = this.lives.at(-1);
    if (!life) throw new Error('No gateway was started.');
    return life;
  }

  private async step(at: number, change: Change): Promise<void> {
    const { strikesAt, lasts } = this.plan;
    if (at === strikesAt) await this.strike();
    await this.happen(change);
    await this.tell(at);
    if (at === strikesAt + lasts) await this.relieve();
  }

  private async strike(): Promise<void> {
    const { fault, kill } = this.plan;
    if (kill) this.gateway.doom({ type: 'arm', kill });
    if (fault === 'gateway down for a while') await this.gateway.kill();
    if (fault === 'disk full') this.place.disk?.fill();
    if (VOLLEYS.includes(fault)) await this.volley();
  }

  private async relieve(): Promise<void> {
    const { fault } = this.plan;
    if (fault === 'gateway down for a while') await this.restart();
    if (fault === 'disk full') this.place.disk?.clear();
  }

  /** What still has to come about by the end: the kill, what was held back, room on the disk. */
  private async healed(): Promise<void> {
    for (let acts = 0; this.plan.kill && this.lives.length === 1 && acts < ACTS_FOR_KILL_MAX; acts++) {
      await this.openRequest(true);
      await this.tell(this.plan.changes.length);
    }
    this.place.disk?.clear();
    // What the platform told late, on a busy machine.
    await pause(QUIET_MS);
    this.held.push(...(await this.postman.collect()));
    await this.deliverAll(this.held.splice(0));
    await this.postman.done();
    if (!this.gateway.isRunning && !this.gateway.diedByItself) await this.restart();
  }

  private async happen({ doing, at }: Change): Promise<void> {
    const { platform } = this.stage;
    const half = REQUESTS / 2;
    const mine = this.ids[at % half];
    const asked = this.ids[half + (at % half)];
    switch (doing) {
      case 'open':
        return void (await this.openRequest(true));
      case 'own-quote':
        return platform.tryToAct({ do: 'quote', requestId: asked, counterparty: DESK });
      case 'accept-my-quote':
        return platform.tryToAct({ do: 'accept-my-quote', requestId: asked });
      case 'close':
        return platform.tryToAct({ do: 'close', requestId: this.ids[at] });
      case 'move-price':
        return platform.tryToAct({ do: 'move-price', requestId: mine, replace: true, by: at + 1 });
      default:
        return platform.tryToAct({ do: doing, requestId: mine });
    }
  }

  private async openRequest(isMine: boolean): Promise<RequestId> {
    const role = isMine ? 'initiator' : 'recipient';
    const made = await this.stage.platform.act({ do: 'create-request', role });
    return RequestId.parse(made['request-id']);
  }

  /** Delivers what the platform told of one change, as the fault has it. */
  private async tell(at: number): Promise<void> {
    const { fault, chance, strikesAt, kill } = this.plan;
    const bodies = await this.postman.collect();
    if (fault === 'lost' && at >= strikesAt) return this.deliverSoon(bodies.filter(() => chance() >= LOST));
    if (fault === 'in another order') {
      this.held.push(...bodies);
      if (at % HELD_CHANGES === 0) this.deliverSoon(shuffled(this.held.splice(0), chance));
      return;
    }
    if (!kill) return this.deliverSoon(bodies);
    await this.deliverAll(bodies);
    if (!this.gateway.isRunning || (await diesWithin(KILL_MS_MAX, this.gateway, kill && at >= strikesAt))) {
      await this.restart();
    }
  }

  private deliverSoon(bodies: readonly string[]): void {
    void this.deliverAll(bodies);
  }

  private async deliverAll(bodies: readonly string[]): Promise<void> {
    const { webhook } = this.gateway;
    const knocks = bodies.flatMap((body) => this.knocksOf(body));
    await Promise.all(knocks.map((knock) => this.postman.deliver(webhook, knock)));
  }

  private knocksOf(body: string): Delivery[] {
    const { fault, chance } = this.plan;
    const often =
      fault === 'delivered twice and more' ? 2 + Math.floor(chance() * 3) : chance() < TWICE ? 2 : 1;
    const { dialect } = this.place;
    const told =
      fault === 'of an unknown type' ? body.replace('"eventType":"', '"eventType":"gilded-') : body;
    const knock: Delivery = {
      body: dialect.event(told),
      ...(fault === 'slow sender' && { pace: 'in parts' }),
    };
    return Array.from({ length: often }, () => knock);
  }

  /** Deliveries that must have no effect, on a desk on which nothing else happens. */
  private async volley(): Promise<void> {
    const { fault, chance, seed } = this.plan;
    await this.postman.done();
    await this.cellsRight();
    await this.calm();
    const before = await this.callsOnRequests();
    const [requestId = ''] = this.ids;
    const { dialect } = this.place;
    const forged = invalidDeliveries(fault, { requestId, mark: `forged-${seed}` }, chance);
    // What is malformed stays so: nobody translates it.
    const said = (body: string): string => (fault === 'malformed' ? body : dialect.event(body));
    const knocks = forged.map((knock) => ({ ...knock, body: said(knock.body) }));
    const { webhook } = this.gateway;
    await Promise.all(knocks.map((knock) => this.postman.deliver(webhook, knock, false)));
    await pause(QUIET_MS);
    this.callsAfterVolley = (await this.callsOnRequests()) - before;
  }

  /** Settles when no call about a single request was made for a while. */
  private async calm(): Promise<void> {
    for (let calls = -1, now = 0; calls !== now;) {
      calls = await this.callsOnRequests();
      await pause(QUIET_MS);
      now = await this.callsOnRequests();
    }
  }

  private async callsOnRequests(): Promise<number> {
    const { of } = await this.stage.platform.calls();
    return (of['read-request'] ?? 0) + (of['list-quotes'] ?? 0);
  }

  /** Waits until every cell is right, and answers with those that never were. */
  private async cellsRight(): Promise<string[]> {
    const until = performance.now() + RIGHT_MS_MAX;
    const { comparison } = this.place;
    for (;;) {
      const truth = await this.stage.platform.truth();
      const wrong = this.page ? wrongCells(this.page.cells, truth, comparison) : [];
      if (wrong.length === 0 || performance.now() > until) return wrong;
      await pause(LOOK_MS);
    }
  }

  private newGateway(): void {
    this.lives.push(this.stage.newGateway());
  }

  private async restart(): Promise<void> {
    await this.gateway.ended;
    this.newGateway();
    await this.openGateway();
  }

  private async openGateway(): Promise<void> {
    const pollMs = this.plan.polls ? POLL_MS.often : POLL_MS.never;
    const settings = {
      DESK_PORT: '0',
      DESK_DATA: this.place.dataFolder,
      DESK_DAY_FROM: '00:00',
      DESK_DAY_TO: '23:59',
      SERVICE_ENVIRONMENT: 'simulator',
      SERVICE_URL_SIMULATOR: this.place.dialect.url,
      WEBHOOK_PROXY: '127.0.0.1',
      ...Object.fromEntries(POLLED.map((name) => [`DESK_POLL_${name}_MS`, pollMs])),
    };
    const profile = { ...this.place.dialect.profile, ...PROFILE };
    await this.gateway.open({ settings, profile, secrets: { [SECRET_NAME]: SECRET } });
    await this.gateway.signedIn();
  }

  /** That the disk is full is said as an error, by whoever could not write. */
  private isForeseen(error: string): boolean {
    return this.plan.fault === 'disk full' && error.includes('disk is full');
  }
}

/** A kill after the answer comes a moment after it. */
async function diesWithin(waitMs: number, gateway: GatewayLife, isArmed: boolean): Promise<boolean> {
  if (!isArmed) return false;
  return Promise.race([gateway.ended.then(() => true), pause(waitMs, false, { ref: false })]);
}

function shuffled<T>(items: readonly T[], chance: () => number): T[] {
  return items
    .map((item) => ({ item, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
