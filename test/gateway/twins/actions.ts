import type { Action, ActionBody } from '../../../src/domain/action';
import { ActionId, QuoteId, RequestId } from '../../../src/domain/identifiers';
import { Limits } from '../../../src/domain/limits/limits';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { ActionDesk } from '../../../src/gateway/actions/action-desk';
import { Journal } from '../../../src/gateway/actions/journal';
import { LimitsCheck } from '../../../src/gateway/actions/limits-check';
import { TradeShelf } from '../../../src/gateway/actions/trade-shelf';
import { RecordWriter } from '../../../src/gateway/answers/record-writer';
import { MORNING, ZONE } from './desk';
import { FakePlatform, singleQuote, singleRequest } from './fake-platform';
import { MemoryJournal, MemoryRecords } from './memory-stores';

export const actionId = (count: number): ActionId =>
  ActionId.parse(`00000000-0000-4000-8000-${String(count).padStart(12, '0')}`);

/** Takes quote Q-1 of the desk's own request RQ-1 at 30.1. */
export const ACCEPT: Extract<ActionBody, { kind: 'accept-quote' }> = {
  kind: 'accept-quote',
  requestId: RequestId.parse('RQ-1'),
  quoteId: QuoteId.parse('Q-1'),
  lastSeen: { type: 'per-leg', legPrices: [Price.parse('30.1')] },
};
/** Quotes the request RQ-2, which the desk was asked. */
export const QUOTE: Extract<ActionBody, { kind: 'send-quote' }> = {
  kind: 'send-quote',
  requestId: RequestId.parse('RQ-2'),
  direction: 'ask',
  price: { shape: 'single', price: Price.parse('31') },
  quantity: Quantity.parse('10'),
  allOrNone: true,
};
export const WITHDRAW: ActionBody = {
  kind: 'withdraw-quote',
  requestId: RequestId.parse('RQ-2'),
  quoteId: QuoteId.parse('Q-2'),
};

/** No level is ever reached. */
const NO_LIMITS: Limits = Limits.parse({
  bestPrice: { ignoreUpTo: '0' },
  lastPrice: { ignoreUpTo: '0' },
  signFlip: 'off',
  factorOfTen: 'off',
  volume: [],
  notional: [],
  countPerMinute: {},
  duplicate: { step: 'off', withinMs: 60_000 },
  unchecked: 'tell',
});

/** An action desk over a fake platform with one own request (RQ-1, quote Q-1) and one it was asked (RQ-2, quote Q-2). */
export function testActions({
  journalStore = new MemoryJournal(),
  platform,
  clock = new ManualClock(MORNING),
  limits = NO_LIMITS,
}: { journalStore?: MemoryJournal; platform?: FakePlatform; clock?: ManualClock; limits?: Limits } = {}) {
  const service = platform ?? new FakePlatform(() => clock.now());
  if (!platform) {
    service.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
    service.addRequest(singleRequest('RQ-2', { role: 'recipient' }), [singleQuote('RQ-2', 'Q-2')]);
  }
  const ended: Action[] = [];
  const journal = new Journal(journalStore, clock, silentLog);
  const desk = new ActionDesk({
    service,
    journal,
    trades: new TradeShelf(service, new RecordWriter(new MemoryRecords(), clock, silentLog), clock),
    clock,
    log: silentLog,
    zone: ZONE,
    knownRequest: () => undefined,
    onEnded: (action) => void ended.push(action),
    limits: new LimitsCheck({ limits: () => limits, shown: () => journal.read(), clock }),
  });
  return { desk, journal, journalStore, platform: service, clock, ended };
}
