import { expect, it } from 'vitest';
import { cellOf, type Shown } from '../../src/functions/cells/cells';
import { LiveFormula } from '../../src/functions/cells/live';
import { requestsFormula } from '../../src/functions/formulas/request-table';
import { SheetTime } from '../../src/functions/cells/sheet-time';
import { WholeSystem } from './whole-system';

/** The earliest request in a cell, in a desk that shows another zone or not. */
async function firstCreated(shownZone?: string): Promise<number> {
  const system = await WholeSystem.start(shownZone === undefined ? {} : { shownZone });
  try {
    const formula = requestsFormula({
      state: null,
      commodity: null,
      contract: null,
      from: null,
      to: null,
      columns: 'created-at',
    });
    if (typeof formula !== 'function') throw new Error('The formula was refused.');
    let shown: Shown = [];
    const live = new LiveFormula({
      client: system.openPage(),
      formula,
      show: (now) => (shown = now),
      heard: () => undefined,
      computerNow: () => 0,
    });
    live.start();
    await system.until('the requests are shown', () => Array.isArray(shown) && shown.length > 1);
    live.stop();
    return Math.min(...(Array.isArray(shown) ? shown : []).slice(1).map(([created]) => Number(created)));
  } finally {
    await system.end();
  }
}

it('timestamps in cells read by the clocks that the gateway was told to show', async () => {
  const hour = (serial: number): number => Math.round(serial * 24);
  const berlin = await firstCreated();
  expect(hour(berlin) - hour(await firstCreated('Europe/London'))).toBe(1);
  expect(
    cellOf('2026-11-20T08:00:00Z', 'created-at', new SheetTime('Europe/Berlin', 'Asia/Tokyo')),
  ).toBeCloseTo(Date.parse('2026-11-20T17:00:00Z') / 86_400_000 + 25_569, 8);
});
