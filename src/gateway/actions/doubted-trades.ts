import type { Action } from '../../domain/action';
import type { TradeId } from '../../domain/identifiers';
import { type Journal, PAST_MAX } from './journal';

/** Trades whose records have another side or product than the desk pressed or quoted: which of both is true nobody knows, so they are in no sum. */
export class DoubtedTrades {
  private readonly byAction = new Map<Action['id'], readonly TradeId[]>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly journal: Pick<Journal, 'newest' | 'read' | 'onChange'>) {}

  async start(): Promise<void> {
    for (const action of await this.journal.newest(PAST_MAX)) this.learn(action);
    this.journal.onChange(() => {
      const isNew = this.journal.read().map((action) => this.learn(action));
      if (isNew.includes(true)) for (const listener of [...this.listeners]) listener();
    });
  }

  read(): ReadonlySet<TradeId> {
    return new Set([...this.byAction.values()].flat());
  }

  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Whether it says something new. */
  private learn({ id, contradictions = [] }: Action): boolean {
    const doubted = contradictions.flatMap(
      ({ about, tradeId }) => ((about === 'side' || about === 'product') && tradeId) || [],
    );
    if (String(this.byAction.get(id) ?? '') === String(doubted)) return false;
    if (doubted.length > 0) this.byAction.set(id, doubted);
    else this.byAction.delete(id);
    return true;
  }
}
