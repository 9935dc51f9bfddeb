import type { TradeId } from '../../../src/domain/identifiers';
import { MEASURED_DAYS } from '../../../src/gateway/storage/trade-store';
import type {
  Again,
  CoveredTime,
  KeptTrade,
  ListedDays,
  ListedTrade,
  ListReading,
  MissingTrade,
  Piece,
  Place,
  Selection,
  TradeOutline,
  TradeStamp,
  TradeStore,
  TradeWords,
} from '../../../src/gateway/storage/trade-store';
import type { Period } from '../../../src/gateway/platform/operations';

interface ListedDay extends Period {
  readonly commodity: string;
  readonly listedAt: number;
}

/** The trade store in memory. */
export class MemoryTrades implements TradeStore {
  readonly trades = new Map<TradeId, KeptTrade>();
  private readonly references = new Map<TradeId, ListedTrade>();
  private days: ListedDay[] = [];
  private changes = 0;
  full = false;

  async find(id: TradeId): Promise<KeptTrade | undefined> {
    return this.trades.get(id);
  }

  async keep(trades: readonly KeptTrade[], { anew = false } = {}): Promise<void> {
    if (this.full) throw new Error('database or disk is full');
    for (const trade of trades) {
      const isFinal = this.trades.get(trade.id)?.final === true;
      if (isFinal && !anew) continue;
      if (isFinal) this.changes += 1;
      this.trades.set(trade.id, plain(trade));
    }
  }

  async piece(selection: Selection, { after, countMax }: Piece): Promise<readonly KeptTrade[]> {
    return this.kept(selection)
      .map((trade) => (this.isUnlisted(trade) ? { ...trade, unlisted: true } : trade))
      .filter((trade) => !after || inOrder(after, trade) < 0)
      .slice(0, countMax);
  }

  async elsewhere(selection: Selection): Promise<readonly KeptTrade[]> {
    const kept = new Set(this.kept(selection).map(({ id }) => id));
    return [...this.references.values()]
      .filter(({ id, ...place }) => {
        const own = this.trades.get(id);
        const said = { venue: place.venue ?? own?.venue, commodity: place.commodity ?? own?.commodity };
        return !kept.has(id) && isIn({ ...place, ...said }, selection);
      })
      .sort(inOrder)
      .flatMap(({ id }) => this.trades.get(id) ?? []);
  }

  async outline(after: number, countMax: number): Promise<readonly TradeOutline[]> {
    return [...this.trades.values()].slice(after, after + countMax).map((trade, at) => {
      const { id, final, fetchedAt } = trade;
      return { number: after + at + 1, id, final, fetchedAt, unlisted: this.isUnlisted(trade) };
    });
  }

  async stamp(): Promise<TradeStamp> {
    return { last: this.trades.size, changes: this.changes };
  }

  async count(selection: Selection): Promise<{ trades: number; provisional: number }> {
    const kept = this.kept(selection);
    return { trades: kept.length, provisional: kept.filter(({ final }) => !final).length };
  }

  async list(trades: readonly ListedTrade[], { days, commodity, listedAt }: ListedDays): Promise<void> {
    this.changes += days.length;
    for (const day of days) {
      for (const { id, tradedAt, commodity: own } of [...this.references.values()]) {
        const isAsked = commodity === undefined || own === undefined || own === commodity;
        if (isAsked && tradedAt >= day.from && tradedAt < day.to) this.references.delete(id);
      }
      const same = (known: ListedDay): boolean =>
        known.from === day.from && known.to === day.to && known.commodity === (commodity ?? '');
      this.days = this.days.filter((known) => !same(known));
      this.days.push({ ...day, commodity: commodity ?? '', listedAt });
    }
    for (const trade of trades) this.references.set(trade.id, trade);
  }

  async listed(days: readonly Period[], commodity = ''): Promise<readonly Period[]> {
    return days.filter((day) =>
      this.days.some(
        (known) =>
          known.from === day.from &&
          known.to === day.to &&
          ['', commodity].includes(known.commodity) &&
          known.listedAt >= known.to,
      ),
    );
  }

  async covered(): Promise<readonly CoveredTime[]> {
    return this.days
      .filter(({ from, listedAt }) => listedAt > from)
      .map(({ from, to, listedAt, commodity }) => ({
        from,
        to: Math.min(to, listedAt),
        ...(commodity !== '' && { commodity }),
      }))
      .sort((one, other) => one.from - other.from || one.to - other.to);
  }

