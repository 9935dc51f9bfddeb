import {
  isFinal,
  onlyProtects,
  requestIdOf,
  type Action,
  type ActionBody,
  type ActionKind,
} from '../../domain/action';
import type { Failure } from '../../domain/failure';
import { couldBeMistaken } from '../../domain/verdict/new-request';
import { tooManyOpen } from './action-errors';

const WORDS: Record<ActionKind, string> = {
  'accept-quote': 'acceptance',
  'accept-proposal': 'acceptance',
  'send-quote': 'quote',
  'withdraw-quote': 'withdrawal',
  'send-proposal': 'price proposal',
  'delete-proposals': 'price proposal deletion',
  'send-counteroffer': 'counteroffer',
  'create-request': 'new request',
  'switch-risk': 'switch of risk management',
  'set-risk': 'change of risk settings',
};

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

function isAboutTheSame(a: ActionBody, b: ActionBody): boolean {
  if ('commodity' in a) return 'commodity' in b && a.commodity === b.commodity;
  const requestId = requestIdOf(a);
  return requestId !== undefined && requestId === requestIdOf(b);
}

/** `a` is not over, and `b` is wanted. */
export function isSameThing(a: ActionBody, b: ActionBody): boolean {
  if (a.kind === 'create-request') return b.kind === 'create-request' && couldBeMistaken(a.draft, b.draft);
  if (!isAboutTheSame(a, b)) return false;
  switch (b.kind) {
    case 'send-quote':
      return a.kind === 'send-quote' && a.direction === b.direction;
    case 'accept-quote':
      // Two acceptances on one request at once could not be told apart by their trades.
      return isAcceptance(a) || isOnQuote(a, b.quoteId);
    case 'accept-proposal':
      return isAcceptance(a);
    case 'withdraw-quote':
    case 'send-counteroffer':
      return isOnQuote(a, b.quoteId);
    case 'send-proposal':
      // It would take the place of the other, or be deleted with the rest.
      return a.kind === 'send-proposal' || a.kind === 'delete-proposals';
    case 'delete-proposals':
      return a.kind === 'delete-proposals';
    case 'switch-risk':
      return a.kind === 'switch-risk' && (!b.on || a.on);
    case 'set-risk':
      return a.kind === 'set-risk';
    case 'create-request':
      return false;
  }
}

const isAcceptance = ({ kind }: ActionBody): boolean => kind === 'accept-quote' || kind === 'accept-proposal';
const isOnQuote = (a: ActionBody, quoteId: string): boolean => 'quoteId' in a && a.quoteId === quoteId;

/** "quote on request RQ-1". */
function named(body: ActionBody): string {
  const word = WORDS[body.kind];
  if ('commodity' in body) return `${word} of ${body.commodity}`;
  const requestId = requestIdOf(body);
  return requestId === undefined ? word : `${word} on request ${requestId}`;
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
