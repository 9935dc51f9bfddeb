import { loadavg } from 'node:os';
import { Temporal } from 'temporal-polyfill';
import { campaignDialectOf, described, differing, OWN, withReading, type Dialect } from '../dialects/draw';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { optionsOf } from '../scripts/usage.mjs';
import type { Failure } from '../src/domain/failure';
import { systemClock } from '../src/effects/clock';
import { evidenceOf } from './evidence';
import { judged, waitsOf } from './judgement';
import { complaintsOf, tableOf } from './report';
import type { Seen } from './seen';
import { Week } from './week';

/**
 * Days at a desk in fake time with everything that may go wrong, and the promises counted at the end. simulation/README.md says
 * how. The same seed, days and start are the same week. `--dialect SEED`: the platform speaks a drawn dialect, and the gateway has its profile.
 */
const USAGE = `npm run simulate -- [--days 5] [--seed N] [--start 2026-10-22] [--dialect SEED] [--programs]

Days at a desk in fake time, and thirteen promises counted at the end: simulation/README.md.

  --start     the first day; 2027-03-25 goes over the change to summer time
  --dialect   at a platform of a drawn dialect, with its profile; no new request is pressed
  --programs  two traders have three programs beside everything else

A drawn day, 07:00 to 19:00: a trader, an approver, an analyst and an admin at work; a market with names like formulas; thirty
workbooks; some 90 presses; a download; events, 30 % lost; 50 faults on reads and one on every seventh write; a stranger's calls on the
key; five ends of the gateway, three abrupt; a sleep.`;

const values = optionsOf(USAGE, {
  days: { type: 'string', default: '5' },
  seed: { type: 'string' },
  start: { type: 'string', default: '2026-10-22' },
  dialect: { type: 'string' },
  programs: { type: 'boolean', default: false },
});

const NUMBER_MAX = 2 ** 31;
const ZONE = 'Europe/Berlin';
/** The first night is short: the desk is opened half an hour before trading begins. */
const OPENED_AT = Temporal.PlainTime.from('06:30');

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number > 0 && number < NUMBER_MAX) return number;
  throw new Complaint(`--${name} takes a whole number above 0, not "${text}".`);
}

function startOf(text: string): number {
  try {
    const day = Temporal.PlainDate.from(text);
    return day.toZonedDateTime({ timeZone: ZONE, plainTime: OPENED_AT }).epochMilliseconds;
  } catch {
    throw new Complaint(`--start takes a day such as 2026-10-22, not "${text}".`);
  }
}

/** A drawn dialect in which a week can be judged: the judge knows identifiers and waits, and pages of three spend a day's calls. */
function dialectOfWeek(seed: number): Dialect {
  const whole = withReading(campaignDialectOf(seed), 'page cap', OWN['page cap']);
  return withReading(whole, 'waits of a 429', OWN['waits of a 429']);
}

const load = (): string =>
  loadavg()
    .map((average) => average.toFixed(1))
    .join(', ');

function endsOf({ lines }: Seen): string {
  const last = [...new Map(lines.map((line) => [line.id, line])).values()];
  return countsOf(last.map(({ state, failure }) => (failure ? `${state} (${wordOf(failure)})` : state)));
}

/** Only the desk's own count knows how many calls it was; what a stranger took, the platform alone knows. */
const wordOf = ({ kind, message }: Failure): string =>
  kind !== 'quota-spent'
    ? kind
    : `${kind} by ${message.startsWith('The service says') ? 'the platform' : 'the desk'}`;

const countsOf = (words: readonly string[]): string =>
  [...new Set(words)].map((word) => `${words.filter((one) => one === word).length} ${word}`).join(', ') ||
  'none';

const countsIn = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');

await runCommand(async (children) => {
  const days = numberOf('days', values.days);
  const seed = values.seed === undefined ? systemClock.now() % NUMBER_MAX : numberOf('seed', values.seed);
  const startsAt = startOf(values.start);
  const dialect =
    values.dialect === undefined ? undefined : dialectOfWeek(numberOf('dialect', values.dialect));
  const drawn = values.dialect === undefined ? '' : ` --dialect ${values.dialect}`;
  const { programs } = values;
  const again = `npm run simulate -- --days ${days} --seed ${seed} --start ${values.start}${drawn}${programs ? ' --programs' : ''}`;
  if (dialect) console.error(`The platform speaks ${described(dialect, differing(dialect))}.`);
  console.error(`Seed ${seed}; load average ${load()}.`);
  const startedMs = systemClock.monotonicMs();
  const tell = (line: string): void => console.error(line);
  const week = await Week.open({ seed, days, startsAt, dialect, programs, tell });
  children.beforeEnd(() => week.premises.end());
  await week.live();
  const seen = await evidenceOf(week);
  const verdicts = judged(seen);
  const minutes = ((systemClock.monotonicMs() - startedMs) / 60_000).toFixed(1);
  const refused = countsOf(week.trader.refusals);
  const waited = seen.lines.filter(({ state }) => state === 'waiting').length;
  const { books, clean, killed, slept, strangers } = week.happened;
  console.log(tableOf(verdicts));
  console.log(
    `\n${days} days in ${minutes} minutes; load average ${load()}. ${books} workbooks, ${seen.presses.length} presses ` +
      `(${endsOf(seen)}; without an answer: ${refused}), ${seen.letters.length} events, ${clean} clean and ${killed} abrupt restarts, ` +
      `${slept} sleeps, ${strangers} strangers on the key. Of ${seen.lines.length + seen.entries.length} lines, ${seen.entries.length} are no actions; ` +
      `${waited} waited for the approver: ${countsIn(week.colleagues.did)}. Longest wait of a write in calm: ${Math.max(0, ...waitsOf(seen)).toFixed(0)} ms.`,
  );
  if (week.programs) console.log(week.programs.remark);
  const complaints = complaintsOf(verdicts);
  for (const line of ['', ...complaints, `Again: ${again}`]) console.log(line);
  return complaints.length > 0 ? 1 : 0;
});
