import { notFound, param, VERSIONS, type Answer, type Call, type Operation } from '../http/call';
import { loadShape } from '../world/leg';
import { paged, periodOf, within } from '../http/list-query';
import { wireReference, wireTrade, type Trade } from '../world/trade';
import type { World } from '../world/world';

export const tradeOperations = (world: World): readonly Operation[] => [
  { name: 'list-trades', method: 'GET', path: 'trades', versions: [], answer: (call) => list(world, call) },
  {
    name: 'read-trade',
    method: 'GET',
    path: 'trade',
    versions: VERSIONS,
    answer: (call) => ({ status: 200, body: wireTrade(namedTrade(world, call)) }),
  },
  {
    name: 'read-trade-load-shapes',
    method: 'GET',
    path: 'tradeLoadShapes',
    versions: ['2.2', '2.3'],
    answer: (call) => paged(loadShape(namedTrade(world, call).legs), call, world.profile.lists),
  },
];

function list(world: World, call: Call): Answer {
  const period = periodOf(call, 'traded-at');
  const commodity = call.query.get('commodity');
  const trades = [...world.trades.values()]
    .filter((trade) => within(period, trade.tradedAt))
    .filter(({ legs }) => commodity === null || legs[0].commodity === commodity)
    .sort((a, b) => a.tradedAt - b.tradedAt);
  return paged(trades.map(wireReference), call, world.profile.lists);
}

function namedTrade(world: World, call: Call): Trade {
  const id = param(call, 'trade-id');
  const trade = world.trades.get(id);
  if (!trade) throw notFound(`trade ${id}`);
  return trade;
}
