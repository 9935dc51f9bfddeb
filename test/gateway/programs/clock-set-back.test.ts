import { describe, expect, it } from 'vitest';
import { ProposalId } from '../../../src/domain/identifiers';
import { keyOfProposal } from '../../../src/domain/own-trade';
import { testPrograms, TOM, wantedRow } from '../twins/programs';

const at = (price: string | undefined, over: Record<string, unknown> = {}) => [wantedRow(price, over)];
type Test = ReturnType<typeof testPrograms>;
const paused = at(undefined, { why: 'paused' });
const deletions = (test: Test): number => test.platform.callsOf('deleteProposals').length;
const standing = (test: Test): unknown[] =>
  test.platform.beside('proposals', 'RQ-2').map((record) => record['price-proposal-id']);

async function live(): Promise<Test> {
  const test = testPrograms();
  await test.start(at('31'), {}, { kind: 'firm-proposals' });
  await test.passing(3_000, 1, at('31'));
  return test;
}

describe('a firm price proposal of which the answer is later than the clock, which was set back', () => {
  it('is deleted once', async () => {
    const test = await live();
    test.clock.jump(-30_000);
    await test.passing(10_000, 2, paused);
    expect([standing(test), deletions(test)]).toEqual([[], 1]);
    expect(test.offers.read()).toEqual([]);
    expect(test.row()).toMatchObject({ state: 'withdrawn' });
    expect(test.row()).not.toHaveProperty('live');
  });

  it('is not withdrawn by its deletion where trades call it taken', async () => {
    const test = await live();
    test.clock.jump(-30_000);
    const key = keyOfProposal(ProposalId.parse('P-sent-1'));
    test.taken.add(key);
    test.filled.set(key, '10');
    test.lists.isRead = false;
    test.offers.taken();
    test.programs.stop(test.id, TOM);
    await test.clock.advance(1_000);
    expect(deletions(test)).toBe(1);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', stopped: { left: 0, withdrawn: 0 } });
  });

  it('is followed by one that somebody else takes off, which is not put back', async () => {
    const test = await live();
    test.clock.jump(-30_000);
    await test.passing(3_000, 2, at('31.2'));
    const records = test.platform.beside('proposals', 'RQ-2');
    test.platform.addBeside(
      'proposals',
      'RQ-2',
      records.map((record) => ({ ...record, state: 'withdrawn' })),
    );
    test.offers.look();
    await test.passing(20_000, 3, at('31.2'));
    expect(test.platform.callsOf('addProposal')).toHaveLength(2);
    expect(test.row()).toMatchObject({ state: 'stopped' });
  });

  it('is followed by the next one, which is live and is taken off by a stop', async () => {
    const test = await live();
    test.clock.jump(-30_000);
    await test.passing(3_000, 2, at('31.2'));
    await test.passing(3_000, 3, at('31.4'));
    expect(test.row()).toMatchObject({ state: 'in-step', live: { proposalId: 'P-sent-3' } });
    expect(test.offers.read()).toMatchObject([{ number: 'P-sent-3' }]);
    test.programs.stop(test.id, TOM);
    await test.clock.advance(1_000);
    expect([standing(test), deletions(test)]).toEqual([[], 1]);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', stopped: { left: 0, withdrawn: 1 } });
  });
});

it('while the clock is set back again and again a deletion is repeated less and less often', async () => {
  const test = await live();
  test.clock.jump(-300_000);
  const remove = test.platform.deleteProposals.bind(test.platform);
  test.platform.deleteProposals = async (...of) => {
    if (deletions(test) < 40) test.clock.jump(-5_000);
    return remove(...of);
  };
  await test.passing(10_000, 2, paused);
  expect(deletions(test)).toBeLessThan(8);
  expect(standing(test)).toEqual([]);
});
