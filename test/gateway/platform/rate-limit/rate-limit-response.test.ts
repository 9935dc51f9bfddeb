import { expect, it } from 'vitest';
import { rateLimitResponse } from '../../../../src/gateway/platform/rate-limit/rate-limit-response';
import { NOON } from '../platform';

const of = (body: unknown, retryAfter?: string) =>
  rateLimitResponse(
    {
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      body: JSON.stringify(body),
    },
    NOON,
  );

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
  expect(of({ message }).hint).toBe(hint);
});

it('hears a code as well, and the wait in seconds or as a date', () => {
  expect(of({ errors: [{ code: 'quota-exceeded', message: 'done' }] }, '7200')).toEqual({
    hint: 'quota-spent',
    retryAfterMs: 7_200_000,
  });
  expect(of({}, new Date(NOON + 60_000).toUTCString()).retryAfterMs).toBe(60_000);
  expect(of({}, 'soon')).not.toHaveProperty('retryAfterMs');
});
