import { answersAgainNoted, failsAloneNoted, stoppedAnsweringNoted } from '../../domain/notes/desk-notes';
import type { By } from '../../domain/person';
import type { Clock } from '../../effects/clock';
import type { DeskEntries } from '../actions/desk-entries';
import { secondText } from '../platform/rate-limit/service-day';
import type { Platform } from '../platform/platform';

interface OutagesOptions {
  readonly platform: Pick<Platform, 'reading' | 'failing' | 'lastCall' | 'onStatusChanged'>;
  readonly entries: Pick<DeskEntries, 'read' | 'record'>;
  /** The gateway itself. */
  readonly by: By;
  readonly zone: string;
  readonly clock: Clock;
}

/** It lasts, or is over, once that is so for as long. */
const LASTS_MS = 5_000;

/**
 * Writes down when the platform stopped answering and when it answered again, as the calls that the desk makes anyway show it: once each, and
 * not what changed within seconds.
 */
export class Outages {
  private readonly stopWatching: () => void;
  /** When the first of the calls failed after which not all work, epoch ms. */
  private failingSince: number | undefined;
  /** The same of those with none between them that worked. */
  private silentSince: number | undefined;
  /** Others worked meanwhile. */
  private isPartly = false;
  /** When all worked again, epoch ms. */
  private workingSince: number | undefined;
  private told: 'nothing' | 'alone' | 'whole' = 'nothing';
  private cancel: (() => void) | undefined;

  constructor(private readonly options: OutagesOptions) {
    const [last] = options.entries
      .read()
      .filter(({ entry }) => entry === 'platform-silent' || entry === 'platform-answers');
    // The run before stopped in an outage: calls that work end it.
    if (last?.entry === 'platform-silent') {
      this.failingSince = last.createdAt;
      this.told = 'whole';
    }
    this.stopWatching = options.platform.onStatusChanged(() => this.look());
  }

  stop(): void {
    this.stopWatching();
    this.cancel?.();
  }

  private look(): void {
    const { platform, clock } = this.options;
    if (!platform.lastCall) return;
    const { failure } = platform.lastCall;
    const now = clock.now();
    this.silentSince = failure ? (this.silentSince ?? now) : undefined;
    if (failure || platform.failing.size > 0) {
      this.failingSince ??= now;
      this.workingSince = undefined;
      this.isPartly ||= failure === undefined;
      this.begin(now, this.failingSince);
    } else if (this.failingSince !== undefined) {
      this.workingSince ??= now;
      this.end(now, this.failingSince, this.workingSince);
    }
  }

  /** One call that failed is no outage: that reads rest makes it one. */
  private begin(now: number, failingSince: number): void {
    const { platform, entries, by, zone } = this.options;
    const { reading, failing, lastCall } = platform;
    const { silentSince, told } = this;
    if (told === 'whole') return;
    if (reading !== 'flows' && lastCall?.failure && silentSince !== undefined) {
      if (now - silentSince < LASTS_MS) return this.lookAt(silentSince + LASTS_MS);
      this.told = 'whole';
      return void entries.record(stoppedAnsweringNoted(by, secondText(silentSince, zone), lastCall.failure));
    }
    const [first] = failing.values();
    if (!first || !this.isPartly || told !== 'nothing') return;
    if (now - failingSince < LASTS_MS) return this.lookAt(failingSince + LASTS_MS);
    this.told = 'alone';
    const operations = [...failing.keys()];
    void entries.record(
      failsAloneNoted(by, secondText(failingSince, zone), { operations, message: first.message }),
    );
  }

  private end(now: number, since: number, workingSince: number): void {
    const { entries, by, zone } = this.options;
    if (this.told !== 'nothing' && now - workingSince < LASTS_MS) return this.lookAt(workingSince + LASTS_MS);
    if (this.told !== 'nothing')
      void entries.record(answersAgainNoted(by, secondText(workingSince, zone), workingSince - since));
    this.failingSince = this.workingSince = undefined;
    this.isPartly = false;
    this.told = 'nothing';
  }

  private lookAt(at: number): void {
    const { clock } = this.options;
    this.cancel?.();
    this.cancel = clock.after(at - clock.now(), () => this.look());
  }
}
