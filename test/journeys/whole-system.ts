import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import { openFolderGateway } from '../../simulation/folder-gateway';
import { pairedPeople, policiesOf, type Post } from '../../simulation/people';
import type { RunningGateway } from '../../simulation/running-gateway';
import { socketTransport } from '../../simulation/socket-transport';
import { Traffic } from '../../simulation/traffic';
import type { GatewayClient } from '../../src/client/client';
import { createGatewayClient } from '../../src/client/gateway-client';
// A page loads these when it first wants them. Here that takes no time: loading does not wait for the clock that stands still.
import '../../src/client/trade-downloads';
import '../../src/client/webhook';
import type { Policy } from '../../src/domain/policy/policy';
import { pairingStore } from '../../src/gateway/storage/vault/pairings';
import type { Profile } from '../../src/contract/service/profile';
import { seededChance } from '../../src/effects/chance';
import { countedIds } from '../../src/effects/ids';
import type { Log } from '../../src/effects/log';
import { ManualClock } from '../../src/effects/manual-clock';
import type { Gateway } from '../../src/gateway/gateway';
import { startSimulator, type Simulator } from '../../src/simulator/server';

const STARTS_AT = Date.parse('2026-11-20T09:00:00Z');
const STEP_MS = 20;
const SLEEP_STEP_MS = 60_000;
const LOOKS_MAX = 3_000;

/** A platform between gateway and simulator, and the profile that describes it. */
export interface Front {
  readonly url: string;
  readonly profile: Profile;
  close(): Promise<void>;
}

/** The simulator, a gateway on a real file and pages over real sockets, all on one clock that stands still. */
export class WholeSystem {
  readonly clock = new ManualClock(STARTS_AT);
  /** On a busy machine answers take longer than the time that stands still between two steps. */
  private readonly traffic = new Traffic({ clock: this.clock, platform: () => this.platformUrl });
  private simulator!: Simulator;
  /** Another platform that the simulator is made to look like. */
  private front: Front | undefined;
  /** A second simulator that plays the operator's sandbox, where a journey wants one. */
  private sandbox: Simulator | undefined;
  /** Every line that the gateway has logged. */
  readonly logged: string[] = [];
  /** No two pages make the same id. */
  private readonly ids = countedIds();
  private gateway: Gateway | undefined;
  private stopGateway: () => Promise<void> = async () => undefined;
  private cutOffGateway: () => Promise<void> = async () => undefined;
  private readonly sockets = new Set<WebSocket>();
  private folder = '';

  /** The keys of people's browsers, where a policy says who may do what. */
  private keys: Awaited<ReturnType<typeof pairedPeople>> | undefined;

  private constructor(
    private readonly shownZone: string | undefined,
    private readonly policy: Policy | undefined,
    private readonly programs: boolean,
  ) {}

  static async start({
    shownZone,
    withSandbox = false,
    trades = 0,
    front,
    policy,
    programs = false,
  }: {
    shownZone?: string;
    withSandbox?: boolean;
    trades?: number;
    front?: (simulatorUrl: string) => Promise<Front>;
    /** With it there are people, each with a page of their own. */
    policy?: Policy;
    /** Programs are allowed. */
    programs?: boolean;
  } = {}): Promise<WholeSystem> {
    const system = new WholeSystem(shownZone, policy, programs);
    system.folder = await mkdtemp(join(tmpdir(), 'spreaddesk-journey-'));
    system.simulator = await startSimulator({ seed: 1, clock: system.clock, speed: 0, trades });
    if (withSandbox) system.sandbox = await startSimulator({ seed: 2, clock: system.clock, speed: 0 });
    system.front = await front?.(system.simulator.url);
    if (policy) system.keys = await pairedPeople(system.dataFolder, STARTS_AT);
    await system.startGateway();
    return system;
  }

  /** A gateway on the same folder; after {@link endGateway} it is a restart. */
  async startGateway(): Promise<void> {
    const { clock, shownZone, policy, programs, dataFolder } = this;
    const environments = [
      { name: 'simulator', service: this.platformUrl } as const,
      ...(this.sandbox ? [{ name: 'sandbox', service: this.sandbox.url } as const] : []),
    ];
    const opened = await openFolderGateway({
      dataFolder,
      ...(policy && {
        people: { policies: policiesOf(policy), pairingStore: pairingStore(dataFolder) },
      }),
      pagesFolder: this.folder,
      environments,
      clock,
      log: linesOf(this.logged),
      port: this.gateway?.port ?? 0,
      shownZone,
      profile: this.front?.profile,
      programs,
    });
    this.gateway = opened.gateway;
    this.stopGateway = () => opened.stop();
    this.cutOffGateway = () => opened.cutOff();
  }

