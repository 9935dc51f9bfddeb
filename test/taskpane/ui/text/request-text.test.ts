import { describe, expect, it } from 'vitest';
import { Price } from '../../../../src/domain/price';
import { Quantity } from '../../../../src/domain/quantity';
import { netUnit, netRule, sidesInWords } from '../../../../src/taskpane/ui/text/offer-text';
import { outcomeInWords, requestInWords, requestLine } from '../../../../src/taskpane/ui/text/request-text';
import { formatters, leg, request, spread } from '../../examples';

const line = (asked: ReturnType<typeof request>): string => requestLine(requestInWords(asked, formatters));

describe('a request in a trader’s words', () => {
  it('says a location spread with what differs at the legs and the rest once', () => {
    expect(line(spread({ role: 'initiator' }))).toBe(
      'You buy DE / sell FR · base · Cal-27 · 10 MW · location spread',
    );
  });

  it('says whose wish it is', () => {
    expect(line(request())).toBe('They buy DE · base · Cal-27 · 10 MW');
    expect(line(request({ role: 'observer' }))).toBe('Buy DE · base · Cal-27 · 10 MW');
  });

  it('says a time spread by its periods', () => {
    const legs = [
      leg({ deliveryStart: '2027-01-01', deliveryEnd: '2027-03-31' }),
      leg({ action: 'sell', deliveryStart: '2027-04-01', deliveryEnd: '2027-06-30' }),
    ];
    const asked = request({ contract: 'standard-spread', spreadType: 'time', legs });
    expect(line(asked)).toBe('They buy Q1-27 / sell Q2-27 · DE · base · 10 MW · standard time spread');
  });

  it('says different quantities at their legs', () => {
    const legs = [leg(), leg({ action: 'sell', quantity: Quantity.parse('20') })];
    expect(line(spread({ legs }))).toBe('They buy 10 MW / sell 20 MW · DE · base · Cal-27 · location spread');
  });

  it('says a swap by commodity and market', () => {
    const legs = [leg({ commodity: 'goo', market: 'Nordic' }), leg(), leg({ action: 'sell' })];
    expect(line(request({ contract: 'swap', swapType: 'green-grey-swap', legs }))).toBe(
      'They swap: buy GoO Nordic / buy power DE / sell power DE · base · Cal-27 · 10 MW · green-grey swap',
    );
  });

  it('tells the legs of a time spread apart by their periods', () => {
    const legs = [leg(), leg({ deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' })];
    expect(sidesInWords(legs, ['buy', 'sell'])).toBe('You buy leg 1 (Cal-27), sell leg 2 (Cal-28)');
    expect(sidesInWords(spread().legs, ['sell', 'buy'])).toBe('You sell leg 1 (DE), buy leg 2 (FR)');
  });

  it('says the spread rule for opposite and for equal directions', () => {
    expect(netRule(spread())).toBe('leg 1 − leg 2');
    expect(netRule(spread({ legs: [leg(), leg()] }))).toBe('leg 1 + leg 2');
    expect(netRule(request())).toBeUndefined();
  });

  it('has no unit for a net price of legs in different units', () => {
    expect(netUnit(spread())).toBe('EUR/MWh');
    expect(netUnit(spread({ legs: [leg(), leg({ priceUnit: 'GBP/therm' })] }))).toBeUndefined();
  });
});

const outcomeWordsFigures = { moment: () => '20 Nov 2026, 12:04 CET' };
const price = Price.parse('31.2');

it('says of a standard spread that its trade waits for the operator, until every leg has its price', () => {
  const traded = { state: 'traded', concludedAt: 1, contract: 'standard-spread' };
  expect(
    outcomeInWords({ ...traded, legs: [{ action: 'buy' }, { action: 'sell' }] }, outcomeWordsFigures),
  ).toBe('Traded 20 Nov 2026, 12:04 CET; waiting for the operator to enter the leg prices');
  const legs = [{ action: 'buy', price } as const, { action: 'sell', price } as const];
  expect(outcomeInWords({ ...traded, legs }, outcomeWordsFigures)).toBe('Traded 20 Nov 2026, 12:04 CET');
  expect(
    outcomeInWords({ ...traded, contract: 'spread', legs: [{ action: 'buy' }] }, outcomeWordsFigures),
  ).toBe('Traded 20 Nov 2026, 12:04 CET');
});
