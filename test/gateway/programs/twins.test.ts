import { describe, expect, it } from 'vitest';
import { Price } from '../../../src/domain/price';
import { failure, singleQuote } from '../twins/fake-platform';
import { ANNA, programId, testPrograms, wantedRow } from '../twins/programs';

const at = (price: string | undefined, over: Record<string, unknown> = {}) => [wantedRow(price, over)];
type Test = ReturnType<typeof testPrograms>;

const appears = (test: Test, id: string): void =>
  void test.platform.quotesByRequest.get('RQ-2')?.push(
    singleQuote('RQ-2', id, {
      'price-direction': 'ask',
      'all-or-none': false,
      legs: [{ price: 31 }],
      counterparty: 'Us',
      'created-at': new Date(test.clock.now()).toISOString(),
    }),
  );
const withdrawn = (test: Test) => test.platform.callsOf('withdrawQuote').map(({ id }) => id);

/** By the record of the twin. */
async function ends(test: Test, state: string): Promise<void> {
  test.platform.changeQuote('RQ-2', 'Q-ours', { state });
  const read = await test.platform.quotes(wantedRow('31').requestId, { lane: 'polling' });
  if (read.ok) test.own.seen(read.value);
}

/** The answer to its quote is lost, a colleague's equal one is taken for it, and then its own appears. */
async function besideTwin(): Promise<Test> {
  const test = testPrograms();
  test.platform.fault('sendQuote', { when: 'before', failure: failure('unknown-outcome') });
  await test.start(at('31'));
  appears(test, 'Q-theirs');
  await test.passing(4_000, 1, at('31'));
  expect(test.row()).toMatchObject({ state: 'in-step', live: { quoteId: 'Q-theirs' } });
  appears(test, 'Q-ours');
  await test.passing(120_000, 1, at('31'));
  return test;
}

describe('a row whose quote has a twin', () => {
  it('is held, and says why: nothing is withdrawn or sent, and the twin is in no sum', async () => {
    const test = await besideTwin();
    expect(test.own.read().map(({ quoteId }) => quoteId)).toEqual(['Q-theirs', 'Q-ours']);
    expect(test.row()).toMatchObject({
      state: 'held',
      says: 'Quote Q-ours says what this row sent too, and one of them may be a colleague’s: nothing more is sent while it is live.',
    });
    expect(test.programs.read()[0]?.live).toMatchObject({
      quotes: 1,
      volumes: [{ unit: 'MW', amount: '10' }, {}],
    });
    expect(test.platform.callsOf('sendQuote')).toHaveLength(1);
    expect(withdrawn(test)).toEqual([]);
  });

  it('takes off what was found alone where another price is wanted, and sends none', async () => {
    const test = await besideTwin();
    await test.passing(10_000, 2, at('31.2'));
    expect(withdrawn(test)).toEqual(['Q-theirs']);
    expect(test.platform.callsOf('sendQuote')).toHaveLength(1);
    expect(test.row()).toMatchObject({ state: 'held' });
  });

  it('waits for a person once the twin was taken, which may have been its own', async () => {
    const test = await besideTwin();
    test.filled.set('Q-ours', '10');
    await ends(test, 'accepted');
    await test.passing(10_000, 2, at('31.2'));
    expect(test.platform.callsOf('sendQuote')).toHaveLength(1);
    expect(test.row()).toMatchObject({
      state: 'held',
      needsPerson: true,
      says: 'Quote Q-ours was taken, and may have been this row’s.',
    });
    const { requestId } = wantedRow('31.2');
    const shown = { requestId, direction: 'ask' as const, shownPrice: Price.parse('31.2') };
    expect(test.programs.release(test.id, shown, ANNA)).toMatchObject({ ok: true });
    await test.passing(10_000, 3, at('31.2'));
    expect(test.live()).toEqual(['31.2 × 10']);
  });

  it('is told as held before a start', async () => {
    const test = await besideTwin();
    test.programs.stop(test.id, ANNA);
    await test.clock.advance(10_000);
    expect(withdrawn(test)).toEqual(['Q-theirs']);
    const before = await test.preview(at('31'), { id: programId(2), name: 'Other' });
    expect(before.rows[0]?.would).toBe('held');
    expect(before.rows[0]?.says).toContain('Quote Q-ours says what this row sent too');
  });

  it('goes on once the twin is gone', async () => {
    const test = await besideTwin();
    await ends(test, 'withdrawn');
    await test.passing(10_000, 2, at('31.2'));
    expect(withdrawn(test)).toEqual(['Q-theirs']);
    expect(test.live()).toEqual(['31.2 × 10']);
  });
});
