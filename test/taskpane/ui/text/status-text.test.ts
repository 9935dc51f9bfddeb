import { describe, expect, it } from 'vitest';
import { agingInWords, quotaForecast, signedInWords } from '../../../../src/taskpane/ui/text/status-text';
import { formatters, NOON, QUOTA, STATUS } from '../../examples';

describe('the desk in words', () => {
  it('says that the calls last, when they end, or that they are spent', () => {
    expect(quotaForecast(QUOTA, formatters)).toBe('last until the reset, 00:00 CET');
    expect(quotaForecast({ ...QUOTA, endsAt: NOON + 3_600_000 }, formatters)).toBe(
      'calls run out at about 13:04 CET',
    );
    expect(quotaForecast({ ...QUOTA, left: QUOTA.reserve, endsAt: NOON }, formatters)).toBe(
      'only those reserved for trading; more from 00:00 CET',
    );
    expect(quotaForecast({ ...QUOTA, left: 0 }, formatters)).toBe('used up; more from 00:00 CET');
  });

  it('never guesses the sign-in', () => {
    expect(signedInWords(undefined)).toBe('sign-in not known');
    expect(signedInWords({ ...STATUS, signedIn: false })).toBe('signed out');
  });

  it('says of an old or failed answer as of when it is, and nothing of a current one', () => {
    expect(agingInWords({ state: 'stale', fetchedAt: NOON }, formatters)).toBe(
      'Not current: as of 12:04:31 CET.',
    );
    expect(agingInWords({ state: 'failed', fetchedAt: NOON }, formatters)).toContain('Not current');
    expect(agingInWords({ state: 'refreshing', fetchedAt: NOON }, formatters)).toBeUndefined();
  });
});
