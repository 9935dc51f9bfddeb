import { describe, expect, it } from 'vitest';
import { Action } from '../../../src/domain/action';
import { moved } from '../../../src/domain/actions/action-event';
import { ActionId, QuoteId, RequestId } from '../../../src/domain/identifiers';
import { allLines, contentOf, START, verifiedLines } from '../../../src/gateway/storage/journal-chain';
import { sqliteJournal } from '../../../src/gateway/storage/sqlite-journal';
import { QUOTE } from '../../domain/sample-action';
import { entry } from '../actions/sample-lines';
import { MemoryJournal } from '../twins/memory-stores';
import { postgresJournal } from '../../../src/gateway/storage/postgres/journal';
import { databaseAt, implementations } from './implementations';

const action = (count: number, createdAt = count): Action => ({
  id: ActionId.parse(`00000000-0000-4000-8000-${String(count).padStart(12, '0')}`),
  body: { kind: 'withdraw-quote', requestId: RequestId.parse('RQ-1'), quoteId: QuoteId.parse('Q-1') },
  shown: 'withdraw',
  state: 'staged',
  createdAt,
});
const sending = (one: Action): Action =>
  moved(one, { type: 'sending', at: 9, before: { tradeIds: [], quoteIds: [] } });
const done = (one: Action): Action => moved(sending(one), { type: 'done', at: 10 });

