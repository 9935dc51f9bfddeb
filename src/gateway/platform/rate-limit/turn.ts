import type { Outcome } from '../../../domain/failure';
import { LANES, type Lane } from '../../../domain/lane';

/** A call waiting for its turn. */
export interface Entry {
  readonly lane: Lane;
  readonly operation: string;
  /** Cancels it: while it waits it leaves the queue at no cost. */
  readonly signal?: AbortSignal;
  /** A longer wait for its turn than this is a failure. */
  readonly waitMsMax?: number;
}

/** The service refused a call as one too many; `hint` is which of the two meanings its words suggest. */
export interface Refusal {
  readonly hint?: 'throttled' | 'quota-spent';
  /** The profile says that its status has this meaning and no other. */
  readonly isStated?: boolean;
  readonly retryAfterMs?: number;
}

/** Which meaning it was, and the epoch ms from which trying again makes sense. */
export interface RefusalMeaning {
  readonly meaning: 'throttled' | 'quota-spent';
  readonly until: number;
  /** It was said in the words of a spent day, which are not believed yet. */
  readonly speaksOfDay?: true;
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

/**
 * Waiting calls by lane: first in, first out within a lane, with a limit and removal from the middle. A set keeps the
 * order of entry and lets go of any member at the same small cost.
 */
export class LaneQueues<Job> {
  private readonly jobs: Readonly<Record<Lane, Set<Job>>> = {
    withdraw: new Set(),
    accept: new Set(),
    submit: new Set(),
    asked: new Set(),
    visible: new Set(),
    polling: new Set(),
    bulk: new Set(),
  };

  constructor(private readonly perLaneMax: number) {}

  /** Whether there was room. */
  add(lane: Lane, job: Job): boolean {
    if (this.jobs[lane].size >= this.perLaneMax) return false;
    this.jobs[lane].add(job);
    return true;
  }

  /** Whether it was there. */
  remove(lane: Lane, job: Job): boolean {
    return this.jobs[lane].delete(job);
  }

  /** The oldest job of the most urgent lane in which any waits, and how many wait there. */
  next(): { lane: Lane; job: Job; waiting: number } | undefined {
    for (const lane of LANES) {
      for (const job of this.jobs[lane]) return { lane, job, waiting: this.jobs[lane].size };
    }
    return undefined;
  }

  waitingIn(lane: Lane): Iterable<Job> {
    return this.jobs[lane];
  }

  /** Empties one lane. */
  takeAll(lane: Lane): readonly Job[] {
    const jobs = [...this.jobs[lane]];
    this.jobs[lane].clear();
    return jobs;
  }

  sizes(): Record<Lane, number> {
    const { withdraw, accept, submit, asked, visible, polling, bulk } = this.jobs;
    return {
      withdraw: withdraw.size,
      accept: accept.size,
      submit: submit.size,
      asked: asked.size,
      visible: visible.size,
      polling: polling.size,
      bulk: bulk.size,
    };
  }
}
