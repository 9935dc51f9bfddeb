import { describe, expect, it } from 'vitest';
import { ProposalId } from '../../../src/domain/identifiers';
import { keyOfProposal, offerKeyOf } from '../../../src/domain/own-trade';
import { failure } from '../twins/fake-platform';
import { testPrograms, TOM, wantedRow } from '../twins/programs';

const at = (price: string | undefined, over: Record<string, unknown> = {}) => [wantedRow(price, over)];
type Test = ReturnType<typeof testPrograms>;
const firm = { kind: 'firm-proposals' };
const paused = at(undefined, { why: 'paused' });

async function live(over: Record<string, unknown> = {}) {
  const test = testPrograms();
  await test.start(at('31'), {}, over);
  await test.passing(3_000, 1, at('31'));
  return test;
}
const refused = (test: Test, name: 'withdrawQuote' | 'deleteProposals'): void => {
  for (let time = 0; time < 40; time++)
    test.platform.fault(name, { when: 'before', failure: failure('wrong-state') });
};
const reads = async (test: Test): Promise<void> => {
  const read = await test.platform.quotes(wantedRow('31').requestId, { lane: 'polling' });
  if (read.ok) test.own.seen(read.value);
};
const deletions = (test: Test): number => test.platform.callsOf('deleteProposals').length;
const withdrawals = (test: Test): number => test.platform.callsOf('withdrawQuote').length;

describe('a firm price proposal that trades alone call taken', () => {
  async function taken() {
    const test = await live(firm);
    const [record = {}] = test.platform.beside('proposals', 'RQ-2');
    const key = keyOfProposal(ProposalId.parse(record['price-proposal-id']));
    test.taken.add(key);
    test.filled.set(key, '10');
    test.lists.isRead = false;
    test.offers.taken();
    expect(test.offers.read()).toEqual([]);
    return { test, record };
  }

  it('is deleted all the same once its row has ended', async () => {
    const { test } = await taken();
    await test.passing(3_000, 2, at('31'));
    expect(deletions(test)).toBe(1);
    expect(test.platform.beside('proposals', 'RQ-2')).toEqual([]);
    expect(test.row()).toMatchObject({ state: 'filled', says: '10 MW filled.', fills: 1 });
  });

  it('is deleted all the same by a stop', async () => {
    const { test } = await taken();
    test.programs.stop(test.id, TOM);
    await test.clock.advance(1_000);
    expect(deletions(test)).toBe(1);
    expect(test.programs.read()[0]).toMatchObject({
      state: 'stopped',
      stopped: { left: 0 },
      live: { quotes: 0, volumes: [] },
    });
  });

  it('is tried for a minute where the platform refuses its deletion, and told meanwhile', async () => {
    const { test } = await taken();
    refused(test, 'deleteProposals');
    test.programs.stop(test.id, TOM);
    await test.clock.advance(10_000);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopping', stopped: { left: 1 } });
    expect(test.row()?.says).toContain('was traded, and its own record does not say so');
    await test.clock.advance(120_000);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', stopped: { left: 0 } });
    const tried = deletions(test);
    await test.clock.advance(3_600_000);
    expect(deletions(test)).toBe(tried);
  });

  it('is left alone where its own record says it too', async () => {
    const { test, record } = await taken();
    test.platform.addBeside('proposals', 'RQ-2', [{ ...record, state: 'accepted' }]);
    test.lists.isRead = true;
    await test.clock.advance(1_000);
    test.offers.look();
    const before = deletions(test);
    test.programs.stop(test.id, TOM);
    await test.clock.advance(60_000);
    expect(deletions(test)).toBe(before);
  });
});

describe('a quote that trades alone call taken', () => {
  it('is withdrawn all the same by a stop, and counts as withdrawn by nobody', async () => {
    const test = await live();
    const id = String(test.platform.quotesByRequest.get('RQ-2')?.[0]?.['quotation-id']);
    test.taken.add(id);
    test.filled.set(id, '10');
    expect(test.own.read()).toEqual([]);
    test.programs.stop(test.id, TOM);
    await test.clock.advance(1_000);
    expect(withdrawals(test)).toBe(1);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', stopped: { left: 0, withdrawn: 0 } });
    expect(test.row()).toMatchObject({ state: 'filled', fills: 1 });
  });
});

it.each(['denied', 'unavailable'] as const)(
  'a quote that trades alone call taken is tried for ten minutes where its withdrawal is answered: %s',
  async (kind) => {
    const test = await live();
    const id = String(test.platform.quotesByRequest.get('RQ-2')?.[0]?.['quotation-id']);
    test.taken.add(id);
    test.filled.set(id, '10');
    for (let time = 0; time < 900; time++)
      test.platform.fault('withdrawQuote', { when: 'before', failure: failure(kind) });
    test.programs.stop(test.id, TOM);
    await test.clock.advance(300_000);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopping', stopped: { left: 1 } });
    expect(test.row()?.says).toContain('its withdrawal is tried again');
    await test.clock.advance(700_000);
    expect(test.programs.read()[0]).toMatchObject({ state: 'stopped', stopped: { left: 0 } });
    expect(test.row()?.says).toContain('its withdrawal is not tried again');
    const tried = withdrawals(test);
    await test.clock.advance(3_600_000);
    expect(withdrawals(test)).toBe(tried);
  },
);

