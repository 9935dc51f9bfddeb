import { parseArgs } from 'node:util';
import { runCommand } from '../../scripts/command.mjs';
import { Complaint } from '../../scripts/complaint.mjs';
import { systemClock } from '../../src/effects/clock';
import { played, type Campaign, type Result } from './campaign';
import { campaignSeed, load, minutesSince, numberOf, progressOf } from './command-line';
import { complaintOf, leftOutIn, type Over } from './report';
import { seedsOf } from './seeds';
import { Workplace } from './workplace';

/** How one campaign is run by itself. */
export interface Command {
  /** Runs unless said. */
  readonly runs: number;
  /** The options by which only runs are made of which something is named so. */
  readonly named: readonly string[];
  /** Which runs can be played at a platform of a drawn dialect. */
  readonly speakable?: (seed: number) => boolean;
}

/** One campaign from the command line: its runs, or one of them again. */
export async function runCampaign<Ran extends Result>(
  campaign: Campaign<Ran>,
  { runs: usual, named, speakable = () => true }: Command,
): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      runs: { ...text, default: String(usual) },
      seed: text,
      replay: text,
      ...Object.fromEntries(named.map((option) => [option, text])),
      workers: { ...text, default: '3' },
      dialects: { type: 'boolean', default: false },
    },
  });
  const typed: Readonly<Record<string, string | boolean | undefined>> = values;
  const dialects = typed['dialects'] === true;
  const wanted = named.map((option) => [option, String(typed[option] ?? '')] as const);
  await runCommand(async (children) => {
    const workers = numberOf('workers', values.workers);
    const seed = campaignSeed(values.seed);
    const isWanted = (one: number): boolean =>
      (!dialects || speakable(one)) &&
      wanted.every(([option, name]) => campaign.namedIn(one, option).includes(name));
    const seeds =
      values.replay === undefined
        ? seedsOf(seed, numberOf('runs', values.runs), isWanted)
        : [numberOf('replay', values.replay)];
    if (seeds.length === 0) {
      const names = wanted.filter(([, name]) => name !== '').map(([option, name]) => `--${option} "${name}"`);
      throw new Complaint(`No run has ${names.join(' and ')}.`);
    }
    const workplace = new Workplace();
    children.beforeEnd(() => workplace.end());
    const startedMs = systemClock.monotonicMs();
    console.error(`Seed ${seed}; load average ${load()}.`);
    const tellProgress = progressOf(seeds.length);
    const play = { seeds, workers, dialects, onOver: (over: Over): void => tellProgress(complaintOf(over)) };
    const { runs, overs } = await played(campaign, workplace, play);
    console.log(campaign.tableOf(runs));
    console.log(
      `\n${overs.length} runs in ${minutesSince(startedMs).toFixed(1)} minutes, ${workers} at a time; seed ${seed}; load average ${load()}.`,
    );
    for (const line of [...leftOutIn(overs), ...(campaign.remarksOn?.(runs) ?? [])]) console.log(line);
    const complaints = overs.flatMap((over) => complaintOf(over) ?? []);
    if (complaints.length > 0) console.log(['', 'Wrong:', ...complaints].join('\n'));
    return complaints.length > 0 ? 1 : 0;
  });
}
