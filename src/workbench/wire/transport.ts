import * as z from 'zod/mini';

/** Carries texts between the host and the add-in's page. */
export interface Transport {
  send(text: string): void;
  onText(act: (text: string) => void): void;
  /** What the page's loader met and could not answer. */
  onUnknown(act: (what: string) => void): void;
}

const Posted = z.union([z.object({ toHost: z.string() }), z.object({ unknown: z.string() })]);

/** Only messages of that frame, on this origin, come in. */
export function frameTransport(frame: HTMLIFrameElement): Transport {
  const { origin } = window.location;
  const listen = (act: (message: z.infer<typeof Posted>) => void): void => {
    window.addEventListener('message', (event) => {
      if (event.source !== frame.contentWindow || event.origin !== origin) return;
      const message = Posted.safeParse(event.data);
      if (message.success) act(message.data);
    });
  };
  return {
    send: (text) => frame.contentWindow?.postMessage({ toPage: text }, origin),
    onText: (act) => listen((message) => 'toHost' in message && act(message.toHost)),
    onUnknown: (act) => listen((message) => 'unknown' in message && act(message.unknown)),
  };
}
