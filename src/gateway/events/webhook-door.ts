import type { Profile } from '../../contract/service/profile';
import type { Environment } from '../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { deliveryPath } from './deliveries';
import type { Inbox } from './event-log';
import type { Letterbox, Receiver } from './receiver';
import { addressList } from './senders';
import { proofsOf, type DeliveryRules } from './signature';

/** How the outside world is let in to deliver events. */
export interface WebhookOptions {
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

/** The rules of a service profile. */
export function deliveryRules(
  webhooks: Profile['webhooks'],
  proxies: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Outcome<DeliveryRules> {
  const { allowFrom, items } = webhooks;
  const allowed = addressList(allowFrom);
  const trusted = addressList(proxies);
  if (!allowed || !trusted) return failed(NOT_ADDRESSES);
  const senders = {
    ...(allowFrom.length > 0 && { allowed }),
    ...(proxies.length > 0 && { proxies: trusted }),
  };
  const proofs = proofsOf(webhooks, environment);
  return proofs.ok ? success({ senders, ...proofs.value, ...(items !== undefined && { items }) }) : proofs;
}

const NOT_ADDRESSES: Failure = {
  kind: 'invalid-argument',
  message: 'webhooks.allowFrom of the service profile is not a list of addresses.',
  next: 'Each is an address such as 192.0.2.7, or a network such as 192.0.2.0/24.',
};
