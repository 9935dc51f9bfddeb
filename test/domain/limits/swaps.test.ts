import { describe, expect, it } from 'vitest';
import type { ActionBody } from '../../../src/domain/action';
import { preTradeCheck, type PreTrade } from '../../../src/domain/limits/check';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import type { SeenOffer } from '../../../src/domain/limits/references';
import { lastTrades } from '../../../src/domain/limits/same-product';
import { present } from '../../../src/domain/present';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import type { LimitedRequest } from '../../../src/domain/limits/commitment';
import { acceptance, NOW, quote, request, sent } from './situation';

const YEAR = { deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31' };
const POWER = {
  ...YEAR,
  commodity: 'power',
  market: 'DE',
  loadProfile: 'base',
  quantity: Quantity.parse('20'),
};
const SWAP: LimitedRequest = {
  ...request(
    {
      ...YEAR,
      commodity: 'goo',
      market: 'EU-WIND',
      priceUnit: 'EUR/certificate',
      quantityUnit: 'certificates',
      quantity: Quantity.parse('175200'),
    },
    { ...POWER, action: 'sell' },
    POWER,
  ),
  swapType: 'green-grey-swap',
};

const swapQuote = (certificate: string, power = '69.63', over: Record<string, unknown> = {}): ActionBody =>
  quote('0', {
    price: { shape: 'per-leg', legPrices: [certificate, power, power] },
    quantity: '175200',
    ...over,
  });
const offer = (id: string, certificate: string, over: Partial<SeenOffer> = {}): SeenOffer => ({
  id,
  direction: 'bid',
  price: {
    shape: 'per-leg',
    legPrices: [certificate, '69.63', '69.63'].map((each) => Price.parse(each)),
  },
  counterparty: 'Cobalt Grid',
  ...over,
});
const indicative = { kind: 'indicative' } as const;

const said = (body: ActionBody, offers: readonly SeenOffer[], seen: Partial<PreTrade> = {}): string[] => {
  const found = preTradeCheck(
    body,
    { request: SWAP, offers, recent: [], now: NOW, ...seen },
    BUILT_IN_LIMITS,
  );
  return [...found.blocks, ...found.warnings].map(({ message }) => message);
};

describe('the certificate price of a swap', () => {
  it('is held against what another would pay, as any price', () => {
    expect(said(swapQuote('0.18'), [offer('P-1', '0.3', indicative)])).toEqual([
      '0.18 is 0.12 (40 %) below the best indicative proposal 0.30 EUR/certificate (Cobalt Grid); the warn level is 10 %.',
      'The certificate price of this ask is below the best indicative bid of the others, 0.30 EUR/certificate (Cobalt Grid): they may buy there.',
    ]);
    expect(said(swapQuote('0.3'), [offer('P-1', '0.3', indicative)])).toEqual([]);
    expect(said(swapQuote('1.3'), [offer('P-1', '0.3', indicative)])).toEqual([
      expect.stringMatching(/^1\.30 is 1\.00 \(333\.4 %\) above .*; the block level is 50 %\.$/),
    ]);
  });

  it('is warned of where it is near in money and far in per cent, and not blocked there', () => {
    expect(said(swapQuote('0.36'), [offer('P-1', '0.3', indicative)])).toEqual([
      '0.36 is 0.06 (20 %) above the best indicative proposal 0.30 EUR/certificate (Cobalt Grid); the warn level is 10 %.',
    ]);
    expect(said(swapQuote('0.16'), [offer('P-1', '0.1', indicative)])).toEqual([
      '0.16 is 0.06 (60 %) above the best indicative proposal 0.10 EUR/certificate (Cobalt Grid); it blocks only beyond 50 % and 0.10 EUR/certificate.',
    ]);
  });

  it('is blocked by its percentage in whatever unit it is priced: so near 0 a distance says nothing of it', () => {
    const legs = SWAP.legs.map((leg, at) =>
      at === 0 ? { ...leg, priceUnit: 'EUR/MWh', quantityUnit: 'MWh' } : leg,
    );
    const inEnergy = { ...SWAP, legs };
    const found = said(swapQuote('1.3'), [offer('P-1', '0.3', indicative)], { request: inEnergy });
    expect(found).toEqual([
      expect.stringMatching(/^1\.30 is 1\.00 \(333\.4 %\) above .*; the block level is 50 %\.$/),
    ]);
  });

  it('has the best of the others beside it, not the newest', () => {
    const [message] = said(swapQuote('0.12'), [
      offer('Q-1', '0.31', { createdAt: 1 }),
      offer('Q-2', '0.26', { createdAt: 2 }),
    ]);
    expect(message).toContain('below the best bid 0.31 EUR/certificate');
  });

  it('is compared with the last trade of the certificate, and with what the desk sent last', () => {
    const trades = lastTrades({
      tradedAt: Date.UTC(2026, 10, 19),
      price: Price.parse('0.6'),
      raw: present({
        commodity: 'goo',
        market: 'EU-WIND',
        'delivery-start': YEAR.deliveryStart,
        'delivery-end': YEAR.deliveryEnd,
      }),
    });
    expect(said(swapQuote('0.3'), [], { trades })).toEqual([
      '0.30 is 0.30 (50 %) below the last trade of the same product (19 Nov 2026) 0.60 EUR/certificate; the warn level is 10 %.',
    ]);
    expect(said(swapQuote('0.3'), [], { recent: [sent(swapQuote('0.6'), { createdAt: 0 })] })).toEqual([
      '0.30 is 0.30 (50 %) below the price this desk sent last, 0.60 EUR/certificate; the warn level is 10 %.',
    ]);
  });

  it('is not held against analytics, which do not say which of its prices theirs is', () => {
    const analytics = { raw: { 'best-price': 69 } };
    expect(said(swapQuote('0.3'), [], { analytics })).toEqual([
      'No reference to check the price against: 0.30 EUR/certificate for 175,200 certificates comes to 52,560 EUR, with power bought and sold at 69.63 EUR/MWh for 20 MW. Money is blocked above 50,000 EUR/h and 500,000,000 EUR.',
    ]);
  });

  it('says by how much an accepted offer is worse than the best, in money', () => {
    const asks = ['0.3', '0.4'].map((each, at) => offer(`Q-${at}`, each, { direction: 'ask' }));
    const taken = acceptance('0.4', '69.63', '69.63');
    const body = { ...taken, quoteId: 'Q-1', quantity: '175200' } as ActionBody;
    expect(said(body, asks)[0]).toBe(
      '0.40 is 0.10 EUR/certificate worse than the best ask 0.30 EUR/certificate (Cobalt Grid), which is 17,520 EUR over the whole quantity.',
    );
  });

  it('leaves the power price to the check of its decimal point, for it is bought and sold', () => {
    expect(said(swapQuote('0.3', '55'), [offer('P-1', '0.3', indicative)])).toEqual([]);
    expect(said(swapQuote('0.3', '6963'), [offer('P-1', '0.3', indicative)])).toContain(
      '6,963.00 is about 100 times leg 2 of the best indicative proposal 69.63 EUR/MWh (Cobalt Grid): check its decimal point.',
    );
  });
});
