import * as z from 'zod/mini';
import { marketsVersion } from '../../domain/delivery/given-markets';
import { PositionBook, type PositionStatus } from '../../domain/delivery/position-book';
import { WrittenSeries } from '../../domain/delivery/written-position';
import { TradeId } from '../../domain/identifiers';
import { present } from '../../domain/present';
import { pause, type Clock } from '../../effects/clock';
import type { PositionSnapshotStore } from '../storage/position-snapshot';
import type { TradeOutline, TradeStore } from '../storage/trade-store';
import { PositionLedger, type Missed, type Part } from './position-ledger';

/** To be raised with every change of what a stored trade counts as: then sums of before are never used. */
const RULES = 1;
/** Compared in one turn of the process. */
const PIECE = 5_000;

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
  /** Trades up to the last number that are not in it. */
  open: z.array(TradeId),
  /** Those in it that the platform's list did not name any more. */
  unlisted: z.array(TradeId),
  book: z.array(WrittenSeries),
  missed: z.array(
    z.object({ part: Uncounted, status: z.enum(['final', 'unlisted']), names: z.array(z.string()) }),
  ),
});
type Snapshot = z.infer<typeof Snapshot>;

/** What a snapshot answers for, and the trades that have to be read beside it. */
export interface Restored {
  readonly ledger: PositionLedger;
  readonly counted: Map<TradeId, Counted>;
  readonly unread: readonly TradeOutline[];
}

interface Stores {
  readonly store: Pick<TradeStore, 'outline'>;
  readonly snapshots: PositionSnapshotStore;
  readonly clock: Clock;
}

/**
 * The sums of before, if every trade in them is stored as it was then: nothing where there are none, where they were made by other
 * rules or markets, or where one trade is missing, new, or another.
 */
export async function restoredPositions({ store, snapshots, clock }: Stores): Promise<Restored | undefined> {
  const snapshot = snapshotIn(await snapshots.read());
  if (!snapshot || snapshot.markets !== marketsVersion()) return undefined;
  const [open, unlisted] = [new Set(snapshot.open), new Set(snapshot.unlisted)];
  const counted = new Map<TradeId, Counted>();
  const unread: TradeOutline[] = [];
  const sum = new TradeSum();
  for await (const piece of outlines(store, clock)) {
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
  if (counted.size !== snapshot.trades || sum.text !== snapshot.sum) return undefined;
  const missed = snapshot.missed.map(
    ({ part: { why, ...part }, status, names }): Missed => ({
      part: { why, ...present(part) },
      status,
      names: new Set(names),
    }),
  );
  return { ledger: new PositionLedger(PositionBook.from(snapshot.book), missed), counted, unread };
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
  /** Whether nothing has changed since. */
  readonly isStill: () => boolean;
}

/**
 * Writes down the sums over all final trades; whether it did. It does not where something changes meanwhile, or where what is counted is
 * not exactly what is stored.
 */
export async function keepPositions(
  { store, snapshots, clock }: Stores,
  { ledger: ledgerOf, counted, isStill }: Sums,
): Promise<boolean> {
  const open: TradeId[] = [];
  const unlisted: TradeId[] = [];
  const sum = new TradeSum();
  let [last, trades] = [0, 0];
  for await (const piece of outlines(store, clock)) {
    for (const trade of piece) {
      last = trade.number;
      const known = counted.get(trade.id);
      const isSame =
        known?.isFinal === trade.final &&
        Math.floor(known.fetchedAt) === trade.fetchedAt &&
        (known.status === 'unlisted') === trade.unlisted;
      if (!isSame) return false;
      if (!trade.final) open.push(trade.id);
      else {
        trades += 1;
        sum.add(trade);
        if (trade.unlisted) unlisted.push(trade.id);
      }
    }
    if (!isStill()) return false;
  }
  if (trades + open.length !== counted.size) return false;
  const ledger = ledgerOf();
  for (const id of open) {
    const { parts = [], status = 'provisional' } = counted.get(id) ?? {};
    ledger.put(id, parts, { status, isAdded: false });
  }
  const snapshot: z.input<typeof Snapshot> = {
    rules: RULES,
    markets: marketsVersion(),
    last,
    trades,
    sum: sum.text,
    open,
    unlisted,
    book: [...ledger.book.written()],
    missed: ledger.missed.flatMap(({ part, status, names }) =>
      status === 'final' || status === 'unlisted' ? [{ part, status, names: [...names] }] : [],
    ),
  };
  await snapshots.write(JSON.stringify(snapshot));
  return true;
}

async function* outlines(
  store: Pick<TradeStore, 'outline'>,
  clock: Clock,
): AsyncGenerator<readonly TradeOutline[]> {
  for (let after = 0, count = PIECE; count === PIECE;) {
    const piece = await store.outline(after, PIECE);
    yield piece;
    after = piece.at(-1)?.number ?? after;
    count = piece.length;
    if (count === PIECE) await pause(clock, 0);
  }
}

/** What the ids and times of trades come to, whatever their order: 64 bits, against accidents alone. */
class TradeSum {
  private one = 0;
  private other = 0;

  add({ id, fetchedAt }: Pick<TradeOutline, 'id' | 'fetchedAt'>): void {
    const name = `${id} ${fetchedAt}`;
    let [one, other] = [0x811c9dc5, 0x01000193];
    for (let at = 0; at < name.length; at++) {
      const code = name.charCodeAt(at);
      one = Math.imul(one ^ code, 0x01000193);
      other = Math.imul(other + code, 0x85ebca6b) ^ (other >>> 13);
    }
    this.one = (this.one + one) >>> 0;
    this.other = (this.other + other) >>> 0;
  }

  get text(): string {
    return `${this.one} ${this.other}`;
  }
}
