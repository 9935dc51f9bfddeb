import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEFAULT_PROFILE } from '../../../src/contract/service/profile';
import type { StartMode } from '../../../src/domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../../src/domain/failure';
import type { FourEyes } from '../../../src/domain/policy/four-eyes';
import type { DeskLimits } from '../../../src/domain/limits/limits';
import { present } from '../../../src/domain/present';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { EventLog, type Inbox } from '../../../src/gateway/events/event-log';
import { startGateway, type Gateway } from '../../../src/gateway/gateway';
import { BUILT_IN } from '../../../src/gateway/actions/limits-keeper';
import type { Platform, PlatformStatus } from '../../../src/gateway/platform/platform';
import type { Policies } from '../../../src/gateway/people/policy-keeper';
import { InterfaceCheck } from '../../../src/gateway/probe/interface-check';
import type { WebhookOptions } from '../../../src/gateway/events/webhook-door';
import { DEFAULT_POLL_INTERVALS } from '../../../src/gateway/cache/poll-intervals';
import type { AuthSettings } from '../../../src/gateway/people/provider';
import { NO_VAULT } from '../../../src/gateway/storage/vault/vault';
import type { Reading } from '../../../src/gateway/platform/circuit';
import type { DiskState } from '../../../src/gateway/storage/disk';
import type { SupportOptions } from '../../../src/gateway/environments/support-bundle';
import { MORNING, ZONE } from './cache';
import { FakePlatform } from './fake-platform';
import { MemoryTradeDownloads } from './memory-trade-downloads';
import {
  MemoryEvents,
  MemoryCheckpoint,
  MemoryHistory,
  MemoryJournal,
  MemoryLimits,
  MemoryEnded,
  MemoryHalts,
  MemoryOwnTrades,
  MemoryProvenParts,
  MemoryMassWithdrawals,
  MemoryPositionSnapshot,
  MemoryRecords,
} from './memory-stores';
import { MemoryTrades } from './memory-trades';

/** A connected platform in memory: signed in until a test says otherwise. */
export class TestPlatform implements Platform {
  status: PlatformStatus = { signedIn: true };
  reading: Reading = 'flows';
  readonly failing: Platform['failing'] = new Map();
  signIns = 0;
  /** What signing in comes to; success also makes the status signed in. */
  signInFailure: Failure | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly service: FakePlatform,
    private readonly clock: ManualClock,
  ) {}

  become(status: PlatformStatus): void {
    this.status = status;
    for (const listener of [...this.listeners]) listener();
  }

  onStatusChanged(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async signIn(): Promise<Outcome<unknown>> {
    this.signIns += 1;
    if (this.signInFailure) {
      this.become({ signedIn: false, failure: this.signInFailure });
      return failed(this.signInFailure);
    }
    this.become({ signedIn: true });
    return success(undefined);
  }

  async withdrawingLine() {
    return this.status.signedIn ? { writes: this.service, close: async () => undefined } : undefined;
  }

  pacing() {
    return { ended: [], waiting: [] };
  }

  quota() {
    const used = this.service.calls.length;
    return {
      perDay: 5_000,
      used,
      left: 5_000 - used,
      reserve: 250,
      tokens: 100,
      burst: 100,
      ratePerSecond: 10,
      queued: 0,
      resetsAt: this.clock.now() + 14 * 3_600_000,
      byLane: {},
    };
  }
}

/** A disk that a test fills. */
export class TestDisk implements DiskState {
  failure: Failure | undefined;
  private readonly listeners = new Set<() => void>();

