import { expect, it } from 'vitest';
import { readQuote } from '../../../src/contract/service/read-offers';
import { readTrade } from '../../../src/contract/service/read-trade';
import { Action, type ActionBody } from '../../../src/domain/action';
import type { Quote } from '../../../src/domain/offers';
import type { Trade } from '../../../src/domain/trade';
import { whoseTrade } from '../../../src/domain/verdict/own-trade';
import { ACCEPT, actionId, COUNTER, PROPOSE, QUOTE, TAKE, WITHDRAW } from '../../gateway/twins/actions';
import { singleQuote } from '../../gateway/twins/fake-platform';

let made = 0;
const action = (body: ActionBody, over: object = {}): Action =>
  Action.parse({ id: actionId((made += 1)), body, shown: '', state: 'done', createdAt: 0, ...over });

function trade(over: object = {}): Trade {
  const read = readTrade({
    'trade-id': 'TR-1',
    'traded-at': '2026-11-20T10:00:00Z',
    'request-id': 'RQ-2',
    action: 'sell',
    price: 31,
    quantity: 10,
    ...over,
  });
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
}
const naming = (preTrade: object): Trade => trade({ 'pre-trade': { 'request-id': 'RQ-2', ...preTrade } });

function quote(over: object = {}): Quote {
  const read = readQuote(singleQuote('RQ-2', 'Q-2', { state: 'accepted', ...over }));
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
}

const quoted = action(QUOTE, { quoteId: 'Q-2' });
const asked = { isMade: false };

it('a trade that names a quote of the desk is its own, also after the quote was taken back', () => {
  const named = naming({ 'quotation-id': 'Q-2' });
  expect(whoseTrade(named, { ...asked, sent: [quoted] })).toEqual({ state: 'own', quoteId: 'Q-2' });
  expect(whoseTrade(named, { ...asked, sent: [quoted, action(WITHDRAW)] })).toMatchObject({ state: 'own' });
});

it.each([
  ['a price proposal', PROPOSE, { proposalId: 'P-9' }, { 'price-proposal-id': 'P-9' }],
  ['a counteroffer', COUNTER, { counterofferId: 'C-9' }, { 'counteroffer-id': 'C-9' }],
])('a trade that names %s of the desk is its own', (_, body, number, named) => {
  expect(whoseTrade(naming(named), { ...asked, sent: [action(body, number)] })).toEqual({
    state: 'own',
    ...number,
  });
});

it('a trade that names an offer of somebody else is not the desk’s, though it is at the price that the desk quoted', () => {
  const named = naming({ 'quotation-id': 'Q-8' });
  expect(whoseTrade(named, { ...asked, sent: [quoted], quotes: [quote()] })).toEqual({ state: 'other' });
});

it.each([
  ['a quote', action(QUOTE)],
  ['a quote whose outcome is unknown', action(QUOTE, { state: 'unknown' })],
  ['an acceptance', action(ACCEPT, { state: 'unknown' })],
])('of %s without a number it stays open whether the trade names it', (_, sent) => {
  expect(whoseTrade(naming({ 'quotation-id': 'Q-8' }), { ...asked, sent: [sent] })).toEqual({
    state: 'reported',
  });
});

it('an acceptance has made its trade, and whatever is traded on the desk’s own request is its own', () => {
  const accepted = action(ACCEPT, { tradeId: 'TR-1' });
  const named = naming({ 'quotation-id': 'Q-8' });
  expect(whoseTrade(named, { ...asked, sent: [accepted] })).toEqual({ state: 'own' });
  expect(whoseTrade(named, { isMade: true, sent: [] })).toEqual({ state: 'own' });
});

it('a trade that names no offer is the desk’s by the record of its quote: accepted, at that price', () => {
  const of = (over: { trade?: object; quotes?: readonly Quote[]; sent?: readonly Action[] }) =>
    whoseTrade(trade(over.trade), {
      ...asked,
      sent: over.sent ?? [quoted],
      quotes: over.quotes ?? [quote()],
    });
  expect(of({})).toEqual({ state: 'own', quoteId: 'Q-2' });
  expect(of({ trade: { quantity: 4 } })).toMatchObject({ state: 'own' });
  for (const open of [
    of({ quotes: [] }),
    of({ quotes: [quote({ state: 'active' })] }),
    of({ quotes: [quote({ 'quotation-id': 'Q-8' })] }),
    of({ trade: { price: 31.5 } }),
    of({ trade: { quantity: 11 } }),
    of({ trade: { quantity: undefined } }),
  ]) {
    expect(open).toEqual({ state: 'reported' });
  }
});

it.each([
  ['quotation-id', 70031918],
  ['quotationId', '70031918'],
  ['QUOTE_ID', ' 70031918 '],
  ['quotation', { id: 70031918 }],
  ['offers', [{ kind: 'x' }], 'reported'],
])('a quote is named in any style: %s', (name, value, state = 'own') => {
  const sent = [action(QUOTE, { quoteId: '70031918' })];
  const named = naming({ 'price-proposal-id': null, 'counteroffer-id': 0, [name]: value });
  expect(whoseTrade(named, { ...asked, sent }).state).toBe(state);
  // The same of somebody else's.
  const others = naming({ [name]: typeof value === 'object' ? { id: 8 } : 8 });
  expect(whoseTrade(others, { ...asked, sent }).state).toBe(state === 'own' ? 'other' : 'reported');
});

