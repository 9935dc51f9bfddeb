import type { Environment } from '../../domain/desk-status';
import type { Failure } from '../../domain/failure';
import type { Inbox } from '../events/inbox';
import { deliveryPath } from './deliveries';
import type { DeliveryRules, Letterbox, Receiver } from './receiver';

/** How the outside world is let in to deliver events. */
export interface WebhookParts {
  readonly inboxes: readonly Inbox[];
  readonly rules: DeliveryRules;
  /** A server of its own; without it the gateway's own door takes deliveries. */
  readonly listensOn?: {
    readonly host: string;
    readonly port: number;
    readonly tls?: { readonly cert: string; readonly key: string };
  };
  /** The address from which a proxy hands deliveries on. */
  readonly publicUrl?: string;
}

/** The receiver as pages see it. */
export interface WebhookDoor {
  readonly isStated: boolean;
  readonly isSigned: boolean;
  readonly failure: Failure | undefined;
  /** `undefined` where nothing can be delivered for the environment. */
  at(environment: Environment): { readonly address: string; readonly box: Letterbox } | undefined;
  readonly strangers: Receiver['strangers'];
}

export interface Listening {
  /** Its address on this machine, ending in a slash. */
  readonly url: string;
  /** Whether others reach it under that name. */
  readonly isOutside: boolean;
}

export function webhookDoor(receiver: Receiver, listening: Listening, publicUrl?: string): WebhookDoor {
  return {
    isStated: publicUrl !== undefined || listening.isOutside,
    isSigned: receiver.rules.signature !== undefined,
    strangers: receiver.strangers,
    get failure() {
      return receiver.failure;
    },
    at(environment) {
      const box = receiver.boxOf(environment);
      return box && { box, address: addressAt(publicUrl ?? listening.url, box.token) };
    },
  };
}

/** A public address may lead into a folder of its proxy's. */
export const addressAt = (base: string, token: string): string =>
  `${base.replace(/\/+$/, '')}${deliveryPath(token)}`;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** How a caller of this address may name it, with its port and, if that is the common one, without. */
export function hostsOf(publicUrl: string | undefined): readonly string[] {
  if (publicUrl === undefined) return [];
  const { host, hostname, port, protocol } = new URL(publicUrl);
  return port === '' ? [host, `${hostname}:${DEFAULT_PORTS[protocol]}`] : [host];
}
