import type { AcceptedWarning, Action, ActionBody, CommittedLeg } from '../../domain/action';
import type { Deviation } from '../../domain/bulk/deviation';
import type { ActionId, RequestId } from '../../domain/identifiers';
import type { LiveQuote } from '../../domain/own-offers';
import type { Price } from '../../domain/price';
import { present } from '../../domain/present';
import { endingOf } from '../../domain/actions/state-words';
import { stateSentence } from '../ui/text/action-text';
import { cameToNothing, type Press } from './presses';

/**
 * What would become of a row. `same`: it is live as it stands. `sent`: it was sent from this row before. `nothing`: there is
 * nothing to send or to take back. `wrong`: it cannot be sent. `waiting`: it is not known yet.
 */
export type RowKind =
  'new' | 'change' | 'withdraw' | 'proposal' | 'deletion' | 'same' | 'sent' | 'nothing' | 'wrong' | 'waiting';

/** A warning has to be ticked; a note is worth reading. */
export interface RowNote {
  readonly level: 'warn' | 'note';
  readonly code: string;
  readonly text: string;
  /** What a tick of it confirms; warnings alone have it. */
  readonly accepts?: AcceptedWarning;
}

export interface OfferedTerms {
  /** "Sell 10 MW, all or none" */
  readonly does: string;
  /** The one price that is sent, net of several legs; absent where a quote is only withdrawn. */
  readonly price?: string;
  /** What is live, and withdrawn before it. */
  readonly was?: string;
  /** The words of the row tell more: prices of legs, or a size of before. */
  readonly isPart?: boolean;
}

/** How far the price of a row is from what its limits hold it against. */
export interface ReferenceDistance extends Deviation {
  /** "the best ask", "the last trade of the same product" */
  readonly reference: string;
  /** How far from it the desk warns; absent where no distance is warned of. */
  readonly warnedBeyond?: Price;
}

/** A row with what it would send, frozen as it is shown. */
export interface PlannedRow {
  readonly row: number;
  /** The request, or what stands in its place. */
  readonly about: string;
  /** "DE/NL Cal-27 base", once the request is known. */
  readonly product?: string;
  readonly kind: RowKind;
  /** In one line: what is sent, or why nothing is. */
  readonly words: string;
  /** The same in the columns of a table. */
  readonly offered?: OfferedTerms;
  readonly notes: readonly RowNote[];
  /** Live quotes that are withdrawn before anything is sent. */
  readonly withdrawn: readonly LiveQuote[];
  readonly send?: {
    readonly body: ActionBody;
    readonly shown: string;
    readonly accepted: readonly AcceptedWarning[];
  };
  /** The id of the action of this row; that of what it sent before, for a row that is `sent`. */
  readonly id?: ActionId;
  /** What the journal has of what was sent from this row before. */
  readonly before?: Action;
  /** Its request is over: nothing can be wrong with the row. */
  readonly isConcluded?: boolean;
  /** The best price of others, as it is shown; absent where there is none. */
  readonly market?: Price;
  readonly deviation?: ReferenceDistance;
  /** There is a reference, and the row has no one price: its limits hold each leg against its own. */
  readonly isByLeg?: boolean;
  /** What it would bind the desk to, for the limits of a day. */
  readonly committed?: readonly CommittedLeg[];
  /** How many price proposals are replaced or deleted. */
  readonly replaces?: number;
  /** Equal for rows that send the same against the same market. */
  readonly content: string;
}

const ACTING: ReadonlySet<RowKind> = new Set(['new', 'change', 'withdraw', 'proposal', 'deletion']);
export const acts = ({ kind }: Pick<PlannedRow, 'kind'>): boolean => ACTING.has(kind);

/** What of a row costs calls. */
export const kindsOf = ({ withdrawn, send }: PlannedRow): ActionBody['kind'][] => [
  ...withdrawn.map(() => 'withdraw-quote' as const),
  ...(send ? [send.body.kind] : []),
];

/**
 * `waiting`: not handed to the desk. `withdrawing`: what is live is being withdrawn first. `held`: something moved after it
 * was shown, so it was not sent. `not-sent`: it never left the pane. `rejected`: nothing of it was executed, or what is said
 * beside it. `unknown`: it may have been executed. `to-approve`: another person has to approve it.
 */
export type RunState =
  | 'waiting'
  | 'withdrawing'
  | 'sending'
  | 'to-approve'
  | 'done'
  | 'rejected'
  | 'unknown'
  | 'held'
  | 'not-sent';

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
  /** The request that it has made. */
  readonly made?: RequestId;
  /** Epoch ms of its last change. */
  readonly at: number;
}

export const isUnderWay = ({ state }: RunRow): boolean => state === 'withdrawing' || state === 'sending';

type Found = (id: ActionId) => Press | undefined;

/** What a row on its way has come to. `ready`: its withdrawals are done, and its offer can follow. */
type Progress = Pick<RunRow, 'state' | 'message' | 'made'> | 'ready';

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
      message: `It is not known whether the live quote is withdrawn.${then} ${stateSentence(unsure.state, unsure)}`,
    };
  }
  const isDone =
    presses.length === row.withdrawalIds.length && presses.every(({ state }) => state === 'done');
  if (!isDone) {
    // Once it was said that the new one was not sent, a withdrawal that turns out to be on its way changes nothing of it.
    return row.state !== 'withdrawing'
      ? { state: row.state, message: row.message }
      : { state: 'withdrawing', message: 'Withdrawing the live quote.' };
  }
  if (row.plan.send && row.state === 'withdrawing') return 'ready';
  // Whoever waited for it has gone on: what a person pressed for long ago is not sent now.
  if (row.plan.send)
    return { state: 'not-sent', message: 'The live quote is withdrawn. The new one was not sent.' };
  const said = presses.map((press) => stateSentence('done', press));
  return { state: 'done', message: [...said, ...(row.elsewhere ? [row.elsewhere] : [])].join(' ') };
}

function sending({ withdrawalIds }: RunRow, press: Press): Progress {
  const ending = endingOf(press);
  const message = stateSentence(ending, press);
  const gone = withdrawalIds.length > 0 ? ' The quote before it is withdrawn: nothing is live.' : '';
  switch (ending) {
    case 'done':
      return { state: 'done', message, ...present({ made: press.newRequestId }) };
    case 'rejected':
      return { state: 'rejected', message: message + gone };
    case 'cancelled':
    case 'refused':
      return { state: 'not-sent', message: message + gone };
    case 'unknown':
    case 'unanswered':
    case 'acknowledged':
      return { state: 'unknown', message };
    case 'waiting':
      return { state: 'to-approve', message };
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
  'to-approve': 'waiting for approval',
  done: 'done',
  rejected: 'rejected',
  unknown: 'unknown',
  held: 'held back',
  'not-sent': 'not sent',
};
