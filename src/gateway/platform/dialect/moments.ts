import { Temporal } from 'temporal-polyfill';
import type { DayForm, TimeForm } from '../../../contract/service/mapping';
import { epochMsOf } from '../../../contract/service/reading';

/** What is wrong with a value, as a clause without its subject. */
export class Wrong {
  constructor(readonly message: string) {}
}

/** Outside these years a number of seconds was taken for milliseconds, or the other way round. */
const EARLIEST = Date.UTC(1990, 0);
const LATEST = Date.UTC(2200, 0);
const WITH_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const PLAIN = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A written moment as our own: ISO 8601 in UTC. */
export function readTime(written: unknown, form: TimeForm): string | Wrong {
  const ms = epochOf(written, form);
  if (ms === undefined || Number.isNaN(ms)) return new Wrong(`${shown(written)} is not a time`);
  if (ms < EARLIEST || ms > LATEST) return new Wrong(`${shown(written)} would be a time of another century`);
  return new Date(ms).toISOString();
}

function epochOf(written: unknown, form: TimeForm): number | undefined {
  if (form === 'epoch-ms') return numberIn(written);
  if (form === 'epoch-seconds') {
    const seconds = numberIn(written);
    return seconds === undefined ? undefined : Math.round(seconds * 1000);
  }
  if (typeof written !== 'string') return undefined;
  if (form === 'iso') return epochMsOf(written.replace(' ', 'T'));
  if ('day' in form) return DAY.test(written) ? localMs(`${written}T00:00:00`, form.day) : undefined;
  if (WITH_OFFSET.test(written)) return epochMsOf(written);
  return PLAIN.test(written) ? localMs(written.replace(' ', 'T'), form.local) : undefined;
}

/** Our own moment as the platform writes it. */
export function writtenTime(iso: string, form: TimeForm): string | number | Wrong {
  const ms = epochMsOf(iso);
  if (Number.isNaN(ms)) return new Wrong(`${shown(iso)} is not a time`);
  if (form === 'iso') return iso;
  if (form === 'epoch-ms') return ms;
  if (form === 'epoch-seconds') return Math.floor(ms / 1000);
  const zone = 'day' in form ? form.day : form.local;
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime();
  return 'day' in form ? local.toPlainDate().toString() : local.toString();
}

/** A written day as our own: YYYY-MM-DD. */
export function readDay(written: unknown, form: DayForm): string | Wrong {
  if (form === 'iso')
    return typeof written === 'string' ? written : new Wrong(`${shown(written)} is not a day`);
  if (form === 'compact') {
    const digits = typeof written === 'number' ? String(written) : written;
    const [, year, month, day] = (typeof digits === 'string' && /^(\d{4})(\d{2})(\d{2})$/.exec(digits)) || [];
    return day === undefined ? new Wrong(`${shown(written)} is not a day`) : `${year}-${month}-${day}`;
  }
  if (typeof written === 'string' && DAY.test(written)) return written;
  const moment = readTime(written, form.as ?? 'iso');
  if (moment instanceof Wrong) return moment;
  return Temporal.Instant.from(moment).toZonedDateTimeISO(form.of).toPlainDate().toString();
}

/** Our own day as the platform writes it. */
export function writtenDay(day: string, form: DayForm): string | number | Wrong {
  if (form === 'iso') return day;
  if (form === 'compact') return day.replaceAll('-', '');
  if (!DAY.test(day)) return new Wrong(`${shown(day)} is not a day`);
  return writtenTime(new Date(localMs(`${day}T00:00:00`, form.of)).toISOString(), form.as ?? 'iso');
}

const numberIn = (written: unknown): number | undefined => {
  const text = typeof written === 'number' || typeof written === 'string' ? String(written) : '';
  return /^\d{1,16}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
};

const QUARTER_MS = 900_000;
const OFFSETS_MAX = 20_000;
/** Offsets change at quarters of an hour, and lists are full of equal ones. */
const offsets = new Map<string, number>();

/** Epoch ms of a clock in the zone. Of an hour that comes twice it is the first; an hour that is left out is the one after. */
function localMs(written: string, zone: string): number {
  const asUtc = Date.parse(`${written}Z`);
  if (Number.isNaN(asUtc)) return NaN;
  const key = `${zone} ${Math.floor(asUtc / QUARTER_MS)}`;
  const known = offsets.get(key);
  if (known !== undefined) return asUtc - known;
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  const offset = asUtc - Temporal.PlainDateTime.from(written).toZonedDateTime(zone).epochMilliseconds;
  offsets.set(key, offset);
  return asUtc - offset;
}

const SHOWN_MAX = 40;
/** A value as a sentence names it. */
export const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN_MAX);
