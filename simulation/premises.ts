import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import { NO_LIMITS } from '../chaos/actions/no-limits';
import type { Dialect } from '../dialects/draw';
import { asItIs, spoken, type SpokenPlatform } from '../dialects/platform';
import type { Transport } from '../src/client/transport';
import { profileFrom } from '../src/contract/service/profile';
import { seededChance, type Chance } from '../src/effects/chance';
import type { Log } from '../src/effects/log';
import { ManualClock } from '../src/effects/manual-clock';
import { DESK } from '../src/simulator/world/counterparty';
import type { Quote } from '../src/simulator/world/offer';
import { startSimulator, type Simulator } from '../src/simulator/server';
import type { World } from '../src/simulator/world/world';
import { pairingStore } from '../src/gateway/storage/vault/pairings';
import { openFolderGateway, type FolderGateway, type KeptDays } from './folder-gateway';
import { pairedPeople, policiesOf, POLICY, type Post } from './people';
import { PostOffice } from './post-office';
import { socketTransport } from './socket-transport';
import { Traffic } from './traffic';

/** No step is shorter: what is due within one happens without a turn of the network between. */
const STEP_MS_MIN = 100;

/** The platform, the desk and the line between them on one clock, which goes as fast as there is nothing to do. */
export class Premises {
  readonly clock: ManualClock;
  readonly traffic: Traffic;
  readonly post: PostOffice;
  /** Every line that a gateway has logged. */
  readonly logged: string[] = [];
  readonly errors: string[] = [];
  readonly secrets = new Set<string>();
  /** Quotes of the desk from before it was opened. */
  readonly earlierQuoteIds = new Set<string>();
  /** Monotonic ms at which the gateway last started or ended. */
  restartedAtMs = 0;
  private simulator!: Simulator;
  /** As the desk sees the simulator. */
  platform!: SpokenPlatform;
  private desk: FolderGateway | undefined;
  private readonly ghosts: FolderGateway[] = [];
  private readonly sockets = new Set<WebSocket>();
  private home = '';
  private keys!: Readonly<Record<Post, string>>;
  private lives = 0;

  private constructor(
    { startsAt, chance }: { startsAt: number; chance: Chance },
    private readonly desks: { readonly programs: boolean; readonly kept?: KeptDays | undefined },
  ) {
    this.clock = new ManualClock(startsAt);
    this.traffic = new Traffic({ clock: this.clock, platform: () => this.platform.url });
    this.post = new PostOffice({
      chance,
      now: () => this.clock.now(),
      desk: () => this.desk?.gateway.webhook,
      life: () => this.lives,
      told: (text) => this.platform.event(text),
    });
  }

  static async open(parts: {
    seed: number;
    startsAt: number;
    trades: number;
    dialect?: Dialect | undefined;
    /** Whether programs are allowed. */
    programs: boolean;
    /** For how many days the gateway keeps things; as by default unless given. */
    kept?: KeptDays;
  }): Promise<Premises> {
    const { seed, startsAt, trades, dialect, programs, kept } = parts;
    const premises = new Premises({ startsAt, chance: seededChance(seed + 1) }, { programs, kept });
    premises.home = await mkdtemp(join(fastFolder(), 'spreaddesk-week-'));
    premises.simulator = await startSimulator({ seed, clock: premises.clock, speed: 0, trades });
    const { url } = premises.simulator;
    premises.platform = dialect ? await spoken(url, dialect, () => premises.clock.now()) : asItIs(url);
    for (const { id } of ownQuotesIn(premises.world)) premises.earlierQuoteIds.add(id);
    await premises.control('webhook', { url: await premises.post.open() });
    premises.keys = await pairedPeople(premises.dataFolder, startsAt);
    for (const key of Object.values(premises.keys)) premises.secrets.add(key);
    await premises.startGateway();
    return premises;
  }

  get world(): World {
    return this.simulator.world;
  }

  get dataFolder(): string {
    return join(this.home, `data-${this.lives}`);
  }

