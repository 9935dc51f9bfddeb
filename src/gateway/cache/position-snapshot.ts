import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { marketsVersion } from '../../domain/delivery/given-markets';
import { PositionBook, type PositionStatus } from '../../domain/delivery/position-book';
import { WrittenSeries } from '../../domain/delivery/written-position';
import { TradeId } from '../../domain/identifiers';
import { present } from '../../domain/present';
import { pause, type Clock } from '../../effects/clock';
import type { PositionSnapshotStore } from '../storage/position-snapshot';
import type { TradeOutline, TradeStore } from '../storage/trade-store';
import { PositionLedger, TradeSum, type Held, type Missed, type Part } from './position-ledger';

/** To be raised with every change of what a stored trade counts as: then sums of before are never used. */
const RULES = 6;
/** Compared in one turn of the process. */
const PIECE = 2_000;

/** A trade that is in the sums. */
export interface Counted {
  readonly status: PositionStatus;
  readonly isFinal: boolean;
  readonly fetchedAt: number;
  /** What was added; of a final trade, which never changes, it is worked out again where it is needed. */
  readonly parts?: readonly Part[];
}

const text = () => z.optional(z.string());
const Uncounted = z.object({
  why: z.string(),
  isNoEnergy: z.optional(z.literal(true)),
  isVoid: z.optional(z.literal(true)),
  commodity: text(),
  market: text(),
  load: text(),
  side: z.optional(z.enum(['buy', 'sell'])),
  first: z.optional(z.number()),
  last: z.optional(z.number()),
});

/** The sums over all final trades. Others change yet, and are read at every start. */
const Snapshot = z.object({
  rules: z.literal(RULES),
  markets: z.string(),
  /** The number of the last trade that was stored when it was made. */
  last: z.number(),
  /** How many final trades are in it, and what all of their ids and times come to. */
  trades: z.number(),
  sum: z.string(),
  /** How often anything but new trades had come. */
  changes: z.number(),
  /** Trades up to the last number that are not in it. */
  open: z.array(z.tuple([z.number(), TradeId])),
  /** Those in it that the platform's list did not name any more. */
  unlisted: z.array(TradeId),
  /** Listed trades without details, and when they were traded (epoch ms). */
  missing: z.array(z.tuple([TradeId, z.number()])),
  book: z.array(WrittenSeries),
  missed: z.array(
    z.object({ part: Uncounted, status: z.enum(['final', 'unlisted']), names: z.array(z.string()) }),
  ),
});
type Snapshot = z.infer<typeof Snapshot>;

interface Stores {
  readonly store: Pick<TradeStore, 'outline' | 'stamp'>;
  readonly snapshots: PositionSnapshotStore;
  readonly clock: Clock;
}

/** Sums that were written down. */
export interface WrittenSums {
  readonly ledger: PositionLedger;
  /** Listed trades without details, and when they were traded. */
  readonly missing: readonly (readonly [TradeId, number])[];
  /** Nothing has happened since to the trades that are in them, and no list was read. */
  readonly isCurrent: boolean;
  /** The trades that are not in them, where they are current. */
  added(): Promise<readonly TradeOutline[]>;
  /**
   * Each trade that is in them, and those that have to be read: not in them, or listed otherwise since. Nothing where any trade of theirs
   * is gone, or is another.
   */
  compared(): Promise<
    { readonly counted: ReadonlyMap<TradeId, Counted>; readonly unread: readonly TradeOutline[] } | undefined
  >;
}

/** The sums of before; nothing where there are none, or where they were made by other rules or markets. */
export async function writtenSums(stores: Stores): Promise<WrittenSums | undefined> {
  const { store, snapshots } = stores;
  const snapshot = snapshotIn(await snapshots.read());
  if (!snapshot || snapshot.markets !== marketsVersion()) return undefined;
  const { last, changes } = await store.stamp();
  const missed = snapshot.missed.map(({ part: { why, ...part }, status, names }): Missed => ({
    part: { why, ...present(part) },
    status,
    names: new Set(names),
  }));
  return {
    ledger: new PositionLedger(PositionBook.from(snapshot.book), missed, heldBy(snapshot)),
    missing: snapshot.missing,
    isCurrent: changes === snapshot.changes && last >= snapshot.last,
    added: () => addedSince(snapshot, stores),
    compared: () => compared(snapshot, stores),
  };
}

const heldBy = ({
  trades,
  sum,
  unlisted: { length },
}: Pick<Snapshot, 'trades' | 'sum' | 'unlisted'>): Held => ({
  counts: { final: trades - length, unlisted: length, provisional: 0, atRisk: 0 },
  sum,
});

