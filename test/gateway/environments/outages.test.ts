import { expect, it } from 'vitest';
import type { Noted } from '../../../src/domain/desk-entry';
import type { Failure } from '../../../src/domain/failure';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { Outages } from '../../../src/gateway/environments/outages';
import { Breaker } from '../../../src/gateway/platform/breaker';
import { NOON } from '../platform/platform';

const DOWN: Failure = { kind: 'unavailable', message: 'The platform did not answer in time.', next: 'Wait.' };

/** A platform of which only its breaker is known. */
function watched() {
  const clock = new ManualClock(NOON);
  const listeners = new Set<() => void>();
  const breaker = new Breaker({ clock, log: silentLog, changed: () => listeners.forEach((tell) => tell()) });
  const noted: Noted[] = [];
  const outages = new Outages({
    platform: {
      get reading() {
        return breaker.reading;
      },
      get status() {
        const { failure } = breaker;
        return { signedIn: true, ...(failure && { failure }) };
      },
      onStatusChanged: (tell) => {
        listeners.add(tell);
        return () => void listeners.delete(tell);
      },
    },
    entries: { record: async (one) => noted.push(one) > 0 },
    by: { name: 'desk', session: 'gateway' },
    zone: 'UTC',
    clock,
  });
  return { clock, breaker, noted, outages };
}

it('writes down once when the platform stopped answering, and when it answered again, and for how long it did not', async () => {
  const { clock, breaker, noted } = watched();
  breaker.heard(DOWN);
  await clock.advance(4_000);
  for (let call = 0; call < 9; call++) breaker.heard(DOWN);
  expect(noted.map(({ entry }) => entry)).toEqual(['platform-silent']);
  expect(noted[0]?.shown).toMatch(/^The platform stopped answering at \d\d:\d\d:\d\d UTC\. /);
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
