import { expect, it } from 'vitest';
import { profileFrom } from '../../src/contract/service/profile';
import { withDesk, type Desk, type Fields } from './desk-client';

const ids = (items: readonly Fields[]): unknown[] => items.map((item) => item['trade-id']);
const allOf = async (desk: Desk): Promise<unknown[]> =>
  ids(
    ((await desk.truth())['trades'] as Fields[]).sort((a, b) =>
      String(a['traded-at']) < String(b['traded-at']) ? -1 : 1,
    ),
  );

it(
  'gives pages that together are the list, once each',
  withDesk(async (desk) => {
    const pages = [];
    for (const page of [1, 2, 3, 4])
      pages.push((await desk.get(`/v2/trades?page=${page}&page-size=10`)).items);
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5, 0]);
    expect(ids(pages.flat())).toEqual(await allOf(desk));
  }),
);

it(
  'gives references alone in the list of trades',
  withDesk(async (desk) => {
    const [first] = (await desk.get('/v2/trades')).items;
    expect(Object.keys(first ?? {}).sort()).toEqual(['commodity', 'trade-id', 'traded-at', 'venue']);
  }),
);

it(
  'takes the start of a period in and leaves its end out',
  withDesk(async (desk) => {
    const trades = (await desk.get('/v2/trades')).items;
    const [from, to] = [String(trades[3]?.['traded-at']), String(trades[6]?.['traded-at'])];
    const found = (await desk.get(`/v2/trades?traded-at-from=${from}&traded-at-to=${to}`)).items;
    expect(ids(found)).toEqual(ids(trades.slice(3, 6)));
  }),
);

it(
  'filters by commodity, and by the time of creation or conclusion',
  withDesk(async (desk) => {
    const requests = (await desk.get('/v2.3/tender/requests?commodity=gas')).items;
    expect(requests.map((request) => request['commodity'])).toEqual(['gas', 'gas']);
    const trades = (await desk.get('/v2/trades?commodity=goo')).items;
    expect(new Set(trades.map((trade) => trade['commodity']))).toEqual(new Set(['goo']));
    const concluded = (await desk.get('/v2.3/tender/requests/concluded')).items;
    const at = String(concluded[5]?.['concluded-at']);
    const later = (await desk.get(`/v2.3/tender/requests/concluded?concluded-at-from=${at}`)).items;
    expect(later).toHaveLength(concluded.length - 5);
    const created = (await desk.get('/v2.3/tender/requests?created-at-to=2026-11-20T09:16:00Z')).items;
    expect(created.length).toBeGreaterThan(0);
    expect(created.length).toBeLessThan(14);
  }),
);

it(
  'answers the list of requests with concluded ones when asked for a concluded period',
  withDesk(async (desk) => {
    const found = (await desk.get('/v2.2/tender/requests?concluded-at-from=2026-11-01')).items;
    expect(found).toHaveLength(14);
  }),
);

it.each(['page=0', 'page=x', 'page-size=501', 'page-size=0', 'traded-at-from=yesterday', 'page=-1'])(
  'refuses %s with 400',
  async (query) => {
    await withDesk(async (desk) => {
      expect((await desk.get(`/v2/trades?${query}`)).status).toBe(400);
    })();
  },
);

it(
  'pages by offset where the profile says so',
  withDesk(
    async (desk) => {
      expect(ids((await desk.get('/v2/trades?offset=20&page-size=10')).items)).toEqual(
        (await allOf(desk)).slice(20),
      );
    },
    { profile: profileFrom({ lists: { style: 'offset' } }) },
  ),
);

it(
  'pages by cursor where the profile says so',
  withDesk(
    async (desk) => {
      const found: Fields[] = [];
      let cursor: unknown = '0';
      while (typeof cursor === 'string') {
        const reply = await desk.get(`/v2/trades?page-size=9&cursor=${cursor}`);
        found.push(...reply.items);
        cursor = reply.body['next-cursor'];
      }
      expect(ids(found)).toEqual(await allOf(desk));
    },
    { profile: profileFrom({ lists: { style: 'cursor' } }) },
  ),
);

it(
  'links to the next page where the profile says so, and not from the last one',
  withDesk(
    async (desk) => {
      const first = await desk.get('/v2/trades?page-size=20');
      const [, query] = /<(\?.*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
      const second = await desk.get(`/v2/trades${query}`);
      expect(ids([...first.items, ...second.items])).toEqual(await allOf(desk));
      expect(second.headers.get('link')).toBeNull();
    },
    { profile: profileFrom({ lists: { style: 'link' } }) },
  ),
);
