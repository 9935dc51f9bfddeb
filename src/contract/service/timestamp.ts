const WRITTEN = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Epoch ms of an ISO 8601 timestamp, NaN for anything else: JavaScript by itself finds a date in almost any text.
 * Without an offset it is in UTC, as all timestamps of the service are taken to be, and not in the zone of this machine.
 */
export function epochMsOf(written: string): number {
  const match = WRITTEN.exec(written);
  if (!match) return NaN;
  const [, offset] = match;
  return Date.parse(offset === undefined && written.includes('T') ? `${written}Z` : written);
}
