import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import type { Resource } from '../../../src/domain/resources/resource';
import { testCache, watched } from '../twins/cache';
import { failure, singleQuote, singleRequest } from '../twins/fake-platform';

const quotes = (id: string): Resource => ({ kind: 'quotes', id: RequestId.parse(id) });

async function deskWithCells(count: number) {
  const desk = testCache();
  const ids = Array.from({ length: count }, (_, at) => `RQ-${at}`);
  for (const id of ids) desk.platform.addRequest(singleRequest(id), [singleQuote(id, 'Q-1')]);
  const cells = ids.map((id) => watched(desk.book, quotes(id)));
  await desk.clock.advance(1_000);
  return { ...desk, ids, cells };
}

describe('while the service is left alone', () => {
  it('nothing is polled, and what is known stays, with its age', async () => {
    const { platform, clock, session, cells } = await deskWithCells(20);
    const calls = platform.calls.length;
    session.reading = 'rests';
    await clock.advance(100_000);
    expect(platform.calls).toHaveLength(calls);
    expect(cells.every(({ last }) => last.json !== undefined && last.fetchedAt !== undefined)).toBe(true);
  });

  it('one resource at a time is asked, whatever each would have waited for by itself', async () => {
    const { platform, clock, session } = await deskWithCells(20);
    session.reading = 'rests';
    await clock.advance(1_000);
    const calls = platform.calls.length;
    session.reading = 'tries';
    const releases = (['quotes', 'request', 'openRequests'] as const).map((name) => platform.hold(name));
    await clock.advance(9_000);
    expect(platform.calls.length - calls).toBe(1);
    for (const release of releases) release();
  });
});

describe('while the platform does not answer', () => {
  /** By the moment that the page is told. */
  const areStale = (cells: readonly { last: { staleAt?: number } }[], now: number) =>
    new Set(cells.map(({ last: { staleAt = Infinity } }) => staleAt <= now));

  it('every price is shown for two minutes, however rarely it was asked for, and the trades of a past day stay', async () => {
    const { book, clock, session, cells } = await deskWithCells(300);
    const trades = watched(book, { kind: 'trades', from: '2026-11-18', to: '2026-11-18' });
    await clock.advance(20 * 60_000);
    session.reading = 'rests';
    book.unheard();
    await clock.advance(60_000);
    book.unheard();
    const late = watched(book, quotes('RQ-7'));
    await clock.advance(0);
    const until = clock.now() + 60_000;
    expect(areStale([...cells, late], until)).toEqual(new Set([true]));
    expect(areStale([trades], until)).toEqual(new Set([false]));
    expect(areStale(cells.slice(0, 200), until - 31_000)).toEqual(new Set([false]));
  });

  it('and as before once it answers again: what is older than that is read first', async () => {
    const { book, clock, session, cells } = await deskWithCells(300);
    await clock.advance(20 * 60_000);
    session.reading = 'rests';
    book.unheard();
    await clock.advance(10 * 60_000);
    expect(areStale(cells, clock.now())).toEqual(new Set([true]));
    session.reading = 'flows';
    book.heal();
    expect(areStale(cells, clock.now())).toEqual(new Set([false]));
    for (let minute = 0; minute < 20; minute++) {
      await clock.advance(60_000);
      expect(areStale(cells, clock.now())).toEqual(new Set([false]));
    }
  });
});

describe('when something works again', () => {
  it('what was in sight and not heard is read once within seconds, as far as the day has calls for it', async () => {
    const { book, clock, session, cells, platform } = await deskWithCells(58);
    await clock.advance(5 * 3_600_000);
    session.reading = 'rests';
    book.unheard();
    await clock.advance(60_000);
    session.reading = 'flows';
    const backAt = clock.now();
    const before = platform.calls.length;
    book.heal();
    await clock.advance(5_000);
    expect(cells.every(({ last }) => (last.fetchedAt ?? 0) >= backAt)).toBe(true);
    expect(platform.calls.length - before).toBeLessThan(58 + 10);
  });

  it('what failed once or twice is asked for at once, and what always fails is not', async () => {
    const { book, platform, clock, cells } = await deskWithCells(1);
    const broken = { when: 'before', failure: failure('unavailable') } as const;
    const asked = (): number => platform.callsOf('quotes').length;
    const healed = async (wasDown: boolean): Promise<number> => {
      const before = asked();
      platform.fault('quotes', broken);
      book.heal({ wasDown });
      await clock.advance(0);
      return asked() - before;
    };
    platform.fault('quotes', broken);
    while (cells[0]?.last.failure === undefined) await clock.advance(1_000);
    const flaps: number[] = [];
    for (let flap = 0; flap < 10; flap++) flaps.push(await healed(false));
    expect(flaps).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(await healed(true)).toBe(1);
  });
});
