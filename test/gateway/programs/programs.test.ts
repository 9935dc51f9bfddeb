import { describe, expect, it } from 'vitest';
import { readRequest } from '../../../src/contract/service/read-request';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { Price } from '../../../src/domain/price';
import { actionId, QUOTE } from '../twins/actions';
import { failure } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';
import { ANNA, asked, programId, testPrograms, TOM, wantedRow } from '../twins/programs';

const at = (price: string | undefined, over: Record<string, unknown> = {}) => [wantedRow(price, over)];

describe('what is live follows what is wanted', () => {
  it('withdraws the quote first, then sends the new price, and says in the journal for which program and for whom', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(1_000, 1, at('31'));
    expect(test.live()).toEqual(['31 × 10']);
    await test.passing(3_000, 2, at('31.2'));
    expect(test.live()).toEqual(['31.2 × 10']);
    const order = test.platform.calls
      .map(({ name }) => name)
      .filter((name) => /sendQuote|withdrawQuote/.test(name));
    expect(order).toEqual(['sendQuote', 'withdrawQuote', 'sendQuote']);
    for (const action of test.journal.read())
      expect(action).toMatchObject({ program: { id: test.id, name: 'Curve', startedBy: ANNA }, by: ANNA });
    expect(test.row()).toMatchObject({ state: 'in-step', changes: 2 });
  });

  it('sends nothing for a movement below the step, and one change for several within the interval', async () => {
    const test = testPrograms();
    await test.start(at('31', { step: '0.1' }));
    await test.passing(3_000, 1, at('31', { step: '0.1' }));
    await test.passing(3_000, 2, at('31.05', { step: '0.1' }));
    expect(test.platform.callsOf('sendQuote')).toHaveLength(1);
    test.say(3, at('31.1', { step: '0.1' }));
    for (let turn = 0; turn < 9; turn++) await test.clock.advance(10);
    for (const [number, price] of [
      [4, '31.2'],
      [5, '31.3'],
      [6, '31.4'],
    ] as const) {
      test.say(number, at(price, { step: '0.1' }));
      await test.clock.advance(500);
    }
    expect(test.platform.callsOf('sendQuote')).toHaveLength(2);
    await test.passing(1_000, 6, at('31.4', { step: '0.1' }));
    expect(test.platform.callsOf('sendQuote')).toHaveLength(3);
    expect(test.live()).toEqual(['31.4 × 10']);
  });

  it('withdraws at once where the sheet wants nothing, whatever the pace', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.clock.advance(0);
    expect(test.live()).toHaveLength(1);
    test.say(2, at(undefined, { why: '#N/A in price' }));
    await test.clock.advance(0);
    expect(test.live()).toEqual([]);
    expect(test.row()).toMatchObject({ state: 'withdrawn', says: '#N/A in price' });
  });

  it('passes over a word that is older than the newest, and takes a row off that is not in the table any more', async () => {
    const test = testPrograms();
    await test.start([...at('31'), wantedRow('30', { requestId: 'RQ-3', row: 2 })]);
    await test.passing(3_000, 5, at('31.1'));
    expect([test.live(), test.live('RQ-3')]).toEqual([['31.1 × 10'], []]);
    await test.passing(3_000, 4, at('31.3'));
    expect(test.live()).toEqual(['31.1 × 10']);
  });

  it('never sends once more what may have been sent: the row stands still until it is known', async () => {
    const test = testPrograms();
    test.platform.fault('sendQuote', { when: 'after', failure: failure('unknown-outcome') });
    const release = test.platform.hold('quotes');
    void test.start(at('31'));
    await test.clock.advance(0);
    release();
    const again = test.platform.hold('openRequests');
    await test.clock.advance(100);
    expect(test.row()).toMatchObject({ state: 'unknown' });
    test.say(2, at('31.3'));
    await test.clock.advance(500);
    expect(test.platform.callsOf('sendQuote')).toHaveLength(1);
    again();
    await test.passing(6_000, 2, at('31.3'));
    expect(test.live()).toEqual(['31.3 × 10']);
    expect(test.platform.callsOf('withdrawQuote')).toHaveLength(1);
  });

  it('does not send the new price while the old quote is not known to be withdrawn', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(2_500, 1, at('31'));
    test.platform.fault('withdrawQuote', { when: 'before', failure: failure('unknown-outcome') });
    test.say(2, at('31.2'));
    await test.clock.advance(0);
    expect(test.live()).toEqual(['31 × 10']);
    expect(test.platform.callsOf('sendQuote')).toHaveLength(1);
    await test.passing(10_000, 2, at('31.2'));
    expect(test.live()).toEqual(['31.2 × 10']);
  });

  it('tells that a quote is still live while its withdrawal fails', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(2_500, 1, at('31'));
    const always = Array.from({ length: 20 }, () => failure('unavailable'));
    for (const one of always) test.platform.fault('withdrawQuote', { when: 'before', failure: one });
    await test.passing(5_000, 2, at(undefined, { why: 'paused' }));
    expect(test.live()).toEqual(['31 × 10']);
    expect(test.row()).toMatchObject({ state: 'withdrawing' });
    expect(test.row()?.says).toBe('Quote Q-sent-1 is still live: its withdrawal is tried again.');
  });

  it('tells nobody to press again what it withdraws by itself', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(2_500, 1, at('31'));
    const next = 'Wait for its result in the journal, then press again.';
    const why = { ...failure('wrong-state'), message: 'The withdrawal before is sending.', next };
    for (let turn = 0; turn < 20; turn++)
      test.platform.fault('withdrawQuote', { when: 'before', failure: why });
    await test.passing(5_000, 2, at(undefined, { why: 'paused' }));
    expect(test.row()?.says).toBe(
      `Quote Q-sent-1 is still live: its withdrawal is tried again. ${why.message}`,
    );
  });

  it('does not send a price that the sheet has given up by the time it would leave', async () => {
    const test = testPrograms();
    const release = test.platform.hold('quotes');
    void test.start(at('31'));
    await test.clock.advance(0);
    test.say(2, at(undefined, { why: 'paused' }));
    release();
    await test.clock.advance(0);
    expect(test.platform.callsOf('sendQuote')).toEqual([]);
  });

  it('takes off what is live when its price moves faster than the next one can be sent', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(3_000, 1, at('31'));
    const release = test.platform.hold('quotes');
    test.say(2, at('31.1'));
    await test.clock.advance(100);
    test.say(3, at('31.2'));
    release();
    const leave = test.platform.hold('request');
    await test.clock.advance(100);
    expect(test.live()).toEqual([]);
    leave();
    await test.passing(4_000, 3, at('31.2'));
    expect(test.live()).toEqual(['31.2 × 10']);
  });

  it('takes off what is live where the request changes, and the row waits for a person', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(1_000, 1, at('31'));
    expect(test.live()).toEqual(['31 × 10']);
    const [leg] = asked('RQ-2')['legs'] as readonly object[];
    // Less of it is what others took.
    test.platform.requestsById.set('RQ-2', { ...asked('RQ-2'), legs: [{ ...leg, quantity: 12 }] });
    await test.passing(3_000, 2, at('31'));
    expect(test.live()).toEqual(['31 × 10']);
    test.platform.requestsById.set('RQ-2', { ...asked('RQ-2'), legs: [{ ...leg, market: 'FR' }] });
    await test.passing(9_000, 3, at('31.1'));
    expect(test.live()).toEqual([]);
    expect(test.row()).toMatchObject({
      state: 'held',
      needsPerson: true,
      says: 'Request RQ-2 has changed: market DE is now FR.',
    });
  });

  it('takes off what is more than its request asks for by now, and goes on with what is not', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(1_000, 1, at('31'));
    expect(test.live()).toEqual(['31 × 10']);
    const [leg] = asked('RQ-2')['legs'] as readonly object[];
    test.platform.requestsById.set('RQ-2', { ...asked('RQ-2'), legs: [{ ...leg, quantity: 2 }] });
    await test.passing(10_000, 2, at('31'));
    // It may be its own fill, which is not listed yet.
    expect(test.live()).toEqual(['31 × 10']);
    await test.passing(25_000, 2, at('31'));
    expect(test.live()).toEqual([]);
    expect(test.row()).toMatchObject({
      state: 'held',
      says: 'The request asks for 2 MW; 10 MW is more.',
    });
    expect(test.row()).not.toHaveProperty('needsPerson');
    const less = [wantedRow('31', { offer: { ...at('31')[0]?.offer, quantity: '2' } })];
    await test.passing(9_000, 3, less);
    expect(test.live()).toEqual(['31 × 2']);
  });

  it('asks a person once where the list names what its record names otherwise, and goes on once released', async () => {
    const [leg] = asked('RQ-2')['legs'] as readonly object[];
    const listed = readRequest({ ...asked('RQ-2'), legs: [{ ...leg, market: 'DE-LU' }] });
    const test = testPrograms({
      tellings: () => (listed.ok ? [{ by: 'list', request: listed.value, readAt: 0 }] : []),
    });
    await test.start(at('31'));
    await test.passing(30_000, 1, at('31'));
    expect(test.journal.read()).toHaveLength(1);
    expect(test.row()).toMatchObject({
      state: 'held',
      needsPerson: true,
      says: 'Request RQ-2 has changed since it was shown: market DE-LU is now DE.',
    });
    const place = { requestId: QUOTE.requestId, direction: 'ask' as const, accepted: [] };
    test.programs.release(test.id, { ...place, shownPrice: Price.parse('31') }, ANNA);
    await test.passing(10_000, 2, at('31.1'));
    expect(test.row()).toMatchObject({ state: 'in-step' });
    expect(test.sent()).toContain('31.1');
  });

  it('waits for nobody’s approval: the row is held', async () => {
    const { FourEyes } = await import('../../../src/domain/policy/four-eyes');
    const fourEyes = FourEyes.parse({ above: { kinds: ['send-quote'] } });
    const test = testPrograms({ fourEyes: () => fourEyes });
    await test.start(at('31'));
    await test.passing(5_000, 1, at('31'));
    expect(test.row()).toMatchObject({ state: 'held' });
    expect(test.journal.read().map(({ state }) => state)).toEqual(['rejected']);
  });
});

