import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { WIDE } from '../../chaos/campaign/platform';
import type { Member } from '../../chaos/desk/member';
import { startPostgres } from '../../test/postgres';
import { Scene } from '../../chaos/desk/scene';
import type { RunningGateway } from '../../simulation/running-gateway';
import { socketTransport } from '../../simulation/socket-transport';
import type { GatewayClient } from '../../src/client/client';
import { createGatewayClient } from '../../src/client/gateway-client';
import { RequestId } from '../../src/domain/identifiers';
import { systemChance } from '../../src/effects/chance';
import { pause, systemClock } from '../../src/effects/clock';
import { systemIds } from '../../src/effects/ids';
import { percentile, rounded, type Row } from '../report/report';

const MACHINES = 3;
const PAGES = 100;
const REQUESTS = 20;
const LOOK_MS = 2;
/** Longer than a page's line has to live to count as a good one, and than a machine takes to come back. */
const CALM_MS = 12_000;
/** Longer than events on one request are merged for. */
const BETWEEN_MS = 600;
const MS_MAX = 60_000;
const Opened = z.object({ 'request-id': RequestId });

/**
 * Three gateways over PostgreSQL with a standby, and 100 pages of the product's own client at their doors. Events at one door until they
 * are in a page at another; and the machine that leads killed, until all pages have everything anew.
 */
export async function takeovers({ events, kills }: { events: number; kills: number }): Promise<Row[]> {
  const scene = await Scene.set({
    servers: await startPostgres({ standbys: 1, durable: true }),
    limits: WIDE,
    env: { DESK_STORE_ACCEPTS: 'commits-that-a-power-cut-takes' },
  });
  try {
    const desk = await Desk.start(scene);
    const rows = [...(await eventsToPages(desk, events)), ...(await afterKills(desk, kills))];
    desk.close();
    return rows;
  } finally {
    await scene.end();
  }
}

async function eventsToPages(desk: Desk, count: number): Promise<Row[]> {
  const scenario = 'from the 2xx of an event to a page at another door, with the read';
  const takers = {
    'taken where the desk is led': () => desk.leader,
    'taken at another machine': () => desk.other(desk.leader),
  };
  const rows: Row[] = [];
  for (const [subject, taker] of Object.entries(takers)) {
    const tookMs: number[] = [];
    for (let round = 0; round < count; round += 1) {
      await pause(systemClock, BETWEEN_MS);
      tookMs.push(await desk.eventMs(taker()));
    }
    rows.push(...shares(scenario, subject, tookMs));
  }
  return rows;
}

async function afterKills(desk: Desk, count: number): Promise<Row[]> {
  const scenario = `kill -9 of the machine that leads, with ${PAGES} pages of ${REQUESTS + 2} watched resources`;
  const all: { ledMs: number; toldMs: number }[] = [];
  for (let kill = 0; kill < count; kill += 1) {
    await pause(systemClock, CALM_MS);
    all.push(await desk.killLeader());
  }
  return [
    ...shares(
      scenario,
      'until another one leads',
      all.map(({ ledMs }) => ledMs),
    ),
    ...shares(
      scenario,
      'until the last page has everything anew',
      all.map(({ toldMs }) => toldMs),
    ),
  ];
}

/** The three machines and the pages at their doors; each page goes to a door that is up, as a balancer would send it. */
class Desk {
  private readonly members: Member[] = [];
  private up: readonly Member[] = this.members;
  private led: Member | undefined;
  private readonly sockets = new Set<WebSocket>();
  private pages: readonly Page[] = [];

  private constructor(
    private readonly scene: Scene,
    private readonly requests: readonly [RequestId, ...RequestId[]],
  ) {}

  static async start(scene: Scene): Promise<Desk> {
    const first = await quotedRequest(scene);
    const others: RequestId[] = [];
    while (others.length < REQUESTS - 1) others.push(await quotedRequest(scene));
    const desk = new Desk(scene, [first, ...others]);
    for (let number = 0; number < MACHINES; number += 1) {
      const member: Member = await scene.member(number, { onLeads: () => (desk.led = member) });
      desk.members.push(member);
      member.start();
    }
    desk.pages = Array.from({ length: PAGES }, (_, number) => desk.page(number));
    await until('all pages are told everything', () => desk.pages.every((page) => page.isTold));
    return desk;
  }

  get leader(): Member {
    return this.led ?? missing('No gateway leads.');
  }

