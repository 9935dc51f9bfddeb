import type { Failure } from '../../../domain/failure';
import { isActionLane, type Lane } from '../../../domain/lane';

const count = (calls: number): string => String(calls).replace(/\B(?=(\d{3})+$)/g, ',');

const WAITING: Record<Lane, string> = {
  withdraw: 'withdrawals',
  accept: 'acceptances',
  submit: 'quotes to be sent',
  asked: 'questions just asked',
  visible: 'questions of visible cells',
  polling: 'routine refreshes',
  bulk: 'calls of exports and other bulk reading',
};

export function quotaSpent(
  lane: Lane,
  state: { used: number; perDay: number; until: number; untilText: string },
): Failure {
  const spent = `${count(state.used)} of today's ${count(state.perDay)} calls are used`;
  return {
    kind: 'quota-spent',
    message:
      lane === 'bulk'
        ? `Bulk reading has stopped: ${spent}, and the rest is kept for the desk's live work.`
        : isActionLane(lane)
          ? `Nothing was sent: ${spent}.`
          : `Nothing was read: ${spent}, and what may be left is kept for withdrawing, accepting and quoting.`,
    next: isActionLane(lane)
      ? `Act in the platform's own web client, or wait until ${state.untilText}; the operator can raise the limit.`
      : `It goes on at ${state.untilText}; the operator can raise the limit.`,
    until: state.until,
  };
}

export const laneFull = (lane: Lane, queuedMax: number): Failure => ({
  kind: 'throttled',
  message: `Nothing was sent: ${count(queuedMax)} ${WAITING[lane]} are waiting already.`,
  next: 'Let them finish, or close sheets that ask for much, and try again.',
});

export const waitedTooLong = (waitMsMax: number): Failure => ({
  kind: 'throttled',
  message: `Nothing was sent: its turn did not come within ${Math.round(waitMsMax / 1000)} seconds.`,
  next: 'See on the pane what the calls are spent on; look at the price again, then press again.',
});

export const givenUp: Failure = {
  kind: 'unavailable',
  message: 'Nothing was sent: whoever asked no longer waits for it.',
  next: 'Ask again when it is needed.',
};

export const closing: Failure = {
  kind: 'unavailable',
  message: 'Nothing was sent: SpreadDesk is closing.',
  next: 'Start it again, then try again.',
};
