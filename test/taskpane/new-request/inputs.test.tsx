// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Quantity } from '../../../src/domain/quantity';
import { leg, request, spread } from '../examples';
import { openPane } from '../open-pane';

/** What the platform's open requests use: the form knows no more than they say. */
const OPEN = [
  spread({ id: 'RQ-1' }),
  request({
    id: 'RQ-2',
    commodity: 'goo',
    legs: [
      leg({
        commodity: 'goo',
        market: 'EU-SOLAR',
        quantity: Quantity.parse('5000'),
        quantityUnit: 'certificates',
      }),
    ],
  }),
];

/** A person at an empty form: whatever is pressed, typed or chosen counts once. */
function person(requests = OPEN) {
  const pane = openPane({ requests });
  pane.arm();
  pane.press('New request');
  let touched = 0;
  const of = (title: string) => within(screen.getByRole('group', { name: title }));
  return {
    pane,
    chooses: (name: string, title?: string) => {
      touched += 1;
      fireEvent.click((title === undefined ? screen : of(title)).getByRole('radio', { name }));
    },
    types: (title: string, name: string, value: string) => {
      touched += 1;
      const field = of(title).getByLabelText(name);
      fireEvent.focus(field);
      fireEvent.change(field, { target: { value } });
      fireEvent.blur(field);
    },
    presses: (name: string) => {
      touched += 1;
      pane.press(name);
    },
    touched: () => touched,
    sent: () => {
      pane.press(/^Send:/);
      return pane.newest().body;
    },
  };
}

describe('a new request takes few inputs', () => {
  it('a single: four where open requests know the market, six where they do not', () => {
    const known = person();
    known.chooses('Buy');
    known.types('Leg 1', 'Market', 'DE');
    known.types('Leg 1', 'Product', 'Cal-27');
    known.types('Leg 1', 'Quantity', '10');
    expect(known.touched()).toBe(4);
    expect(known.sent()).toMatchObject({
      draft: {
        legs: [{ action: 'buy', commodity: 'power', market: 'DE', loadProfile: 'base', quantityUnit: 'MW' }],
      },
    });
    known.pane.close();
    const unknown = person([]);
    unknown.chooses('Sell');
    unknown.types('Leg 1', 'Market', 'DE');
    unknown.types('Leg 1', 'Commodity', 'power');
    unknown.types('Leg 1', 'Product', 'q1');
    unknown.types('Leg 1', 'Quantity', '10');
    unknown.types('Leg 1', 'Unit', 'MW');
    expect(unknown.touched()).toBe(6);
    expect(unknown.sent()).toMatchObject({
      draft: { legs: [{ action: 'sell', deliveryEnd: '2027-03-31' }] },
    });
  });

  it('the commodity of a gas hub follows from its name, and quantities stand at the right', () => {
    const one = person();
    one.types('Leg 1', 'Market', 'TTF');
    const field = (name: string) =>
      within(screen.getByRole('group', { name: 'Leg 1' })).getByLabelText<HTMLInputElement>(name);
    expect(field('Commodity').value).toBe('gas');
    expect(field('Quantity').style.textAlign).toBe('right');
    // What was typed stays.
    one.types('Leg 1', 'Commodity', 'gas2');
    one.types('Leg 1', 'Market', 'THE');
    expect(field('Commodity').value).toBe('gas2');
  });

  it('a spread: six, its kind and the second leg follow', () => {
    const one = person();
    one.chooses('Spread');
    one.chooses('Buy', 'Leg 1');
    one.types('Leg 1', 'Market', 'DE');
    one.types('Leg 1', 'Product', 'Cal-27');
    one.types('Leg 1', 'Quantity', '15');
    one.types('Leg 2', 'Market', 'FR');
    expect(one.touched()).toBe(6);
    expect(one.sent()).toMatchObject({
      draft: {
        spreadType: 'location',
        legs: [
          { action: 'buy', market: 'DE', deliveryEnd: '2027-12-31', quantity: '15', quantityUnit: 'MW' },
          { action: 'sell', market: 'FR', deliveryEnd: '2027-12-31', quantity: '15', quantityUnit: 'MW' },
        ],
      },
    });
  });

  it('a spread of a market that no open request has: eight', () => {
    const one = person([]);
    one.chooses('Spread');
    one.chooses('Buy', 'Leg 1');
    one.types('Leg 1', 'Market', 'DE');
    one.types('Leg 1', 'Commodity', 'power');
    one.types('Leg 1', 'Product', 'Cal-27');
    one.types('Leg 1', 'Quantity', '15');
    one.types('Leg 1', 'Unit', 'MW');
    one.types('Leg 2', 'Product', 'Cal-28');
    expect(one.touched()).toBe(8);
    expect(one.sent()).toMatchObject({ draft: { spreadType: 'time', legs: [{}, { quantityUnit: 'MW' }] } });
  });

  it('a swap: eight, its kind follows from the certificate, its power is typed once and its certificates are counted', () => {
    const one = person();
    one.chooses('Swap');
    one.chooses('Buy', 'Leg 1, the certificate');
    one.types('Leg 1, the certificate', 'Market', 'EU-SOLAR');
    one.types('Leg 1, the certificate', 'Product', '2027');
    one.types('Legs 2 and 3, the power', 'Market', 'DE');
    one.types('Legs 2 and 3, the power', 'Product', 'Cal-27');
    one.types('Legs 2 and 3, the power', 'Quantity', '10');
    one.presses('Use 87,600');
    expect(one.touched()).toBe(8);
    expect(one.sent()).toMatchObject({
      draft: {
        swapType: 'grey-green-swap',
        legs: [
          { action: 'buy', commodity: 'goo', quantity: '87600', quantityUnit: 'certificates' },
          {
            action: 'buy',
            commodity: 'power',
            deliveryEnd: '2027-12-31',
            quantity: '10',
            quantityUnit: 'MW',
          },
          {
            action: 'sell',
            commodity: 'power',
            deliveryEnd: '2027-12-31',
            quantity: '10',
            quantityUnit: 'MW',
          },
        ],
      },
    });
  });

  it('a swap of markets that no open request has: ten', () => {
    const one = person([]);
    one.chooses('Swap');
    one.chooses('Sell', 'Leg 1, the certificate');
    one.types('Leg 1, the certificate', 'Market', 'EU-SOLAR');
    one.types('Leg 1, the certificate', 'Product', '2027');
    one.types('Leg 1, the certificate', 'Quantity', '87600');
    one.types('Leg 1, the certificate', 'Unit', 'certificates');
    one.types('Legs 2 and 3, the power', 'Market', 'DE');
    one.types('Legs 2 and 3, the power', 'Product', 'Cal-27');
    one.types('Legs 2 and 3, the power', 'Quantity', '10');
    one.types('Legs 2 and 3, the power', 'Unit', 'MW');
    expect(one.touched()).toBe(10);
    expect(one.sent()).toMatchObject({
      draft: {
        swapType: 'green-grey-swap',
        legs: [{ action: 'sell', commodity: 'goo' }, { commodity: 'power' }, { commodity: 'power' }],
      },
    });
  });
});
