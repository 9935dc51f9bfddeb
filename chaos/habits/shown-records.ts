import { habitOf, type Habit } from './habit';
import type { CallTarget } from './call-target';

export type Fields = Readonly<Record<string, unknown>>;

/** The desk's own name at the simulator. */
export const DESK = 'Your Desk';

/** One record as it is shown, and since when it is another. */
interface Remembered {
  readonly shown: Fields;
  readonly changedAt?: number | undefined;
}

/** The platform's words, where it has others than the defaults. What is open or active is called so. */
const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  request: { closed: 'expired', traded: 'concluded' },
  quote: { accepted: 'executed', rejected: 'lapsed', withdrawn: 'cancelled' },
};
const VENUES: Readonly<Record<string, string>> = {
  tender: 'Voltrade',
  market: 'Voltbook',
  green: 'Voltleaf',
};

/**
 * What a service of such habits shows of its records at a moment. It hides nothing that was there when it was armed, so that a
 * page can press on what it was shown; what comes later is shown as late as the habits say.
 */
export class ShownRecords {
  private armedAt = Infinity;
  private isCalm = false;
  private readonly looks = new Map<string, number>();
  /** What lists that lag show, by their place and the id of a record. */
  private readonly lists = new Map<string, Map<unknown, Remembered>>();
  private readonly rivals: Fields[] = [];

  constructor(
    private readonly habits: readonly Habit[],
    private readonly now: () => number,
  ) {}

  /** From now on its habits hold. */
  arm(): void {
    this.armedAt = this.now();
  }

  /** Whatever happened is shown from now on; words, pages and what it never shows stay. */
  calm(): void {
    this.isCalm = true;
  }

  /** Somebody else quotes as the desk has just done. */
  rival(requestId: string, sent: Fields, number: number): void {
    if (!habitOf(this.habits, 'rival quotes the same')) return;
    const named = { 'quotation-id': `QT-R${number}`, 'request-id': requestId, state: 'active' };
    const created = new Date(this.now()).toISOString();
    this.rivals.push({ ...sent, ...named, counterparty: 'Rival Energy', 'created-at': created });
  }

  /** A list as it is shown; `isFirst`: its first page is read. */
  list(place: CallTarget, records: readonly Fields[], isFirst: boolean): readonly Fields[] {
    switch (place.sort) {
      case 'trades':
        return records
          .filter((trade) => !this.hidesTrade(String(trade['trade-id']), timeOf(trade['traded-at']), isFirst))
          .map((trade) => this.renamed(trade));
      case 'quotes': {
        const rivals = this.rivals.filter((quote) => quote['request-id'] === place.requestId);
        return [...this.lagging(place, records, 'quotation-id'), ...rivals]
          .filter((quote) => !this.hidesQuote(quote))
          .map((quote) => this.worded(quote, 'quote'));
      }
      case 'proposals':
        return this.lagging(place, records, 'price-proposal-id');
      case 'counteroffers':
        return this.lagging(place, records, 'counteroffer-id');
      case 'open requests':
      case 'requests':
        return records
          .filter((request) => !this.lagsBehind(timeOf(request['created-at'])))
          .map((request) => this.request(request));
      case 'risks':
        return this.lagging(place, records, 'commodity');
      default:
        return records;
    }
  }

  /** One record as it is shown; `undefined` where it is not shown yet. */
  record(place: CallTarget, record: Fields): Fields | undefined {
    switch (place.sort) {
      case 'trade':
        return this.hidesTrade(String(record['trade-id']), timeOf(record['traded-at']), false)
          ? undefined
          : this.renamed(record);
      case 'request':
        return this.request(record);
      case 'risk settings':
        return this.lagging(place, [{ id: place.id, record }], 'id')[0]?.['record'] as Fields | undefined;
      default:
        return record;
    }
  }

