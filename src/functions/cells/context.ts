import type { Connection } from '../../client/client';
import type { Mode } from '../../client/mode';
import type { DeskStatus } from '../../domain/desk-status';
import type { FailureKind } from '../../domain/failure';
import { OWN_KINDS, type Answer, type Resource, type ValueOf } from '../../domain/resources/resource';
import { CellFailure, cellFailure, hidesValue, SIGNED_OUT, stale, UNFETCHED, WAITING } from './cell-failure';
import type { Shown } from './cells';
import { SheetTime } from './sheet-time';

/** What a formula may ask while it works out what to show. Whatever it asks is watched, and shows it anew when it changes. */
export interface FormulaContext {
  ask<R extends Resource>(resource: R): Answer<R>;
  connection(): Connection;
  mode(): Mode;
  /** Epoch ms, the gateway's. */
  now(): number;
  /** Epoch ms by this computer's own clock, right or wrong: the one that Excel's NOW() goes by. */
  computerNow(): number;
  /** What is shown changes with time alone: it is worked out again after this long at the latest. */
  again(afterMs: number): void;
}

/** What a cell shows for its arguments: always the same, or by what the desk knows. */
export type Formula = Shown | ((desk: FormulaContext) => Shown);

/** The platform knows nothing of that id. */
const UNKNOWN_ID: readonly FailureKind[] = ['not-found', 'invalid-argument'];

/**
 * What is known of a resource. Ids are asked for as they were typed; where the platform does not know one, it is asked
 * once more in capitals, as its own ids are written: people type "rq-10316".
 */
export function answerTo<R extends Resource>(desk: FormulaContext, resource: R): Answer<R> {
  const answer = desk.ask(resource);
  if (!answer.failure || !UNKNOWN_ID.includes(answer.failure.kind) || !('id' in resource)) return answer;
  const capitals = resource.id.toUpperCase();
  if (capitals === resource.id) return answer;
  const other = desk.ask({ ...resource, id: capitals });
  return other.failure && UNKNOWN_ID.includes(other.failure.kind) ? answer : other;
}

/** What was told of a resource; `stale`: too long ago for anything of it that can change. */
export interface Told<V> {
  readonly value: V;
  readonly stale?: CellFailure;
}

/** What was told of a resource, however long ago, or why there is nothing. */
export function toldOf<R extends Resource>(
  desk: FormulaContext,
  resource: R,
): Told<ValueOf<R>> | CellFailure {
  const { state, value, fetchedAt, failure, idle } = answerTo(desk, resource);
  if (failure && hidesValue(failure)) return cellFailure(failure);
  if (state === 'stale') {
    const time = timeOf(desk) ?? new SheetTime('UTC');
    const confirmed = time.text(fetchedAt ?? desk.now(), desk.now());
    const mode = isOwn(resource) ? 'live' : desk.mode();
    const why = stale(confirmed, { failure, mode, connection: desk.connection() });
    return value === undefined ? why : { value, stale: why };
  }
  if (value !== undefined) return { value };
  if (failure) return cellFailure(failure);
  if (!isOwn(resource) && isSignedOut(desk)) return SIGNED_OUT;
  const mode = idle ? desk.mode() : 'live';
  return mode === 'live' ? WAITING : UNFETCHED[mode];
}

/** What a resource may show now: its value, or why there is none. */
export function valueOf<R extends Resource>(desk: FormulaContext, resource: R): ValueOf<R> | CellFailure {
  const told = toldOf(desk, resource);
  return told instanceof CellFailure ? told : (told.stale ?? told.value);
}

/** The gateway's own need no sign-in, and are live in every mode. */
const isOwn = ({ kind }: Resource): boolean => OWN_KINDS.some((own) => own === kind);

/**
 * Shows something by the clocks that the desk chose, and by the days of the service. While its zone is unknown nothing
 * is shown, but the work is done all the same, so that everything is asked for in one go; unless what is asked for
 * depends on the day it is there.
 */
export function inServiceTime(
  desk: FormulaContext,
  show: (time: SheetTime) => Shown,
  { dependsOnToday = false } = {},
): Shown {
  const time = timeOf(desk);
  if (time) return show(time);
  if (!dependsOnToday) show(new SheetTime('UTC'));
  const status = valueOf(desk, { kind: 'status' });
  return status instanceof CellFailure ? status : WAITING;
}

/** The zones do not age, so a stale status tells them as well. */
function timeOf(desk: FormulaContext): SheetTime | undefined {
  const status = desk.ask({ kind: 'status' }).value;
  if (!status) return undefined;
  const time = times.get(status) ?? new SheetTime(status.zone, status.shownZone, status.formattedDates);
  times.set(status, time);
  return time;
}
/** One for all cells of a status. */
const times = new WeakMap<DeskStatus, SheetTime>();
const isSignedOut = (desk: FormulaContext): boolean => desk.ask({ kind: 'status' }).value?.signedIn === false;
