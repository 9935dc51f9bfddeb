import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_PROFILE, type Profile } from '../../../src/contract/service/profile';
import { failed, success, type Failure, type Outcome } from '../../../src/domain/failure';
import type { HttpAnswer } from '../../../src/gateway/platform/http';
import {
  allPages,
  isProvenWhole,
  isSeenWhole,
  type PagePlace,
  Totals,
} from '../../../src/gateway/platform/pages';

type Lists = Profile['lists'];
const BASE = new URL('https://service.example/api');
const lists = (over: Partial<Lists> = {}): Lists => ({ ...DEFAULT_PROFILE.lists, pageSize: 3, ...over });

const answer = (body: unknown, link?: string, headers: Record<string, string> = {}): Outcome<HttpAnswer> =>
  success({
    status: 200,
    headers: { ...headers, ...(link !== undefined && { link }) },
    body: body === undefined ? '' : JSON.stringify(body),
  });

/** Reads everything from a service that is a function of the place asked for. */
async function readAll(
  over: Partial<Lists>,
  serve: (place: PagePlace, asked: number) => Outcome<HttpAnswer>,
  how?: Parameters<typeof allPages>[3],
) {
  const places: PagePlace[] = [];
  const fetch = async (place: PagePlace): Promise<Outcome<HttpAnswer>> => {
    places.push(place);
    return serve(place, places.length);
  };
  const outcome = await allPages(lists(over), BASE, fetch, how);
  return { outcome, places };
}

/** A service that holds `records` and pages them as the style says. */
function paging(records: readonly number[], style: Lists['style'], pageSize: number, firstPage = 1) {
  return ({ query, url }: PagePlace): Outcome<HttpAnswer> => {
    const start = {
      page: (Number(query.page) - firstPage) * pageSize,
      offset: Number(query.offset),
      cursor: Number(query.cursor ?? 0),
      link: Number(url?.searchParams.get('from') ?? 0),
      whole: 0,
    }[style];
    const items = style === 'whole' ? records : records.slice(start, start + pageSize);
    const end = start + pageSize;
    const more = end < records.length;
    if (style === 'cursor') return answer({ items, 'next-cursor': more ? String(end) : null });
    if (style === 'link')
      return answer(items, more ? `</api/list?from=${end}>; rel="next"` : '<x>; rel="prev"');
    return answer(items);
  };
}

it('reads every record once, whatever the style, the page size and the length of the list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Lists['style']>('page', 'offset', 'cursor', 'link', 'whole'),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 9 }),
      async (style, length, pageSize) => {
        const records = Array.from({ length }, (_, index) => index);
        const { outcome } = await readAll({ style, pageSize }, paging(records, style, pageSize));
        expect(outcome).toEqual({ ok: true, value: records });
      },
    ),
  );
});

const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1);

it('reads on after a page that is shorter than asked for, to the empty one: the service may cap its pages', async () => {
  const capped = paging([1, 2, 3, 4, 5], 'page', 2);
  const { outcome, places } = await readAll({ pageSize: 3 }, capped);
  expect(outcome).toEqual({ ok: true, value: [1, 2, 3, 4, 5] });
  expect(places.map(({ query }) => query)).toEqual(
    ['1', '2', '3', '4'].map((page) => ({ page, 'page-size': '3' })),
  );
});

it.each<[string, (items: number[], total: number) => Outcome<HttpAnswer>]>([
  ['beside the records', (items, total) => answer({ items, total })],
  ['as a text', (items, total) => answer({ items, totalCount: String(total) })],
  [
    'deep beside them',
    (items, total) => answer({ data: { items, page: { info: { 'total-elements': total } } } }),
  ],
  ['above them', (items, total) => answer({ meta: { total_records: total }, data: { items } })],
  ['in a header', (items, total) => answer(items, undefined, { 'x-total-count': String(total) })],
  [
    'in a content range',
    (items, total) => answer(items, undefined, { 'content-range': `items 0-1/${total}` }),
  ],
])(
  'needs no further call once a total is reached that is stated %s, and goes on till then',
  async (_, page) => {
    const records = upTo(5);
    const serve = ({ query }: PagePlace) =>
      page(records.slice((Number(query.page) - 1) * 2, Number(query.page) * 2), 5);
    const { outcome, places } = await readAll({ pageSize: 3 }, serve);
    expect(outcome).toEqual({ ok: true, value: records });
    expect(places).toHaveLength(3);
  },
);

it('fails a list that ends before the total that is stated for it, as where pages are counted from 0', async () => {
  const records = upTo(5);
  const fromZero = ({ query }: PagePlace) =>
    answer({ items: records.slice(Number(query.page) * 3, Number(query.page) * 3 + 3), total: 5 });
  const { outcome } = await readAll({}, fromZero);
  expect(outcome).toMatchObject({
    failure: {
      kind: 'unreadable',
      message: 'The platform says that the list has 5 records, but gave 2, so it was not used.',
    },
  });
  expect((await readAll({ firstPage: 0 }, fromZero)).outcome).toEqual({ ok: true, value: records });
  const cutByLink = await readAll({}, () => answer({ items: [1], total: 2 }, '<x>; rel="last"'));
  expect(cutByLink.outcome).toMatchObject({ failure: { kind: 'unreadable' } });
});

it.each<[string, object]>([
  ['lower than what has come, as a count of pages is', { total: 2 }],
  ['contradicted by another one', { total: 3, page: { totalElements: 6 } }],
  ['no count', { total: 3.5, totalCount: 'many' }],
  ['of the records, not of the list', { count: 3 }],
])('does not end a list at a total that is %s', async (_, beside) => {
  const records = upTo(6);
  const { outcome } = await readAll({}, ({ query }) => {
    const from = (Number(query.page) - 1) * 3;
    return answer({ items: records.slice(from, from + 3), ...beside });
  });
  expect(outcome).toEqual({ ok: true, value: records });
});

