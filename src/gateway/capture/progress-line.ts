import type { Writable } from 'node:stream';
import type { Capture } from '../../domain/capture';

const WIDTH = 30;
/** Without a terminal there is a line for every so many hundredths. */
const LINE_EVERY = 10;

/** How far a capture is, on one line of a terminal, or on a few lines where there is none. */
export class ProgressLine {
  private shown = '';
  private hundredths = -LINE_EVERY;

  constructor(
    private readonly out: Writable,
    private readonly isTerminal: boolean,
  ) {}

  show(capture: Capture): void {
    const text = progressText(capture);
    if (text === this.shown) return;
    if (this.isTerminal) this.out.write(`\r\u001b[2K${bar(capture)} ${text}`);
    else if (this.isDue(capture)) this.out.write(`${text}\n`);
    this.shown = text;
  }

  /** Leaves what is shown, so that something else can be written. */
  end(): void {
    if (this.isTerminal && this.shown !== '') this.out.write('\n');
    this.shown = '';
  }

  private isDue(capture: Capture): boolean {
    const hundredths = Math.floor(share(capture) * 100);
    if (capture.isListed && hundredths < this.hundredths + LINE_EVERY && hundredths < 100) return false;
    this.hundredths = capture.isListed ? hundredths : -LINE_EVERY;
    return true;
  }
}

const share = ({ counts: { trades, missing }, isListed }: Capture): number =>
  !isListed ? 0 : trades === 0 ? 1 : (trades - missing) / trades;

function bar(capture: Capture): string {
  const full = Math.round(share(capture) * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`;
}

export function progressText({ counts, state, isListed, listedTo, cost }: Capture): string {
  if (!isListed)
    return listedTo === undefined ? 'Reading the list of trades.' : `The list is read up to ${listedTo}.`;
  const left = cost?.seconds === undefined || counts.missing === 0 ? '' : `, ${timeLeft(cost.seconds)} left`;
  const paused = state === 'fetching' || state === 'done' ? '' : ` (${state})`;
  return `${counts.trades - counts.missing} of ${counts.trades} trades${left}${paused}`;
}

const timeLeft = (seconds: number): string =>
  seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
