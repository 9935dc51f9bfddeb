import type { Outcome } from '../../../domain/failure';
import type { Lane } from '../../../domain/lane';

/** A call that wants its turn. */
export interface Entry {
  readonly lane: Lane;
  readonly operation: string;
  /** Whoever asked has given up: while it waits it leaves the queue, and costs nothing. */
  readonly signal?: AbortSignal;
  /** A longer wait for its turn than this is a failure. */
  readonly waitMsMax?: number;
}

/** The service refused a call with 429; `hint` is which of the two meanings its words suggest. */
export interface Refusal {
  readonly hint?: 'throttled' | 'quota-spent';
  readonly retryAfterMs?: number;
}

/** Which meaning it was, and the epoch ms from which trying again makes sense. */
export interface RefusalMeaning {
  readonly meaning: 'throttled' | 'quota-spent';
  readonly until: number;
}

/**
 * Given to a call when its turn has come, to say how it ended. The first word counts; a call that says nothing was
 * answered when its promise is kept, and was not when it is broken.
 */
export interface Turn {
  end(how: 'answered' | 'unanswered' | 'unsent'): void;
  refused(refusal: Refusal): RefusalMeaning;
}

export interface Queued<T> {
  readonly outcome: Promise<Outcome<T>>;
  /** Moves it to a more urgent lane while it waits. */
  readonly promote: (lane: Lane) => void;
}
