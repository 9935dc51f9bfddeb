import { mkdirSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { Environment } from '../../domain/desk-status';
import type { Delivery } from '../storage/deliveries';

/** As it lies in the file. What is heard keeps fields that are not named here. */
const Spooled = z.object({
  id: z.string(),
  environment: Environment,
  event: z.looseObject({ body: z.string(), heardAt: z.number() }),
});

const OWNER_ALONE = 0o600;
const BATCH_MAX = 200;

/**
 * A file for events that came while the store could not be had. What is added is on disk before anybody is told so; it leaves the file
 * only once the store has it. One gateway at a time uses it.
 */
export class Spool {
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly file: FileHandle,
    private waiting: readonly Delivery[],
    private size: number,
  ) {}

  /** What an earlier run left is handed on, too. A last line that was cut off was never acknowledged to anybody. */
  static async open(path: string): Promise<Spool> {
    mkdirSync(dirname(path), { recursive: true });
    const file = await open(path, 'a+', OWNER_ALONE);
    const text = (await file.readFile()).toString('utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const size = Buffer.byteLength(whole);
    await file.truncate(size);
    const waiting = whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Spooled.parse(JSON.parse(line)) as unknown as Delivery);
    return new Spool(file, waiting, size);
  }

  /** How many wait for the store. */
  get count(): number {
    return this.waiting.length;
  }

  /** Resolves once they are on disk; rejects, and keeps none of them, where there is no room. */
  add(deliveries: readonly Delivery[]): Promise<void> {
    return this.inTurn(async () => {
      const text = deliveries.map((one) => `${JSON.stringify(one)}\n`).join('');
      try {
        await this.file.appendFile(text);
        await this.file.datasync();
      } catch (error) {
        // Half of it may lie there, and would be taken for a whole line with the next.
        await this.file.truncate(this.size).catch(() => undefined);
        throw error;
      }
      this.size += Buffer.byteLength(text);
      this.waiting = [...this.waiting, ...deliveries];
    });
  }

  /**
   * Gives the store what waits, oldest first; by one caller at a time. Rejects where the store does, and all that it may not have still
   * waits. What is added meanwhile does not wait for the store.
   */
  async handOn(store: (deliveries: readonly Delivery[]) => Promise<void>): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, BATCH_MAX);
      await store(batch);
      this.waiting = this.waiting.slice(batch.length);
    }
    await this.inTurn(async () => {
      if (this.size === 0 || this.waiting.length > 0) return;
      // A crash before this hands them over once more, under the ids that the store knows.
      await this.file.truncate(0);
      await this.file.datasync();
      this.size = 0;
    });
  }

  async close(): Promise<void> {
    await this.last.catch(() => undefined);
    await this.file.close();
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}
