import type { ActionId } from '../../domain/identifiers';
import { cameToNothing, type Press } from '../pressing/presses';
import { stateSentence } from '../words/action-words';
import type { PlannedRow } from './planned-row';

/**
 * `waiting`: not handed to the desk. `withdrawing`: what is live is being withdrawn first. `held`: something moved after it
 * was shown, so it was not sent. `not-sent`: it never left the pane. `rejected`: nothing of it was executed, or what is said
 * beside it. `unknown`: it may have been executed.
 */
export type RunState =
  'waiting' | 'withdrawing' | 'sending' | 'done' | 'rejected' | 'unknown' | 'held' | 'not-sent';

/** One row of a batch on its way. */
export interface RunRow {
  readonly plan: PlannedRow;
  readonly id: ActionId;
  /** Actions of its withdrawals, one for each live quote, in their order. */
  readonly withdrawalIds: readonly ActionId[];
  /** What of its withdrawals another press was about already, in a sentence. */
  readonly elsewhere?: string;
  /** What was handed over last. */
  readonly step?: 'withdraw' | 'send';
  readonly state: RunState;
  readonly message: string;
  /** Epoch ms of its last change. */
  readonly at: number;
}

/** Nothing more is handed over for it. */
export const isSettled = ({ state }: Pick<RunRow, 'state'>): boolean =>
  state !== 'waiting' && state !== 'withdrawing' && state !== 'sending';

export const isUnderWay = ({ state }: RunRow): boolean => state === 'withdrawing' || state === 'sending';

type Found = (id: ActionId) => Press | undefined;

/** What a row on its way has come to. `ready`: its withdrawals are done, and its offer can follow. */
export type Progress = Pick<RunRow, 'state' | 'message'> | 'ready';

/** By the word of the desk alone. A row that only withdraws is over when all its withdrawals are. */
export function progressOf(row: RunRow, found: Found): Progress {
  if (row.step === 'withdraw') return withdrawing(row, found);
  const press = found(row.id);
  return press ? sending(row, press) : { state: row.state, message: row.message };
}

function withdrawing(row: RunRow, found: Found): Progress {
  const presses = row.withdrawalIds.flatMap((id) => found(id) ?? []);
  const failed = presses.find(cameToNothing);
  const unsure = presses.find(({ state }) => state === 'unknown' || state === 'unanswered');
  const then = row.plan.send ? ' The new one was not sent.' : '';
  if (failed) {
    return { state: 'rejected', message: `Not withdrawn. ${stateSentence(failed.state, failed)}${then}` };
  }
  if (unsure) {
    return {
      state: 'unknown',
      message: `Whether the live quote is withdrawn is not known.${then} ${stateSentence(unsure.state, unsure)}`,
    };
  }
  const isDone =
    presses.length === row.withdrawalIds.length && presses.every(({ state }) => state === 'done');
  if (!isDone) {
    // Once it was said that the new one was not sent, a withdrawal that turns out to be on its way changes nothing of it.
    return row.state !== 'withdrawing'
      ? { state: row.state, message: row.message }
      : { state: 'withdrawing', message: 'Withdrawing what is live.' };
  }
  if (row.plan.send && row.state === 'withdrawing') return 'ready';
  // Whoever waited for it has gone on: what a person pressed for long ago is not sent now.
  if (row.plan.send)
    return { state: 'not-sent', message: 'What was live is withdrawn. The new one was not sent.' };
  const said = presses.map((press) => stateSentence('done', press));
  return { state: 'done', message: [...said, ...(row.elsewhere ? [row.elsewhere] : [])].join(' ') };
}

function sending({ plan }: RunRow, press: Press): Progress {
  const message = stateSentence(press.state, press);
  const gone = plan.withdrawn.length > 0 ? ' The quote before it is withdrawn: nothing is live.' : '';
  switch (press.state) {
    case 'done':
      return { state: 'done', message };
    case 'rejected':
      return { state: 'rejected', message: message + gone };
    case 'cancelled':
    case 'refused':
      return { state: 'not-sent', message: message + gone };
    case 'unknown':
    case 'unanswered':
    case 'acknowledged':
      return { state: 'unknown', message };
    case 'staged':
    case 'sending':
      return { state: 'sending', message };
  }
}

/** What stands beside a row in the sheet and in the list. */
export const RUN_WORDS: Readonly<Record<RunState, string>> = {
  waiting: 'waiting',
  withdrawing: 'withdrawing',
  sending: 'sending',
  done: 'done',
  rejected: 'rejected',
  unknown: 'unknown',
  held: 'held back',
  'not-sent': 'not sent',
};
