import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_PROFILE, type Profile } from '../../../src/contract/service/profile';
import { failed, success, type Failure, type Outcome } from '../../../src/domain/failure';
import type { Lane } from '../../../src/domain/lane';
import { ManualClock } from '../../../src/effects/manual-clock';
import { FirstPage, isProvenFirst, mayCountOtherwise } from '../../../src/gateway/platform/first-page';
import type { HttpAnswer } from '../../../src/gateway/platform/http';
import { pageOf, type Page } from '../../../src/gateway/platform/list-page';
import { allPages, type PagePlace } from '../../../src/gateway/platform/pages';

type Lists = Profile['lists'];
const lists = (over: Partial<Lists> = {}): Lists => ({ ...DEFAULT_PROFILE.lists, pageSize: 3, ...over });

const answer = (body: unknown): Outcome<HttpAnswer> =>
  success({ status: 200, headers: {}, body: JSON.stringify(body) });
const fails = (kind: Failure['kind']): Outcome<HttpAnswer> => failed({ kind, message: '', next: '' });

const pageWith = (items: readonly unknown[]) => ({ items }) as Page;
const earlier = (items: readonly unknown[], before: Outcome<HttpAnswer>) =>
  isProvenFirst(lists(), pageWith(items), async ({ query }) => {
    expect(query).toEqual({ page: '0', 'page-size': '3' });
    return before;
  });

it('does not begin a list at page 1 where the platform has other records on page 0', async () => {
  for (const items of [[4, 5, 6], []])
    expect(await earlier(items, answer([1, 2, 3]))).toMatchObject({
      failure: { next: 'Set lists.firstPage in the service profile to 0.' },
    });
});

it('begins at page 1 where page 0 is refused, empty, no list, or page 1 again, and asks on after an answer that shows nothing', async () => {
  for (const before of [answer([]), fails('invalid-argument'), answer({ said: 'no' }), answer([1, 2, 3])])
    expect(await earlier([1, 2, 3], before)).toEqual({ ok: true, value: true });
  expect(await earlier([1, 2, 3], fails('unavailable'))).toEqual({ ok: true, value: undefined });
  expect(await earlier([], answer([]))).toEqual({ ok: true, value: undefined });
});

const quote = (id: string, price: number) => ({
  'quotation-id': id,
  'request-id': 'RQ-1',
  legs: [{ price }],
});

it('knows a page again by the identities of its records, whatever has become of their fields', async () => {
  const again = answer([quote('B', 2), quote('A', 1.5)]);
  expect(await earlier([quote('A', 1), quote('B', 2)], again)).toEqual({ ok: true, value: true });
  const named = (item: unknown) => ({ ...(item as object), 'quotation-id': (item as { nr: string }).nr });
  const page = { items: [{ nr: 'A', price: 1 }] } as Page;
  const translated = async (nr: string) =>
    isProvenFirst(lists(), page, async () => answer([{ nr, price: 2 }]), named);
  expect(await translated('A')).toEqual({ ok: true, value: true });
  expect(await translated('B')).toMatchObject({ ok: false });
});

it('counts a record once that has a row for each of its legs', async () => {
  const rows = [quote('A', 1), quote('A', 2), quote('B', 3)];
  expect(await earlier(rows, answer(rows))).toEqual({ ok: true, value: true });
  expect(await earlier(rows, answer([quote('C', 1), quote('C', 2)]))).toMatchObject({ ok: false });
});

it('takes page 0 for none where it has everything, and asks on where pages are alike in part or in records that cannot be told apart', async () => {
  expect(await earlier([1, 2, 3], answer([1, 2, 3, 4]))).toEqual({ ok: true, value: true });
  // One record left the list between the two calls, or one came.
  for (const before of [
    [2, 3, 4],
    [0, 1, 2],
  ])
    expect(await earlier([1, 4], answer(before))).toEqual({ ok: true, value: undefined });
  expect(await earlier([7, 7, 7], answer([7, 7, 7]))).toEqual({ ok: true, value: undefined });
});

it('needs no look at another page where it does not count pages, or has a total', () => {
  expect(mayCountOtherwise(lists(), pageWith([]))).toBe(true);
  expect(mayCountOtherwise(lists({ firstPage: 0 }), pageWith([]))).toBe(true);
  expect(mayCountOtherwise(lists(), { ...pageWith([]), total: 0 })).toBe(false);
  expect(mayCountOtherwise(lists({ style: 'offset' }), pageWith([]))).toBe(false);
});

