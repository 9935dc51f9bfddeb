import type { Action, ActionKind } from '../src/domain/action';
import type { DeskEntry } from '../src/domain/desk-entry';
import type { ActionId } from '../src/domain/identifiers';
import type { ProgramId } from '../src/domain/program-mark';
import type { Letter } from './post-office';
import type { Call } from './traffic';

/** One press of the trader. */
export interface Press {
  readonly id: ActionId;
  readonly kind: ActionKind;
  readonly requestId?: string | undefined;
  /** Monotonic ms. */
  readonly atMs: number;
  /** Nothing was being disturbed, so that nothing but the desk itself can hold the write up. */
  readonly isCalm: boolean;
  /** It is the approval of what another person pressed. */
  readonly approves?: true;
}

/** From the answer to a halt until somebody pressed Resume, monotonic ms. */
export interface HaltSeen {
  readonly fromMs: number;
  untilMs?: number;
}

/** One cell from its calculation until it was closed, monotonic ms. */
export interface CellSeen {
  readonly name: string;
  readonly openedAtMs: number;
  firstAtMs?: number;
  closedAtMs?: number;
  readonly wrong: { readonly of: 'value' | 'text'; readonly wrong: string }[];
  /** How many texts it showed that look like formulas. */
  texts: number;
}

/** A record that can never change any more from `since` on (epoch ms), by the path under which it is read. */
export interface Immutable {
  readonly path: string;
  readonly since: number;
}

/** What the page of a program said of one row, and from when on (monotonic ms); without a price nothing was wanted. */
export interface Said {
  readonly requestId: string;
  readonly price: string | undefined;
  readonly atMs: number;
}

/** One program, as its page knows it. */
export interface ProgramSeen {
  readonly id: ProgramId;
  readonly said: Said[];
  /** Calls that it was told to have spent, and what all programs had left of the day. */
  calls: number;
}

/** A live quote of the desk at one moment (monotonic ms) at which nothing was being disturbed, by the platform's truth. */
export interface LiveSeen {
  readonly atMs: number;
  readonly quoteId: string;
  readonly requestId: string;
  readonly direction: string;
  readonly price: string;
}

export interface StoredEvent {
  readonly body: string;
  readonly times: number;
  readonly type: string;
  /** Epoch ms at which the desk heard of it, or found it by looking. */
  readonly heardAt: number;
  readonly requestId?: string | undefined;
  readonly tradeId?: string | undefined;
}

/** Everything that is known of a week when it is over: of the desk, of the line, and of the platform. */
export interface Seen {
  readonly presses: readonly Press[];
  /** The journal's lines as they lie on the disk, in their order. */
  readonly lines: readonly Action[];
  /** Those that are no actions. */
  readonly entries: readonly DeskEntry[];
  readonly halts: readonly HaltSeen[];
  readonly programs: readonly ProgramSeen[];
  /** Quotes that were live on requests of programs. */
  readonly live: readonly LiveSeen[];
  readonly brokenChain?: string | undefined;
  /** Writes by the simulator's own count. */
  readonly writes: number;
  /** Trades that the desk executed, and quotes that it made, by the platform's truth. */
  readonly executions: number;
  readonly ownQuoteIds: readonly string[];
  readonly calls: readonly Call[];
  /** Epoch ms at which a stranger used the key. */
  readonly strangers: readonly number[];
  readonly immutable: readonly Immutable[];
  /** How many answers were spoiled on purpose. */
  readonly spoiled: number;
  readonly letters: readonly Letter[];
  readonly events: readonly StoredEvent[];
  readonly cells: readonly CellSeen[];
  /** Fields of the files that were given out which a spreadsheet would take for a formula. */
  readonly fileFields: { readonly looked: number; readonly wrong: readonly string[] };
  readonly logged: readonly string[];
  readonly errors: readonly string[];
  readonly secrets: readonly string[];
  /** Monotonic ms at the end. */
  readonly endMs: number;
}
