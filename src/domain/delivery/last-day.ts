const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})T00:00(?::00(?:\.0+)?)?[+-]\d{2}:?\d{2}$/;
const DAY_MS = 86_400_000;

/**
 * The last day of a delivery by its written end. A day stands for itself (wire defaults), but a midnight by clocks that are told is the end of
 * the day before it; not where the delivery would end before it begins: then midnights are how days are written.
 */
export function lastDay<T extends string | null | undefined>(
  end: T,
  start: string | null | undefined,
): T | string {
  const [, day] = MIDNIGHT.exec(end ?? '') ?? [];
  if (day === undefined || !start) return end;
  const before = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
  return before < start.slice(0, 10) ? end : before;
}
