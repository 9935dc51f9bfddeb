import type { AcceptedWarning, Action, ActionBody, CommittedLeg } from '../../domain/action';
import { callsOf, secondsFor } from '../../domain/bulk/cost';
import { worstOf } from '../../domain/bulk/deviation';
import { addedDecimals } from '../../domain/decimal';
import type { Quota } from '../../domain/desk-status';
import type { ActionId } from '../../domain/identifiers';
import type { RecentAction } from '../../domain/limits/references';
import { isCovered, joined } from '../../domain/limits/accepted-warnings';
import {
  acts,
  kindsOf,
  type PlannedRow,
  type ReferenceDistance,
  type RowKind,
  type RowNote,
} from '../app/batch-rows';
import { checkedRow } from './check';
import type { MarketSnapshot } from './market';
import type { RowRead } from '../quoting/row';
import type { SheetRow } from '../quoting/table';

/** Says which id the action of a row has; asked for every row that would send something. */
export type Naming = (
  row: Pick<SheetRow, 'row' | 'written'>,
  checked: Pick<PlannedRow, 'content'>,
) => ActionId;

/** Holds every row against what is known. Each counts the rows before it as sent: limits of pace hold for all together. */
export function planned(reads: readonly RowRead[], known: MarketSnapshot, named: Naming): PlannedRow[] {
  const earlier: RecentAction[] = [];
  const rows = reads.map((read): PlannedRow => {
    if (!read.ok) return unread(read);
    const checked = checkedRow(read.intent, known, earlier);
    if (!acts(checked)) return checked.before ? { ...checked, id: checked.before.id } : checked;
    const id = named(read.intent, checked);
    if (checked.send) earlier.push(asSent(id, { ...checked, send: checked.send }, known.now));
    return { ...checked, id };
  });
  return withShared(rows);
}

const asSent = (
  id: ActionId,
  { send, committed = [] }: { send: { body: ActionBody }; committed?: readonly CommittedLeg[] },
  now: number,
): RecentAction => ({
  id,
  body: send.body,
  before: { tradeIds: [], quoteIds: [], committed: [...committed] },
  state: 'sending',
  createdAt: now,
  sentAt: now,
});

function unread({ row, faults, about = '' }: Extract<RowRead, { ok: false }>): PlannedRow {
  const words = faults.join(' ');
  return {
    row,
    about,
    kind: 'wrong',
    words,
    notes: [],
    withdrawn: [],
    content: JSON.stringify(['wrong', words]),
  };
}

const SHARED = ['count-per-minute', 'volume-day', 'notional-day'];
const isShared = (accepted: AcceptedWarning): boolean =>
  SHARED.includes(typeof accepted === 'string' ? accepted : accepted.code);

/** Warnings about this row alone, each by its code. */
const ownWarnings = ({ notes }: Pick<PlannedRow, 'notes'>): readonly string[] => [
  ...new Set(notes.flatMap(({ level, code }) => (level === 'warn' && !SHARED.includes(code) ? [code] : []))),
];

export const hasOwnWarning = (row: Pick<PlannedRow, 'notes'>): boolean => ownWarnings(row).length > 0;

/** A slip of the fingers, or money that is given away: each is read in its row, and never ticked with others. */
const READ_ALONE: ReadonlySet<string> = new Set([
  'through-market',
  'sign-flip',
  'factor-of-ten',
  'zero-price',
]);

/** Rows that would be sent and want a tick of their own, however many others are ticked together. */
export const readAlone = (rows: readonly PlannedRow[]): readonly PlannedRow[] =>
  rows.filter((row) => acts(row) && ownWarnings(row).some((code) => READ_ALONE.has(code)));

/** Rows that are warned of the same. */
export interface AlikeRows {
  readonly codes: readonly string[];
  readonly rows: readonly PlannedRow[];
}

/** Rows that one tick may confirm together: two or more that would be sent, and are warned of the same. */
export function alikeRows(rows: readonly PlannedRow[]): readonly AlikeRows[] {
  const groups = new Map<string, AlikeRows>();
  const alone = new Set(readAlone(rows));
  for (const row of rows.filter(acts)) {
    const codes = [...ownWarnings(row)].sort();
    if (codes.length === 0 || alone.has(row)) continue;
    const key = codes.join();
    groups.set(key, { codes, rows: [...(groups.get(key)?.rows ?? []), row] });
  }
  return [...groups.values()].filter((group) => group.rows.length > 1);
}

