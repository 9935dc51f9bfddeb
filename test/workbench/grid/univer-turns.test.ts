import type { Injector } from '@univerjs/core';
import { CalculateController, ICalculateFormulaService } from '@univerjs/engine-formula';
import { expect, it } from 'vitest';
import { Turns } from '../../../src/workbench/grid/univer-calculation';

type Act = () => unknown;

/** As the engine: asked to calculate, it loads the inputs at once, and works under a lock when its turn comes. */
class Engine {
  readonly said: string[] = [];
  private loaded = '';
  private waiting: Promise<unknown> = Promise.resolve();
  private work: Act = () => undefined;
  /** Lets the calculation under way come to its end. */
  finish: Act = () => undefined;

  readonly _executeLock = {
    acquire: (_key: string, act: Act): Promise<void> => {
      const turn = this.waiting.then(async () => void (await act()));
      this.waiting = turn.catch(() => undefined);
      return turn;
    },
  };
  readonly controller = {
    _calculate: async (inputs: string): Promise<void> => {
      this.loaded = inputs;
      void this._executeLock
        .acquire('FORMULA_EXECUTION_LOCK', async () => {
          await new Promise<void>((resolve) => (this.finish = () => resolve()));
          this.work();
          this.said.push(this.loaded);
        })
        .catch(() => undefined);
      await Promise.resolve();
    },
  };
  readonly trigger: Record<string, unknown> = { _executionInProgressParams: null };

  fails(error: Error): void {
    this.work = () => {
      this.work = () => undefined;
      throw error;
    };
  }
  injector(): Injector {
    const get = (token: unknown): unknown => {
      if (token === CalculateController) return this.controller;
      return token === ICalculateFormulaService ? this : this.trigger;
    };
    return { get } as unknown as Injector;
  }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
async function finished(engine: Engine): Promise<void> {
  await turn();
  engine.finish();
  await turn();
}

it('loads the inputs of a calculation when the one before is over, not while it reads its own', async () => {
  const plain = new Engine();
  void plain.controller._calculate('first');
  void plain.controller._calculate('second');
  await finished(plain);
  expect(plain.said).toEqual(['second']);

  const engine = new Engine();
  const turns = new Turns(engine.injector());
  expect(turns.running()).toBe(false);
  void engine.controller._calculate('first');
  void engine.controller._calculate('second');
  expect(turns.running()).toBe(true);
  await finished(engine);
  expect(engine.said).toEqual(['first']);
  expect(turns.running()).toBe(true);
  await finished(engine);
  expect(engine.said).toEqual(['first', 'second']);
  expect(turns.running()).toBe(false);
});

it('goes on after a calculation that fails', async () => {
  const engine = new Engine();
  const turns = new Turns(engine.injector());
  engine.fails(new Error('No such sheet'));
  void engine.controller._calculate('first');
  void engine.controller._calculate('second');
  await finished(engine);
  await finished(engine);
  expect(engine.said).toEqual(['second']);
  expect(turns.running()).toBe(false);
});

it('keeps from the engine that a calculation is under way, so that an edit stops none', () => {
  const engine = new Engine();
  expect(new Turns(engine.injector()).running()).toBe(false);
  engine.trigger['_executionInProgressParams'] = { stage: 4 };
  expect(engine.trigger['_executionInProgressParams']).toBeNull();
});

it('refuses an engine that is made otherwise', () => {
  const engine = new Engine();
  Reflect.deleteProperty(engine.controller, '_calculate');
  expect(() => new Turns(engine.injector())).toThrow('not the version that this page was made for');
});
