import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { onlyProtects, type Action } from '../../../../src/domain/action';
import { ActionId, QuoteId } from '../../../../src/domain/identifiers';
import { allLines, verifiedLines } from '../../../../src/gateway/storage/journal-chain';
import { CommitInDoubt } from '../../../../src/gateway/storage/commit-in-doubt';
import { postgresJournal } from '../../../../src/gateway/storage/postgres/journal';
import { leadPlace, tryLead } from '../../../../src/gateway/storage/postgres/lead';
import type { Queries } from '../../../../src/gateway/storage/postgres/session';
import { ACCEPTANCE, QUOTE, WITHDRAWAL } from '../../../domain/sample-action';
import { canRunPostgres } from '../../../postgres';
import { openDesk, type PostgresDesk, sessionWith, sharedServer, START_MS_MAX } from './desk';

const action = (count: number, state: Action['state'] = 'staged'): Action => ({
  id: ActionId.parse(`00000000-0000-4000-8000-${String(count).padStart(12, '0')}`),
  body: ACCEPTANCE,
  shown: 'accept',
  state,
  createdAt: count,
});

async function opened(): Promise<PostgresDesk> {
  const desk = await openDesk();
  onTestFinished(() => desk.end());
  return desk;
}

/** A line as a wrong program may make it: right but for what is given. */
interface Line {
  readonly sequence: number;
  readonly id: string;
  readonly state: string;
  readonly line: string;
  readonly previous: string;
  readonly hash?: string;
  readonly epoch: number;
}
const INSERT = `INSERT INTO simulator.journal (sequence, id, state, created_at, line, previous, hash, epoch)
  VALUES ($1, $2, $3, 1, $4, $5, $6, $7)`;
const forced = (
  session: Queries,
  { sequence, id, state, line, previous, hash, epoch }: Line,
): Promise<unknown> => {
  const right = createHash('sha256').update(`${previous}\n${sequence}\n${line}`).digest('hex');
  return session.write(INSERT, [sequence, id, state, line, previous, hash ?? right, epoch]);
};

