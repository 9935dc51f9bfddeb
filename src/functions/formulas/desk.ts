import type { DeskStatus } from '../../domain/desk-status';
import { plainName } from '../../domain/field-name';
import { sentence, type Failure } from '../../domain/failure';
import type { RawRecord } from '../../domain/record';
import { CellFailure, cellFailure, late, SIGNED_OUT, UNFETCHED, WAITING } from '../cells/cell-failure';
import { cellOf, type Cell, type Shown } from '../cells/cells';
import { valueOf, type Formula, type FormulaContext } from '../cells/context';
import { computerSerial, SheetTime } from '../cells/sheet-time';
import { fieldsArgument } from './arguments';
import type { KnownFields } from './fields';
import { fieldCell } from './records';

export const iso = (epochMs: number | undefined): string | null =>
  epochMs === undefined ? null : new Date(epochMs).toISOString();

/** The gateway's own shapes under names of the same kind as the service's, so that cells treat them alike. */
const statusRecord = (status: DeskStatus, refusal: Failure | undefined): RawRecord => ({
  'signed-in': status.signedIn && !refusal,
  environment: status.environment,
  service: status.service,
  zone: status.zone,
  'token-ends-at': iso(status.tokenEndsAt),
  problem: refusal ? sentence(refusal) : problemOf(status),
  version: status.version,
  'shown-zone': status.shownZone ?? status.zone,
  halted: status.halt !== undefined,
});

/** What keeps the desk from working comes before a journal that is not right: with that it works on. */
function problemOf({ failure, journal }: DeskStatus): string | null {
  const told = failure ?? journal?.failure;
  return told ? sentence(told) : null;
}

const CONNECTION = 'connection';
/** Never in the card, which would change each minute with them: for NOW(), as people read it, and the day that it is then. */
const TOLD_AT = 'told-at';
const TOLD_TIME = 'told-time';
const TODAY = 'today';
const STATUS_FIELDS: KnownFields = [
  'signed-in',
  'environment',
  CONNECTION,
  'service',
  'zone',
  'token-ends-at',
  'problem',
  'version',
  'shown-zone',
  'halted',
];

/** STATUS: the connection is told even when nothing else can be. */
export function statusFormula(given: { field: unknown }): Formula {
  const fields = fieldsArgument(given.field);
  if (!fields.ok) return cellFailure(fields.failure);
  const toldAt = lastTold();
  return (desk) => status(desk, fields.value, toldAt);
}

const MINUTE_MS = 60_000;

interface Told {
  /** The minute in which the desk last kept this workbook up to date, by this computer's clock. */
  readonly last: number | CellFailure;
  /** The same as long as it does; cut off, or without the platform, it does not any more. */
  readonly now: number | CellFailure;
}

/**
 * A sheet compares the minute with NOW(), so that Excel alone can say that nobody is there: then nothing of the desk runs that could.
 * Where the desk runs and is cut off, or the platform does not answer, it says so at once, as the pane does.
 */
function lastTold(): (desk: FormulaContext) => Told {
  let toldAt: number | undefined;
  return (desk) => {
    const mode = desk.mode();
    if (mode !== 'live') {
      const idle = new CellFailure('#N/A', UNFETCHED[mode].message);
      return { last: idle, now: idle };
    }
    const connection = desk.connection();
    const now = desk.computerNow();
    const platformGone = connection === 'open' ? withoutPlatform(desk) : undefined;
    if (platformGone) return { last: toldAt ?? platformGone, now: platformGone };
    if (connection === 'open') {
      toldAt = now - (now % MINUTE_MS);
      desk.again(toldAt + MINUTE_MS - now);
    }
    const none = connection === 'connecting' ? WAITING : late(connection);
    const isCutOff = connection === 'lost' || connection === 'unpaired';
    return { last: toldAt ?? none, now: isCutOff ? none : (toldAt ?? none) };
  };
}

/** Why nothing new comes from the platform; a journal that is not right keeps no price from coming. */
function withoutPlatform(desk: FormulaContext): CellFailure | undefined {
  const known = desk.ask({ kind: 'status' }).value;
  if (!known) return undefined;
  if (known.failure) return cellFailure({ ...known.failure, kind: 'unavailable' });
  return known.signedIn ? undefined : SIGNED_OUT;
}

/** By how much the gateway's clock is before this computer's, to the second. */
const asideMs = (desk: FormulaContext): number =>
  Math.round((desk.now() - desk.computerNow()) / 1_000) * 1_000;

function status(
  desk: FormulaContext,
  names: readonly string[] | undefined,
  toldAt: (desk: FormulaContext) => Told,
): Shown {
  const connection = desk.connection();
  const { value, failure } = desk.ask({ kind: 'status' });
  const shown = valueOf(desk, { kind: 'status' });
  if (shown instanceof CellFailure && shown.waiting && connection === 'connecting') return WAITING;
  const refusal = failure?.kind === 'denied' ? failure : undefined;
  // Whoever is let in no more is told that, and keeps the place where the desk was.
  const known = refusal ? (value ?? shown) : shown;
  const record = known instanceof CellFailure ? known : statusRecord(known, refusal);
  const time =
    known instanceof CellFailure
      ? new SheetTime('UTC')
      : new SheetTime(known.zone, known.shownZone, known.formattedDates);
  const cell = (name: string): Cell => {
    if (name === '') return '';
    if (refusal && plainName(name) === 'signedin') return false;
    if (name.toLowerCase() === CONNECTION) return cellOf(connection, CONNECTION, time);
    const asked = name.toLowerCase();
    if ([TODAY, TOLD_TIME, TOLD_AT].includes(asked)) {
      const { last, now } = toldAt(desk);
      const at = asked === TOLD_AT ? now : last;
      // No such minute while the desk is away is an answer to whoever compares it, and nothing to mend in its cell.
      if (at instanceof CellFailure)
        return new CellFailure(at.code, at.message, { waiting: at.waiting, isNone: true });
      // The gateway's clock is right where this computer's may not be.
      if (asked === TODAY) return time.today(at + asideMs(desk));
      return asked === TOLD_TIME ? time.minute(at + asideMs(desk)) : computerSerial(at);
    }
    return fieldCell(record, name, { known: [...STATUS_FIELDS, TOLD_AT, TOLD_TIME, TODAY], time });
  };
  return names ? [names.map(cell)] : STATUS_FIELDS.map((name) => [name, cell(name)]);
}
