import { parseArgs } from 'node:util';
import {
  DECIMALS,
  SEPARATORS,
  TRADE_FORMATS,
  TRADE_PRESETS,
  type TradeFileStyle,
} from '../../contract/desk/trade-downloads';
import { isOnCalendar } from '../../domain/day';
import { DownloadSelection } from '../../domain/trade-download';
import { namesIn } from '../../domain/typed-names';
import { failed, success, type Outcome } from '../../domain/failure';
import { typed } from './program';
import { emptyProblem, GATEWAY_OPTIONS, optionProblem, type TypedGateway } from './typed-options';

export interface ExportOptions {
  readonly command: 'export';
  /** Which gateway was typed; absent: the settings say it. */
  readonly gateway?: TypedGateway;
  readonly wanted: DownloadSelection;
  /** What is kept and final is fetched again too. */
  readonly anew: boolean;
  readonly style: TradeFileStyle;
  readonly out: string;
  /** Where to write what the file covers. */
  readonly about?: string;
  readonly force: boolean;
  /** Whether a file that is not proven complete ends the command with a code of its own. */
  readonly requireComplete: boolean;
}
interface DryRunOptions {
  readonly command: 'dry-run';
  readonly gateway?: TypedGateway;
  readonly wanted: DownloadSelection;
  readonly anew: boolean;
}
export type CommandOptions = ExportOptions | DryRunOptions | { readonly command: 'help' };

/** So long a platform that does not answer is waited for. */
export const OUTAGE_MINUTES_MAX = 10;

export const HELP = `SpreadDesk export: downloads the trades of a period and writes them to a file.

  ${typed('export')} --from 2026-11-01 --to 2026-11-19 --out trades.csv
  ${typed('export')} --from 2026-11-01 --to 2026-11-19 --venue tender --commodity power --format xlsx --out trades.xlsx
  ${typed('export')} --last 7 --force --out trades.csv

  --from, --to   first and last day, both included, in the service's zone: 2026-11-01, yesterday or today; --to is today where it is
                 left out
  --last         in their place: so many days up to yesterday, for a job of every night
  --venue        only this venue (tender, market, green); several with commas between them
  --commodity    only this commodity, such as power; several with commas between them
  --format       csv (the default), xlsx or jsonl
  --preset       which columns: desk (the default), full, acer, or acer-legs with a row for each leg
  --separator    of a csv: "," (the default), ";" or "tab"
  --decimal      of a csv: "." (the default) or ","
  --out          the file; it is there when it is whole, never half
  --about        another file: what the first one covers and whether it is complete, as JSON
  --force        writes over a file that is there
  --require-complete   ends with 4 where the file is written and not proven complete
  --fetch-again  fetches all of them once more, also those that are kept: the platform may have corrected one
  --dry-run      shows what it would cost, and does nothing
  --port         of the gateway to use, as in its address; in place of DESK_PORT (3000)
  --data         its data folder; in place of DESK_DATA
  --help         shows this

The gateway that runs on that port of this machine is used, wherever it is signed in. Where none does, one is started for the time,
from the settings (${typed('gateway')} --help): SERVICE_ENVIRONMENT says where, and it needs the credentials.

The details of each trade cost one call, once ever (but with --fetch-again): what was fetched before costs none. Ctrl-C stops; run again, and it
goes on where it was. While the platform does not answer it waits, up to ${OUTAGE_MINUTES_MAX} minutes.

Ends with
  0  the file is written
  1  that failed, or trades that could not be read are missing in it
  2  nothing was written: the words or the days are not right, the folder of a file is not there, or no trade ever had a
     name of --venue or --commodity and the interface does not know it
  3  stopped before the end, nothing was written: run it again (the platform does not answer, the day's calls are spent, Ctrl-C)
  4  the file is written, and not proven complete (with --require-complete)`;

const KNOWN = {
  last: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  venue: { type: 'string', multiple: true },
  commodity: { type: 'string', multiple: true },
  format: { type: 'string', default: 'csv' },
  preset: { type: 'string', default: 'desk' },
  separator: { type: 'string' },
  decimal: { type: 'string' },
  out: { type: 'string' },
  about: { type: 'string' },
  force: { type: 'boolean', default: false },
  'require-complete': { type: 'boolean', default: false },
  'fetch-again': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean' },
  ...GATEWAY_OPTIONS,
} as const;

/** What it covers is written beside the trades, and not instead of them. */
const FORMATS = TRADE_FORMATS.filter((format) => format !== 'about');

/**
 * What was asked for on the command line, or a sentence about what of it is not right. `today`: the service's day, which "yesterday" and
 * "the last 7" go by.
 */
export function readOptions(words: readonly string[], today: string): Outcome<CommandOptions> {
  try {
    const { values } = parseArgs({ args: [...words], options: KNOWN, strict: true });
    if (values.help) return success({ command: 'help' });
    const empty = emptyProblem(values);
    return empty === undefined ? optionsOf(values, today) : wrong(empty);
  } catch (error) {
    return wrong(optionProblem(error, words, KNOWN));
  }
}

