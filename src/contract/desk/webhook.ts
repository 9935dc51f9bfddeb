import * as z from 'zod/mini';
import { PlatformEvent } from '../../domain/event';
import { Failure } from '../../domain/failure';
import type { Routes } from './routes';

/** How events reach this desk. Counts are since the gateway started; times are epoch ms. */
export const WebhookAnswer = z.object({
  /** The address to give to the operator. It ends in a token that nobody can guess: who knows it can knock. */
  address: z.string(),
  /** Settings state where the outside world reaches it; otherwise `address` is good on this machine alone. */
  isStated: z.boolean(),
  /** Whether deliveries have to be signed. */
  isSigned: z.boolean(),
  accepted: z.number(),
  refused: z.number(),
  lastAcceptedAt: z.optional(z.number()),
  /** Why the last delivery that was refused was refused, and when. */
  lastRefusal: z.optional(z.object({ at: z.number(), failure: Failure })),
});
export type WebhookAnswer = z.infer<typeof WebhookAnswer>;

/**
 * Asks the service for its example of an event (GET /ping, one call), reads it as a delivery would
 * be read, and shows it among the events as a test.
 */
export const WebhookCheckAnswer = z.object({
  event: PlatformEvent,
  /** The example as the service gave it. */
  example: z.string(),
});
export type WebhookCheckAnswer = z.infer<typeof WebhookCheckAnswer>;

/** The routes for the webhook, apart from the others because a page loads them with its settings. */
export const WEBHOOK_ROUTES = {
  read: { method: 'GET', path: '/api/webhook', answer: WebhookAnswer },
  check: { method: 'POST', path: '/api/webhook/check', answer: WebhookCheckAnswer },
} as const satisfies Routes;
