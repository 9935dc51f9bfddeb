import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '../../src/effects/clock';
import { ClientWord, type ClientFigures, type ClientPlan } from './client-plan';

/** A client process, warm and waiting. */
export class ClientProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start(plan: ClientPlan): Promise<ClientProcess> {
    const file = join(import.meta.dirname, 'client.ts');
    const child = fork(file, [JSON.stringify(plan)], { execArgv: ['--import', 'tsx'] });
    const client = new ClientProcess(child);
    await client.word('warm', WARM_MS_MAX);
    return client;
  }

  /** Lets it run, and waits no longer than `withinMs`. */
  async run(withinMs: number): Promise<ClientFigures> {
    const word = this.word('done', withinMs);
    this.child.send('go');
    return word;
  }

  /** Ends it without a warning, so that everything it knew is lost. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  private word<Type extends ClientWord['type']>(
    type: Type,
    withinMs: number,
  ): Promise<Extract<ClientWord, { type: Type }>> {
    return new Promise((resolve, reject) => {
      const cancel = systemClock.after(withinMs, () =>
        reject(new Error(`A client was not ${type} within ${Math.round(withinMs / 1_000)} s.`)),
      );
      const isWanted = (word: ClientWord): word is Extract<ClientWord, { type: Type }> => word.type === type;
      this.child.once('message', (message) => {
        cancel();
        const word = ClientWord.parse(message);
        if (isWanted(word)) resolve(word);
        else
          reject(new Error(word.type === 'failed' ? word.message : `A client said ${word.type} too early.`));
      });
      this.child.once('exit', (code) => {
        cancel();
        reject(new Error(`A client ended early (exit code ${code}).`));
      });
    });
  }
}

const WARM_MS_MAX = 60_000;
