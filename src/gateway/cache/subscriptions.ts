import type { Clock } from '../../effects/clock';
import { failsForGood, type Entry, type Stage, type Watcher } from './entry';

const UNWATCHED_KEPT_MS = 60_000;
/** Wait before a wrong identifier is tried again. */
export const WRONG_ID_KEPT_MS = 600_000;

interface SubscriptionsOptions {
  readonly clock: Clock;
  /** Acquires the dependencies of a wanted entry; returns their release. */
  readonly provide: (entry: Entry) => (() => void) | undefined;
  /** Removes an entry without subscribers after its retention time. */
  readonly forget: (entry: Entry) => void;
  readonly changed: (entry: Entry) => void;
}

/** Subscriptions to entries, and the changes when one starts or ends. */
export class Subscriptions {
  constructor(private readonly options: SubscriptionsOptions) {}

  /** The answer leaves; twice is harmless. */
  join(entry: Entry, watcher: Watcher): () => void {
    entry.listeners.add(watcher);
    if (!watcher.quiet) entry.active += 1;
    this.moved(entry);
    return () => {
      if (!entry.listeners.delete(watcher)) return;
      if (!watcher.quiet) {
        entry.active -= 1;
        entry.leftAtMs = this.options.clock.monotonicMs();
      }
      this.moved(entry);
    };
  }

  hold(entry: Entry): () => void {
    entry.holds += 1;
    this.moved(entry);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      entry.holds -= 1;
      this.moved(entry);
    };
  }

  private moved(entry: Entry): void {
    const stage = stageOf(entry);
    if (entry.stage === stage) return;
    entry.stage = stage;
    entry.release?.();
    entry.release = this.provision(entry);
    giveUp(entry);
    this.options.changed(entry);
  }

  private provision(entry: Entry): (() => void) | undefined {
    if (entry.stage === 'wanted') return this.options.provide(entry);
    if (entry.stage === 'shown') return undefined;
    const keptMs = failsForGood(entry) ? WRONG_ID_KEPT_MS : UNWATCHED_KEPT_MS;
    return this.options.clock.after(keptMs, () => this.options.forget(entry));
  }
}

const stageOf = ({ listeners, active, holds }: Entry): Stage =>
  active + holds > 0 ? 'wanted' : listeners.size > 0 ? 'shown' : 'left';

/** Waiting fetches without subscribers are cancelled; a person's refresh stays while it is shown. */
function giveUp({ stage, inFlight }: Entry): void {
  if (stage === 'left' || (stage === 'shown' && inFlight?.lane !== 'asked')) inFlight?.giveUp.abort();
}
