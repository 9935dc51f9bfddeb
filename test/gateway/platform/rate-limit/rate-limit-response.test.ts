import { expect, it } from 'vitest';
import { DEFAULT_PROFILE } from '../../../../src/contract/service/profile';
import { rateLimitResponse } from '../../../../src/gateway/platform/rate-limit/rate-limit-response';
import { NOON } from '../platform';

const { errors: RULES } = DEFAULT_PROFILE;
const answered = (
  headers: Record<string, string>,
  { body, status = 429, rules = RULES }: { body?: unknown; status?: number; rules?: typeof RULES } = {},
) => rateLimitResponse({ status, headers, body: JSON.stringify(body ?? {}) }, rules, NOON);
const of = (body: unknown, retryAfter?: string) =>
  answered(retryAfter === undefined ? {} : { 'retry-after': retryAfter }, { body });

it.each<[string, string | undefined]>([
  ['Rate limit exceeded', undefined],
  ['Too many requests: limit exceeded', undefined],
  ['Limit Exceeded', 'quota-spent'],
  ['The daily quota is used up', 'quota-spent'],
  ['5000 calls per day', 'quota-spent'],
  ['Too Many Requests', 'throttled'],
  ['Throttled', 'throttled'],
  ['Slow down', undefined],
])('hears in "%s" the meaning %s', (message, hint) => {
  expect(of({ message })).toEqual(hint === undefined ? {} : { hint });
});

it('hears a code as well, and the wait in seconds or as a date', () => {
  expect(of({ errors: [{ code: 'quota-exceeded', message: 'done' }] }, '7200')).toEqual({
    hint: 'quota-spent',
    retryAfterMs: 7_200_000,
  });
  expect(of({}, new Date(NOON + 60_000).toUTCString())?.retryAfterMs).toBe(60_000);
  expect(of({}, 'soon')).toEqual({});
});

it.each<[string, Record<string, string>, object]>([
  ['seconds', { 'x-ratelimit-reset': '30' }, { retryAfterMs: 30_000 }],
  ['a moment in seconds', { 'x-ratelimit-reset': String(NOON / 1000 + 60) }, { retryAfterMs: 60_000 }],
  ['a moment in milliseconds', { 'x-rate-limit-reset': String(NOON + 500) }, { retryAfterMs: 500 }],
  ['a date', { 'ratelimit-reset': new Date(NOON + 9_000).toISOString() }, { retryAfterMs: 9_000 }],
  ['a moment that has passed', { 'x-ratelimit-reset': String(NOON / 1000 - 1) }, {}],
  ['nothing readable', { 'x-ratelimit-reset': 'soon' }, {}],
  ['Retry-After beside it', { 'retry-after': '2', 'x-ratelimit-reset': '3600' }, { retryAfterMs: 2_000 }],
  ['a spent day', { 'x-ratelimit-remaining-day': '0' }, { hint: 'quota-spent' }],
  ['a spent quota', { 'x-quota-remaining': '0' }, { hint: 'quota-spent' }],
  [
    'a spent second of a day with calls left',
    { 'x-ratelimit-remaining-second': '0', 'x-ratelimit-remaining-day': '812' },
    { hint: 'throttled' },
  ],
])('reads in the headers of the count: %s', (_, headers, refusal) => {
  expect(answered(headers)).toEqual(refusal);
});

it('takes other statuses and words for a refusal where the profile says so, and no others', () => {
  const rules = { ...RULES, throttledStatuses: [429, 503], spentStatuses: [402], spentWords: ['Kontingent'] };
  const body = { message: 'Ihr Kontingent ist erschöpft' };
  expect(answered({}, { status: 503 })).toBeUndefined();
  expect(answered({}, { status: 503, rules })).toEqual({});
  expect(answered({}, { status: 402, rules })).toEqual({ hint: 'quota-spent', isStated: true });
  expect(answered({}, { body, rules })).toEqual({ hint: 'quota-spent' });
  expect(answered({}, { body })).toEqual({});
  expect(answered({}, { status: 403, body, rules })).toBeUndefined();
});

it.each(['0', '-1', '-2.5', new Date(NOON - 60_000).toUTCString()])(
  'takes a Retry-After of %s for none, so that the usual wait holds',
  (written) => expect(of({}, written)).not.toHaveProperty('retryAfterMs'),
);

it('waits for seconds with decimals', () => {
  expect(of({}, '2.5')?.retryAfterMs).toBe(2_500);
});
