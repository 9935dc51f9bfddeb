import { accessSync, constants, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  coverageIn,
  type CoverageAnswer,
  type TradeDownloadsAnswer,
} from '../../contract/desk/trade-downloads';
import { failed, sentence, success, type Failure, type Outcome } from '../../domain/failure';
import {
  hasEnded,
  sameSelection,
  TradeDownloadId,
  type DownloadSelection,
  type TradeDownload,
} from '../../domain/trade-download';
import { pause, type Clock } from '../../effects/clock';
import type { Ids } from '../../effects/ids';
import {
  HELP,
  OUTAGE_MINUTES_MAX,
  readOptions,
  type CommandOptions,
  type ExportOptions,
} from './export-options';
import { changedInWords, emptiedInWords } from '../../domain/changed-trades';
import { NO_ANSWER, type Connection } from './gateway-client';
import type { TypedGateway } from './typed-options';

/**
 * 0: done. 1: it failed, or trades are missing in the file. 2: the words are not right. 3: it stopped before the end, to be run again.
 * 4: done, and not proven complete where that was asked for.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

interface ExportPorts {
  readonly out: Writable;
  readonly problems: Writable;
  readonly isTerminal: boolean;
  readonly connect: (gateway: TypedGateway) => Promise<Outcome<Connection>>;
  /** The environment that the settings name; whatever gateway is used has to stand there. */
  readonly environment: string | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Calls `listener` when a person wants it to stop. */
  readonly onInterrupt: (listener: () => void) => void;
}

const LOOK_EVERY_MS = 500;
/** A platform that does not answer for so long is not waited for: running this again goes on. */
const OUTAGE_MS_MAX = OUTAGE_MINUTES_MAX * 60_000;
/** It is asked for again so often while it does not answer. */
const AGAIN_MS = 5_000;

/** Carries out `npm run export`. */
export async function exportCommand(words: readonly string[], outside: ExportPorts): Promise<ExitCode> {
  const complain = (text: string): void => void outside.problems.write(`${text}\n`);
  // By this computer's day, until the gateway says which one it is at the service.
  const options = readOptions(words, dayAt(outside.clock.now()));
  if (!options.ok) {
    complain(sentence(options.failure));
    return 2;
  }
  const { value } = options;
  if (value.command === 'help') {
    outside.out.write(`${HELP}\n`);
    return 0;
  }
  const problem =
    futureProblem(value.wanted, outside.clock.now()) ??
    (value.command === 'export' ? placeProblem(value) : undefined);
  if (problem !== undefined) {
    complain(problem);
    return 2;
  }
  const connection = await outside.connect(value.gateway ?? {});
  if (!connection.ok) {
    complain(sentence(connection.failure));
    return 1;
  }
  try {
    return await new Export(connection.value, outside, complain).run(value, (today) =>
      readOptions(words, today),
    );
  } finally {
    await connection.value.close();
  }
}

const dayAt = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10);

/** Days that have begun nowhere on earth have no trades: no platform is needed to know it. */
function futureProblem({ from }: DownloadSelection, now: number): string | undefined {
  const today = dayAt(now + EARLIEST_ZONE_MS);
  return from > today ? `The days from ${from} on have not begun. Choose days up to today.` : undefined;
}
const EARLIEST_ZONE_MS = 14 * 3_600_000;

/** Why the files cannot be written where they are to be, before anything is read for them. */
function placeProblem({ out, about, force }: ExportOptions): string | undefined {
  for (const path of [out, ...(about === undefined ? [] : [about])]) {
    if (!canWriteIn(dirname(path)))
      return `${path} cannot be written: its folder is not there, or is not yours to write to. Nothing was fetched. Name another file.`;
    if (!force && existsSync(path))
      return `${path} is there already. Nothing was fetched. Name another file, or add --force to write over it.`;
  }
  return undefined;
}

function canWriteIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type Asked = Exclude<CommandOptions, { command: 'help' }>;

class Export {
  private readonly progress: ProgressLine;
  private isInterrupted = false;

  constructor(
    private readonly connection: Connection,
    private readonly outside: ExportPorts,
    private readonly complain: (text: string) => void,
  ) {
    this.progress = new ProgressLine(outside.problems, outside.isTerminal);
    outside.onInterrupt(() => (this.isInterrupted = true));
  }

