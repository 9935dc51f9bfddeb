import type { Mode } from '../../../client/mode';
import type { Source } from '../../../domain/resources/resource';
import { age, type Formatters } from '../formatters';

export const MODE_NAMES: Record<Mode, string> = { live: 'Live', manual: 'Manual', paused: 'Paused' };

export const MODE_WORDS: Record<Mode, string> = {
  live: 'Cells update automatically.',
  manual: 'Cells keep their values and refresh when you ask.',
  paused: 'Cells do not refresh, not even when you ask.',
};

/** Why cells do not move, for as long as they do not. */
export const MODE_BANDS: Record<Exclude<Mode, 'live'>, string> = {
  manual: 'Manual: cells refresh only when you ask.',
  paused: 'Paused: cells do not refresh, not even when you ask.',
};

export const MODE_NOTICES: Record<Mode, string> = {
  live: 'Live: cells update automatically.',
  manual: 'Manual: cells refresh only when you ask.',
  paused: 'Paused: cells do not refresh, not even when you ask. Press Pause again to go live.',
};

const STATE_WORDS: Record<Source['state'], string> = {
  waiting: 'Loading',
  fresh: 'Current',
  refreshing: 'Refreshing',
  stale: 'Too old to show',
  failed: 'Last refresh failed',
};

/** In a book that is not live cells keep what they show, whatever the desk knows meanwhile. */
export const stateInWords = ({ state }: Pick<Source, 'state'>, mode: Mode): string =>
  state === 'fresh' && mode !== 'live'
    ? `Not renewed: ${MODE_NAMES[mode].toLowerCase()}`
    : STATE_WORDS[state];

/** When a resource is asked for again, and by whom; of a paused book nothing is. */
export function nextInWords({ by, nextAt, calls }: Source, now: number, mode: Mode): string {
  if (mode === 'paused' && by !== 'kept') return 'once the workbook is live again';
  if (by === 'kept') return 'never: it is final';
  if (by === 'gateway') return 'at every change: local to the desk';
  if (by === 'nobody' || nextAt === undefined) return 'only when you ask';
  const when = nextAt <= now ? 'now' : `in about ${age(nextAt - now)}`;
  if (by === 'open-requests') return `${when}, with the list of open requests`;
  return calls === 0 ? `${when}, at no cost` : when;
}

/** "no call", "1 call", "12 calls" */
export const callsInWords = (calls: number, formatters: Formatters): string =>
  calls === 0 ? 'no call' : counted(calls, 'call', formatters);

export const counted = (count: number, noun: string, formatters: Formatters): string =>
  `${formatters.count(count)} ${noun}${count === 1 ? '' : 's'}`;
