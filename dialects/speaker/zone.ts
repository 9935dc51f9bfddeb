const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  formats.set(zone, format);
  return format;
}

/** What the clocks of a zone show, as 2026-11-20T10:00:00.000. */
export function shownIn(zone: string, ms: number): string {
  const clock = formatOf(zone).format(ms).replace(' ', 'T');
  return `${clock}.${String(((ms % 1000) + 1000) % 1000).padStart(3, '0')}`;
}

const asUtc = (clock: string): number => Date.parse(`${clock}Z`);

/** The first moment at which the clocks of a zone show it. */
export function momentOf(zone: string, clock: string): number {
  const wanted = asUtc(clock);
  const guess = wanted - (asUtc(shownIn(zone, wanted)) - wanted);
  return wanted - (asUtc(shownIn(zone, guess)) - guess);
}
