import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActionBody, type Action } from '../../../src/domain/action';
import { FourEyes, grownSince, needsApproval, shownForApproval } from '../../../src/domain/policy/four-eyes';
import { sameReference } from '../../../src/domain/policy/same-reference';
import { areTwoPeople, isSamePerson } from '../../../src/domain/policy/two-people';
import type { PreTrade } from '../../../src/domain/limits/check';
import type { SeenOffer } from '../../../src/domain/limits/references';
import { productKey } from '../../../src/domain/limits/same-product';
import { ActionId, QuoteId } from '../../../src/domain/identifiers';
import { acceptance, NOW, quote, request, sent, SPREAD, spreadQuote } from '../limits/situation';
import { price } from '../written-price';
import { BODIES } from '../../gateway/twins/actions';
import { onlyProtects } from '../../../src/domain/action';

const DELIVERY = {
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
};
const ask = (written: string, over: Partial<SeenOffer> = {}): SeenOffer => ({
  id: 'Q-9',
  direction: 'ask',
  price: { shape: 'single', price: price(written) },
  counterparty: 'North',
  ...over,
});
const seen = (over: Partial<PreTrade> = {}): PreTrade => ({
  request: request(DELIVERY),
  offers: [ask('50')],
  recent: [],
  now: NOW,
  ...over,
});
const reasons = (body: ActionBody, above: FourEyes['above'], around: Partial<PreTrade> = {}) =>
  needsApproval(body, seen(around), { above: FourEyes.parse({ above }).above })?.reasons.map(
    ({ message }) => message,
  );