it('believes a Link header more than the length of a page', async () => {
  const { outcome, places } = await readAll({}, (_, asked) =>
    asked < 3 ? answer([asked], '<…>; rel="next"') : answer([3, 4, 5], '<…>; rel="first"'),
  );
  expect(outcome).toEqual({ ok: true, value: [1, 2, 3, 4, 5] });
  expect(places).toHaveLength(3);
});

it.each(['</app.css>; rel="preload"', '</list>; rel=self', '<x>; rel="deprecation"; title="next"', '<x>'])(
  'takes no end of the list from a Link of another purpose: %s',
  async (link) => {
    const { outcome } = await readAll({}, ({ query }) => {
      const from = (Number(query.page) - 1) * 3;
      return answer(upTo(5).slice(from, from + 3), link);
    });
    expect(outcome).toEqual({ ok: true, value: upTo(5) });
  },
);

it.each(['<x>; rel=next', '<x>; title="a"; REL="last next"', '<y>; rel="first", <x>; rel="next"'])(
  'finds the next page in %s',
  async (link) => {
    const { outcome, places } = await readAll({ style: 'link' }, (_, asked) =>
      answer([asked], asked < 2 ? link : '<x>; rel="prev"'),
    );
    expect(outcome).toEqual({ ok: true, value: [1, 2] });
    expect(places[1]?.url?.href).toBe('https://service.example/x');
  },
);

it.each<[string, string, (next: number | string | null | undefined) => Outcome<HttpAnswer>]>([
  [
    'under its path',
    'paging.cursors.after',
    (after) => answer({ items: [after], paging: { cursors: { after } } }),
  ],
  [
    'under its name at any depth',
    'next-cursor',
    (next) => answer({ data: [next], meta: { page: { nextCursor: next } } }),
  ],
  ['in a header', 'X-Next', (next) => answer([next], undefined, next ? { 'x-next': String(next) } : {})],
])('follows a cursor %s until there is none', async (_, cursorField, page) => {
  for (const none of [null, '', undefined]) {
    const { outcome, places } = await readAll({ style: 'cursor', cursorField }, (_place, asked) =>
      page(asked < 3 ? asked : none),
    );
    expect(outcome.ok).toBe(true);
    expect(places.map(({ query }) => query.cursor)).toEqual([undefined, '1', '2']);
  }
});

it('notices a cursor that leads to itself', async () => {
  const { outcome, places } = await readAll({ style: 'cursor' }, (_, asked) =>
    answer({ items: [asked], 'next-cursor': 'a' }),
  );
  expect(places).toHaveLength(2);
  expect(outcome).toMatchObject({ failure: { kind: 'unsupported' } });
});

it.each<[string, unknown, unknown]>([
  ['beside a total', { items: [1], total: 1 }, [1]],
  ['beside an empty list of errors', { items: [1], errors: [], total: 1 }, [1]],
  [
    'beside lists of other things',
    { fields: ['a'], results: [{ a: 1 }], warnings: [], total: 1 },
    [{ a: 1 }],
  ],
  ['as the only one of objects', { columns: ['a'], quotes: [{ a: 1 }], total: 1 }, [{ a: 1 }]],
  ['in an envelope', { data: { requests: [1] }, meta: { total: 1 } }, [1]],
  ['as an empty one', { data: [], 'page-count': 0 }, []],
  ['as null', { items: null, total: 0 }, []],
])('finds the records %s', async (_, body, items) => {
  expect((await readAll({}, () => answer(body))).outcome).toEqual({ ok: true, value: items });
});

it('takes an answer without a body for an empty list by its status, or where the profile says so', async () => {
  const nothing = (status: number) => success({ status, headers: {}, body: ' ' });
  expect((await readAll({}, () => nothing(204))).outcome).toEqual({ ok: true, value: [] });
  expect((await readAll({ emptyBody: true }, () => nothing(200))).outcome).toEqual({ ok: true, value: [] });
  const { outcome } = await readAll({}, (_, asked) => (asked === 1 ? answer(upTo(3)) : nothing(200)));
  expect(outcome).toMatchObject({
    failure: {
      kind: 'unreadable',
      message: "The platform's answer is empty, which does not say that the list is.",
      next: expect.stringContaining('lists.emptyBody') as string,
    },
  });
});

it('takes no answer without a body for an empty list that says by its total or its status that there are records', async () => {
  const nothing = (status: number, total: string) =>
    success({ status, headers: { 'x-total-count': total }, body: '' });
  const read = async (status: number, total: string) =>
    (await readAll({ emptyBody: true }, () => nothing(status, total))).outcome;
  for (const status of [200, 204]) {
    expect(await read(status, '0')).toEqual({ ok: true, value: [] });
    expect(await read(status, '4')).toMatchObject({ ok: false });
  }
  expect(await read(206, '')).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
});

it('finds the records where the profile says that they are', async () => {
  const body = { a: { quotes: [1], best: [2] }, total: 1 };
  expect((await readAll({ items: 'a.best' }, () => answer(body))).outcome).toEqual({ ok: true, value: [2] });
  expect((await readAll({ items: 'a.other' }, () => answer(body))).outcome).toMatchObject({
    failure: {
      kind: 'unreadable',
      message: 'The platform\'s answer has no list at "a.other" (lists.items).',
    },
  });
});