/** A warning about what rows come to together, in a minute or on a day. */
export const hasSharedWarning = ({ notes }: Pick<PlannedRow, 'notes'>): boolean =>
  notes.some(({ level, code }) => level === 'warn' && SHARED.includes(code));

/** What is said of a row alone: what rows come to together stands beside its one tick. */
export const ownNotes = ({ notes }: Pick<PlannedRow, 'notes'>): readonly RowNote[] =>
  notes.filter(({ level, code }) => level !== 'warn' || !SHARED.includes(code));

/** What rows come to together, each thing once and as large as it grows: the tick beside it holds for the largest. */
export function sharedWarnings(rows: readonly PlannedRow[]): readonly string[] {
  const largest = new Map<string, { readonly text: string; readonly accepts: AcceptedWarning }>();
  for (const { code, level, accepts = code, text } of rows.filter(acts).flatMap(({ notes }) => notes)) {
    if (level !== 'warn' || !SHARED.includes(code)) continue;
    const key = `${code} ${(typeof accepts === 'object' && accepts.about) || ''}`;
    const known = largest.get(key);
    if (!known || isCovered(known.accepts, [accepts])) largest.set(key, { text, accepts });
  }
  return [...largest.values()].map(({ text }) => text);
}

/** What could not be checked of several rows for the same reason, which is said once above them. Money is told in each row. */
export interface CommonNote {
  readonly text: string;
  readonly rows: readonly PlannedRow[];
}

/** More than these are not named one by one. */
export const ROWS_NAMED_MAX = 4;

export function commonNotes(rows: readonly PlannedRow[]): readonly CommonNote[] {
  const byText = new Map<string, PlannedRow[]>();
  for (const row of rows)
    for (const { level, code, text } of row.notes)
      if (level === 'note' && code !== 'no-reference') byText.set(text, [...(byText.get(text) ?? []), row]);
  // Of which rows it is said has to be plain: they are named, or all are meant.
  return [...byText].flatMap(([text, alike]) =>
    alike.length > 1 && (alike.length <= ROWS_NAMED_MAX || alike.length === rows.length)
      ? [{ text, rows: alike }]
      : [],
  );
}

/** Which row is one too many, for a minute or for the day, hangs on how fast they go: what is ticked for one is ticked for all. */
function withShared(rows: readonly PlannedRow[]): PlannedRow[] {
  const shared = joined(rows.flatMap(({ send }) => send?.accepted.filter(isShared) ?? []));
  if (shared.length === 0) return [...rows];
  return rows.map((row) => {
    if (!row.send || !('direction' in row.send.body)) return row;
    const own = row.send.accepted.filter((one) => !isShared(one));
    return { ...row, send: { ...row.send, accepted: [...own, ...shared] } };
  });
}

export interface Worst extends ReferenceDistance {
  readonly row: number;
}

/** What all rows come to together. */
export interface PlanSummary {
  readonly counts: Readonly<Partial<Record<RowKind, number>>>;
  /** Rows that a press would act on. */
  readonly acting: number;
  readonly calls: number;
  /** Absent while the pace is not known. */
  readonly seconds?: number;
  readonly byPercent?: Worst;
  readonly byAmount?: Worst;
  /** Rows that offer a price and have no reference to be held against. */
  readonly unmarked: number;
  /** Price proposals that would be replaced or deleted. */
  readonly replaced: number;
  /** Quotes and price proposals that a press would send. */
  readonly offers: number;
  /** What they come to, by unit; an offer whose unit is not known is in none. */
  readonly totals: readonly { readonly amount: string; readonly unit: string }[];
}

