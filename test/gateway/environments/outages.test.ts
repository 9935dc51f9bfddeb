import { expect, it } from 'vitest';
import type { DeskEntry, Noted } from '../../../src/domain/desk-entry';
import type { Failure } from '../../../src/domain/failure';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { Outages } from '../../../src/gateway/environments/outages';
import { Breaker } from '../../../src/gateway/platform/breaker';
import { NOON } from '../platform/platform';

const DOWN: Failure = { kind: 'unavailable', message: 'The platform did not answer in time.', next: 'Wait.' };

const SIGNED_OUT: Failure = { kind: 'signed-out', message: 'The sign-in has ended.', next: 'Sign in.' };

/** A platform of which only its breaker is known. */
function watched(past: readonly DeskEntry[] = []) {
  const clock = new ManualClock(NOON);
  const listeners = new Set<() => void>();
  const breaker = new Breaker({ clock, log: silentLog, changed: () => listeners.forEach((tell) => tell()) });
  /** So many calls, of two operations in turn. */
  const calls = (failure: Failure | undefined, count = 1): void => {
    for (let call = 0; call < count; call++)
      breaker.heard(failure, call % 2 === 0 ? 'list-quotes' : 'read-request');
  };
  const noted: Noted[] = [];
  const platform = {
    // The status of the desk names the sign-in first.
    get status() {
      return { signedIn: false, failure: SIGNED_OUT };
    },
    get reading() {
      return breaker.reading;
    },
    get failing() {
      return breaker.failing;
    },
    get lastCall() {
      return breaker.lastCall;
    },
    onStatusChanged: (tell: () => void) => {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
  };
  const outages = new Outages({
    platform,
    entries: { read: () => past, record: async (one) => noted.push(one) > 0 },
    by: { name: 'desk', session: 'gateway' },
    zone: 'UTC',
    clock,
  });
  const tellAll = (): void => listeners.forEach((tell) => tell());
  return { clock, breaker, calls, noted, outages, tellAll };
}

it('writes down once when the platform stopped answering, and when it answered again, and for how long it did not', async () => {
  const { clock, calls, noted } = watched();
  calls(DOWN);
  await clock.advance(4_000);
  calls(DOWN, 9);
  expect(noted).toEqual([]);
  await clock.advance(1_000);
  expect(noted.map(({ entry }) => entry)).toEqual(['platform-silent']);
  // What the banner says.
  expect(noted[0]?.shown).toMatch(
    /^The platform stopped answering at \d\d:\d\d:\d\d UTC\. Quotes and acceptances are held back; withdrawals are tried for a minute\. It resumes by itself\.$/,
  );
  expect(noted[0]?.reason).toBe(DOWN.message);
  await clock.advance(61_000);
  calls(undefined, 2);
  await clock.advance(4_000);
  expect(noted.map(({ entry }) => entry)).toEqual(['platform-silent']);
  await clock.advance(1_000);
  expect(noted.map(({ entry }) => entry)).toEqual(['platform-silent', 'platform-answers']);
  // From the first call that failed to the first that worked.
  expect(noted[1]?.shown).toMatch(/^The platform answers again since .*, after 1 min 6 s\.$/);
});

it('calls no outage what lasts no seconds, nor an end what does not last, nor anything after it was stopped', async () => {
  const { clock, breaker, calls, noted, outages } = watched();
  for (let time = 0; time < 6; time++) {
    calls(DOWN, 9);
    await clock.advance(2_000);
    calls(undefined, 2);
    await clock.advance(2_000);
  }
  expect(noted).toEqual([]);
  await clock.advance(10_000);
  expect(noted).toEqual([]);
  calls(DOWN, 9);
  await clock.advance(6_000);
  for (let time = 0; time < 6; time++) {
    calls(undefined, 2);
    await clock.advance(2_000);
    calls(DOWN, 9);
    await clock.advance(2_000);
  }
  expect(noted.map(({ entry }) => entry)).toEqual(['platform-silent']);
  calls(undefined, 2);
  outages.stop();
  await clock.advance(10_000);
  calls(DOWN, 9);
  await clock.advance(10_000);
  expect(breaker.reading).not.toBe('flows');
  expect(noted).toHaveLength(1);
});

it('names the one operation that fails while others work, in one line, and its end in another', async () => {
  const { clock, breaker, noted } = watched();
  for (let second = 0; second < 40; second++) {
    breaker.heard(undefined, 'read-request');
    for (let call = 0; call < 5; call++)
      if (!breaker.refusal('polling', 'list-quotes')) breaker.heard(DOWN, 'list-quotes');
    await clock.advance(1_000);
  }
  expect(noted.map(({ shown }) => shown)).toEqual([
    'The platform has not answered list-quotes since 11:00:00 UTC; it answers other calls. What needs it waits. It resumes by itself.',
  ]);
  breaker.heard(undefined, 'list-quotes');
  await clock.advance(5_000);
  expect(noted.slice(1).map(({ shown }) => shown)).toEqual([expect.stringMatching(/after 40 s\.$/)]);
});

it('counts from the first call that failed, whatever the sign-in says before it', async () => {
  const { clock, calls, noted, tellAll } = watched();
  calls(undefined, 2);
  // The sign-in has ended, which is no call that failed.
  tellAll();
  await clock.advance(3_600_000);
  calls(DOWN, 9);
  await clock.advance(8_000);
  calls(undefined, 2);
  await clock.advance(5_000);
  expect(noted.map(({ shown }) => shown)).toEqual([
    expect.stringContaining('stopped answering'),
    expect.stringMatching(/after 8 s\.$/),
  ]);
});

it('ends an outage in which the run before stopped with the first call that works, and no other', async () => {
  const line = (entry: 'platform-silent' | 'platform-answers', createdAt: number): DeskEntry => ({
    ...{ id: entry, state: 'noted', entry, createdAt },
    ...{ by: { name: 'desk', session: 'gateway' }, shown: '' },
  });
  const left = watched([line('platform-silent', NOON - 60_000), line('platform-answers', NOON - 90_000)]);
  // The sign-in changes: no call was made.
  left.tellAll();
  expect(left.noted).toEqual([]);
  left.calls(DOWN);
  await left.clock.advance(5_000);
  left.calls(undefined, 2);
  await left.clock.advance(5_000);
  expect(left.noted.map(({ shown }) => shown)).toEqual([expect.stringMatching(/after 1 min 5 s\.$/)]);
  const alone = watched([line('platform-silent', NOON - 60_000)]);
  alone.calls(undefined);
  await alone.clock.advance(5_000);
  expect(alone.noted.map(({ entry }) => entry)).toEqual(['platform-answers']);
  const ended = watched([line('platform-answers', NOON - 60_000), line('platform-silent', NOON - 90_000)]);
  ended.calls(undefined);
  await ended.clock.advance(5_000);
  expect(ended.noted).toEqual([]);
});
