import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Action, ActionBody } from '../../src/domain/action';
import { ActionId } from '../../src/domain/identifiers';
import type { Request } from '../../src/domain/request';
import { seededChance } from '../../src/effects/chance';
import { DESK } from '../../src/simulator/world/counterparty';
import { keptJournal } from '../actions/kept-journal';
import type { Reply } from '../actions/press';
import { ownOffer, requestOf } from '../actions/scene';
import { TestBed, within } from '../actions/test-bed';
import type { Stage } from '../campaign/campaign';
import type { GatewayLife } from '../campaign/gateway-life';
import type { Violation } from '../campaign/violation';
import { Person } from '../four-eyes/people';
import { judged, type Seen } from './judgement';
import type { Plan } from './plan';

export interface Ran {
  readonly plan: Plan;
  readonly violations: readonly Violation[];
  readonly isAnswered: boolean;
  /** Quotes that had left before the halt, and presses that it stopped. */
  readonly sent: number;
  readonly stopped: number;
}

const PRESSES_OF_PAGE = 10;
const WAITING = 2;
const AT_ONCE = 3;
const KILL_MS_MAX = 6_000;
/** Longer than the slow disk, and than a halt waits. */
const LATER_MS = 2_500;
const SLOW_MS = 1_800;
const WITHDRAWN_MS_MAX = 20_000;
const LOOK_MS = 60;

