import { subscribe } from 'node:diagnostics_channel';
import * as z from 'zod/mini';
import type { Inbox } from '../../src/gateway/events/event-log';

/**
 * Where the gateway ends itself as `kill -9` would: with the event in memory alone, with the event on disk and nothing
 * answered, or with the answer written and its consequences not written down.
 */
export const KillStep = z.enum(['before', 'stored', 'answered']);
export type KillStep = z.infer<typeof KillStep>;

/** At which step, and at which event since the gateway was told so, from 1. */
export const Kill = z.object({ step: KillStep, nth: z.int().check(z.gte(1)) });
export type Kill = z.infer<typeof Kill>;

/** Ends the process. A parameter, because whoever tries this out wants to live. */
export type Die = () => void;

const Finished = z.object({
  request: z.object({ url: z.string() }),
  response: z.object({ statusCode: z.number() }),
});

/** Arms the steps, disarmed at first: the kill comes at the nth event after {@link arm}. */
export class Deadly {
  private kill: Kill | undefined;
  private stored = 0;
  private answered = 0;

  constructor(private readonly die: Die) {
    subscribe('http.server.response.finish', (message) => {
      const finished = Finished.safeParse(message);
      if (!finished.success || this.kill?.step !== 'answered') return;
      const { request, response } = finished.data;
      const isKept = request.url.startsWith('/webhooks/') && response.statusCode === 200;
      if (isKept && ++this.answered >= this.kill.nth) this.die();
    });
  }

  arm(kill: Kill): void {
    this.kill = kill;
  }

  /** The same inboxes; at the step, the process ends right before or after an event is on the disk. */
  inboxes(inboxes: readonly Inbox[]): readonly Inbox[] {
    return inboxes.map((inbox) => ({
      ...inbox,
      events: {
        keep: async (heard) => {
          if (this.kill !== undefined) this.stored += heard.length;
          const isDue = this.kill !== undefined && this.stored >= this.kill.nth;
          if (isDue && this.kill?.step === 'before') this.die();
          const kept = await inbox.events.keep(heard);
          if (isDue && this.kill?.step === 'stored') this.die();
          return kept;
        },
      },
    }));
  }
}
