import { expect, it } from 'vitest';
import { readQuote } from '../../../src/contract/service/read-offers';
import { readTrade } from '../../../src/contract/service/read-trade';
import { Action, type ActionBody } from '../../../src/domain/action';
import type { Quote } from '../../../src/domain/offers';
import type { Trade } from '../../../src/domain/trade';
import { whoseTrade } from '../../../src/domain/verdict/own-trade';
import { ACCEPT, actionId, COUNTER, PROPOSE, QUOTE, WITHDRAW } from '../../gateway/twins/actions';
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
  expect(whoseTrade(naming(named), { ...asked, sent: [action(body, number)] })).toEqual({ state: 'own' });
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
    of({
      sent: [quoted, action(QUOTE, { quoteId: 'Q-3' })],
      quotes: [quote(), quote({ 'quotation-id': 'Q-3' })],
    }),
  ]) {
    expect(open).toEqual({ state: 'reported' });
  }
});

it('what was never sent, or was refused, proves nothing', () => {
  for (const state of ['rejected', 'cancelled'] as const) {
    const sent = [action(QUOTE, { quoteId: 'Q-2', state })];
    expect(whoseTrade(naming({ 'quotation-id': 'Q-2' }), { ...asked, sent })).toEqual({ state: 'other' });
  }
});
