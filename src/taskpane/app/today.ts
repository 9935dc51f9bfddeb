import { useMemo } from 'react';
import type { Watchable } from './observable';
import { usePane, useWatched } from './hooks';

/** The present day in a zone, "2026-11-20"; it moves at that zone's midnight. */
export function useToday(zone: string): string {
  const { ticker } = usePane();
  return useWatched(useMemo(() => todayOf(ticker, zone), [ticker, zone]));
}

function todayOf({ get, subscribe }: Watchable<number>, zone: string): Watchable<string> {
  const day = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return {
    get() {
      const parts = new Map<string, string>(day.formatToParts(get()).map(({ type, value }) => [type, value]));
      return ['year', 'month', 'day'].map((type) => parts.get(type)).join('-');
    },
    subscribe,
  };
}
