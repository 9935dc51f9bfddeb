import { expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { ActionId, ProposalId, QuoteId, RequestId } from '../../../src/domain/identifiers';
import type { OwnOffer, OwnQuote } from '../../../src/domain/own-offers';
import { Quantity } from '../../../src/domain/quantity';
import {
  itemsOf,
  lateProposals,
  progressInWords,
  proposalItemsOf,
} from '../../../src/taskpane/app/withdrawal-results';
import { NOON, price } from '../examples';

const quote = (id: string): OwnQuote => ({
  requestId: RequestId.parse('RQ-1'),
  quoteId: QuoteId.parse(id),
  direction: 'ask',
  price: { shape: 'single', price: price('84') },
  quantity: Quantity.parse('10'),
  since: NOON,
});
let made = 0;
const withdrawal = (id: string, state: 'done' | 'rejected' | 'unknown'): Action => ({
  id: ActionId.parse(`00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`),
  body: { kind: 'withdraw-quote', requestId: RequestId.parse('RQ-1'), quoteId: QuoteId.parse(id) },
  shown: '',
  state,
  createdAt: NOON,
  ...(state === 'rejected' && {
    failure: { kind: 'wrong-state', message: 'It is over.', next: 'Nothing is to be done.' },
  }),
});
const fill = (quoteId: string, quantity?: string) => ({
  quoteId,
  ...(quantity !== undefined && { quantity: Quantity.parse(quantity) }),
});
const told = (
  states: Readonly<Record<string, 'done' | 'rejected' | 'unknown'>>,
  fills: readonly ReturnType<typeof fill>[],
  taken: readonly string[] = [],
) => {
  const items = itemsOf(Object.keys(states).map(quote), {
    presses: [],
    journal: Object.entries(states).map(([id, state]) => withdrawal(id, state)),
    live: new Set(),
    taken: new Set(taken),
    fills,
  });
  const again = items.filter((item) => item.again).length;
  return { progress: progressInWords(items), texts: items.map(({ text }) => text), again };
};

it('a quote that was traded meanwhile is counted as traded, not as withdrawn or merely over', () => {
  expect(told({ 'QT-1': 'rejected' }, [], ['QT-1'])).toEqual({
    progress: '1 quote: 1 already traded.',
    texts: ['Already traded.'],
    again: 0,
  });
  const both = told({ 'QT-1': 'rejected', 'QT-2': 'done' }, [fill('QT-1', '4'), fill('QT-1', '6')]);
  expect(both.progress).toBe('2 quotes: 1 withdrawn, 1 already traded.');
  expect(both.texts).toEqual(['Already traded.', 'Withdrawn.']);
});

it('of a quote that was withdrawn after a part of it was traded, the part is told and counted', () => {
  expect(told({ 'QT-1': 'done', 'QT-2': 'done' }, [fill('QT-1', '4')])).toEqual({
    progress: '2 quotes: 2 withdrawn (1 partly traded).',
    texts: ['Withdrawn. 4 of 10 was traded before.', 'Withdrawn.'],
    again: 0,
  });
  expect(told({ 'QT-1': 'done' }, [fill('QT-1')]).texts).toEqual(['Withdrawn. A part was traded before.']);
});

it('a quote that is over with a part traded says so, and one without trades only that nothing is left', () => {
  expect(told({ 'QT-1': 'rejected', 'QT-2': 'rejected' }, [fill('QT-1', '4')])).toEqual({
    progress: '2 quotes: 0 withdrawn, 2 already over (1 partly traded).',
    texts: ['Already over. 4 of 10 was traded before.', 'Already over.'],
    again: 0,
  });
});

it('a quote that was wholly traded is not told as perhaps live while the outcome of its withdrawal is unknown', () => {
  expect(told({ 'QT-1': 'unknown' }, [fill('QT-1', '10')])).toEqual({
    progress: '1 quote: 1 already traded.',
    texts: ['Already traded.'],
    again: 0,
  });
  const part = told({ 'QT-1': 'unknown' }, [fill('QT-1', '4')]);
  expect([part.progress, part.again]).toEqual(['1 quote: 0 withdrawn, 1 unknown.', 1]);
});

it('firm proposals that the desk deletes by itself are told with those that were named, each once', () => {
  const requestId = RequestId.parse('RQ-2');
  const action = (body: Action['body'], over: Partial<Action>): Action => ({
    ...withdrawal('QT-1', 'done'),
    body,
    ...over,
  });
  const terms = { ...quote('QT-1'), requestId, allOrNone: true };
  const { direction, price: asked, quantity, allOrNone } = terms;
  const body = { requestId, direction, price: asked, quantity, allOrNone, kind: 'send-proposal' } as const;
  const firm = { ...body, proposalKind: 'firm' } as const;
  const deletion = { kind: 'delete-proposals', requestId } as const;
  const deleted = [action(deletion, { recall: 2, state: 'unknown' }), action(deletion, { recall: 2 })];
  const journal = [...deleted, action(firm, { createdAt: NOON - 1 })];
  expect(lateProposals(journal, 2, [])).toMatchObject([
    { what: 'proposal', requestId: 'RQ-2', since: NOON - 1 },
  ]);
  expect(lateProposals(journal, 2, [{ requestId }])).toEqual([]);
  expect(lateProposals(journal, 1, [])).toEqual([]);
  const indicative = action({ ...body, proposalKind: 'indicative' }, {});
  expect(lateProposals([...deleted, indicative], 2, [])).toEqual([]);
  expect(lateProposals([...deleted, action(firm, { recall: 2 })], 2, [])).toEqual([]);
});

it('what its own line calls taken is told as traded, and the answer to its withdrawal or deletion beside it', () => {
  const over = { how: 'accepted' as const, at: NOON };
  const { requestId, quoteId, direction, price: asked, quantity } = quote('QT-1');
  const terms = { requestId, direction, price: asked, quantity, allOrNone: false };
  const withdrawn = withdrawal('QT-1', 'done');
  const quoted: Action = { ...withdrawn, body: { kind: 'send-quote', ...terms }, quoteId, over };
  const items = itemsOf([quote('QT-1')], { presses: [], journal: [withdrawn, quoted], live: new Set() });
  expect(items).toMatchObject([
    { ending: 'over', traded: 'whole', text: 'Already traded. Its withdrawal was confirmed too.' },
  ]);
  expect(progressInWords(items)).toBe('1 quote: 1 already traded.');
  const proposalId = ProposalId.parse('PP-1');
  const offer: OwnOffer = { what: 'proposal', ...terms, number: proposalId, since: NOON };
  const body = { kind: 'send-proposal', proposalKind: 'firm', ...terms } as const;
  const sent: Action = { ...withdrawn, body, proposalId, over };
  const deletion = (state: 'done' | 'rejected'): Action => ({
    ...withdrawal('QT-1', state),
    body: { kind: 'delete-proposals', requestId },
    createdAt: NOON + 1,
  });
  const told = (...journal: Action[]) =>
    proposalItemsOf([offer], { presses: [], journal, live: new Set() }).map(({ text, traded }) => [
      text,
      traded,
    ]);
  expect(told(deletion('done'), sent)).toEqual([
    ['Already traded. Its deletion was confirmed too.', 'whole'],
  ]);
  expect(told(deletion('rejected'), sent)).toEqual([['Already traded.', 'whole']]);
  expect(told(deletion('done'), { ...sent, over: { ...over, how: 'withdrawn' } })).toEqual([
    ['Deleted.', undefined],
  ]);
});

it('trades of the legs of a spread are one quantity', () => {
  const spread = { ...quote('QT-1'), price: { shape: 'standard-spread' as const, spreadPrice: price('1') } };
  const fill = (market: string) => ({
    quoteId: 'QT-1',
    quantity: Quantity.parse('5'),
    legs: [{ market }],
    at: NOON,
  });
  const [item] = itemsOf([spread], {
    presses: [],
    journal: [withdrawal('QT-1', 'done')],
    live: new Set(),
    fills: [fill('DE'), fill('FR')],
  });
  expect(item).toMatchObject({ traded: 'part', text: 'Withdrawn. 5 of 10 was traded before.' });
});

it('of a deletion that another party’s proposal made needless says that nothing of the desk’s is left', () => {
  const offer = { what: 'proposal', requestId: RequestId.parse('RQ-1'), since: NOON - 1 } as OwnOffer;
  const failure = { kind: 'wrong-state', message: 'It is replaced.', next: 'Nothing was sent.' } as const;
  const deletion = (state: 'rejected' | 'cancelled'): Action => ({
    ...withdrawal('QT-1', 'done'),
    body: { kind: 'delete-proposals', requestId: RequestId.parse('RQ-1') },
    state,
    failure,
    ...(state === 'rejected' && { sentAt: NOON }),
  });
  const items = (state: 'rejected' | 'cancelled', live: readonly string[]) =>
    proposalItemsOf([offer], { presses: [], journal: [deletion(state)], live: new Set(live) });
  for (const state of ['rejected', 'cancelled'] as const) {
    expect(items(state, [])).toMatchObject([{ ending: 'over', again: false }]);
    expect(items(state, [])[0]?.text).toMatch(/^Already over\./);
    expect(items(state, ['RQ-1'])).toMatchObject([{ ending: 'not-withdrawn', again: true }]);
  }
});
