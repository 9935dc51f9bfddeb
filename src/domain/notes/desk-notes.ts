import { changesInWords, emptiedFields } from '../changed-trades';
import type { DeskEntry, LevelChange, Noted } from '../desk-entry';
import type { Environment } from '../desk-status';
import type { Failure } from '../failure';
import { changedInWords, limitChanges } from '../limits/changes';
import type { DeskLimits } from '../limits/limits';
import { OUTAGE_ENDS, OUTAGE_MEANS } from '../outage-words';
import { present } from '../present';
import type { By, Role } from '../person';
import type { CorrectedTrade, DownloadSelection } from '../trade-download';

// What is written down of the desk beside its actions, each as one sentence that a head of desk understands by itself.

const nameOf = (by: By | undefined): string => by?.name ?? 'An unknown person';
const noted = (entry: Noted['entry'], by: By | undefined, does: string): Noted => ({
  entry,
  shown: `${nameOf(by)} ${does}.`,
  ...present({ by }),
});

const NAMED_MAX = 4;
/** The first few; the line has all. */
function inWords(changes: readonly LevelChange[]): string {
  const named = changes.slice(0, NAMED_MAX).map(changedInWords).join(', ');
  return changes.length > NAMED_MAX ? `${named}, and ${changes.length - NAMED_MAX} more levels` : named;
}

type Levels = Pick<DeskLimits, 'limits' | 'locked' | 'source'>;

/** Levels that a person set in the pane, or gave back. */
export function limitsNoted(by: By | undefined, before: Levels['limits'], after: Levels): Noted {
  const changes = limitChanges(before, after.limits);
  const what = changes.length === 0 ? 'set the limits as they were' : inWords(changes);
  const whole = after.source === 'pane' ? '' : `, back to the limits ${SOURCES[after.source]}`;
  return { ...noted('limits', by, what + whole), changes, levels: after };
}

/** Of a gateway that starts with other levels than the last ones: its settings, or their file, are others. */
export function givenLimitsNoted(by: By, before: Levels | undefined, after: Levels): Noted | undefined {
  const changes = before ? limitChanges(before.limits, after.limits) : [];
  const moved = before?.locked !== after.locked || before.source !== after.source || changes.length > 0;
  if (!moved) return undefined;
  const lock = after.locked ? ', locked: the pane may not change them' : '';
  const words = changes.length === 0 ? '' : `: ${inWords(changes)}`;
  const what = `runs the gateway with the limits ${SOURCES[after.source]}${lock}${words}`;
  return { ...noted('limits', by, what), changes, levels: after };
}

const SOURCES = {
  'built-in': 'that are built in',
  file: 'of its file',
  pane: 'that were set in the pane',
} as const satisfies Record<DeskLimits['source'], string>;

/** After a line that says otherwise. */
export const limitsNotSetNoted = (by: By | undefined): Noted =>
  noted('limits', by, 'did not change the limits after all: they could not be saved, and those before stay');

const SWITCHED_OFF = {
  idle: 'after five idle minutes',
  connection: 'the connection was lost',
  environment: 'the environment changed',
  'signed-out': 'the desk was signed out',
  halted: 'the desk was halted',
} as const;
type SwitchedOff = keyof typeof SWITCHED_OFF;

/** `why`: what switched it off, where no person did. */
export const armingNoted = (by: By | undefined, on: boolean, why?: SwitchedOff): Noted =>
  on
    ? noted('armed', by, 'switched trading on')
    : noted(
        'disarmed',
        by,
        why === undefined ? 'switched trading off' : `had trading switched off: ${SWITCHED_OFF[why]}`,
      );

export const startedNoted = (by: By): Noted =>
  noted('started', by, 'started the gateway: all sessions of before are over');
export const tookLeadNoted = (by: By, machine: string): Noted =>
  noted('started', by, `took the lead of this desk on ${machine}: sessions of before go on`);
export const goneOnNoted = (by: By, environment: Environment): Noted =>
  noted('platform-sign-in', by, `went on signed in at the platform: ${environment}`);
export const haltNoted = (by: By | undefined, reason?: string): Noted => ({
  ...noted('halt', by, 'halted the desk'),
  ...present({ reason }),
});
export const resumeNoted = (by: By | undefined, reason: string): Noted => ({
  ...noted('resume', by, 'resumed the desk'),
  reason,
});