it.each<[string, unknown, string]>([
  ['no array', {}, "The platform's answer is not a list: it has no array in it."],
  ['a text', 'text', "The platform's answer is not a list: it has no array in it."],
  ['null', null, "The platform's answer is not a list: it has no array in it."],
  [
    'null where a total says otherwise',
    { items: null, total: 4 },
    'The platform says that the list has 4 records, but gave 0, so it was not used.',
  ],
  ['two lists', { bids: [{}], asks: [{}] }, "The platform's answer has 2 lists in it (bids, asks)."],
  ['two empty lists', { bids: [], asks: [] }, "The platform's answer has 2 lists in it (bids, asks)."],
  [
    'errors beside it',
    { items: [1], errors: [{ message: 'x' }] },
    "The platform's answer has errors beside its list, so the list may be incomplete and is not used.",
  ],
  [
    'errors beside it in an envelope',
    { data: { quotes: [{ a: 1 }], errors: [{ code: 'shard-down' }] } },
    "The platform's answer has errors beside its list, so the list may be incomplete and is not used.",
  ],
  [
    'a failure beside it',
    { items: [], success: false },
    "The platform's answer has errors beside its list, so the list may be incomplete and is not used.",
  ],
])('does not take an answer with %s for a list', async (_, body, message) => {
  expect((await readAll({}, () => answer(body))).outcome).toMatchObject({
    failure: { kind: 'unreadable', message },
  });
});

const record = (id: string, state = 'open') => ({ 'request-id': id, state });

it('counts a record once that a list that moves while it is read repeats, and takes it as it came last', async () => {
  const pages = [[record('A'), record('B')], [record('B', 'closed'), record('C')], []];
  const { outcome } = await readAll({ pageSize: 2 }, (_, asked) =>
    answer({ items: pages[asked - 1], total: 3 }),
  );
  expect(outcome).toEqual({ ok: true, value: [record('A'), record('B', 'closed'), record('C')] });
  // The record that slipped onto a page that had been read already is missing, and the total says so.
  const moved = await readAll({ pageSize: 2 }, (_, asked) => answer({ items: pages[asked - 1], total: 4 }));
  expect(moved.outcome).toMatchObject({ failure: { kind: 'unreadable' } });
});

const ids = (...names: string[]) => names.map((name) => record(name));

it.each<[string, Lists['style'], (number: number) => object[]]>([
  [
    'page 2 begins with the last record of page 1, and one with no place of its own is on neither',
    'page',
    (number) => [ids('A', 'B', 'C'), ids('C', 'E', 'F'), ids('G')][number - 1] ?? [],
  ],
  [
    'page 3 has but a record of page 2, which was read while another one was away',
    'page',
    (number) => [ids('A', 'B', 'C'), ids('E', 'F', 'G'), ids('G')][number - 1] ?? [],
  ],
  [
    'the same by offsets',
    'offset',
    (number) => [ids('A', 'B', 'C'), ids('C', 'E', 'F'), ids('G')][number - 1] ?? [],
  ],
])('reads a list anew of which a record stands on two pages: %s', async (_, style, moved) => {
  const whole = ids('A', 'B', 'C', 'D', 'E', 'F', 'G');
  const serve = (movesTimes: number) => {
    let reads = 0;
    return ({ query }: PagePlace) => {
      const number = style === 'page' ? Number(query.page) : Math.ceil(Number(query.offset) / 3) + 1;
      if (number === 1) reads++;
      return answer(reads <= movesTimes ? moved(number) : whole.slice(3 * number - 3, 3 * number));
    };
  };
  for (const times of [1, 2])
    expect((await readAll({ style }, serve(times))).outcome).toEqual({ ok: true, value: whole });
  const { outcome } = await readAll({ style }, serve(9));
  expect(outcome).toMatchObject({
    failure: {
      kind: 'unavailable',
      message: expect.stringContaining('a record stood on two of them') as string,
    },
  });
});

it('gives what came of a list that moves each time to those who are told so', async () => {
  let reads = 0;
  let told = 0;
  const { outcome } = await readAll(
    {},
    ({ query }) => {
      if (query.page === '1') reads++;
      const behind = [ids('C', 'D'), ids('C', 'E'), ids('C', 'D')][reads - 1];
      return answer({ 1: ids('A', 'B', 'C'), 2: behind }[Number(query.page)] ?? []);
    },
    { moved: () => void told++ },
  );
  expect({ told, reads }).toEqual({ told: 1, reads: 3 });
  const came = outcome.ok ? outcome.value : [];
  expect(new Set(came.map((one) => JSON.stringify(one)))).toEqual(
    new Set(ids('A', 'B', 'C', 'D', 'E').map((one) => JSON.stringify(one))),
  );
});

it('takes no list by cursor for one that moves of which each page begins where the one before ended', async () => {
  const whole = ids('A', 'B', 'C', 'D', 'E');
  const serve =
    (back: number) =>
    ({ query }: PagePlace) => {
      const from = Number(query.cursor ?? 0);
      const end = from + 3;
      return answer({
        items: whole.slice(from, end),
        'next-cursor': end < whole.length ? String(end - back) : null,
      });
    };
  expect((await readAll({ style: 'cursor' }, serve(1))).outcome).toEqual({ ok: true, value: whole });
  expect((await readAll({ style: 'cursor' }, serve(2))).outcome).toMatchObject({ ok: false });
});

it('takes trades of two venues that share a number for two, also on two pages', async () => {
  const trade = (venue: string) => ({ 'trade-id': 7, venue });
  const { outcome, places } = await readAll({ pageSize: 1 }, ({ query }) =>
    answer([trade('otc'), trade('tender')].slice(Number(query.page) - 1, Number(query.page))),
  );
  expect(outcome).toEqual({ ok: true, value: [trade('otc'), trade('tender')] });
  expect(places).toHaveLength(3);
});

it('takes the equal points of a load shape for points of their own, whichever page they are on', async () => {
  const points = [1, 1, 2, 2, 1, 1, 3];
  const { outcome } = await readAll({ pageSize: 2 }, paging(points, 'page', 2));
  expect(outcome).toEqual({ ok: true, value: points });
});

