import type { AcceptedWarning, Action, ActionBody, CommittedLeg } from '../../domain/action';
import type { Deviation } from '../../domain/bulk/deviation';
import type { ActionId } from '../../domain/identifiers';
import type { LiveQuote } from '../../domain/own-quote';
import type { Price } from '../../domain/price';

/**
 * What would become of a row. `same`: it is live as it stands. `sent`: it was sent from this row before. `nothing`: there is
 * nothing to take back. `wrong`: it cannot be sent. `waiting`: it is not known yet.
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

/** A row with what it would send, frozen as it is shown. */
export interface PlannedRow {
  readonly row: number;
  /** The request, or what stands in its place. */
  readonly about: string;
  readonly kind: RowKind;
  /** In one line: what is sent, or why nothing is. */
  readonly words: string;
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
  /** The best price of others, as it is shown; absent where there is none. */
  readonly market?: Price;
  readonly deviation?: Deviation;
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
