import { FUNCTION_LIST, type FunctionList } from '../contract/desk/function-list';
import type { Failure, Outcome } from '../domain/failure';
import { callBeforeSession, type Network } from './http';

const DEADLINE_MS = 10_000;

const NOT_READ: Failure = {
  kind: 'unavailable',
  message: 'The list of functions could not be read.',
  next: 'Check that the gateway runs, then open this list again.',
};

/** The functions as Excel is told of them. It costs no call. */
export const functionList = (network: Network): Promise<Outcome<FunctionList>> =>
  callBeforeSession(network, FUNCTION_LIST.read, { deadlineMs: DEADLINE_MS, unanswered: NOT_READ });