it('0 in place of a number names no offer', () => {
  const around = { ...asked, sent: [quoted], quotes: [quote({ legs: [{ price: 31 }] })] };
  expect(whoseTrade(naming({ 'quotation-id': 0, 'price-proposal-id': '0' }), around).state).toBe('own');
});

it('numbers count by their kind: that of a proposal names no quote', () => {
  const sent = [action(QUOTE, { quoteId: '17' })];
  expect(whoseTrade(naming({ 'price-proposal-id': 17 }), { ...asked, sent })).toEqual({ state: 'other' });
  expect(whoseTrade(naming({ 'quotation-id': 17 }), { ...asked, sent })).toMatchObject({ state: 'own' });
});

it('of the second trade that names the offer which the desk took it stays open whose it is', () => {
  const sent = [action(TAKE, { tradeId: 'TR-9' })];
  const of = (proposal: string) => whoseTrade(naming({ 'price-proposal-id': proposal }), { ...asked, sent });
  expect(of('P-2')).toEqual({ state: 'reported' });
  expect(of('P-3')).toEqual({ state: 'other' });
});

it('a counteroffer that the desk did not make may answer its quote', () => {
  const of = (named: object) => whoseTrade(naming(named), { ...asked, sent: [quoted], quotes: [quote()] });
  expect(of({ 'counteroffer-id': 'C-9' })).toEqual({ state: 'reported' });
  expect(of({ 'counteroffer-id': 'C-9', 'quotation-id': 'Q-8' })).toEqual({ state: 'other' });
  expect(of({ 'counteroffer-id': 'C-9', 'quotation-id': 'Q-2' })).toMatchObject({ state: 'own' });
});

/** At the price of the trade. */
const at31 = (over: object = {}): Quote => quote({ legs: [{ price: 31 }], ...over });

it.each([
  ['accepted', {}],
  ['accepted, without a quantity', { quantity: undefined }],
  ['on offer still: a part of it may have been taken', { state: 'active' }],
  [
    'withdrawn, of which a part may have been taken',
    { state: 'withdrawn', quantity: 20, 'all-or-none': false },
  ],
  ['ended in a word that nobody knows', { state: 'lapsed' }],
])('at the price of somebody else’s quote too, nothing proves whose the trade is: %s', (_, over) => {
  const theirs = (more: object = {}): Quote => at31({ 'quotation-id': 'Q-8', ...over, ...more });
  const of = (...others: readonly Quote[]) =>
    whoseTrade(trade(), { ...asked, sent: [quoted], quotes: [at31(), ...others] });
  expect(of(theirs())).toEqual({ state: 'reported' });
  expect(of(theirs({ legs: [{ price: 31.5 }] }))).toEqual({ state: 'own', quoteId: 'Q-2' });
  expect(of(theirs({ quantity: 9 }))).toEqual({ state: 'own', quoteId: 'Q-2' });
});

it('somebody else’s quote that ended, and can only be taken as a whole, is not what was taken', () => {
  for (const over of [
    { 'all-or-none': true, quantity: 20 },
    { 'all-or-none': false, quantity: 10 },
  ]) {
    const theirs = at31({ 'quotation-id': 'Q-8', state: 'rejected', ...over });
    const around = { ...asked, sent: [quoted], quotes: [at31(), theirs] };
    expect(whoseTrade(trade(), around)).toEqual({ state: 'own', quoteId: 'Q-2' });
  }
});

it('of two own quotes at one price it stays open which one was taken', () => {
  const sent = [quoted, action(QUOTE, { quoteId: 'Q-3' })];
  const of = (...quotes: readonly Quote[]) => whoseTrade(trade(), { ...asked, sent, quotes });
  expect(of(at31(), at31({ 'quotation-id': 'Q-3' }))).toEqual({ state: 'own' });
  expect(of(at31(), at31({ 'quotation-id': 'Q-3', state: 'active' }))).toEqual({ state: 'own' });
  expect(of(at31())).toEqual({ state: 'own' });
  expect(of(at31(), at31({ 'quotation-id': 'Q-3', state: 'withdrawn' }))).toEqual({
    state: 'own',
    quoteId: 'Q-2',
  });
});

it('a quote that another trade took, or that was sent later, proves nothing of a trade without a name', () => {
  const tradedAt = Date.parse('2026-11-20T10:00:00Z');
  const of = (sentAt: number, taken = '') =>
    whoseTrade(trade(), {
      ...asked,
      sent: [action(QUOTE, { quoteId: 'Q-2', sentAt })],
      quotes: [at31()],
      isTaken: (id) => id === taken,
    }).state;
  expect(of(tradedAt - 1, 'Q-2')).toBe('reported');
  expect(of(tradedAt + 60_000)).toBe('reported');
  expect(of(tradedAt - 1, 'Q-3')).toBe('own');
});

it('what was never sent, or was refused, proves nothing', () => {
  for (const state of ['rejected', 'cancelled'] as const) {
    const sent = [action(QUOTE, { quoteId: 'Q-2', state })];
    expect(whoseTrade(naming({ 'quotation-id': 'Q-2' }), { ...asked, sent })).toEqual({ state: 'other' });
  }
});

it('what a person alone calls refused may be what was traded', () => {
  const sent = [action(QUOTE, { state: 'rejected', settledBy: 'person' })];
  expect(whoseTrade(naming({ 'quotation-id': 'Q-2' }), { ...asked, sent })).toEqual({ state: 'reported' });
});
