import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { pause, systemClock } from '../../src/effects/clock';
import { DeskProcess } from '../sheet/desk-process';
import { SimulatedPlatform } from '../sheet/platform';
import { SheetPage } from '../sheet/sheet-page';

const WIRE_TELLER = pathToFileURL(join(import.meta.dirname, 'wire-teller.ts')).href;
const Answered = z.object({ type: z.literal('answered'), status: z.number(), at: z.number() });
const Asked = z.object({ type: z.literal('asked'), path: z.string(), from: z.number(), to: z.number() });
type Asked = z.infer<typeof Asked>;

const LOOK_MS = 50;

export interface EventsStage {
  readonly folder: string;
  readonly latencyMs: number;
  /** The service's limits, for both sides. */
  readonly limits: { readonly ratePerSecond: number; readonly burst: number; readonly perDay: number };
  readonly settings?: Record<string, string>;
}

/** A platform and a gateway that tells when it answered a delivery, and how long its calls to the platform took. */
export class DeskUnderEvents {
  /** Epoch ms at which deliveries were answered. */
  readonly answeredAt: number[] = [];
  readonly asked: Asked[] = [];

  private constructor(
    readonly platform: SimulatedPlatform,
    private readonly gateway: DeskProcess,
    readonly dataFolder: string,
  ) {
    gateway.hear(Answered, ({ at }) => this.answeredAt.push(at));
    gateway.hear(Asked, (asked) => this.asked.push(asked));
  }

  static async open({ folder, latencyMs, limits, settings = {} }: EventsStage): Promise<DeskUnderEvents> {
    const profile = join(folder, 'profile.json');
    writeFileSync(profile, JSON.stringify({ limits }));
    const platform = await SimulatedPlatform.start(latencyMs, { SERVICE_PROFILE: profile });
    const dataFolder = join(folder, 'data');
    const gateway = await DeskProcess.start('gateway', {
      preloads: ['tsx', WIRE_TELLER],
      settings: {
        DESK_PORT: '0',
        DESK_DATA: dataFolder,
        DESK_DAY_FROM: '00:00',
        DESK_DAY_TO: '23:59',
        SERVICE_ENVIRONMENT: 'simulator',
        SERVICE_URL_SIMULATOR: platform.url,
        SERVICE_PROFILE: profile,
        ...settings,
      },
    });
    return new DeskUnderEvents(platform, gateway, dataFolder);
  }

  get webhook(): string {
    return this.gateway.webhook;
  }

  async openPage(): Promise<SheetPage> {
    const page = new SheetPage(this.gateway);
    await page.connected();
    return page;
  }

  /** Settles when a page has been told that the gateway is signed in. */
  async signedIn({ client }: SheetPage): Promise<void> {
    let isIn = false;
    const stop = client.watch({ kind: 'status' }, ({ value }) => (isIn = value?.signedIn === true));
    while (!isIn) await pause(systemClock, LOOK_MS);
    stop();
  }

  async end(): Promise<void> {
    await this.gateway.end();
    await this.platform.end();
  }
}
