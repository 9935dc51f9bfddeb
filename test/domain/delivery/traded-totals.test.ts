import { expect, it } from 'vitest';
import { tradedTotals } from '../../../src/domain/delivery/traded-totals';
import type { FillLeg } from '../../../src/domain/delivery/fill-legs';
import { Quantity } from '../../../src/domain/quantity';

const leg = (action: 'buy' | 'sell', quantity: string, over: Partial<FillLeg> = {}): FillLeg => ({
  ...{ action, commodity: 'power', market: 'DE', quantityUnit: 'MW' },
  quantity: Quantity.parse(quantity),
  ...over,
});
const gas = { commodity: 'gas', market: 'TTF' };

it('never adds power and gas, nor two markets or units, and nets what is left', () => {
  const fills = [
    [leg('buy', '10')],
    [leg('buy', '10', gas)],
    [leg('sell', '2.5')],
    [leg('buy', '5', { market: 'FR' })],
    [leg('sell', '1000', { ...gas, quantityUnit: 'MWh' })],
  ].map((legs) => ({ legs }));
  expect(tradedTotals(fills)).toEqual([
    { commodity: 'power', market: 'DE', unit: 'MW', sums: { bought: '10', sold: '2.5', net: '7.5' } },
    { ...gas, unit: 'MW', sums: { bought: '10', sold: '0', net: '10' } },
    { commodity: 'power', market: 'FR', unit: 'MW', sums: { bought: '5', sold: '0', net: '5' } },
    { ...gas, unit: 'MWh', sums: { bought: '0', sold: '1000', net: '-1000' } },
  ]);
});

it('counts each leg of a spread by itself, and leaves out what does not say its side, quantity or unit', () => {
  const { action: _, ...sideless } = leg('buy', '4');
  const { quantityUnit: __, ...unitless } = leg('buy', '4');
  const legs = [leg('sell', '15', { market: 'NL' }), leg('buy', '15'), sideless, unitless];
  expect(tradedTotals([{ legs }]).map(({ market, sums }) => [market, sums?.net])).toEqual([
    ['NL', '-15'],
    ['DE', '15'],
  ]);
});

it('tells all in MWh once one is, but for what has no energy or whose energy is not known', () => {
  const year = { deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31', loadProfile: 'base' };
  const weekend = { deliveryStart: '2026-11-28', deliveryEnd: '2026-11-29', loadProfile: 'base' };
  const shape = { ...weekend, market: 'AT', loadProfile: 'solar' };
  const certificates = { commodity: 'GoO', market: 'EU', quantityUnit: 'certificates' };
  const fills = [
    [leg('buy', '10', year), leg('sell', '10', weekend)],
    [leg('buy', '1', { ...gas, ...weekend })],
    [leg('buy', '2', shape)],
    [leg('buy', '500', certificates)],
  ].map((legs) => ({ legs }));
  expect(tradedTotals(fills).map(({ market, unit, sums }) => [market, unit, sums?.net])).toEqual([
    ['DE', 'MWh', '87120'],
    ['TTF', 'MWh', '48'],
    ['AT', 'MW', '2'],
    ['EU', 'certificates', '500'],
  ]);
  expect(tradedTotals(fills.slice(1, 2))).toMatchObject([{ unit: 'MW', sums: { net: '1' } }]);
});

it('adds no MW of different deliveries: they are told in MWh, or not at all', () => {
  const year = { deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31', loadProfile: 'base' };
  const weekend = { deliveryStart: '2026-11-28', deliveryEnd: '2026-11-29', loadProfile: 'base' };
  const fills = [{ legs: [leg('buy', '10', year)] }, { legs: [leg('sell', '10', weekend)] }];
  expect(tradedTotals(fills)).toEqual([
    { commodity: 'power', market: 'DE', unit: 'MWh', sums: { bought: '87600', sold: '480', net: '87120' } },
  ]);
  const unsummed = [{ commodity: 'power', market: 'DE', unit: 'MW' }];
  expect(tradedTotals([...fills, { legs: [leg('sell', '5')] }])).toEqual(unsummed);
  // In which of its hours a shape delivers nobody knows: its most is no sum.
  const shape = { ...weekend, loadProfile: 'solar' };
  expect(tradedTotals([...fills, { legs: [leg('sell', '5', shape)] }])).toEqual(unsummed);
  const whole = [year, shape].map((of) => ({ legs: [leg('buy', '7', { ...of, quantityUnit: 'MWh' })] }));
  expect(tradedTotals(whole)).toMatchObject([{ unit: 'MWh', sums: { net: '14' } }]);
});
