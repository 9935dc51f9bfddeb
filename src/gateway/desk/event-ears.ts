import type { Environment } from '../../domain/desk-status';
import type { Outcome } from '../../domain/failure';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';

/** A session that is told what any machine of the desk has kept. */
export interface EventSession {
  onEnded(listener: () => void): () => void;
  onNotification(listener: (channel: string, payload: string) => void): () => void;
  cut(): void;
}

interface EventEarsOptions {
  /** A session that listens already. */
  readonly open: () => Promise<Outcome<EventSession>>;
  /** The log of an environment, where this machine has opened it. */
  readonly logOf: (environment: string) => Promise<{ catchUp(): Promise<void> } | undefined>;
  readonly environments: readonly Environment[];
  readonly clock: Clock;
  readonly log: Log;
}

const AGAIN_MS = 200;

/**
 * Hears of events that the doors of the desk have kept, for as long as this machine leads. A word of the store may be lost with its session:
 * whenever there is a new one, everything is read that came meanwhile.
 */
export class EventEars {
  private session: EventSession | undefined;
  private isStopped = false;

  constructor(private readonly options: EventEarsOptions) {}

  start(): void {
    void this.listen();
  }

  stop(): void {
    this.isStopped = true;
    this.session?.cut();
  }

  private async listen(): Promise<void> {
    const { open, environments, clock } = this.options;
    while (!this.isStopped) {
      const opened = await open();
      if (opened.ok) {
        const session = opened.value;
        this.session = session;
        const ended = new Promise<void>((resolve) => session.onEnded(resolve));
        session.onNotification((_, payload) => void this.catchUp(payload.split(' ')[0] ?? ''));
        // It may have been stopped while the session was being opened.
        if (this.isStopped) return session.cut();
        for (const environment of environments) void this.catchUp(environment);
        await ended;
      }
      if (!this.isStopped) await pause(clock, AGAIN_MS);
    }
  }

  private async catchUp(environment: string): Promise<void> {
    try {
      await (await this.options.logOf(environment))?.catchUp();
    } catch (error) {
      this.options.log.warn('Events that the doors kept cannot be read just now.', { reason: String(error) });
    }
  }
}
