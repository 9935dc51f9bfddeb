import type { OperationName } from '../../contract/service/operations';
import type { Failure } from '../../domain/failure';
import { isActionLane, type Lane } from '../../domain/lane';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { Circuit, type Reading } from './circuit';

export interface LastCall {
  readonly failure?: Failure;
}

/** What a call is of: the sign-in is none of the operations. */
export type Called = OperationName | 'authenticate';

/** One operation, and how it failed last. */
interface Own {
  readonly circuit: Circuit;
  readonly trouble: Failure;
}

/**
 * A circuit breaker for reads: after five failures in a row reads fail at once, and single reads test the platform at
 * growing intervals up to a minute. Actions are always sent, and their results count too. An operation that alone fails rests by
 * itself: that others work ends no rest of its own, and its failures make no longer rests for others.
 */
export class Breaker {
  private readonly whole: Circuit;
  /** Of each that has failed. */
  private readonly owns = new Map<Called, Own>();
  /** Which failed since the last call that worked. */
  private readonly failed = new Set<Called>();
  private trouble: Failure | undefined;
  private hasHeard = false;

  constructor(private readonly options: { clock: Clock; log: Log; changed: () => void }) {
    this.whole = new Circuit(options.clock);
  }

  get reading(): Reading {
    return this.whole.reading;
  }

  /** The operations whose reads rest by themselves, with how each failed last. */
  get failing(): ReadonlyMap<Called, Failure> {
    const resting = [...this.owns].filter(([, { circuit }]) => circuit.reading !== 'flows');
    return new Map(resting.map(([called, { trouble }]) => [called, trouble]));
  }

  /** Failure of the last call; `undefined` when it worked. */
  get failure(): Failure | undefined {
    return this.trouble && this.reading !== 'flows' ? { ...this.trouble, next: RESTING } : this.trouble;
  }

  /** How the last call ended; nothing before the first one. */
  get lastCall(): LastCall | undefined {
    return this.hasHeard ? present({ failure: this.failure }) : undefined;
  }

  /** Why this call may not be sent. A call that may be sent always reports its end to {@link heard}. */
  refusal(lane: Lane, called: Called): Failure | undefined {
    if (isActionLane(lane)) return undefined;
    const own = this.owns.get(called);
    const circuits = own ? [this.whole, own.circuit] : [this.whole];
    const waits = circuits.flatMap((circuit) => circuit.waitMs(lane === 'asked') ?? []);
    const trouble = this.trouble ?? own?.trouble;
    if (waits.length === 0 || !trouble) {
      for (const circuit of circuits) circuit.leaves();
      return undefined;
    }
    const until = Math.ceil(this.options.clock.now() + Math.max(...waits));
    return { ...trouble, next: RESTING, kind: 'unavailable', until };
  }

  /** The call that was about to find out whether the platform works was never sent: another one may. */
  unsent(called: Called): void {
    this.whole.unsent();
    this.owns.get(called)?.circuit.unsent();
  }

  /** Takes in the end of a call: without `failure` the platform works. */
  heard(failure: Failure | undefined, called: Called): void {
    const before = this.told();
    this.trouble = failure;
    if (failure) this.hasFailed(called, failure);
    else this.hasWorked(called);
    const isFirst = !this.hasHeard;
    this.hasHeard = true;
    const now = this.told();
    if (!isFirst && before.all === now.all) return;
    if (!failure && !isFirst && before.message !== undefined)
      this.options.log.info('The service works again');
    else if (failure && before.message !== failure.message)
      this.options.log.warn('The service does not work as it should', { failure: failure.message });
    this.options.changed();
  }

  private told(): { readonly message: string | undefined; readonly all: string } {
    const { message, next } = this.failure ?? {};
    return { message, all: JSON.stringify([message, next, [...this.failing.keys()]]) };
  }

  private hasWorked(called: Called): void {
    // They failed with the platform: nothing says that one of them fails by itself.
    if (this.whole.reading !== 'flows' && this.failed.size > 1) this.owns.clear();
    this.whole.worked();
    this.failed.clear();
    this.owns.get(called)?.circuit.worked();
  }

  private hasFailed(called: Called, trouble: Failure): void {
    const { circuit } = this.owns.get(called) ?? { circuit: new Circuit(this.options.clock) };
    this.owns.set(called, { circuit, trouble });
    circuit.failed(true);
    this.failed.add(called);
    // While one operation alone fails, another one is tried soon.
    const restMs = this.whole.failed(this.failed.size > 1);
    if (restMs !== undefined) this.options.log.warn('Updates paused until the platform answers', { restMs });
  }
}

/** What a press becomes meanwhile is said where one presses: this stands in cells as well. */
const RESTING = 'It is asked again within a minute.';
