const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Clocks change at a quarter of an hour of UTC everywhere, so within one the offset is the same. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Local time in one zone, with daylight saving time. Throws for a zone that does not exist. */
export class LocalTime {
  private readonly format: Intl.DateTimeFormat;
  // Trades come in the order of their moments: where the last one's offset was the same, the next one's is too, mostly.
  private sameFrom = NaN;
  private sameTo = NaN;
  private lastOffsetMs = 0;

  constructor(readonly zone: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  }

  /** How far the zone's clocks are ahead of UTC at this moment. */
  offsetMs(epochMs: number): number {
    if (!(epochMs >= this.sameFrom && epochMs < this.sameTo)) this.move(epochMs);
    return this.lastOffsetMs;
  }

  /** To the day of UTC, or on a day on which the clocks change to the quarter of an hour. No zone changes its clocks twice in a day. */
  private move(epochMs: number): void {
    const day = Math.floor(epochMs / DAY_MS) * DAY_MS;
    const [first, next] = [this.readOffsetMs(day), this.readOffsetMs(day + DAY_MS)];
    const lengthMs = first === next ? DAY_MS : QUARTER_MS;
    this.sameFrom = Math.floor(epochMs / lengthMs) * lengthMs;
    this.sameTo = this.sameFrom + lengthMs;
    this.lastOffsetMs = first === next ? first : this.readOffsetMs(this.sameFrom);
  }

  private readOffsetMs(startMs: number): number {
    const read = this.format.format(startMs).match(/\d+/g) ?? [];
    const [month = NaN, day = NaN, year = NaN, hour = NaN, minute = NaN, second = NaN] = read.map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - startMs;
  }

  /** Epoch ms at which a clock in UTC reads what the zone's clocks read at this moment. */
  wallMs(epochMs: number): number {
    return epochMs + this.offsetMs(epochMs);
  }

  /** The moment at which the zone's clocks read so; of the two of an autumn change the first. */
  epochMs(wallMs: number): number {
    const first = wallMs - this.offsetMs(wallMs - DAY_MS);
    return this.wallMs(first) === wallMs ? first : wallMs - this.offsetMs(wallMs);
  }

  /** "2026-10-25T02:30:00.000+02:00": the offset tells the two hours of the autumn change apart. */
  iso(epochMs: number): string {
    return new Date(this.wallMs(epochMs)).toISOString().replace('Z', this.offset(epochMs));
  }

  /** "+02:00". */
  offset(epochMs: number): string {
    const minutes = Math.round(this.offsetMs(epochMs) / MINUTE_MS);
    const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
    return `${minutes < 0 ? '-' : '+'}${twoDigits(hour)}:${twoDigits(minute)}`;
  }
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

const known = new Map<string, LocalTime>();

/** The local time of a zone, made once: a few zones are in use, and making one is dear. Throws for a zone that does not exist. */
export function localTimeOf(zone: string): LocalTime {
  const local = known.get(zone) ?? new LocalTime(zone);
  known.set(zone, local);
  return local;
}

/** 1970-01-01 as Excel counts days. */
export const EXCEL_EPOCH = 25_569;

/** The day that Excel's whole number means, "2026-11-20". */
export const dayOfSerial = (serial: number): string =>
  new Date((serial - EXCEL_EPOCH) * DAY_MS).toISOString().slice(0, 10);

/** Excel's number of a moment whose calendar and clock read so. */
export const excelSerial = (wallMs: number): number => wallMs / DAY_MS + EXCEL_EPOCH;
