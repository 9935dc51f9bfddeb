import * as z from 'zod/mini';
import type { Before } from '../../../domain/action';
import { failed, success, type Failure, type Outcome } from '../../../domain/failure';
import type { Listing } from '../../../domain/record';
import type { Unreadable } from '../../../domain/verdict/evidence';
import type { Period } from '../../platform/operations';
import { dayPeriod } from '../../platform/zone-time';
import type { Ready } from './rules';

// What is kept of the reads before an action is sent, to judge its outcome by afterwards.

/** Nothing was read. */
export const NOTHING: Before = { tradeIds: [], quoteIds: [] };

/** Risk-reducing actions and acceptances wait no longer than this for a list that only helps to judge the outcome. */
export const LIST_WAIT_MS_MAX = 800;

export const unless = (problem: Failure | undefined, ready: Ready): Outcome<Ready> =>
  problem ? failed(problem) : success(ready);

export const idsOf = <Id>(list: Pick<Listing<{ readonly id: Id }>, 'records'>): Id[] =>
  list.records.map(({ id }) => id);

/** A list that the service does not offer is no reason not to send; it is one to let a person judge a lost answer. */
export const orNotOffered = <T>(outcome: Outcome<T>): Outcome<T | undefined> =>
  !outcome.ok && outcome.failure.kind === 'unsupported' ? success(undefined) : outcome;

/** Under which name a record states its number, by the list that it stands in. */
export type IdField = 'quotation-id' | 'price-proposal-id' | 'counteroffer-id' | 'request-id' | 'trade-id';

const Fields = z.record(z.string(), z.unknown());

/** Records of a list that could not be read, by their numbers where those could be. */
export function unreadableIn(
  { unreadable }: Pick<Listing<unknown>, 'unreadable'>,
  field: IdField,
): Unreadable {
  const ids = unreadable.flatMap(({ raw }) => {
    const id = Fields.safeParse(raw).data?.[field];
    return typeof id === 'string' ? [id] : [];
  });
  return { count: unreadable.length, ids };
}

/** Records unreadable before sending, so that they do not count as new once readable. */
export function unreadBefore(
  list: Pick<Listing<unknown>, 'unreadable'> | undefined,
  field: IdField,
): Pick<Before, 'unreadable'> {
  return list && list.unreadable.length > 0 ? { unreadable: unreadableIn(list, field) } : {};
}

const CLOCKS_APART_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** From the start of the day of `from` on, with room for a service whose clock is not ours. */
export const tradesSince = (from: number, now: number, zone: string): Period => ({
  from: dayPeriod(from, zone).from - CLOCKS_APART_MS,
  to: now + DAY_MS,
});
