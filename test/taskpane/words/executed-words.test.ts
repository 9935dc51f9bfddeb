import { describe, expect, it } from 'vitest';
import type { Action, BodyOf, Executed } from '../../../src/domain/action';
import { differencesIn } from '../../../src/domain/executed';
import { QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import {
  executedInWords,
  outcomeSentence,
  outcomeTone,
  outcomeWord,
  pressedInWords,
} from '../../../src/taskpane/words/executed-words';
import { figures, price } from '../examples';

const quantity = (text: string): Quantity => Quantity.parse(text);
const accept = (over: Partial<BodyOf<'accept-quote'>> = {}): BodyOf<'accept-quote'> => ({
  kind: 'accept-quote',
  requestId: RequestId.parse('RQ-1'),
  quoteId: QuoteId.parse('QT-1'),
  lastSeen: { type: 'per-leg', legPrices: [price('31.35')] },
  shownQuantity: quantity('10'),
  ...over,
});
const whole: Executed = {
  quantity: quantity('10'),
  quantityUnit: 'MW',
  price: price('31.35'),
  priceUnit: 'EUR/MWh',
  side: 'buy',
  counterparty: 'Nordkraft',
};
type Told = Pick<Action, 'body' | 'executed' | 'before' | 'tradeId'>;
const told = (executed: Executed | undefined, over: Partial<Told> = {}): Told => ({
  body: accept(),
  tradeId: TradeId.parse('T-7'),
  ...(executed && { executed }),
  ...over,
});
const says = (executed: Executed | undefined, over: Partial<Told> = {}): string =>
  outcomeSentence('done', told(executed, over), figures);

describe('what is said of an acceptance that is done', () => {
  it('names no quantity and no price until they were read back from the trade', () => {
    expect(says(undefined)).toBe('Accepted as trade T-7. Reading what was traded…');
    expect(outcomeTone('done', told(undefined))).toBe('progress');
  });

  it('is what the trade says', () => {
    expect(says(whole)).toBe('You bought 10 MW at 31.35 EUR/MWh from Nordkraft, trade T-7.');
    expect(says({ ...whole, side: 'sell' })).toContain('You sold 10 MW at 31.35 EUR/MWh to Nordkraft');
    expect([outcomeTone('done', told(whole)), outcomeWord('done', told(whole))]).toEqual(['good', 'Done']);
  });

  it('stands out where it is not what was asked for, and says both', () => {
    const six = { ...whole, quantity: quantity('6') };
    expect(says(six)).toBe(
      'You bought 6 MW at 31.35 EUR/MWh from Nordkraft (you asked for 10 MW), trade T-7.',
    );
    const other = told({ ...six, price: price('31.4') });
    expect(outcomeSentence('done', other, figures)).toContain('(you asked for 10 MW at 31.35)');
    expect([outcomeTone('done', other), outcomeWord('done', other)]).toEqual([
      'alarm',
      'Done, but not as asked',
    ]);
    const part = accept({ quantity: quantity('6') });
    expect(says(six, { body: part })).not.toContain('you asked');
  });

  it('tells that another counterparty stands in the trade than made the offer', () => {
    const before = { tradeIds: [], quoteIds: [], offered: { counterparty: 'Cobalt Grid' } };
    expect(says(whole, { before })).toContain('from Nordkraft (you asked for the offer of Cobalt Grid)');
  });

  it('leaves out what the trade does not say, and never fills it in from what was asked for', () => {
    const { quantity: _, ...unsized } = whole;
    expect(says(unsized)).toBe(
      'You bought at 31.35 EUR/MWh from Nordkraft, trade T-7. The trade does not say its quantity.',
    );
    const { price: __, ...unpriced } = whole;
    expect(says(unpriced)).toContain(
      'You bought 10 MW from Nordkraft, trade T-7. The trade does not say its price yet.',
    );
    expect(says({})).toBe(
      'Accepted as trade T-7. The trade does not say what was traded: look at it on the platform.',
    );
    expect(differencesIn(told({}))).toEqual([]);
    expect(executedInWords(told({}), figures).map(([, value]) => value)).toEqual(
      Array(4).fill('the trade does not say'),
    );
  });

  it('compares leg prices of a spread, and the net price of a standard one', () => {
    const legs = accept({ lastSeen: { type: 'per-leg', legPrices: [price('30'), price('29')] } });
    const traded = { ...whole, price: price('1'), legPrices: [price('30'), price('29')] };
    expect(says(traded, { body: legs })).toContain('at 30.00 / 29.00, net +1.00 EUR/MWh from');
    expect(differencesIn(told(traded, { body: legs }))).toEqual([]);
    const moved = { ...traded, legPrices: [price('30'), price('28.9')] };
    expect(differencesIn(told(moved, { body: legs }))).toEqual(['price']);
    const { price: _, ...unpriced } = traded;
    const net = (text: string) => accept({ lastSeen: { type: 'standard-spread', spreadPrice: price(text) } });
    expect(differencesIn(told(unpriced, { body: net('1') }))).toEqual([]);
    expect(differencesIn(told(unpriced, { body: net('1.1') }))).toEqual(['price']);
  });

  it('says of what was pressed that it was asked for', () => {
    expect(pressedInWords({ body: accept(), shown: 'You buy 10 MW' })).toBe('Asked for: You buy 10 MW');
    const body = { kind: 'delete-proposals', requestId: RequestId.parse('RQ-1') } as const;
    expect(pressedInWords({ body, shown: 'Delete all' })).toBe('Delete all');
  });
});