  /** `again`: what was asked for, by the service's day. */
  async run(asked: Asked, again: (today: string) => Outcome<CommandOptions>): Promise<ExitCode> {
    const standing = await this.waited(() => this.standing());
    if (!standing.ok) return this.failed(standing.failure);
    const read = again(standing.value.today);
    const options = read.ok && read.value.command !== 'help' ? read.value : asked;
    const estimate = await this.waited(() =>
      this.connection.door.estimate(options.wanted, { anew: options.anew }),
    );
    if (!estimate.ok) return this.failed(estimate.failure);
    this.complain(`In ${standing.value.environment}: ${estimate.value.cost.says}`);
    for (const note of estimate.value.notes ?? []) this.complain(note);
    if (options.command === 'dry-run') return 0;
    const begun = await this.begin(options, standing.value.captures);
    if (!begun.ok) return this.failed(begun.failure);
    const ended = await this.followed(begun.value);
    this.progress.end();
    return ended.ok ? this.finish(ended.value, options) : this.failed(ended.failure);
  }

  /** What the gateway stands at, or why nothing can be downloaded there now. */
  private async standing(): Promise<Outcome<TradeDownloadsAnswer>> {
    const answer = await this.connection.door.captures();
    if (!answer.ok) return answer;
    const { environment, signedIn, failure } = answer.value;
    const wanted = this.outside.environment;
    if (wanted !== undefined && environment !== wanted) return failed(elsewhere(environment, wanted));
    return signedIn || !failure ? answer : failed(failure);
  }

  /** What was asked for, once the platform answers: it is waited for as long as may be, and nothing was written meanwhile. */
  private async waited<T>(ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const { clock } = this.outside;
    const sinceMs = clock.monotonicMs();
    for (let isTold = false; ; isTold = true) {
      const answer = await ask();
      const isOver = this.isInterrupted || clock.monotonicMs() - sinceMs >= OUTAGE_MS_MAX;
      if (answer.ok || !isOutage(answer.failure) || isOver) return answer;
      if (!isTold) this.complain(`${answer.failure.message} ${WAITS}`);
      await pause(clock, AGAIN_MS);
    }
  }

  /** One that was begun and has not ended is gone on with. */
  private begin(
    { wanted, anew }: Pick<ExportOptions, 'wanted' | 'anew'>,
    known: readonly TradeDownload[],
  ): Promise<Outcome<TradeDownload>> {
    const { door } = this.connection;
    const begun = known.find(
      (capture) =>
        !hasEnded(capture) && sameSelection(capture.wanted, wanted) && (capture.anew === true) === anew,
    );
    if (!begun) return door.start(TradeDownloadId.parse(this.outside.ids.uuid()), wanted, { anew });
    return begun.state === 'paused' ? door.step(begun.id, 'resume') : Promise.resolve(success(begun));
  }

  /** Looks until it has ended, or there is nothing to wait for here. */
  private async followed(begun: TradeDownload): Promise<Outcome<TradeDownload>> {
    const { clock } = this.outside;
    let [waitsSince, reached]: [number | undefined, string] = [undefined, ''];
    for (;;) {
      // It may have ended just before: then there is nothing to stop, and its file can be written.
      if (this.isInterrupted) await this.connection.door.step(begun.id, 'pause');
      const answer = await this.connection.door.captures();
      if (!answer.ok) return answer;
      const capture = answer.value.captures.find(({ id }) => id === begun.id);
      if (!capture) return failed(GONE);
      this.progress.show(capture);
      const { state, failure } = capture;
      if (hasEnded(capture) || state === 'paused' || failure?.kind === 'quota-spent') return success(capture);
      // A try between two waits is no end of the outage: what gets further is.
      const got = JSON.stringify([capture.listedTo, capture.isListed, capture.counts]);
      if (got !== reached) waitsSince = undefined;
      reached = got;
      if (state === 'waiting') {
        if (failure && waitsSince === undefined) {
          this.progress.end();
          this.complain(`${failure.message} ${WAITS}`);
        }
        waitsSince ??= clock.monotonicMs();
        if (clock.monotonicMs() - waitsSince > OUTAGE_MS_MAX) return success(capture);
      }
      await pause(clock, LOOK_EVERY_MS);
    }
  }

  private async finish(capture: TradeDownload, options: ExportOptions): Promise<ExitCode> {
    const { state, failure } = capture;
    if (state === 'done') return this.write(capture, options);
    if (state === 'waiting' && failure?.kind === 'quota-spent') {
      this.complain(`${sentence(failure)} ${this.connection.isOwn ? AGAIN : GOES_ON}`);
      return 3;
    }
    if (state === 'paused') {
      this.complain(`It was stopped before the end. ${AGAIN}`);
      return 3;
    }
    return this.failed(failure ?? CANCELLED);
  }

