import type { Injector } from '@univerjs/core';
import { CalculateController, ICalculateFormulaService } from '@univerjs/engine-formula';
import { TriggerCalculationController } from '@univerjs/sheets-formula';

type Calculate = (this: object, inputs: unknown) => Promise<void>;
type Acquire = (this: object, key: string, act: () => void) => Promise<void>;
const isCalculate = (value: unknown): value is Calculate => typeof value === 'function';
const isAcquire = (value: unknown): value is Acquire => typeof value === 'function';
const LOCK = 'FORMULA_EXECUTION_LOCK';

/**
 * Calculations one after the other. The engine (Univer 0.25.1) loses edits where two overlap: the later one's inputs
 * are loaded while the earlier still reads and changes them, and one that an edit tells to stop may come to its end
 * instead, and with that forget the edit. Here each begins when the one before is over, and no edit stops any.
 */
export class Turns {
  private last = Promise.resolve();
  private begun = 0;

  constructor(injector: Injector) {
    const controller = injector.get(CalculateController);
    const calculate: unknown = Reflect.get(controller, '_calculate');
    const lock: unknown = Reflect.get(injector.get(ICalculateFormulaService), '_executeLock');
    const acquire: unknown = lock instanceof Object ? Reflect.get(lock, 'acquire') : undefined;
    const trigger = injector.get(TriggerCalculationController);
    const knows = Reflect.has(trigger, '_executionInProgressParams');
    if (!isCalculate(calculate) || !(lock instanceof Object) || !isAcquire(acquire) || !knows)
      throw new Error('The formula engine is not the version that this page was made for.');
    const isOver = (): Promise<void> => acquire.call(lock, LOCK, () => undefined);
    Reflect.set(controller, '_calculate', (inputs: unknown) => {
      this.begun++;
      const turn = this.last.then(() => calculate.call(controller, inputs)).then(isOver);
      this.last = turn.finally(() => this.begun--).catch(() => undefined);
      return turn;
    });
    // What does not know that one is under way stops none.
    Object.defineProperty(trigger, '_executionInProgressParams', { get: () => null, set: () => undefined });
  }

  running(): boolean {
    return this.begun > 0;
  }
}
