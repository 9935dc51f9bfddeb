// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PositionRow, PositionSums } from '../../../src/domain/position';
import { NOON } from '../examples';
import { openPane, violations } from '../open-pane';

const POSITION = { kind: 'position', by: 'month', from: '2026-11-01' } as const;
const row = (start: string, end: string, over: Partial<PositionRow> = {}): PositionRow => ({
  ...{ start, end, commodity: 'power', market: 'DE', load: 'base', hours: 744 },
  ...{ bought: '7440', sold: '0', prices: [] },
  ...over,
});
const sums = (over: Partial<PositionSums> = {}): PositionSums => ({
  rows: [
    row('2026-12-01', '2026-12-31'),
    row('2027-02-01', '2027-02-28', { hours: 672, bought: '0', sold: '3360' }),
    row('2026-12-01', '2026-12-31', { market: 'GB', bought: '744' }),
    row('2026-12-01', '2026-12-31', { market: 'GB', commodity: 'gas' }),
  ],
  ...{ left: 0, uncounted: [], provisional: 0, unlisted: 0, gaps: [], missing: 0, capturedUntil: NOON },
  ...over,
});
const chart = () => screen.getByRole('region', { name: 'Net position from all stored trades' });

it('draws net MW by month for each load in each market, and says it in words', async () => {
  const pane = openPane();
  pane.press(/^Today/);
  expect(screen.queryByRole('region', { name: 'Net position from all stored trades' })).toBeNull();
  pane.say(POSITION, sums());
  const pictures = within(chart()).getAllByRole('img');
  expect(pictures.map((picture) => picture.getAttribute('aria-label'))).toEqual([
    'DE base, net MW by month: Dec-26 +10, Feb-27 −5',
    'power GB base, net MW by month: Dec-26 +1',
    'gas GB base, net MW by month: Dec-26 +10',
  ]);
  const bars = [...(pictures[0]?.querySelectorAll('rect') ?? [])];
  expect(bars.map((bar) => bar.querySelector('title')?.textContent)).toEqual(['Dec-26 +10', 'Feb-27 −5']);
  const [long, short] = bars.map((bar) => Number(bar.getAttribute('height')));
  expect((long ?? 0) / (short ?? 1)).toBeCloseTo(2);
  // The same MW are bars of the same length in every picture.
  const heightIn = (at: number): number =>
    Number(pictures[at]?.querySelector('rect')?.getAttribute('height'));
  expect(heightIn(2)).toBeCloseTo(long ?? 0);
  expect((long ?? 0) / heightIn(1)).toBeCloseTo(10);
  expect(chart().textContent).toContain('MW by month, same scale');
  expect(chart().textContent).toContain('Dec-26 to Feb-27');
  expect(chart().textContent).toContain('Trades are stored until');
  expect(await violations(pane.container)).toEqual([]);
});

it('draws no bar for what is not known, and says what is in none', () => {
  const pane = openPane();
  pane.press(/^Today/);
  const misses = { bought: 'TR-1 is not counted: it is in lots.' };
  pane.say(
    POSITION,
    sums({
      rows: [row('2026-12-01', '2026-12-31', { misses })],
      uncounted: [
        { why: 'is in lots', names: ['TR-1'], count: 1 },
        { why: 'is cancelled by its record', names: ['TR-2'], count: 1, isVoid: true },
      ],
      provisional: 2,
    }),
  );
  expect(
    within(chart()).getByRole('img', { name: 'DE base, net MW by month: Dec-26 not known' }),
  ).toBeTruthy();
  expect(chart().textContent).toContain(
    'Not included: 1 cannot be counted (is in lots: TR-1), 1 cancelled, 2 provisional.',
  );
});

it('says that trades may be missing where no list was downloaded, and where the rest of many markets is', () => {
  const pane = openPane();
  pane.press(/^Today/);
  const { capturedUntil: _, ...rest } = sums({
    rows: ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((market) => row('2026-12-01', '2026-12-31', { market })),
  });
  pane.say(POSITION, rest);
  expect(within(chart()).getAllByRole('img')).toHaveLength(6);
  expect(chart().textContent).toContain('No complete list of trades was downloaded, so some may be missing');
  expect(chart().textContent).toContain('Not everything fits here: insert the sheet Position');
});
