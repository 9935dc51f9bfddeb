import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { allowanceAt } from './pacer';

const Stats = z.object({ served: z.number(), refused: z.number() });

/** The counting server, seen from outside. */
export class CountingService {
  private constructor(
    private readonly child: ChildProcess,
    readonly baseUrl: string,
  ) {}

  /** Each way takes 25 ms and, on average, 8 ms of jitter; ten times less at scale 10. */
  static async start(scale: number): Promise<CountingService> {
    const { ratePerSecond, burst } = allowanceAt(scale);
    const plan = { ratePerSecond, burst, latencyMs: 25 / scale, jitterMs: 8 / scale };
    const file = join(import.meta.dirname, 'counting-server.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(plan)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const port = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
      child.once('exit', (code) => reject(new Error(`The counting server ended with ${code}.`)));
    });
    return new CountingService(child, `http://127.0.0.1:${port}`);
  }

  /** How many calls it has refused on one key. */
  async refusals(apiKey: string): Promise<number> {
    const answer = await fetch(new URL('/stats', this.baseUrl), { headers: { 'x-api-key': apiKey } });
    return Stats.parse(await answer.json()).refused;
  }

  end(): void {
    this.child.stdin?.end();
  }
}
