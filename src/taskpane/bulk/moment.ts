const DAY_MS = 86_400_000;
/** 1970-01-01 as Excel counts days. */
const EPOCH_SERIAL = 25_569;

/** Excel's number of a moment, as the clocks of a zone read it, to the second. */
export function momentSerial(epochMs: number, zone: string): number {
  const read = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(epochMs);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(read.find((one) => one.type === type)?.value);
  const asUtcMs = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return asUtcMs / DAY_MS + EPOCH_SERIAL;
}