/** What a press of "Withdraw all" found. `waiting`: for an approval, and cancelled by it. */
export interface FoundLive {
  readonly quotes: number;
  /** Quotes whose request is over, or whose trades come to all of them, and whose own record did not say that they are: they are tried all the same. */
  readonly ended: number;
  readonly proposals: number;
  readonly waiting: number;
}

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** At the press; what came of it is a line of its own. */
export function withdrawAllNoted(
  by: By | undefined,
  { quotes, ended, proposals, waiting }: FoundLive,
): Noted {
  const live = [
    ...(quotes > 0 ? [counted(quotes, 'quote')] : []),
    ...(proposals > 0 ? [`firm price proposals on ${counted(proposals, 'request')}`] : []),
  ].join(' and ');
  const found = live === '' ? 'nothing was known to be live' : `${live} to take off the market`;
  const [their, records] = ended === 1 ? ['its', 'record has'] : ['their', 'records have'];
  const tried =
    ended === 0
      ? ''
      : `; ${counted(ended, 'quote')} tried to be sure, over by ${their} trades or request, but ${their} own ${records} not said so`;
  const cancelled = waiting === 0 ? '' : `; ${waiting} that waited for an approval cancelled`;
  return noted('withdraw-all', by, `pressed Withdraw all: ${found}${tried}${cancelled}`);
}

/** `time`: of the press, as "10:31:04"; `came`: its count, in the words of the pane. Each withdrawal has lines of its own. */
export const withdrawAllEndedNoted = (by: By | undefined, time: string, came: string): Noted =>
  counting(by, `pressed Withdraw all at ${time}. ${came}`);

/** While nobody could lead: whoever led last sent it without the database, and it is written down later. */
export const withdrawnAloneNoted = (by: By | undefined, time: string, came: string): Noted =>
  counting(
    by,
    `pressed Withdraw all at ${time} while no machine could lead this desk. The last one sent it without the database: ${came}`,
  );

/** What was not known when the first answers were there has come to its end: the count of all of it. */
export const withdrawAllWholeNoted = (by: By | undefined, time: string, came: string): Noted =>
  counting(by, `pressed Withdraw all at ${time}; the outcome of all, now that it is known: ${came}`);

/** A count ends its sentence by itself. */
const counting = (by: By | undefined, says: string): Noted =>
  noted('withdraw-all', by, says.replace(/\.$/, ''));

/** Under the gateway's own account: no person did it. `since`: when the first call failed, as "10:31:04 CET". */
export const stoppedAnsweringNoted = (
  by: By,
  since: string,
  { message }: Pick<Failure, 'message'>,
): Noted => ({
  entry: 'platform-silent',
  by,
  shown: `The platform stopped answering at ${since}. ${OUTAGE_MEANS} ${OUTAGE_ENDS}`,
  reason: message,
});

/** Others work. `operations`: by the names of the interface, as "list-quotes". */
export const failsAloneNoted = (
  by: By,
  since: string,
  { operations, message }: Pick<Failure, 'message'> & { readonly operations: readonly string[] },
): Noted => ({
  entry: 'platform-silent',
  by,
  shown: `The platform has not answered ${operations.join(', ')} since ${since}; it answers other calls. What needs ${operations.length === 1 ? 'it' : 'them'} waits. ${OUTAGE_ENDS}`,
  reason: message,
});

/** `lastedMs`: from the first call that failed to the first one that worked. */
export const answersAgainNoted = (by: By, at: string, lastedMs: number): Noted => ({
  entry: 'platform-answers',
  by,
  shown: `The platform answers again since ${at}, after ${lastedInWords(lastedMs)}.`,
});

