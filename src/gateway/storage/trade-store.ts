import * as z from 'zod/mini';
import { answerWriters } from '../../contract/desk/answer-value';
import { readTrade } from '../../contract/service/read-trade';
import { isFinalTrade } from '../../domain/finality';
import { TradeId } from '../../domain/identifiers';
import type { ResourceKey } from '../../domain/resources/resource';
import type { CapturedTrade, Trade } from '../../domain/trade';
import type { Period } from '../platform/operations';
import type { RecordStore, StoredRecord } from './records';

/** Which trades; names in lower case. A trade that does not say what it is belongs to every selection. */
export interface Selection extends Period {
  readonly venues?: readonly string[];
  readonly commodities?: readonly string[];
}

/** A trade's place in the order in which trades are read: by when it was traded, then by id. */
export interface Place {
  /** Epoch ms. */
  readonly tradedAt: number;
  readonly id: TradeId;
}

/** What a list said of a trade. */
export interface ListedTrade extends Place {
  readonly venue?: string | undefined;
  readonly commodity?: string | undefined;
}

/** The details of a trade as the service wrote them. */
export interface KeptTrade extends ListedTrade {
  readonly json: string;
  /** It never changes again: never asked for twice. */
  readonly final: boolean;
  /** Epoch ms. */
  readonly fetchedAt: number;
  /** The list of its day, read after its details were, does not name it any more. */
  readonly unlisted?: boolean;
}

/** A listed trade whose details are to be fetched: for the first time, again because prices were missing, or anew. */
export interface MissingTrade extends Place {
  readonly isProvisional: boolean;
}

/** A day with a change of the clocks is longer than others. A day's list is looked for no further back than this. */
export const LISTED_DAY_MS_MAX = 48 * 3_600_000;

/** Single days whose list was read to its end; `commodity` when the service was asked for one alone. */
export interface ListedDays {
  readonly days: readonly Period[];
  readonly commodity?: string | undefined;
  /** Epoch ms. */
  readonly listedAt: number;
}

/** A time of which the list was read; `commodity` when the service was asked for one alone. */
export interface CoveredTime extends Period {
  readonly commodity?: string | undefined;
}

/** What has to be known of a stored trade to tell whether it is counted already. */
export interface TradeOutline {
  /** Its place in the order in which trades were stored first. */
  readonly number: number;
  readonly id: TradeId;
  readonly final: boolean;
  /** Epoch ms. */
  readonly fetchedAt: number;
  readonly unlisted: boolean;
}

/** What tells whether anything has happened to the trades. */
export interface TradeStamp {
  /** The number of the trade that was stored last; 0 without any. */
  readonly last: number;
  /** Grows with every list that is read, and with whatever happens to a stored trade that is final. */
  readonly changes: number;
}

export interface TradeWords {
  readonly venues: readonly string[];
  readonly commodities: readonly string[];
}

/** A day whose list was read, and when (epoch ms): perhaps before its end. */
export interface ListReading extends CoveredTime {
  readonly listedAt: number;
}

export interface Piece {
  readonly after?: Place | undefined;
  readonly countMax: number;
}

/** Which details are fetched once more; moments are epoch ms. */
export interface Again {
  /** Provisional ones that were read before this moment. */
  readonly again: number;
  /** All that were read before this moment, also final ones; absent: no final one. */
  readonly anew?: number | undefined;
}

/**
 * Where the details of trades are kept, each for good once it is final, and what lists said about trades. Reading is in
 * pieces, so that no number of trades is too many.
 */
