import type { Failure } from '../../../domain/failure';
import { isActionLane, type Lane } from '../../../domain/lane';

const count = (calls: number): string => String(calls).replace(/\B(?=(\d{3})+$)/g, ',');

const WAITING: Record<Lane, string> = {
  withdraw: 'withdrawals',
  accept: 'acceptances',
  submit: 'quotes to be sent',
  asked: 'manual refreshes',
  visible: 'reads for visible cells',
  polling: 'routine refreshes',
  bulk: 'calls of trade downloads',
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
        ? `Bulk reading has stopped: ${spent}, and the rest is reserved for trading, the pane and cells.`
        : isActionLane(lane)
          ? `Nothing was sent: ${spent}.`
          : `Nothing was read: ${spent}, and any left are reserved for withdrawing, accepting and quoting.`,
    next: isActionLane(lane)
      ? `Act in the platform's own web client, or wait until ${state.untilText}; the operator can raise the limit.`
      : `It resumes at ${state.untilText}; the operator can raise the limit.`,
    until: state.until,
  };
}

export const laneFull = (lane: Lane, queuedMax: number): Failure => ({
  kind: 'throttled',
  message: `Nothing was sent: ${count(queuedMax)} ${WAITING[lane]} are waiting already.`,
  next: 'Let them finish, or close sheets with many live cells, and try again.',
});

export const waitedTooLong = (waitMsMax: number): Failure => ({
  kind: 'throttled',
  message: `Nothing was sent: its turn did not come within ${Math.round(waitMsMax / 1000)} seconds.`,
  next: 'See the calls in Desk, Quota; check the price, then press again.',
});

export const givenUp: Failure = {
  kind: 'unavailable',
  message: 'Nothing was sent: the call was cancelled before its turn.',
  next: 'Try again when you need it.',
};

export const closing: Failure = {
  kind: 'unavailable',
  message: 'Nothing was sent: SpreadDesk is closing.',
  next: 'Start it again, then try again.',
};
