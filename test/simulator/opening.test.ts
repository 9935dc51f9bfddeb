import { expect, it } from 'vitest';
import { deskAt, OPEN, withDesk, type Fields } from './desk-client';

const open = '/v2.3/tender/requests';

it(
  'opens with requests of every kind on both sides',
  withDesk(async (desk) => {
    const requests = (await desk.get(open)).items;
    const kinds = requests.map((request) => [
      request['role'],
      request['contract'],
      request['spread-type'] ?? request['spreadType'] ?? null,
    ]);
    expect(requests.map((request) => request['request-id'])).toEqual(Object.values(OPEN));
    for (const role of ['initiator', 'recipient']) {
      expect(kinds).toContainEqual([role, 'single', null]);
      expect(kinds).toContainEqual([role, 'spread', 'location']);
      expect(kinds).toContainEqual([role, 'spread', 'time']);
      expect(kinds).toContainEqual([role, 'standard-spread', 'time']);
    }
    expect(kinds).toContainEqual(['initiator', 'spread', 'green-grey-swap']);
    expect(kinds).toContainEqual(['recipient', 'spread', 'grey-green-swap']);
  }),
);

it(
  'shows an initiator several active quotes, in the direction that answers its first leg',
  withDesk(async (desk) => {
    const directions = new Map<unknown, Set<unknown>>();
    for (const request of (await desk.get(open)).items.filter(({ role }) => role === 'initiator')) {
      const [leg] = request['legs'] as Fields[];
      const quotes = await desk.quotes(String(request['request-id']));
      expect(quotes.length).toBeGreaterThanOrEqual(3);
      const seen = directions.get(leg?.['action']) ?? new Set();
      quotes.forEach((quote) => seen.add(quote['price-direction']));
      directions.set(leg?.['action'], seen);
    }
    expect(Object.fromEntries(directions)).toEqual({ buy: new Set(['ask']), sell: new Set(['bid']) });
  }),
);

it(
  'hides the quotes of others from a recipient',
  withDesk(async (desk) => {
    const hidden = (await desk.truth())['quotes'] as Fields[];
    expect(hidden.some((quote) => quote['request-id'] === OPEN.askedBuy && quote['state'] === 'active')).toBe(
      true,
    );
    expect(await desk.quotes(OPEN.askedBuy)).toEqual([]);
  }),
);

it(
  'has twenty-five trades of three venues, eight of them today, none in the future',
  withDesk(async (desk) => {
    const all = (await desk.get('/v2/trades')).items;
    const today = (await desk.get('/v2/trades?traded-at-from=2026-11-19T23:00:00.000Z')).items;
    expect([all.length, today.length]).toEqual([25, 8]);
    expect(new Set(all.map(({ venue }) => venue))).toEqual(new Set(['tender', 'market', 'green']));
    const times = all.map((trade) => Date.parse(String(trade['traded-at'])));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.max(...times)).toBeLessThanOrEqual(desk.clock.now());
  }),
);

it.each(['2026-11-19T23:00:00.000Z', '2026-11-19T23:00:05.000Z', '2026-03-29T10:00:00.000Z'])(
  'has eight trades of today at %s as well',
  async (now) => {
    await withDesk(
      async (desk) => {
        const midnight = now.startsWith('2026-03') ? '2026-03-28T23:00:00.000Z' : '2026-11-19T23:00:00.000Z';
        const today = (await desk.get(`/v2/trades?traded-at-from=${midnight}`)).items;
        expect(today).toHaveLength(8);
      },
      { startsAt: Date.parse(now) },
    )();
  },
);

it(
  'has fourteen concluded requests with their quotes and comments',
  withDesk(async (desk) => {
    const concluded = (await desk.get(`${open}/concluded`)).items;
    expect(concluded).toHaveLength(14);
    expect(new Set(concluded.map(({ state }) => state))).toEqual(new Set(['closed', 'traded']));
    const analytics = (await desk.get(`${open}/${String(concluded[0]?.['request-id'])}/analytics`)).body;
    expect(analytics['feedback-comment']).toEqual(expect.any(String));
    expect(analytics['quotes-count']).toBe(3);
  }),
);

it('opens the same world for the same seed, and another one for another', async () => {
  const truths = [];
  for (const seed of [1, 1, 2]) {
    const desk = await deskAt({ seed });
    truths.push(JSON.stringify((await desk.truth())['quotes']));
    await desk.simulator.close();
  }
  expect(truths[0]).toBe(truths[1]);
  expect(truths[0]).not.toBe(truths[2]);
});
