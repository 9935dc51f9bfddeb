import { expect, it } from 'vitest';
import { success } from '../../../src/domain/failure';
import { RequestId, TradeId } from '../../../src/domain/identifiers';
import type { TradeReference } from '../../../src/domain/trade';
import { ManualClock } from '../../../src/effects/manual-clock';
import { NewTrades } from '../../../src/gateway/actions/new-trades';
import { MORNING } from '../twins/cache';

const requestId = RequestId.parse('RQ-2');
const listed = (id: string, at = MORNING + 10): TradeReference => ({
  id: TradeId.parse(id),
  tradedAt: at,
  raw: {},
});
const event = (over: object = {}) => ({ type: 'request-traded', requestId: 'RQ-2', ...over });

function desk({ fails = 0 } = {}) {
  const clock = new ManualClock(MORNING);
  const state = {
    standing: [{ requestId, since: MORNING }],
    lists: new Map<string, readonly TradeReference[]>(),
    version: 0,
    judged: new Set<string>(),
    reads: [] as string[],
    calls: 0,
    mayRead: true,
  };
  let failing = fails;
  const trades = new NewTrades({
    standing: () => state.standing,
    lists: () =>
      [...state.lists].map(([day, records]) => ({
        key: day as never,
        version: state.version,
        records: () => records,
      })),
    listTrades: async () => {
      state.calls += 1;
      return success([...state.lists.values()].flat());
    },
    mayBeOfRequest: ({ venue }) => venue !== 'market',
    mayRead: () => state.mayRead,
    ownTrades: {
      isJudged: (id) => state.judged.has(id),
      readRecord: async (id) => {
        state.reads.push(id);
        return (failing -= 1) < 0;
      },
    },
    clock,
  });
  const tells = async (...records: TradeReference[]): Promise<string[]> => {
    state.lists.set('today', records);
    state.version += 1;
    return looks();
  };
  const looks = async (): Promise<string[]> => {
    trades.look();
    await clock.advance(0);
    return state.reads.splice(0);
  };
  return { trades, clock, state, tells, looks };
}

it('the record of a trade that a list has anew while an own offer stands is read, once', async () => {
  const { tells, looks } = desk();
  expect(await tells(listed('TR-1'))).toEqual(['TR-1']);
  expect(await looks()).toEqual([]);
  expect(await tells(listed('TR-1'), listed('TR-2'))).toEqual(['TR-2']);
});

it('one from before the offer, of another venue, or of which it is known whose it is, is not read', async () => {
  const { tells, state } = desk();
  state.judged.add('TR-3');
  const market = { ...listed('TR-2'), venue: 'market' };
  expect(await tells(listed('TR-1', MORNING - 60_000), market, listed('TR-3'))).toEqual([]);
});

it('nothing is read while no offer stands, and those that just ended count for some minutes', async () => {
  const { tells, clock, state } = desk();
  expect(await tells()).toEqual([]);
  state.standing = [];
  await clock.advance(500_000);
  expect(await tells(listed('TR-1'))).toEqual(['TR-1']);
  await clock.advance(200_000);
  expect(await tells(listed('TR-1'), listed('TR-2'))).toEqual([]);
});

it('of many the newest are read first, ten in a minute', async () => {
  const { tells, looks, clock } = desk();
  const many = Array.from({ length: 15 }, (_, at) => listed(`TR-${at}`, MORNING + at));
  const first = await tells(...many);
  expect([first.length, first[0]]).toEqual([10, 'TR-14']);
  expect(await looks()).toEqual([]);
  await clock.advance(60_000);
  expect(await looks()).toHaveLength(5);
});

it('one that cannot be read is tried three times, and none while nobody may read', async () => {
  const { tells, looks, state } = desk({ fails: 9 });
  state.mayRead = false;
  expect(await tells(listed('TR-1'))).toEqual([]);
  state.mayRead = true;
  expect([await looks(), await looks(), await looks(), await looks()].flat()).toEqual([
    'TR-1',
    'TR-1',
    'TR-1',
  ]);
});

it('an event that names a request with an own offer, and no trade, asks for the list', async () => {
  const { trades, state } = desk();
  expect(trades.isSought(event())).toBe(true);
  expect(trades.isSought(event({ tradeId: 'TR-1' }))).toBe(false);
  expect(trades.isSought(event({ requestId: 'RQ-9' }))).toBe(false);
  expect(trades.isSought(event({ type: 'quotation-created' }))).toBe(false);
  expect(await trades.readList()).toBe(false);
  state.lists.set('today', [listed('TR-1')]);
  expect(await trades.readList()).toBe(true);
  expect([state.calls, state.reads]).toEqual([2, ['TR-1']]);
});
