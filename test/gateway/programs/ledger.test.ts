import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { ProposalId, QuoteId, RequestId } from '../../../src/domain/identifiers';
import { ManualClock } from '../../../src/effects/manual-clock';
import { ProgramLedger } from '../../../src/gateway/programs/program-ledger';
import { MORNING, ZONE } from '../twins/cache';
import { actionId, DELETE, PROPOSE, QUOTE } from '../twins/actions';
import { programId, testPrograms, TOM, wantedRow } from '../twins/programs';

const program = { id: programId(1), name: 'Curve' };
const RQ = RequestId.parse('RQ-2');
const DAY_MS = 86_400_000;

function ledgerOf() {
  const clock = new ManualClock(MORNING);
  const journal = { standing: async () => [], newest: async () => [] };
  const ledger = new ProgramLedger({ journal, clock, zone: ZONE });
  let count = 0;
  const action = (over: Partial<Action>): Action => ({
    ...{ id: actionId(++count), body: PROPOSE, shown: '', state: 'done', program },
    ...{ createdAt: clock.now(), endedAt: clock.now(), ...over },
  });
  return { ledger, clock, action };
}

describe('which offers are of programs', () => {
  it('knows the newest price proposal, whatever is known late of those before it', async () => {
    const { ledger, clock, action } = ledgerOf();
    const first = action({ proposalId: ProposalId.parse('P-1'), recovered: 'It is listed.' });
    const deletion = action({ body: DELETE });
    await clock.advance(5_000);
    ledger.learn(action({ proposalId: ProposalId.parse('P-2') }));
    ledger.learn(deletion);
    expect(ledger.proposalOn(RQ)?.proposalId).toBe('P-2');
    ledger.learn(first);
    expect(ledger.proposalOn(RQ)?.proposalId).toBe('P-2');
  });

  it('knows what stands again where its deletion is disproved, and not once another was sent since', async () => {
    for (const isReplaced of [false, true]) {
      const { ledger, clock, action } = ledgerOf();
      ledger.learn(action({ proposalId: ProposalId.parse('P-1') }));
      const deletion = action({ body: DELETE });
      ledger.learn(deletion);
      expect(ledger.proposalOn(RQ)).toBeUndefined();
      await clock.advance(5_000);
      const body = { ...PROPOSE, proposalKind: 'indicative' as const };
      if (isReplaced) ledger.learn(action({ body, program: undefined }));
      ledger.learn({ ...deletion, state: 'rejected', corrected: 'It is still active.' });
      expect(ledger.proposalOn(RQ)?.proposalId).toBe(isReplaced ? undefined : 'P-1');
    }
  });

  it('lets go whose a quote was once no record can tell any more that it stands', async () => {
    const { ledger, clock, action } = ledgerOf();
    for (const id of ['Q-1', 'Q-2']) {
      const quoteId = QuoteId.parse(id);
      ledger.learn(action({ body: QUOTE, quoteId }));
      ledger.learn(action({ body: { kind: 'withdraw-quote', requestId: RQ, quoteId } }));
      expect(ledger.programOf(quoteId)).toBe(program.id);
      await clock.advance(14 * DAY_MS);
    }
    expect(ledger.programOf(QuoteId.parse('Q-1'))).toBe(program.id);
    await clock.advance(2 * DAY_MS);
    const quoteId = QuoteId.parse('Q-3');
    ledger.learn(action({ body: QUOTE, quoteId }));
    ledger.learn(action({ body: { kind: 'withdraw-quote', requestId: RQ, quoteId } }));
    expect(ledger.programOf(QuoteId.parse('Q-1'))).toBeUndefined();
    expect(ledger.programOf(QuoteId.parse('Q-3'))).toBe(program.id);
  });
});

it('what is known late of an earlier price proposal takes nothing from the one that stands', async () => {
  const test = testPrograms();
  const rows = [wantedRow('31')];
  await test.start(rows, {}, { kind: 'firm-proposals' });
  await test.passing(3_000, 1, rows);
  const [sent] = test.journal.read();
  if (!sent) throw new Error('It was sent.');
  const late = { id: actionId(800), createdAt: sent.createdAt - 5_000, recovered: 'It is listed.' };
  test.programs.ended({ ...sent, ...late, proposalId: ProposalId.parse('P-0') });
  await test.passing(3_000, 2, rows);
  expect(test.row()).toMatchObject({ state: 'in-step', live: { proposalId: 'P-sent-1' } });
  const body = { ...DELETE } as never;
  await test.desk.put(actionId(801), { body, shown: 'by hand' }, { by: TOM });
  await test.passing(20_000, 3, rows);
  expect(test.platform.callsOf('addProposal')).toHaveLength(1);
  expect(test.row()).toMatchObject({ state: 'stopped' });
});

it('how price proposals ended that were replaced long ago is let go, and of the newest it is kept', async () => {
  const test = testPrograms();
  await test.start([wantedRow('31')], {}, { kind: 'firm-proposals' });
  await test.passing(3_000, 1, [wantedRow('31')]);
  await test.passing(3_000, 2, [wantedRow('31.2')]);
  test.programs.stop(test.id, TOM);
  await test.clock.advance(2_000);
  const ends = () => ['P-sent-1', 'P-sent-2'].map((id) => test.offers.endOf(ProposalId.parse(id)));
  expect(ends()).toEqual(['withdrawn', 'withdrawn']);
  await test.clock.advance(DAY_MS + 60_000);
  test.offers.look();
  expect(ends()).toEqual([undefined, 'withdrawn']);
});

it('what a program took off is looked up for a day, and no longer', async () => {
  const test = testPrograms();
  await test.start([wantedRow('31')]);
  await test.passing(3_000, 1, [wantedRow('31')]);
  test.programs.stop(test.id, TOM);
  await test.clock.advance(2_000);
  const [withdrawal] = test.journal.read();
  if (!withdrawal) throw new Error('It was withdrawn.');
  const asked: string[] = [];
  const has = test.taken.has.bind(test.taken);
  test.taken.has = (id) => asked.push(id) > 0 && has(id);
  test.programs.ended(withdrawal);
  expect(asked).toContain('Q-sent-1');
  await test.clock.advance(DAY_MS);
  asked.length = 0;
  test.programs.ended(withdrawal);
  expect(asked).toEqual([]);
});