  async startGateway(): Promise<void> {
    this.desk = await openFolderGateway({
      dataFolder: this.dataFolder,
      pagesFolder: this.home,
      environments: [{ name: 'simulator', service: this.platform.url }],
      profile: profileFrom(this.platform.profile),
      clock: this.clock,
      log: this.log(),
      port: 0,
      givenLimits: NO_LIMITS,
      programs: this.desks.programs,
      ...(this.desks.kept && { kept: this.desks.kept }),
      people: { policies: policiesOf(POLICY), pairingStore: pairingStore(this.dataFolder) },
    });
    this.restartedAtMs = this.clock.monotonicMs();
    const token = this.desk.gateway.webhook?.split('/').at(-1);
    if (token !== undefined) this.secrets.add(token);
  }

  /** A clean stop. Pages lose their line. */
  async endGateway(): Promise<void> {
    const { desk } = this;
    this.desk = undefined;
    this.restartedAtMs = this.clock.monotonicMs();
    if (desk) await this.passing(desk.stop());
  }

  /**
   * The gateway is gone without a stop: the next one finds the files as they lay there at this moment. What the old one would
   * still write goes to files that nobody reads, and no call of it leaves any more.
   */
  async killGateway(): Promise<void> {
    const { desk, dataFolder } = this;
    if (!desk) return;
    this.desk = undefined;
    this.restartedAtMs = this.clock.monotonicMs();
    this.lives += 1;
    cpSync(dataFolder, this.dataFolder, { recursive: true });
    for (const socket of this.sockets) socket.terminate();
    void desk.cutOff().catch(() => undefined);
    this.traffic.abandon();
    this.ghosts.push(desk);
    void desk.stop().catch(() => undefined);
    await this.traffic.settled();
  }

  /** Of a page of this person. */
  transport(post: Post): Transport {
    const gateway = () => this.desk?.gateway ?? NO_GATEWAY;
    return socketTransport(gateway, this.sockets, this.traffic, this.keys[post]);
  }

  /** Lets time pass: straight to whatever is due next, and the network does its part between. */
  async pass(forMs: number): Promise<void> {
    const endMs = this.clock.monotonicMs() + forMs;
    for (let leftMs = forMs; leftMs > 0; leftMs = endMs - this.clock.monotonicMs()) {
      const nextMs = Math.max(STEP_MS_MIN, this.clock.nextInMs ?? leftMs);
      await this.clock.advance(Math.min(leftMs, nextMs));
      await this.traffic.settled();
    }
  }

  /** Lets time pass while `work` is under way. */
  async passing<T>(work: Promise<T>, atMostMs = 120_000): Promise<T> {
    let isOver = false;
    const done = work.finally(() => (isOver = true));
    done.catch(() => undefined);
    const endMs = this.clock.monotonicMs() + atMostMs;
    for (await this.traffic.settled(); !isOver; await this.pass(STEP_MS_MIN)) {
      if (this.clock.monotonicMs() > endMs) throw new Error('Something never came to its end.');
    }
    return done;
  }

  /** The simulator's own addresses, which are not the platform's. */
  async control(path: string, body?: unknown): Promise<unknown> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const url = new URL(`/simulator/${path}`, this.simulator.url);
    const answer = await fetch(url, body === undefined ? {} : init);
    if (!answer.ok) throw new Error(`The simulator refused ${path}: ${await answer.text()}`);
    return answer.json();
  }

  async clearFaults(): Promise<void> {
    await fetch(new URL('/simulator/faults', this.simulator.url), { method: 'DELETE' });
  }

  async end(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    await this.endGateway();
    for (const ghost of this.ghosts) await ghost.stop().catch(() => undefined);
    this.post.close();
    await this.platform.close();
    await this.simulator.close();
    this.traffic.end();
    await rm(this.home, { recursive: true, force: true });
  }

  private log(): Log {
    const write = (message: string, fields?: object): void =>
      void this.logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
    const life = this.lives;
    return {
      info: write,
      warn: write,
      error: (message, fields) => {
        write(message, fields);
        if (life === this.lives) this.errors.push(`${message} ${JSON.stringify(fields ?? {})}`);
      },
    };
  }
}

/** Quotes that the desk made, whoever made them there. */
export const ownQuotesIn = (world: World): Quote[] =>
  [...world.quotes.values()].flat().filter(({ maker }) => maker === DESK);

/** What a disk loses is tried elsewhere: here its waits would only stretch the week. */
const IN_MEMORY = '/dev/shm';
const fastFolder = (): string => (existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir());

/** Nobody listens there. */
const NO_GATEWAY = { url: 'http://127.0.0.1:9', programKey: '' };
