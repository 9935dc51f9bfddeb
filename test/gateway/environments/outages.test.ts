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
  const noted: Noted[] = [];
  const platform = {
    // The status of the desk names the sign-in first.
    get status() {
      return { signedIn: false, failure: SIGNED_OUT };
    },
    get reading() {
      return breaker.reading;
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
  return { clock, breaker, noted, outages, tellAll };
}

it('writes down once when the platform stopped answering, and when it answered again, and for how long it did not', async () => {
  const { clock, breaker, noted } = watched();
  breaker.heard(DOWN);
  await clock.advance(4_000);
  for (let call = 0; call < 9; call++) breaker.heard(DOWN);
  expect(noted.map(({ entry }) => entry)).toEqual(['platform-silent']);
  // What the banner says.
  expect(noted[0]?.shown).toMatch(
    /^The platform stopped answering at \d\d:\d\d:\d\d UTC\. Quotes and acceptances are held back; withdrawals are tried for a minute\. It resumes by itself\.$/,
  );
  expect(noted[0]?.reason).toBe(DOWN.message);
  await clock.advance(62_000);
  breaker.heard(undefined);
  breaker.heard(undefined);
  expect(noted.map(({ entry }) => entry)).toEqual(['platform-silent', 'platform-answers']);
  // From the first call that failed.
  expect(noted[1]?.shown).toMatch(/^The platform answers again since .*, after 1 min 6 s\.$/);
});

it('calls no outage what a single call met, nor what comes after it was stopped', () => {
  const { breaker, noted, outages } = watched();
  for (let time = 0; time < 6; time++) {
    breaker.heard(DOWN);
    breaker.heard(undefined);
  }
  expect(noted).toEqual([]);
  outages.stop();
  for (let call = 0; call < 9; call++) breaker.heard(DOWN);
  expect(breaker.reading).toBe('rests');
  expect(noted).toEqual([]);
});

it('counts from the first call that failed, whatever the sign-in says before it', async () => {
  const { clock, breaker, noted, tellAll } = watched();
  breaker.heard(undefined);
  // The sign-in has ended, which is no call that failed.
  tellAll();
  await clock.advance(3_600_000);
  for (let call = 0; call < 9; call++) breaker.heard(DOWN);
  await clock.advance(8_000);
  breaker.heard(undefined);
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
  left.breaker.heard(DOWN);
  await left.clock.advance(5_000);
  left.breaker.heard(undefined);
  left.breaker.heard(undefined);
  expect(left.noted.map(({ shown }) => shown)).toEqual([expect.stringMatching(/after 1 min 5 s\.$/)]);
  const alone = watched([line('platform-silent', NOON - 60_000)]);
  alone.breaker.heard(undefined);
  expect(alone.noted.map(({ entry }) => entry)).toEqual(['platform-answers']);
  const ended = watched([line('platform-answers', NOON - 60_000), line('platform-silent', NOON - 90_000)]);
  ended.breaker.heard(undefined);
  expect(ended.noted).toEqual([]);
});
