import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { DeskClient } from '../../src/client/client';
import { createDeskClient } from '../../src/client/desk-client';
import type { Transport } from '../../src/client/transport';
import { SOCKET_PATH } from '../../src/contract/desk/socket';
import { DEFAULT_PROFILE } from '../../src/contract/service/profile';
import { seededChance } from '../../src/effects/chance';
import { countedIds } from '../../src/effects/ids';
import { silentLog } from '../../src/effects/log';
import { ManualClock } from '../../src/effects/manual-clock';
import { connectPlatform } from '../../src/gateway/connected-platform';
import { startGateway, type Gateway } from '../../src/gateway/gateway';
import { DEFAULT_WISHES } from '../../src/gateway/planner/wishes';
import { BUILT_IN } from '../../src/gateway/limits-file';
import { openDatabase } from '../../src/gateway/store/database';
import { sqliteJournal } from '../../src/gateway/store/sqlite-journal';
import { sqliteLimits } from '../../src/gateway/store/sqlite-limits';
import { sqliteRecords } from '../../src/gateway/store/sqlite-records';
import { SqliteUsageStore } from '../../src/gateway/store/usage-store';
import { startSimulator, type Simulator } from '../../src/simulator/server';

const STARTS_AT = Date.parse('2026-11-20T09:00:00Z');
const CREDENTIALS = { apiKey: 'simulator-key', clientId: 'simulator', clientSecret: 'simulator-secret' };
const STEP_MS = 20;
const LOOKS_MAX = 3_000;

/** The simulator, a gateway on a real file and pages over real sockets, all on one clock that stands still. */
export class WholeSystem {
  readonly clock = new ManualClock(STARTS_AT);
  private simulator!: Simulator;
  private gateway: Gateway | undefined;
  private stopGateway: () => Promise<void> = async () => undefined;
  private readonly sockets = new Set<WebSocket>();
  private folder = '';

  private constructor(private readonly shownZone: string | undefined) {}

  static async start({ shownZone }: { shownZone?: string } = {}): Promise<WholeSystem> {
    const system = new WholeSystem(shownZone);
    system.folder = await mkdtemp(join(tmpdir(), 'spreaddesk-journey-'));
    system.simulator = await startSimulator({ seed: 1, clock: system.clock, speed: 0 });
    await system.startGateway();
    return system;
  }

  /** A gateway on the same folder; after {@link endGateway} it is a restart. */
  async startGateway(): Promise<void> {
    const { clock, shownZone } = this;
    const opened = openDatabase(join(this.folder, 'spreaddesk.db'));
    if (!opened.ok) throw new Error(opened.failure.message);
    const database = opened.value;
    const platform = await connectPlatform({
      url: this.simulator.url,
      profile: DEFAULT_PROFILE,
      usage: new SqliteUsageStore(database, 'journey'),
      credentials: CREDENTIALS,
      clock,
      log: silentLog,
    });
    const gateway = await startGateway({
      platform,
      environment: 'simulator',
      serviceUrl: this.simulator.url,
      zone: DEFAULT_PROFILE.auth.zone,
      ...(shownZone !== undefined && { shownZone }),
      version: '0.0.0',
      signsIn: true,
      journal: sqliteJournal(database),
      records: sqliteRecords(database),
      limits: sqliteLimits(database),
      givenLimits: BUILT_IN,
      support: { settings: {}, log: () => [], secrets: () => [] },
      host: '127.0.0.1',
      port: this.gateway?.port ?? 0,
      pages: { root: this.folder, workbench: false },
      day: { fromMinutes: 7 * 60, toMinutes: 19 * 60 },
      wishes: DEFAULT_WISHES,
      clock,
      chance: seededChance(7),
      log: silentLog,
    });
    this.gateway = gateway;
    this.stopGateway = async () => {
      await gateway.stop();
      await platform.close();
      database.close();
    };
  }

  /** A clean stop. Pages lose their line. */
  async endGateway(): Promise<void> {
    await this.passing(this.stopGateway());
  }

  /** One workbook's page. */
  openPage(): DeskClient {
    return createDeskClient({
      transport: this.transport(),
      clock: this.clock,
      ids: countedIds(),
      chance: seededChance(3),
    });
  }

  /** Lets time pass until it holds; the message is what to say when it never does. */
  async until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    for (let look = 0; look < LOOKS_MAX; look++) {
      if (await holds()) return;
      await this.pass(STEP_MS);
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
  async pass(forMs: number): Promise<void> {
    for (let passedMs = 0; passedMs < forMs; passedMs += STEP_MS) {
      await this.clock.advance(Math.min(STEP_MS, forMs - passedMs));
      await networkTurn();
    }
  }

  /** The simulator's own addresses, which are not the platform's. */
  async control(path: string, body?: unknown): Promise<unknown> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    };
    const answer = await fetch(new URL(path, this.simulator.url), body === undefined ? {} : init);
    const read: unknown = await answer.json();
    return read;
  }

  async calls(): Promise<Record<string, number>> {
    return ((await this.control('/simulator/stats')) as { byOperation: Record<string, number> }).byOperation;
  }

  async truth(): Promise<Record<'trades' | 'quotes', Record<string, unknown>[]>> {
    return (await this.control('/simulator/truth')) as Record<'trades' | 'quotes', Record<string, unknown>[]>;
  }

  async end(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    await this.endGateway();
    await this.simulator.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private transport(): Transport {
    const url = (): string => this.gateway?.url ?? 'http://127.0.0.1:9';
    return {
      openSocket: (events) => {
        const socket = new WebSocket(new URL(SOCKET_PATH, url().replace(/^http/, 'ws')));
        this.sockets.add(socket);
        socket.on('open', () => events.opened());
        socket.on('message', (text: Buffer) => events.received(text.toString('utf8')));
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.sockets.delete(socket);
          events.closed();
        });
        return { send: (text) => socket.send(text), close: () => socket.close() };
      },
      fetch: (path, init) => fetch(new URL(path, url()), init),
    };
  }
}

/** The kernel and the event loop hand over what was sent. */
const networkTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
