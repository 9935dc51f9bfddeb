import type { Failure } from '../../domain/failure';
import { isActionLane, type Lane } from '../../domain/lane';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';

/** State of reading. `rests`: the platform fails, so reads stop. `tries`: one read may test whether it works again. */
export type Reading = 'flows' | 'rests' | 'tries';

export interface LastCall {
  readonly failure?: Failure;
}

type State =
  | { readonly kind: 'closed'; readonly failures: number; readonly sinceMs: number }
  | {
      readonly kind: 'open';
      readonly restMs: number;
      readonly untilMs: number;
      /** A read is on its way to find out. */
      readonly isTrying: boolean;
    };

/** Calls without an answer, or with one of 5xx, one after the other with none that worked between them. */
const FAILURES_MAX = 5;
const REST_MS_MIN = 2_000;
const REST_MS_MAX = 60_000;
/** After a new failure within this time the pause is longer than the last one. */
const CALM_MS = 60_000;
/** When to come again while another read finds out. */
const TRYING_MS = 1_000;

/**
 * A circuit breaker for reads: after five failures in a row reads fail at once, and single reads test the platform at
 * growing intervals up to a minute. Actions are always sent, and their results count too.
 */
export class Breaker {
  private state: State = { kind: 'closed', failures: 0, sinceMs: -Infinity };
  private lastRestMs = 0;
  private trouble: Failure | undefined;
  private hasHeard = false;

  constructor(private readonly options: { clock: Clock; log: Log; changed: () => void }) {}

  get reading(): Reading {
    const { state } = this;
    if (state.kind === 'closed') return 'flows';
    return state.isTrying || this.options.clock.monotonicMs() < state.untilMs ? 'rests' : 'tries';
  }

  /** Failure of the last call; `undefined` when it worked. */
  get failure(): Failure | undefined {
    return this.trouble && this.state.kind === 'open' ? { ...this.trouble, next: RESTING } : this.trouble;
  }

  /** How the last call ended; nothing before the first one. */
  get lastCall(): LastCall | undefined {
    return this.hasHeard ? present({ failure: this.failure }) : undefined;
  }

  /** Why this call may not be sent. A call that may be sent always reports its end to {@link heard}. */
  refusal(lane: Lane): Failure | undefined {
    const { state } = this;
    if (state.kind === 'closed' || isActionLane(lane)) return undefined;
    // A person who asks is not kept waiting for the next try.
    if (this.reading === 'tries' || (lane === 'asked' && !state.isTrying)) {
      this.state = { ...state, isTrying: true };
      return undefined;
    }
    const { clock } = this.options;
    const waitMs = Math.max(TRYING_MS, state.untilMs - clock.monotonicMs());
    return this.failure && { ...this.failure, kind: 'unavailable', until: Math.ceil(clock.now() + waitMs) };
  }

  /** The call that was about to find out whether the platform works was never sent: another one may. */
  unsent(): void {
    if (this.state.kind === 'open') this.state = { ...this.state, isTrying: false };
  }

  /** Takes in the end of a call: without `failure` the platform works. */
  heard(failure: Failure | undefined): void {
    const before = this.failure;
    this.trouble = failure;
    this.state = failure ? this.afterFailure() : this.afterSuccess();
    const now = this.failure;
    const isFirst = !this.hasHeard;
    this.hasHeard = true;
    if (!isFirst && before?.message === now?.message && before?.next === now?.next) return;
    if (!failure && !isFirst) this.options.log.info('The service works again');
    else if (failure && before?.message !== failure.message)
      this.options.log.warn('The service does not work as it should', { failure: failure.message });
    this.options.changed();
  }

  private afterSuccess(): State {
    if (this.state.kind === 'closed') return { ...this.state, failures: 0 };
    return { kind: 'closed', failures: 0, sinceMs: this.options.clock.monotonicMs() };
  }

  private afterFailure(): State {
    const { state } = this;
    const nowMs = this.options.clock.monotonicMs();
    if (state.kind === 'closed') {
      const failures = state.failures + 1;
      if (failures < FAILURES_MAX) return { ...state, failures };
      return this.rest(nowMs, nowMs - state.sinceMs < CALM_MS ? this.lastRestMs * 2 : REST_MS_MIN);
    }
    // Calls sent before the pause carry no new information.
    return state.isTrying ? this.rest(nowMs, state.restMs * 2) : state;
  }

  private rest(nowMs: number, wantedMs: number): State {
    const restMs = Math.min(REST_MS_MAX, Math.max(REST_MS_MIN, wantedMs));
    this.lastRestMs = restMs;
    this.options.log.warn('Updates paused until the platform answers', { restMs });
    return { kind: 'open', restMs, untilMs: nowMs + restMs, isTrying: false };
  }
}

/** What a press becomes meanwhile is said where one presses: this stands in cells as well. */
const RESTING = 'It is asked again within a minute.';
