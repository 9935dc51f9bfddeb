import type { CapturedTrade } from '../../domain/captured-trade';
import type { Column } from '../../domain/trade-export/column';
import { LocalTime } from '../../domain/trade-export/local-time';
import { TRADE_COLUMNS, type ExportPreset } from '../../domain/trade-export/preset';

/** One object per trade: the columns by their headers, decimals as text, and the record as the service wrote it. */
export async function* jsonLines(
  { preset, zone }: { preset: ExportPreset; zone: string },
  trades: AsyncIterable<CapturedTrade>,
): AsyncGenerator<string> {
  const columns = TRADE_COLUMNS[preset];
  const local = new LocalTime(zone);
  for await (const captured of trades) {
    const shown = columns.map((column) => [column.name, jsonValue(column, captured, local)]);
    yield `${JSON.stringify({ ...Object.fromEntries(shown), raw: captured.trade.raw })}\n`;
  }
}

function jsonValue(
  column: Column<CapturedTrade>,
  captured: CapturedTrade,
  local: LocalTime,
): string | boolean | null {
  if (column.kind !== 'instant') return column.value(captured) ?? null;
  const at = column.value(captured);
  if (at === undefined) return null;
  return column.clock === 'utc' ? new Date(at).toISOString() : local.iso(at);
}