  async readings(period: Period): Promise<readonly ListReading[]> {
    return this.days
      .filter(({ from, to }) => from >= period.from && to <= period.to)
      .map(({ commodity, ...day }) => ({ ...day, ...(commodity !== '' && { commodity }) }))
      .sort(
        (one, other) => one.from - other.from || (one.commodity ?? '').localeCompare(other.commodity ?? ''),
      );
  }

  async words(period: Period): Promise<TradeWords> {
    const all = [...this.trades.values(), ...this.references.values()].filter(
      ({ tradedAt }) => tradedAt >= period.from && tradedAt < period.to,
    );
    const words = (name: 'venue' | 'commodity'): string[] =>
      [...new Set(all.flatMap((trade) => trade[name] ?? []))].sort();
    return { venues: words('venue'), commodities: words('commodity') };
  }

  async density({ venues, commodities }: Omit<Selection, keyof Period>) {
    const only = commodities?.length === 1 ? commodities[0] : '';
    const known = this.days.filter(
      ({ commodity, listedAt, to }) => listedAt >= to && ['', only].includes(commodity),
    );
    const starts = [...new Set(known.map(({ from }) => from))].sort((a, b) => b - a).slice(0, MEASURED_DAYS);
    const days = known.filter(({ from }) => starts.includes(from));
    const trades = this.due({
      from: -Infinity,
      to: Infinity,
      ...(venues && { venues }),
      ...(commodities && { commodities }),
    }).filter(({ tradedAt }) => days.some(({ from, to }) => tradedAt >= from && tradedAt < to));
    return { days: starts.length, trades: trades.length };
  }

  async missing(
    selection: Selection,
    { after, countMax, ...again }: Piece & Again,
  ): Promise<readonly MissingTrade[]> {
    return this.due(selection)
      .filter((place) => this.isDue(place, again) && (!after || inOrder(after, place) < 0))
      .slice(0, countMax)
      .map(({ id, tradedAt }) => ({ id, tradedAt, isProvisional: this.trades.get(id)?.final === false }));
  }

  async counts(selection: Selection, { since, ...again }: Again & { since: number }) {
    const listed = this.due(selection);
    const kept = listed.flatMap(({ id }) => this.trades.get(id) ?? []);
    return {
      trades: listed.length,
      missing: listed.filter((place) => this.isDue(place, again)).length,
      provisional: kept.filter(({ final }) => !final).length,
      fetched: kept.filter(({ fetchedAt }) => fetchedAt >= since).length,
      unlisted: this.kept(selection).filter((trade) => this.isUnlisted(trade)).length,
    };
  }

  private isUnlisted({ id, tradedAt, fetchedAt, commodity: own }: KeptTrade): boolean {
    return (
      !this.references.has(id) &&
      this.days.some(
        ({ from, to, listedAt, commodity }) =>
          from <= tradedAt && tradedAt < to && listedAt > fetchedAt && ['', own].includes(commodity),
      )
    );
  }

  private isDue({ id }: Place, { again, anew = -Infinity }: Again): boolean {
    const kept = this.trades.get(id);
    return !kept || kept.fetchedAt < anew || (!kept.final && kept.fetchedAt < again);
  }

  private kept(selection: Selection): KeptTrade[] {
    return [...this.trades.values()].filter((trade) => this.isOf(trade, selection)).sort(inOrder);
  }

  private due(selection: Selection): ListedTrade[] {
    return [...this.references.values()].filter((trade) => this.isOf(trade, selection)).sort(inOrder);
  }

  private isOf({ id, tradedAt }: Place, selection: Selection): boolean {
    const [own, listed] = [this.trades.get(id), this.references.get(id)];
    const venue = own?.venue ?? listed?.venue;
    const commodity = own?.commodity ?? listed?.commodity;
    return isIn({ tradedAt, venue, commodity }, selection);
  }
}

function isIn(
  { tradedAt, venue, commodity }: Omit<ListedTrade, 'id'>,
  { from, to, venues, commodities }: Selection,
): boolean {
  if (tradedAt < from || tradedAt >= to) return false;
  if (venues && venue !== undefined && !venues.includes(venue)) return false;
  return !commodities || commodity === undefined || commodities.includes(commodity);
}

const plain = ({ venue, commodity, ...rest }: KeptTrade): KeptTrade => ({
  ...rest,
  ...(venue !== undefined && { venue }),
  ...(commodity !== undefined && { commodity }),
});

const inOrder = (one: Place, other: Place): number =>
  one.tradedAt - other.tradedAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
