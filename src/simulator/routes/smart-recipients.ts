import { malformed, type Answer, type Call, type Operation } from '../http/call';
import { COUNTERPARTIES } from '../world/counterparty';
import { COMMODITIES, MARKETS } from '../world/leg';
import { paged } from '../http/list-query';
import type { World } from '../world/world';

const SUGGESTIONS = 5;

export const smartRecipientOperations = (world: World): readonly Operation[] => [
  {
    name: 'list-smart-recipients',
    method: 'GET',
    path: 'smartRecipients',
    versions: ['2.2', '2.3'],
    answer: (call) => suggested(world, call),
  },
];

function suggested(world: World, call: Call): Answer {
  const commodity = COMMODITIES.find((known) => known === call.query.get('commodity'));
  if (!commodity) throw malformed(`commodity must be one of ${COMMODITIES.join(', ')}.`);
  const market = call.query.get('market');
  if (market !== null && !MARKETS[commodity].includes(market)) {
    throw malformed(`market must be one of ${MARKETS[commodity].join(', ')}.`);
  }
  const first = COMMODITIES.indexOf(commodity) * 3 + MARKETS[commodity].indexOf(market ?? '') + 1;
  const suggestions = Array.from({ length: SUGGESTIONS }, (_, rank) => ({
    counterparty: COUNTERPARTIES[(first + rank) % COUNTERPARTIES.length],
    commodity,
    market,
    'hit-rate-percent': 64 - 9 * rank,
    'quotes-count': 31 - 4 * rank,
  }));
  return paged(suggestions, call, world.profile.lists);
}
