import { answersAgainNoted, stoppedAnsweringNoted } from '../../domain/notes/desk-notes';
import type { By } from '../../domain/person';
import type { Clock } from '../../effects/clock';
import type { DeskEntries } from '../actions/desk-entries';
import { secondText } from '../platform/rate-limit/service-day';
import type { Platform } from '../platform/platform';

interface OutagesOptions {
  readonly platform: Pick<Platform, 'reading' | 'lastCall' | 'onStatusChanged'>;
  readonly entries: Pick<DeskEntries, 'read' | 'record'>;
  /** The gateway itself. */
  readonly by: By;
  readonly zone: string;
  readonly clock: Clock;
}

/** Writes down when the platform stopped answering and when it answered again, as the calls that the desk makes anyway show it. */
export class Outages {
  private readonly stopWatching: () => void;
  /** When the first of the calls failed that have failed ever since, epoch ms. */
  private failingSince: number | undefined;
  private isTold = false;

  constructor(private readonly options: OutagesOptions) {
    const [last] = options.entries
      .read()
      .filter(({ entry }) => entry === 'platform-silent' || entry === 'platform-answers');
    // The run before stopped in an outage: the first call that works ends it.
    if (last?.entry === 'platform-silent') {
      this.failingSince = last.createdAt;
      this.isTold = true;
    }
    this.stopWatching = options.platform.onStatusChanged(() => this.look());
  }

  stop(): void {
    this.stopWatching();
  }

  private look(): void {
    const { platform, entries, by, zone, clock } = this.options;
    const { lastCall } = platform;
    if (!lastCall) return;
    const { failure } = lastCall;
    const isOut = platform.reading !== 'flows';
    if (failure || isOut) this.failingSince ??= clock.now();
    if (this.failingSince === undefined) return;
    // One call that failed is no outage: that updates are paused makes it one.
    if (isOut && failure && !this.isTold) {
      this.isTold = true;
      const since = secondText(this.failingSince, zone);
      void entries.record(stoppedAnsweringNoted(by, since, failure));
    }
    if (failure || isOut) return;
    if (this.isTold) {
      const [since, now] = [this.failingSince, clock.now()];
      void entries.record(answersAgainNoted(by, secondText(now, zone), now - since));
    }
    this.failingSince = undefined;
    this.isTold = false;
  }
}