async function addedSince({ last, open }: Snapshot, stores: Stores): Promise<readonly TradeOutline[]> {
  const added: TradeOutline[] = [];
  for (const [number, id] of open)
    added.push(...(await stores.store.outline(number - 1, 1)).filter((trade) => trade.id === id));
  for await (const piece of outlines(stores, last)) added.push(...piece);
  return added;
}

async function compared(snapshot: Snapshot, stores: Stores): ReturnType<WrittenSums['compared']> {
  const open = new Set(snapshot.open.map(([, id]) => id));
  const unlisted = new Set(snapshot.unlisted);
  const counted = new Map<TradeId, Counted>();
  const unread: TradeOutline[] = [];
  const sum = new TradeSum();
  for await (const piece of outlines(stores, 0)) {
    for (const trade of piece) {
      const { number, id, final: isFinal, fetchedAt } = trade;
      if (number > snapshot.last || open.has(id)) {
        unread.push(trade);
        continue;
      }
      if (!isFinal) return undefined;
      sum.add(trade);
      const status = unlisted.has(id) ? 'unlisted' : 'final';
      counted.set(id, { status, isFinal, fetchedAt });
      if (trade.unlisted !== (status === 'unlisted')) unread.push(trade);
    }
  }
  return counted.size === snapshot.trades && sum.text === snapshot.sum ? { counted, unread } : undefined;
}

function snapshotIn(written: string | undefined): Snapshot | undefined {
  try {
    return written === undefined ? undefined : Snapshot.safeParse(JSON.parse(written)).data;
  } catch {
    return undefined;
  }
}

interface Sums {
  /** Without what is at risk. */
  readonly ledger: () => PositionLedger;
  readonly counted: ReadonlyMap<TradeId, Counted>;
  readonly missing: ReadonlyMap<TradeId, number>;
  /** Whether nothing has changed since. */
  readonly isStill: () => boolean;
}

/**
 * Writes down the sums over all final trades. It does not where something changes meanwhile, or where what is counted is not exactly what
 * is stored; `wrong` where the sums are not those of what is counted, each trade once.
 */
export async function keepPositions(
  stores: Stores,
  { ledger: ledgerOf, counted, missing, isStill }: Sums,
): Promise<'kept' | 'changed' | 'wrong'> {
  const stamp = await stores.store.stamp();
  const open: [number, TradeId][] = [];
  const unlisted: TradeId[] = [];
  const sum = new TradeSum();
  let [last, trades] = [0, 0];
  for await (const piece of outlines(stores, 0)) {
    for (const trade of piece) {
      last = trade.number;
      const known = counted.get(trade.id);
      const isSame =
        known?.isFinal === trade.final &&
        Math.floor(known.fetchedAt) === trade.fetchedAt &&
        (known.status === 'unlisted') === trade.unlisted;
      if (!isSame) return 'changed';
      if (!trade.final) open.push([last, trade.id]);
      else {
        trades += 1;
        sum.add(trade);
        if (trade.unlisted) unlisted.push(trade.id);
      }
    }
    if (!isStill()) return 'changed';
  }
  if (!isStill() || trades + open.length !== counted.size || last !== stamp.last) return 'changed';
  const ledger = ledgerOf();
  for (const [, id] of open) {
    const { parts = [], status = 'provisional', fetchedAt = 0 } = counted.get(id) ?? {};
    ledger.release({ id, fetchedAt }, parts, status);
  }
  const book = [...ledger.book.written()];
  const missed = ledger.missed.map(({ part, status, names }) => ({ part, status, names: [...names] }));
  const isProven =
    isDeepStrictEqual(ledger.held, heldBy({ trades, sum: sum.text, unlisted })) &&
    book.every(({ changes, wholes }) =>
      [...changes.map(([, group]) => group), ...wholes.map(([, , group]) => group)].every(isKept),
    );
  if (!isProven || !missed.every(isOfKept)) return 'wrong';
  const snapshot: z.input<typeof Snapshot> = {
    rules: RULES,
    markets: marketsVersion(),
    ...stamp,
    trades,
    sum: sum.text,
    open,
    unlisted,
    missing: [...missing],
    book,
    missed,
  };
  await stores.snapshots.write(JSON.stringify(snapshot));
  return 'kept';
}

const isKept = (group: string): boolean => /^(final|unlisted) /.test(group);
const isOfKept = <M extends { readonly status: PositionStatus }>(
  missed: M,
): missed is M & { readonly status: 'final' | 'unlisted' } => isKept(`${missed.status} `);

async function* outlines(
  { store, clock }: Pick<Stores, 'store' | 'clock'>,
  from: number,
): AsyncGenerator<readonly TradeOutline[]> {
  for (let after = from, count = PIECE; count === PIECE;) {
    const piece = await store.outline(after, PIECE);
    yield piece;
    after = piece.at(-1)?.number ?? after;
    count = piece.length;
    if (count === PIECE) await pause(clock, 0);
  }
}
