import type { Connection } from '../../../client/client';
import type { DeskStatus, Environment, JournalState, Quota } from '../../../domain/desk-status';
import { sentence, type Failure, type FailureKind } from '../../../domain/failure';
import { findingsIn } from '../../../domain/limits/finding';
import type { Answer } from '../../../domain/resources/resource';
import type { Formatters } from '../formatters';

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
export function quotaForecast(quota: Quota, formatters: Formatters): string {
  const reset = formatters.clock(quota.resetsAt);
  if (quota.left <= 0) return `spent; next calls from ${reset}`;
  return quota.endsAt === undefined
    ? `last until the reset, ${reset}`
    : `gone about ${formatters.clock(quota.endsAt)}`;
}

/** Whether an answer is to be relied on, in words; `undefined` while it is. */
export function agingInWords(
  { state, fetchedAt }: Pick<Answer, 'state' | 'fetchedAt'>,
  formatters: Formatters,
): string | undefined {
  if (state !== 'stale' && state !== 'failed') return undefined;
  return fetchedAt === undefined ? undefined : `Not current: as of ${formatters.time(fetchedAt)}.`;
}

const TITLES: Record<FailureKind, string> = {
  'invalid-argument': 'Something in it is not right.',
  'signed-out': 'Not signed in.',
  denied: 'Not allowed.',
  'not-found': 'Not found.',
  'price-moved': 'The price moved.',
  'wrong-state': 'Not possible in its present state.',
  throttled: 'Too many calls just now.',
  'quota-spent': "The day's calls are spent.",
  unsupported: 'Not offered by this service.',
  unreadable: 'The answer could not be read.',
  unavailable: 'Not reachable just now.',
  'unknown-outcome': 'The outcome is not known.',
};

/** A failure for the pane: a short title, the sentence, and single fields where the service named them. */
export function failureInWords(failure: Failure): string {
  // What the limits found is the message itself, sentence by sentence.
  if (findingsIn(failure)) return `Held back by the limits of this desk. ${sentence(failure)}`;
  const fields = (failure.fields ?? []).map(({ path, message }) => `${path}: ${message}`).join('; ');
  return [TITLES[failure.kind], sentence(failure), fields && `(${fields})`].filter(Boolean).join(' ');
}
