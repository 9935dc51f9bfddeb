import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionBody } from '../../../src/domain/action';
import { findingsFailure, acceptanceOf } from '../../../src/domain/limits/accepted-warnings';
import { preTradeCheck, type PreTrade } from '../../../src/domain/limits/check';
import type { Finding } from '../../../src/domain/limits/finding';
import { BUILT_IN_LIMITS, Limits } from '../../../src/domain/limits/limits';
import type { SeenOffer } from '../../../src/domain/limits/references';
import { QuoteId } from '../../../src/domain/identifiers';
import { present } from '../../../src/domain/present';
import { price } from '../written-price';
import { acceptance, NOW, OPEN, quote, request, sent, SPREAD, spreadQuote } from './situation';

const offer = (id: string, amount: string, over: Partial<SeenOffer> = {}): SeenOffer => ({
  id,
  direction: 'ask',
  price: { shape: 'single', price: price(amount) },
  ...over,
});
const bid = (amount: string, over: Record<string, unknown> = {}): ActionBody =>
  quote(amount, { direction: 'bid', ...over });
const ask = (amount: string): ActionBody => quote(amount);
const bought = (amount: string, over: Partial<SeenOffer> = {}): SeenOffer =>
  offer('B-1', amount, { direction: 'bid', ...over });

function through(
  body: ActionBody,
  offers: readonly SeenOffer[],
  { step = 'warn', ...seen }: Partial<PreTrade> & { readonly step?: string } = {},
): Finding[] {
  const limits = Limits.parse({ ...OPEN, throughMarket: step });
  const found = preTradeCheck(body, { request: request(), recent: [], now: NOW, offers, ...seen }, limits);
  return [...found.warnings, ...found.blocks].filter(({ code }) => code === 'through-market');
}
const said = (...given: Parameters<typeof through>): string | undefined => through(...given)[0]?.message;

