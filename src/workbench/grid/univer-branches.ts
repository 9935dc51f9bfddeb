import type { Injector } from '@univerjs/core';
import {
  ArrayValueObject,
  type BaseReferenceObject,
  type BaseValueObject,
  Interpreter,
  NullValueObject,
} from '@univerjs/engine-formula';

type Value = BaseValueObject | BaseReferenceObject;
/** A part of a formula, as far as it is needed here. */
interface Part {
  getToken(): string;
  getChildren(): Part[];
  getValue(): Value | null | undefined;
  setValue(value: Value): void;
  execute(): void;
}
type Execute = (this: object, part: Part, right?: number, down?: number) => number;
const isExecute = (value: unknown): value is Execute => typeof value === 'function';

/**
 * IF works out the branch that it takes, as in Excel. The engine (Univer 0.25.1) works out both: functions of the add-in would be
 * called with what the test keeps from them.
 */
export function takeOneBranch(injector: Injector): void {
  const interpreter = injector.get(Interpreter);
  const execute: unknown = Reflect.get(interpreter, '_execute');
  if (!isExecute(execute))
    throw new Error('The formula engine is not the version that this page was made for.');
  const take: Execute = (part, right, down) => {
    const [test, ...branches] = part.getToken() === 'IF' ? part.getChildren() : [];
    if (!test) return execute.call(interpreter, part, right, down);
    take.call(interpreter, test, right, down);
    const taken = branchTaken(test.getValue());
    branches.forEach((branch, at) => {
      if (taken === 'each' || taken === at) take.call(interpreter, branch, right, down);
      else branch.setValue(NullValueObject.create());
    });
    part.execute();
    return 0;
  };
  Reflect.set(interpreter, '_execute', take);
}

/** Of several tests each has its own, and of a failed one there is none. */
function branchTaken(test: Value | null | undefined): number | 'each' | undefined {
  const tested = test?.isReferenceObject() ? (test as BaseReferenceObject).toArrayValueObject() : test;
  const isOne = tested instanceof ArrayValueObject && tested.getRowCount() * tested.getColumnCount() === 1;
  const only = isOne ? tested.get(0, 0) : tested;
  if (!only || only instanceof ArrayValueObject) return 'each';
  if (only.isError()) return undefined;
  return (only as BaseValueObject).getValue() ? 0 : 1;
}
