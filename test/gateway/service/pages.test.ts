import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_PROFILE, type Profile } from '../../../src/contract/service/profile';
import { failed, success, type Outcome } from '../../../src/domain/failure';
import type { HttpAnswer } from '../../../src/gateway/service/http';
import { allPages, type PagePlace } from '../../../src/gateway/service/pages';

type Lists = Profile['lists'];
const BASE = new URL('https://service.example/api');
const lists = (over: Partial<Lists> = {}): Lists => ({ ...DEFAULT_PROFILE.lists, pageSize: 3, ...over });

const answer = (body: unknown, link?: string): Outcome<HttpAnswer> =>
  success({ status: 200, headers: link === undefined ? {} : { link }, body: JSON.stringify(body) });

/** Reads everything from a service that is a function of the place asked for. */
async function readAll(
  over: Partial<Lists>,
  serve: (place: PagePlace, asked: number) => Outcome<HttpAnswer>,
) {
  const places: PagePlace[] = [];
  const outcome = await allPages(lists(over), BASE, async (place) => {
    places.push(place);
    return serve(place, places.length);
  });
  return { outcome, places };
}

/** A service that holds `records` and pages them as the style says. */
function paging(records: readonly number[], style: Lists['style'], pageSize: number) {
  return ({ query, url }: PagePlace): Outcome<HttpAnswer> => {
    const start = {
      page: (Number(query.page) - 1) * pageSize,
      offset: Number(query.offset),
      cursor: Number(query.cursor ?? 0),
      link: Number(url?.searchParams.get('from') ?? 0),
    }[style];
    const items = records.slice(start, start + pageSize);
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
      fc.constantFrom<Lists['style']>('page', 'offset', 'cursor', 'link'),
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

it('ends at a page that is shorter than asked for, without another call', async () => {
  const { places } = await readAll({}, paging([1, 2, 3, 4], 'page', 3));
  expect(places.map(({ query }) => query)).toEqual([
    { page: '1', 'page-size': '3' },
    { page: '2', 'page-size': '3' },
  ]);
});

it('believes a Link header more than the length of a page', async () => {
  const { outcome } = await readAll({}, (_, asked) =>
    asked < 3 ? answer([asked], '<…>; rel="next"') : answer([3, 4, 5], '<…>; rel="first"'),
  );
  expect(outcome).toEqual({ ok: true, value: [1, 2, 3, 4, 5] });
});

it('takes an object with exactly one array in it for a list, and nothing else', async () => {
  const of = async (body: unknown) => (await readAll({}, () => answer(body))).outcome;
  expect(await of({ items: [1], total: 1 })).toEqual({ ok: true, value: [1] });
  expect(await of({ data: [], 'page-count': 0 })).toEqual({ ok: true, value: [] });
  expect(await of({ items: [1], errors: [] })).toMatchObject({
    failure: { kind: 'unreadable', message: "The service's answer is not a list: it has 2 arrays in it." },
  });
  for (const body of [{}, 'text', 7, null]) {
    expect(await of(body)).toMatchObject({
      failure: { kind: 'unreadable', message: "The service's answer is not a list: it has no array in it." },
    });
  }
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
      message: 'The list is longer than 2 pages of 3 records, so it was not read to its end.',
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
      message: 'The service answers every page of the list with the same records (lists.style is "page").',
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
