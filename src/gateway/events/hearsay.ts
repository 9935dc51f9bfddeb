import type { Found } from './comparison';

const SAID_MAX = 50_000;

/**
 * What events have said since the round before the last: a list may show a thing a little later than its event comes, and
 * what was pushed is not found once more.
 */
export class Hearsay {
  private before = new Set<string>();
  private now = new Set<string>();

  hear(events: readonly Found[]): void {
    for (const event of events) if (this.now.size < SAID_MAX) this.now.add(keyOf(event));
  }

  /** What of this no event has said. */
  news(found: readonly Found[]): Found[] {
    return found.filter((one) => !this.before.has(keyOf(one)) && !this.now.has(keyOf(one)));
  }

  turn(): void {
    this.before = this.now;
    this.now = new Set();
  }
}

/** A deal is one, whatever is said of it; a request is said to be different things in turn. */
const keyOf = ({ type, requestId, tradeId }: Found): string =>
  JSON.stringify(tradeId === undefined ? [type, requestId] : [tradeId]);