  /** An event as anybody could send it who knows the address; as text where JSON's numbers would lose digits. */
  async deliver(event: object | string): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const body = typeof event === 'string' ? event : JSON.stringify(event);
    await fetch(this.gateway?.webhook ?? '', { method: 'POST', headers, body });
  }

  /** The lid is closed: the wall clock goes on, and nothing else does. */
  closeLid(forMs: number): void {
    this.clock.jump(forMs);
  }

  /** A clean stop. Pages lose their line. */
  async endGateway(): Promise<void> {
    await this.passing(this.stopGateway());
  }

  /** Nothing of it leaves any more, as after a kill; what it wrote stays. Pages lose their line. */
  async killGateway(): Promise<void> {
    await this.passing(this.cutOffGateway().then(() => this.stopGateway()));
  }

  private get dataFolder(): string {
    return join(this.folder, 'data');
  }

  /** One workbook's page, of this person where there are people. */
  openPage(post?: Post): GatewayClient {
    return createGatewayClient({
      transport: socketTransport(() => this.running, this.sockets, this.traffic, post && this.keys?.[post]),
      clock: this.clock,
      ids: this.ids,
      chance: seededChance(3),
    });
  }

  /** Lets time pass until it holds; the message is what to say when it never does. */
  async until(what: string, holds: () => boolean | Promise<boolean>, everyMs = STEP_MS): Promise<void> {
    for (let look = 0; look < LOOKS_MAX; look++) {
      if (await holds()) return;
      await this.pass(everyMs, everyMs);
    }
    throw new Error(`It never came to this: ${what}.`);
  }

  /** Lets time pass while `work` is under way. */
  async passing<T>(work: Promise<T>): Promise<T> {
    let over = false;
    const done = work.finally(() => (over = true));
    await this.until('the work is done', () => over);
    return done;
  }

  /** Lets time pass in steps, and the network do its part between them. */
  async pass(forMs: number, stepMs = STEP_MS): Promise<void> {
    for (let passedMs = 0; passedMs < forMs; passedMs += stepMs) {
      await this.clock.advance(Math.min(stepMs, forMs - passedMs));
      await this.traffic.settled();
    }
  }

  /** The network does its part while the clock stands still. */
  async still(): Promise<void> {
    await this.clock.advance(0);
    await this.traffic.settled();
  }

  /** Hours in which nothing has to happen: in large steps. */
  async sleep(forMs: number): Promise<void> {
    await this.pass(forMs, SLEEP_STEP_MS);
  }

  /** Where everything lies that this desk writes. */
  get home(): string {
    return this.folder;
  }

  /** The address of the gateway. */
  get url(): string {
    return this.running.url;
  }

  /** The gateway, or nobody at an address where nobody is. */
  get running(): RunningGateway {
    return this.gateway ?? { url: 'http://127.0.0.1:9', programKey: '' };
  }

  /** From now on the simulator tells the gateway of every event. */
  async tellEvents(): Promise<void> {
    await this.control('/simulator/webhook', { url: this.gateway?.webhook });
  }

  private get platformUrl(): string {
    return this.front?.url ?? this.simulator.url;
  }

  /** The address of the simulator. */
  get service(): string {
    return this.simulator.url;
  }

  /** The simulator's own addresses, which are not the platform's. */
  async control(path: string, body?: unknown, { of = this.simulator } = {}): Promise<unknown> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    };
    const answer = await fetch(new URL(path, of.url), body === undefined ? {} : init);
    const read: unknown = await answer.json();
    return read;
  }

  async calls(of?: 'sandbox'): Promise<Record<string, number>> {
    const platform = (of && this.sandbox) ?? this.simulator;
    return (
      (await this.control('/simulator/stats', undefined, { of: platform })) as {
        byOperation: Record<string, number>;
      }
    ).byOperation;
  }

  async truth(): Promise<Record<'trades' | 'quotes', Record<string, unknown>[]>> {
    return (await this.control('/simulator/truth')) as Record<'trades' | 'quotes', Record<string, unknown>[]>;
  }

  async end(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    await this.endGateway();
    await this.front?.close();
    await this.simulator.close();
    await this.sandbox?.close();
    this.traffic.end();
    await rm(this.folder, { recursive: true, force: true });
  }
}

const linesOf = (lines: string[]): Log => {
  const write = (message: string, fields?: object): void =>
    void lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  return { info: write, warn: write, error: write };
};