  other(...than: readonly Member[]): Member {
    return this.members.find((member) => !than.includes(member)) ?? missing('There is no other gateway.');
  }

  /** A price moves, and this machine is told; until a page at a third one shows it. */
  async eventMs(taker: Member): Promise<number> {
    const [id] = this.requests;
    const page = this.pages[this.members.indexOf(this.other(taker, this.leader))] ?? missing('No page.');
    const webhook = await page.client.webhook();
    if (!webhook.ok) throw new Error('The desk did not say where it takes events.');
    await this.scene.platform.act({ do: 'move-price', requestId: id, by: 1 });
    const changed = page.nextChange(id);
    const answer = await fetch(new URL(new URL(webhook.value.address).pathname, taker.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ eventType: 'quotation-created', 'request-id': id, mark: randomUUID() }),
    });
    const answeredMs = systemClock.monotonicMs();
    if (answer.status !== 200) throw new Error(`An event was answered with ${answer.status}.`);
    return (await changed) - answeredMs;
  }

  async killLeader(): Promise<{ ledMs: number; toldMs: number }> {
    const killed = this.leader;
    this.led = undefined;
    this.up = this.members.filter((member) => member !== killed);
    for (const page of this.pages) page.forget();
    const began = systemClock.monotonicMs();
    await killed.kill();
    await until('somebody leads', () => this.led !== undefined);
    const ledMs = systemClock.monotonicMs() - began;
    await until('all pages are told anew', () => this.pages.every((page) => page.isTold));
    const toldMs = systemClock.monotonicMs() - began;
    killed.start();
    this.up = this.members;
    return { ledMs, toldMs };
  }

  close(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  private page(number: number): Page {
    const gateway = (): RunningGateway => {
      const { url } = this.up[number % this.up.length] ?? missing('No gateway runs.');
      return { url, programKey: this.scene.programKey };
    };
    const transport = socketTransport(gateway, this.sockets);
    const effects = { clock: systemClock, ids: systemIds, chance: systemChance };
    return new Page(createGatewayClient({ transport, ...effects }), this.requests);
  }
}

/** A page that watches the desk's status, the journal and the quotes of requests, and knows which of them it was told anew. */
class Page {
  private readonly names: readonly string[];
  private untold: Set<string>;
  private readonly quotes = new Map<RequestId, string>();
  private waiting: { id: RequestId; before: string | undefined; done: (atMs: number) => void } | undefined;

  constructor(
    readonly client: GatewayClient,
    requests: readonly RequestId[],
  ) {
    this.names = ['status', 'journal', ...requests];
    this.untold = new Set(this.names);
    for (const kind of ['status', 'journal'] as const)
      client.watch({ kind }, ({ state }) => state === 'fresh' && this.untold.delete(kind));
    for (const id of requests) {
      client.watch({ kind: 'quotes', id }, ({ state, value }) => {
        if (state !== 'fresh') return;
        this.untold.delete(id);
        this.told(id, JSON.stringify(value));
      });
    }
  }

  get isTold(): boolean {
    return this.untold.size === 0;
  }

  forget(): void {
    this.untold = new Set(this.names);
  }

  /** Monotonic ms at which these quotes are others than now. */
  nextChange(id: RequestId): Promise<number> {
    return new Promise((done) => (this.waiting = { id, before: this.quotes.get(id), done }));
  }

  private told(id: RequestId, quotes: string): void {
    this.quotes.set(id, quotes);
    const { waiting } = this;
    if (waiting?.id !== id || waiting.before === quotes) return;
    this.waiting = undefined;
    waiting.done(systemClock.monotonicMs());
  }
}

async function quotedRequest({ platform }: Scene): Promise<RequestId> {
  const made = await platform.act({ do: 'create-request', role: 'initiator' });
  const id = Opened.parse(made)['request-id'];
  await platform.act({ do: 'quote', requestId: id });
  return id;
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const began = systemClock.monotonicMs();
  while (!isSo()) {
    if (systemClock.monotonicMs() - began > MS_MAX) missing(`A minute later it was not so that ${what}.`);
    await pause(systemClock, LOOK_MS);
  }
}

function missing(message: string): never {
  throw new Error(message);
}

const shares = (scenario: string, subject: string, tookMs: readonly number[]): Row[] =>
  Object.entries({ p50: 0.5, p90: 0.9, worst: 1 }).map(([metric, share]) => ({
    ...{ scenario, subject, metric, unit: 'ms' },
    value: rounded(percentile(tookMs, share), 1),
  }));
