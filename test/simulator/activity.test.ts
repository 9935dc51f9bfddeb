import { expect, it } from 'vitest';
import { OPEN, tender, withDesk, type Desk } from './desk-client';

const MINUTE = 60_000;
const open = '/v2.3/tender/requests';
const pricesOf = async (desk: Desk): Promise<string> => JSON.stringify((await desk.truth())['quotes']);

it(
  'moves nothing by itself at speed 0',
  withDesk(async (desk) => {
    const before = await pricesOf(desk);
    await desk.clock.advance(60 * MINUTE);
    expect(await pricesOf(desk)).toBe(before);
    expect((await desk.get('/v2/trades')).items).toHaveLength(25);
  }),
);

it(
  'changes some quote every few seconds, and now and then its id',
  withDesk(
    async (desk) => {
      const seen = new Set([await pricesOf(desk)]);
      for (let look = 0; look < 20; look++) {
        await desk.clock.advance(3000);
        seen.add(await pricesOf(desk));
      }
      expect(seen.size).toBe(21);
      const states = (await desk.quotes(OPEN.ownBuy)).map(({ state }) => state);
      expect(states).toContain('active');
    },
    { speed: 1 },
  ),
);

it(
  'changes the best price of the oldest request several times a minute',
  withDesk(
    async (desk) => {
      const bests: unknown[] = [];
      const minutes = 5;
      for (let look = 0; look < minutes * 30; look++) {
        await desk.clock.advance(2000);
        bests.push((await desk.get(`${tender(OPEN.ownBuy)}/analytics`)).body['best-price']);
      }
      const changes = bests.filter((best, index) => index > 0 && best !== bests[index - 1]);
      expect(changes.length / minutes).toBeGreaterThanOrEqual(4);
    },
    { speed: 1 },
  ),
);

it(
  'is ten times as fast at speed 10',
  withDesk(
    async (desk) => {
      const seen = new Set([await pricesOf(desk)]);
      for (let look = 0; look < 20; look++) {
        await desk.clock.advance(300);
        seen.add(await pricesOf(desk));
      }
      expect(seen.size).toBe(21);
    },
    { speed: 10 },
  ),
);

it.each([1, 2, 3])(
  'keeps a market of 10 to 18 open requests on both sides for hours, from seed %i',
  async (seed) => {
    await withDesk(
      async (desk) => {
        for (let look = 0; look < 24; look++) {
          await desk.clock.advance(5 * MINUTE);
          const requests = desk.simulator.world.openRequests();
          const own = requests.filter(({ role }) => role === 'initiator').length;
          expect(requests.length).toBeGreaterThanOrEqual(10);
          expect(requests.length).toBeLessThanOrEqual(18);
          expect(Math.min(own, requests.length - own)).toBeGreaterThanOrEqual(3);
        }
        const ids = desk.simulator.world.openRequests().map(({ id }) => id);
        expect(ids.some((id) => Object.values<string>(OPEN).includes(id))).toBe(false);
        const trades = (await desk.get('/v2/trades?page-size=500')).items;
        expect(trades.length).toBeGreaterThan(50);
        const concluded = (await desk.get(`${open}/concluded?page-size=500`)).items;
        expect(concluded.length).toBeGreaterThan(30);
      },
      { speed: 1, seed },
    )();
  },
);

it(
  'leaves every request open for its first ten minutes unless it is traded',
  withDesk(
    async (desk) => {
      await desk.clock.advance(10 * MINUTE - 1000);
      for (const id of Object.values(OPEN)) {
        expect((await desk.get(tender(id))).body['state']).toBe('open');
      }
    },
    { speed: 1 },
  ),
);

it(
  'leaves the desk’s best quote alone for fifteen seconds, however eager the initiator is, then takes it',
  withDesk(
    async (desk) => {
      const body = { 'price-direction': 'ask', legs: [{ price: -400 }], quantity: 10 };
      await desk.post(`${tender(OPEN.askedBuy)}/quotations`, body);
      await desk.clock.advance(15_000 - 1);
      expect((await desk.quotes(OPEN.askedBuy))[0]?.['state']).toBe('active');
      await desk.clock.advance(6_000);
      expect((await desk.quotes(OPEN.askedBuy))[0]?.['state']).toBe('accepted');
    },
    { speed: 1, chance: () => 0 },
  ),
);