describe.each(implementations(() => new MemoryJournal(), sqliteJournal, postgresJournal))(
  'the journal in %s',
  (_, open) => {
    it('says of an action what its newest line says', async () => {
      const journal = open();
      await journal.append(action(1));
      await journal.append(sending(action(1)));
      expect(await journal.find(action(1).id)).toEqual(sending(action(1)));
      expect(await journal.find(action(2).id)).toBeUndefined();
    });

    it('takes several lines at once, in their order, and none as well', async () => {
      const journal = open();
      await journal.append();
      expect(await journal.head()).toEqual(START);
      await journal.append(action(1), sending(action(1)), action(2));
      expect(await journal.find(action(1).id)).toEqual(sending(action(1)));
      expect((await journal.head()).sequence).toBe(3);
    });

    it('gives its lines in pieces, each chained to the one before it', async () => {
      const journal = open();
      await journal.append(action(1), action(2));
      await journal.append(action(3));
      const [first, second] = await journal.linesAfter(undefined, 2);
      const [third, ...more] = await journal.linesAfter(2, 2);
      expect([first?.sequence, second?.sequence, third?.sequence, more]).toEqual([1, 2, 3, []]);
      expect(third).toMatchObject({
        previous: second?.hash,
        text: JSON.stringify(action(3)),
        columns: { id: action(3).id, state: 'staged', createdAt: 3 },
      });
      expect(await verifiedLines(allLines(journal))).toMatchObject({ state: 'whole' });
      expect(await journal.head()).toMatchObject({ sequence: 3, hash: third?.hash });
    });

    it('writes several lines in their order', async () => {
      const journal = open();
      await journal.append(action(1), action(2), sending(action(1)));
      expect((await journal.unresolved()).map(({ id, state }) => [id, state])).toEqual([
        [action(2).id, 'staged'],
        [action(1).id, 'sending'],
      ]);
    });

    it('lists as unresolved what has no final line', async () => {
      const journal = open();
      for (const line of [action(1), action(2), sending(action(1)), done(action(2)), action(3)]) {
        await journal.append(line);
      }
      expect((await journal.unresolved()).map(({ id, state }) => [id, state])).toEqual([
        [action(1).id, 'sending'],
        [action(3).id, 'staged'],
      ]);
    });

    it('lists what may be live however long ago it was sent, and nothing that was taken away since', async () => {
      const journal = open();
      let count = 0;
      const line = (body: Action['body'], made: Partial<Action> = {}): Action => ({
        ...action(++count),
        body,
        state: 'done',
        ...made,
      });
      const quote = (id: string) => line(QUOTE, { quoteId: QuoteId.parse(id) });
      const requestId = QUOTE.requestId;
      const propose = (proposalKind: 'firm' | 'indicative', on = requestId): Action['body'] => ({
        ...QUOTE,
        kind: 'send-proposal',
        proposalKind,
        requestId: on,
      });
      const other = RequestId.parse('RQ-8');
      const unnumbered = line(QUOTE);
      const counter = line({ ...QUOTE, kind: 'send-counteroffer', quoteId: QuoteId.parse('Q-7') });
      const [kept, gone] = [quote('Q-1'), quote('Q-2')];
      const replaced = line(propose('indicative', other));
      const firm = line(propose('firm', other));
      const withdrawal = line({ kind: 'withdraw-quote', requestId, quoteId: QuoteId.parse('Q-2') });
      for (const written of [
        { ...quote('Q-3'), state: 'unknown' } as const,
        unnumbered,
        counter,
        kept,
        gone,
        withdrawal,
        {
          ...line({ kind: 'withdraw-quote', requestId, quoteId: QuoteId.parse('Q-1') }),
          state: 'rejected',
        } as const,
        line(propose('firm')),
        line({ kind: 'delete-proposals', requestId }),
        replaced,
        firm,
      ]) {
        await journal.append(written);
      }
      const standing = (await journal.standing(new Set())).map(({ id }) => id);
      expect([...standing].sort()).toEqual([unnumbered.id, counter.id, kept.id, firm.id].sort());
      // A withdrawal whose line is not as it was written took nothing away.
      const doubted = (await journal.standing(new Set([withdrawal.id]))).map(({ id }) => id);
      expect(doubted.filter((id) => !standing.includes(id))).toEqual([gone.id]);
    });

    it('does not bring back a deleted proposal by the line that says how it ended, nor one that ended a day ago', async () => {
      const journal = open();
      const proposed = (count: number, on: string, at?: number): Action => ({
        ...{ ...action(count), state: 'done' },
        body: { ...QUOTE, kind: 'send-proposal', proposalKind: 'firm', requestId: RequestId.parse(on) },
        ...(at !== undefined && { over: { how: 'ended', at } as const }),
      });
      const deletion: Action = {
        ...{ ...action(4), state: 'done' },
        body: { kind: 'delete-proposals', requestId: RequestId.parse('RQ-1') },
        createdAt: proposed(1, 'RQ-1').createdAt + 1,
      };
      const lines = [
        proposed(1, 'RQ-1'),
        deletion,
        proposed(1, 'RQ-1', 20),
        proposed(2, 'RQ-2', 20),
        proposed(3, 'RQ-3', 9),
      ];
      for (const line of lines) await journal.append(line);
      const standing = (await journal.standing(new Set(), 10)).map(({ id }) => id);
      expect(standing).toEqual([proposed(2, 'RQ-2').id]);
    });

    it('lists a quote that was written down again once, and what is live in the order in which it was written', async () => {
      const journal = open();
      const quote: Action = { ...action(1), body: QUOTE, state: 'done', quoteId: QuoteId.parse('Q-1') };
      const counter: Action = {
        ...action(2),
        body: { ...QUOTE, kind: 'send-counteroffer', quoteId: QuoteId.parse('Q-7') },
        state: 'done',
      };
      const corrected: Action = { ...quote, endedAt: 11 };
      await journal.append(quote, counter, corrected);
      expect(await journal.standing(new Set())).toEqual([counter, corrected]);
    });

    it('lists a quote that was sent after the withdrawal of an earlier one with its number, whatever line is written of that later', async () => {
      const journal = open();
      const quoteId = QuoteId.parse('Q-1');
      const sent = (count: number): Action => ({
        ...action(count),
        ...{ body: QUOTE, state: 'done', quoteId, createdAt: 1_000 + count },
      });
      const withdrawal: Action = {
        ...action(2),
        ...{ body: { kind: 'withdraw-quote', requestId: QUOTE.requestId, quoteId }, state: 'done' },
        createdAt: 1_002,
      };
      await journal.append(sent(1), withdrawal);
      expect(await journal.standing(new Set())).toEqual([]);
      await journal.append(sent(3), { ...sent(1), endedAt: 2_000 });
      expect(await journal.standing(new Set())).toEqual([sent(3)]);
    });

    it('leaves out quotes that were over before a moment, and no others', async () => {
      const journal = open();
      const quote = (count: number, over?: Action['over']): Action => ({
        ...action(count),
        body: QUOTE,
        state: 'done',
        quoteId: QuoteId.parse(`Q-${count}`),
        ...(over && { over }),
      });
      const live = quote(1);
      const before = quote(2, { how: 'request-closed', at: 99 });
      const after = quote(3, { how: 'accepted', at: 100 });
      await journal.append(live, quote(2), after);
      await journal.append(before);
      expect(await journal.standing(new Set(), 100)).toEqual([live, after]);
      expect(await journal.standing(new Set())).toEqual([live, after, before]);
      // That it is over stands in a line that is not as it was written.
      expect(await journal.standing(new Set([before.id]), 100)).toEqual([live, after, before]);
    });

    it('lists no quote that was withdrawn, although what became of sending it was written down after that', async () => {
      const journal = open();
      const quoteId = QuoteId.parse('Q-1');
      const { requestId } = QUOTE;
      const withdrawal: Action = {
        ...action(2),
        body: { kind: 'withdraw-quote', requestId, quoteId },
        state: 'done',
      };
      await journal.append(withdrawal, { ...action(1), body: QUOTE, state: 'done', quoteId });
      expect(await journal.standing(new Set())).toEqual([]);
    });

    it('lists the newest price proposal of a request, although what came of older ones was written down after it', async () => {
      const journal = open();
      const { requestId } = QUOTE;
      const proposed = (count: number, proposalKind: 'firm' | 'indicative'): Action => ({
        ...action(count),
        body: { ...QUOTE, kind: 'send-proposal', proposalKind },
        state: 'done',
      });
      const first = proposed(1, 'indicative');
      const deletion: Action = {
        ...action(2),
        body: { kind: 'delete-proposals', requestId },
        state: 'done',
      };
      const firm = proposed(3, 'firm');
      await journal.append(firm, deletion, first);
      expect(await journal.standing(new Set())).toEqual([firm]);
      // A line that is not as it was written takes the place of none.
      await journal.append(proposed(4, 'indicative'));
      expect(await journal.standing(new Set([action(4).id]))).toContainEqual(firm);
      await journal.append({ ...deletion, ...action(5), body: deletion.body, state: 'done' });
      expect(await journal.standing(new Set())).toEqual([]);
    });

    it('counts the lines that were ever written, and has no more than it says', async () => {
      const journal = open();
      expect(await journal.written()).toBe(0);
      await journal.append(action(1), action(2));
      await journal.append(sending(action(1)));
      expect(await journal.written()).toBe(3);
      expect((await journal.head()).sequence).toBe(3);
    });

    it('chains lines that are asked for at once one after the other', async () => {
      const journal = open();
      await Promise.all([1, 2, 3].map((count) => journal.append(action(count), sending(action(count)))));
      expect(await verifiedLines(allLines(journal), 6)).toMatchObject({
        state: 'whole',
        head: { sequence: 6 },
      });
    });

    it('gives out what it was given, whatever becomes of that afterwards', async () => {
      const journal = open();
      const given = { ...action(1) };
      await journal.append(given);
      given.state = 'cancelled';
      const found = await journal.find(action(1).id);
      expect(found).toEqual(action(1));
    });

    it('orders actions of one millisecond by their newest lines', async () => {
      const journal = open();
      await journal.append({ ...action(1), createdAt: 5.9 }, { ...action(2), createdAt: 5.1 });
      expect((await journal.newest(10)).map(({ id }) => id)).toEqual([action(2).id, action(1).id]);
    });

    it('keeps what is no action in the same chain, and never takes it for one', async () => {
      const journal = open();
      const former = entry(1, { createdAt: 5.9 });
      const later = entry(2, { createdAt: 5.1 });
      await journal.append(action(1), former);
      await journal.append(later, sending(action(2)), done(action(1)));
      expect(await journal.entries(10)).toEqual([later, former]);
      expect(await journal.entries(1)).toEqual([later]);
      const armed = entry(3, { entry: 'armed' });
      await journal.append(armed);
      expect(await journal.entries(1, 'limits')).toEqual([later]);
      expect(await journal.entries(9, 'armed')).toEqual([armed]);
      expect(await journal.entries(9, 'paired')).toEqual([]);
      expect((await journal.newest(2)).map(({ id }) => id)).toEqual([action(2).id, action(1).id]);
      expect((await journal.unresolved()).map(({ id }) => id)).toEqual([action(2).id]);
      expect((await journal.standing(new Set())).map(({ id }) => id)).not.toContain(former.id);
      expect(await journal.find(ActionId.parse(former.id))).toBeUndefined();
      const lines = await journal.linesAfter(undefined, 10);
      expect(lines.map(({ columns }) => columns.state)).toEqual([
        'staged',
        'noted',
        'noted',
        'sending',
        'done',
        'noted',
      ]);
      expect(contentOf(lines[1] ?? { text: '' })).toEqual(former);
      expect(await verifiedLines(allLines(journal), 6)).toMatchObject({
        state: 'whole',
        head: { sequence: 6 },
      });
    });

    it('lists the newest actions first, each once, and no more than asked for', async () => {
      const journal = open();
      for (const line of [action(1), action(2), action(3), done(action(1))]) await journal.append(line);
      expect((await journal.newest(2)).map(({ id }) => id)).toEqual([action(3).id, action(2).id]);
      expect((await journal.newest(10)).map(({ state }) => state)).toEqual(['staged', 'staged', 'done']);
    });
  },
);

