import fc from 'fast-check';
import { expect, it } from 'vitest';
import { preTradeCheck, type PreTrade } from '../../../src/domain/limits/check';
import type { Finding } from '../../../src/domain/limits/finding';
import { BUILT_IN_LIMITS, Limits, OwnLevels } from '../../../src/domain/limits/limits';
import type { SeenOffer } from '../../../src/domain/limits/references';
import { Quantity } from '../../../src/domain/quantity';
import { price } from '../written-price';
import { codes, NOW, OPEN, quote, request, sent } from './situation';

const offer = (written: string, direction: 'bid' | 'ask'): SeenOffer => ({
  id: `Q-${direction}`,
  direction,
  price: { shape: 'single', price: price(written) },
  quantity: Quantity.parse('10'),
});
const seen = (over: Partial<PreTrade> = {}): PreTrade => ({
  request: request(),
  offers: [],
  recent: [],
  now: NOW,
  ...over,
});

it('holds a person to their own level beside the level of the desk', () => {
  const big = quote('84', { quantity: '60' });
  const own = OwnLevels.parse({ volume: [{ unit: 'MW', block: '50' }] });
  expect(codes(preTradeCheck(big, seen(), OPEN))).toEqual([]);
  expect(codes(preTradeCheck(big, seen(), OPEN, [own]))).toEqual(['block volume']);
  expect(codes(preTradeCheck(quote('84', { quantity: '50' }), seen(), OPEN, [own]))).toEqual([]);
});

it('cannot loosen the desk by a level that leaves prices near nothing alone, or by a unit that nobody has', () => {
  const desk = Limits.parse({
    ...OPEN,
    bestPrice: { blockPercent: '50', ignoreUpTo: '0' },
    unchecked: 'block',
  });
  const near = seen({ offers: [offer('1', 'ask')] });
  const looser = { bestPrice: { warnPercent: '10', blockPercent: '50', spreadWarn: '5', ignoreUpTo: '0' } };
  // By the looser levels alone so small a distance beside so small a price only warns.
  expect(codes(preTradeCheck(quote('3'), near, { ...desk, ...OwnLevels.parse(looser) } as Limits))).toContain(
    'warn best-price',
  );
  expect(codes(preTradeCheck(quote('3'), near, desk, [OwnLevels.parse(looser)]))).toContain(
    'block best-price',
  );
  const noUnit = Limits.parse({ ...desk, volume: [{ unit: 'lots', block: '5' }] });
  const units = OwnLevels.parse({ volume: [{ unit: 'MW', block: '100000' }] });
  expect(codes(preTradeCheck(quote('84'), seen(), noUnit, [units]))).toContain('block volume');
});

it('says once what two sets of levels find alike', () => {
  const levels = { volume: [{ unit: 'MW', warn: '20' }] };
  const found = preTradeCheck(quote('84', { quantity: '60' }), seen(), Limits.parse({ ...OPEN, ...levels }), [
    OwnLevels.parse(levels),
    OwnLevels.parse({ volume: [{ unit: 'MW', block: '30' }] }),
  ]);
  expect(codes(found)).toEqual(['block volume']);
});

const amount = fc.constantFrom('0', '0.5', '1', '5', '10', '50', '300');
type Pair = readonly [string | undefined, string | undefined];
const pair = (one: string | undefined, other: string | undefined): Pair =>
  one !== undefined && other !== undefined && Number(one) > Number(other) ? [other, one] : [one, other];
const maybe = fc.option(amount, { nil: undefined });
const levels = fc.tuple(maybe, maybe).map(([one, other]) => pair(one, other));
const defined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const priceLevels = fc
  .record({ percent: levels, spread: levels, amount: maybe, ignoreUpTo: fc.constantFrom('0', '0.5') })
  .map(({ percent, spread, amount, ignoreUpTo }) =>
    defined({
      warnPercent: percent[0],
      blockPercent: percent[1],
      blockAmount: amount,
      spreadWarn: spread[0],
      spreadBlock: spread[1],
      ignoreUpTo,
    }),
  );
const unitLevels = fc.uniqueArray(
  fc.record({ unit: fc.constantFrom('MW', 'MWh', 'EUR', 'EUR/h', 'lots'), pair: levels }),
  { selector: ({ unit }) => unit, maxLength: 3 },
);
const listed = unitLevels.map((all) =>
  all.map(({ unit, pair: [warn, block] }) => defined({ unit, warn, block })),
);
const step = fc.constantFrom('off', 'warn', 'block');
const SECTIONS = {
  bestPrice: priceLevels,
  lastPrice: priceLevels,
  throughMarket: step,
  nearestTrade: levels.map(([warnTimes, blockTimes]) => defined({ warnTimes, blockTimes })),
  signFlip: step,
  factorOfTen: step,
  volume: listed,
  notional: listed,
  volumePerDay: listed,
  notionalPerDay: listed,
  duplicate: fc.record({ step, withinMs: fc.constantFrom(1, 60_000) }),
  noReference: fc.constantFrom('off', 'tell', 'warn', 'block'),
  unchecked: fc.constantFrom('tell', 'warn', 'block'),
};
const anyLimits = fc
  .record(SECTIONS)
  .map((sections) => Limits.parse({ ...sections, countPerMinute: BUILT_IN_LIMITS.countPerMinute }));
const anyOwn = fc.record(SECTIONS, { requiredKeys: [] }).map((sections) => OwnLevels.parse(sections));
const written = fc.constantFrom('-3', '0', '0.4', '1', '3', '8', '12', '84', '840');
const anySituation = fc
  .record({
    at: written,
    quantity: fc.constantFrom('1', '10', '60', '400'),
    ask: fc.option(written),
    bid: fc.option(written),
    isRepeated: fc.boolean(),
  })
  .map(({ at, quantity, ask, bid, isRepeated }) => {
    const body = quote(at, { quantity });
    const offers = [...(ask ? [offer(ask, 'ask')] : []), ...(bid ? [offer(bid, 'bid')] : [])];
    return { body, seen: seen({ offers, recent: isRepeated ? [sent(body)] : [] }) };
  });

const placeOf = ({ code, about }: Finding): string => `${code};${about ?? ''}`;

it('is never wider than the desk, nor than any set of levels of one’s own, whatever these are', () => {
  fc.assert(
    fc.property(
      anySituation,
      anyLimits,
      fc.array(anyOwn, { maxLength: 3 }),
      ({ body, seen: now }, desk, own) => {
        const all = preTradeCheck(body, now, desk, own);
        const [blocked, held] = [all.blocks, [...all.blocks, ...all.warnings]].map((some) =>
          some.map(placeOf),
        );
        for (const set of [desk, ...own.map((levelsOf) => ({ ...desk, ...levelsOf }) as Limits)]) {
          const alone = preTradeCheck(body, now, set);
          for (const one of alone.blocks) expect(blocked).toContain(placeOf(one));
          for (const one of alone.warnings) expect(held).toContain(placeOf(one));
        }
      },
    ),
    { numRuns: 1_000 },
  );
});