/** A platform of numbered pages, and a reader of its lists who asks whether they begin where the profile says. */
function reading(over: Partial<Lists>, serve: (page: number, list: string) => Outcome<HttpAnswer>) {
  const own = lists(over);
  const clock = new ManualClock(0);
  const firstPage = new FirstPage(clock);
  const asked: string[] = [];
  const read = async (
    list = 'L',
    { lane = 'asked', signal }: { lane?: Lane; signal?: AbortSignal } = {},
  ): Promise<Outcome<readonly unknown[]>> => {
    let first: HttpAnswer | undefined;
    const fetch = async ({ query }: PagePlace) => {
      const at = query[own.style === 'offset' ? own.offsetName : own.pageName];
      asked.push(`${list}${at}`);
      await Promise.resolve();
      return signal?.aborted ? fails('unavailable') : serve(Number(at), list);
    };
    const items = await allPages(own, new URL('https://service.example'), async (place) => {
      const page = await fetch(place);
      if (page.ok) first ??= page.value;
      return page;
    });
    if (!items.ok) return items;
    const proven = await firstPage.proven(() => {
      const page = first && pageOf(first, own);
      return page?.ok && mayCountOtherwise(own, page.value)
        ? { lists: own, first: page.value, key: list, lane, fetch, ...(signal && { signal }) }
        : undefined;
    });
    return proven.ok ? items : proven;
  };
  return { read, asked, clock };
}
const numbered = (records: readonly unknown[], page: number, first: number) =>
  answer(page < first ? [] : records.slice((page - first) * 3, (page - first) * 3 + 3));
const upTo = (length: number) => Array.from({ length }, (_, at) => at + 1);
const looksAt = (asked: readonly string[], page: number) => asked.filter((one) => one.endsWith(String(page)));

it('never gives a list that lacks records, whatever page 0 is and whoever reads beside it, and gives every one whose profile is right', async () => {
  const before = fc.constantFrom('empty', 'first page', 'refused', 'fails', 'everything');
  const lengths = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 6 });
  const first = fc.constantFrom<0 | 1>(0, 1);
  await fc.assert(
    fc.asyncProperty(lengths, first, first, before, async (sizes, platformFirst, firstPage, zero) => {
      const records = sizes.map((length, list) =>
        Array.from({ length }, (_, at) => ({ 'quotation-id': `${list}-${at}`, at })),
      );
      let told = 0;
      const { read } = reading({ firstPage }, (page, list) => {
        const all = (records[Number(list)] ?? []).map((one) => ({ ...one, at: told++ }));
        if (platformFirst === 0 || page > 0 || zero === 'empty') return numbered(all, page, platformFirst);
        if (zero === 'everything') return answer(all);
        return zero === 'first page'
          ? numbered(all, 1, 1)
          : fails(zero === 'fails' ? 'unavailable' : 'not-found');
      });
      for (let round = 0; round < 2; round++) {
        const outcomes = await Promise.all(sizes.map(async (_, list) => read(String(list))));
        outcomes.forEach((outcome, list) => {
          if (outcome.ok) expect(outcome.value).toHaveLength(sizes[list] ?? 0);
          else expect(platformFirst).not.toBe(firstPage);
        });
      }
    }),
  );
});

it('reads no list by offsets where the platform counts pages by them, and every one where it counts records', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 5 });
  const counts = fc.constantFrom('records', 'pages', 'refuses the look');
  await fc.assert(
    fc.asyncProperty(sizes, counts, async (lengths, counted) => {
      const { read } = reading({ style: 'offset' }, (at, list) => {
        const records = Array.from({ length: lengths[Number(list)] ?? 0 }, (_, one) => `${list}-${one}`);
        if (counted === 'refuses the look' && at === 1 && records.length > 1)
          return fails('invalid-argument');
        const from = counted === 'pages' ? at * 3 : at;
        return answer(records.slice(from, from + 3));
      });
      const outcomes = await Promise.all(lengths.map(async (_, list) => read(String(list))));
      outcomes.forEach((outcome, list) => {
        if (outcome.ok) expect(outcome.value).toHaveLength(lengths[list] ?? 0);
        else expect([counted, outcome.failure.next]).toEqual(['pages', expect.stringContaining('"page"')]);
      });
    }),
  );
});

it('does not take equal points for a sign that an offset counts records', async () => {
  const { read } = reading({ style: 'offset' }, (at) => answer(at < 2 ? [7, 7, 7] : []));
  expect(await read()).toMatchObject({
    failure: { kind: 'unavailable', message: expect.stringContaining('"offset" counts records') as string },
  });
});

it('does not let a list without records prove anything of others, however often page 0 fails', async () => {
  let fails0 = true;
  const { read, asked, clock } = reading({}, (page, list) => {
    if (page === 0 && fails0) return fails('unavailable');
    return numbered(list === 'A' ? [] : [1, 2], page, 0);
  });
  for (let round = 0; round < 3; round++) expect(await read('A')).toEqual({ ok: true, value: [] });
  expect(looksAt(asked, 0)).toHaveLength(3);
  await clock.advance(600_000);
  await read('A');
  expect(looksAt(asked, 0)).toHaveLength(6);
  fails0 = false;
  expect(await read('B')).toMatchObject({ failure: { next: expect.stringContaining('to 0') as string } });
});

const page = (body: string): Outcome<HttpAnswer> => success({ status: 200, headers: {}, body });

