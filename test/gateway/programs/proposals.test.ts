import { describe, expect, it } from 'vitest';
import { ProposalId } from '../../../src/domain/identifiers';
import { keyOfProposal } from '../../../src/domain/own-trade';
import { failure } from '../twins/fake-platform';
import { ANNA, testPrograms, TOM, wantedRow } from '../twins/programs';

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

describe('a firm price proposal of a program that was taken', () => {
  const kind = 'firm-proposals';
  const two = (price: string) => at(price, { offer: { ...wantedRow(price).offer, quantity: '2' } });
  async function live(rows = two('31')) {
    const test = testPrograms();
    await test.start(rows, {}, { kind });
    await test.passing(1_000, 1, rows);
    const [record] = test.platform.beside('proposals', 'RQ-2');
    const id = ProposalId.parse(record?.['price-proposal-id']);
    const lists = (over: Record<string, unknown> | undefined) =>
      test.platform.addBeside('proposals', 'RQ-2', over ? [{ ...record, ...over }] : []);
    return { test, id, lists, sent: () => calls(test).filter((name) => name === 'addProposal').length };
  }

  it.each([
    ['by its record alone', { state: 'accepted' }, undefined],
    ['by its record and a trade', { state: 'accepted' }, '2'],
    ['by a trade alone', { state: 'active' }, '2'],
  ])('ends its row %s, and nothing is sent in its place', async (_, record, filled) => {
    const { test, id, lists, sent } = await live();
    lists(record);
    if (filled) test.taken.add(keyOfProposal(id));
    if (filled) test.filled.set(keyOfProposal(id), filled);
    await test.passing(3_000, 2, two('31'));
    await test.passing(6_000, 3, two('31.2'));
    expect(test.row()).toMatchObject({ state: 'filled', fills: 1, says: '2 MW filled.' });
    expect(test.programs.read()[0]?.fills).toEqual({ count: 1, volumes: [{ unit: 'MW', amount: '2' }] });
    expect(sent()).toBe(1);
    expect(test.ended.find(({ proposalId }) => proposalId === id)?.id).toBeDefined();
  });

  it('is offered for what is left of it, where its row goes on', async () => {
    const rows = (price: string) => two(price).map((row) => ({ ...row, goesOn: true as const }));
    const { test, lists, sent } = await live(rows('31'));
    lists({ quantity: 1 });
    await test.passing(3_000, 2, rows('31'));
    expect(test.row()).toMatchObject({ state: 'in-step', fills: 1, live: { offer: { quantity: '1' } } });
    await test.passing(3_000, 3, rows('31.2'));
    expect(sent()).toBe(2);
    expect(test.platform.offers.at(-1)).toMatchObject({ quantity: '1' });
  });

  it('is replaced by nothing while a list has it no more, and its row ends where that stays so', async () => {
    const { test, lists, sent } = await live();
    await test.passing(2_000, 2, two('31'));
    lists(undefined);
    await test.passing(10_000, 3, two('31.2'));
    expect(test.row()).toMatchObject({
      state: 'delayed',
      says: 'Price proposal P-sent-1 is not listed. Whether it was taken is being looked up.',
    });
    await test.passing(120_000, 4, two('31.2'));
    expect(test.row()).toMatchObject({ state: 'stopped' });
    expect(sent()).toBe(1);
  });

  it.each([
    ['has it no more', undefined],
    ['calls it accepted', { state: 'accepted' }],
    ['has less of it', { quantity: 1 }],
  ])('is replaced by nothing where the list that is read just before %s', async (_, record) => {
    const { test, lists, sent } = await live();
    test.lists.isRead = false;
    lists(record);
    await test.passing(600, 2, two('31.2'));
    expect(sent()).toBe(1);
    expect(test.ended.at(-1)?.failure?.message).toBe(
      'Price proposal P-sent-1, which it would replace, is not listed as it was: it may have been taken.',
    );
  });

  it('and another party’s that took its place is not replaced in turn', async () => {
    const { test, lists, sent } = await live();
    lists({ 'price-proposal-id': 'P-9', counterparty: 'Alpha', 'created-at': '2026-11-30T00:00:00Z' });
    await test.passing(120_000, 2, two('31.2'));
    expect(sent()).toBe(1);
    expect(test.row()).toMatchObject({ state: 'stopped' });
  });

  it.each([
    ['refused', { when: 'before', failure: failure('throttled') }],
    ['lost, and is known not to have arrived', { when: 'before', failure: failure('unknown-outcome') }],
  ] as const)(
    'stands still where the one that was to replace it was %s: it is not offered again',
    async (_, fault) => {
      const { test, lists, sent } = await live();
      await test.passing(2_000, 2, two('31'));
      for (let time = 0; time < 5; time++) test.platform.fault('addProposal', fault);
      test.say(3, two('31.2'));
      await test.clock.advance(0);
      const lost = test.journal.read().find(({ state }) => state === 'unknown');
      if (lost) await test.desk.settle(lost.id, { verdict: 'not-executed', note: 'not there' }, TOM);
      await test.passing(90_000, 4, two('31'));
      expect(test.row()).toMatchObject({ state: 'in-step' });
      const before = sent();
      lists(undefined);
      await test.passing(180_000, 5, two('31'));
      expect(test.row()).toMatchObject({ state: 'stopped' });
      expect(sent()).toBe(before);
    },
  );

  it('is not over without its program where a deletion is refused after it was replaced', async () => {
    const { test, sent } = await live();
    await test.passing(3_000, 2, two('31.2'));
    expect(sent()).toBe(2);
    test.platform.fault('deleteProposals', { when: 'before', failure: failure('wrong-state') });
    await test.passing(5_000, 3, at(undefined, { why: 'paused' }));
    expect(standing(test)).toEqual([]);
    await test.passing(5_000, 4, two('31.2'));
    expect(test.row()).toMatchObject({ state: 'in-step' });
    expect(sent()).toBe(3);
  });

  it('stands again where its deletion is disproved: gone later, it is not offered again', async () => {
    const { test, sent } = await live();
    test.say(2, at(undefined, { why: 'paused' }));
    await test.clock.advance(0);
    const deletion = test.journal.read().find(({ body }) => body.kind === 'delete-proposals');
    if (deletion) await test.desk.disproved([deletion.id], 'Price proposal P-sent-1 is still active.');
    await test.passing(60_000, 3, two('31'));
    expect(test.row()).toMatchObject({ state: 'stopped' });
    expect(sent()).toBe(1);
  });

  const paused = at(undefined, { why: 'paused' });
  const deletions = (test: Test): number => calls(test).filter((name) => name === 'deleteProposals').length;

  it('is deleted where lists alone say that it is over, and its row stays stopped', async () => {
    const { test, lists, sent } = await live();
    await test.passing(2_000, 2, two('31'));
    lists(undefined);
    await test.passing(120_000, 3, two('31'));
    expect(deletions(test)).toBe(1);
    expect(test.row()).toMatchObject({
      state: 'stopped',
      says: 'Price proposal P-sent-1 is over, and not by this program.',
    });
    await test.passing(60_000, 4, two('31.2'));
    expect(deletions(test)).toBe(1);
    expect(sent()).toBe(1);
  });

  it('is left over by a stop until it is deleted, where lists alone say that it is over', async () => {
    const { test, lists } = await live();
    await test.passing(2_000, 2, two('31'));
    for (let time = 0; time < 25; time++)
      test.platform.fault('deleteProposals', { when: 'before', failure: failure('wrong-state') });
    lists(undefined);
    await test.passing(90_000, 3, two('31'));
    test.programs.stop(test.id, TOM);
    await test.clock.advance(3_600_000);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopping', stopped: { left: 1 } });
    expect(test.row()?.says).toContain('Its price proposal is not listed, and may be live');
    await test.clock.advance(3_600_000 * 4);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', stopped: { left: 0, withdrawn: 1 } });
    expect(deletions(test)).toBe(26);
  });

  it('is over for a stop once its request is, or its own record says so', async () => {
    for (const isOfRequest of [true, false]) {
      const { test, lists } = await live();
      await test.passing(2_000, 2, two('31'));
      for (let time = 0; time < 50; time++)
        test.platform.fault('deleteProposals', { when: 'before', failure: failure('wrong-state') });
      if (isOfRequest) test.platform.change('RQ-2', { state: 'traded' });
      lists(isOfRequest ? undefined : { state: 'expired' });
      await test.passing(90_000, 3, two('31'));
      const before = deletions(test);
      test.programs.stop(test.id, TOM);
      await test.clock.advance(60_000);
      expect(deletions(test)).toBe(before);
      expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', stopped: { left: 0 } });
    }
  });

  it('does not stay at a price that is not wanted where no list ever has it: it is deleted, and nothing comes in its place', async () => {
    const test = testPrograms();
    await test.start(two('31'), {}, { kind });
    test.platform.addBeside('proposals', 'RQ-2', []);
    await test.passing(90_000, 1, two('31'));
    expect(test.row()).toMatchObject({ state: 'delayed' });
    expect(deletions(test)).toBe(0);
    await test.passing(5_000, 2, two('31.2'));
    expect(deletions(test)).toBe(1);
    await test.passing(60_000, 3, two('31.3'));
    expect(test.row()).toMatchObject({
      state: 'stopped',
      says: 'Price proposal P-sent-1 is not listed: it may have been taken.',
    });
    expect(calls(test)).toEqual(['addProposal', 'deleteProposals']);
  });

  it('is replaced by nothing where only the list of each try has it not: its row waits, then stops', async () => {
    const { test, lists, sent } = await live();
    test.lists.isRead = false;
    lists(undefined);
    await test.passing(30_000, 2, two('31.2'));
    expect(calls(test)).toEqual(['addProposal']);
    await test.passing(60_000, 3, two('31.2'));
    expect(test.row()).toMatchObject({ state: 'stopped' });
    expect(deletions(test)).toBe(1);
    expect(sent()).toBe(1);
  });

  it('and was taken off while no list had it: its row waits for a person', async () => {
    const { test, lists, sent } = await live();
    lists(undefined);
    await test.passing(3_000, 2, two('31'));
    await test.passing(3_000, 3, paused);
    await test.passing(10_000, 4, two('31.2'));
    expect(deletions(test)).toBe(1);
    expect(test.row()).toMatchObject({
      state: 'held',
      needsPerson: true,
      says: 'Price proposal P-sent-1 is not listed: it may have been taken.',
    });
    const what = { requestId: test.row()?.requestId, direction: 'ask', shownPrice: '31.2', accepted: [] };
    expect(test.programs.release(test.id, what as never, ANNA)).toMatchObject({ ok: true });
    await test.passing(3_000, 5, two('31.2'));
    expect(sent()).toBe(2);
  });

  it('is replaced once a list has it again', async () => {
    for (const isRead of [true, false]) {
      const { test, lists, sent } = await live();
      test.lists.isRead = isRead;
      lists(undefined);
      await test.passing(5_000, 2, two('31.2'));
      expect(sent()).toBe(1);
      test.lists.isRead = true;
      lists({});
      await test.passing(20_000, 3, two('31.2'));
      expect(sent()).toBe(2);
      expect(test.row()).toMatchObject({ state: 'in-step' });
    }
  });

  it('is no doubt once it is replaced, although a list had it no more before that was answered', async () => {
    const { test, lists, sent } = await live();
    await test.passing(2_000, 2, two('31'));
    const answer = test.platform.hold('addProposal');
    await test.passing(500, 3, two('31.2'));
    lists(undefined);
    await test.passing(1_500, 3, two('31.2'));
    answer();
    await test.passing(3_000, 3, two('31.2'));
    expect(sent()).toBe(2);
    expect(test.row()).toMatchObject({ state: 'in-step' });
  });

  it('is not replaced where the platform offers no list of price proposals', async () => {
    const { test } = await live();
    test.lists.isRead = false;
    for (let time = 0; time < 50; time++)
      test.platform.fault('proposals', { when: 'before', failure: failure('unsupported') });
    await test.passing(90_000, 2, two('31.2'));
    expect(calls(test)).toEqual(['addProposal', 'deleteProposals']);
    expect(test.row()).toMatchObject({ state: 'stopped' });
  });

  it('counts as withdrawn where all is, and no more once its program is off the market', async () => {
    const { test } = await live();
    const stop = async (count: number): Promise<void> => {
      const body = { kind: 'delete-proposals', requestId: 'RQ-2' };
      await test.desk.put(test.actionId(count), { body, shown: 'by all' } as never, { by: TOM });
    };
    test.platform.fault('deleteProposals', { when: 'before', failure: failure('wrong-state') });
    test.programs.stop(test.id, TOM);
    await test.clock.advance(0);
    await stop(702);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', stopped: { withdrawn: 1, left: 0 } });
    const other = testPrograms();
    await other.start(at(undefined, { why: 'paused' }), {}, { kind });
    other.programs.stop(other.id, TOM);
    const body = { kind: 'delete-proposals', requestId: 'RQ-2' };
    await other.desk.put(other.actionId(703), { body, shown: 'by hand' } as never, { by: TOM });
    expect(other.programs.read()[0]).toMatchObject({ stopped: { withdrawn: 0 } });
  });
});
