import type { Connection } from '../../client/client';
import type { Answer } from '../../domain/answer';
import type { DeskStatus, Environment, JournalState, Quota } from '../../domain/desk-status';
import type { Figures } from './figures';

export const ENVIRONMENT_WORDS: Record<Environment, string> = {
  simulator: 'Simulator',
  sandbox: 'Sandbox',
  production: 'Production',
};

export const CONNECTION_WORDS: Record<Connection, string> = {
  connecting: 'connecting',
  open: 'connected',
  lost: 'connection lost',
};

export function signedInWords(status: DeskStatus | undefined): string {
  if (!status) return 'sign-in not known';
  return status.signedIn ? 'signed in' : 'signed out';
}

/** Whether the journal is as it was written, in words. */
export const JOURNAL_WORDS: Record<JournalState['state'], string> = {
  checking: 'being checked',
  whole: 'checked, as it was written',
  broken: 'not as it was written',
};

/** How long the day's calls last at the present pace. */
export function quotaForecast(quota: Quota, figures: Figures): string {
  const reset = figures.clock(quota.resetsAt);
  if (quota.left <= 0) return `spent; next calls from ${reset}`;
  return quota.endsAt === undefined
    ? `last until the reset, ${reset}`
    : `gone about ${figures.clock(quota.endsAt)}`;
}

/** Whether an answer is to be relied on, in words; `undefined` while it is. */
export function agingInWords(
  { state, fetchedAt }: Pick<Answer, 'state' | 'fetchedAt'>,
  figures: Figures,
): string | undefined {
  if (state !== 'stale' && state !== 'failed') return undefined;
  return fetchedAt === undefined ? undefined : `Not current: as of ${figures.time(fetchedAt)}.`;
}
