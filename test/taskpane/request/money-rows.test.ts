import { describe, expect, it } from 'vitest';
import type { Side } from '../../../src/domain/leg';
import type { QuotePrice } from '../../../src/domain/offers';
import { Quantity } from '../../../src/domain/quantity';
import type { Request } from '../../../src/domain/request';
import { moneyRows } from '../../../src/taskpane/request/money-rows';
import { formatters, leg, perLeg, price, request, single, spread, swap } from '../examples';

const rowsOf = (
  asked: Request,
  at: QuotePrice,
  { quantity = '10', sides }: { quantity?: string; sides?: readonly Side[] } = {},
) => moneyRows(asked, at, { quantity: Quantity.parse(quantity), formatters, ...(sides && { sides }) });
const moneyOf = (...args: Parameters<typeof rowsOf>) => rowsOf(...args).map(({ money }) => money);

describe('the money of one leg', () => {
  it('of a base delivery is told per hour and for all its hours', () => {
    expect(rowsOf(request(), single('84.15'), { sides: ['buy'] })).toEqual([
      {
        name: 'Leg',
        side: 'buy',
        hours: '8,760 h',
        amounts: ['10 MW', '87,600 MWh'],
        price: '84.15',
        unit: 'EUR/MWh',
        money: '7,371,540 EUR',
        rate: '841.50 EUR/h',
        pays: 'you pay',
      },
    ]);
  });

  it('of a peak delivery counts its own hours, and of an unknown profile every hour', () => {
    const of = (loadProfile: string) => rowsOf(request({ legs: [leg({ loadProfile })] }), single('84.15'));
    expect(of('peak')).toMatchObject([{ hours: '3,132 h', money: '2,635,578 EUR' }]);
    expect(of('shaped')).toMatchObject([
      { amounts: ['10 MW', 'at most 87,600 MWh'], money: 'at most 7,371,540 EUR' },
    ]);
  });

  it('of a quantity in the price’s own measure is the whole, to the cent', () => {
    const asked = request({ legs: [leg({ quantityUnit: 'MWh', quantity: Quantity.parse('1000') })] });
    const [row] = rowsOf(asked, single('-4.25'), { quantity: '1000' });
    expect(row).toMatchObject({ amounts: ['1,000 MWh'], price: '−4.25', money: '−4,250.00 EUR' });
    expect(row?.hours).toBeUndefined();
    expect(row?.rate).toBeUndefined();
  });

  it('of a daily quantity is told per day and for all days', () => {
    const gas = leg({ quantityUnit: 'MWh/d', deliveryStart: '2027-01-01', deliveryEnd: '2027-01-31' });
    expect(rowsOf(request({ legs: [gas] }), single('30'), { quantity: '100' })).toMatchObject([
      { amounts: ['100 MWh/d', '3,100 MWh'], money: '93,000 EUR', rate: '3,000.00 EUR/d' },
    ]);
  });

  it('is not made up where the units do not fit', () => {
    expect(moneyOf(request({ legs: [leg({ quantityUnit: 'lots' })] }), single('30'))).toEqual([undefined]);
    expect(moneyOf(request({ legs: [leg({ priceUnit: 'EUR' })] }), single('30'))).toEqual([undefined]);
    const { deliveryEnd: _, ...open } = leg();
    expect(moneyOf(request({ legs: [open] }), single('30'))).toEqual(['300.00 EUR/h']);
  });

  it('says in words who pays: a negative price turns it round', () => {
    const said = (amount: string, side: Side) =>
      rowsOf(request(), single(amount), { sides: [side] }).map(({ money, pays }) => `${money}: ${pays}`);
    expect(said('1', 'buy')).toEqual(['87,600 EUR: you pay']);
    expect(said('-1', 'buy')).toEqual(['87,600 EUR: you receive']);
    expect(said('1', 'sell')).toEqual(['87,600 EUR: you receive']);
    expect(said('-1', 'sell')).toEqual(['87,600 EUR: you pay']);
    expect(said('0', 'buy')).toEqual(['0 EUR: undefined']);
  });
});

