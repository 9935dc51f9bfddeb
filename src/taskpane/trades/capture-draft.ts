import { CaptureWanted } from '../../domain/capture';
import { daysOfPeriod } from '../words/period';
import type { Days } from './days';

/** Which trades, as a person types it: names with commas between them, none for all. */
export interface CaptureDraft extends Days {
  readonly venues: string;
  readonly commodities: string;
}

/** What is wanted; nothing while the days are not filled in. */
export function wantedOf({ from, to, venues, commodities }: CaptureDraft): CaptureWanted | undefined {
  if (daysOfPeriod(from, to) === undefined) return undefined;
  const names = { venues: namesIn(venues), commodities: namesIn(commodities) };
  return CaptureWanted.safeParse({
    from,
    to,
    ...(names.venues.length > 0 && { venues: names.venues }),
    ...(names.commodities.length > 0 && { commodities: names.commodities }),
  }).data;
}

const namesIn = (typed: string): string[] => typed.split(',').flatMap((name) => name.trim() || []);

/** Names that were seen in lists, each once and in order. */
export const namesSeen = (...lists: readonly (readonly (string | undefined)[] | undefined)[]): string[] =>
  [...new Set(lists.flatMap((list) => list ?? []).filter((name) => name !== undefined && name !== ''))]
    .flatMap((name) => name ?? [])
    .sort();