it('keeps two rows with one identifier on one page, as a list of legs has them', async () => {
  const { outcome, places } = await readAll({}, () =>
    answer({ items: [record('A'), record('A')], total: 2 }),
  );
  expect(outcome).toMatchObject({ value: [record('A'), record('A')] });
  expect(places).toHaveLength(1);
});

it('does not take the same records again for another page, whatever else has changed in them', async () => {
  const { outcome, places } = await readAll({}, (_, asked) => answer([record('A', `open ${asked}`)]));
  expect(places).toHaveLength(2);
  expect(outcome).toMatchObject({
    failure: { kind: 'unsupported', message: expect.stringContaining('the same records') as string },
  });
});

it('takes more records at once than were asked for, twice the same, for the whole list', async () => {
  const { outcome, places } = await readAll({}, () => answer(upTo(4)));
  expect(outcome).toEqual({ ok: true, value: upTo(4) });
  expect(places).toHaveLength(2);
});

it('asks once, and without a page, where the profile says that lists come whole', async () => {
  const { outcome, places } = await readAll({ style: 'whole' }, () => answer([1, 2]));
  expect(outcome).toEqual({ ok: true, value: [1, 2] });
  expect(places).toEqual([{ query: {} }]);
  const cut = await readAll({ style: 'whole' }, () => answer({ items: [1, 2], total: 3 }));
  expect(cut.outcome).toMatchObject({ failure: { kind: 'unreadable' } });
});

it.each(['page', 'offset', 'cursor', 'link'] as const)(
  'reads pagesMax pages and no more (%s)',
  async (style) => {
    const records = Array.from({ length: 8 }, (_, index) => index);
    const whole = await readAll({ style, pagesMax: 3 }, paging(records, style, 3));
    expect(whole.outcome).toEqual({ ok: true, value: records });
    const { outcome, places } = await readAll({ style, pagesMax: 2 }, paging(records, style, 3));
    expect(places).toHaveLength(2);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unsupported' } });
  },
);

it('takes a link of a query alone for another page of the same list', async () => {
  const { places } = await readAll({ style: 'link' }, (_, asked) =>
    answer([asked], asked < 3 ? `<?page=${asked + 1}>; rel="next"` : undefined),
  );
  expect(places.map(({ url }) => url?.href)).toEqual([
    undefined,
    'https://service.example/api?page=2',
    'https://service.example/api?page=3',
  ]);
});

it('fails a list that is longer than it may be, instead of cutting it', async () => {
  const records = Array.from({ length: 7 }, (_, index) => index);
  expect((await readAll({ pagesMax: 3 }, paging(records, 'page', 3))).outcome.ok).toBe(true);
  const { outcome, places } = await readAll({ pagesMax: 2 }, paging(records, 'page', 3));
  expect(places).toHaveLength(2);
  expect(outcome).toMatchObject({
    failure: {
      kind: 'unsupported',
      message: 'The list is longer than 2 pages of 3 records, so it was not read completely.',
      next: 'Ask for a shorter period, or raise lists.pagesMax in the service profile.',
    },
  });
});

it('notices a service that answers every page with the same records', async () => {
  const { outcome, places } = await readAll({}, () => answer([1, 2, 3]));
  expect(places).toHaveLength(2);
  expect(outcome).toMatchObject({
    failure: {
      kind: 'unsupported',
      message: 'The platform answers every page of the list with the same records (lists.style is "page").',
    },
  });
});

it('follows no link to another origin', async () => {
  for (const target of [
    'https://elsewhere.example/x',
    '//elsewhere.example/x',
    'http://service.example/x',
    'https://[',
  ]) {
    const { outcome, places } = await readAll({ style: 'link' }, () =>
      answer([1], `<${target}>; rel="next"`),
    );
    expect(places).toHaveLength(1);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
  }
});

it('fails as a whole when one page fails', async () => {
  const failure = { kind: 'unavailable', message: 'Gone.', next: 'Wait.' } as const;
  const { outcome } = await readAll({}, (_, asked) => (asked === 1 ? answer([1, 2, 3]) : failed(failure)));
  expect(outcome).toEqual({ ok: false, failure });
});

it.each(['page', 'offset', 'cursor', 'link'] as const)(
  'says that a list does not come whole where the platform pages it (%s)',
  async (style) => {
    const serve = paging(upTo(8), style, 1);
    expect(
      await isProvenWhole(lists({ style: 'whole' }), upTo(3), async (place) => serve(place)),
    ).toMatchObject({
      failure: { message: expect.stringContaining('lists.style is "whole"') as string },
    });
  },
);

it.each(['cursor', 'link'] as const)(
  'takes a list by %s for whole once a next page was told, and not where the platform pages by number without a word',
  async (style) => {
    const own = lists({ style });
    const silent = paging(upTo(8), 'offset', 1);
    for (const count of [2, 3]) {
      const all = upTo(count);
      const proven = await isProvenWhole(own, all, async (place) => paging(all, style, 1)(place));
      expect(proven).toEqual({ ok: true, value: true });
      // One that heeds the number as well: of a list of two the second page of one record is the last, and tells of no other.
      const numbered = async ({ query }: PagePlace) => {
        const at = Number(query.page) - 1;
        const next = at + 1 < count ? String(at + 1) : null;
        const items = all.slice(at, at + 1);
        return style === 'cursor'
          ? answer({ items, 'next-cursor': next })
          : answer(items, next === null ? '<x>; rel="prev"' : `</api/list?from=${next}>; rel="next"`);
      };
      expect(await isProvenWhole(own, all, numbered)).toEqual({ ok: true, value: true });
      expect(await isProvenWhole(own, all, async (place) => silent(place))).toMatchObject({
        failure: { message: expect.stringContaining(`lists.style is "${style}"`) as string },
      });
    }
  },
);