describe('a price through the market', () => {
  it.each<[string, ActionBody, SeenOffer, string | undefined]>([
    [
      'a bid above an ask',
      bid('31.35'),
      offer('Q-1', '31.20'),
      'This bid is above the best ask of the others, 31.20 EUR/MWh: you can lift that offer now.',
    ],
    [
      'a bid at an ask',
      bid('31.2'),
      offer('Q-1', '31.20'),
      'This bid is at the best ask of the others, 31.20 EUR/MWh: you can lift that offer now.',
    ],
    ['a bid one step below an ask', bid('31.19999999'), offer('Q-1', '31.20'), undefined],
    [
      'an ask below a bid',
      ask('-3.56'),
      bought('-3.5', { counterparty: 'Alpha' }),
      'This ask is below the best bid of the others, −3.50 EUR/MWh (Alpha): you can hit that bid now.',
    ],
    ['an ask above a bid below zero', ask('-3.4'), bought('-3.5'), undefined],
    [
      'an ask at a firm bid',
      ask('0'),
      bought('0', { kind: 'firm' }),
      'This ask is at the best firm bid of the others, 0.00 EUR/MWh: you can hit that bid now.',
    ],
    ['an ask at an indicative bid', ask('30'), bought('30', { kind: 'indicative' }), undefined],
    [
      'an ask below an indicative bid',
      ask('29.99'),
      bought('30', { kind: 'indicative' }),
      'This ask is below the best indicative bid of the others, 30.00 EUR/MWh: they may buy there.',
    ],
    ['a bid above a bid', bid('40'), bought('30'), undefined],
    [
      'a bid above an ask that was withdrawn',
      bid('40'),
      offer('Q-1', '31', { state: 'withdrawn' }),
      undefined,
    ],
  ])('%s', (_, body, other, expected) => {
    expect(said(body, [other])).toBe(expected);
  });

  it('is measured against the best that can be taken, be it a quote or a firm proposal', () => {
    const offers = [
      offer('Q-1', '31'),
      offer('P-1', '30', { kind: 'firm' }),
      offer('P-2', '29', { kind: 'indicative' }),
    ];
    expect(said(bid('30.5'), offers)).toContain(
      'the best firm ask of the others, 30.00 EUR/MWh: you can lift that offer',
    );
    expect(said(bid('29.5'), offers)).toContain('the best indicative ask of the others, 29.00 EUR/MWh');
  });

  it('is said of price proposals and counteroffers as well, and of no acceptance', () => {
    const firm = bid('32', { kind: 'send-proposal', proposalKind: 'firm' });
    const counter = bid('32', { kind: 'send-counteroffer', quoteId: 'Q-1' });
    const offers = [offer('Q-1', '31'), bought('33')];
    expect(said(firm, offers)).toContain('This bid is above the best ask of the others, 31.00');
    expect(said(counter, offers)).toContain('This bid is above the best ask of the others, 31.00');
    expect(said(acceptance('31'), offers)).toBeUndefined();
  });

  it('is never said of an offer of this desk itself', () => {
    const mine = { ...sent(ask('31')), quoteId: QuoteId.parse('Q-1') };
    expect(said(bid('32'), [offer('Q-1', '31')], { recent: [mine] })).toBeUndefined();
    expect(said(bid('32'), [offer('Q-1', '31')])).toBeDefined();
  });

  it('goes by the net price of two legs, and by none where their units differ', () => {
    const net = offer('Q-1', '0', {
      direction: 'bid',
      price: { shape: 'per-leg', legPrices: [price('80'), price('82')] },
    });
    expect(said(spreadQuote('79', '81.5'), [net], { request: SPREAD })).toBe(
      'This ask is below the best bid of the others, −2.00 EUR/MWh: you can hit that bid now.',
    );
    expect(said(spreadQuote('79', '80.5'), [net], { request: SPREAD })).toBeUndefined();
    const standard = (spreadPrice: string) => ({ shape: 'standard-spread' as const, spreadPrice });
    const stated = offer('Q-1', '0', {
      direction: 'bid',
      price: { shape: 'standard-spread', spreadPrice: price('1') },
    });
    const mixed = { ...request({}, { priceUnit: 'GBP/MWh' }), contract: 'standard-spread' };
    const body = quote('0', { price: standard('0.5') });
    expect(said(body, [stated], { request: { ...SPREAD, contract: 'standard-spread' } })).toBeDefined();
    expect(said(body, [stated], { request: mixed })).toBeUndefined();
  });

  it('warns unless the desk says otherwise, and its tick holds no further than it was shown', () => {
    expect(BUILT_IN_LIMITS.throughMarket).toBe('warn');
    expect(said(bid('40'), [offer('Q-1', '31')], { step: 'off' })).toBeUndefined();
    const at = (amount: string) => through(bid('31.2'), [offer('Q-1', amount)]);
    const ticked = at('31').map(acceptanceOf);
    expect(ticked).toEqual([{ code: 'through-market', upTo: '0.2' }]);
    const open = (amount: string) => findingsFailure({ warnings: at(amount), blocks: [] }, ticked);
    expect(open('31')).toBeUndefined();
    expect(open('31.2')).toBeUndefined();
    expect(open('30.99')).toMatchObject({ kind: 'wrong-state' });
    const blocked = through(bid('40'), [offer('Q-1', '31')], { step: 'block' });
    expect(findingsFailure({ warnings: [], blocks: blocked }, ticked)).toMatchObject({ kind: 'denied' });
  });

  it('is found wherever a second, plain reading of the rule finds it, and nowhere else', () => {
    const cents = fc.integer({ min: -400, max: 400 });
    const written = (amount: number) => price((amount / 100).toFixed(2));
    const seenOffer = fc.record({
      direction: fc.constantFrom('bid' as const, 'ask' as const),
      legs: fc.tuple(cents, cents),
      state: fc.constantFrom(undefined, 'active', 'withdrawn', 'accepted', 'rejected', 'paused'),
      kind: fc.constantFrom(undefined, 'firm' as const, 'indicative' as const),
      isOwn: fc.boolean(),
    });
    const sides = fc.constantFrom('single', 'difference', 'sum');
    fc.assert(
      fc.property(
        fc.array(seenOffer, { maxLength: 6 }),
        fc.constantFrom('bid' as const, 'ask' as const),
        fc.tuple(cents, cents),
        sides,
        (others, direction, own, kind) => {
          const asked =
            kind === 'single' ? request() : request({}, { action: kind === 'sum' ? 'buy' : 'sell' });
          const shape = ([first, second]: readonly [number, number]) =>
            kind === 'single'
              ? { shape: 'single' as const, price: written(first) }
              : { shape: 'per-leg' as const, legPrices: [written(first), written(second)] };
          const net = ([first, second]: readonly [number, number]) =>
            kind === 'single' ? first : kind === 'sum' ? first + second : first - second;
          const offers = others.map(({ direction: on, legs, state, kind: of }, at): SeenOffer => ({
            id: `O-${at}`,
            direction: on,
            price: shape(legs),
            ...present({ state, kind: of }),
          }));
          const recent = others.flatMap(({ isOwn }, at) =>
            isOwn ? [{ ...sent(ask('1')), quoteId: QuoteId.parse(`O-${at}`) }] : [],
          );
          const isThrough = others.some(({ direction: on, legs, state, kind: of, isOwn }) => {
            if (isOwn || on === direction || !(state === undefined || state === 'active')) return false;
            const beyond = direction === 'bid' ? net(own) - net(legs) : net(legs) - net(own);
            return of === 'indicative' ? beyond > 0 : beyond >= 0;
          });
          const body = quote('0', { direction, price: shape(own) });
          const found = through(body, offers, { request: asked, recent });
          expect(found).toHaveLength(isThrough ? 1 : 0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