it('reads the example of the manual', () => {
  const manual = readFileSync('docs/people.md', 'utf8');
  const [, example = ''] = /"fourEyes": (\{.*?\n\})\n```/s.exec(manual) ?? [];
  expect(FourEyes.safeParse(JSON.parse(example)).error?.message).toBeUndefined();
});

describe('a level of the policy', () => {
  it('is held against the quantity in its unit, and over the whole delivery', () => {
    expect(reasons(quote('50'), { quantity: { MW: price('9.99') } })).toEqual([
      'The quantity of 10 MW is above the level for approval of 9.99 MW.',
    ]);
    expect(reasons(quote('50'), { quantity: { mwh: price('87599') } })).toEqual([
      'The quantity of 87,600 MWh over the whole delivery is above the level for approval of 87,599 MWh.',
    ]);
    expect(reasons(quote('50'), { quantity: { MW: price('10') } })).toBeUndefined();
  });

  it('is held against the money of the whole delivery', () => {
    expect(reasons(quote('50'), { money: { EUR: price('4379999') } })).toEqual([
      'At 50.00 it comes to 4,380,000 EUR over 8,760 hours, above the level for approval of 4,379,999 EUR.',
    ]);
    expect(reasons(quote('50'), { money: { EUR: price('4380000') } })).toBeUndefined();
  });

  it('of money is held against all legs of a spread, each without its sign, and never against their net', () => {
    const leg = { ...DELIVERY, priceUnit: 'EUR/MWh', quantityUnit: 'MW' };
    const legs = request(leg, { ...leg, market: 'FR', action: 'sell' });
    const spread = { request: legs, offers: [] };
    // 50 and 49 over 8,760 hours of 10 MW: the net of it is 87,600 EUR.
    expect(reasons(spreadQuote('50', '49'), { money: { EUR: price('8672399') } }, spread)).toEqual([
      'At 50.00 and 49.00 it comes to 8,672,400 EUR over 8,760 hours, gross of all legs, above the level for approval of 8,672,399 EUR.',
    ]);
    expect(reasons(spreadQuote('50', '49'), { money: { EUR: price('8672400') } }, spread)).toBeUndefined();
  });

  it('of money is reached by whatever is priced by its net alone: that does not say what each leg costs', () => {
    const standard = {
      request: {
        ...request(DELIVERY, { ...DELIVERY, action: 'sell' }),
        contract: 'standard-spread',
      } as const,
      offers: [],
    };
    const byNet = { shape: 'standard-spread', spreadPrice: '0.01' };
    const offered = quote('0', { price: byNet });
    const unknown =
      'The money of all legs is not known, and so above the level for approval: a net price does not say what each leg costs.';
    expect(reasons(offered, { money: { EUR: price('50000000') } }, standard)).toEqual([unknown]);
    const accepted = ActionBody.parse({
      ...acceptance('0'),
      lastSeen: { type: 'standard-spread', spreadPrice: '0.01' },
    });
    expect(reasons(accepted, { money: { EUR: price('50000000') } }, standard)).toEqual([unknown]);
    // Above the level by the net alone it says that too, and the level of quantity holds as ever.
    expect(reasons(offered, { money: { EUR: price('1') } }, standard)).toHaveLength(2);
    expect(reasons(offered, { quantity: { MW: price('10') } }, standard)).toBeUndefined();
    expect(reasons(offered, { quantity: { MW: price('9') } }, standard)).toHaveLength(1);
  });

  it('is held against the distance from the market, of a spread in its own unit', () => {
    const above = { distance: { percent: price('5'), spread: price('2') } };
    expect(reasons(quote('52.51'), above)).toEqual([
      '52.51 is 2.51 (5.02 %) above the best ask 50.00 EUR/MWh (North); the level for approval is 5 %.',
    ]);
    expect(reasons(quote('52.5'), above)).toBeUndefined();
    const spread = { request: SPREAD, offers: [ask('0', { price: spreadPrice('40', '39') })] };
    expect(reasons(spreadQuote('43.01', '40'), above, spread)?.[0]).toContain('2.01 EUR/MWh above');
    expect(reasons(spreadQuote('43', '40'), above, spread)).toBeUndefined();
  });

  it('shows who approves the market with its unit, and of a spread that it is a difference', () => {
    const above = FourEyes.parse({ above: { quantity: { MW: '1' } } }).above;
    expect(needsApproval(quote('50'), seen(), { above })?.market).toEqual({
      name: 'the best ask',
      price: '50',
      unit: 'EUR/MWh',
      counterparty: 'North',
    });
    const spread = { request: SPREAD, offers: [ask('0', { price: spreadPrice('40', '39') })] };
    expect(needsApproval(spreadQuote('43', '40'), seen(spread), { above })?.market).toMatchObject({
      unit: 'EUR/MWh',
    });
  });

  it('that an amount cannot be held against is reached: nothing is taken for small that is not known', () => {
    expect(reasons(quote('50'), { quantity: { therm: price('9') } })?.[0]).toContain('no level in MW');
    expect(reasons(quote('50'), { money: { GBP: price('9') } })?.[0]).toContain('no level in EUR');
    const distance = { distance: { percent: price('5') } };
    expect(reasons(quote('50'), distance, { offers: [] })?.[0]).toContain('No reference');
    expect(reasons(quote('50'), distance, { offers: [ask('0')] })?.[0]).toContain('there is no percentage');
    const unknown = { request: request({ ...(DELIVERY as object), quantity: undefined } as never) };
    const accept = ActionBody.parse({ ...acceptance('50'), quantity: undefined });
    expect(reasons(accept, { money: { EUR: price('9') } }, unknown)?.[0]).toContain('quantity is not known');
  });

  it('of a kind alone holds for it wherever it is pressed, also where nothing is read', () => {
    const above = FourEyes.parse({ above: { kinds: ['set-risk', 'create-request'] } }).above;
    const asked = BODIES.filter((body) => needsApproval(body, undefined, { above }));
    expect(asked.map(({ kind }) => kind)).toEqual(['create-request', 'set-risk']);
  });
});

it('what takes risk away waits for nobody, at whatever levels', () => {
  const above = FourEyes.parse({
    above: {
      quantity: { MW: 0 },
      money: { EUR: 0 },
      distance: { percent: 0, spread: 0 },
      kinds: ['switch-risk'],
    },
  }).above;
  const bodies = [...BODIES, { kind: 'switch-risk', commodity: 'power', on: true } as const];
  for (const body of bodies) {
    const asked = needsApproval(body, seen(), { above });
    if (onlyProtects(body)) expect(asked).toBeUndefined();
  }
  expect(needsApproval(quote('50'), seen(), { above })).toBeDefined();
});

it('a policy with what it does not know, or that would let what takes risk away wait, is refused', () => {
  const wrong: unknown[] = [
    { above: { quantity: { MW: -1 } } },
    { above: { quantity: { MW: 1, mw: 2 } } },
    { above: { size: 1 } },
    { above: { kinds: ['withdraw-quote'] } },
    { above: { kinds: ['delete-proposals'] } },
    { above: {}, minutes: 0 },
    { above: {}, minutes: 121 },
    {},
  ];
  for (const policy of wrong) expect(FourEyes.safeParse(policy).success).toBe(false);
  expect(FourEyes.parse({ above: {} }).minutes).toBe(10);
});

describe('what has grown since it was shown', () => {
  const above = { quantity: { MW: price('9') }, distance: { percent: price('5') } };
  const approvalOf = (body: ActionBody, around: Partial<PreTrade> = {}) => ({
    ...needsApproval(body, seen(around), { above }),
    reasons: needsApproval(body, seen(around), { above })?.reasons ?? [],
    hash: 'h',
  });
  const grown = (body: ActionBody, then: string, now: string) =>
    grownSince(
      { body, approval: approvalOf(body, { offers: [ask(then)] }) },
      needsApproval(body, seen({ offers: [ask(now)] }), { above }),
      {
        same: sameReference(
          body,
          { name: 'the best ask', counterparty: 'North' },
          seen({ offers: [ask(now)] }),
        ),
      },
    );

  it('is another level, or the same one further', () => {
    expect(grown(quote('50'), '50', '50')).toBeUndefined();
    expect(grown(quote('50', { direction: 'bid' }), '50', '47')).toContain('the level for approval is 5 %');
    expect(grown(quote('60', { direction: 'bid' }), '50', '49.99')).toContain('above the best ask');
    expect(grown(quote('60', { direction: 'bid' }), '50', '50.5')).toBeUndefined();
  });

  it('is a market that moved against the offer, by however little; one that moved for it is none', () => {
    expect(grown(quote('50'), '50', '50.01')).toBe(
      'The market moved against it: the best ask was 50.00, and the best ask is 50.01.',
    );
    expect(grown(quote('50'), '50', '49.99')).toBeUndefined();
    expect(grown(quote('50', { direction: 'bid' }), '50', '49.99')).toContain('moved against it');
    expect(grown(quote('50', { direction: 'bid' }), '50', '50.01')).toBeUndefined();
  });
});

describe('what an offer was held against, as it is now', () => {
  const offers = [
    ask('50'),
    ask('49', { id: 'P-1', kind: 'firm', counterparty: 'South' }),
    ask('45', { id: 'P-2', kind: 'firm', direction: 'bid', counterparty: 'West' }),
    ask('48', { id: 'P-3', kind: 'indicative' }),
  ];
  const around = { offers, analytics: { raw: { 'best-price': 51 } } };
  const same = (name: string, over: Partial<PreTrade> = {}, counterparty?: string) =>
    sameReference(quote('50'), { name, counterparty }, seen({ ...around, ...over }))?.price;

  it('is the best of the same source, whatever else is known', () => {
    expect(same('the best ask')).toBe('50');
    expect(same('the best firm ask')).toBe('49');
    expect(same('the best firm bid', {}, 'West')).toBe('45');
    expect(same('the best indicative proposal')).toBe('48');
    expect(same('the platform’s best price')).toBe('51');
    const trades = [
      {
        product: productKey({ ...DELIVERY }) ?? '',
        tradedAt: NOW,
        price: price('47'),
      },
    ];
    expect(same('the last trade of the same product (1 Jan 2026)', { trades })).toBe('47');
  });

  it('is absent where that source says nothing any more', () => {
    expect(same('the best bid')).toBeUndefined();
    expect(same('the platform’s average price')).toBeUndefined();
    expect(same('the best indicative proposal', { offers: [] })).toBeUndefined();
  });

  it('is never the desk’s own, by the names of all its offers', () => {
    const own = sent(quote('50'), { quoteId: QuoteId.parse('Q-9') });
    expect(same('the best indicative proposal', { recent: [own] })).toBeUndefined();
  });
});

describe('two people', () => {
  const by = (name: string, session: string, id?: string) => ({ name, session, ...(id && { id }) });

  it('are two by their ids, or without ids by their names; in doubt they are one', () => {
    expect(areTwoPeople(by('Anna', 'a'), by('Ben', 'b'))).toBe(true);
    expect(areTwoPeople(by('Anna', 'a', '1'), by('Anna', 'b', '2'))).toBe(true);
    expect(areTwoPeople(by('Anna', 'a', '1'), by('Ben', 'b', '1'))).toBe(false);
    expect(areTwoPeople(by('Anna', 'a'), by(' ANNA', 'b'))).toBe(false);
    expect(areTwoPeople(by('Anna', 'a', '1'), by('Ben', 'b'))).toBe(false);
    expect(areTwoPeople(by('Anna', 'a'), by('Ben', 'a'))).toBe(false);
    expect(areTwoPeople(undefined, by('Ben', 'b'))).toBe(false);
  });

  it('are never known to be one and to be two', () => {
    const person = fc.record({
      name: fc.constantFrom('Anna', 'anna', 'Ben'),
      session: fc.constantFrom('a', 'b', 'c'),
      id: fc.option(fc.constantFrom('1', '2'), { nil: undefined }),
    });
    const clean = ({ name, session, id }: { name: string; session: string; id: string | undefined }) =>
      by(name, session, id);
    fc.assert(
      fc.property(person, person, (one, other) => {
        const [a, b] = [clean(one), clean(other)];
        expect(areTwoPeople(a, b) && isSamePerson(a, b)).toBe(false);
        expect(areTwoPeople(a, b)).toBe(areTwoPeople(b, a));
        expect(areTwoPeople(a, a)).toBe(false);
      }),
    );
  });
});

it('the text to approve has everything that is shown: another body, price, warning, reason or time is another text', () => {
  const action: Action = {
    id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
    body: quote('50'),
    shown: 'Ask 50',
    by: { name: 'Anna', session: 'a' },
    state: 'waiting',
    createdAt: 1,
    approval: { reasons: [{ code: 'volume', message: 'Large.' }], hash: '' },
    waitsUntil: 2,
  };
  const others: Partial<Action>[] = [
    { body: quote('50.01') },
    { body: quote('50', { quantity: '11' }) },
    { shown: 'Ask 51' },
    { accepted: ['duplicate'] },
    { by: { name: 'Ben', session: 'a' } },
    { replaces: ['Q-1' as never] },
    { legs: [{ market: 'DE' }] },
    { waitsUntil: 3 },
    { approval: { reasons: [], hash: '' } },
    {
      approval: {
        reasons: action.approval?.reasons ?? [],
        market: { name: 'the best ask', price: price('1') },
        hash: '',
      },
    },
    {
      approval: {
        reasons: action.approval?.reasons ?? [],
        warnedBeside: [{ name: 'the best ask', price: price('1'), codes: ['sign-flip'] }],
        hash: '',
      },
    },
  ];
  const texts = [action, ...others.map((other) => ({ ...action, ...other }))].map(shownForApproval);
  expect(new Set(texts).size).toBe(texts.length);
  expect(shownForApproval({ ...action, state: 'staged', approvedAt: 9 })).toBe(texts[0]);
});

function spreadPrice(...legPrices: readonly string[]) {
  return { shape: 'per-leg' as const, legPrices: legPrices.map((one) => price(one)) };
}
