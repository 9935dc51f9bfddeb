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
  unpaired: 'no access',
};

export function signedInWords(status: DeskStatus | undefined): string {
  if (!status) return 'sign-in not known';
  return status.signedIn ? 'signed in' : 'signed out';
}

/** Whether the journal is as it was written, in words. */
export const JOURNAL_WORDS: Record<JournalState['state'], string> = {
  checking: 'being checked',
  whole: 'checked, intact',
  broken: 'altered or damaged',
};

/** How long the day's calls last, by the one forecast that the gateway makes of them. */
export function quotaForecast(quota: Quota, formatters: Formatters): string {
  const reset = formatters.clock(quota.resetsAt);
  if (quota.left <= 0) return `used up; more from ${reset}`;
  if (quota.left <= quota.reserve) return `only those reserved for trading; more from ${reset}`;
  return quota.endsAt === undefined
    ? `last until the reset, ${reset}`
    : `calls run out at about ${formatters.clock(quota.endsAt)}`;
}

/** "3,214 of 5,000 calls left · last until the reset, 00:00" */
export const quotaInWords = (quota: Quota, formatters: Formatters): string =>
  `${formatters.count(quota.left)} of ${formatters.count(quota.perDay)} calls left · ${quotaForecast(quota, formatters)}`;

/** Whether an answer is to be relied on, in words; `undefined` while it is. */
export function agingInWords(
  { state, fetchedAt }: Pick<Answer, 'state' | 'fetchedAt'>,
  formatters: Formatters,
): string | undefined {
  if (state !== 'stale' && state !== 'failed') return undefined;
  return fetchedAt === undefined ? undefined : `Not current: as of ${formatters.time(fetchedAt)}.`;
}

const TITLES: Record<FailureKind, string> = {
  'invalid-argument': 'Invalid input.',
  'signed-out': 'Not signed in.',
  denied: 'Not allowed.',
  'not-found': 'Not found.',
  'price-moved': 'The price moved.',
  'wrong-state': 'Not possible in its present state.',
  throttled: 'Refused for now.',
  'quota-spent': "The day's calls are used up.",
  unsupported: 'Not offered by the platform.',
  unreadable: 'The answer could not be read.',
  unavailable: 'Not available at the moment.',
  'unknown-outcome': 'The outcome is not known.',
};

/** Kinds whose message says as much as their title. */
const SAID_BY_MESSAGE: ReadonlySet<FailureKind> = new Set([
  'invalid-argument',
  'not-found',
  'price-moved',
  'wrong-state',
  'quota-spent',
  'unavailable',
] as const);

/** A failure for the pane: a title where the message needs one, the sentence, and the fields that the platform named. */
export function failureInWords(failure: Failure): string {
  // What the limits found is the message itself, sentence by sentence.
  const found = findingsIn(failure);
  if (found) {
    const title = found.blocks.length > 0 ? 'Blocked by the limits of this desk.' : 'Held back by a warning.';
    return `${title} ${sentence(failure)}`;
  }
  const fields = (failure.fields ?? []).map(({ path, message }) => `${path}: ${message}`).join('; ');
  const title = failure.message !== '' && SAID_BY_MESSAGE.has(failure.kind) ? '' : TITLES[failure.kind];
  return [title, sentence(failure), fields && `(${fields})`].filter(Boolean).join(' ');
}
