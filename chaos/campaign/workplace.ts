import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildGateway, ROOT } from './built-gateway';
import { Processes } from './processes';
import { SmallDisk } from './small-disk';

const LAST_FILES = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

/** Where campaigns work. Every process, disk and file of theirs ends with it, or with this process. */
export class Workplace {
  readonly processes = new Processes();
  readonly folder = mkdtempSync(join(tmpdir(), 'spreaddesk-chaos-'));
  private readonly programs = join(ROOT, 'node_modules', '.cache', `spreaddesk-chaos-${process.pid}`);
  private readonly disks = new Set<SmallDisk>();

  constructor() {
    process.once('exit', () => this.clear());
  }

  /** Puts a campaign's gateway under test into one file, from which it starts sooner than from its many. */
  async built(campaign: string): Promise<string> {
    const file = join(this.programs, `${campaign}.mjs`);
    await buildGateway(campaign, file);
    return file;
  }

  written(name: string, json: unknown): string {
    const path = join(this.folder, name);
    writeFileSync(path, JSON.stringify(json));
    return path;
  }

  /** A small disk in this folder, or why there is none. */
  mounted(path: string, sizeMb: number): SmallDisk | string {
    const disk = SmallDisk.mounted(path, sizeMb);
    if (typeof disk !== 'string') this.disks.add(disk);
    return disk;
  }

  unmount(disk: SmallDisk): void {
    disk.unmount();
    this.disks.delete(disk);
  }

  get isOver(): boolean {
    return this.processes.isOver;
  }

  async end(): Promise<void> {
    await this.processes.end();
    this.clear();
  }

  private clear(): void {
    for (const disk of this.disks) this.unmount(disk);
    rmSync(this.folder, LAST_FILES);
    rmSync(this.programs, LAST_FILES);
  }
}