describe('what was said to be taken off, and stands by its own record', () => {
  it('is withdrawn again although its program has long stopped', async () => {
    const test = await live();
    test.programs.stop(test.id, TOM);
    await test.clock.advance(2_000);
    expect([test.live(), test.programs.read()[0]?.state]).toEqual([[], 'stopped']);
    const id = String(test.platform.quotesByRequest.get('RQ-2')?.[0]?.['quotation-id']);
    test.platform.changeQuote('RQ-2', id, { state: 'active' });
    await test.clock.advance(61_000);
    await reads(test);
    await test.clock.advance(2_000);
    expect(withdrawals(test)).toBe(2);
    expect(test.live()).toEqual([]);
  });

  it.each([true, false])('is deleted again, where its program has stopped: %s', async (stops) => {
    const test = await live(firm);
    const records = test.platform.beside('proposals', 'RQ-2');
    if (stops) test.programs.stop(test.id, TOM);
    else test.say(2, paused);
    await test.clock.advance(1_000);
    expect(deletions(test)).toBe(1);
    test.platform.addBeside('proposals', 'RQ-2', records);
    const deletion = test.journal.read().find(({ body }) => body.kind === 'delete-proposals');
    if (deletion) await test.desk.disproved([deletion.id], 'Price proposal P-sent-1 is still active.');
    if (stops) await test.clock.advance(2_000);
    else await test.passing(2_000, 3, paused);
    expect(deletions(test)).toBe(2);
    expect(test.platform.beside('proposals', 'RQ-2')).toEqual([]);
  });
});

it('a firm price proposal whose answer was lost is deleted by a stop although nothing shows it', async () => {
  const test = testPrograms();
  test.lists.isRead = false;
  for (let time = 0; time < 90; time++)
    test.platform.fault('proposals', { when: 'before', failure: failure('unsupported') });
  test.platform.fault('addProposal', { when: 'after', failure: failure('unknown-outcome') });
  await test.start(at('31'), {}, firm);
  expect(test.platform.beside('proposals', 'RQ-2')).toHaveLength(1);
  test.programs.stop(test.id, TOM);
  await test.clock.advance(60_000);
  expect(test.platform.beside('proposals', 'RQ-2')).toEqual([]);
  expect(deletions(test)).toBe(1);
});

it('a firm price proposal that left beside its deletion, and whose answer was lost, is deleted once more by a stop', async () => {
  const test = testPrograms();
  test.lists.isRead = false;
  for (let time = 0; time < 200; time++)
    test.platform.fault('proposals', { when: 'before', failure: failure('unsupported') });
  // Of the one that stands the answer named no number.
  const add = test.platform.addProposal.bind(test.platform);
  test.platform.addProposal = async (...of) => {
    const answered = await add(...of);
    return answered.ok ? { ok: true, value: {} as typeof answered.value } : answered;
  };
  await test.start(at('31'), {}, firm);
  await test.passing(3_000, 1, at('31'));
  let answer: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (answer = resolve));
  test.platform.addProposal = async (...of) => {
    await late;
    await add(...of);
    return { ok: false, failure: failure('unknown-outcome') };
  };
  test.say(2, at('31.2'));
  await test.clock.advance(0);
  let tell: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  const remove = test.platform.deleteProposals.bind(test.platform);
  test.platform.deleteProposals = async (...of) => {
    const answered = await remove(...of);
    await told;
    return answered;
  };
  test.say(3, paused);
  await test.clock.advance(1_000);
  expect(deletions(test)).toBe(1);
  answer();
  await test.clock.advance(0);
  tell();
  await test.clock.advance(1_000);
  test.programs.stop(test.id, TOM);
  await test.clock.advance(60_000);
  expect(deletions(test)).toBe(2);
  expect(test.platform.beside('proposals', 'RQ-2')).toEqual([]);
});

it.each(['quotes', 'firm-proposals'])(
  'what a trade took while the next one was read for is not offered again: %s',
  async (kind) => {
    const test = await live({ kind });
    const release = test.platform.hold(kind === 'quotes' ? 'quotes' : 'proposals');
    test.lists.isRead = false;
    test.say(2, at('31.2'));
    await test.clock.advance(0);
    const sent = test.journal.read().find(({ state }) => state === 'done');
    const key = sent && offerKeyOf(sent);
    if (!key) throw new Error('It was sent.');
    test.taken.add(key);
    test.filled.set(key, '10');
    test.offers.taken();
    release();
    await test.clock.advance(0);
    await test.passing(5_000, 3, at('31.2'));
    expect(test.platform.offers).toHaveLength(1);
    expect(test.row()).toMatchObject({ state: 'filled', says: '10 MW filled.' });
  },
);
