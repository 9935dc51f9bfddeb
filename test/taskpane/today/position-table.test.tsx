// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FillLeg } from '../../../src/domain/delivery/fill-legs';
import { TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { PaneProvider } from '../../../src/taskpane/app/hooks';
import { PositionTable } from '../../../src/taskpane/today/position-table';
import { NOON } from '../examples';
import { openPane } from '../open-pane';

const leg = (year: number, over: FillLeg = {}): FillLeg => ({
  commodity: 'power',
  market: 'DE',
  loadProfile: 'base',
  action: 'buy',
  deliveryStart: `${year}-01-01`,
  deliveryEnd: `${year}-12-31`,
  quantity: Quantity.parse('10'),
  quantityUnit: 'MW',
  ...over,
});
function rowsOf(...legs: FillLeg[]): (string | null)[] {
  const { desk } = openPane();
  render(
    <PaneProvider value={desk}>
      <PositionTable fills={[{ tradeId: TradeId.parse('TR-1'), at: NOON, legs }]} />
    </PaneProvider>,
  );
  const table = within(screen.getByRole('region', { name: 'Net position from today’s fills' }));
  return table.getAllByRole('row').map(({ textContent }) => textContent);
}

it('two deliveries stand beside each other', () => {
  expect(rowsOf(leg(2027), leg(2028, { action: 'sell' }))).toEqual([
    'MarketCal-27Cal-28MWh',
    'DE base+10−10−240',
  ]);
});

it('more deliveries stand below each other: a narrow pane has no room for them', () => {
  expect(rowsOf(leg(2027), leg(2028), leg(2029, { action: 'sell' }))).toEqual([
    'MarketDeliveryNetMWh',
    'DE baseCal-27+10+87,600',
    'Cal-28+10+87,840',
    'Cal-29−10−87,600',
  ]);
});

it('with two units each stands with its own', () => {
  const certificates = leg(2027, {
    commodity: 'goo',
    market: 'EU-WIND',
    quantity: Quantity.parse('5000'),
    quantityUnit: 'certificates',
  });
  expect(rowsOf(leg(2027), certificates)).toEqual([
    'MarketDeliveryNetMWh',
    'DE baseCal-27+10 MW+87,600',
    'EU-WIND baseCal-27+5,000 certs–',
  ]);
});

it('bars of one unit have one scale, whatever other units there are', () => {
  const certificates = { commodity: 'goo', market: 'EU-WIND', quantityUnit: 'certificates' };
  rowsOf(
    leg(2027, { quantity: Quantity.parse('20') }),
    leg(2027, { market: 'FR', action: 'sell', quantity: Quantity.parse('5') }),
    leg(2027, { ...certificates, quantity: Quantity.parse('5000') }),
    leg(2028, { ...certificates, action: 'sell', quantity: Quantity.parse('1000') }),
  );
  const barOf = (net: string) => screen.getByRole('cell', { name: net }).style.backgroundSize;
  expect(['+20 MW', '−5 MW', '+5,000 certs', '−1,000 certs'].map(barOf)).toEqual([
    '100% 100%',
    '25% 100%',
    '100% 100%',
    '20% 100%',
  ]);
});