/** "1 h 4 min", "12 min 10 s", "8 s" */
function lastedInWords(lastedMs: number): string {
  const seconds = Math.max(0, Math.round(lastedMs / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Nobody was signed in, so nothing could be sent. */
export const withdrawAllRefusedNoted = (by: By | undefined): Noted =>
  noted('withdraw-all', by, 'pressed Withdraw all while signed out of the platform: nothing was withdrawn');

export const platformSignInNoted = (by: By | undefined, environment: Environment): Noted =>
  noted('platform-sign-in', by, `signed in at the platform: ${environment}`);
/** `failure`: what the platform, or the desk before it, said to that. */
export const platformSignInFailedNoted = (
  by: By | undefined,
  environment: Environment,
  { message }: Pick<Failure, 'message'>,
): Noted => ({
  ...noted(
    'platform-sign-in-failed',
    by,
    `tried to sign in at the platform and did not get in: ${environment}`,
  ),
  reason: message,
});
export const settingsSignInNoted = (by: By, environment: Environment): Noted =>
  noted('platform-sign-in', by, `has the gateway sign in by its settings: ${environment}`);
export const platformSignOutNoted = (by: By | undefined, environment: Environment, forget: boolean): Noted =>
  noted(
    'platform-sign-out',
    by,
    `signed out of the platform: ${environment}${forget ? ', and had its credentials forgotten' : ''}`,
  );

export const personSignInNoted = (by: By): Noted => noted('person-sign-in', by, 'signed in at this desk');
/** As the provider said when it was asked again; without a role the sign-in is over. */
export const rolesNoted = (
  by: By,
  name: string,
  { before, now }: { readonly before: readonly Role[]; readonly now: readonly Role[] },
): Noted =>
  noted(
    'roles',
    by,
    now.length === 0
      ? `heard from the provider that ${name}, so far ${before.join(' and ')}, has no role any more, and signed them out`
      : `heard from the provider that ${name}, so far ${before.join(' and ')}, is ${now.join(' and ')} now`,
  );
export const pairedNoted = (by: By): Noted => noted('paired', by, 'paired a browser with this gateway');
/** `isProgram`: of a command of the gateway's account, and no person's. */
export const sessionNoted = (by: By, isProgram = false): Noted =>
  noted('session-begun', by, isProgram ? 'ran a command of the gateway' : 'opened SpreadDesk');
export const sessionEndedNoted = (by: By, endedBy?: By): Noted =>
  endedBy === undefined
    ? noted('session-ended', by, 'signed out')
    : noted('session-ended', endedBy, `ended the session ${by.session} of ${by.name}`);

export const downloadNoted = (
  by: By | undefined,
  { from, to, venues, commodities }: DownloadSelection,
  anew = false,
): Noted => {
  const filter = [venues, commodities].flatMap((names) => names?.join(', ') ?? []);
  const wanted = [`${from} to ${to}`, ...filter].join(' · ');
  return noted(
    'trades-download',
    by,
    `started a trade download${anew ? ' that fetches all again' : ''}: ${wanted}`,
  );
};

/** A final trade that a download has fetched again, and that the platform tells otherwise now. */
export function correctionNoted(by: By | undefined, { id, changes }: CorrectedTrade): Noted {
  const emptied = emptiedFields(changes);
  const empty = emptied === undefined ? '' : `. Empty now: ${emptied}`;
  const what = `fetched trade ${id} again, and the platform has corrected it: ${changesInWords(changes)}${empty}`;
  return { ...noted('trade-corrected', by, what), changes };
}

interface GivenTrades {
  readonly count: number;
  /** There are others behind them. */
  readonly more: boolean;
  /** How many the sheet says that it had before. */
  readonly held?: number;
}

/** As they are handed to a page for its sheet. */
export function sheetNoted(
  by: By | undefined,
  period: { from: string; to: string },
  { count, more, held }: GivenTrades,
): Noted {
  const trades = `${more ? 'more than ' : ''}${counted(count, 'trade')}`;
  const sheet = held === undefined ? 'a sheet' : `a sheet that had ${held}`;
  const isNew = held === undefined || more ? '' : `: ${Math.max(0, count - held)} new`;
  return noted(
    'trades-sheet',
    by,
    `exported ${trades} of ${period.from} to ${period.to} into ${sheet}${isNew}`,
  );
}

/** Once for a session and a period, however often its page reads them again. */
export const pageNoted = (by: By | undefined, { from, to }: { from: string; to: string }): Noted =>
  noted('trades-page', by, `looked at the trades of ${from} to ${to}`);

type GivenFile = NonNullable<DeskEntry['file']>;
/** `whole`: the file was exported to its end. */
export const fileNoted = (
  entry: 'trades-file' | 'journal-file',
  by: By | undefined,
  { file, whole }: { readonly file: GivenFile; readonly whole: boolean },
): Noted => ({
  ...noted(entry, by, `exported ${whole ? '' : 'a part of '}${file.name}, ${rowsInWords(entry, file)}`),
  file,
});

export const supportBundleNoted = (by: By | undefined, file: GivenFile): Noted => ({
  ...noted('support-bundle', by, `saved ${file.name}`),
  file,
});

const rowsInWords = (entry: 'trades-file' | 'journal-file', { rows = 0 }: GivenFile): string => {
  const what = entry === 'trades-file' ? 'trade' : 'line';
  return rows === 1 ? `1 ${what}` : `${rows} ${what}s`;
};
