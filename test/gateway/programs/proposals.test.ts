import { describe, expect, it } from 'vitest';
import { testPrograms, TOM, wantedRow } from '../twins/programs';

const at = (price: string | undefined, over: Record<string, unknown> = {}) => [wantedRow(price, over)];
type Test = ReturnType<typeof testPrograms>;
/** Prices of the proposals that stand, by the platform's own record. */
const standing = (test: Test): unknown[] =>
  test.platform.beside('proposals', 'RQ-2').map((raw) => [raw['kind'], JSON.stringify(raw).includes('31.2')]);
const calls = (test: Test): string[] =>
  test.platform.calls
    .map(({ name }) => name)
    .filter((name) => /Quote$|Proposal/.test(name) && name !== 'proposals');

describe.each(['firm', 'indicative'] as const)('a program of %s price proposals', (proposalKind) => {
  const kind = `${proposalKind}-proposals`;

  it('replaces each by one call, without deleting first', async () => {
    const test = testPrograms();
    await test.start(at('31'), {}, { kind });
    await test.passing(3_000, 1, at('31'));
    expect(standing(test)).toEqual([[proposalKind, false]]);
    await test.passing(3_000, 2, at('31.2'));
    expect(standing(test)).toEqual([[proposalKind, true]]);
    expect(calls(test)).toEqual(['addProposal', 'addProposal']);
    expect(test.row()).toMatchObject({ state: 'in-step', changes: 2, calls: 6 });
  });

  it('deletes it where nothing is wanted, and when it stops', async () => {
    for (const stops of [true, false]) {
      const test = testPrograms();
      await test.start(at('31'), {}, { kind });
      await test.passing(1_000, 1, at('31'));
      expect(standing(test)).toHaveLength(1);
      if (stops) test.programs.stop(test.id, TOM);
      else test.say(2, at(undefined, { why: 'paused' }));
      await test.clock.advance(0);
      expect(standing(test)).toEqual([]);
      await test.passing(3_000, 3, stops ? at('31.2') : at(undefined));
      expect(calls(test)).toEqual(['addProposal', 'deleteProposals']);
    }
  });

  it('is about one request: its two sides are one place', async () => {
    const test = testPrograms();
    const both = [...at('31'), wantedRow('30', { direction: 'bid', row: 2 })];
    expect(await test.start(both, {}, { kind })).toMatchObject({ ok: false });
    expect(await test.start(at('31'), {}, { kind })).toMatchObject({ ok: true });
  });
});
