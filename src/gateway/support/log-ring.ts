import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';

export interface LogLine {
  /** Epoch ms. */
  readonly at: number;
  readonly level: keyof Log;
  readonly message: string;
  readonly fields?: unknown;
}

const LINES_MAX = 500;

/** A log that also keeps its newest lines in memory, for the support bundle. `kept` says what may be kept of a line. */
export class LogRing implements Log {
  private readonly ring: LogLine[] = [];

  constructor(
    private readonly log: Log,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly kept: (value: unknown) => unknown,
  ) {}

  /** The newest lines, oldest first. */
  get lines(): readonly LogLine[] {
    return this.ring;
  }

  readonly info: Log['info'] = (message, fields) => this.say('info', message, fields);
  readonly warn: Log['warn'] = (message, fields) => this.say('warn', message, fields);
  readonly error: Log['error'] = (message, fields) => this.say('error', message, fields);

  private say(level: keyof Log, message: string, fields?: Readonly<Record<string, unknown>>): void {
    this.log[level](message, fields);
    const line = { at: this.clock.now(), level, message: String(this.kept(message)) };
    // At once and not when a bundle is asked for: what is kept must neither change nor hold anything big alive.
    this.ring.push(fields === undefined ? line : { ...line, fields: this.kept(fields) });
    if (this.ring.length > LINES_MAX) this.ring.shift();
  }
}