describe.runIf(canRunPostgres())('the journal in PostgreSQL', () => {
  beforeAll(async () => void (await sharedServer()), START_MS_MAX);

  it('never takes a second line by which the same action is sent', async () => {
    const desk = await opened();
    const journal = postgresJournal(desk);
    await journal.append(action(1), action(1, 'sending'));
    await expect(journal.append(action(1, 'sending'))).rejects.toThrow('sent_once');
    await journal.append(action(1, 'done'), action(2, 'sending'));
    expect(await verifiedLines(allLines(journal), 4)).toMatchObject({
      state: 'whole',
      head: { sequence: 4 },
    });
  });

  it.each<[string, unknown]>([
    ['withdraw-quote', WITHDRAWAL],
    ['delete-proposals', { kind: 'delete-proposals', requestId: 'RQ-1' }],
    ['switch-risk on', { kind: 'switch-risk', commodity: 'power', on: true }],
    ['switch-risk off', { kind: 'switch-risk', commodity: 'power', on: false }],
    ['accept-quote', ACCEPTANCE],
    ['send-quote', QUOTE],
    ['accept-proposal', { kind: 'accept-proposal', proposalId: 'P-1' }],
    ['an unreadable one', 'withdraw-quote'],
  ])('takes it again where it only takes risk off, as the desk itself does: %s', async (_, given) => {
    const body = given as Action['body'];
    const journal = postgresJournal(await opened());
    await journal.append({ ...action(1, 'sending'), body }, { ...action(1, 'staged'), body });
    const again = journal.append({ ...action(1, 'sending'), body });
    if (onlyProtects(body)) await again;
    else await expect(again).rejects.toThrow('sent_once');
  });

  it('refuses of several appends at once only the one that is wrong', async () => {
    const journal = postgresJournal(await opened());
    await journal.append(action(1, 'sending'));
    const outcomes = await Promise.allSettled(
      [action(2), action(3), action(1, 'sending'), action(4)].map((line) => journal.append(line)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await verifiedLines(allLines(journal), 4)).toMatchObject({ state: 'whole' });
  });

  it('takes nothing from who led before, and that one says that it is in doubt ever after', async () => {
    const desk = await opened();
    const former = postgresJournal(desk);
    await former.append(action(1));
    await desk.pool.query('SELECT pg_terminate_backend($1)', [desk.lead.backend]);
    const next = await sessionWith(desk.place);
    onTestFinished(() => next.end());
    while (!(await tryLead(next)));
    const { epoch } = await leadPlace(next).take('next');
    const journal = postgresJournal({ ...desk, lead: next, epoch });
    await journal.append(action(2));
    for (const line of [action(3), action(4)])
      await expect(former.append(line)).rejects.toBeInstanceOf(CommitInDoubt);
    expect((await journal.newest(9)).map(({ id }) => id)).toEqual([action(2).id, action(1).id]);
  });

  it('keeps text of any kind, and finds what may be live in it', async () => {
    const journal = postgresJournal(await opened());
    const quote: Action = {
      ...action(1, 'done'),
      shown: 'a \u0000 and \\u0000 "b" ☃ 🂡',
      body: QUOTE,
      quoteId: QuoteId.parse('Q-9'),
    };
    await journal.append(
      quote,
      { ...action(2, 'done'), body: QUOTE, quoteId: QuoteId.parse('Q-1') },
      { ...action(3, 'done'), body: WITHDRAWAL },
    );
    expect((await journal.find(quote.id))?.shown).toBe(quote.shown);
    expect((await journal.standing(new Set())).map(({ id }) => id)).toEqual([quote.id]);
  });

  it('holds chain, epoch and sent-once against whatever SQL a wrong program writes', async () => {
    const desk = await opened();
    const journal = postgresJournal(desk);
    await journal.append(action(1), action(1, 'sending'));
    const other = await sessionWith(desk.place);
    onTestFinished(() => other.end());
    const WRONG = [
      "UPDATE simulator.journal SET state = 'done'",
      'UPDATE simulator.journal SET line = line',
      'DELETE FROM simulator.journal WHERE sequence = 2',
      'TRUNCATE simulator.journal',
      'UPDATE simulator.journal_head SET sequence = 1',
      'DELETE FROM simulator.journal_head',
      'TRUNCATE simulator.journal_head',
      "INSERT INTO simulator.journal_head VALUES (true, 9, '')",
      'UPDATE desk.lead SET epoch = epoch + 1',
      'UPDATE desk.lead SET epoch = 0',
      'DELETE FROM desk.lead',
      'SELECT pg_advisory_unlock_all(); UPDATE desk.lead SET backend = pg_backend_pid()',
    ];
    const head = await journal.head();
    const sequence = fc.oneof(fc.constant(0), fc.integer({ min: -2, max: 4 }));
    const attempt = fc.oneof(
      fc.constantFrom(...WRONG).map((sql) => (session: Queries) => session.write(sql)),
      fc
        .record({
          byLeader: fc.boolean(),
          ahead: sequence,
          isNewAction: fc.boolean(),
          state: fc.constantFrom('staged', 'sending', 'done', 'noted'),
          follows: fc.boolean(),
          hash: fc.option(fc.constant('f'.repeat(64)), { nil: undefined }),
          epoch: fc.constantFrom(-1, 0, 1),
        })
        // Nothing is wrong with it.
        .filter(
          (one) =>
            !(one.byLeader && one.ahead === 0 && one.follows && one.hash === undefined && one.epoch === 0) ||
            (!one.isNewAction && one.state === 'sending'),
        )
        .map(
          (one) => (session: Queries) =>
            forced(one.byLeader ? desk.lead : session, {
              sequence: head.sequence + 1 + one.ahead,
              id: one.isNewAction ? action(9).id : action(1).id,
              state: one.state,
              line: '{}',
              previous: one.follows ? head.hash : '0'.repeat(64),
              epoch: desk.epoch + one.epoch,
              ...(one.hash !== undefined && { hash: one.hash }),
            }),
        ),
    );
    await fc.assert(
      fc.asyncProperty(attempt, async (wrong) => {
        await expect(wrong(other)).rejects.toThrow();
        expect(await journal.head()).toEqual(head);
      }),
      { numRuns: 300 },
    );
    await journal.append(action(1, 'done'), action(2), action(2, 'sending'));
    expect(await verifiedLines(allLines(journal), 5)).toMatchObject({
      state: 'whole',
      head: { sequence: 5 },
    });
    expect(await desk.lead.query('SELECT epoch FROM desk.lead')).toEqual([{ epoch: desk.epoch }]);
  });
});
