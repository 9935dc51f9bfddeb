import type { Connection } from '../../client/client';
import type { Mode } from '../../client/mode';
import { sentence, type Failure, type FailureKind } from '../../domain/failure';

/** The two Excel errors that keep a message. */
type CellErrorCode = '#VALUE!' | '#N/A';

/** An error in a cell, with the sentence that Excel shows beside it. */
export class CellFailure {
  /** True while nothing is known yet: a formula of which all is so has nothing to show. */
  readonly waiting: boolean;
  /** There is none, and nothing is wrong: no quote yet, or no price where there can be none. */
  readonly isNone: boolean;

  constructor(
    readonly code: CellErrorCode,
    readonly message: string,
    { waiting = false, isNone = false } = {},
  ) {
    this.waiting = waiting;
    this.isNone = isNone;
  }
}

interface CellRule {
  /** `#VALUE!` when the formula has to change, `#N/A` when the value is not to be had now. */
  readonly code: CellErrorCode;
  /** The failure is about the record itself, so the last good value must not stand in for it. */
  readonly hidesValue: boolean;
  /** Said instead of the failure's own words. */
  readonly says?: string;
}

const RULES: Record<FailureKind, CellRule> = {
  'invalid-argument': { code: '#VALUE!', hidesValue: true },
  'signed-out': { code: '#N/A', hidesValue: true, says: 'Sign in on the SpreadDesk pane.' },
  denied: { code: '#N/A', hidesValue: true },
  'not-found': { code: '#N/A', hidesValue: true },
  'price-moved': { code: '#N/A', hidesValue: false },
  'wrong-state': { code: '#N/A', hidesValue: false },
  throttled: { code: '#N/A', hidesValue: false },
  'quota-spent': { code: '#N/A', hidesValue: false },
  unsupported: { code: '#N/A', hidesValue: true },
  unreadable: { code: '#N/A', hidesValue: false },
  unavailable: { code: '#N/A', hidesValue: false },
  'unknown-outcome': { code: '#N/A', hidesValue: false },
};

/** A failure as a cell shows it. */
export function cellFailure(failure: Failure): CellFailure {
  const { code, says } = RULES[failure.kind];
  return new CellFailure(code, says ?? sentence(failure));
}

export const hidesValue = ({ kind }: Failure): boolean => RULES[kind].hidesValue;

/** What the formula says cannot be used; the sentence says what can. */
export const refused = (message: string, next: string): Failure => ({
  kind: 'invalid-argument',
  message,
  next,
});

/** Errors that pass by themselves, so that what follows from them is not there yet. */
const PASSING: ReadonlySet<unknown> = new Set(['#N/A', '#BUSY!', '#GETTING_DATA', '#CONNECT!']);

/** What is wrong where the cell of an argument shows an error: Excel hands it over as an object. */
export function errorGiven(given: unknown): Failure | undefined {
  if (typeof given !== 'object' || given === null || !('type' in given) || given.type !== 'Error')
    return undefined;
  const shown = 'basicValue' in given && typeof given.basicValue === 'string' ? given.basicValue : '#VALUE!';
  const message = `A cell that this formula uses shows ${shown}.`;
  return PASSING.has(shown)
    ? { kind: 'unavailable', message, next: 'This one follows it.' }
    : refused(message, 'Correct that cell.');
}

export const WAITING = new CellFailure('#N/A', 'Loading.', { waiting: true });
export const SIGNED_OUT = cellFailure({ kind: 'signed-out', message: '', next: '' });

/** Nothing is known, and the workbook does not fetch by itself. */
export const UNFETCHED: Record<Exclude<Mode, 'live'>, CellFailure> = {
  manual: new CellFailure('#N/A', 'Manual mode: cells do not update. Refresh on the SpreadDesk pane.'),
  paused: new CellFailure(
    '#N/A',
    'This workbook is paused. Set it to live or manual on the SpreadDesk pane.',
  ),
};

/**
 * A value past its age limit. `confirmed` is when the platform last gave it, as people write a time; the failure and the mode are those of
 * asking it again. Without a line to the gateway nothing that was told before says why it is old.
 */
export function stale(
  confirmed: string,
  {
    failure,
    mode = 'live',
    connection,
  }: { failure?: Failure | undefined; mode?: Mode; connection: Connection },
): CellFailure {
  const why = connection === 'open' ? failure : CUT_OFF[connection];
  return new CellFailure('#N/A', `Stale: last confirmed ${confirmed}. ${reasonOf(why, mode)}`);
}

/** Nothing is tried again by itself while the workbook is not live, whatever the failure says of that. */
function reasonOf(why: Failure | undefined, mode: Mode): string {
  if (mode !== 'live') return `${why?.message ?? ''} ${UNFETCHED[mode].message}`.trim();
  return why ? sentence(why) : 'It returns when the platform answers.';
}

const NO_GATEWAY: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway does not answer.',
  next: 'Check that it is running; the cell updates when it is back.',
};
/** Why nothing comes to this page. */
const CUT_OFF: Readonly<Record<Exclude<Connection, 'open'>, Failure>> = {
  connecting: NO_GATEWAY,
  lost: NO_GATEWAY,
  unpaired: {
    kind: 'signed-out',
    message: 'The SpreadDesk gateway does not know who uses this Excel.',
    next: 'Sign in on the pane, or type the pairing code there.',
  },
};
const NO_ANSWER_YET = 'No answer yet. Please wait; DESK.QUOTA() shows how many calls are waiting.';

/** Nothing has come within the deadline of a cell. */
export function late(connection: Connection): CellFailure {
  return new CellFailure('#N/A', connection === 'open' ? NO_ANSWER_YET : sentence(CUT_OFF[connection]));
}
