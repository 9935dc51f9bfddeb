import type { Quota, QuotaPlan } from '../../domain/desk-status';
import type { RemoteResource } from '../answers/question';
import { clockText } from '../service/service-day';
import { stretchFor } from './allowance';
import { wishedPerMs, type Demand, type Pollable } from './demand';
import { budgetOf, type Plan, type TradingDay } from './trading-day';

const HOUR_MS = 3_600_000;

export interface When {
  readonly now: number;
  readonly zone: string;
}

/** What keeping everything in sight up to date does to the rest of the day, the head start left aside. */
export function planAhead(
  { pollables, watched }: Pick<Demand, 'pollables' | 'watched'>,
  { quota, day, when }: { quota: Plan; day: TradingDay; when: When },
): QuotaPlan {
  const { spendable, leftMs } = budgetOf(quota, day, when);
  const wished = wishedPerMs(pollables);
  const stretch = Math.round(100 * stretchFor(wished, spendable / leftMs)) / 100;
  const until = `${clockText(when.now + leftMs, when.now, when.zone)} (${when.zone})`;
  const slow = slowWords(pollables, { watched, stretch, until, isSpent: spendable < 1 });
  return {
    resources: watched,
    stretch,
    callsPerHour: Math.round(Math.min(wished * HOUR_MS, (spendable / leftMs) * HOUR_MS)),
    ...(stretch > 1 && slow !== undefined && { says: slow }),
  };
}

const KIND_WORDS: Readonly<Record<RemoteResource['kind'], string>> = {
  'open-requests': 'open requests',
  request: 'requests',
  quotes: 'prices',
  proposals: 'price proposals',
  counteroffers: 'counteroffers',
  analytics: 'analytics',
  trades: 'trades',
  trade: 'trades',
  'concluded-requests': 'concluded requests',
  risks: 'risk switches',
  'risk-settings': 'risk settings',
  'trade-load-shapes': 'load shapes',
  'request-load-shapes': 'load shapes',
  recipients: 'recipients',
};

function slowWords(
  pollables: readonly Pollable[],
  { watched, stretch, until, isSpent }: { watched: number; stretch: number; until: string; isSpent: boolean },
): string | undefined {
  const most = commonest(pollables);
  if (!most) return undefined;
  const things = `${watched} watched`;
  if (isSpent) {
    return `${things}, but today's calls for that are used up: they come again from ${until}.`;
  }
  const paces = `every ${span(most.wishMs * stretch)}, not ${span(most.wishMs)}`;
  return `${things}: ${KIND_WORDS[most.kind]} come about ${paces}, so that calls last until ${until}.`;
}

/** One of the kind that there is most of. */
function commonest(pollables: readonly Pollable[]): Pollable | undefined {
  const counts = new Map<RemoteResource['kind'], number>();
  for (const { kind } of pollables) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return pollables.find(({ kind }) => kind === first?.[0]);
}

/** "4 s", "29 min" or "3 h". */
function span(ms: number): string {
  if (ms < 99_500) return `${Math.round(ms / 1_000)} s`;
  return ms < 99.5 * 60_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / HOUR_MS)} h`;
}

const STEP_MS = 5 * 60_000;

/**
 * Epoch ms at which there would be no call left to read with: polling keeps to its plan, and everything else goes on at
 * its pace. `undefined` when they last until the reset.
 */
export function readsEndAt(
  quota: Plan,
  { wishedPerMs: wished, othersPerMs }: { wishedPerMs: number; othersPerMs: number },
  { day, when }: { day: TradingDay; when: When },
): number | undefined {
  const first = budgetOf(quota, day, when);
  const free = Math.max(0, quota.left - quota.reserve);
  let until = when.now + first.leftMs;
  let kept = free - first.spendable;
  let left = free;
  let others = othersPerMs;
  for (let at = when.now; at < quota.resetsAt; at += STEP_MS) {
    // Nobody opens sheets after work.
    if (at >= until) [until, kept, others] = [quota.resetsAt, 0, 0];
    const stepMs = Math.min(STEP_MS, quota.resetsAt - at);
    const share = Math.min(1, stepMs / Math.max(1, until - at));
    const polls = Math.min(wished * stepMs, Math.max(0, left - kept) * share);
    const used = polls + others * stepMs;
    // That polling has spent the last call by the reset is its plan, not an end.
    if (used > left && until - at > stepMs) return at + (left / used) * stepMs;
    left -= used;
  }
  return undefined;
}

/** How far ahead of an even day calls may be spent on opening sheets; what comes after waits for its turn. */
const AHEAD_SHARE = 0.5;

/** Calls that opening a sheet may take at once, without what is watched all day suffering for it. */
export function spareCalls(quota: Plan, day: TradingDay, when: When): number {
  const { atHand, evenLeft } = budgetOf(quota, day, when);
  return atHand - evenLeft * AHEAD_SHARE;
}

export const withOutlook = (quota: Quota, plan: QuotaPlan, endsAt: number | undefined): Quota => {
  const { endsAt: _, ...rest } = quota;
  return { ...rest, ...(endsAt !== undefined && { endsAt }), plan };
};