describe('the journal of the version before', () => {
  const FORMER = [
    '{"id":"00000000-0000-4000-8000-000000000001","body":{"kind":"accept-quote","requestId":"RQ-1","quoteId":"Q-1","lastSeen":{"type":"per-leg","legPrices":["30.1"]},"quantity":"2","shownQuantity":"10"},"shown":"Accept","state":"unknown","createdAt":1,"sentAt":2,"before":{"tradeIds":["T-1"],"quoteIds":["Q-1"]},"failure":{"kind":"unknown-outcome","message":"No answer.","next":"Wait."}}',
    '{"id":"00000000-0000-4000-8000-000000000002","body":{"kind":"send-quote","requestId":"RQ-2","direction":"ask","price":{"shape":"single","price":"31"},"quantity":"10","allOrNone":true},"shown":"Quote","state":"done","createdAt":2,"sentAt":3,"endedAt":4,"before":{"tradeIds":[],"quoteIds":[]},"quoteId":"Q-9"}',
    '{"id":"00000000-0000-4000-8000-000000000003","body":{"kind":"withdraw-quote","requestId":"RQ-2","quoteId":"Q-9"},"shown":"Withdraw","state":"staged","createdAt":3}',
  ];

  it('is read line by line as it was meant', async () => {
    const journal = sqliteJournal(databaseAt());
    await journal.append(...FORMER.map((line) => Action.parse(JSON.parse(line))));
    const written = FORMER.map((line) => JSON.parse(line) as unknown);
    expect([...(await journal.newest(10))].reverse()).toEqual(written);
    expect((await journal.unresolved()).map(({ state }) => state)).toEqual(['unknown', 'staged']);
  });
});
