import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRequestProblem } from '../../../src/domain/new-request-problem';
import { NewRequest } from '../../../src/domain/new-request';
import {
  checkedDraft,
  firstProblem,
  sendingInShort,
  summaryOf,
} from '../../../src/taskpane/quoting/checked-draft';
import {
  BLANK_DRAFT,
  type LegDraft,
  type RequestDraft,
  draftFrom,
  isBlank,
  legsOf,
  spreadTypesOf,
  withLeg,
} from '../../../src/domain/request-draft';
import { filledIn, suggestionsFor } from '../../../src/taskpane/new-request/leg-fields';
import { formatters, leg, request, spread } from '../examples';

const filled: LegDraft = {
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  product: '',
  start: '2027-01-01',
  end: '2027-12-31',
  isCustom: false,
  loadProfile: 'base',
  quantity: '10',
  unit: 'MW',
  clearing: '',
  house: '',
};
const draft = (...legs: Partial<LegDraft>[]): RequestDraft => ({
  ...BLANK_DRAFT,
  legs: legs.map((leg) => ({ ...filled, ...leg })),
});
const firstOf = (wanted: RequestDraft): string | undefined =>
  firstProblem(wanted, checkedDraft(wanted).problems);

describe('a draft', () => {
  it.each([
    [{ action: '' }, 'Leg 1: Choose buy or sell.'],
    [{ commodity: ' ' }, 'Leg 1: Enter the commodity.'],
    [{ market: '' }, 'Leg 1: Enter the market.'],
    [{ start: '', end: '' }, 'Leg 1: Enter the product.'],
    [{ isCustom: true, start: '' }, 'Leg 1: Enter the delivery start.'],
    [{ isCustom: true, end: '' }, 'Leg 1: Enter the delivery end.'],
    [
      { product: 'Q5', start: '', end: '' },
      'Leg 1: There is no product "Q5". Write a product such as Cal-27, Q1-27, H1-27, Dec-26, Wk48-26, WE48, Sum-27, Win-27, GY27, DA, BoM, M+1, a day such as 2026-11-28, or two days with .. between them.',
    ],
    [{ quantity: '' }, 'Leg 1: Enter the quantity.'],
    [{ unit: '' }, 'Leg 1: Enter the unit of the quantity.'],
    [{ quantity: '0' }, 'Leg 1: A quantity is above zero.'],
    [{ quantity: '1.000,5' }, 'Leg 1: Write one decimal sign and no thousands separators, such as 1234.5.'],
    [{ isCustom: true, start: '20270-01-01' }, 'Leg 1: Not a valid day.'],
    [{ house: 'ECC' }, 'Leg 1: Enter the clearing, or remove the clearing house.'],
    [{ market: 'x'.repeat(101) }, 'Leg 1: At most 100 characters.'],
    [
      { isCustom: true, start: '2027-02-01', end: '2027-01-31' },
      'Leg 1: Delivery ends before it starts: enter a later delivery end.',
    ],
  ] as [Partial<LegDraft>, string][])('with %j cannot be sent', (change, words) => {
    expect(firstOf(draft(change))).toBe(words);
    expect(checkedDraft(draft(change)).request).toBeUndefined();
  });

  it('of a swap is called by what is done with the certificate, unless a person calls it otherwise', () => {
    const swap = (action: 'buy' | 'sell', swapType: RequestDraft['swapType'] = '') =>
      checkedDraft({ ...draft({ commodity: 'goo', action }, {}), kind: 'swap', swapType }).request;
    expect(swap('sell')).toMatchObject({ swapType: 'green-grey-swap' });
    expect(swap('buy')).toMatchObject({ swapType: 'grey-green-swap' });
    expect(swap('buy', 'green-grey-swap')).toMatchObject({ swapType: 'green-grey-swap' });
  });

  it('of a swap says which leg is not right', () => {
    const swap = { ...draft({}, { market: '' }), kind: 'swap', swapType: 'green-grey-swap' } as const;
    expect(firstOf(swap)).toBe('Legs 2 and 3, the power: Enter the market.');
    expect(firstOf({ ...draft({}, {}), kind: 'swap', swapType: 'green-grey-swap' })).toBe(
      'A green-grey swap is a certificate and two legs of power. Make leg 1 the certificate, and legs 2 and 3 the power. Nothing was sent.',
    );
  });

  it('of a swap has no side of the certificate until a person chooses it: the interface document does not name the sides', () => {
    for (const swapType of ['green-grey-swap', 'grey-green-swap'] as const) {
      const swap: RequestDraft = { ...draft({ commodity: 'goo', action: '' }, {}), kind: 'swap', swapType };
      expect(legsOf(swap)[0]?.action).toBe('');
      expect(firstOf(swap)).toBe('Leg 1, the certificate: Choose buy or sell.');
    }
  });

  it('of a swap says its power once, for both legs', () => {
    const swap: RequestDraft = { ...draft({ commodity: 'goo' }, { market: 'FR' }), kind: 'swap' };
    const [, bought, sold] = legsOf(swap);
    expect(bought).toEqual({ ...filled, market: 'FR', action: 'buy' });
    expect(sold).toEqual({ ...filled, market: 'FR', action: 'sell' });
  });

  it('of a swap buys leg 2 and sells leg 3, whatever was chosen for them elsewhere', () => {
    const legs = draft({ commodity: 'goo' }, { action: 'sell' }, { action: 'buy' });
    const { request: made } = checkedDraft({ ...legs, kind: 'swap', swapType: 'grey-green-swap' });
    expect(made?.legs.map(({ action }) => action)).toEqual(['buy', 'buy', 'sell']);
  });

  it('never becomes a request that the rules of the domain refuse', () => {
    const text = fc.constantFrom('', 'power', 'goo', 'DE', ' ', '10', '-1');
    const product = fc.constantFrom('', 'q5', 'q1');
    const day = fc.constantFrom('', '2027-01-01', '2027-12-31', '2026-01-01', 'x');
    const action = fc.constantFrom<LegDraft['action']>('', 'buy', 'sell');
    const anyLeg = fc.record({
      action,
      commodity: text,
      market: text,
      product,
      start: day,
      end: day,
      isCustom: fc.boolean(),
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
      legs: fc.tuple(
        anyLeg,
        fc.oneof(
          anyLeg,
          anyLeg.map(({ market, action: side }) => ({ market, action: side })),
        ),
      ),
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

  it('copied from a spread goes on following leg 1 in what both legs have alike', () => {
    const copy = draftFrom(spread({ role: 'initiator' }));
    expect(copy.legs[1]).toEqual({ market: 'FR' });
    const later = withLeg(copy, 0, { start: '2028-01-01', end: '2028-12-31' });
    expect(legsOf(later).map(({ market, start }) => [market, start])).toEqual([
      ['DE', '2028-01-01'],
      ['FR', '2028-01-01'],
    ]);
  });

  it('copied from a spread keeps the house of each leg, and a way of clearing is the same in any case', () => {
    const cleared = (type: string) => ({ clearing: { type, house: 'EEX' } });
    const copy = draftFrom(
      spread({
        role: 'initiator',
        legs: [leg(cleared('exchange')), leg({ action: 'sell', ...cleared('otc-cleared') })],
      }),
    );
    const clearingOf = (of: RequestDraft) => legsOf(of).map(({ clearing, house }) => [clearing, house]);
    expect(clearingOf(copy)).toEqual([
      ['exchange', 'EEX'],
      ['otc-cleared', 'EEX'],
    ]);
    const typed = { ...draft({ clearing: 'OTC cleared', house: 'ECC' }), kind: 'spread' as const };
    expect(clearingOf(withLeg(typed, 1, { clearing: 'OTC Cleared ' }))[1]).toEqual(['OTC Cleared ', 'ECC']);
    expect(clearingOf(withLeg(typed, 1, { clearing: 'bilateral' }))[1]).toEqual(['bilateral', '']);
  });

  it('says of a clearing that was left out that the platform chooses it, and of which leg', () => {
    const { request: made } = checkedDraft(draft({}));
    if (!made) throw new Error('The draft is not complete.');
    expect(summaryOf(made, formatters)).toContain('; clearing left blank: none is sent; ');
    const [only] = made.legs;
    const half = NewRequest.parse({
      ...made,
      contract: 'spread',
      spreadType: 'location',
      legs: [
        { ...only, clearing: { type: 'exchange' } },
        { ...only, action: 'sell', market: 'FR' },
      ],
    });
    expect(summaryOf(half, formatters)).toContain('; clearing of leg 2 left blank: none is sent; ');
  });

  it('is told in one sentence, with its days, clearing and recipients', () => {
    const { request: made } = checkedDraft({
      ...draft({ clearing: 'exchange', house: 'ECC' }),
      recipients: ['Cobalt Grid', 'Ember'],
    });
    expect(made && summaryOf(made, formatters)).toBe(
      'New single request: you buy 10 MW power DE, base, Cal-27 (1 Jan – 31 Dec 2027), 8,760 h, 87,600 MWh, clearing exchange ECC; partial OK; asked of 2 recipients: Cobalt Grid, Ember.',
    );
  });

  it('keeps what other legs say when one changes', () => {
    const changed = withLeg(draft({}, {}), 1, { market: 'FR' });
    expect(changed.legs.map(({ market }) => market)).toEqual(['DE', 'FR']);
  });

  it('is blank again when everything in it is removed', () => {
    expect(isBlank(withLeg(BLANK_DRAFT, 1, { market: 'FR' }))).toBe(false);
    expect(isBlank(withLeg(BLANK_DRAFT, 1, { market: '', isCustom: false }))).toBe(true);
    expect(isBlank({ ...BLANK_DRAFT, kind: 'swap' })).toBe(false);
  });
});

describe('leg 2 of a spread', () => {
  const following = (change: Partial<LegDraft>): RequestDraft => ({
    ...draft({}),
    kind: 'spread',
    legs: [filled, change],
  });
  const sent = (one: RequestDraft) => checkedDraft(one).request;

  it('is as leg 1 the other way round, but for what it says itself', () => {
    const [first, second] = legsOf(following({ market: 'FR' }));
    expect(first).toEqual(filled);
    expect(second).toEqual({ ...filled, action: 'sell', market: 'FR' });
    expect(legsOf(following({ market: 'FR', action: 'buy' }))[1]?.action).toBe('buy');
  });

  it('says what kind of spread it is', () => {
    expect(sent(following({ market: 'FR' }))).toMatchObject({ spreadType: 'location' });
    const later = { start: '2028-01-01', end: '2028-12-31' };
    expect(sent(following(later))).toMatchObject({ spreadType: 'time' });
    expect(sent(following({ clearing: 'exchange', house: 'ECC' }))).toMatchObject({ spreadType: 'efp' });
    expect(sent(following({ quantity: '5', market: 'FR' }))).toMatchObject({ spreadType: 'location' });
  });

  it('is called an EFP on its button where it is one', () => {
    const efp = sent(following({ clearing: 'exchange', house: 'ECC' }));
    expect(efp && sendingInShort(efp, formatters)).toMatch(/^Send: buy \/ sell DE .* EFP, /);
  });

  it('that differs in several ways, or in none that names a kind, needs a person to name it', () => {
    const both = following({ market: 'FR', start: '2028-01-01', end: '2028-12-31' });
    expect(spreadTypesOf(legsOf(both))).toEqual(['location', 'time']);
    expect(firstOf(both)).toBe('Choose the kind of spread.');
    expect(firstOf({ ...both, spreadType: 'efp' })).toBe('Choose the kind of spread.');
    expect(sent({ ...both, spreadType: 'time' })).toMatchObject({ spreadType: 'time' });
    const peak = following({ loadProfile: 'peak' });
    expect(firstOf(peak)).toBe('Choose the kind of spread.');
    expect(sent({ ...peak, spreadType: 'efp' })).toMatchObject({ spreadType: 'efp' });
  });

  it('that says nothing else makes no spread', () => {
    const same = 'Both legs are the same. Change what differs in leg 2, such as its market or product.';
    expect(firstOf(following({}))).toBe(same);
    expect(firstOf(following({ market: 'de' }))).toBe(same);
    expect(firstOf({ ...following({ quantity: '5' }), spreadType: 'time' })).toBe(same);
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

  it('that leave no choice are filled in, and what was typed stays', () => {
    const gas = request({ legs: [leg({ commodity: 'gas', market: 'TTF', quantityUnit: 'MWh/d' })] });
    const known = [gas, spread()];
    const blank: LegDraft = { ...filled, commodity: '', market: '', unit: '', loadProfile: '' };
    expect(filledIn(known, blank, { market: 'TTF' })).toEqual({
      market: 'TTF',
      commodity: 'gas',
      unit: 'MWh/d',
      loadProfile: 'base',
    });
    expect(filledIn(known, blank, { market: 'NL' })).toEqual({ market: 'NL' });
    // However its letters are typed; what no market is called stays as it is.
    expect(filledIn(known, blank, { market: 'ttf' })).toMatchObject({ market: 'TTF', commodity: 'gas' });
    expect(filledIn(known, blank, { market: 'nl' })).toEqual({ market: 'NL' });
    expect(filledIn(known, blank, { market: 'xx' })).toEqual({ market: 'xx' });
    const power = { ...blank, market: 'DE', commodity: 'power', unit: 'MW', loadProfile: 'base' };
    expect(filledIn(known, power, { commodity: 'gas' })).toMatchObject({ commodity: 'gas', unit: 'MWh/d' });
    expect(filledIn(known, { ...power, unit: 'kW', loadProfile: 'peak' }, { commodity: 'gas' })).toEqual({
      commodity: 'gas',
    });
    expect({ ...power, ...filledIn(known, power, { market: 'TTF' }) }).toEqual({ ...power, market: 'TTF' });
    const swap = { ...blank, commodity: 'power' };
    expect(filledIn(known, swap, { market: 'DE' })).toMatchObject({ unit: 'MW', loadProfile: 'base' });
    expect(filledIn(known, { ...power, unit: '' }, { quantity: '5' })).toEqual({ quantity: '5' });
  });

  it('of a commodity with several units fill in none', () => {
    const other = request({ legs: [leg({ quantityUnit: 'GW' })] });
    const blank: LegDraft = { ...filled, commodity: '', unit: '', loadProfile: 'peak' };
    expect(filledIn([request(), other], blank, { commodity: 'power' })).toEqual({
      commodity: 'power',
      unit: '',
    });
  });
});
