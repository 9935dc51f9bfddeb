import { loadavg } from 'node:os';
import { Complaint } from '../../scripts/complaint.mjs';
import { systemClock } from '../../src/effects/clock';

/** Seeds and counts are below this. */
const NUMBER_MAX = 2 ** 31;
const LINE_EVERY_RUNS = 25;

/** A whole number above 0 that was typed behind an option. Throws a {@link Complaint} for anything else. */
export function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number > 0 && number < NUMBER_MAX) return number;
  throw new Complaint(`--${name} takes a whole number above 0, not "${text}".`);
}

/** The seed that was typed, or one that nobody has chosen. */
export const campaignSeed = (typed: string | undefined): number =>
  typed === undefined ? systemClock.now() % NUMBER_MAX : numberOf('seed', typed);

export const minutesSince = (startedMs: number): number => (systemClock.monotonicMs() - startedMs) / 60_000;

/** How busy the machine is. */
export const load = (): string =>
  loadavg()
    .map((average) => average.toFixed(1))
    .join(', ');

/** One line that is written over on a terminal; else one from time to time. What was wrong is told at once. */
export function progressOf(runs: number): (complaint: string | undefined) => void {
  let over = 0;
  let wrong = 0;
  return (complaint) => {
    over += 1;
    if (complaint !== undefined) {
      wrong += 1;
      console.error(complaint);
    }
    const line = `${over} of ${runs} runs, ${wrong} wrong`;
    if (process.stderr.isTTY) process.stderr.write(`\r${line}${over === runs ? '\n' : ''}`);
    else if (over % LINE_EVERY_RUNS === 0 || over === runs) console.error(line);
  };
}
