import { goneOn, type ActionBody } from '../action';
import { canonical } from '../canonical';
import type { Limits } from './limits';
import type { Checked } from './finding';
import type { RecentAction } from './references';

const MINUTE_MS = 60_000;

interface Paced {
  readonly recent: readonly RecentAction[];
  readonly now: number;
  /** Number of actions of the same minute that are missing from `recent`. */
  readonly unseen?: number;
}

/**
 * Checks the action rate and duplicates. `recent` are its other actions; what was never sent does not count. `now`
 * and times are epoch ms.
 */
export function paceChecks(body: ActionBody, { recent, now, unseen = 0 }: Paced, limits: Limits): Checked[] {
  const sent = recent.filter((action) => binds(action.body) && wasSent(action));
  return [tooMany(sentWithinMinute(recent, now) + unseen, limits), twice(body, { sent, now }, limits)].filter(
    (checked) => checked !== undefined,
  );
}

const binds = (body: ActionBody): boolean => 'direction' in body || 'lastSeen' in body;
const wasSent = ({ state, sentAt }: RecentAction): boolean =>
  state !== 'cancelled' && state !== 'waiting' && (state !== 'rejected' || sentAt !== undefined);

/** How many of these count for the pace of the minute before `now`. */
export const sentWithinMinute = (recent: readonly RecentAction[], now: number): number =>
  recent.filter((action) => goneOn(action) > now - MINUTE_MS && binds(action.body) && wasSent(action)).length;

function tooMany(before: number, { countPerMinute }: Limits): Checked | undefined {
  const { warn, block } = countPerMinute;
  const count = before + 1;
  const step =
    block !== undefined && count > block ? 'block' : warn !== undefined && count > warn ? 'warn' : undefined;
  if (!step) return undefined;
  const message = `This is action ${count} of this desk within one minute; the ${step} level is ${countPerMinute[step]}.`;
  return { step, code: 'count-per-minute', message };
}

function twice(
  body: ActionBody,
  { sent, now }: { sent: readonly RecentAction[]; now: number },
  { duplicate: { step, withinMs } }: Limits,
): Checked | undefined {
  if (step === 'off') return undefined;
  const same = sent
    .filter((action) => goneOn(action) > now - withinMs && action.state !== 'rejected')
    .filter((action) => canonical(action.body) === canonical(body))
    .reduce<number | undefined>(
      (newest, action) => Math.max(newest ?? goneOn(action), goneOn(action)),
      undefined,
    );
  if (same === undefined) return undefined;
  const seconds = Math.max(0, Math.round((now - same) / 1_000));
  const ago = seconds === 1 ? '1 second ago' : `${seconds} seconds ago`;
  return { step, code: 'duplicate', message: `This desk did exactly the same ${ago}.` };
}