describe('the money of a spread', () => {
  const buying = { sides: ['buy', 'sell'] } as const;

  it('is told for each leg, and their net exactly', () => {
    expect(rowsOf(spread(), perLeg('30.01', '29'), buying)).toMatchObject([
      { name: 'Leg', side: 'buy', money: '2,628,876 EUR', pays: 'you pay' },
      { name: 'Leg', side: 'sell', money: '2,540,400 EUR', pays: 'you receive' },
      { name: 'Net', amounts: [], price: '1.01', unit: 'EUR/MWh', money: '88,476 EUR', pays: 'you pay' },
    ]);
    expect(rowsOf(spread(), perLeg('29', '30'), buying).at(-1)).toMatchObject({
      price: '−1.00',
      money: '87,600 EUR',
      pays: 'you receive',
    });
    expect(rowsOf(spread(), perLeg('29', '30'), { sides: ['sell', 'buy'] }).at(-1)).toMatchObject({
      money: '87,600 EUR',
      pays: 'you pay',
    });
  });

  it('of an EFP is told by leg as well', () => {
    const asked = spread({ spreadType: 'efp', legs: [leg(), leg({ action: 'sell' })] });
    expect(moneyOf(asked, perLeg('30', '29'), buying)).toEqual([
      '2,628,000 EUR',
      '2,540,400 EUR',
      '87,600 EUR',
    ]);
  });

  it('by a net price alone is that of leg 1, whichever leg is the longer one', () => {
    const net = { shape: 'standard-spread', spreadPrice: price('1') } as const;
    expect(rowsOf(spread(), net, buying)).toMatchObject([
      { name: 'Leg', amounts: ['10 MW', '87,600 MWh'] },
      { name: 'Leg', amounts: ['10 MW', '87,600 MWh'] },
      { name: 'Net', price: '1.00', money: '87,600 EUR', rate: '10.00 EUR/h', pays: 'you pay' },
    ]);
    expect(moneyOf(spread(), net)).toEqual([undefined, undefined, '87,600 EUR']);
    const leap = leg({ action: 'sell', deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' });
    expect(rowsOf(spread({ legs: [leg(), leap] }), net).at(-1)).toMatchObject({
      name: 'Net by leg 1',
      money: '87,600 EUR',
    });
    expect(rowsOf(spread({ legs: [leap, leg()] }), net).at(-1)).toMatchObject({ money: '87,840 EUR' });
  });

  it('has no net where the legs are paid in two currencies', () => {
    const legs = [leg(), leg({ action: 'sell', priceUnit: 'GBP/MWh' })];
    expect(rowsOf(spread({ legs }), perLeg('30', '29'), buying).map(({ name }) => name)).toEqual([
      'Leg',
      'Leg',
    ]);
  });
});

describe('the money of a swap', () => {
  const prices = perLeg('0.5', '80', '80');

  it('is told for each leg by that leg’s own quantity, and no net is made of it', () => {
    expect(rowsOf(swap(), prices, { quantity: '87600', sides: ['buy', 'buy', 'sell'] })).toMatchObject([
      { amounts: ['87,600 MWh'], price: '0.50', money: '43,800.00 EUR', pays: 'you pay' },
      { amounts: ['10 MW', '87,600 MWh'], price: '80.00', money: '7,008,000 EUR', pays: 'you pay' },
      { amounts: ['10 MW', '87,600 MWh'], price: '80.00', money: '7,008,000 EUR', pays: 'you receive' },
    ]);
  });

  it('of a part is told for leg 1 alone', () => {
    expect(moneyOf(swap(), prices, { quantity: '10000' })).toEqual(['5,000.00 EUR', undefined, undefined]);
    expect(rowsOf(swap(), prices, { quantity: '10000' })[1]).toMatchObject({ amounts: [], price: '80.00' });
  });
});
