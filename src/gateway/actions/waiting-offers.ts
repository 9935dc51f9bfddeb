import type { Clock } from '../../effects/clock';

/** A page that has said nothing for this long hands nothing over any more: its batch was stopped, or it is gone. */
const HEARD_WITHIN_MS = 15_000;

/** How many offers pages have pressed for and not handed over yet, as each said last. */
export class WaitingOffers {
  private readonly said = new Map<string, { readonly count: number; readonly atMs: number }>();

  constructor(private readonly clock: Clock) {}

  tell(page: string, count: number): void {
    this.said.set(page, { count, atMs: this.clock.monotonicMs() });
  }

  /** None is waited for any more, on any page. */
  clear(): void {
    this.said.clear();
  }

  get count(): number {
    const sinceMs = this.clock.monotonicMs() - HEARD_WITHIN_MS;
    for (const [page, { atMs }] of this.said) if (atMs < sinceMs) this.said.delete(page);
    return [...this.said.values()].reduce((sum, { count }) => sum + count, 0);
  }
}
