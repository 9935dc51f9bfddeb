import { FailureAnswer } from '../contract/desk/http';
import {
  WEBHOOK_CHECK_PATH,
  WEBHOOK_PATH,
  WebhookAnswer,
  WebhookCheckAnswer,
} from '../contract/desk/webhook';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { Clock } from '../effects/clock';
import { exchange, type HttpAnswer, type SessionToken } from './http';
import type { Transport } from './transport';

const READ_DEADLINE_MS = 10_000;
/** The call waits for its turn at the service, then for the service itself. */
const CHECK_DEADLINE_MS = 60_000;

interface WebhookParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly token: SessionToken;
}

const NOT_READ: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not say how events reach it.',
  next: 'Check that the gateway is running, then try again.',
};
const NOT_CHECKED: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not answer, so the example was not seen here.',
  next: 'Look among the events: if it was read, it stands there as a test. Otherwise try again.',
};

/** How events reach this desk (interface document, section 6). It costs no call. */
export async function webhook(parts: WebhookParts): Promise<Outcome<WebhookAnswer>> {
  const answer = await asked(parts, WEBHOOK_PATH, { method: 'GET', deadlineMs: READ_DEADLINE_MS });
  return answered(answer, (body) => WebhookAnswer.safeParse(body), NOT_READ);
}

/** Asks the service for its example of an event and reads it as a delivery would be read. It costs one call. */
export async function checkWebhook(parts: WebhookParts): Promise<Outcome<WebhookCheckAnswer>> {
  const answer = await asked(parts, WEBHOOK_CHECK_PATH, { method: 'POST', deadlineMs: CHECK_DEADLINE_MS });
  return answered(answer, (body) => WebhookCheckAnswer.safeParse(body), NOT_CHECKED);
}

interface WebhookCall {
  readonly method: 'GET' | 'POST';
  readonly deadlineMs: number;
}

/** Asked once more only when the gateway did not know the session of the page, and so has done nothing. */
async function asked(
  parts: WebhookParts,
  path: string,
  wanted: WebhookCall,
): Promise<Outcome<HttpAnswer | undefined>> {
  const first = await askedOnce(parts, path, wanted);
  if (!first.ok || first.value?.status !== 401) return first;
  return askedOnce(parts, path, wanted);
}

async function askedOnce(
  parts: WebhookParts,
  path: string,
  { method, deadlineMs }: WebhookCall,
): Promise<Outcome<HttpAnswer | undefined>> {
  const token = await parts.token.current();
  if (!token.ok) return token;
  const authorization = `Bearer ${token.value}`;
  const sent =
    method === 'GET'
      ? { headers: { authorization } }
      : { headers: { authorization, 'content-type': 'application/json' }, body: '{}' };
  const answer = await exchange(parts, path, { method, ...sent, deadlineMs });
  if (answer?.status === 401) await parts.token.refused(token.value);
  return success(answer);
}

type Parsed<T> = { success: true; data: T } | { success: false };

function answered<T>(
  outcome: Outcome<HttpAnswer | undefined>,
  read: (body: unknown) => Parsed<T>,
  otherwise: Failure,
): Outcome<T> {
  if (!outcome.ok) return outcome;
  const refusal = FailureAnswer.safeParse(outcome.value?.body);
  if (refusal.success) return failed(refusal.data.failure);
  const parsed = read(outcome.value?.body);
  return outcome.value?.status === 200 && parsed.success ? success(parsed.data) : failed(otherwise);
}
