import { afterEach, expect, it } from 'vitest';
import type { GatewayClient } from '../../src/client/client';
import type { Action, ActionBody } from '../../src/domain/action';
import type { TradeDownload } from '../../src/domain/trade-download';
import type { Outcome } from '../../src/domain/failure';
import { RequestId } from '../../src/domain/identifiers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import { OPEN } from '../simulator/desk-client';
import { WholeSystem } from './whole-system';

const TRADES = 3_000;
const OPENING = 25;
const WANTED = { from: '2026-11-01', to: '2026-11-20' } as const;
/** A press goes before all reading: its own calls, and those that are on their way already, at ten a second. */
const QUOTE_MS_MAX = 1_000;
const WITHDRAWAL_MS_MAX = 300;

let system: WholeSystem;
afterEach(() => system.end());
const requestId = RequestId.parse(OPEN.askedBuy);
const calls = async (name: string): Promise<number> => (await system.calls())[name] ?? 0;

const value = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`${outcome.failure.message} ${outcome.failure.next}`);
  return outcome.value;
};

/** Whatever trade is the nearest by then. */
const NEAREST = [{ code: 'nearest-trade', upTo: '1000' }] as const;

/** Presses, and says how long it took to the end by the clock of all. */
async function pressed(page: GatewayClient, body: ActionBody): Promise<{ action: Action; tookMs: number }> {
  const startedAt = system.clock.now();
  const done = page.act(page.newActionId(), { body, shown: 'as shown', accepted: [...NEAREST] });
  const action = value(await system.passing(done));
  return { action, tookMs: (action.endedAt ?? Infinity) - startedAt };
}

it(
  'quotes and withdraws while thousands of trades are captured, as fast as without, and the capture goes on',
  { timeout: 240_000 },
  async () => {
    system = await WholeSystem.start({ trades: TRADES });
    const page = system.openPage();
    let shown: readonly TradeDownload[] = [];
    page.watch({ kind: 'captures' }, ({ value: captures }) => void (shown = captures ?? shown));
    const capture = (): TradeDownload => {
      const [newest] = shown;
      if (!newest) throw new Error('No capture is shown.');
      return newest;
    };
    value(await system.passing(page.captures.start(page.captures.newId(), WANTED)));
    await system.until('it is fetching at full pace', () => (shown[0]?.counts.fetched ?? 0) > 200, 250);

    for (let round = 0; round < 5; round++) {
      const before = await calls('read-trade');
      const quote = {
        kind: 'send-quote',
        requestId,
        direction: 'ask',
        price: { shape: 'single', price: Price.parse(`${30 + round}.25`) },
        quantity: Quantity.parse('10'),
        allOrNone: true,
      } as const;
      const sent = await pressed(page, quote);
      expect(sent.action).toMatchObject({ state: 'done' });
      expect(sent.tookMs).toBeLessThanOrEqual(QUOTE_MS_MAX);
      const { quoteId } = sent.action;
      if (!quoteId) throw new Error('Nothing is live.');
      const gone = await pressed(page, { kind: 'withdraw-quote', requestId, quoteId });
      expect(gone.action).toMatchObject({ state: 'done' });
      expect(gone.tookMs).toBeLessThanOrEqual(WITHDRAWAL_MS_MAX);
      await system.pass(3_000);
      expect(await calls('read-trade')).toBeGreaterThan(before + 10);
    }
    // Two reads and the sending for each quote, one call for each withdrawal, and none of them twice.
    expect([await calls('send-quote'), await calls('withdraw-quote')]).toEqual([5, 5]);
    expect(capture().state).toBe('fetching');
    await system.until('everything is captured', () => capture().state === 'done', 250);
    expect(capture()).toMatchObject({ counts: { missing: 0 }, setAsideCount: 0 });
    expect(await calls('read-trade')).toBe(TRADES + OPENING);
    const { quotes } = await system.truth();
    expect(
      quotes.filter((quote) => quote['counterparty'] === 'Your Desk' && quote['state'] === 'active'),
    ).toEqual([]);
  },
);
