import { describe, expect, it } from 'vitest';
import { ownDealInWords } from '../../../../src/taskpane/request/own-deal';
import type { Clearing } from '../../../../src/domain/leg';
import { present } from '../../../../src/domain/present';
import { productWithClearing } from '../../../../src/domain/delivery/product-with-clearing';
import { productInWords } from '../../../../src/domain/delivery/product-words';
import { ownSide, requestInWords } from '../../../../src/taskpane/ui/text/request-text';
import { priceInShort, priceInWords, sidesInWords } from '../../../../src/taskpane/ui/text/offer-text';
import { formatters, leg, price, request, spread, swap } from '../../examples';

const time = (first: [string, string], second: [string, string]) => ({
  legs: [first, second].map(([deliveryStart, deliveryEnd], at) =>
    leg({ deliveryStart, deliveryEnd, action: at === 0 ? 'buy' : 'sell' }),
  ),
});

describe('a product in words', () => {
  it('names what both legs have alike once', () => {
    expect(productInWords(request())).toBe('DE Cal-27 base');
    expect(productInWords(spread())).toBe('DE/FR Cal-27 base');
    expect(productInWords(time(['2027-01-01', '2027-12-31'], ['2028-01-01', '2028-12-31']))).toBe(
      'DE Cal-27/28 base',
    );
    expect(productInWords(time(['2027-01-01', '2027-03-31'], ['2027-10-01', '2027-12-31']))).toBe(
      'DE Q1/Q4-27 base',
    );
    expect(productInWords(swap())).toBe('NORDIC/DE Cal-27 base');
    // Gas has base alone.
    const gas = { commodity: 'gas', market: 'TTF' };
    expect(productInWords({ legs: [leg(gas)] })).toBe('TTF Cal-27');
    expect(productInWords({ legs: [leg(), leg({ ...gas, action: 'sell' })] })).toBe('DE/TTF Cal-27 base');
    // "Win-27/28" would be one winter.
    expect(productInWords(time(['2027-10-01', '2028-03-31'], ['2028-10-01', '2029-03-31']))).toBe(
      'DE Win-27/Win-28 base',
    );
  });

  it('names a spread of one product as such, and both legs on one side with a plus sign', () => {
    const alike = [leg(), leg({ action: 'sell' })];
    expect(productInWords(spread({ legs: alike, spreadType: 'efp' }))).toBe('DE Cal-27 base EFP');
    expect(productInWords(spread({ legs: alike }))).toBe('DE Cal-27 base spread');
    const sum = spread({ legs: [leg({ market: 'NL' }), leg()] });
    expect(productInWords(sum)).toBe('NL + DE Cal-27 base');
    const net = { shape: 'standard-spread', spreadPrice: price('143.73') } as const;
    const unit = 'EUR/MWh';
    expect(priceInWords(net, { request: sum, formatters, unit })).toBe('net 143.73 EUR/MWh');
    expect(priceInWords(net, { request: spread(), formatters, unit })).toBe('net 143.73 EUR/MWh');
    expect(priceInShort(net, { request: sum, formatters })).toBe('143.73');
    expect(priceInShort(net, { request: spread(), formatters })).toBe('143.73');
  });

  it('says of an EFP which leg is cleared how, as far as the record does', () => {
    const alike = [leg(), leg({ action: 'sell' })];
    const [future, forward] = [{ type: 'exchange', house: 'ECC' }, { type: 'bilateral' }];
    const efp = (...clearings: (Clearing | undefined)[]) =>
      spread({
        role: 'initiator',
        spreadType: 'efp',
        legs: alike.map((one, at) => ({ ...one, ...present({ clearing: clearings[at] }) })),
      });
    const cleared = efp(future, forward);
    expect(ownDealInWords(cleared, formatters).side).toBe('You buy DE exchange (ECC), sell DE bilateral');
    expect(sidesInWords(cleared.legs, ['buy', 'sell'])).toBe(
      'You buy leg 1 (DE exchange (ECC)), sell leg 2 (DE bilateral)',
    );
    expect(requestInWords(cleared, formatters).deal).toBe('You buy DE exchange (ECC) / sell DE bilateral');
    expect(productWithClearing(cleared)).toBe('DE Cal-27 base EFP ECC/bilateral');
    expect(productWithClearing(efp({ type: 'exchange' }, forward))).toBe(
      'DE Cal-27 base EFP exchange/bilateral',
    );
    for (const one of [efp(future), efp(), efp(future, future)])
      expect(productWithClearing(one)).toBe('DE Cal-27 base EFP');
    // Nothing is made up of what a record leaves out, or says of both alike.
    expect(ownDealInWords(efp(future), formatters).side).toBe('You buy DE exchange (ECC), sell DE');
    for (const same of [efp(), efp(future, future)])
      expect(ownDealInWords(same, formatters).side).toBe('You buy DE, sell DE');
    const apart = spread({ role: 'initiator', legs: [leg({ clearing: future }), leg({ market: 'FR' })] });
    expect(ownDealInWords(apart, formatters).side).not.toContain('exchange');
  });

  it('says the desk’s own side, whoever asked', () => {
    expect(ownSide(request())).toBe('Sell');
    expect(ownSide(request({ role: 'initiator' }))).toBe('Buy');
    expect(ownSide(spread())).toBe('Sell/Buy');
    expect(ownSide(swap())).toBe('Sell cert.');
    expect(ownSide(swap({ role: 'initiator' }))).toBe('Buy cert.');
    expect(ownSide(swap({ role: 'unknown' }))).toBeUndefined();
    expect(ownDealInWords(spread({ role: 'initiator' }), formatters)).toEqual({
      side: 'You buy DE, sell FR',
      terms: '10 MW, partial OK',
    });
    const calendar = spread({
      role: 'initiator',
      legs: [leg(), leg({ action: 'sell', deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' })],
    });
    expect(ownDealInWords(calendar, formatters).side).toBe('You buy Cal-27, sell Cal-28');
    expect(ownDealInWords(swap({ role: 'initiator' }), formatters).side).toBe(
      'You buy GoO NORDIC for power DE',
    );
  });
});
