import { expect, it } from 'vitest';
import { profileFrom } from '../../../src/contract/service/profile';
import { TradeId } from '../../../src/domain/identifiers';
import { compared } from '../../../src/gateway/events/comparison';

const none = { records: [], unreadable: [] };
const AT = Date.parse('2026-11-20T08:00:00Z');

it.each<[string | undefined, string]>([
  ['tender', 'request-traded'],
  ['Enquiries', 'request-traded'],
  [undefined, 'request-traded'],
  ['market', 'trade-listed'],
  ['GREEN', 'trade-listed'],
  ['Spot', 'trade-listed'],
])('takes a trade on %s for a %s', (venue, type) => {
  const { otherVenues } = profileFrom({ records: { otherVenues: ['market', 'green', 'spot'] } }).records;
  const lists = { at: AT, open: none, concluded: none, otherVenues };
  const { known } = compared(undefined, { ...lists, trades: none });
  const mark = { ...known, calls: 0, dayEndsAt: 0 };
  const trade = { id: TradeId.parse('T-1'), tradedAt: AT, raw: {}, ...(venue !== undefined && { venue }) };
  const { found } = compared(mark, { ...lists, trades: { records: [trade], unreadable: [] } });
  expect(found).toEqual([{ type, tradeId: 'T-1' }]);
});

it('needs words and a name that say something', () => {
  expect(profileFrom({ records: { ownName: 'Nordkraft' } }).records).toEqual({
    otherVenues: ['market', 'green'],
    ownName: 'Nordkraft',
  });
  expect(() => profileFrom({ records: { otherVenues: [''] } })).toThrow();
  expect(() => profileFrom({ records: { ownName: '' } })).toThrow();
});