it(
  'takes no quote of the desk while somebody else offers better',
  withDesk(
    async (desk) => {
      const body = { 'price-direction': 'ask', legs: [{ price: 400 }], quantity: 10 };
      await desk.post(`${tender(OPEN.askedBuy)}/quotations`, body);
      await desk.clock.advance(30_000);
      expect((await desk.quotes(OPEN.askedBuy))[0]?.['state']).toBe('rejected');
      expect((await desk.get(tender(OPEN.askedBuy))).body).toMatchObject({ state: 'closed', trade: null });
    },
    { speed: 1, chance: () => 0 },
  ),
);

it(
  'often takes a best quote within three minutes',
  withDesk(
    async (desk) => {
      const body = { 'price-direction': 'ask', legs: [{ price: -400 }], quantity: 10 };
      await desk.post(`${tender(OPEN.askedBuy)}/quotations`, body);
      await desk.clock.advance(3 * MINUTE);
      expect((await desk.quotes(OPEN.askedBuy))[0]?.['state']).toBe('accepted');
    },
    { speed: 1 },
  ),
);

it(
  'answers a new request of the desk with quotes within half a minute',
  withDesk(
    async (desk) => {
      const leg = { commodity: 'gas', market: 'TTF', action: 'buy', quantity: 7 };
      const period = { 'delivery-start': '2027-02-01', 'delivery-end': '2027-02-28' };
      const created = await desk.post(open, { legs: [{ ...leg, ...period }] });
      await desk.clock.advance(30_000);
      expect((await desk.quotes(String(created.body['request-id']))).length).toBeGreaterThan(0);
    },
    { speed: 1 },
  ),
);

it(
  'brings proposals to recipients',
  withDesk(
    async (desk) => {
      const before = Object.keys((await desk.truth())['proposals'] ?? {}).length;
      await desk.clock.advance(8 * MINUTE);
      const makers = new Set([...desk.simulator.world.proposals.values()].flat().map(({ id }) => id));
      expect(makers.size).toBeGreaterThan(before);
    },
    { speed: 1 },
  ),
);

it(
  'prices in cents, below zero for the weekend’s power at times, and keeps the rules of swaps',
  withDesk(
    async (desk) => {
      await desk.clock.advance(20 * MINUTE);
      const offers = [...desk.simulator.world.quotes.values()].flat();
      const prices = offers.flatMap(({ price }) => (price.shape === 'legs' ? price.legs : [price.net]));
      expect(prices.every((price) => price.round(2).eq(price))).toBe(true);
      expect(prices.some((price) => price.lt(0))).toBe(true);
      const swaps = offers.flatMap(({ price }) =>
        price.shape === 'legs' && price.legs.length === 3 ? [price.legs] : [],
      );
      expect(swaps.length).toBeGreaterThan(0);
      expect(swaps.every(([, power, other]) => power && other && power.eq(other))).toBe(true);
    },
    { speed: 1 },
  ),
);

it(
  'forgets what others withdrew long ago, and never what the desk withdrew',
  withDesk(
    async (desk) => {
      const body = { 'price-direction': 'bid', legs: [{ price: 1 }] };
      const own = (await desk.post(`${tender(OPEN.askedSell)}/quotations`, body)).body;
      await desk.delete(`${tender(OPEN.askedSell)}/quotations/${String(own['quotation-id'])}`);
      await desk.clock.advance(9 * MINUTE);
      const withdrawn = (await desk.quotes(OPEN.ownBuy)).filter(({ state }) => state === 'withdrawn');
      expect(withdrawn.length).toBeLessThanOrEqual(8);
      expect((await desk.quotes(OPEN.askedSell))[0]).toMatchObject({ state: 'withdrawn' });
    },
    { speed: 1 },
  ),
);

it(
  'always has a DE Cal-27 peak against FR to be quoted, with a proposal, and a new one soon after the last is over',
  withDesk(
    async (desk) => {
      const asked = () =>
        desk.simulator.world
          .openRequests()
          .filter(
            ({ role, legs }) =>
              role === 'recipient' &&
              legs
                .map(({ market, loadProfile, delivery }) => `${market} ${loadProfile} ${delivery.start}`)
                .join() === 'DE peak 2027-01-01,FR peak 2027-01-01',
          );
      const [first] = asked();
      if (!first) throw new Error('There is none at the start.');
      expect((await desk.get(`${tender(first.id)}/price-proposals`)).items).toHaveLength(1);
      await desk.act({ do: 'close', requestId: first.id });
      expect(asked()).toEqual([]);
      await desk.clock.advance(20_000);
      expect(asked().map(({ id }) => id)).not.toContain(first.id);
      expect(asked()).toHaveLength(1);
      await desk.clock.advance(MINUTE);
      expect(asked()).toHaveLength(1);
    },
    { speed: 1 },
  ),
);
