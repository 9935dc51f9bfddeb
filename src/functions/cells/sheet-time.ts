import { EXCEL_EPOCH, excelSerial, localTimeOf } from '../../domain/local-time';
import { zoneNames } from '../../domain/zone-name';

const DAY_MS = 86_400_000;
/** 2000-01-01 to 2099-12-31: a smaller or larger number is not meant as a date. */
const SERIAL_MIN = 36_526;
const SERIAL_MAX = 73_051;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const MINUTE_MS = 60_000;
/** Excel's number of a moment by the clock and the zone of this computer: it is compared with NOW(). */
export const computerSerial = (epochMs: number): number =>
  excelSerial(epochMs - new Date(epochMs).getTimezoneOffset() * MINUTE_MS);

/** Excel's number of a day written yyyy-mm-dd; `undefined` when there is no such day. */
export function daySerial(written: string): number | undefined {
  const [, year, month, day] = ISO_DAY.exec(written) ?? [];
  const utcMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return !Number.isNaN(utcMs) && isoDay(utcMs) === written ? excelSerial(utcMs) : undefined;
}

/** The day that Excel's number stands for, yyyy-mm-dd, whatever its time of day. */
export function dayOfSerial(serial: number): string | undefined {
  if (!(serial >= SERIAL_MIN && serial < SERIAL_MAX)) return undefined;
  return isoDay((Math.floor(serial) - EXCEL_EPOCH) * DAY_MS);
}

const isoDay = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10);

/** How a cell shows a day and a moment where formulas say so; Excel writes the months in its own language. */
const FORMATS = { day: 'dd-mmm-yyyy', moment: 'dd-mmm-yyyy hh:mm:ss' } as const;

/** Excel's number of a day or a moment, with how its cell shows it. */
export class DateNumber {
  readonly format: string;

  constructor(
    readonly serial: number,
    readonly kind: keyof typeof FORMATS,
  ) {
    this.format = FORMATS[kind];
  }
}

/**
 * Moments as a sheet shows them: Excel's dates have no zone, so they read as the clocks of one zone do, summer and
 * winter time included. Days, as of a list or of a period, are always those of the service's zone.
 */
export class SheetTime {
  private readonly zoneName: (epochMs: number) => string;

  /** `formatted`: numbers of days and moments bring their formats along. */
  constructor(
    private readonly zone: string,
    private readonly shownZone = zone,
    private readonly formatted = false,
  ) {
    this.zoneName = zoneNames(shownZone);
  }

  /** Excel's number of this moment. */
  serial(epochMs: number): number {
    return excelSerial(this.shownMs(epochMs));
  }

  /** Excel's number of a day or of a moment as a cell gets it. */
  dated(serial: number, kind: DateNumber['kind']): number | DateNumber {
    return this.formatted ? new DateNumber(serial, kind) : serial;
  }

  /** A moment as a cell gets it: cut to the second, as the pane cuts it. Excel would round it, and show the next one. */
  moment(epochMs: number): number | DateNumber {
    return this.dated(this.serial(Math.floor(epochMs / 1000) * 1000), 'moment');
  }

  /** The day of a moment by the shown clocks, as a cell gets it. */
  today(epochMs: number): number | DateNumber {
    return this.dated(Math.floor(this.serial(epochMs)), 'day');
  }

  /** The service's day, yyyy-mm-dd. */
  day(epochMs: number): string {
    return isoDay(localTimeOf(this.zone).wallMs(epochMs));
  }

  /** "12:04:31 CET", with the day before it when that is not the day of `now`. */
  text(epochMs: number, now: number): string {
    const iso = new Date(this.shownMs(epochMs)).toISOString();
    const [day, time] = [iso.slice(0, 10), iso.slice(11, 19)];
    const named = `${time} ${this.zoneName(epochMs)}`;
    return day === isoDay(this.shownMs(now)) ? named : `${day} ${named}`;
  }

  /** "Mon 12:04 CET". With the day of the week, so that yesterday does not look like today. */
  minute(epochMs: number): string {
    // "Mon, 23 Nov 2026 12:04:31 GMT"
    const read = new Date(this.shownMs(epochMs)).toUTCString();
    return `${read.slice(0, 3)} ${read.slice(17, 22)} ${this.zoneName(epochMs)}`;
  }

  /** What the clocks of the shown zone read at this moment, as if it were UTC. Most cells show no moment, so only when it is asked for. */
  private shownMs(epochMs: number): number {
    return localTimeOf(this.shownZone).wallMs(epochMs);
  }
}
