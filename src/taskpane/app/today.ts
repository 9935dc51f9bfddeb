import { useMemo } from 'react';
import { zoneNames } from '../../domain/zone-name';
import type { Watchable } from './observable';
import { usePane, useWatched } from './hooks';

/** The present day in a zone, "2026-11-20"; it moves at that zone's midnight. */
export function useToday(zone: string): string {
  const { ticker } = usePane();
  return useWatched(useMemo(() => todayOf(ticker, zone), [ticker, zone]));
}

function todayOf({ get, subscribe }: Watchable<number>, zone: string): Watchable<string> {
  return { get: () => dayIn(zone, get()), subscribe };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone are called at present, such as "CET". */
export function useZoneName(zone: string): string {
  const { ticker } = usePane();
  const name = useMemo(() => {
    const names = zoneNames(zone);
    return { get: () => names(ticker.get()), subscribe: ticker.subscribe };
  }, [ticker, zone]);
  return useWatched(name);
}

/** The day of a moment in a zone, "2026-11-20". */
export function dayIn(zone: string, at: number): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(zone, format);
  const parts = new Map<string, string>(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return ['year', 'month', 'day'].map((type) => parts.get(type)).join('-');
}
