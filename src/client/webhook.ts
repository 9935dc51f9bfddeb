import { WEBHOOK_ROUTES, type WebhookAnswer, type WebhookCheckAnswer } from '../contract/desk/webhook';
import type { Failure, Outcome } from '../domain/failure';
import { call, type Gateway } from './http';

const READ_DEADLINE_MS = 10_000;
/** The call waits for its turn at the service, then for the service itself. */
const CHECK_DEADLINE_MS = 60_000;

const NOT_READ: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not return its address for events.',
  next: 'Check that the gateway runs, then try again.',
};
const NOT_CHECKED: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not answer, so the result of the test is not known.',
  next: 'Check Events: if it worked, it is listed there as a test. Otherwise try again.',
};

/** How events reach this desk (interface document, section 6). It costs no call. */
export const webhook = (gateway: Gateway): Promise<Outcome<WebhookAnswer>> =>
  call(gateway, WEBHOOK_ROUTES.read, { deadlineMs: READ_DEADLINE_MS, unanswered: NOT_READ });

/** Asks the service for its example of an event and reads it as a delivery would be read. It costs one call. */
export const checkWebhook = (gateway: Gateway): Promise<Outcome<WebhookCheckAnswer>> =>
  call(gateway, WEBHOOK_ROUTES.check, { deadlineMs: CHECK_DEADLINE_MS, unanswered: NOT_CHECKED });
