import { describe, expect, it } from 'vitest';
import { failure } from '../twins/fake-platform';
import { ANNA, programId, testPrograms, TOM, wantedRow } from '../twins/programs';

const at = (price: string | undefined, over: Record<string, unknown> = {}) => [wantedRow(price, over)];
type Test = ReturnType<typeof testPrograms>;
const quoteOf = (test: Test): string =>
  String(test.platform.quotesByRequest.get('RQ-2')?.at(-1)?.['quotation-id']);
/** The desk reads what stands on the request. */
const reads = async (test: Test): Promise<void> => {
  const read = await test.platform.quotes(wantedRow('31').requestId, { lane: 'polling' });
  if (read.ok) test.own.seen(read.value);
};

describe('before the start is written down', () => {
  it('nothing leaves, whatever its page says meanwhile, and nothing at all where it cannot be written', async () => {
    for (const isWritten of [true, false]) {
      const test = testPrograms();
      const write = test.holdEntries();
      const started = test.start(at('31'));
      await test.clock.advance(0);
      test.say(3, at('31.1'));
      test.say(2, at('31.4'));
      await test.clock.advance(1_000);
      expect(test.platform.callsOf('sendQuote')).toEqual([]);
      write(isWritten);
      expect(await started).toMatchObject({ ok: isWritten });
      await test.passing(1_000, 3, at('31.1'));
      expect(test.live()).toEqual(isWritten ? ['31.1 × 10'] : []);
    }
  });

  it('its rows are taken already: another program may not start on them', async () => {
    const test = testPrograms();
    const write = test.holdEntries();
    const started = test.start(at('31'));
    await test.clock.advance(0);
    const other = await test.start(at('32'), {}, { id: programId(2), name: 'Other' });
    expect(other).toMatchObject({
      ok: false,
      failure: { message: 'The ask of RQ-2 is in the program “Curve”.' },
    });
    write(true);
    expect(await started).toMatchObject({ ok: true });
  });

  it('who stops it has stopped it', async () => {
    const test = testPrograms();
    const write = test.holdEntries();
    const started = test.start(at('31'));
    await test.clock.advance(0);
    expect(test.programs.stop(test.id, TOM)).toMatchObject({ ok: true });
    write(true);
    expect(await started).toMatchObject({ ok: false });
    await test.passing(2_000, 2, at('31'));
    expect(test.platform.callsOf('sendQuote')).toEqual([]);
  });
});

describe('what waits for its turn at the platform', () => {
  it.each([
    ['its cell was emptied', at(undefined, { why: '#N/A in price' })],
    ['its row is gone from the table', []],
    ['its price is another by now', at('31.3')],
    ['its time is over', at('31', { validUntil: 1 })],
  ])('does not leave once %s', async (_, rows) => {
    const test = testPrograms();
    const leave = test.platform.queue('sendQuote');
    void test.start(at('31'));
    await test.clock.advance(0);
    test.say(2, rows);
    await test.clock.advance(0);
    leave();
    await test.clock.advance(0);
    expect(test.sent()).not.toContain('31');
    await test.passing(5_000, 2, rows);
    expect(test.live()).toEqual(
      rows.length > 0 && rows[0]?.offer && !rows[0].validUntil ? ['31.3 × 10'] : [],
    );
  });
});

describe('a quote that a person withdraws by hand', () => {
  it('is not put back: its row is over', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(1_000, 1, at('31'));
    const body = { kind: 'withdraw-quote', requestId: 'RQ-2', quoteId: quoteOf(test) };
    await test.desk.put(test.actionId(700), { body, shown: 'by hand' } as never, { by: TOM });
    await test.passing(5_000, 2, at('31.1'));
    expect(test.live()).toEqual([]);
    expect(test.row()).toMatchObject({ state: 'stopped' });
  });
});

describe('a withdrawal whose answer is lost', () => {
  it('is this program’s, once the record shows it: the row goes on', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(3_000, 1, at('31'));
    test.platform.fault('withdrawQuote', { when: 'after', failure: failure('unknown-outcome') });
    test.say(2, at(undefined, { why: 'paused' }));
    await test.clock.advance(0);
    await reads(test);
    await test.passing(1_000, 2, at(undefined, { why: 'paused' }));
    expect(test.live()).toEqual([]);
    await test.passing(20_000, 3, at('31.1'));
    expect(test.live()).toEqual(['31.1 × 10']);
  });
});

