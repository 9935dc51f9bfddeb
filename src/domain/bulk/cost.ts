import type { ActionBody } from '../action';
import type { Quota } from '../desk-status';

/** Calls of one action: what is read before it is sent, and the sending (interface document, section 8: every call counts). */
const CALLS: Partial<Record<ActionBody['kind'], number>> = {
  'send-quote': 3,
  'send-proposal': 3,
  'withdraw-quote': 1,
  'delete-proposals': 2,
};

/** Calls that actions of these kinds cost together when no answer is lost. */
export const callsOf = (kinds: readonly ActionBody['kind'][]): number =>
  kinds.reduce((sum, kind) => sum + (CALLS[kind] ?? 0), 0);

/** Whole seconds that calls take at the stated pace, by what is in the bucket now. */
export const secondsFor = (calls: number, quota: Pick<Quota, 'tokens' | 'ratePerSecond'>): number =>
  Math.ceil(Math.max(0, calls - Math.floor(quota.tokens)) / quota.ratePerSecond);
