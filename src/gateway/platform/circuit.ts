import type { Clock } from '../../effects/clock';

/** State of reading. `rests`: it fails, so reads stop. `tries`: one read may test whether it works again. */
export type Reading = 'flows' | 'rests' | 'tries';

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

/** Whether reads of one kind stop: after five failures in a row they do, and single ones test at growing intervals up to a minute. */
export class Circuit {
  private state: State = { kind: 'closed', failures: 0, sinceMs: -Infinity };
  private lastRestMs = 0;

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  get reading(): Reading {
    const { state } = this;
    if (state.kind === 'closed') return 'flows';
    return state.isTrying || this.clock.monotonicMs() < state.untilMs ? 'rests' : 'tries';
  }

  /** Why not yet: how long to wait. A person who asks is not kept waiting for the next try. */
  waitMs(isAsked: boolean): number | undefined {
    const { state } = this;
    if (state.kind === 'closed' || this.reading === 'tries' || (isAsked && !state.isTrying)) return undefined;
    return Math.max(TRYING_MS, state.untilMs - this.clock.monotonicMs());
  }

  /** A read leaves, which finds out where it is to be found out. */
  leaves(): void {
    if (this.state.kind === 'open') this.state = { ...this.state, isTrying: true };
  }

  /** That read was never sent: another one may. */
  unsent(): void {
    if (this.state.kind === 'open') this.state = { ...this.state, isTrying: false };
  }

  worked(): void {
    const sinceMs = this.state.kind === 'closed' ? this.state.sinceMs : this.clock.monotonicMs();
    this.state = { kind: 'closed', failures: 0, sinceMs };
  }

  /** `mayGrow`: the rest is longer than the one before. Answers how long it rests from now on, where it begins to. */
  failed(mayGrow: boolean): number | undefined {
    const { state } = this;
    const nowMs = this.clock.monotonicMs();
    if (state.kind === 'closed') {
      const failures = state.failures + 1;
      this.state = { ...state, failures };
      if (failures < FAILURES_MAX) return undefined;
      return this.rest(nowMs, mayGrow && nowMs - state.sinceMs < CALM_MS ? this.lastRestMs * 2 : REST_MS_MIN);
    }
    // Calls sent before the pause carry no new information.
    if (!state.isTrying) return undefined;
    return this.rest(nowMs, mayGrow ? state.restMs * 2 : REST_MS_MIN);
  }

  private rest(nowMs: number, wantedMs: number): number {
    const restMs = Math.min(REST_MS_MAX, Math.max(REST_MS_MIN, wantedMs));
    this.lastRestMs = restMs;
    this.state = { kind: 'open', restMs, untilMs: nowMs + restMs, isTrying: false };
    return restMs;
  }
}