type Given = ReturnType<typeof parseArgs<{ options: typeof KNOWN; strict: true }>>['values'];

/** As many days as a year and a half has: nobody means more by a number. */
const LAST_MAX = 550;

/** First and last day, by what stands for them. */
function daysIn({ from, to, last }: Given, today: string): Outcome<{ from: string; to: string }> {
  const before = (days: number): string =>
    new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
  if (last !== undefined) {
    if (from !== undefined || to !== undefined) return wrong('--last stands in place of --from and --to.');
    const isCount = /^\d{1,3}$/.test(last) && Number(last) >= 1 && Number(last) <= LAST_MAX;
    if (!isCount) return wrong(`--last is a number of days from 1 to ${LAST_MAX}.`);
    return success({ from: before(Number(last)), to: before(1) });
  }
  if (from === undefined) return wrong('Say which days: --from 2026-11-01 --to 2026-11-19, or --last 7.');
  const day = (word: string): string => (word === 'today' ? today : word === 'yesterday' ? before(1) : word);
  const days = { from: day(from), to: day(to ?? 'today') };
  const problem =
    dayProblem('--from', days.from) ??
    dayProblem('--to', days.to) ??
    (to === undefined ? beginProblem(days) : orderProblem(days));
  return problem === undefined ? success(days) : wrong(problem);
}
const DAY_MS = 86_400_000;

function dayProblem(option: string, day: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day))
    return `${option} ${day} is no day as it is written here: 2026-11-20, or yesterday or today.`;
  return isOnCalendar(day) ? undefined : `${day} is no day of the calendar.`;
}

/** Nobody typed the day that it ends with. */
const beginProblem = ({ from, to }: { from: string; to: string }): string | undefined =>
  from > to ? `The days from ${from} on have not begun: today is ${to}. Choose days up to today.` : undefined;

const orderProblem = ({ from, to }: { from: string; to: string }): string | undefined =>
  from > to ? `--from ${from} is later than --to ${to}. Swap the two days.` : undefined;

function optionsOf(given: Given, today: string): Outcome<CommandOptions> {
  const { venue, commodity, out, about, force } = given;
  const days = daysIn(given, today);
  if (!days.ok) return days;
  const { from, to } = days.value;
  const venues = venue?.flatMap(namesIn);
  const commodities = commodity?.flatMap(namesIn);
  if (venues?.length === 0 || commodities?.length === 0) {
    return wrong('--venue and --commodity want a name, such as --venue tender --commodity power.');
  }
  const wanted = DownloadSelection.safeParse({
    from,
    to,
    ...(venues && { venues }),
    ...(commodities && { commodities }),
  });
  if (!wanted.success)
    return wrong('--venue and --commodity want names such as tender and power, with commas between them.');
  const style = styleOf(given);
  if (!style.ok) return style;
  const anew = given['fetch-again'];
  const { data, port } = given;
  const gateway = (data ?? port) === undefined ? {} : { gateway: { data, port } };
  if (given['dry-run']) return success({ command: 'dry-run', ...gateway, wanted: wanted.data, anew });
  if (out === undefined) return wrong('--out FILE is needed: where the trades go, such as --out trades.csv.');
  const meant = FORMATS.find((one) => one !== style.value.format && out.toLowerCase().endsWith(`.${one}`));
  if (meant) {
    return wrong(`--format is ${style.value.format} and --out ends with .${meant}. Give both the same.`);
  }
  return success({
    command: 'export',
    ...gateway,
    wanted: wanted.data,
    anew,
    style: style.value,
    out,
    force,
    requireComplete: given['require-complete'],
    ...(about !== undefined && { about }),
  });
}

function styleOf(given: Given): Outcome<TradeFileStyle> {
  const format = FORMATS.find((one) => one === given.format);
  if (!format) return wrong(`--format is ${FORMATS.join(', ')}, not ${given.format}.`);
  const preset = TRADE_PRESETS.find((one) => one === given.preset);
  if (!preset) return wrong(`--preset is ${TRADE_PRESETS.join(', ')}, not ${given.preset}.`);
  const separator = SEPARATORS.find((one) => one === (given.separator === 'tab' ? '\t' : given.separator));
  if (given.separator !== undefined && !separator) return wrong('--separator is ",", ";" or "tab".');
  const decimal = DECIMALS.find((one) => one === given.decimal);
  if (given.decimal !== undefined && !decimal) return wrong('--decimal is "." or ",".');
  if ((separator ?? decimal) !== undefined && format !== 'csv') {
    return wrong('--separator and --decimal belong to csv.');
  }
  return success({ format, preset, ...(separator && { separator }), ...(decimal && { decimal }) });
}

const wrong = (message: string) =>
  failed({ kind: 'invalid-argument', message, next: `See ${typed('export')} --help.` });