export interface TradeStore {
  find(id: TradeId): Promise<KeptTrade | undefined>;
  /** The newest details replace those before; final ones only by details that were read `anew`. */
  keep(trades: readonly KeptTrade[], how?: { readonly anew?: boolean }): Promise<void>;
  /** Kept trades in their order. */
  piece(selection: Selection, piece: Piece): Promise<readonly KeptTrade[]>;
  /** Kept trades that the list names for a selection, and whose own records place them elsewhere: {@link piece} has none of them. */
  elsewhere(selection: Selection): Promise<readonly KeptTrade[]>;
  /** All that are kept, in the order in which they were stored first, from behind a number. Quick, also for very many. */
  outline(after: number, countMax: number): Promise<readonly TradeOutline[]>;
  stamp(): Promise<TradeStamp>;
  count(selection: Selection): Promise<{ trades: number; provisional: number }>;
  /** What the list says of these days, in place of what it said before. */
  list(trades: readonly ListedTrade[], of: ListedDays): Promise<void>;
  /** Of these days, those whose list was read after they had ended: nothing new can come into it. */
  listed(days: readonly Period[], commodity?: string): Promise<readonly Period[]>;
  /** Times whose whole list was read, in their order; a day that had not ended then up to the moment of reading. */
  covered(): Promise<readonly CoveredTime[]>;
  /** Days within a period whose list was read, in their order. */
  readings(period: Period): Promise<readonly ListReading[]>;
  /** Venues and commodities that trades of a period have, as details or lists say, in order. */
  words(period: Period): Promise<TradeWords>;
  /** How many trades the newest days had, at most {@link MEASURED_DAYS}, of those whose list is known. */
  density(selection: Omit<Selection, keyof Period>): Promise<{ days: number; trades: number }>;
  missing(selection: Selection, piece: Piece & Again): Promise<readonly MissingTrade[]>;
  /**
   * Listed trades; `fetched` are those whose details were read at or after `since` (epoch ms), `unlisted` kept ones beside them
   * that the list does not name any more.
   */
  counts(
    selection: Selection,
    of: Again & { readonly since: number },
  ): Promise<{ trades: number; missing: number; provisional: number; fetched: number; unlisted: number }>;
}

/** Days by which those are judged of which nothing is known: what a desk traded years ago says little of today. */
export const MEASURED_DAYS = 60;

/** A trade as it is kept: its record, and beside it what it is looked for by. */
export const keptTrade = (trade: Trade, fetchedAt: number): KeptTrade => ({
  id: trade.id,
  tradedAt: trade.tradedAt,
  venue: trade.venue?.toLowerCase(),
  commodity: trade.commodity?.toLowerCase(),
  json: JSON.stringify(answerWriters.trade(trade)),
  final: isFinalTrade(trade),
  fetchedAt,
});

/** The inverse. It was readable when it was kept; what a newer version cannot read any more is left out. */
export function capturedTrade({ json, final, fetchedAt, unlisted }: KeptTrade): CapturedTrade | undefined {
  const trade = readTrade(JSON.parse(json));
  return trade.ok
    ? { trade: trade.value, provisional: !final, fetchedAt, ...(unlisted && { unlisted }) }
    : undefined;
}

/** So many are read at once: while it lasts, the gateway does nothing else. */
const PIECE = 200;

/** Every kept trade of a selection, a piece in memory at a time; first those that the list alone places there. */
export async function* allKept(
  store: Pick<TradeStore, 'piece' | 'elsewhere'>,
  selection: Selection,
): AsyncGenerator<readonly KeptTrade[]> {
  const elsewhere = await store.elsewhere(selection);
  if (elsewhere.length > 0) yield elsewhere;
  let piece = await store.piece(selection, { countMax: PIECE });
  while (piece.length > 0) {
    yield piece;
    piece = await store.piece(selection, { after: piece.at(-1), countMax: PIECE });
  }
}

const TradeKey = z.strictObject({ kind: z.literal('trade'), id: TradeId });

/** One truth about a trade: what cells and look-ups keep of it is kept with the downloaded ones, and found there. */
export const recordsWithTrades = (records: RecordStore, trades: TradeStore): RecordStore => ({
  async find(key) {
    const id = tradeIdOf(key);
    if (id === undefined) return records.find(key);
    const kept = await trades.find(id);
    return kept && { key, json: kept.json, fetchedAt: kept.fetchedAt, final: kept.final };
  },
  async save(all) {
    const details = all.filter(({ key }) => tradeIdOf(key) !== undefined);
    const others = all.filter(({ key }) => tradeIdOf(key) === undefined);
    if (details.length > 0) await trades.keep(details.flatMap(detailsIn));
    if (others.length > 0) await records.save(others);
  },
  piece: (kinds, piece) => records.piece(kinds, piece),
  forget: (before, finalBefore) => records.forget(before, finalBefore),
});

function tradeIdOf(key: ResourceKey): TradeId | undefined {
  return TradeKey.safeParse(JSON.parse(key)).data?.id;
}

function detailsIn({ json, fetchedAt }: Pick<StoredRecord, 'json' | 'fetchedAt'>): KeptTrade[] {
  const trade = readTrade(JSON.parse(json));
  return trade.ok ? [{ ...keptTrade(trade.value, fetchedAt), json }] : [];
}