export async function ran(plan: Plan, stage: Stage): Promise<Ran> {
  const home = await mkdtemp(join(stage.workplace.folder, 'run-'));
  const stand = await TestBed.open(plan.pressed, stage, join(home, 'data'));
  try {
    return await new Run(plan, stand).play();
  } finally {
    await stand.end();
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

interface Press {
  readonly id: ActionId;
  readonly body: ActionBody;
}

class Run {
  private readonly chance;
  /** Whoever pressed is told; none of it after the gateway has died. */
  private isOver = false;

  constructor(
    private readonly plan: Plan,
    private readonly stand: TestBed,
  ) {
    this.chance = seededChance(plan.seed + 1);
  }

  async play(): Promise<Ran> {
    const { stand, plan } = this;
    const [first, next] = [stand.newGateway(), stand.newGateway()];
    const requests = await this.requests(2 * PRESSES_OF_PAGE + WAITING + 2);
    const [live, fresh, ...others] = requests;
    if (!live || !fresh) throw new Error('The platform made no requests.');
    const waiting = others.slice(0, WAITING).map((one) => this.proposal(one));
    const quotes = others.slice(WAITING).map((one) => this.quote(one));
    const { kill, disk } = plan;
    await stand.open(first, {
      also: {
        ...((kill === 'halt-before' || kill === 'halt-after') && { dies: kill }),
        ...(disk === 'slow' && { slowMs: SLOW_MS }),
      },
    });
    await first.signedIn();
    const { id, body } = this.quote(live);
    this.heard(await (await Person.account(first)).press(id, body));
    const { isAnswered, sends, waited } = await this.halted(first, { waiting, quotes });
    const died = stand.front.writes.length;
    await stand.open(next);
    await next.signedIn();
    const replies = await this.triedAgain(next, [this.quote(fresh), ...quotes.slice(-2)], waited);
    const end = this.sendsOf(died);
    await this.withdrawn(next, requests);
    const quoted = await this.quotedOn(requests);
    await next.kill();
    const journal = await keptJournal(stand.dataFolder);
    const seen: Seen = {
      isAnswered,
      told: stand.told,
      ...journal,
      errors: stand.errors,
      waited: waited.map(({ id }) => id),
      sends: { answered: sends, died, end: died + end },
      replies,
      quoted: quoted.map(({ requestId }) => requestId),
      live: quoted.filter(({ isLive }) => isLive).length,
    };
    return {
      plan,
      violations: judged(seen, plan),
      isAnswered,
      sent: isAnswered ? sends : died,
      stopped: quotes.length + 1 - died,
    };
  }

  /** Two pages press one quote after the other while a third person halts; then the gateway dies. */
  private async halted(gateway: GatewayLife, { waiting, quotes }: Record<'waiting' | 'quotes', Press[]>) {
    const { stand, plan } = this;
    const [one, other] = [await Person.account(gateway), await Person.account(gateway)];
    const ben = await Person.paired(gateway, 'Ben');
    const asked = await Promise.all(waiting.map(({ id, body }) => one.press(id, body)));
    const waited = asked
      .flatMap((reply) => this.heard(reply) ?? [])
      .filter(({ state }) => state === 'waiting');
    const half = quotes.length / 2;
    const halves = [this.pressing(one, quotes.slice(0, half)), this.pressing(other, quotes.slice(half))];
    const pages = Promise.all(halves.flat());
    // What breaks there is heard below.
    pages.catch(() => undefined);
    await pause(plan.haltedAfterMs);
    const answer = await ben.halt('prices of the morning are wrong');
    const sends = stand.front.writes.length;
    if (plan.kill === 'later') await pause(LATER_MS);
    if (plan.kill.startsWith('halt-')) await within(KILL_MS_MAX, gateway.ended);
    await gateway.kill();
    this.isOver = true;
    await pages;
    return { isAnswered: answer !== undefined, sends, waited };
  }

  /** A few at a time, each as soon as there is an answer to the one before. */
  private pressing(person: Person, quotes: readonly Press[]): Promise<void>[] {
    const left = [...quotes];
    const work = async (): Promise<void> => {
      for (let press = left.shift(); press && !this.isOver; press = left.shift())
        this.heard(await person.press(press.id, press.body));
    };
    return Array.from({ length: AT_ONCE }, work);
  }

  /** New presses and old ones of two people, and an approval of what waited. */
  private async triedAgain(
    gateway: GatewayLife,
    presses: readonly Press[],
    waited: readonly Action[],
  ): Promise<readonly Reply[]> {
    const anna = await Person.account(gateway);
    const ben = await Person.paired(gateway, 'Ben');
    const [fresh, ...rest] = presses;
    const replies = [
      ...(fresh ? [await anna.press(fresh.id, fresh.body)] : []),
      ...(await Promise.all(waited.map((action) => ben.approve(action)))),
    ];
    // Those of before may have been sent before: what they are told is not of the restart.
    for (const { id, body } of rest) this.heard(await ben.press(id, body));
    replies.forEach((reply) => this.heard(reply));
    return replies;
  }

  /** Quotes that came after the first ones. */
  private sendsOf(before: number): number {
    return this.stand.front.writes.slice(before).filter(({ method }) => method !== 'DELETE').length;
  }

  private async withdrawn(gateway: GatewayLife, requests: readonly Request[]): Promise<void> {
    const anna = await Person.account(gateway);
    await anna.withdrawAll(this.newId());
    const untilMs = performance.now() + WITHDRAWN_MS_MAX;
    while (performance.now() < untilMs) {
      const quoted = await this.quotedOn(requests);
      if ((await this.stand.isQuiet()) && quoted.every(({ isLive }) => !isLive)) return;
      await pause(LOOK_MS);
    }
  }

  /** What the service has of the desk's, whoever sent it. */
  private async quotedOn(requests: readonly Request[]) {
    const ids = new Set<string>(requests.map(({ id }) => id));
    const { quotes } = await this.stand.stage.platform.truth();
    return quotes.flatMap((quote) =>
      quote['counterparty'] === DESK && ids.has(String(quote['request-id']))
        ? [{ requestId: String(quote['request-id']), isLive: quote['state'] === 'active' }]
        : [],
    );
  }

  private async requests(count: number): Promise<Request[]> {
    const { stand, plan } = this;
    const made: Request[] = [];
    while (made.length < count) made.push(await requestOf(plan.pressed, stand.stage.platform));
    return made;
  }

  private quote(request: Request): Press {
    return { id: this.newId(), body: { kind: 'send-quote', ...ownOffer(request) } };
  }

  private proposal(request: Request): Press {
    return { id: this.newId(), body: { kind: 'send-proposal', proposalKind: 'firm', ...ownOffer(request) } };
  }

  private newId(): ActionId {
    const digits = Array.from({ length: 12 }, () => Math.floor(this.chance() * 16).toString(16)).join('');
    return ActionId.parse(`00000000-0000-4000-8000-${digits}`);
  }

  private heard(reply: Reply): Action | undefined {
    this.stand.heard(reply);
    return reply.kind === 'action' ? reply.action : undefined;
  }
}