  private async write(capture: TradeDownload, options: ExportOptions): Promise<ExitCode> {
    const { wanted, style, out } = options;
    const file = await this.connection.door.file(wanted, { ...style, file: basename(out) });
    if (!file.ok) return this.failed(file.failure);
    const problem = await writtenWhole(out, file.value.content);
    if (problem !== undefined) {
      this.complain(`${out} could not be written (${problem}). ${AGAIN}`);
      return 1;
    }
    const { counts, changed = [], setAside, setAsideCount } = capture;
    if (changed.length > 0) this.complain(changedInWords(capture));
    const emptied = emptiedInWords(capture);
    if (emptied !== undefined) this.complain(emptied);
    const told = await this.told(options, file.value.name);
    const facts = coverageIn(told);
    const early =
      counts.provisional > 0
        ? ` ${counts.provisional} of them are provisional: their prices are not entered yet.`
        : '';
    const { unlisted = 0 } = counts;
    const gone =
      unlisted > 0
        ? ` ${unlisted} of them the platform does not list any more (column not-listed). Ask the operator about them.`
        : '';
    const kept = setAside.filter(({ storedAt }) => storedAt !== undefined);
    const count = facts?.trades ?? counts.trades + unlisted - (setAsideCount - kept.length);
    const { cancelled = 0 } = facts ?? {};
    const undone = cancelled > 0 ? ` ${cancelled} of them ${cancelledInFile(cancelled)}` : '';
    this.complain(
      `${count === 1 ? '1 trade is' : `${count} trades are`} written to ${out}.${early}${gone}${undone}`,
    );
    const isTold = await this.about(options, { told, facts });
    await this.absent(wanted);
    if (!isTold) return 1;
    if (setAsideCount === 0) return options.requireComplete && facts?.complete !== true ? 4 : 0;
    this.tellSetAside(capture);
    return 1;
  }

  /** Trades that could not be read: a file has those that were stored before as they were. */
  private tellSetAside({ setAside, setAsideCount }: TradeDownload): void {
    const kept = setAside.filter(({ storedAt }) => storedAt !== undefined);
    const lost = setAside.filter(({ storedAt }) => storedAt === undefined);
    const are = ({ length }: readonly unknown[]): string => (length === 1 ? 'is' : 'are');
    if (lost.length > 0) this.complain(`${lost.length} could not be read and ${are(lost)} not in the file:`);
    for (const { what, failure } of lost) this.complain(`  ${what}: ${sentence(failure)}`);
    if (kept.length > 0)
      this.complain(`${kept.length} could not be read again and ${are(kept)} in the file as stored before:`);
    for (const { what, failure, storedAt = 0 } of kept)
      this.complain(`  ${what}, as stored on ${dayAt(storedAt)}: ${sentence(failure)}`);
    const more = setAsideCount - setAside.length;
    if (more > 0)
      this.complain(`${more} more could not be read: any stored before are in the file as they were.`);
  }

  /** What the gateway says of the file that it has just given out under this name, as JSON; empty where it says nothing. */
  private async told({ wanted, style: { preset } }: ExportOptions, file: string): Promise<string> {
    const about = await this.connection.door.file(wanted, { format: 'about', preset, file });
    return about.ok ? text(about.value.content).catch(() => '') : '';
  }

  /** Says whether the file is complete, and writes it down where that was asked for: `false` when it could not be. */
  private async about(
    { about, out, wanted }: ExportOptions,
    { told, facts }: { told: string; facts: CoverageAnswer | undefined },
  ): Promise<boolean> {
    if (!facts) this.complain('Whether it is complete is not known: the gateway does not say it.');
    else if (facts.complete)
      this.complain(
        `It is complete for ${wanted.from} to ${wanted.to}, both included: every trade that the platform listed, with its prices. Today is not in it.`,
      );
    else {
      for (const problem of facts.problems) this.complain(`Not proven complete: ${problem}`);
      if (facts['fuller-later'] === true) this.complain(toComplete(wanted));
    }
    if (about === undefined) return true;
    // The file has the name that it got here.
    const named = facts && JSON.stringify({ ...(JSON.parse(told) as object), file: basename(out) }, null, 2);
    const problem = named ? await writtenWhole(about, Readable.from([`${named}\n`])) : 'nothing to write';
    if (problem !== undefined) this.complain(`${about} could not be written (${problem}). ${AGAIN_OVER}`);
    return problem === undefined;
  }

  /** Says once more what the filters leave out, now that the list was read. */
  private async absent(wanted: DownloadSelection): Promise<void> {
    const estimate = await this.connection.door.estimate(wanted);
    if (!estimate.ok) return;
    for (const note of estimate.value.notes ?? []) this.complain(note);
  }

  private failed(failure: Failure): ExitCode {
    this.progress.end();
    if (isOutage(failure)) {
      this.complain(`${failure.message} ${NOT_WRITTEN}`);
      return 3;
    }
    const isWrong = failure.kind === 'invalid-argument';
    this.complain(isWrong ? `${sentence(failure)} Nothing was written.` : sentence(failure));
    return isWrong ? 2 : 1;
  }
}

