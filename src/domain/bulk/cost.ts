import type { ActionBody } from '../action';
import type { Quota } from '../desk-status';

/** Calls of one action: what is read before it is sent, and the sending (interface document, section 8: every call counts). */
const CALLS: Partial<Record<ActionBody['kind'], number>> = {
  'create-request': 2,
  'send-quote': 3,
  'send-proposal': 3,
  'withdraw-quote': 1,
  'delete-proposals': 2,
};

/** Total calls for actions of these kinds, if no answer is lost. */
export const callsOf = (kinds: readonly ActionBody['kind'][]): number =>
  kinds.reduce((sum, kind) => sum + (CALLS[kind] ?? 0), 0);

/** Duration of these calls in whole seconds, at the given rate and bucket level. */
export const secondsFor = (calls: number, quota: Pick<Quota, 'tokens' | 'ratePerSecond'>): number =>
  Math.ceil(Math.max(0, calls - Math.floor(quota.tokens)) / quota.ratePerSecond);
