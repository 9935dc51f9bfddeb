import { readErrors } from '../../../contract/service/api-error';
import type { Refusal } from './turn';

const QUOTA = /quota|limit exceeded|per day|daily/i;
const THROTTLED = /throttl|too many|\brate\b/i;

interface RefusedAnswer {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The meaning that a 429's code or text suggests, and the wait it asks for. */
export function rateLimitResponse(answer: RefusedAnswer, now: number): Refusal {
  const errors = readErrors(answer.body);
  const words = errors.map(({ code, message }) => `${code ?? ''} ${message}`).join(' ');
  const hint = hintOf(words);
  const retryAfterMs = waitOf(answer.headers['retry-after'], now);
  return { ...(hint && { hint }), ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** "Rate limit exceeded" is said of both: words of both meanings have none. */
function hintOf(words: string): Refusal['hint'] {
  const [quota, throttled] = [QUOTA.test(words), THROTTLED.test(words)];
  if (quota === throttled) return undefined;
  return quota ? 'quota-spent' : 'throttled';
}

/** `Retry-After` is seconds or a date. */
function waitOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
