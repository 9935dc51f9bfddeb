import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRequestProblem } from '../../../src/domain/new-request-problem';
import { checkedDraft, firstProblem, summaryOf } from '../../../src/taskpane/new-request/checked-draft';
import {
  BLANK_DRAFT,
  type LegDraft,
  type RequestDraft,
  draftFrom,
  withLeg,
} from '../../../src/domain/request-draft';
import { suggestionsFor } from '../../../src/taskpane/new-request/leg-fields';
import { formatters, leg, request, spread } from '../examples';

const filled: LegDraft = {
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  start: '2027-01-01',
  end: '2027-12-31',
  loadProfile: 'base',
  quantity: '10',
  unit: 'MW',
  clearing: '',
  house: '',
};
const draft = (...legs: Partial<LegDraft>[]): RequestDraft => ({
  ...BLANK_DRAFT,
  legs: BLANK_DRAFT.legs.map((blank, index) => (legs[index] ? { ...filled, ...legs[index] } : blank)),
});
const firstOf = (wanted: RequestDraft): string | undefined =>
  firstProblem(wanted, checkedDraft(wanted).problems);

describe('a draft', () => {
  it.each([
    [{ action: '' }, 'Leg 1: Choose buy or sell.'],
    [{ commodity: ' ' }, 'Leg 1: Enter the commodity.'],
    [{ market: '' }, 'Leg 1: Enter the market.'],
    [{ start: '' }, 'Leg 1: Enter the delivery start.'],
    [{ end: '' }, 'Leg 1: Enter the delivery end.'],
    [{ quantity: '' }, 'Leg 1: Enter the quantity.'],
    [{ unit: '' }, 'Leg 1: Enter the unit of the quantity.'],
    [{ quantity: '0' }, 'Leg 1: A quantity is above zero.'],
    [{ quantity: '1.000,5' }, 'Leg 1: Write one decimal sign and no thousands separators, such as 1234.5.'],
    [{ start: '20270-01-01' }, 'Leg 1: Not a valid day.'],
    [{ house: 'ECC' }, 'Leg 1: Enter the clearing, or remove the clearing house.'],
    [{ market: 'x'.repeat(101) }, 'Leg 1: At most 100 characters.'],
    [
      { start: '2027-02-01', end: '2027-01-31' },
      'Leg 1: Delivery ends before it starts: enter a later delivery end.',
    ],
  ] as [Partial<LegDraft>, string][])('with %j cannot be sent', (change, words) => {
    expect(firstOf(draft(change))).toBe(words);
    expect(checkedDraft(draft(change)).request).toBeUndefined();
  });

  it('of a spread or a swap needs its kind, and says which leg is not right', () => {
    expect(firstOf({ ...draft({}, {}), kind: 'spread' })).toBe('Choose the kind of spread.');
    expect(firstOf({ ...draft({}, {}, {}), kind: 'swap' })).toBe('Choose the direction of the swap.');
    const swap = { ...draft({}, {}, { market: '' }), kind: 'swap', swapType: 'green-grey-swap' } as const;
    expect(firstOf(swap)).toBe('Leg 3, the power sold: Enter the market.');
    expect(firstOf({ ...draft({}, {}, {}), kind: 'swap', swapType: 'green-grey-swap' })).toBe(
      'A green-grey swap is a certificate and two legs of power. Make leg 1 the certificate, and legs 2 and 3 the power. Nothing was sent.',
    );
  });

  it('of a swap buys leg 2 and sells leg 3, whatever was chosen for them elsewhere', () => {
    const legs = draft({ commodity: 'goo' }, { action: 'sell' }, { action: 'buy' });
    const { request: made } = checkedDraft({ ...legs, kind: 'swap', swapType: 'grey-green-swap' });
    expect(made?.legs.map(({ action }) => action)).toEqual(['buy', 'buy', 'sell']);
  });

  it('never becomes a request that the rules of the domain refuse', () => {
    const text = fc.constantFrom('', 'power', 'goo', 'DE', ' ', '10', '-1');
    const day = fc.constantFrom('', '2027-01-01', '2027-12-31', '2026-01-01', 'x');
    const action = fc.constantFrom<LegDraft['action']>('', 'buy', 'sell');
    const anyLeg = fc.record({
      action,
      commodity: text,
      market: text,
      start: day,
      end: day,
      loadProfile: text,
      quantity: fc.constantFrom('', '10', '2,5', 'x'),
      unit: text,
      clearing: text,
      house: text,
    });
    const any = fc.record({
      kind: fc.constantFrom<RequestDraft['kind']>('single', 'spread', 'swap'),
      spreadType: fc.constantFrom<RequestDraft['spreadType']>('', 'time'),
      swapType: fc.constantFrom<RequestDraft['swapType']>('', 'green-grey-swap'),
      legs: fc.array(anyLeg, { minLength: 3, maxLength: 3 }),
      allOrNone: fc.boolean(),
      recipients: fc.constant([]),
    });
    fc.assert(
      fc.property(any, (one) => {
        const { request: made, problems } = checkedDraft(one);
        expect(made === undefined).toBe(problems.length > 0);
        if (made) expect(newRequestProblem(made)).toBeUndefined();
      }),
    );
  });

  it('copied from a request says the same, in the same order of legs', () => {
    const copy = draftFrom(spread({ allOrNone: true, role: 'initiator' }));
    const { request: made } = checkedDraft(copy);
    expect(made).toMatchObject({
      contract: 'spread',
      spreadType: 'location',
      allOrNone: true,
      recipients: [],
      legs: [
        { action: 'buy', market: 'DE', quantity: '10', quantityUnit: 'MW' },
        { action: 'sell', market: 'FR', deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31' },
      ],
    });
  });

  it('is told in one sentence, with its days, clearing and recipients', () => {
    const { request: made } = checkedDraft({
      ...draft({ clearing: 'exchange', house: 'ECC' }),
      recipients: ['Cobalt Grid', 'Ember'],
    });
    expect(made && summaryOf(made, formatters)).toBe(
      'New single request: you buy 10 MW power DE, base, 2027-01-01 to 2027-12-31 (Cal-27), clearing exchange ECC; partial OK; asked of 2 recipients: Cobalt Grid, Ember.',
    );
  });

  it('keeps what other legs say when one changes', () => {
    const changed = withLeg(draft({}, {}), 1, { market: 'FR' });
    expect(changed.legs.map(({ market }) => market)).toEqual(['DE', 'FR', '']);
  });
});

describe('suggestions', () => {
  it('are what open requests use, for the commodity where they know it', () => {
    const gas = request({ legs: [leg({ commodity: 'gas', market: 'TTF', quantityUnit: 'MWh/d' })] });
    const power = spread({
      legs: [leg({ clearing: { type: 'exchange', house: 'ECC' } }), leg({ market: 'FR' })],
    });
    expect(suggestionsFor([gas, power], 'power')).toEqual({
      commodities: ['gas', 'power'],
      markets: ['DE', 'FR'],
      loadProfiles: ['base'],
      units: ['MW'],
      clearings: ['exchange'],
      houses: ['ECC'],
    });
    expect(suggestionsFor([gas, power], '').markets).toEqual(['DE', 'FR', 'TTF']);
    expect(suggestionsFor([], 'power').markets).toEqual([]);
  });
});
