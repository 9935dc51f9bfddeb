import { readTrade } from '../../contract/service/read-trade';
import { fillOf } from '../../domain/delivery/fill';
import { PositionBook, type PositionStatus } from '../../domain/delivery/position-book';
import {
  isCounted,
  positionPart,
  type PositionPart,
  type UncountedPart,
} from '../../domain/delivery/position-part';
import type { Trade } from '../../domain/trade';
import type { KeptTrade } from '../storage/trade-store';

export type Part = PositionPart | UncountedPart;

/** Legs that cannot be counted for one reason and belong to the same rows. */
export interface Missed {
  readonly part: UncountedPart;
  readonly status: PositionStatus;
  readonly names: Set<string>;
}

/** What is added up: the legs that count in a book, and those that cannot beside it. */
export class PositionLedger {
  private readonly missedByKey = new Map<string, Missed>();

  constructor(
    readonly book = new PositionBook(),
    missed: readonly Missed[] = [],
  ) {
    for (const one of missed) this.missedByKey.set(keyOf(one), one);
  }

  get missed(): readonly Missed[] {
    return [...this.missedByKey.values()];
  }

  /** Another one with the same sums. */
  copy(): PositionLedger {
    const missed = this.missed.map((one) => ({ ...one, names: new Set(one.names) }));
    return new PositionLedger(PositionBook.from(this.book.written()), missed);
  }

  put(
    name: string,
    parts: readonly Part[],
    { status, isAdded }: { status: PositionStatus; isAdded: boolean },
  ): void {
    parts.forEach((part, at) => {
      if (!isCounted(part))
        this.miss(parts.length > 1 ? `${name} leg ${at + 1}` : name, part, { status, isAdded });
      else if (isAdded) this.book.add(part, status);
      else this.book.remove(part, status);
    });
  }

  private miss(
    name: string,
    part: UncountedPart,
    { status, isAdded }: { status: PositionStatus; isAdded: boolean },
  ): void {
    const key = keyOf({ status, part });
    const missed = this.missedByKey.get(key) ?? { part, status, names: new Set() };
    if (isAdded) missed.names.add(name);
    else missed.names.delete(name);
    if (missed.names.size > 0) this.missedByKey.set(key, missed);
    else this.missedByKey.delete(key);
  }
}

const keyOf = ({ status, part }: Pick<Missed, 'status' | 'part'>): string => {
  const { why, commodity, market, load, side, first, last } = part;
  return JSON.stringify([status, why, commodity, market, load, side, first, last]);
};

/** The legs of a stored trade as a position counts them. */
export function partsOf({ json, commodity }: Pick<KeptTrade, 'json' | 'commodity'>): readonly Part[] {
  const trade = tradeIn(json);
  if (!trade) return [{ why: 'cannot be read', commodity }];
  const { legs, price } = fillOf(trade);
  const [only, more] = legs;
  // The price of a single may stand on the trade alone.
  if (only && !more) return [positionPart({ ...(price !== undefined && { price }), ...only })];
  return legs.map(positionPart);
}

function tradeIn(json: string): Trade | undefined {
  try {
    const trade = readTrade(JSON.parse(json));
    return trade.ok ? trade.value : undefined;
  } catch {
    return undefined;
  }
}
