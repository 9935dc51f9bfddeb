import { findingsIn } from '../../domain/limits/finding';
import { sentence, type Failure, type FailureKind } from '../../domain/failure';

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