it('takes a web page or nothing for no word on page 0, and looks again', async () => {
  for (const broken of ['<html>Maintenance</html>', '']) {
    let looks = 0;
    const { read } = reading({}, (at) =>
      at === 0 && looks++ === 0 ? page(broken) : numbered([1, 2, 3, 4], at, 0),
    );
    expect(await read()).toMatchObject({ failure: { next: expect.stringContaining('to 0') as string } });
  }
});

it('tells an offset that is rounded down from one that counts pages from 1', async () => {
  const from = (length: number, at: number) => answer(upTo(length).slice(at, at + 3));
  for (const length of [3, 6]) {
    const rounded = reading({ style: 'offset' }, (at) => from(length, at - (at % 3)));
    expect(await rounded.read()).toEqual({ ok: true, value: upTo(length) });
  }
  for (const length of [2, 3, 7]) {
    const pages = reading({ style: 'offset' }, (at) => from(length, Math.max(0, at - 1) * 3));
    expect(await pages.read()).toMatchObject({ ok: length === 2 });
  }
});

it('says which page is the first where the profile says 0 and page 0 is empty', async () => {
  const { read } = reading({ firstPage: 0 }, (page) => numbered([1, 2], page, 1));
  expect(await read()).toMatchObject({
    failure: {
      message: expect.stringContaining('other records on page 1') as string,
      next: 'Set lists.firstPage in the service profile to 1.',
    },
  });
});

it('takes a platform that fails on page 0 again and again, and gives page 1 before and after, for one without it', async () => {
  const { read, asked } = reading({}, (page) => (page < 1 ? fails('unavailable') : numbered([1], page, 1)));
  for (let round = 0; round < 3; round++) expect(await read()).toEqual({ ok: true, value: [1] });
  expect(looksAt(asked, 0)).toHaveLength(3);
});

it('does not use a list whose look failed with the platform, and looks again when it works', async () => {
  let works = true;
  let looks = 0;
  const { read } = reading({}, (page) => {
    if (page === 0) works = looks++ > 0;
    return works ? numbered([1, 2], page, 0) : fails('unavailable');
  });
  expect(await read()).toMatchObject({ failure: { kind: 'unavailable' } });
  works = true;
  expect(await read()).toMatchObject({ failure: { next: expect.stringContaining('to 0') as string } });
});

it.each(['throttled', 'quota-spent', 'signed-out'] as const)('ends with a look that is %s', async (kind) => {
  const { read, asked } = reading({}, (page) => (page < 1 ? fails(kind) : numbered([1], page, 1)));
  expect(await read()).toMatchObject({ failure: { kind } });
  expect(looksAt(asked, 0)).toHaveLength(1);
});

it('says so where two pages are never seen alike', async () => {
  let next = 0;
  const { read } = reading({}, (page) => answer(page > 1 ? [] : [next++, next, next + 1]));
  expect(await read()).toMatchObject({
    failure: {
      kind: 'unavailable',
      message: expect.stringContaining('whether it begins at page 1') as string,
    },
  });
});

it('looks once for many lists that are read at once, and never again', async () => {
  const { read, asked } = reading({}, (page) => numbered([1, 2], page, 1));
  const names = Array.from({ length: 40 }, (_, at) => `list ${at} `);
  for (const outcome of await Promise.all(names.map(async (name) => read(name))))
    expect(outcome).toEqual({ ok: true, value: [1, 2] });
  await read();
  expect(looksAt(asked, 0)).toHaveLength(1);
});

it('does not let an urgent read wait for the look of a slow one, nor any for one that is given up', async () => {
  const { read, asked } = reading({}, (page) => numbered([1], page, 1));
  await Promise.all([read('bulk ', { lane: 'bulk' }), read('person ', { lane: 'asked' })]);
  expect(looksAt(asked, 0)).toEqual(['bulk 0', 'person 0']);

  const gone = new AbortController();
  const other = reading({}, (page, list) => {
    if (list === 'A' && page === 2) gone.abort();
    return numbered([1], page, 1);
  });
  const [mine, theirs] = await Promise.all([other.read('A', gone), other.read('B')]);
  expect(mine).toMatchObject({ failure: { kind: 'unavailable' } });
  expect(theirs).toEqual({ ok: true, value: [1] });
});

it('looks at a list without records when it is read first and then once a minute, until another list has shown it', async () => {
  let records: number[] = [];
  const { read, asked, clock } = reading({}, (page, list) => numbered(list === 'A' ? records : [], page, 1));
  for (let round = 0; round < 5; round++) await Promise.all([read('A'), read('B')]);
  expect(looksAt(asked, 0).sort()).toEqual(['A0', 'B0']);
  await clock.advance(60_000);
  await read('B');
  expect(looksAt(asked, 0)).toHaveLength(3);
  records = [1];
  await read('A');
  await clock.advance(60_000);
  await read('B');
  expect(looksAt(asked, 0)).toHaveLength(4);
});