describe('a program stops, and all of it is taken off', () => {
  const CAUSES: readonly (readonly [string, (test: ReturnType<typeof testPrograms>) => void, string])[] = [
    ['when trading is switched off', (test) => test.say(2, at('31'), { armed: false }), 'disarmed'],
    ['when another session speaks for it', (test) => test.say(2, at('31'), { by: TOM }), 'session-over'],
    ['when the desk is halted', (test) => test.halt(), 'halted'],
    [
      'when everything is withdrawn',
      (test) => void test.withdrawAll.press({ id: test.actionId(900), actions: [] }),
      'withdraw-all',
    ],
    ['when the session of its starter ends', (test) => (test.state.starter = 'session-over'), 'session-over'],
    ['when the desk is signed out', (test) => (test.state.isSignedIn = false), 'signed-out'],
    ['when the platform cannot be reached', (test) => (test.state.isReachable = false), 'unreachable'],
    [
      'when what is known is too old',
      (test) => (test.fetchedAt.at = test.clock.now() - 11_000),
      'stale-data',
    ],
    ['when what is known came too old', (test) => (test.fetchedAt.ageMs = 11_000), 'stale-data'],
    ['when the calls of the day run out', (test) => (test.state.left = 251), 'budget-spent'],
    ['when a person stops it', (test) => void test.programs.stop(test.id, TOM), 'person'],
    ['when the wall clock says that the page was silent', (test) => test.clock.jump(5_200), 'silent'],
    ['when the machine slept', (test) => test.clock.jump(60_000), 'asleep'],
  ];
  it.each(CAUSES)('%s', async (_, cause, why) => {
    const test = testPrograms();
    await test.start(at('31'), { dataAgeMs: 10_000 });
    await test.passing(20_000, 1, at('31'));
    test.fetchedAt.at = test.clock.now() - 1_000;
    expect(test.live()).toHaveLength(1);
    cause(test);
    await test.clock.advance(2_000);
    expect(test.live()).toEqual([]);
    const sent = test.platform.callsOf('sendQuote').length;
    await test.passing(10_000, 9, at('31.2'));
    expect(test.platform.callsOf('sendQuote')).toHaveLength(sent);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', stopped: { why, left: 0 } });
    const stops = test.noted.filter(({ entry }) => entry === 'program-stop');
    expect(stops.map(({ by }) => by?.name)).toEqual([why === 'person' ? 'Tom' : 'gateway']);
  });

  it('reads what comes old each time no more often for that', async () => {
    const refreshed = async (ageMs: number) => {
      const test = testPrograms();
      await test.start(at('31'), { dataAgeMs: 10_000 });
      test.fetchedAt.ageMs = ageMs;
      await test.passing(20_000, 1, at('31'));
      expect(test.live()).toHaveLength(1);
      return test.fetchedAt.refreshed;
    };
    expect(await refreshed(8_000)).toBe(await refreshed(0));
  });

  it('when nothing was heard for five seconds, and not before', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(2_000, 1, at('31'));
    await test.clock.advance(4_000);
    expect(test.live()).toHaveLength(1);
    await test.clock.advance(1_000);
    expect(test.live()).toEqual([]);
    expect(test.programs.read()[0]?.stopped?.why).toBe('silent');
  });

  it('does not go on when its page is heard first after a silence', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.clock.advance(0);
    test.clock.jump(20_000);
    test.say(2, at('31'));
    await test.clock.advance(0);
    expect(test.live()).toEqual([]);
  });

  it('takes off at once what goes live although it has stopped', async () => {
    const test = testPrograms();
    const release = test.platform.hold('sendQuote');
    void test.start(at('31'));
    await test.clock.advance(0);
    test.programs.stop(test.id, TOM);
    release();
    await test.clock.advance(0);
    expect(test.platform.callsOf('sendQuote')).toHaveLength(1);
    expect(test.live()).toEqual([]);
  });

  it('counts nothing as live once it has stopped, whatever a person quotes there then', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.clock.advance(0);
    expect(test.programs.read()[0]?.live.volumes).toMatchObject([{ unit: 'MW', amount: '10' }, {}]);
    test.programs.stop(test.id, TOM);
    await test.clock.advance(1_000);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', live: { quotes: 0, volumes: [] } });
    await test.desk.put(actionId(700), { body: { ...QUOTE, direction: 'ask' }, shown: 'as shown' });
    expect(test.live()).toHaveLength(1);
    expect(test.programs.read()[0]?.live).toEqual({ quotes: 0, volumes: [], notionals: [] });
  });

  it('gives up what waits for its turn at the platform', async () => {
    const test = testPrograms();
    const leave = test.platform.queue('sendQuote');
    void test.start(at('31'));
    await test.clock.advance(0);
    test.programs.stop(test.id, TOM);
    leave();
    await test.clock.advance(0);
    expect([test.live(), test.sent()]).toEqual([[], []]);
  });

  it('after a restart what the journal says is a program’s is withdrawn, and nothing goes on', async () => {
    const journalStore = new MemoryJournal();
    const before = testPrograms({ journalStore });
    await before.start(at('31'));
    await before.clock.advance(0);
    const { platform } = before;
    const by = {
      body: {
        kind: 'send-quote',
        requestId: 'RQ-3',
        direction: 'ask',
        quantity: '10',
        allOrNone: false,
        price: { shape: 'single', price: '30' },
      },
      shown: 'by hand',
    };
    await before.desk.put(before.actionId(500), by as never);
    const after = testPrograms({ journalStore, platform });
    after.own.start(await journalStore.standing(new Set()));
    await after.desk.start();
    await after.programs.begin([]);
    await after.clock.advance(10_000);
    expect([after.live(), after.live('RQ-3')]).toEqual([[], ['30 × 10']]);
    expect(after.programs.read()).toMatchObject([
      { state: 'stopped', stopped: { why: 'restarted' }, startedBy: ANNA },
    ]);
  });

  it('closing the gateway takes everything off before it ends', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.clock.advance(0);
    const closed = test.programs.close();
    await test.clock.advance(1_000);
    await closed;
    expect(test.live()).toEqual([]);
  });
});