  private hidesTrade(id: string, tradedAt: number, isLook: boolean): boolean {
    const late = habitOf(this.habits, 'trades listed late');
    const first = habitOf(this.habits, 'request closes first');
    if ((!late && !first) || this.isCalm || tradedAt < this.armedAt) return false;
    const lateMs = Math.max(late?.lateMs ?? 0, first?.lateMs ?? 0);
    const looks = this.looks.get(id) ?? 0;
    if (this.now() >= tradedAt + lateMs && looks >= (late?.looks ?? 0)) return false;
    if (isLook) this.looks.set(id, looks + 1);
    return true;
  }

  private hidesQuote(quote: Fields): boolean {
    const { state, counterparty } = quote;
    if (state !== 'active' && habitOf(this.habits, 'ended quotes not listed')) return true;
    const createdAt = timeOf(quote['created-at']);
    if (this.isCalm) return false;
    if (state === 'accepted' && habitOf(this.habits, 'request closes first')) return true;
    const missing = habitOf(this.habits, 'own quote missing for a while');
    if (!missing || counterparty !== DESK || createdAt < this.armedAt) return false;
    const from = createdAt + missing.fromMs;
    return this.now() >= from && this.now() < from + missing.forMs;
  }

  private request(request: Fields): Fields {
    const tradeId = tradeIdOf(request);
    const concludedAt = timeOf(request['concluded-at']);
    const at = Number.isNaN(concludedAt) ? this.now() : concludedAt;
    const isHidden = tradeId !== undefined && this.hidesTrade(tradeId, at, false);
    const shown = isHidden ? { ...request, trade: null } : request;
    const closesFirst = habitOf(this.habits, 'request closes first') && !this.isCalm && at >= this.armedAt;
    const isFirst = closesFirst && request['state'] === 'traded' && (tradeId === undefined || isHidden);
    return this.worded(isFirst ? { ...shown, state: 'closed' } : shown, 'request');
  }

  private lagsBehind(createdAt: number): boolean {
    const lag = habitOf(this.habits, 'lists lag');
    if (!lag || this.isCalm || createdAt < this.armedAt) return false;
    return this.now() < createdAt + lag.lagMs;
  }

  /** Records as they were a while ago: new ones are missing, changed ones are old, those that have gone are there. */
  private lagging(place: CallTarget, records: readonly Fields[], idName: string): readonly Fields[] {
    const lag = habitOf(this.habits, 'lists lag');
    if (!lag || this.isCalm || this.armedAt === Infinity) return records;
    const key = `${place.sort} ${place.requestId ?? place.id ?? ''}`;
    const list = this.lists.get(key) ?? new Map<unknown, Remembered>();
    this.lists.set(key, list);
    const there = new Map(records.map((record) => [record[idName], record]));
    for (const [id, record] of there) if (!list.has(id)) list.set(id, { shown: record });
    return [...list].flatMap(([id, { shown, changedAt }]) => {
      const is = there.get(id);
      const isSame = JSON.stringify(is) === JSON.stringify(shown);
      const since = isSame ? undefined : (changedAt ?? this.now());
      const isLate = since !== undefined && this.now() < since + lag.lagMs;
      if (isSame || isLate) {
        list.set(id, { shown, changedAt: since });
        return this.lagsBehind(timeOf(shown['created-at'])) ? [] : [shown];
      }
      if (!is) {
        list.delete(id);
        return [];
      }
      list.set(id, { shown: is });
      return [is];
    });
  }

  private renamed(trade: Fields): Fields {
    if (!habitOf(this.habits, 'other words')) return trade;
    return { ...trade, venue: VENUES[String(trade['venue'])] ?? trade['venue'] };
  }

  private worded(record: Fields, kind: 'request' | 'quote'): Fields {
    if (!habitOf(this.habits, 'other words')) return record;
    return { ...record, state: STATES[kind]?.[String(record['state'])] ?? record['state'] };
  }
}

const timeOf = (written: unknown): number => (typeof written === 'string' ? Date.parse(written) : NaN);

function tradeIdOf({ trade }: Fields): string | undefined {
  if (typeof trade !== 'object' || trade === null || !('trade-id' in trade)) return undefined;
  return String(trade['trade-id']);
}
