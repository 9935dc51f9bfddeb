import type { FastifyInstance } from 'fastify';
import { WEBHOOK_ROUTES, type WebhookAnswer, type WebhookCheckAnswer } from '../../contract/desk/webhook';
import { readEvent } from '../../contract/event/event-body';
import type { Environment } from '../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { EventLog } from '../events/event-log';
import type { Proofs } from '../events/signature';
import type { WebhookDoor } from '../events/webhook-door';
import type { Service } from '../platform/operations';
import { handle, refuse } from './serve';

/** What the desk that is open now has to do with events. */
interface EventSource {
  readonly environment: Environment;
  readonly events: Pick<EventLog, 'keep'>;
  readonly platform: { readonly service: Pick<Service, 'ping'> };
}

interface WebhookApiOptions {
  readonly clock: Clock;
  /** Absent: this gateway takes no deliveries. */
  readonly webhook?: () => WebhookDoor;
  readonly resources: () => EventSource;
}

/** How events reach the desk, and the check that they can be read: for pages that the gateway knows. */
export function webhookApi(app: FastifyInstance, options: WebhookApiOptions): void {
  handle(app, WEBHOOK_ROUTES.read, {
    async handler(_, reply) {
      const how = options.webhook && webhookOf(options.webhook(), options.resources().environment);
      return how ?? refuse(reply, NOT_RECEIVING);
    },
  });
  handle(app, WEBHOOK_ROUTES.check, {
    async handler(_, reply) {
      const outcome = await checked(options.resources(), options.clock);
      return outcome.ok ? outcome.value : refuse(reply, outcome.failure);
    },
  });
}

function webhookOf(door: WebhookDoor, environment: Environment): WebhookAnswer | undefined {
  const here = door.at(environment);
  if (!here) return undefined;
  const { tally } = here.box;
  const { strangers } = door;
  const refusals = [tally.lastRefusal, strangers.lastRefusal].filter((one) => one !== undefined);
  const lastRefusal = refusals.toSorted((a, b) => b.at - a.at)[0];
  return {
    address: here.address,
    isStated: door.isStated,
    isSigned: isProven(here.box.rules),
    accepted: tally.accepted,
    refused: tally.refused + strangers.refused,
    ...(tally.lastAcceptedAt !== undefined && { lastAcceptedAt: tally.lastAcceptedAt }),
    ...(lastRefusal && { lastRefusal }),
  };
}

const isProven = ({ signature, headerSecrets }: Proofs): boolean =>
  signature !== undefined || headerSecrets !== undefined;

async function checked(
  { platform, events }: EventSource,
  clock: Clock,
): Promise<Outcome<WebhookCheckAnswer>> {
  const example = await platform.service.ping({ lane: 'asked' });
  if (!example.ok) return example;
  const read = readEvent(example.value);
  const text = JSON.stringify(example.value);
  if (!read.ok) return failed(notAnEvent(read.failure, text));
  try {
    const [event] = await events.keep([{ ...read.value, heardAt: clock.now(), origin: 'test', body: '' }]);
    return event ? success({ event, example: text }) : failed(NOT_KEPT);
  } catch {
    return failed(NOT_KEPT);
  }
}

const EXAMPLE_SHOWN_MAX = 200;

const notAnEvent = ({ message }: Failure, example: string): Failure => ({
  kind: 'unreadable',
  message:
    `The platform's example event cannot be read: ${message.replace(/^.*?event\. /, '')} ` +
    `It gave ${example.slice(0, EXAMPLE_SHOWN_MAX)}`,
  next:
    'If this is no event at all, set paths.ping of the service profile to where the example is. If it is one, ' +
    'report it: events of this form are refused.',
});
const NOT_KEPT: Failure = {
  kind: 'unavailable',
  message: 'The example was read but could not be saved, probably because the disk is full.',
  next: 'Free disk space in the gateway’s data folder, then test again.',
};
const NOT_RECEIVING: Failure = {
  kind: 'unsupported',
  message: 'This gateway receives no events for this environment.',
  next: 'Its log says why. Changes are detected by polling.',
};