describe('guard rails', () => {
  it('holds a row whose price steps too far until a person lets that price go on', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(3_000, 1, at('31'));
    await test.passing(3_000, 2, at('33'));
    expect(test.live()).toEqual([]);
    expect(test.row()).toMatchObject({ state: 'held', needsPerson: true });
    expect(test.row()?.says).toBe('From 31.00 to 33.00 is too large a step.');
    await test.passing(3_000, 3, at('31.1'));
    expect(test.live()).toEqual([]);
    expect(test.row()?.says).toBe('From 31.00 to 33.00 is too large a step. It wants 31.10 by now.');
    const asked = { requestId: wantedRow('31').requestId, direction: 'ask' as const };
    expect(test.programs.release(test.id, { ...asked, shownPrice: Price.parse('33') }, ANNA)).toMatchObject({
      ok: false,
    });
    expect(test.programs.release(test.id, { ...asked, shownPrice: Price.parse('31.1') }, TOM)).toMatchObject({
      ok: false,
    });
    expect(test.programs.release(test.id, { ...asked, shownPrice: Price.parse('31.1') }, ANNA)).toMatchObject(
      { ok: true },
    );
    await test.passing(3_000, 3, at('31.1'));
    expect(test.live()).toEqual(['31.1 × 10']);
  });

  it('sends no more changes within a minute than the program may', async () => {
    const test = testPrograms();
    await test.start(at('31'), { changesPerMinute: 2 });
    await test.passing(2_500, 2, at('31.2'));
    await test.passing(2_500, 3, at('31.3'));
    expect(test.live()).toEqual(['31.3 × 10']);
    for (let number = 4; number < 8; number++) {
      await test.passing(2_500, number, at(`31.${number}`));
      // What it may not replace is not wanted any more, and so it is not left there.
      expect(test.live()).toEqual([]);
      expect(test.row()).toMatchObject({ state: 'delayed' });
    }
    expect(test.platform.callsOf('sendQuote')).toHaveLength(3);
    await test.passing(60_000, 8, at('31.8'));
    expect(test.live()).toEqual(['31.8 × 10']);
  });

  it('sends no more changes within a minute than all programs of the desk may', async () => {
    const test = testPrograms({ policy: { deskChangesPerMinute: 1 } });
    await test.start(at('31'));
    for (let number = 2; number < 6; number++) await test.passing(2_500, number, at(`31.${number}`));
    expect(test.platform.callsOf('sendQuote')).toHaveLength(2);
  });

  it('follows a price without a reference that was ticked, though it has moved since', async () => {
    const levels = { ...BUILT_IN_LIMITS, noReference: 'warn' as const };
    const tick = { code: 'no-reference', about: '31 for 10' };
    const accepted = [{ requestId: 'RQ-2', direction: 'ask', accepted: [tick] }];
    const ticked = testPrograms({ levels });
    // The cell has moved since the check.
    await ticked.start(at('31.1'), {}, { accepted });
    await ticked.passing(3_000, 2, at('31.1'));
    expect(ticked.live()).toEqual(['31.1 × 10']);
    const unticked = testPrograms({ levels });
    await unticked.start(at('31'));
    await unticked.passing(1_000, 2, at('31'));
    expect(unticked.live()).toEqual([]);
    expect(unticked.row()).toMatchObject({ state: 'held' });
  });

  it('has no more live at once than it may', async () => {
    const test = testPrograms({ policy: { volume: [{ unit: 'MW', amount: Price.parse('15') }] } });
    await test.start([...at('31'), wantedRow('30', { requestId: 'RQ-3', row: 2 })]);
    await test.clock.advance(1_000);
    expect([...test.live(), ...test.live('RQ-3')]).toHaveLength(1);
    expect(test.row(1)).toMatchObject({
      state: 'held',
      says: 'With its 10 MW, 20 MW would be live at once; the bound is 15 MW.',
    });
  });

  it('tells what was live from what never was, once it has stopped', async () => {
    const test = testPrograms({ policy: { volume: [{ unit: 'MW', amount: Price.parse('15') }] } });
    await test.start([...at('31'), wantedRow('30', { requestId: 'RQ-3', row: 2 })]);
    await test.clock.advance(1_000);
    test.programs.stop(test.id, TOM);
    await test.clock.advance(1_000);
    expect([...test.live(), ...test.live('RQ-3')]).toEqual([]);
    expect([test.row()?.state, test.row(1)?.state].sort()).toEqual(['not-sent', 'withdrawn']);
  });

  it('counts the quotes that it took off, however often it tried', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.passing(3_000, 1, at('31'));
    test.programs.stop(test.id, TOM);
    await test.clock.advance(1_000);
    const off = test.journal.read().find(({ body }) => body.kind === 'withdraw-quote');
    if (!off) throw new Error('It was withdrawn.');
    for (let turn = 0; turn < 3; turn++) test.programs.ended(off);
    expect(test.programs.read()[0]?.stopped).toMatchObject({ withdrawn: 1, left: 0 });
  });

  it('says of a row that waited, or was held, no more that it does once it has stopped', async () => {
    for (const price of ['31.2', '33']) {
      const test = testPrograms();
      await test.start(at('31'));
      await test.clock.advance(500);
      test.say(2, at(price));
      await test.clock.advance(0);
      expect(test.row()?.says).toBeDefined();
      test.programs.stop(test.id, TOM);
      await test.clock.advance(3_000);
      expect(test.row()).toMatchObject({ state: 'withdrawn' });
      expect([test.row()?.says, test.row()?.needsPerson]).toEqual([undefined, undefined]);
    }
  });

  it('ends a row that was filled, and goes on with the rest where it was told to', async () => {
    for (const [goesOn, live] of [
      [undefined, []],
      [true, ['31 × 6']],
    ] as const) {
      const test = testPrograms();
      const row = at('31', goesOn ? { goesOn } : {});
      await test.start(row);
      await test.passing(3_000, 1, row);
      const id = String(test.platform.quotesByRequest.get('RQ-2')?.[0]?.['quotation-id']);
      test.platform.changeQuote('RQ-2', id, { quantity: 6 });
      const read = await test.platform.quotes(wantedRow('31').requestId, { lane: 'polling' });
      if (read.ok) test.own.seen(read.value);
      await test.passing(1_000, 1, row);
      expect(test.live()).toEqual(live);
      expect(test.programs.read()[0]?.fills).toMatchObject({
        count: 1,
        volumes: [{ unit: 'MW', amount: '4' }],
      });
      test.programs.stop(test.id, TOM);
      await test.clock.advance(1_000);
      expect(test.row()).toMatchObject(
        goesOn ? { state: 'withdrawn' } : { state: 'filled', says: '4 MW filled.' },
      );
    }
  });

  it('counts what trades took of a quote that its list still shows whole, and no more once it is withdrawn', async () => {
    for (const [goesOn, live, says, taken] of [
      [undefined, [], '4 MW filled.', '4'],
      [true, ['31.1 × 6'], undefined, '4'],
      [true, ['31.1 × 3'], undefined, '7'],
    ] as const) {
      const test = testPrograms();
      const row = at('31', goesOn ? { goesOn } : {});
      await test.start(row);
      await test.passing(3_000, 1, row);
      const id = String(test.platform.quotesByRequest.get('RQ-2')?.[0]?.['quotation-id']);
      test.taken.add(id);
      test.filled.set(id, '4');
      await test.passing(5_000, 1, row);
      await test.passing(2_000, 2, at(undefined, { why: 'paused' }));
      await test.passing(20_000, 3, at('31.1', goesOn ? { goesOn } : {}));
      // A trade of just before the withdrawal may be listed a while after it.
      expect(test.live()).toEqual([]);
      test.filled.set(id, taken);
      await test.passing(60_000, 3, at('31.1', goesOn ? { goesOn } : {}));
      expect(test.live()).toEqual(live);
      expect(test.row()?.says).toBe(says);
      expect(test.programs.read()[0]?.fills.volumes).toEqual([{ unit: 'MW', amount: taken }]);
    }
  });

  it('stops the program after so many fills', async () => {
    const test = testPrograms();
    const rows = [...at('31'), wantedRow('30', { requestId: 'RQ-3', row: 2 })];
    await test.start(rows, { fills: { count: 1, withinMs: 600_000 } });
    await test.passing(1_000, 1, rows);
    const id = String(test.platform.quotesByRequest.get('RQ-2')?.[0]?.['quotation-id']);
    test.taken.add(id);
    test.platform.changeQuote('RQ-2', id, { state: 'accepted' });
    const read = await test.platform.quotes(wantedRow('31').requestId, { lane: 'polling' });
    if (read.ok) test.own.seen(read.value);
    await test.passing(1_000, 1, rows);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', stopped: { why: 'fills' } });
    expect(test.live('RQ-3')).toEqual([]);
  });
});

