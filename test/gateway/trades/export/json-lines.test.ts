import { expect, it } from 'vitest';
import type { ExportPreset } from '../../../../src/domain/trade-export/preset';
import { AWKWARD } from '../../../domain/trade-export/sample-trades';
import { fileOf } from './written-file';

async function lines(preset: ExportPreset = 'desk'): Promise<Record<string, unknown>[]> {
  const text = (await fileOf({ format: 'jsonl', preset }, AWKWARD)).toString();
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('has one object per trade, with the record as the service wrote it', async () => {
  const raws = (await lines()).map(({ raw }) => raw);
  expect(raws).toEqual(AWKWARD.map(({ trade }) => trade.raw));
});

it('writes decimals as text, exactly, and leaves text as it is', async () => {
  const shown = (await lines()).map((line) => [line['trade-id'], line['price'], line['counterparty']]);
  expect(shown[4]).toEqual(['007', '-4.25', 'Nordlicht Energie AG']);
  expect(shown[6]).toEqual(['=1+1', '-0.00000001', '=HYPERLINK("http://x";"y")']);
  expect(shown[8]).toEqual(['-5', '123456789.12345678', '  @SUM(A1)']);
});

it('tells both hours of the autumn change apart, and says what is not known', async () => {
  const all = await lines();
  expect(all.slice(4, 6).map((line) => [line['traded-at-utc'], line['traded-at-local']])).toEqual([
    ['2026-10-25T00:30:00.120Z', '2026-10-25T02:30:00.120+02:00'],
    ['2026-10-25T01:30:00.120Z', '2026-10-25T02:30:00.120+01:00'],
  ]);
  expect(all[2]).toMatchObject({ provisional: true, price: null, 'leg-1-price': null });
});

it('has one object per leg where that is wanted, each with the whole record of its trade', async () => {
  const legs = (await lines('acer-legs')).filter((line) => line['31-unique-transaction-id'] === 'T-2');
  expect(legs.map((line) => [line['leg'], line['11-buy-sell-indicator'], line['raw']])).toEqual([
    ['1', 'buy', AWKWARD[1]?.trade.raw],
    ['2', 'sell', AWKWARD[1]?.trade.raw],
  ]);
});
