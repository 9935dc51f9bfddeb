import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { KillSwitch, type HandedOn, type Remains } from '../actions/kill-switch';
import { openKillSwitchWeb } from '../web/server';
import type { Sessions } from '../web/sessions';

/** What is left of a desk that is led no more. */
export interface Abandoned {
  /** Who was let in. */
  readonly sessions: Sessions;
  /** By which everything can still be withdrawn; absent where nobody was signed in at the platform. */
  readonly remains: Remains | undefined;
}

interface HeldKillSwitchOptions {
  readonly peers: { readonly host: string };
  /** The peers' part of the desk's key. */
  readonly key: Buffer;
  readonly clock: Clock;
  readonly log: Log;
}

/** The one right of a gateway that led last: held from the loss of the lead until somebody leads. */
export class HeldKillSwitch {
  private held: { close(): Promise<void> } | undefined;
  private isEnded = false;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly options: HeldKillSwitchOptions) {}

  /** `port`: where doors reached the desk. */
  hold(
    { sessions, remains }: Abandoned,
    { port, keep }: { port: number; keep: (handedOn: HandedOn) => void },
  ): Promise<void> {
    return this.inTurn(async () => {
      if (!remains) return;
      if (this.isEnded) return remains.line.close();
      const { peers, key, clock, log } = this.options;
      const held = new KillSwitch({ remains, keep, clock, log });
      const web = await openKillSwitchWeb({
        host: peers.host,
        port,
        key,
        sessions,
        log,
        press: (asked, by) => held.press(asked, by),
      });
      this.held = {
        async close() {
          await held.settled();
          await web.close();
          await remains.line.close();
        },
      };
    });
  }

  /** Somebody leads: from here on that one withdraws. What was pressed comes to its end first. */
  release(): Promise<void> {
    return this.inTurn(async () => {
      const { held } = this;
      this.held = undefined;
      await held?.close();
    });
  }

  /** Nothing is held any more, whatever is lost later. */
  end(): Promise<void> {
    this.isEnded = true;
    return this.release();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.last.then(work).catch((error: unknown) => {
      this.options.log.warn('"Withdraw all" without the database cannot be held ready.', {
        error: String(error),
      });
    });
    this.last = done;
    return done;
  }
}
