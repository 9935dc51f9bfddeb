import { expect, it } from 'vitest';
import { DEFAULT_PROFILE } from '../../src/contract/service/profile';
import { readProposal, readQuote } from '../../src/contract/service/read-offers';
import { readRequest } from '../../src/contract/service/read-request';
import { readTrade } from '../../src/contract/service/read-trade';
import { ActionBody } from '../../src/domain/action';
import { preTradeCheck } from '../../src/domain/limits/check';
import { BUILT_IN_LIMITS } from '../../src/domain/limits/limits';
import { lastTrades } from '../../src/domain/limits/same-product';
import { seededChance } from '../../src/effects/chance';
import { ManualClock } from '../../src/effects/manual-clock';
import { DRAFT_SORTS, someDraft } from '../../src/simulator/world/draft';
import { wireProposal, wireQuote } from '../../src/simulator/world/offer';
import { openWorld, pastTrades } from '../../src/simulator/world/opening';
import { openRequest, othersProposal, othersQuote } from '../../src/simulator/world/participants';
import { wireRequest } from '../../src/simulator/world/tender-request';
import { wireTrade } from '../../src/simulator/world/trade';
import { World } from '../../src/simulator/world/world';
import { dateAt } from '../../src/simulator/world/zone';

const NOON = Date.UTC(2026, 10, 24, 11);
const VERSION = '2.3';

it.each([1, 2, 3])(
  'an ordinary price of any kind of request is not blocked, nor but on a weekend far from the nearest trade (seed %i)',
  (seed) => {
    const world = new World({
      clock: new ManualClock(NOON),
      chance: seededChance(seed),
      profile: DEFAULT_PROFILE,
      publish: () => undefined,
    });
    openWorld(world);
    pastTrades(world, 40);
    const trades = [...world.trades.values()].flatMap((trade) => {
      const read = readTrade(wireTrade(trade));
      return read.ok ? lastTrades(read.value) : [];
    });
    let checked = 0;
    for (let round = 0; round < 20; round++) {
      for (const sort of DRAFT_SORTS) {
        const action = round % 2 === 0 ? 'buy' : 'sell';
        const draft = someDraft({ sort, action, today: dateAt(NOON, 'Europe/Berlin') }, world.chance);
        const asked = openRequest(world, draft, { role: 'recipient', at: NOON });
        const request = readRequest(wireRequest(asked));
        const proposal = readProposal(
          wireProposal(othersProposal(world, asked, { kind: 'firm' }), asked, VERSION),
        );
        const quote = readQuote(wireQuote(othersQuote(world, asked), asked, VERSION));
        if (!request.ok || !proposal.ok || !quote.ok) throw new Error(`a ${sort} that cannot be read`);
        const { direction, price, quantity } = quote.value;
        const [leg] = request.value.legs;
        // Power of a weekend is below zero as often as above.
        const isWeekend = leg?.commodity === 'power' && leg.deliveryStart?.slice(0, 7) === '2026-11';
        const sent = price.shape === 'per-leg' ? { shape: 'per-leg', legPrices: price.legPrices } : price;
        const body = ActionBody.parse({
          kind: 'send-quote',
          requestId: request.value.id,
          direction,
          price: sent,
          quantity,
          allOrNone: true,
        });
        for (const offers of [[], [proposal.value]]) {
          const seen = { request: request.value, offers, recent: [], now: NOON, trades };
          const { blocks, warnings } = preTradeCheck(body, seen, BUILT_IN_LIMITS);
          const off = [...blocks, ...warnings.filter(({ code }) => code === 'nearest-trade' && !isWeekend)];
          expect(off.map(({ message }) => `${sort}: ${message}`)).toEqual([]);
          checked += 1;
        }
      }
    }
    expect(checked).toBe(280);
  },
);
