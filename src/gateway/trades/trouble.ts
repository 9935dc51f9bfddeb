import { sentence, type Failure } from '../../domain/failure';
import type { TradeId } from '../../domain/identifiers';

/** So often one trade is asked for before it is set aside. */
const TRIES_MAX = 6;
/** So many trades in a row that cannot be read mean that none can: the calls of the day are worth more. */
const HOPELESS_MAX = 20;
const REST_MS = 5_000;
const REST_MS_MAX = 300_000;

const WAITED_FOR: readonly Failure['kind'][] = ['quota-spent', 'throttled', 'unavailable', 'signed-out'];
/** It may be answered later. */
export const waits = ({ kind }: Failure): boolean => WAITED_FOR.includes(kind);

/** How long to wait before going on; `undefined` where waiting does not help. */
export function restMs(failure: Failure, restsBefore: number, now: number): number | undefined {
  if (!waits(failure)) return undefined;
  if (failure.until !== undefined && failure.until > now) return failure.until - now;
  return Math.min(REST_MS_MAX, REST_MS * 2 ** Math.min(restsBefore, 10));
}

export const hopeless = (last: Failure): Failure => ({
  kind: 'unreadable',
  message: `${HOPELESS_MAX} trades in a row could not be read, so the download has stopped. The last one: ${sentence(last)}`,
  next: 'Check the service profile, or ask the operator; then resume it.',
});

interface Tried {
  readonly tries: number;
  /** How many others had been read by the last try. */
  readonly others: number;
}

/**
 * Which trades make trouble. One that cannot be read at all is set aside at once; one that got no answer goes behind the
 * others, and is set aside when they are answered and it is not: so neither a trade nor an outage is taken for the other.
 */
export class Troubles {
  private readonly tried = new Map<TradeId, Tried>();
  private readonly behind = new Set<TradeId>();
  private others = 0;
  private asideInRow = 0;
  private areLast = false;

  isBehind(id: TradeId): boolean {
    return this.behind.has(id);
  }

  /** Those behind the others are next; whether there are any. */
  takeBehind(): boolean {
    this.areLast = this.behind.size > 0;
    this.behind.clear();
    return this.areLast;
  }

  /** One could be read. */
  read(): void {
    this.others += 1;
    this.asideInRow = 0;
    this.areLast = false;
  }

  /** One could not. */
  met(id: TradeId, failure: Failure): 'wait' | 'aside' | 'hopeless' {
    if (waits(failure) && !this.isItsOwn(id, failure)) {
      if (failure.kind === 'unavailable') this.behind.add(id);
      return 'wait';
    }
    this.asideInRow += 1;
    return this.asideInRow >= HOPELESS_MAX ? 'hopeless' : 'aside';
  }

  private isItsOwn(id: TradeId, failure: Failure): boolean {
    if (failure.kind !== 'unavailable') return false;
    const last = this.tried.get(id) ?? { tries: 0, others: this.others };
    const counts = this.areLast || failure.service !== undefined || this.others > last.others;
    const tries = last.tries + Number(counts);
    this.tried.set(id, { tries, others: this.others });
    return tries >= TRIES_MAX;
  }
}
