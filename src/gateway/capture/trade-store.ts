import type { TradeId } from '../../domain/identifiers';
import type { Period } from '../service/service';

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

/** A listed trade whose details are to be fetched: for the first time, or again because prices were missing. */
export interface MissingTrade extends Place {
  readonly isProvisional: boolean;
}

/** A part of the list that was read to its end; `commodity` when the service was asked for one alone. */
export interface ListedDays {
  readonly days: readonly Period[];
  readonly commodity?: string | undefined;
  /** Epoch ms. */
  readonly listedAt: number;
}

export interface Piece {
  readonly after?: Place | undefined;
  readonly countMax: number;
}

/** `again`: provisional details that were read before this moment (epoch ms) are fetched anew. */
export interface Again {
  readonly again: number;
}

/**
 * Where the details of trades are kept, each for good once it is final, and what lists said about trades. Reading is in
 * pieces, so that no number of trades is too many.
 */
export interface TradeStore {
  find(id: TradeId): Promise<KeptTrade | undefined>;
  /** The newest details replace those before, but never final ones. */
  keep(trades: readonly KeptTrade[]): Promise<void>;
  /** Kept trades in their order. */
  piece(selection: Selection, piece: Piece): Promise<readonly KeptTrade[]>;
  count(selection: Selection): Promise<{ trades: number; provisional: number }>;
  /** What the list says of these days, in place of what it said before. */
  list(trades: readonly ListedTrade[], of: ListedDays): Promise<void>;
  /** Of these days, those whose list was read after they had ended: nothing new can come into it. */
  listed(days: readonly Period[], commodity?: string): Promise<readonly Period[]>;
  /** How many trades such days had, over all that are known. */
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
