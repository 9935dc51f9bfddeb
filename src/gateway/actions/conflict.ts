import { isFinal, onlyProtects, requestIdOf, type Action, type ActionBody } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import { isAcceptance } from '../../domain/executed';
import type { Failure } from '../../domain/failure';
import { tooManyOpen } from './action-errors';
import { rulesOf } from './kinds/kinds';
import { isAboutTheSame } from './kinds/rules';

/** Maximum number of open actions; risk-reducing actions are exempt. */
export const OPEN_MAX = 1_000;

/**
 * Why a new action has to wait for one that is not over yet: the same thing is already on its way, or the outcome of
 * another action on the request or the commodity is not known. What can only take risk away waits for nothing but
 * its own like that is on its way at this very moment: the same thing twice is harmless, and one that is unknown may never
 * have arrived.
 */
export function conflict(open: readonly Action[], body: ActionBody): Failure | undefined {
  if (open.length >= OPEN_MAX && !onlyProtects(body)) return tooManyOpen(OPEN_MAX);
  for (const action of open) {
    if (isFinal(action)) continue;
    if (isSameThing(action.body, body) && !mayPass(action, body)) return onItsWay(action);
    if (mayYetTrade(action) && !onlyProtects(body) && isAboutTheSame(action.body, body)) {
      return heldBack(action);
    }
  }
  return undefined;
}

/** Of an acceptance that the platform has taken it is not known either whether it trades. */
const mayYetTrade = ({ state, body }: Action): boolean =>
  state === 'unknown' || (state === 'acknowledged' && isAcceptance(body));

/** Whether `body` may be sent while `open` is not over. */
const mayPass = (open: Action, body: ActionBody): boolean =>
  onlyProtects(body) &&
  (!onlyProtects(open.body) || open.state === 'unknown' || open.state === 'acknowledged');

/** `open` is not over, and `body` is wanted. */
export const isSameThing = (open: ActionBody, body: ActionBody): boolean =>
  rulesOf(body).isSameThing(body, open);

/** "quote on request RQ-1". */
function named(body: ActionBody): string {
  const { noun } = factsOf(body);
  if ('commodity' in body) return `${noun} of ${body.commodity}`;
  const requestId = requestIdOf(body);
  return requestId === undefined ? noun : `${noun} on request ${requestId}`;
}

const onItsWay = ({ body, state }: Action): Failure => ({
  kind: 'wrong-state',
  message: `The ${named(body)} before this one is still ${state}.`,
  next: 'Nothing more was sent. Wait for its result in the journal, then press again.',
});

const heldBack = ({ body }: Action): Failure => ({
  kind: 'wrong-state',
  message: `It is not known yet whether the ${named(body)} was executed.`,
  next: 'Nothing more was sent about it. The desk is checking; the journal shows the result, and a person can resolve it there.',
});
