import { readTrade } from '../../contract/service/read-trade';
import { fillOf } from '../../domain/delivery/fill';
import { PositionBook, type PositionStatus } from '../../domain/delivery/position-book';
import {
  isCounted,
  positionPart,
  type PositionPart,
  type UncountedPart,
} from '../../domain/delivery/position-part';
import { present } from '../../domain/present';
import type { Trade } from '../../domain/trade';
import { notStanding, type NotStanding } from '../../domain/trade-state';
import type { KeptTrade, TradeOutline } from '../storage/trade-store';

export type Part = PositionPart | UncountedPart;

/** Legs that cannot be counted for one reason and belong to the same rows. */
export interface Missed {
  readonly part: UncountedPart;
  readonly status: PositionStatus;
  readonly names: Set<string>;
}

type Named = Pick<TradeOutline, 'id' | 'fetchedAt'>;

/** Of how many trades of each kind sums are, and of which. */
export interface Held {
  readonly counts: Readonly<Record<PositionStatus, number>>;
  readonly sum: string;
}

/** What is added up: the legs that count in a book, and those that cannot beside it. It can prove of which trades. */
export class PositionLedger {
  private readonly missedByKey = new Map<string, Missed>();
  private readonly counts: Record<PositionStatus, number>;
  private readonly sum: TradeSum;

  constructor(
    readonly book = new PositionBook(),
    missed: readonly Missed[] = [],
    held?: Held,
  ) {
    for (const one of missed) this.missedByKey.set(keyOf(one), one);
    this.counts = { final: 0, provisional: 0, unlisted: 0, atRisk: 0, ...held?.counts };
    this.sum = TradeSum.from(held?.sum);
  }

  get held(): Held {
    return { counts: { ...this.counts }, sum: this.sum.text };
  }

  /** How many trades are in it: of one that is in it twice, two. */
  get size(): number {
    const { final, provisional, unlisted } = this.counts;
    return final + provisional + unlisted;
  }

  get missed(): readonly Missed[] {
    return [...this.missedByKey.values()];
  }

  /** Another one with the same sums. */
  copy(): PositionLedger {
    const missed = this.missed.map((one) => ({ ...one, names: new Set(one.names) }));
    return new PositionLedger(PositionBook.from(this.book.written()), missed, this.held);
  }

  hold(trade: Named, parts: readonly Part[], status: PositionStatus): void {
    this.counts[status] += 1;
    this.sum.add(trade);
    this.put(trade.id, parts, { status, isAdded: true });
  }

  /** What was held in exactly these words. */
  release(trade: Named, parts: readonly Part[], status: PositionStatus): void {
    this.counts[status] -= 1;
    this.sum.add(trade, -1);
    this.put(trade.id, parts, { status, isAdded: false });
  }

  /** What is no stored trade. */
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
  const not = notStanding(trade.raw);
  if (not) return legs.map((leg) => notCounted(positionPart(leg), not));
  const [only, more] = legs;
  // The price of a single may stand on the trade alone.
  if (only && !more) return [positionPart({ ...(price !== undefined && { price }), ...only })];
  return legs.map(positionPart);
}

/** What is known of a leg says which sums lack it, if any does. */
const notCounted = (part: Part, { why, isVoid }: NotStanding): UncountedPart => {
  const { commodity, market, load, side, first, last } = part;
  const isNoEnergy = !isCounted(part) && part.isNoEnergy;
  return {
    why,
    ...(isVoid && { isVoid }),
    ...(isNoEnergy && { isNoEnergy }),
    ...present({ commodity, market, load, side, first, last }),
  };
};

function tradeIn(json: string): Trade | undefined {
  try {
    const trade = readTrade(JSON.parse(json));
    return trade.ok ? trade.value : undefined;
  } catch {
    return undefined;
  }
}

/** What the ids and times of trades come to, whatever their order: 64 bits, against accidents alone. */
export class TradeSum {
  private one = 0;
  private other = 0;

  static from(text = '0 0'): TradeSum {
    const sum = new TradeSum();
    [sum.one = 0, sum.other = 0] = text.split(' ').map(Number);
    return sum;
  }

  add({ id, fetchedAt }: Named, times: 1 | -1 = 1): void {
    // Stored in whole milliseconds.
    const name = `${id} ${Math.floor(fetchedAt)}`;
    let [one, other] = [0x811c9dc5, 0x01000193];
    for (let at = 0; at < name.length; at++) {
      const code = name.charCodeAt(at);
      one = Math.imul(one ^ code, 0x01000193);
      other = Math.imul(other + code, 0x85ebca6b) ^ (other >>> 13);
    }
    this.one = (this.one + times * one) >>> 0;
    this.other = (this.other + times * other) >>> 0;
  }

  get text(): string {
    return `${this.one} ${this.other}`;
  }
}
