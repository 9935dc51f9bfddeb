import { answerWriters } from '../../contract/desk/answer-value';
import { readTrade } from '../../contract/service/read-trade';
import { success, type Outcome } from '../../domain/failure';
import type { TradeId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import { resourceKey } from '../../domain/resource';
import type { Trade } from '../../domain/trade';
import type { Clock } from '../../effects/clock';
import { isFinalTrade } from '../answers/permanence';
import type { RecordWriter } from '../answers/record-writer';
import type { Service } from '../service/service';

/** Details of trades for looking up actions: those that are final are asked for once ever, also by the cells. */
export class TradeShelf {
  constructor(
    private readonly service: Pick<Service, 'trade'>,
    private readonly records: Pick<RecordWriter, 'find' | 'keep'>,
    private readonly clock: Clock,
  ) {}

  /** What was kept for good, without a call. */
  async kept(id: TradeId): Promise<Trade | undefined> {
    const kept = await this.records.find(resourceKey({ kind: 'trade', id }));
    const trade = kept?.final ? readTrade(JSON.parse(kept.json)) : undefined;
    return trade?.ok ? trade.value : undefined;
  }

  async trade(id: TradeId, lane: Lane): Promise<Outcome<Trade>> {
    const kept = await this.kept(id);
    if (kept) return success(kept);
    const key = resourceKey({ kind: 'trade', id });
    const asked = await this.service.trade(id, { lane, beside: 'joins' });
    if (asked.ok && isFinalTrade(asked.value)) {
      const json = JSON.stringify(answerWriters.trade(asked.value));
      this.records.keep({ key, json, fetchedAt: this.clock.now(), final: true });
    }
    return asked;
  }
}