describe('a quote that is called accepted, and nobody says whether a rest of it can be taken', () => {
  const accepted = async (over: Record<string, unknown> = {}) => {
    const test = testPrograms();
    await test.start(at('31', over));
    await test.passing(3_000, 1, at('31', over));
    const id = quoteOf(test);
    test.platform.changeQuote('RQ-2', id, { state: 'accepted' });
    for (let time = 0; time < 50; time++)
      test.platform.fault('withdrawQuote', { when: 'before', failure: failure('wrong-state') });
    await reads(test);
    return { test, id };
  };

  it('counts as filled as a whole; its rest is tried to be withdrawn ever more seldom', async () => {
    const { test } = await accepted();
    await test.passing(60_000, 2, at('31'));
    expect(test.row()).toMatchObject({ state: 'withdrawing', fills: 1 });
    expect(test.row()?.says).toContain('is being looked up');
    expect(test.platform.callsOf('withdrawQuote').length).toBeLessThan(10);
  });

  it('is over once its trades came to all of it: the row is filled, and a stop ends', async () => {
    const { test, id } = await accepted();
    await test.passing(2_000, 2, at('31'));
    test.filled.set(id, '10');
    await test.passing(2_000, 3, at('31'));
    expect(test.row()).toMatchObject({ state: 'filled', says: '10 MW filled.', fills: 1 });
    const tried = test.platform.callsOf('withdrawQuote').length;
    test.programs.stop(test.id, TOM);
    await test.clock.advance(60_000);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', stopped: { left: 0 } });
    expect(test.platform.callsOf('withdrawQuote')).toHaveLength(tried);
  });

  it('is filled as far as a trade says, before its record does', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(3_000, 1, at('31'));
    test.platform.changeQuote('RQ-2', quoteOf(test), { quantity: 6 });
    test.filled.set(quoteOf(test), '4');
    test.taken.add(quoteOf(test));
    await test.passing(1_000, 2, at('31'));
    expect(test.programs.read()[0]?.fills).toMatchObject({ volumes: [{ unit: 'MW', amount: '4' }] });
    expect(test.row()).toMatchObject({ fills: 1 });
  });
});

describe('a quote that is gone, and not by its program', () => {
  it('is looked up for a while; a trade that comes meanwhile, or later, makes it a fill', async () => {
    for (const [afterMs, says] of [
      [5_000, 'Whether it was taken is being looked up'],
      [60_000, 'Request RQ-2 is traded.'],
    ] as const) {
      const test = testPrograms();
      await test.start(at('31'));
      await test.passing(3_000, 1, at('31'));
      const id = quoteOf(test);
      test.platform.change('RQ-2', { state: 'traded' });
      await test.conclusions.readNow(wantedRow('31').requestId);
      await test.passing(afterMs, 2, at('31'));
      expect(test.row()).toMatchObject({ state: 'stopped' });
      expect(test.row()?.says).toContain(says);
      test.taken.add(id);
      await test.passing(1_000, 3, at('31'));
      expect(test.row()).toMatchObject({ state: 'filled', says: '10 MW filled.', fills: 1 });
    }
  });
});

describe('a program that has stopped', () => {
  it('does not tell what another one has live in its place', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(1_000, 1, at('31'));
    test.programs.stop(test.id, TOM);
    await test.clock.advance(2_000);
    const body = {
      kind: 'send-quote',
      requestId: 'RQ-2',
      direction: 'ask',
      price: { shape: 'single', price: '32' },
      quantity: '10',
      allOrNone: false,
    };
    await test.desk.put(test.actionId(701), { body, shown: 'by hand' } as never, { by: TOM });
    expect(test.live()).toEqual(['32 × 10']);
    expect(test.row()?.live).toBeUndefined();
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', live: { quotes: 0 } });
  });
});

describe('a part that was filled before the next price', () => {
  it('is not offered again, and counts once', async () => {
    const test = testPrograms();
    const row = (price: string) => at(price, { goesOn: true });
    await test.start(row('31'));
    await test.passing(3_000, 1, row('31'));
    test.platform.changeQuote('RQ-2', quoteOf(test), { quantity: 6 });
    test.taken.add(quoteOf(test));
    await reads(test);
    await test.passing(3_000, 2, row('31.2'));
    expect(test.live()).toEqual(['31.2 × 6']);
    expect(test.programs.read()[0]?.fills).toMatchObject({
      count: 1,
      volumes: [{ unit: 'MW', amount: '4' }],
    });
  });

  it('is counted too where only the record of the withdrawn quote shows it', async () => {
    const test = testPrograms();
    const row = (price: string) => at(price, { goesOn: true });
    await test.start(row('31'));
    await test.passing(3_000, 1, row('31'));
    const release = test.platform.hold('withdrawQuote');
    test.say(2, row('31.2'));
    await test.clock.advance(0);
    test.platform.changeQuote('RQ-2', quoteOf(test), { quantity: 6 });
    release();
    await test.passing(3_000, 2, row('31.2'));
    expect(test.live()).toEqual(['31.2 × 6']);
  });
});

describe('after a restart', () => {
  it('an offer that was under way and is found live is withdrawn', async () => {
    const test = testPrograms();
    const release = test.platform.hold('sendQuote');
    void test.start(at('31'));
    await test.clock.advance(0);
    const { journalStore, platform } = test;
    const after = testPrograms({ journalStore, platform });
    after.own.start(await journalStore.standing(new Set()));
    await after.desk.start();
    await after.programs.begin(after.journal.read().filter(({ state }) => state === 'unknown'));
    expect(after.programs.read()).toMatchObject([
      { state: 'stopping', stopped: { why: 'restarted', left: 1 } },
    ]);
    release();
    await after.clock.advance(60_000);
    expect(after.live()).toEqual([]);
    expect(after.programs.read()).toMatchObject([{ state: 'stopped', startedBy: ANNA }]);
  });
});