describe('the start', () => {
  it('refuses bounds that are wider than the desk’s, and names them', async () => {
    const test = testPrograms();
    expect(await test.start(at('31'), { silenceMs: 6_000 })).toMatchObject({
      ok: false,
      failure: { fields: [{ path: 'bounds.silenceMs' }] },
    });
    expect(await test.start(at('31'), { stepMax: { percent: Price.parse('1') } })).toMatchObject({
      ok: true,
    });
  });

  it('refuses a second program of its name, on its rows, on a halted desk, and before a Withdraw all', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    const other = { id: programId(2), number: 1 };
    expect(await test.start([], {}, other)).toMatchObject({ ok: false });
    expect(await test.start(at('31'), {}, { ...other, name: 'Other' })).toMatchObject({ ok: false });
    expect(await test.start([], {}, { ...other, name: 'Other', recall: -1 })).toMatchObject({ ok: false });
    test.halt();
    expect(await test.start([], {}, { ...other, name: 'Other' })).toMatchObject({ ok: false });
    expect(test.platform.callsOf('sendQuote').length).toBeLessThan(2);
  });

  it('is the same program under the same id, and starts no stopped one again', async () => {
    const test = testPrograms();
    await test.start(at('31'));
    await test.clock.advance(0);
    test.programs.stop(test.id, ANNA);
    await test.clock.advance(1_000);
    expect(await test.start(at('31'))).toMatchObject({ ok: true, value: { state: 'stopped' } });
    await test.clock.advance(1_000);
    expect(test.live()).toEqual([]);
  });
});
