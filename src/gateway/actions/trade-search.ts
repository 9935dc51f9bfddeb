import type { RequestId, TradeId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import type { Trade } from '../../domain/trade';
import type { Seen } from '../../domain/verdict/evidence';
import { isFinalTrade } from '../../domain/finality';
import type { TradeShelf } from './trade-shelf';

/** Known details of one trade. `unreadable`: read, but invalid. */
interface Details {
  readonly trade?: Trade;
  readonly unreadable: boolean;
  /** Position in the order of all reads. */
  readonly readAs: number;
}

const REMEMBERED_MAX = 10_000;

/**
 * Which of many new trades are of one request: only their details say so. Each look reads some, the newest and the oldest
 * alike, and goes on where the one before ended, so that the last of many trades is found in the end.
 */
export class TradeSearch {
  private readonly details = new Map<TradeId, Details>();
  private readonly reading = new Map<TradeId, Promise<void>>();
  private reads = 0;

  constructor(private readonly shelf: Pick<TradeShelf, 'kept' | 'trade'>) {}

  /** `ids`: oldest first. Answers the trades that name this request, and those that name none. */
  async of(
    requestId: RequestId,
    { ids, lane, callsMax }: { ids: readonly TradeId[]; lane: Lane; callsMax: number },
  ): Promise<Seen<Trade>> {
    await Promise.all(ids.map((id) => this.recall(id)));
    const due = this.due(requestId, ids).slice(0, callsMax);
    await Promise.all(due.map((id) => this.read(id, lane)));
    const known = ids.map((id) => ({ id, details: this.details.get(id) }));
    const trades = known.flatMap(({ details }) => details?.trade ?? []);
    const unreadable = known.filter(({ details }) => details?.unreadable).map(({ id }) => id);
    const pending = trades.length + unreadable.length < ids.length;
    return {
      records: trades.filter((trade) => trade.requestId === undefined || trade.requestId === requestId),
      complete: !pending && unreadable.length === 0 && trades.every((trade) => trade.requestId !== undefined),
      unreadable: { count: unreadable.length, ids: unreadable },
      pending,
    };
  }

  private async recall(id: TradeId): Promise<void> {
    if (this.details.has(id)) return;
    const trade = await this.shelf.kept(id);
    if (trade) this.keep(id, { trade, unreadable: false });
  }

  /** Several looks at once share a read. */
  private read(id: TradeId, lane: Lane): Promise<void> {
    const reading = this.reading.get(id) ?? this.ask(id, lane).finally(() => this.reading.delete(id));
    this.reading.set(id, reading);
    return reading;
  }

  private async ask(id: TradeId, lane: Lane): Promise<void> {
    const asked = await this.shelf.trade(id, lane);
    const trade = asked.ok ? asked.value : this.details.get(id)?.trade;
    this.keep(id, {
      ...(trade && { trade }),
      unreadable: !asked.ok && trade === undefined && asked.failure.kind === 'unreadable',
    });
  }

  private keep(id: TradeId, details: Omit<Details, 'readAs'>): void {
    this.details.delete(id);
    this.details.set(id, { ...details, readAs: this.reads++ });
    const [oldest] = this.details.keys();
    if (this.details.size > REMEMBERED_MAX && oldest !== undefined) this.details.delete(oldest);
  }

  /** Order: trades of the request, then unread ones, then unsuccessful reads, oldest first. */
  private due(requestId: RequestId, ids: readonly TradeId[]): readonly TradeId[] {
    const own: TradeId[] = [];
    const never: TradeId[] = [];
    const inVain: { id: TradeId; readAs: number }[] = [];
    for (const id of ids) {
      const details = this.details.get(id);
      if (!details) never.push(id);
      else if (!details.trade) inVain.push({ id, readAs: details.readAs });
      else if (!isFinalTrade(details.trade)) {
        if (details.trade.requestId === requestId) own.push(id);
        else if (details.trade.requestId === undefined) inVain.push({ id, readAs: details.readAs });
      }
    }
    inVain.sort((a, b) => a.readAs - b.readAs);
    return [...own, ...fromBothEnds(never), ...inVain.map(({ id }) => id)];
  }
}

/** The last, the first, the last but one, the second, and so on. */
const fromBothEnds = <T>(all: readonly T[]): readonly T[] =>
  all
    .map((_, at) => all[at % 2 === 0 ? all.length - 1 - at / 2 : (at - 1) / 2])
    .filter((one) => one !== undefined);