it('takes a list for whole that comes again when its second page is asked for', async () => {
  const again = async () => answer(upTo(3));
  expect(await isProvenWhole(lists(), upTo(3), again)).toEqual({ ok: true, value: true });
  expect(await isProvenWhole(lists(), upTo(1), again)).toEqual({ ok: true, value: undefined });
  const failing = (kind: Failure['kind']) => async () => failed({ kind, message: '', next: '' });
  expect(await isProvenWhole(lists(), upTo(3), failing('invalid-argument'))).toEqual({
    ok: true,
    value: true,
  });
  expect(await isProvenWhole(lists(), upTo(3), failing('unavailable'))).toEqual({
    ok: true,
    value: undefined,
  });
});

it('uses no list of which it could not be seen whether it is whole, and asks a platform that fails on its second page three times', async () => {
  const own = lists({ style: 'whole' });
  const fails = (kind: Failure['kind']) => failed({ kind, message: '', next: '' });
  const seen = async (serve: (isLook: boolean, asked: number) => Outcome<HttpAnswer>) => {
    let asked = 0;
    const outcome = await isSeenWhole(own, upTo(3), async ({ query }) => serve('page' in query, ++asked));
    return { outcome, asked };
  };
  const always = await seen((isLook) => (isLook ? fails('unavailable') : answer(upTo(3))));
  expect(always).toEqual({ outcome: { ok: true, value: true }, asked: 6 });
  const down = await seen(() => fails('unavailable'));
  expect(down).toMatchObject({ outcome: { failure: { kind: 'unavailable' } }, asked: 2 });
  for (const kind of ['throttled', 'quota-spent', 'signed-out'] as const)
    expect(await seen(() => fails(kind))).toMatchObject({ outcome: { failure: { kind } }, asked: 1 });
  const late = await seen((isLook, asked) => (asked < 3 && isLook ? fails('unavailable') : answer([2])));
  expect(late.outcome).toMatchObject({
    failure: { message: expect.stringContaining('lists.style is "whole"') as string },
  });
});

it.each([
  [{ items: [1, 2], paging: { next: 'c-2' } }, {}],
  [{ items: [1, 2] }, { 'x-next-cursor': 'c-2' }],
])('does not end a list where a cursor stands elsewhere than the profile says', async (body, headers) => {
  for (const style of ['cursor', 'whole'] as const) {
    const { outcome } = await readAll({ style }, () => answer(body, undefined, headers));
    expect(outcome).toMatchObject({
      failure: { message: expect.stringContaining('lists.cursorField') as string },
    });
  }
});

it.each<[string, unknown, unknown]>([
  ['errors', { errors: [], data: { quotes: [{ a: 1 }] } }, [{ a: 1 }]],
  ['links', { links: [{ rel: 'self' }], data: { quotes: [{ a: 1 }] } }, [{ a: 1 }]],
  ['messages', { messages: ['hello'], payload: { items: [{ a: 1 }] } }, [{ a: 1 }]],
  ['nothing', { quotes: [], meta: { tags: ['x'], links: [{ rel: 'self' }] } }, []],
  ['other things under a usual name', { items: [], included: { of: [{ a: 1 }] } }, []],
])('finds the records below %s', async (_, body, records) => {
  const { outcome } = await readAll({ style: 'whole' }, () => answer(body));
  expect(outcome).toEqual({ ok: true, value: records });
});

it.each<[unknown, string]>([
  [{ warnings: [], data: { 'QT-1': { a: 1 } } }, 'is not a list'],
  [{ tags: [], data: { quotes: [{ a: 1 }] } }, 'has 2 lists in it (tags, quotes)'],
])('calls no list empty for an array beside the records: %j', async (body, message) => {
  const { outcome } = await readAll({ style: 'whole' }, () => answer(body));
  expect(outcome).toMatchObject({ failure: { message: expect.stringContaining(message) as string } });
});

it.each<object>([
  { hasMore: true },
  { page: { has_next_page: 'true' } },
  { last: false },
  { _links: { next: { href: '/x' } } },
  { '@odata.nextLink': '/x' },
])('does not end a list beside which the platform says that more follows: %j', async (beside) => {
  for (const style of ['cursor', 'whole', 'link'] as const) {
    const { outcome } = await readAll({ style }, () => answer({ items: [1, 2], ...beside }));
    expect(outcome).toMatchObject({
      failure: { message: expect.stringContaining('more of the list follows') as string },
    });
  }
});

it.each<object>([
  { hasMore: false, next: null },
  { last: true },
  { _links: { next: null, self: { href: '/x' } } },
])('ends a list beside which the platform says that nothing follows: %j', async (beside) => {
  for (const style of ['cursor', 'whole', 'link'] as const)
    expect((await readAll({ style }, () => answer({ items: [1, 2], ...beside }))).outcome).toEqual({
      ok: true,
      value: [1, 2],
    });
});

it.each<[Lists['style'], number]>([
  ['page', 3],
  ['offset', 3],
  ['cursor', 2],
])('reads on where the total of a list by %s counts each page alone', async (style, pageSize) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 12 }), async (length) => {
      const records = upTo(length);
      const { outcome } = await readAll({ style }, (place) => {
        const page = paging(records, style, pageSize)(place);
        if (!page.ok) return page;
        const body = JSON.parse(page.value.body) as unknown[] | { items: unknown[] };
        const { items, ...beside } = Array.isArray(body) ? { items: body } : body;
        return answer({ ...beside, items, total: items.length });
      });
      expect(outcome).toEqual({ ok: true, value: records });
    }),
  );
});

