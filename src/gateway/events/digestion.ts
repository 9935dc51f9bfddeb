import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { EventLog } from './event-log';

const WRITE_EVERY_MS = 1_000;

/** Writes down whose consequences were drawn: many at once, and again when the disk refuses. */
export class Digestion {
  private sequences: number[] = [];
  private cancel: (() => void) | undefined;

  constructor(
    private readonly parts: {
      readonly events: Pick<EventLog, 'digested'>;
      readonly clock: Clock;
      readonly log: Log;
    },
  ) {}

  add(sequences: readonly number[]): void {
    for (const sequence of sequences) this.sequences.push(sequence);
    if (this.sequences.length > 0) this.cancel ??= this.parts.clock.after(WRITE_EVERY_MS, () => this.write());
  }

  stop(): void {
    this.write();
    this.cancel?.();
  }

  private write(): void {
    this.cancel?.();
    this.cancel = undefined;
    const sequences = [...new Set(this.sequences)];
    this.sequences = [];
    if (sequences.length === 0) return;
    try {
      this.parts.events.digested(sequences);
    } catch (error) {
      this.parts.log.warn('What became of events cannot be written down.', { error: String(error) });
      this.add(sequences);
    }
  }
}
