import type { Found } from './comparison';

const SAID_MAX = 50_000;
/** A list may show a thing so much later than its event came. */
const LATE_MS = 3_600_000;

/** What events have said in the last hour at least: what was pushed is not found once more. */
export class Hearsay {
  private before = new Set<string>();
  private now = new Set<string>();
  private turnedAt = -Infinity;

  hear(events: readonly Found[]): void {
    for (const { tradeId, ...event } of events) {
      if (this.now.size >= SAID_MAX) return;
      this.now.add(keyOf(event));
      if (tradeId !== undefined) this.now.add(keyOf({ ...event, tradeId }));
    }
  }

  /** What of this no event has said. */
  news(found: readonly Found[]): Found[] {
    return found.filter((one) => !this.before.has(keyOf(one)) && !this.now.has(keyOf(one)));
  }

  /** Lists were compared: what was said long before that will not be found any more. `now` is epoch ms. */
  turn(now: number): void {
    if (now - this.turnedAt < LATE_MS) return;
    this.turnedAt = now;
    this.before = this.now;
    this.now = new Set();
  }
}

/** A deal is one, whatever is said of it; a request is said to be different things in turn. */
const keyOf = ({ type, requestId, tradeId }: Found): string =>
  JSON.stringify(tradeId === undefined ? [type, requestId] : [tradeId]);