it('reads on where the total counts a page that the platform caps at a usual size', async () => {
  for (const cap of [10, 20, 25, 50]) {
    const capped = paging(upTo(60), 'page', cap);
    const { outcome } = await readAll({ pageSize: 100 }, (place) => {
      const page = capped(place);
      const items = page.ok ? (JSON.parse(page.value.body) as unknown[]) : [];
      return answer({ items, total: items.length });
    });
    expect(outcome).toEqual({ ok: true, value: upTo(60) });
  }
});

it('looks behind a total that its first page reaches only until a total was more than its page holds', async () => {
  const totals = new Totals();
  const asked = async (length: number, pageSize = 3) => {
    let calls = 0;
    await allPages(
      lists({ pageSize }),
      BASE,
      async ({ query }) => {
        calls++;
        const start = (Number(query.page) - 1) * pageSize;
        return answer({ items: upTo(length).slice(start, start + pageSize), total: length });
      },
      { totals },
    );
    return calls;
  };
  expect([await asked(3), await asked(3), await asked(7), await asked(3)]).toEqual([2, 2, 3, 1]);
});

it('ends a list at a total that its first page reaches, whatever the platform says to the next page', async () => {
  const whole = { items: upTo(3), total: 3 };
  for (const next of [
    answer({ items: [], total: 3 }),
    answer({ said: 'no such page' }),
    answer(whole),
    failed({ kind: 'invalid-argument', message: '', next: '' } satisfies Failure),
  ]) {
    const { outcome, places } = await readAll({}, (_, asked) => (asked === 1 ? answer(whole) : next));
    expect(outcome).toEqual({ ok: true, value: upTo(3) });
    expect(places).toHaveLength(2);
  }
  const page = success({ status: 200, headers: {}, body: '<html>Maintenance</html>' });
  for (const next of [failed({ kind: 'unavailable', message: '', next: '' } satisfies Failure), page]) {
    const { outcome } = await readAll({}, (_, asked) => (asked === 1 ? answer(whole) : next));
    expect(outcome).toMatchObject({ failure: { kind: 'unavailable' } });
  }
});

it('reads a list anew that becomes shorter while its pages are read, and does not use one that does so each time', async () => {
  const leaving = (times: number) => {
    let reads = 0;
    return readAll({}, ({ query }) => {
      if (query.page === '1') reads++;
      const all = upTo(8).slice(query.page === '1' || reads > times ? 0 : 1);
      const start = (Number(query.page) - 1) * 3;
      return answer({ items: all.slice(start, start + 3), total: all.length });
    });
  };
  // Record 4 is nowhere in the first reading: it moved to the page that had been read.
  expect((await leaving(1)).outcome).toEqual({ ok: true, value: upTo(8) });
  expect((await leaving(3)).outcome).toMatchObject({
    failure: { kind: 'unavailable', message: expect.stringContaining('became shorter') as string },
  });
});

it('reads a list anew that becomes longer while it is looked behind its only page, and fails one that does so each time', async () => {
  const growing = (times: number) => {
    let reads = 0;
    return readAll({}, ({ query }) => {
      if (query.page === '1') reads++;
      // Nothing moved: the new record is on no page that was read.
      const isBehind = query.page !== '1' && reads <= times;
      const all = upTo(3 + Math.min(reads, times) - (query.page === '1' && reads <= times ? 1 : 0));
      const start = (Number(query.page) - 1) * 3;
      return answer({ items: isBehind ? [] : all.slice(start, start + 3), total: all.length });
    });
  };
  expect((await growing(1)).outcome).toEqual({ ok: true, value: upTo(4) });
  const never = (await growing(9)).outcome;
  expect(never.ok ? '' : never.failure.message).toMatch(/says that the list has \d records, but gave 3/);
});

it('reads a list anew that became shorter just before its last page, which is empty now', async () => {
  let left = 0;
  const { outcome } = await readAll({}, ({ query }) => {
    if (query.page === '3') left = 1;
    const all = upTo(7).slice(left);
    const start = (Number(query.page) - 1) * 3;
    return answer({ items: all.slice(start, start + 3), total: all.length });
  });
  // Record 7 moved to the second page, which had been read.
  expect(outcome).toEqual({ ok: true, value: [2, 3, 4, 5, 6, 7] });
});

it('does not end a list at a Link header without a next page that names a later page as the last', async () => {
  for (const style of ['page', 'offset'] as const) {
    const last = style === 'page' ? 'page=3' : 'offset=6';
    const { outcome } = await readAll({ style }, (place) => {
      const page = paging(upTo(8), style, 3)(place);
      return page.ok
        ? answer(JSON.parse(page.value.body), `</list?${last}>; rel="last", </list>; rel="first"`)
        : page;
    });
    expect(outcome).toEqual({ ok: true, value: upTo(8) });
  }
});

it('fails a list whose stated total is missing on its last page alone', async () => {
  // Pages from 0, and a total beside records only.
  const { outcome } = await readAll({}, ({ query }) => {
    const items = upTo(8).slice(Number(query.page) * 3, Number(query.page) * 3 + 3);
    return answer(items.length > 0 ? { items, total: 8 } : { items });
  });
  expect(outcome).toMatchObject({
    failure: { message: 'The platform says that the list has 8 records, but gave 5, so it was not used.' },
  });
});

it('takes no part of a list for the whole one', async () => {
  const part = success({ status: 206, headers: { 'content-range': 'items 0-1/*' }, body: '[1,2]' });
  for (const style of ['whole', 'cursor', 'link'] as const)
    expect((await readAll({ style }, () => part)).outcome).toMatchObject({
      failure: { message: expect.stringContaining('"status 206"') as string },
    });
  const whole = success({ status: 206, headers: { 'content-range': 'items 0-1/2' }, body: '[1,2]' });
  expect((await readAll({ style: 'whole' }, () => whole)).outcome).toEqual({ ok: true, value: [1, 2] });
});

