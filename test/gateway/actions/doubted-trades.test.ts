import { expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { QuoteId, TradeId } from '../../../src/domain/identifiers';
import { ManualClock } from '../../../src/effects/manual-clock';
import { silentLog } from '../../../src/effects/log';
import { DoubtedTrades } from '../../../src/gateway/actions/doubted-trades';
import { Journal } from '../../../src/gateway/actions/journal';
import { ACCEPT, actionId, QUOTE, testActions } from '../twins/actions';
import { MORNING } from '../twins/cache';
import { failure, singleQuote } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

const contrary = (count: number, tradeId: string): Action => ({
  id: actionId(count),
  body: ACCEPT,
  shown: '',
  state: 'done',
  createdAt: MORNING,
  tradeId: TradeId.parse(tradeId),
  contradictions: [{ about: 'side', says: 'The record says you sold.', tradeId: TradeId.parse(tradeId) }],
});

it('are those on another side than pressed, of the journal and of each line since, until it says so no more', async () => {
  const store = new MemoryJournal();
  await store.append(contrary(1, 'T-1'));
  const journal = new Journal(store, new ManualClock(MORNING), silentLog);
  const doubted = new DoubtedTrades(journal);
  await doubted.start();
  let told = 0;
  doubted.onChange(() => void told++);
  expect([...doubted.read()]).toEqual(['T-1']);
  await journal.record(contrary(2, 'T-2'));
  expect([...doubted.read()]).toEqual(['T-1', 'T-2']);
  const { contradictions: _, ...agreed } = contrary(1, 'T-1');
  await journal.record(agreed);
  expect([...doubted.read()]).toEqual(['T-2']);
  expect(told).toBe(2);
});

it('knows a quote by the number that the answer named: it is the one that was sent, whatever it says', async () => {
  const started = testActions();
  const { platform, clock, journal } = started;
  const service = { status: 201, number: 'Q-9' };
  platform.sendQuote = async () => ({
    ok: false,
    failure: { ...failure('unknown-outcome'), service },
  });
  await started.desk.put(actionId(1), { body: QUOTE, shown: '' });
  await clock.advance(5_000);
  expect(journal.read()[0]).toMatchObject({ state: 'unknown' });
  platform.quotesByRequest.get('RQ-2')?.push(singleQuote('RQ-2', 'Q-9', { legs: [{ price: 8 }] }));
  await clock.advance(60_000);
  expect(journal.read()[0]).toMatchObject({ state: 'done', quoteId: QuoteId.parse('Q-9') });
});
