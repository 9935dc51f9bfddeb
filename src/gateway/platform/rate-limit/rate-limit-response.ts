import { readErrors } from '../../../contract/service/api-error';
import type { Profile } from '../../../contract/service/profile';
import type { Refusal } from './turn';

const QUOTA = /quota|limit exceeded|per day|daily/i;
const THROTTLED = /throttl|too many|\brate\b/i;

/** Names in lower case. */
type Headers = Readonly<Record<string, string>>;

interface RefusedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

type Rules = Pick<Profile['errors'], 'throttledStatuses' | 'spentStatuses' | 'spentWords'>;

/**
 * The meaning that the status, the code, the text or the headers of a refusal suggest, and the wait it asks for. `undefined` for an
 * answer that refuses no call as too many.
 */
export function rateLimitResponse(answer: RefusedAnswer, rules: Rules, now: number): Refusal | undefined {
  const { status, headers } = answer;
  const isStated = rules.spentStatuses.includes(status);
  if (!isStated && !rules.throttledStatuses.includes(status)) return undefined;
  const errors = readErrors(answer.body);
  const words = errors.map(({ code, message }) => `${code ?? ''} ${message}`).join(' ');
  const hint = isStated ? 'quota-spent' : (hintOf(words, rules.spentWords) ?? leftHint(headers));
  const retryAfterMs = waitOf(headers['retry-after'], now) ?? resetWaitOf(headers, now);
  return {
    ...(hint && { hint }),
    ...(isStated && { isStated }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** "Rate limit exceeded" is said of both: words of both meanings have none. The profile's own words are of one alone. */
function hintOf(words: string, spentWords: readonly string[]): Refusal['hint'] {
  if (spentWords.some((one) => words.toLowerCase().includes(one.toLowerCase()))) return 'quota-spent';
  const [quota, throttled] = [QUOTA.test(words), THROTTLED.test(words)];
  if (quota === throttled) return undefined;
  return quota ? 'quota-spent' : 'throttled';
}

/** Calls left of a second, a minute or a day, as gateways of APIs count them beside a refusal. */
const LEFT = /^x-(?:ratelimit-remaining-(second|minute|hour|day)|(quota)-remaining)$/;

function leftHint(headers: Headers): Refusal['hint'] {
  const spent = Object.entries(headers).flatMap(([name, value]) => {
    const [, period, quota] = LEFT.exec(name) ?? [];
    return value.trim() === '0' ? [period ?? quota] : [];
  });
  if (spent.some((period) => period === 'day' || period === 'quota')) return 'quota-spent';
  return spent.some((period) => period === 'second' || period === 'minute') ? 'throttled' : undefined;
}

/** `Retry-After` is seconds or a date. No time at all, or one that has passed, says nothing of how long to wait. */
function waitOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const isNumber = /^[-+]?\d{1,9}(?:\.\d{1,9})?$/.test(header.trim());
  const waitMs = isNumber ? Number(header) * 1000 : Date.parse(header) - now;
  return waitMs > 0 ? waitMs : undefined;
}

const RESETS = ['x-ratelimit-reset', 'ratelimit-reset', 'x-rate-limit-reset'];
/** Seconds from here on are a moment, in seconds or in milliseconds, and no wait. */
const EPOCH_SECONDS_MIN = 1_000_000_000;
const EPOCH_MS_MIN = 1_000_000_000_000;

/** The wait until the count begins anew, where the refusal names none: seconds, or a moment. One that has passed says nothing. */
function resetWaitOf(headers: Headers, now: number): number | undefined {
  const written = RESETS.map((name) => headers[name])
    .find((one) => one !== undefined)
    ?.trim();
  const [seconds] = /^\d{1,14}(?:\.\d{1,9})?$/.exec(written ?? '') ?? [];
  const at = seconds === undefined ? Date.parse(written ?? '') : momentOf(Number(seconds), now);
  return at > now ? at - now : undefined;
}

const momentOf = (count: number, now: number): number =>
  count >= EPOCH_MS_MIN ? count : count >= EPOCH_SECONDS_MIN ? count * 1000 : now + count * 1000;