/** A service of so many records whose answers come when they are released, and the pages that were asked for. */
function heldPages(total: number, count = 7) {
  const asked: string[] = [];
  const held: (() => void)[] = [];
  const fetch = ({ query }: PagePlace): Promise<Outcome<HttpAnswer>> => {
    const page = Number(query.page);
    asked.push(String(page));
    const items = [1, 2, 3, 4, 5, 6, 7].slice(0, count).slice(3 * (page - 1), 3 * page);
    return new Promise((resolve) => held.push(() => resolve(answer({ items, total }))));
  };
  const release = async (): Promise<void> => {
    for (const go of held.splice(0)) go();
    await new Promise((turn) => setImmediate(turn));
  };
  return { asked, fetch, release };
}

it('asks for all further pages at once where somebody waits for the list and its first page says how many there are', async () => {
  const { asked, fetch, release } = heldPages(7);
  const reading = allPages(lists(), BASE, fetch, { isAwaited: true });
  expect(asked).toEqual(['1']);
  await release();
  expect(asked).toEqual(['1', '2', '3']);
  await release();
  expect(await reading).toEqual(success([1, 2, 3, 4, 5, 6, 7]));
  expect(asked).toEqual(['1', '2', '3']);
});

it('asks for as many pages at once as the list had when it was read last, where somebody waits for it', async () => {
  const how = { isAwaited: true, totals: new Totals(), key: 'open requests' };
  const before = heldPages(7);
  const first = allPages(lists(), BASE, before.fetch, how);
  await before.release();
  await before.release();
  await first;
  const again = heldPages(7);
  const reading = allPages(lists(), BASE, again.fetch, how);
  expect(again.asked).toEqual(['1', '2', '3']);
  await again.release();
  expect(await reading).toEqual(success([1, 2, 3, 4, 5, 6, 7]));
  const other = heldPages(7);
  void allPages(lists(), BASE, other.fetch, { ...how, key: 'trades' });
  expect(other.asked).toEqual(['1']);
});

it('reads a list that is shorter than last time, and asks no more for what it lost', async () => {
  const how = { isAwaited: true, totals: new Totals(), key: 'open requests' };
  const before = heldPages(7);
  const first = allPages(lists(), BASE, before.fetch, how);
  await before.release();
  await before.release();
  await first;
  const shorter = (): ReturnType<typeof heldPages> => heldPages(5, 5);
  const once = shorter();
  const reading = allPages(lists(), BASE, once.fetch, how);
  await once.release();
  expect(await reading).toEqual(success([1, 2, 3, 4, 5]));
  expect(once.asked).toEqual(['1', '2', '3']);
  const twice = shorter();
  void allPages(lists(), BASE, twice.fetch, how);
  expect(twice.asked).toEqual(['1', '2']);
});

it('reads a list anew to which a record came between two pages that were asked for at once', async () => {
  const how = { isAwaited: true, totals: new Totals(), key: 'open requests' };
  const before = heldPages(7);
  const first = allPages(lists(), BASE, before.fetch, how);
  await before.release();
  await before.release();
  await first;
  // Pages 2 and 3 are answered before record 0 comes, page 1 after it: record 3 would be on none of them.
  const request = (id: number) => ({ 'request-id': id });
  let reads = 0;
  const { outcome } = await readAll(
    {},
    ({ query }) => {
      const page = Number(query.page);
      const isOld = reads === 0 && page > 1;
      if (page === 3) reads += 1;
      const records = (isOld ? [1, 2, 3, 4, 5, 6, 7] : [0, 1, 2, 3, 4, 5, 6, 7]).map(request);
      return answer({ items: records.slice(3 * (page - 1), 3 * page), total: records.length });
    },
    how,
  );
  expect(outcome).toEqual({ ok: true, value: [0, 1, 2, 3, 4, 5, 6, 7].map(request) });
});

it('asks for one page after the other where nobody waits', async () => {
  const { asked, fetch, release } = heldPages(7);
  const reading = allPages(lists(), BASE, fetch);
  await release();
  expect(asked).toEqual(['1', '2']);
  await release();
  await release();
  expect(await reading).toEqual(success([1, 2, 3, 4, 5, 6, 7]));
});

it.each<[string, object, string]>([
  ['partial', { partial: true }, 'says of its list "partial: true"'],
  ['incomplete', { meta: { incomplete_results: true } }, 'says of its list "incomplete_results: true"'],
  ['not complete', { complete: false }, 'says of its list "complete: false"'],
  [
    'a warning of a gap',
    { warnings: ['partial results: shard 2 timed out'] },
    'says of its list "partial results: shard 2 timed out"',
  ],
  [
    'a message of a gap',
    { messages: [{ text: 'The list was truncated.' }] },
    'says of its list "The list was',
  ],
])('uses no list that says itself that it has gaps: %s', async (_, beside, message) => {
  const { outcome } = await readAll({}, ({ query }) =>
    answer({ items: query.page === '1' ? [1, 2] : [], ...beside }),
  );
  expect(outcome).toMatchObject({ failure: { kind: 'unreadable' } });
  expect(!outcome.ok && outcome.failure.message).toContain(message);
});

it('uses a list beside which warnings and flags say nothing of gaps', async () => {
  const beside = { warnings: ['v2.3 ends in June'], partial: false, complete: true, message: 'ok' };
  const { outcome } = await readAll({}, ({ query }) =>
    answer({ items: query.page === '1' ? [1, 2] : [], ...beside }),
  );
  expect(outcome).toEqual(success([1, 2]));
});

