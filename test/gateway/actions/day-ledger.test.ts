import { expect, it } from 'vitest';
import { Action, type ActionBody } from '../../../src/domain/action';
import { QuoteId } from '../../../src/domain/identifiers';
import { ManualClock } from '../../../src/effects/manual-clock';
import { DayLedger, type DayLedgerOptions } from '../../../src/gateway/actions/day-ledger';
import { ACCEPT, actionId, DELETE, PROPOSE, QUOTE, WITHDRAW } from '../twins/actions';
import { MORNING, ZONE } from '../twins/cache';

const DAY_MS = 86_400_000;
let made = 0;
const action = (body: ActionBody, over: Partial<Action> = {}): Action =>
  Action.parse({
    id: actionId((made += 1)),
    body,
    shown: '',
    state: 'done',
    createdAt: MORNING,
    before: {
      tradeIds: [],
      quoteIds: [],
      committed: [{ commodity: 'power', side: 'sell', volumes: [{ unit: 'MW', amount: '10' }] }],
    },
    ...over,
  });
const Q2 = QuoteId.parse('Q-2');

function ledger(over: Partial<DayLedgerOptions> = {}, past: readonly Action[] = []) {
  const clock = new ManualClock(MORNING);
  const kept = new DayLedger({
    journal: { newest: async () => [...past].reverse() },
    market: { request: () => undefined, quotes: () => undefined },
    own: () => [],
    isTaken: () => false,
    clock,
    zone: ZONE,
    ...over,
  });
  const amounts = () => kept.totals().volumes.map(({ amount }) => amount);
  return { kept, clock, amounts };
}

it('sums what was done, what is on its way, and what may have been executed', () => {
  const { kept, amounts } = ledger();
  for (const state of ['done', 'sending', 'acknowledged', 'unknown'] as const) {
    kept.take(action(ACCEPT, { state }));
  }
  expect(amounts()).toEqual(['40']);
  for (const state of ['rejected', 'cancelled'] as const) kept.take(action(ACCEPT, { state }));
  expect(amounts()).toEqual(['40']);
});

it('counts an action no more once it is proven not to be executed, and never the one that is asked about', () => {
  const { kept, amounts } = ledger();
  const sending = action(QUOTE, { state: 'sending' });
  kept.take(sending);
  expect(kept.totals(sending.id).volumes).toEqual([]);
  expect(amounts()).toEqual(['10']);
  kept.take({ ...sending, state: 'rejected' });
  expect(amounts()).toEqual([]);
});

it('counts a quote until it is withdrawn, and only the newest of replaced proposals', () => {
  const { kept, amounts } = ledger();
  kept.take(action(QUOTE, { quoteId: Q2 }));
  kept.take(action(PROPOSE));
  kept.take(action(PROPOSE, { createdAt: MORNING + 1 }));
  expect(amounts()).toEqual(['20']);
  kept.take(action(WITHDRAW, { before: undefined }));
  expect(amounts()).toEqual(['10']);
  kept.take(action(DELETE, { before: undefined, createdAt: MORNING + 2 }));
  expect(amounts()).toEqual([]);
});

it('counts a quote again whose withdrawal turned out to have taken nothing off', () => {
  const { kept, amounts } = ledger();
  kept.take(action(QUOTE, { quoteId: Q2 }));
  const withdrawal = action(WITHDRAW, { before: undefined });
  kept.take(withdrawal);
  expect(amounts()).toEqual([]);
  kept.take({ ...withdrawal, state: 'rejected', corrected: 'Quote Q-2 is still active.' });
  expect(amounts()).toEqual(['10']);
});

it('counts a quote of today whatever a list leaves out, and not one whose request closed without a trade', () => {
  const open = ledger();
  open.kept.take(action(QUOTE, { quoteId: Q2 }));
  expect(open.amounts()).toEqual(['10']);
  const traded = ledger({ market: { request: () => ({ state: 'traded' }), quotes: () => undefined } });
  traded.kept.take(action(QUOTE, { quoteId: Q2 }));
  expect(traded.amounts()).toEqual(['10']);
  const closed = ledger({ market: { request: () => ({ state: 'closed' }), quotes: () => undefined } });
  closed.kept.take(action(QUOTE, { quoteId: Q2 }));
  closed.kept.take(action(ACCEPT));
  expect(closed.amounts()).toEqual(['10']);
});

it('of the days before counts what is live and what is not known yet, also after a restart', async () => {
  const createdAt = MORNING - DAY_MS;
  const past = [
    action(ACCEPT, { createdAt }),
    action(QUOTE, { createdAt, quoteId: Q2 }),
    action(ACCEPT, { createdAt, state: 'unknown' }),
  ];
  const { kept, amounts } = ledger({ own: () => [{ quoteId: Q2 }] }, past);
  await kept.start();
  expect(amounts()).toEqual(['20']);
});

it('counts a quote that a trade took, whatever is known of its request and whether the rest was withdrawn', () => {
  const taken = new Set<string>();
  const { kept, amounts } = ledger({
    isTaken: (id) => taken.has(id),
    market: { request: () => ({ state: 'closed' }), quotes: () => undefined },
  });
  kept.take(action(QUOTE, { quoteId: Q2 }));
  kept.take(action(WITHDRAW, { before: undefined }));
  expect(amounts()).toEqual([]);
  taken.add(Q2);
  expect(amounts()).toEqual(['10']);
});