  become(failure: Failure | undefined): void {
    this.failure = failure;
    for (const listener of this.listeners) listener();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

const FILES: Readonly<Record<string, string>> = {
  'dist/addin/taskpane.html':
    '<html><script type="text/javascript" src="https://appsforoffice.microsoft.com/lib/1/hosted/office.js"></script><script src="/desk.js"></script></html>',
  'dist/addin/dialog.html':
    '<html><script src="https://appsforoffice.microsoft.com/lib/1/hosted/office.js"></script><script src="/dialog.js"></script></html>',
  'dist/addin/desk.js': 'desk()',
  'dist/addin/functions.json': '{"functions":[]}',
  'dist/addin/shortcuts.json': '{"actions":[]}',
  'dist/addin/assets/icon-16.png': 'png',
  'dist/workbench/index.html': '<html>workbench</html>',
  'dist/workbench/wire-page.js': 'wire()',
  'secret.txt': 'secret',
};

export interface TestGateway {
  readonly gateway: Gateway;
  readonly platform: TestPlatform;
  readonly service: FakePlatform;
  readonly clock: ManualClock;
  readonly journal: MemoryJournal;
  readonly records: MemoryRecords;
  readonly trades: MemoryTrades;
  readonly events: EventLog;
  readonly eventStore: MemoryEvents;
  stop(): Promise<void>;
}

export interface TestGatewayOptions {
  readonly workbench?: boolean;
  readonly built?: boolean;
  readonly officeJsUrl?: string;
  readonly officeJsFolder?: string;
  readonly framedBy?: readonly string[];
  readonly journal?: MemoryJournal;
  readonly disk?: DiskState;
  readonly signsIn?: boolean;
  readonly startsIn?: StartMode;
  readonly givenLimits?: DeskLimits;
  readonly fourEyes?: () => FourEyes | undefined;
  readonly limits?: MemoryLimits;
  readonly halts?: MemoryHalts;
  readonly support?: SupportOptions;
  /** A free one unless said. */
  readonly port?: number;
  /** For doors that hold it alone. */
  readonly peerKey?: Buffer;
  /** Where people sign in by name. */
  readonly auth?: AuthSettings;
  readonly policies?: Policies;
  /** How events are let in, beside the one inbox that there is. */
  readonly webhooks?: Partial<WebhookOptions>;
  /** What is other about that inbox. */
  readonly inbox?: Partial<Inbox>;
}

/** The token of the test gateway's inbox. */
export const TOKEN = 'token-of-the-simulator-inbox-0123456789-abc';

/** A whole gateway on a free port of loopback, over a platform in memory and in time that stands still. */
export async function testGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const {
    workbench = false,
    built = true,
    officeJsUrl,
    officeJsFolder,
    framedBy = [],
    journal = new MemoryJournal(),
    disk = new TestDisk(),
    signsIn = false,
    startsIn,
    givenLimits = BUILT_IN,
    fourEyes,
    limits = new MemoryLimits(),
    halts = new MemoryHalts(),
    support = { settings: {}, log: () => [], secrets: () => [] },
    webhooks,
    inbox,
    auth,
    port = 0,
    policies,
    peerKey,
  } = options;
  const root = mkdtempSync(join(tmpdir(), 'desk-'));
  for (const [path, text] of Object.entries(built ? FILES : {})) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const clock = new ManualClock(MORNING);
  const service = new FakePlatform(() => clock.now());
  const platform = new TestPlatform(service, clock);
  const records = new MemoryRecords();
  const trades = new MemoryTrades();
  const eventStore = new MemoryEvents();
  const events = await EventLog.open(eventStore, clock);
  const place = { name: 'simulator', service: 'http://127.0.0.1:1' } as const;
  const credentials = { apiKey: 'key', clientId: 'client', clientSecret: 'secret' };
  const gateway = await startGateway({
    environments: [place],
    vault: NO_VAULT,
    openResources: async ({ environment }) =>
      success({
        environment,
        service: place.service,
        platform,
        journal,
        records,
        trades,
        positions: new MemoryPositionSnapshot(),
        downloads: new MemoryTradeDownloads(),
        pageSize: 100,
        interfaceCheck: new InterfaceCheck({
          service: place.service,
          profile: DEFAULT_PROFILE,
          line: () => undefined,
        }),
        limits,
        massWithdrawals: new MemoryMassWithdrawals(),
        halts,
        ended: new MemoryEnded(),
        parts: new MemoryProvenParts(),
        ownTrades: new MemoryOwnTrades(),
        events,
        history: new MemoryHistory(),
        checkpoint: new MemoryCheckpoint(),
        disk,
        close: async () => undefined,
      }),
    first: { environment: place.name, ...(signsIn && { credentials }) },
    givenLimits,
    ...(fourEyes && { fourEyes: { read: fourEyes, onChange: () => () => undefined } }),
    support,
    clock,
    chance: () => 0,
    log: silentLog,
    zone: ZONE,
    recordRules: DEFAULT_PROFILE.records,
    version: '0.0.0',
    ...(startsIn && { startsIn }),
    ...(auth && { auth }),
    ...(policies && { policies }),
    ...(peerKey && { peerKey }),
    host: '127.0.0.1',
    port,
    webhooks: {
      inboxes: [{ environment: place.name, token: TOKEN, events, ...inbox }],
      rules: { senders: {} },
      ...webhooks,
    },
    pages: { root, workbench, framedBy, ...present({ officeJsUrl, officeJsFolder }) },
    day: { fromMinutes: 420, toMinutes: 1140 },
    historyDays: 90,
    pollIntervals: DEFAULT_POLL_INTERVALS,
  });
  const stop = async (): Promise<void> => {
    await gateway.stop();
    rmSync(root, { recursive: true, force: true });
  };
  return { gateway, platform, service, clock, journal, records, trades, events, eventStore, stop };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One exchange as a program that is no browser makes it, with whatever headers a test wants. */
export function call(
  { port }: Pick<Gateway, 'port'>,
  path: string,
  { body, ...sent }: Sent = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, agent: false, ...sent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