it.each(['has-more', 'isTruncated', 'hasNext'])(
  'ends no list at an empty page that says "%s"',
  async (name) => {
    const serve = ({ query }: PagePlace) => answer({ items: query.page === '1' ? [1, 2] : [], [name]: true });
    const { outcome } = await readAll({}, serve);
    expect(outcome).toMatchObject({
      failure: {
        message: `The platform says by "${name}" that more of the list follows, and its page is empty, so records may be missing and it was not used.`,
      },
    });
    // A total that is reached says more than a flag that is always set.
    const counted = await readAll({}, ({ query }) =>
      answer({ items: query.page === '1' ? [1, 2] : [], total: 2, [name]: true }),
    );
    expect(counted.outcome).toEqual(success([1, 2]));
  },
);

it('takes nothing beside a message for no empty list, but where the total is 0', async () => {
  const body = { items: null, message: 'temporarily no data' };
  const { outcome } = await readAll({}, () => answer(body));
  expect(outcome).toMatchObject({
    failure: {
      message:
        'The platform gave no list, and says "temporarily no data": that does not say that the list is empty.',
    },
  });
  expect((await readAll({}, () => answer({ ...body, total: 0 }))).outcome).toEqual(success([]));
  expect((await readAll({}, () => answer({ items: null }))).outcome).toEqual(success([]));
});

it.each<object>([
  { status: 'success', message: 'OK' },
  { success: true, message: 'Request processed successfully.' },
  { message: 'success' },
  { message: 'No quotes found' },
  { message: 'No active price proposals were found.' },
  { code: 200, message: 'Nothing here for RQ-1' },
  { status: 'ok', warnings: ['v2.3 ends in June'] },
])('takes nothing beside a word of success for an empty list: %j', async (beside) => {
  expect((await readAll({}, () => answer({ ...beside, data: null }))).outcome).toEqual(success([]));
});

it.each<object>([
  { message: 'No database connection found' },
  { message: 'Nothing here for RQ-1' },
  { message: 'OK', warnings: ['quotes come later'] },
  { status: 'success', message: 'Temporarily no data' },
  { status: 'success', message: 'Quotes could not be loaded' },
  { success: true, message: 'Not found in cache' },
  { status: 'pending', message: 'In work' },
  { status: 'success', meta: { state: 'failed' }, message: 'Nothing here for RQ-1' },
])('takes nothing beside other words for no empty list: %j', async (beside) => {
  const { outcome } = await readAll({}, () => answer({ ...beside, data: null }));
  expect(outcome).toMatchObject({ failure: { kind: 'unreadable' } });
});

const refusing = (
  status: number,
  kind: Failure['kind'] = 'unavailable',
  message = 'Something is wrong.',
  code?: string,
): Outcome<HttpAnswer> =>
  failed({ kind, message, next: '', service: { status, ...(code !== undefined && { code }) } });

it.each([
  [404, 'unsupported'],
  [400, 'invalid-argument'],
  [416, 'unavailable'],
] as const)('ends a list at a %i for the page behind its last one', async (status, kind) => {
  const end = (body: (items: number[]) => object) =>
    readAll({}, ({ query }) => {
      const items = [
        [1, 2, 3],
        [4, 5],
      ][Number(query.page) - 1];
      return items ? answer(body(items)) : refusing(status, kind);
    });
  expect((await end((items) => ({ items }))).outcome).toEqual(success([1, 2, 3, 4, 5]));
  // Not where a total or a flag says that there is more, nor on the first page.
  expect((await end((items) => ({ items, total: 9 }))).outcome).toMatchObject({
    failure: { message: 'The platform says that the list has 9 records, but gave 5, so it was not used.' },
  });
  expect((await end((items) => ({ items, 'has-more': true }))).outcome).toEqual(refusing(status, kind));
  expect((await readAll({}, () => refusing(status, kind))).outcome).toEqual(refusing(status, kind));
});

it('ends no list behind a full page at a refusal that may mean something else', async () => {
  const full = (refusals: Outcome<HttpAnswer>[]) =>
    readAll({}, ({ query }) => {
      const page = Number(query.page);
      return page <= 3 ? answer({ items: upTo(3 * page).slice(-3) }) : (refusals.shift() ?? answer([]));
    });
  const nine = success(upTo(9));
  const bad = refusing(400, 'invalid-argument');
  expect((await full([bad, bad])).outcome).toEqual(bad);
  for (const status of [404, 416]) {
    const gone = refusing(status);
    expect((await full([gone, gone])).outcome).toEqual(nine);
    for (const other of [answer({ items: [10] }), bad, refusing(503), refusing(status === 404 ? 416 : 404)])
      expect((await full([gone, other])).outcome).toEqual(gone);
  }
  // What a 400 refuses its words say: there is no such page, or no platform pages so far.
  const saying = (words: string, code?: string) => refusing(400, 'invalid-argument', words, code);
  for (const words of [
    'The platform did not accept what was sent: page out of range.',
    'page 4 does not exist',
    'Requested page is beyond the last one',
    'no more records',
    'page must not be past the end of the list',
  ]) {
    const behind = saying(words);
    expect((await full([behind, behind])).outcome).toEqual(nine);
    for (const other of [bad, refusing(404), answer({ items: [10] })])
      expect((await full([behind, other])).outcome).toEqual(behind);
  }
  for (const far of [
    saying('page out of range: at most 3'),
    saying('The result window is too large, page 4 is out of range'),
    saying('page not found', 'MAX_PAGE'),
  ])
    expect((await full([far, far])).outcome).toEqual(far);
});

it('takes a first page for full that is as long as a platform may cap its pages', async () => {
  const first = (count: number, status: number) =>
    readAll({ pageSize: 100 }, ({ query }) =>
      query.page === '1' ? answer({ items: upTo(count) }) : refusing(status),
    );
  expect((await first(25, 400)).outcome).toEqual(refusing(400));
  expect((await first(25, 404)).outcome).toEqual(success(upTo(25)));
  expect((await first(2, 400)).outcome).toEqual(success(upTo(2)));
});
