import * as z from 'zod/mini';
import { addressList } from '../events/senders';
import { isLoopback } from '../web/door';

/** Variables of one form, for every group of settings. */
export const text = () => z.string().check(z.minLength(1));
export const port = z.pipe(
  z.string().check(
    z.regex(/^\d{1,5}$/),
    z.refine((digits) => Number(digits) <= 65_535),
  ),
  z.transform(Number),
);
const addresses = z.pipe(
  z.string(),
  z.transform((written: string) => written.split(',').map((one) => one.trim())),
);

/** How events are let in. */
export const WebhookVariables = z.object({
  WEBHOOK_URL: z.optional(z.string().check(z.refine(isPublicAddress))),
  WEBHOOK_HOST: z.optional(text()),
  WEBHOOK_PORT: z.optional(port),
  WEBHOOK_TLS_CERT: z.optional(text()),
  WEBHOOK_TLS_KEY: z.optional(text()),
  WEBHOOK_PROXY: z.optional(addresses.check(z.refine((listed) => addressList(listed) !== undefined))),
});
type WebhookVariables = z.infer<typeof WebhookVariables>;

const OWN_PORT = 3002;
const OWN_HOST = '127.0.0.1';

const TLS = 'a certificate and its key, two files (PEM), for that server';

export const WEBHOOK_DESCRIBED = {
  WEBHOOK_URL: {
    wants: 'the https address to which events are sent (docs/events.md)',
  },
  WEBHOOK_HOST: {
    wants: `events come to a server of their own on this address; with WEBHOOK_PORT alone, ${OWN_HOST}`,
  },
  WEBHOOK_PORT: {
    wants: `events come to a server of their own on this port; with WEBHOOK_HOST alone, ${OWN_PORT}`,
  },
  WEBHOOK_TLS_CERT: { wants: TLS },
  WEBHOOK_TLS_KEY: { wants: TLS },
  WEBHOOK_PROXY: {
    wants: 'addresses or networks, with commas, of proxies that say truly whom they forward for',
  },
} as const;

export interface WebhookSettings {
  readonly publicUrl?: string;
  /** A server of its own. */
  readonly listensOn?: {
    readonly host: string;
    readonly port: number;
    readonly tls?: { readonly certPath: string; readonly keyPath: string };
  };
  readonly proxies: readonly string[];
}

/** The settings, or a sentence about what is wrong with them. */
export function webhookSettingsOf(
  variables: WebhookVariables,
  deskPort: number,
): WebhookSettings | { readonly problem: string } {
  const { WEBHOOK_HOST: host, WEBHOOK_PORT: port, WEBHOOK_URL: publicUrl } = variables;
  const { WEBHOOK_TLS_CERT: certPath, WEBHOOK_TLS_KEY: keyPath } = variables;
  const isOwn = host !== undefined || port !== undefined;
  const problem = problemOf(variables, { isOwn, deskPort });
  if (problem !== undefined) return { problem };
  return {
    proxies: variables.WEBHOOK_PROXY ?? [],
    ...(publicUrl !== undefined && { publicUrl }),
    ...(isOwn && {
      listensOn: {
        host: host ?? OWN_HOST,
        port: port ?? OWN_PORT,
        ...(certPath !== undefined && keyPath !== undefined && { tls: { certPath, keyPath } }),
      },
    }),
  };
}

const EVERYWHERE = ['0.0.0.0', '::'];

function problemOf(
  variables: WebhookVariables,
  { isOwn, deskPort }: { readonly isOwn: boolean; readonly deskPort: number },
): string | undefined {
  const { WEBHOOK_HOST: host, WEBHOOK_PORT: port, WEBHOOK_URL: publicUrl } = variables;
  const { WEBHOOK_TLS_CERT: certPath, WEBHOOK_TLS_KEY: keyPath } = variables;
  if ((certPath === undefined) !== (keyPath === undefined)) {
    return 'WEBHOOK_TLS_CERT and WEBHOOK_TLS_KEY are needed together, or neither.';
  }
  if (certPath !== undefined && !isOwn) {
    return 'WEBHOOK_TLS_CERT is for a server of its own: set WEBHOOK_PORT too, or use DESK_TLS_CERT.';
  }
  if (isOwn && deskPort !== 0 && (port ?? OWN_PORT) === deskPort) {
    return 'WEBHOOK_PORT must be another port than DESK_PORT, so that events have a server of their own.';
  }
  if (host !== undefined && EVERYWHERE.includes(host) && publicUrl === undefined) {
    return `WEBHOOK_URL is needed with WEBHOOK_HOST=${host}: by which name the outside world calls this machine.`;
  }
  return undefined;
}

/** What everybody should be told who opens the receiver to more than this machine. */
export function openDoorWarning({ listensOn }: WebhookSettings): string | undefined {
  if (!listensOn || isLoopback(listensOn.host) || listensOn.tls) return undefined;
  return (
    `WEBHOOK_HOST is ${listensOn.host} without WEBHOOK_TLS_CERT and WEBHOOK_TLS_KEY: EVERYBODY ON THE WAY CAN READ ` +
    'THE ADDRESS OF YOUR EVENTS AND SEND FALSE ONES.'
  );
}

/** The service calls https addresses alone (interface document, section 6); this machine may be called otherwise. */
function isPublicAddress(written: string): boolean {
  if (!URL.canParse(written)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(written);
  const isSecure =
    protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
  return isSecure && username + password + search + hash === '';
}
