import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Fault } from '../../src/simulator/http/faults';
import { killed, said, type Processes } from './processes';

const Fields = z.record(z.string(), z.unknown());
type Fields = z.infer<typeof Fields>;
const Records = z.array(Fields);

/** Everything as it really is at the service. */
export const Truth = z.object({
  requests: Records,
  quotes: Records,
  proposals: Records,
  counteroffers: Records,
  trades: Records,
  awaitingLegPrices: Records,
  risks: Records,
  executions: z.record(z.string(), z.number()),
});
export type Truth = z.infer<typeof Truth>;

/** The credentials that every simulator takes. */
const KEY = { 'x-api-key': 'simulator-key' };
const CLIENT = new URLSearchParams({ 'client-id': 'simulator', 'client-secret': 'simulator-secret' });
const Signed = z.object({ 'access-token': z.string() });
const JSON_BODY = { 'content-type': 'application/json' };

const Stats = z.object({
  calls: z.number(),
  byOperation: z.record(z.string(), z.number()),
  byStatus: z.record(z.string(), z.number()),
});

export type Trouble = Pick<Fault, 'kind'> & Partial<Fault>;

/** Limits of a service at which nothing has to wait. */
export const WIDE = { ratePerSecond: 2_000, burst: 2_000, perDay: 1_000_000 };

/** The simulator as a process of its own, in which nothing moves by itself. */
export class Platform {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(
    processes: Processes,
    { root, profile }: { root: string; profile: string },
  ): Promise<Platform> {
    const child = processes.start({
      file: join(root, 'src', 'simulator', 'main.ts'),
      execArgv: ['--import', 'tsx'],
      env: { SIMULATOR_PORT: '0', SIMULATOR_SPEED: '0', SIMULATOR_SEED: '1', SERVICE_PROFILE: profile },
    });
    return new Platform(child, String((await said(child, 'ready'))['url']));
  }

  end(): Promise<void> {
    return killed(this.child);
  }

  async act(act: Fields): Promise<Fields> {
    return Fields.parse(await this.tell('act', act));
  }

  /** The same, where the state of things may no longer allow it. */
  async tryToAct(act: Fields): Promise<void> {
    await this.post('act', act);
  }

  async break(troubles: readonly Trouble[]): Promise<void> {
    if (troubles.length > 0) await this.tell('faults', troubles);
  }

  async heal(): Promise<void> {
    await fetch(new URL('/simulator/faults', this.url), { method: 'DELETE' });
  }

  /** One call of its interface in the desk's name, as from the operator's web client: no gateway knows of it. */
  async call(method: string, path: string, body?: unknown): Promise<Fields> {
    const signedIn = await fetch(new URL('/v2.0/authenticate', this.url), {
      method: 'POST',
      headers: KEY,
      body: CLIENT,
    });
    const token = Signed.parse(await signedIn.json())['access-token'];
    const answer = await fetch(new URL(path, this.url), {
      method,
      headers: { ...KEY, authorization: `Bearer ${token}`, ...(body !== undefined && JSON_BODY) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`The simulator refused ${method} ${path}: ${await answer.text()}`);
    return Fields.parse(await answer.json());
  }

  /** From now on it tells this address of every event, once. */
  async tellEvents(url: string): Promise<void> {
    await this.tell('webhook', { url });
  }

  async truth(): Promise<Truth> {
    return Truth.parse(await this.look('truth'));
  }

  /** How often the service refused a call as one too many. */
  async refusals(): Promise<number> {
    return Stats.parse(await this.look('stats')).byStatus['429'] ?? 0;
  }

  /** How often each operation was called so far, and how many calls have not come to their end. */
  async calls(): Promise<{ of: Readonly<Record<string, number>>; underWay: number }> {
    const { calls, byOperation, byStatus } = Stats.parse(await this.look('stats'));
    const ended = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
    return { of: byOperation, underWay: calls - ended };
  }

  private async look(path: string): Promise<unknown> {
    const answer = await fetch(new URL(`/simulator/${path}`, this.url));
    return answer.json();
  }

  private async tell(path: string, body: unknown): Promise<unknown> {
    const answer = await this.post(path, body);
    if (!answer.ok) throw new Error(`The simulator refused ${path}: ${await answer.text()}`);
    return answer.json();
  }

  private post(path: string, body: unknown): Promise<Response> {
    return fetch(new URL(`/simulator/${path}`, this.url), {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(body),
    });
  }
}
