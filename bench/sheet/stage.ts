import { join } from 'node:path';
import { pause, systemClock } from '../../src/effects/clock';
import { rounded, type Row } from '../report/report';
import { DeskProcess } from './desk-process';
import { DirectCaller } from './direct-caller';
import { SimulatedPlatform } from './platform';
import { SheetPage } from './sheet-page';

/** As long as a setting may be: every call that is counted is then one that a cell was the reason for. */
const NO_POLLING_MS = '99999999';
const POLLED = ['OPEN_REQUESTS', 'QUOTES', 'REQUEST', 'ANALYTICS', 'TRADES'];
const LOOK_MS = 100;
const CALM_MS_MAX = 30_000;

interface Counted<T> {
  readonly value: T;
  readonly calls: number;
  readonly refusals: number;
}

interface StageParts {
  readonly folder: string;
  readonly latencyMs: number;
  /** Of the gateway, beside those of every stage. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The platform, a gateway on a folder of its own, and whoever looks at both from outside. */
export class Stage {
  gateway!: DeskProcess;
  private watcher!: SheetPage;
  private tokens = 0;

  readonly folder: string;
  readonly latencyMs: number;

  private constructor(
    private readonly parts: StageParts,
    readonly platform: SimulatedPlatform,
    readonly direct: DirectCaller,
  ) {
    this.folder = parts.folder;
    this.latencyMs = parts.latencyMs;
  }

  static async open(parts: StageParts): Promise<Stage> {
    const platform = await SimulatedPlatform.start(parts.latencyMs);
    const direct = await DirectCaller.signIn(platform.url);
    const stage = new Stage(parts, platform, direct);
    await stage.startGateway();
    return stage;
  }

  /** After {@link endGateway} it is a restart: on the same folder, at another port. */
  async startGateway(): Promise<void> {
    this.gateway = await DeskProcess.start('gateway', {
      args: ['--workbench'],
      settings: {
        DESK_PORT: '0',
        DESK_DATA: join(this.folder, 'data'),
        SERVICE_ENVIRONMENT: 'simulator',
        SERVICE_URL_SIMULATOR: this.platform.url,
        ...Object.fromEntries(POLLED.map((name) => [`DESK_POLL_${name}_MS`, NO_POLLING_MS])),
        ...this.parts.settings,
      },
    });
    this.watcher = new SheetPage(this.gateway);
    this.watcher.client.watch({ kind: 'quota' }, ({ value }) => (this.tokens = value?.tokens ?? 0));
    await this.watcher.connected();
  }

  async endGateway(): Promise<void> {
    this.watcher.close();
    await this.gateway.end();
  }

  openPage(): SheetPage {
    return new SheetPage(this.gateway);
  }

  /** Resolves when the gateway has signed in, which is a call of its own. */
  signedIn(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.watcher.client.watch({ kind: 'status' }, ({ value }) => {
        if (value?.signedIn !== true) return;
        queueMicrotask(() => stop());
        resolve();
      });
    });
  }

  /** Resolves when the service would allow a full burst, and the gateway knows it. */
  async calm(burst = 100): Promise<void> {
    const untilMs = systemClock.monotonicMs() + CALM_MS_MAX;
    while (Math.min(this.tokens, (await this.platform.stats()).usage.tokens) < burst) {
      if (systemClock.monotonicMs() > untilMs) throw new Error('The service’s bucket never filled up.');
      await pause(systemClock, LOOK_MS);
    }
  }

  /** What the platform counted while the work was done. */
  async counted<T>(work: () => Promise<T>): Promise<Counted<T>> {
    const before = await this.platform.stats();
    const value = await work();
    const after = await this.platform.stats();
    console.error(`  calls: ${madeBetween(before.byOperation, after.byOperation).join(', ') || 'none'}`);
    return {
      value,
      calls: after.calls - before.calls,
      refusals: after.refused429 - before.refused429,
    };
  }

  async end(): Promise<void> {
    await this.endGateway();
    await this.platform.end();
  }
}

function madeBetween(before: Record<string, number>, after: Record<string, number>): string[] {
  const made = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return made.filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
}

const TENTHS = ['ms', 'MB', 'min', '% of the time'];

/** Rows of one table: figures with as many digits as they are worth. */
export const rowsOf =
  (scenario: string, subject: string) =>
  (metric: string, value: number, unit: string): Row => ({
    scenario,
    subject,
    metric,
    value: rounded(value, unit.startsWith('×') ? 3 : TENTHS.includes(unit) ? 1 : 0),
    unit,
  });
