import { exact, toCents } from './amount';
import { catalogue } from './catalogue';
import { oneOf, someCounterparty } from './counterparty';
import type { Trade } from './trade';
import type { World } from './world';
import { dateAt } from './zone';

/** Where, and with whom; left open, up to chance. */
export interface Deal {
  readonly venue: 'market' | 'green';
  readonly counterparty?: string | undefined;
}

/** The desk dealt on another venue: in the order book, or in certificates. */
export function venueTrade(world: World, { venue, counterparty }: Deal, at: number): Trade {
  const { chance } = world;
  const products = catalogue(dateAt(at, world.profile.auth.zone)).filter(
    ({ commodity }) => (commodity === 'goo') === (venue === 'green'),
  );
  const product = oneOf(products, chance);
  const quantity = exact(
    venue === 'green' ? oneOf([1000, 2500, 12000], chance) : oneOf([1, 2, 5, 10], chance),
  );
  const price = toCents(world.market.mid(product) + (chance() - 0.5) * world.market.halfSpread(product));
  const clearing =
    venue === 'market'
      ? { type: 'exchange' as const, house: 'ECC' }
      : { type: 'bilateral' as const, house: null };
  const action = chance() < 0.5 ? 'buy' : 'sell';
  const trade: Trade = {
    id: world.nextId('TR'),
    venue,
    requestId: null,
    tradedAt: at,
    kind: { contract: 'single', spreadType: null, swapType: null },
    legs: [{ ...product, action, quantity, clearing, price }],
    quantity,
    counterparty: counterparty ?? someCounterparty(chance),
    allOrNone: false,
    preTrade: { 'order-id': world.nextId('OR') },
    view: 'order-book',
  };
  world.addTrade(trade);
  return trade;
}
