import { describe, expect, it } from 'vitest';
import { Price } from '../../../src/domain/price';
import { singleQuote } from '../twins/fake-platform';
import { ANNA, programId, testPrograms, wantedRow } from '../twins/programs';

type Test = ReturnType<typeof testPrograms>;
const body = {
  name: 'Curve',
  kind: 'quotes',
  bounds: {},
  number: 1,
  shown: 'as shown',
} as const;
const preview = (test: Test, rows: ReturnType<typeof wantedRow>[], over: Record<string, unknown> = {}) =>
  test.programs.preview({ ...body, accepted: [], id: programId(7), rows, ...over }, { by: ANNA });
const MW_10 = { unit: 'MW', amount: '10' };
const MWH_OF_IT = { unit: 'MWh', amount: '7440' };
const RQ_3 = { requestId: 'RQ-3', row: 2 };

describe('a preview', () => {
  it('tells row by row what a start would do now, and sends nothing', async () => {
    const test = testPrograms();
    const rows = [wantedRow('31'), wantedRow(undefined, { ...RQ_3, why: '#N/A in price' })];
    expect(await preview(test, rows, { changesPerHour: 10 })).toMatchObject({
      ok: true,
      value: {
        rows: [
          { row: 1, would: 'send', findings: [], comes: { calls: 3, volumes: [MW_10, MWH_OF_IT] } },
          { row: 2, would: 'nothing', says: '#N/A in price' },
        ],
        callsNow: 3,
        // Ten changes of four calls, and two rows whose request and quotes are read each five minutes.
        callsPerHour: 88,
        callsLeft: 1_000,
        volumes: [MW_10, MWH_OF_IT],
      },
    });
    expect(test.platform.callsOf('sendQuote')).toEqual([]);
    expect(test.programs.read()).toEqual([]);
    expect(test.noted).toEqual([]);
  });

  it('tells what stands there already: it is replaced, with the withdrawal in its calls', async () => {
    const test = testPrograms();
    await test.start([wantedRow('31')]);
    await test.passing(1_000, 1, [wantedRow('31')]);
    test.programs.stop(test.id, ANNA);
    await test.clock.advance(1_000);
    const quote = {
      kind: 'send-quote',
      requestId: 'RQ-2',
      direction: 'ask',
      quantity: '10',
      allOrNone: false,
    };
    const byHand = { body: { ...quote, price: { shape: 'single', price: '31.5' } }, shown: 'by hand' };
    await test.desk.put(test.actionId(500), byHand as never);
    expect(await preview(test, [wantedRow('31.5')])).toMatchObject({
      value: { rows: [{ would: 'change' }], callsNow: 4 },
    });
    expect(await preview(test, [wantedRow('31.6')])).toMatchObject({
      value: { rows: [{ would: 'change' }], callsNow: 4 },
    });
    expect(test.live()).toEqual(['31.5 × 10']);
  });

  it('holds what a bound or a limit stops, and leaves it out of the amounts', async () => {
    const test = testPrograms({ policy: { volume: [{ unit: 'MW', amount: Price.parse('15') }] } });
    const rows = [wantedRow('31'), wantedRow('30', RQ_3)];
    expect(await preview(test, rows)).toMatchObject({
      value: {
        rows: [
          { would: 'send' },
          { would: 'held', says: 'With its 10 MW, 20 MW would be live at once; the bound is 15 MW.' },
        ],
        volumes: [MW_10, MWH_OF_IT],
      },
    });
    expect(await preview(test, [wantedRow('31', { cap: '30' })])).toMatchObject({
      value: { rows: [{ would: 'nothing', says: 'Above its cap of 30.00.' }], callsNow: 0, volumes: [] },
    });
  });

  it('says how far the worst row is from the best quote of the others, and holds what is too far', async () => {
    const test = testPrograms();
    const theirs = { counterparty: 'Them', direction: 'ask', state: 'active' };
    test.platform.quotesByRequest.set('RQ-2', [{ ...singleQuote('RQ-2', 'Q-9'), ...theirs }]);
    const best = Number(test.sent()[0]);
    const near = (best * 1.01).toFixed(2);
    expect(await preview(test, [wantedRow(String(Number(near)))])).toMatchObject({
      value: {
        rows: [{ would: 'send', deviation: { market: String(best), percent: '1' } }],
        worst: { percent: '1' },
      },
    });
    const far = String(Number((best * 1.04).toFixed(2)));
    expect(await preview(test, [wantedRow(far)])).toMatchObject({
      value: { rows: [{ would: 'held' }], worst: {}, volumes: [] },
    });
  });

  it('names warnings to tick, and is held by a block', async () => {
    const warning = { code: 'no-market', message: 'Nothing to hold it against.' };
    const warned = testPrograms({ findings: { warnings: [warning] } as never });
    expect(await preview(warned, [wantedRow('31')])).toMatchObject({
      value: { rows: [{ would: 'send', findings: [{ message: 'Nothing to hold it against.' }] }] },
    });
    const blocked = testPrograms({ findings: { blocks: [{ ...warning, message: 'Too much.' }] } as never });
    expect(await preview(blocked, [wantedRow('31')])).toMatchObject({
      value: { rows: [{ would: 'held', says: 'Too much.' }], callsNow: 0 },
    });
  });

  it('refuses what a start would refuse: wider bounds, a row twice, a row of a running program', async () => {
    const test = testPrograms();
    expect(await preview(test, [wantedRow('31')], { bounds: { silenceMs: 6_000 } })).toMatchObject({
      ok: false,
    });
    expect(await preview(test, [wantedRow('31'), wantedRow('32', { row: 5 })])).toMatchObject({ ok: false });
    await test.start([wantedRow('31')]);
    expect(await preview(test, [wantedRow('31')], { name: 'Other' })).toMatchObject({ ok: false });
    expect(await preview(test, [wantedRow('31', RQ_3)], { name: 'Other' })).toMatchObject({ ok: true });
  });
});
