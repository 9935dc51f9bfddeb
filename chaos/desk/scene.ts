import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sentence } from '../../src/domain/failure';
import { makeDeskKey, readDeskKey, type DeskKey } from '../../src/gateway/storage/vault/desk-key';
import { anyPort } from '../../scripts/port.mjs';
import type { PostgresServers } from '../../test/postgres';
import { NO_LIMITS } from '../actions/no-limits';
import { ROOT } from '../campaign/built-gateway';
import { Platform, type WIDE } from '../campaign/platform';
import { Processes } from '../campaign/processes';
import { Lines } from './lines';
import { builtPrograms, Member, type Programs } from './member';

/** As the platform's interface has it, but for a day that does not end. */
export const TEN_A_SECOND = { ratePerSecond: 10, burst: 100, perDay: 1_000_000 };

type Env = Readonly<Record<string, string>>;

/** Where a desk has its store, and how that ends. */
type Store = Pick<PostgresServers, 'place' | 'end'>;

interface Setting<S extends Store> {
  /** They end with the scene. */
  readonly servers: S;
  /** Of the platform. */
  readonly limits: typeof WIDE;
  /** Of every gateway, beside what all desks have. */
  readonly env?: Env;
}

/** What one gateway has of its own. */
interface Own {
  /** Of its door; a free one unless said. */
  readonly port?: number;
  readonly env?: Env;
  readonly programs?: Pick<Programs, 'gateway' | 'stops'>;
  /** Its desk is open: it leads. */
  readonly onLeads?: () => void;
}

interface Parts<S extends Store> {
  readonly folder: string;
  readonly key: DeskKey;
  readonly servers: S;
  readonly programs: Programs;
  readonly processes: Processes;
  readonly platform: Platform;
  readonly env: Env;
}

/** A desk on several machines: PostgreSQL, a platform, a key and settings. Its gateways come one by one, and all of it ends together. */
export class Scene<S extends Store = Store> {
  private readonly lines: Lines[] = [];

  private constructor(private readonly parts: Parts<S>) {}

  static async set<S extends Store>({ servers, limits, env = {} }: Setting<S>): Promise<Scene<S>> {
    const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-desk-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const written = (name: string, json: unknown): string => {
      writeFileSync(join(folder, name), JSON.stringify(json));
      return join(folder, name);
    };
    const keyPath = join(folder, 'desk.key');
    makeDeskKey(keyPath);
    const key = readDeskKey(keyPath);
    if (!key.ok) throw new Error(sentence(key.failure));
    const processes = new Processes();
    const programs = await builtPrograms();
    const profile = written('profile.json', { limits, records: { ownName: 'Your Desk' } });
    const platform = await Platform.start(processes, { root: ROOT, profile });
    const settings = {
      DESK_KEY_FILE: keyPath,
      DESK_LIMITS: written('limits.json', { limits: NO_LIMITS.limits }),
      SERVICE_PROFILE: profile,
      SERVICE_ENVIRONMENT: 'simulator',
      SERVICE_URL_SIMULATOR: platform.url,
    };
    const parts = { folder, servers, programs, processes, platform };
    return new Scene({ ...parts, key: key.value, env: { ...settings, ...env } });
  }

  get folder(): string {
    return this.parts.folder;
  }

  get servers(): S {
    return this.parts.servers;
  }

  get platform(): Platform {
    return this.parts.platform;
  }

  get programs(): Programs {
    return this.parts.programs;
  }

  /** By which a program opens a session at every door. */
  get programKey(): string {
    return this.parts.key.programs;
  }

  /** One more gateway, which is not started yet. */
  async member(number: number, { port, env, programs, onLeads }: Own = {}): Promise<Member> {
    const { folder, processes, servers, env: all, programs: built } = this.parts;
    const lines = await Lines.open(servers.place.hosts);
    this.lines.push(lines);
    return new Member(number, lines, {
      processes,
      programs: programs ?? built,
      env: { ...all, DESK_DATA: join(folder, `gateway${number}`), ...env },
      port: port ?? (await anyPort()),
      onLeads: onLeads ?? (() => undefined),
    });
  }

  async end(): Promise<void> {
    const { folder, processes, servers, programs } = this.parts;
    await processes.end();
    for (const lines of this.lines) lines.close();
    await servers.end();
    programs.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
