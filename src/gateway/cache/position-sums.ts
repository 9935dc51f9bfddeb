import { dayOf } from '../../domain/delivery/hours';
import { isOf, mayBelong, type PositionStatus } from '../../domain/delivery/position-book';
import { isoDay } from '../../domain/delivery/periods';
import type { TradeId } from '../../domain/identifiers';
import type { PositionRow, PositionSums, Uncounted } from '../../domain/position';
import type { CoveredTime } from '../storage/trade-store';
import type { LocalResource } from './fetch';
import type { Missed, PositionLedger } from './position-ledger';

export type PositionResource = Extract<LocalResource, { kind: 'position' }>;

/** Rows that a page is told; a sheet shows fewer. */
const TOLD_MAX = 5_000;
/** Of trades that cannot be counted so many are named for each reason. */
const NAMED_MAX = 20;
/** Told while stored trades are read again. */
const UNREAD: Uncounted = {
  why: 'could not be read, and is read again',
  names: ['What was stored since'],
  count: 1,
};
const ALWAYS: readonly PositionStatus[] = ['final', 'provisional', 'unlisted'];

/** What is stored, and known to be missing. */
interface Stored {
  readonly ledger: Pick<PositionLedger, 'book' | 'missed' | 'held'>;
  /** Times of the platform's list that are stored, in order. */
  readonly covered: readonly CoveredTime[];
  /** Listed trades without details, by when they were traded. */
  readonly missing: ReadonlyMap<TradeId, number>;
  /** No stored trade is left to be read. */
  readonly isWhole: boolean;
}

/** The answer to one question about positions, with all that is known to be missing from it. */
export function positionSums(
  { from, to, by, commodity, market, load, atRisk }: PositionResource,
  { ledger, covered, missing, isWhole }: Stored,
): PositionSums {
  const wanted = { commodity, market, load };
  const statuses: readonly PositionStatus[] = atRisk ? [...ALWAYS, 'atRisk'] : ALWAYS;
  const missed = ledger.missed.filter(
    ({ part, status }) =>
      statuses.includes(status) &&
      isOf(part, wanted) &&
      (to === undefined || part.first === undefined || isoDay(part.first) <= to) &&
      (from === undefined || part.last === undefined || isoDay(part.last) >= from),
  );
  const all = ledger.book.rows({ ...wanted, by, from: dayOf(from), to: dayOf(to), statuses });
  const rows = all.slice(0, TOLD_MAX).map((row) => withMisses(row, missed));
  return {
    rows,
    left: all.length - rows.length,
    uncounted: [...uncountedIn(missed), ...(isWhole ? [] : [UNREAD])],
    provisional: ledger.held.counts.provisional,
    unlisted: ledger.held.counts.unlisted,
    ...captured(covered, missing, commodity?.trim().toLowerCase()),
    missing: missing.size,
  };
}

/** What of the platform's list is stored: of all commodities, or of one. */
function captured(
  covered: readonly CoveredTime[],
  missing: ReadonlyMap<TradeId, number>,
  commodity: string | undefined,
): Pick<PositionSums, 'capturedFrom' | 'capturedUntil' | 'gaps'> {
  const times: { from: number; to: number }[] = [];
  const gaps: { from: number; to: number }[] = [];
  for (const one of covered) {
    if (one.commodity !== undefined && one.commodity !== commodity) continue;
    const before = times.at(-1);
    if (before && one.from <= before.to) before.to = Math.max(before.to, one.to);
    else {
      if (before) gaps.push({ from: before.to, to: one.from });
      times.push({ from: one.from, to: one.to });
    }
  }
  const [first] = times;
  const last = times.at(-1);
  if (!first || !last) return { gaps };
  let until = last.to;
  for (const tradedAt of missing.values()) until = Math.min(until, tradedAt);
  return { gaps, capturedFrom: first.from, capturedUntil: Math.max(first.from, until) };
}

const FIELDS = {
  provisional: ['provisional'],
  unlisted: ['unlisted'],
  atRisk: ['atRisk'],
} as const;

/** A row with the sums of which something is known to be missing. */
function withMisses(row: PositionRow, missed: readonly Missed[]): PositionRow {
  const misses: Partial<Record<keyof NonNullable<PositionRow['misses']>, string>> = {};
  for (const { part, status, names } of missed) {
    if (part.isNoEnergy || part.isVoid || !mayBelong(part, row)) continue;
    const sides = part.side === 'buy' ? ['bought'] : part.side === 'sell' ? ['sold'] : ['bought', 'sold'];
    const fields = status === 'final' ? (sides as ('bought' | 'sold')[]) : FIELDS[status];
    const [name = ''] = names;
    const more = names.size > 1 ? ` (and ${names.size - 1} more)` : '';
    for (const field of fields) misses[field] ??= `${name}${more} is not counted: it ${part.why}.`;
  }
  return Object.keys(misses).length > 0 ? { ...row, misses } : row;
}

function uncountedIn(missed: readonly Missed[]): Uncounted[] {
  const byReason = new Map<string, { readonly part: Missed['part']; readonly names: string[] }>();
  for (const { part, names } of missed) {
    const key = JSON.stringify([part.why, part.isNoEnergy, part.isVoid]);
    const before = byReason.get(key)?.names ?? [];
    byReason.set(key, { part, names: [...before, ...names] });
  }
  return [...byReason.values()].map(({ part: { why, isNoEnergy, isVoid }, names }) => ({
    why,
    names: names.slice(0, NAMED_MAX),
    count: names.length,
    ...(isNoEnergy && { isNoEnergy }),
    ...(isVoid && { isVoid }),
  }));
}