/** The platform does not answer now, and may later. What it would say to a pane is no next step here. */
const isOutage = (failure: Failure): boolean =>
  failure !== NO_ANSWER && (failure.kind === 'unavailable' || failure.kind === 'throttled');

const WAITS = `It is asked again, for up to ${OUTAGE_MINUTES_MAX} minutes.`;

const cancelledInFile = (count: number): string =>
  `${count === 1 ? 'is' : 'are'} cancelled by the record (column cancelled) and in no sum.`;

const AGAIN = 'Run the same again: it goes on where it was, and nothing is fetched twice.';
/** The trades are written by then. */
const AGAIN_OVER = 'Run the same again with --force: nothing is fetched twice.';
/** By its days: "the last 7" are others later. */
const toComplete = ({ from, to }: DownloadSelection): string =>
  `For a complete file run the same later, when the days are over and all prices are entered, with --from ${from} --to ${to} for its days ` +
  'and --force to write over it: what is stored costs no call.';
const NOT_WRITTEN = `Nothing was written. ${AGAIN}`;
const GOES_ON = 'The gateway goes on by itself then; run the same again for the file.';
const CANCELLED: Failure = {
  kind: 'wrong-state',
  message: 'The download was cancelled in the pane.',
  next: 'What was fetched is kept; run the same again to fetch the rest.',
};
const GONE: Failure = {
  kind: 'not-found',
  message: 'The gateway no longer knows the download: somebody has signed it in elsewhere.',
  next: 'Run this again when it is signed in where you want the trades from.',
};
const elsewhere = (is: string, wanted: string): Failure => ({
  kind: 'wrong-state',
  message: `The gateway on this port is signed in to ${is}, and SERVICE_ENVIRONMENT says ${wanted}.`,
  next: 'Nothing was fetched. Sign it in there, or name another gateway by --port.',
});

const WIDTH = 30;
/** Without a terminal there is a line for every so many hundredths. */
const LINE_EVERY = 10;

/** How far a capture is, on one line of a terminal, or on a few lines where there is none. */
class ProgressLine {
  private shown = '';
  private hundredths = -LINE_EVERY;

  constructor(
    private readonly out: Writable,
    private readonly isTerminal: boolean,
  ) {}

  show(capture: TradeDownload): void {
    const text = progressText(capture);
    // Why it ended is a sentence of its own.
    if (text === this.shown || capture.state === 'failed') return;
    if (this.isTerminal) this.out.write(`\r\u001b[2K${bar(capture)} ${text}`);
    else if (this.isDue(capture)) this.out.write(`${text}\n`);
    this.shown = text;
  }

  /** Leaves what is shown, so that something else can be written. */
  end(): void {
    if (this.isTerminal && this.shown !== '') this.out.write('\n');
    this.shown = '';
  }

  private isDue(capture: TradeDownload): boolean {
    const hundredths = Math.floor(share(capture) * 100);
    if (capture.isListed && hundredths < this.hundredths + LINE_EVERY && hundredths < 100) return false;
    this.hundredths = capture.isListed ? hundredths : -LINE_EVERY;
    return true;
  }
}

const share = ({ counts: { trades, missing }, isListed }: TradeDownload): number =>
  !isListed ? 0 : trades === 0 ? 1 : (trades - missing) / trades;

function bar(capture: TradeDownload): string {
  const full = Math.round(share(capture) * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`;
}

function progressText({ counts, state, isListed, listedTo, cost }: TradeDownload): string {
  if (!isListed)
    return listedTo === undefined ? 'Reading the list of trades.' : `The list is read up to ${listedTo}.`;
  const left = cost?.seconds === undefined || counts.missing === 0 ? '' : `, ${timeLeft(cost.seconds)} left`;
  const paused = state === 'fetching' || state === 'done' ? '' : ` (${state})`;
  // Beside those that are listed the file has kept ones that are listed no more.
  const kept = counts.unlisted ? ` on the list, ${counts.unlisted} kept beside it` : '';
  return `${counts.trades - counts.missing} of ${counts.trades} trades${kept}${left}${paused}`;
}

const timeLeft = (seconds: number): string =>
  seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;

/** Writes a file beside where it belongs and puts it there when it is whole. Answers with what went wrong; then nothing was touched. */
async function writtenWhole(path: string, content: Readable): Promise<string | undefined> {
  const half = `${path}.part`;
  try {
    // Other people of the machine have no business with what the desk traded.
    await pipeline(content, createWriteStream(half, { mode: 0o600, flush: true }));
    await rename(half, path);
    return undefined;
  } catch (error) {
    await rm(half, { force: true });
    return error instanceof Error ? error.message : String(error);
  }
}
