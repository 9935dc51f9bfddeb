import type { DownloadSelection } from '../../domain/trade-download';
import type { ListReading, TradeStore } from '../storage/trade-store';
import type { CoveredDay } from '../../domain/trade-export/coverage';
import { selectionOf } from './selection';
import { eachDay } from './slices';

/** The days of a selection, each with the moment at which all that is wanted of it was listed. */
export async function coveredDays(
  trades: Pick<TradeStore, 'readings'>,
  wanted: DownloadSelection,
  zone: string,
): Promise<CoveredDay[]> {
  const readings = new Map<number, ListReading[]>();
  for (const one of await trades.readings(selectionOf(wanted, zone))) {
    readings.set(one.from, [...(readings.get(one.from) ?? []), one]);
  }
  return eachDay(wanted, zone).map((day) => ({
    ...day,
    listedAt: listedAt(readings.get(day.from) ?? [], wanted.commodities),
  }));
}

/** When all that is wanted of a day was listed: by the list of all commodities, or by the lists of each. */
function listedAt(
  ofDay: readonly ListReading[],
  commodities: readonly string[] | undefined,
): number | undefined {
  const latest = (commodity: string | undefined): number =>
    Math.max(
      ...ofDay
        .filter((one) => one.commodity === undefined || one.commodity === commodity)
        .map((one) => one.listedAt),
    );
  const all = Math.min(...(commodities ?? [undefined]).map(latest));
  return Number.isFinite(all) ? all : undefined;
}