export function summaryOf(
  rows: readonly PlannedRow[],
  quota: Pick<Quota, 'tokens' | 'ratePerSecond'> | undefined,
): PlanSummary {
  const counts: Partial<Record<RowKind, number>> = {};
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1;
  const acting = rows.filter(acts);
  const calls = callsOf(acting.flatMap(kindsOf));
  const deviating = acting.flatMap(({ row, deviation }) => (deviation ? [{ ...deviation, row }] : []));
  return {
    counts,
    acting: acting.length,
    calls,
    ...(quota && { seconds: secondsFor(calls, quota) }),
    ...worstOf(deviating),
    unmarked: acting.filter(
      ({ send, deviation, isByLeg }) => send && 'direction' in send.body && !deviation && !isByLeg,
    ).length,
    offers: acting.filter(({ send }) => send && 'direction' in send.body).length,
    totals: totalsOf(acting),
    replaced: acting.reduce((sum, { replaces = 0 }) => sum + replaces, 0),
  };
}

/** The quantities of first legs. */
function totalsOf(rows: readonly PlannedRow[]): { amount: string; unit: string }[] {
  const totals = new Map<string, string>();
  for (const { committed = [] } of rows) {
    const [quantity] = committed[0]?.volumes ?? [];
    if (quantity) totals.set(quantity.unit, addedDecimals(totals.get(quantity.unit) ?? '0', quantity.amount));
  }
  return [...totals].map(([unit, amount]) => ({ amount, unit }));
}

export const hasWarning = ({ notes }: Pick<PlannedRow, 'notes'>): boolean =>
  notes.some(({ level }) => level === 'warn');

/**
 * Which id the action of a row has. The same row with the same content keeps its id however often it is looked at. An id
 * beside a row that the desk never took is used again: should it have been on its way after all, it is one action still. One
 * that stands beside several rows was copied, and gives none of them anything.
 */
export class RowIds {
  private readonly made = new Map<string, ActionId>();
  private readonly used = new Set<ActionId>();

  constructor(private readonly newId: () => ActionId) {}

  /** Handed to the desk: another action needs another id. */
  use(id: ActionId): void {
    this.used.add(id);
  }

  naming(rows: readonly SheetRow[], written: ReadonlyMap<ActionId, Action>): Naming {
    const copies = new Map<ActionId, number>();
    for (const { written: id } of rows) if (id !== undefined) copies.set(id, (copies.get(id) ?? 0) + 1);
    return ({ row, written: id }, { content }) => {
      if (id !== undefined && copies.get(id) === 1 && !written.has(id)) return id;
      const key = JSON.stringify([row, content]);
      const known = this.made.get(key);
      if (known !== undefined && !this.used.has(known)) return known;
      const fresh = this.newId();
      this.made.set(key, fresh);
      return fresh;
    };
  }
}

type Now = Pick<PlannedRow, 'content' | 'words' | 'market' | 'notes'> | undefined;

/** How a row is not what was shown any more, old → new; `undefined` while it is. */
export function difference(plan: PlannedRow, now: Now): string | undefined {
  if (!now) return 'The row is gone, so it was not sent.';
  if (now.content === plan.content) return unreadableQuotes(plan, now);
  return now.market === plan.market || now.words !== plan.words
    ? `Changed since shown: ${plan.words} → ${now.words}${/[.!]$/.test(now.words) ? '' : '.'} Not sent; check again.`
    : marketMoved(plan, now);
}

/** What the desk warns of now, and did not, or not of as much, when it was shown: it would refuse it, and what is live would be gone by then. */
function unreadableQuotes(plan: PlannedRow, { notes }: NonNullable<Now>): string | undefined {
  const ticked = plan.send?.accepted ?? [];
  const texts = notes.flatMap(({ accepts, text }) =>
    accepts !== undefined && !isCovered(accepts, ticked) ? [text] : [],
  );
  return texts.length === 0 ? undefined : `${texts.join(' ')} Not sent; check again.`;
}

/** How the market is not what was shown any more. */
export const marketMoved = (plan: Pick<PlannedRow, 'market'>, now: Pick<PlannedRow, 'market'>): string =>
  `The market moved since shown: ${plan.market ?? 'none'} → ${now.market ?? 'none'}. Not sent; check again.`;

/** What else became of a row while its quote was being withdrawn, as when another workbook sent one. */
export const otherwise = (now: Pick<PlannedRow, 'words'> | undefined): string =>
  `No longer as shown: ${now?.words ?? 'the row is gone.'} Not sent; check again.`;
