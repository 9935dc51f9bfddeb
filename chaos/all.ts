import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { systemClock } from '../src/effects/clock';
import { ACTIONS } from './actions/campaign';
import { combinedTable, isWrong, type Part } from './all/report';
import { inTurn, sharesOf } from './all/shares';
import { played, type Campaign, type Result } from './campaign/campaign';
import { campaignSeed, load, minutesSince, numberOf, progressOf } from './campaign/command-line';
import { complaintOf, leftOutIn, type Over } from './campaign/report';
import { seedsOf } from './campaign/seeds';
import type { Wrong } from './campaign/violation';
import { Workplace } from './campaign/workplace';
import { tableOf } from './disk/report';
import { trialOver, type TrialOver } from './disk/tried';
import { TRIALS } from './disk/trials';
import { EVENTS } from './events/campaign';

/** Every campaign side by side: actions, events and the disk, with one table at the end. chaos/README.md says how. */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '4' },
  },
});

const IN_ACTIONS: readonly Wrong[] = [
  'double executions',
  'sends too many',
  'lost records',
  'wrong final states',
  'unknown although readable',
  'live though none said',
  'risk left on',
  'refused without cause',
  'anything else',
];
const IN_EVENTS: readonly Wrong[] = ['lost events', 'forged effects', 'wrong cells', 'anything else'];
const ON_DISK: readonly Wrong[] = ['promises not met', 'anything else'];

/** What every campaign is played with. */
interface Together {
  readonly workplace: Workplace;
  readonly seed: number;
  readonly startedMs: number;
  readonly onOver: (over: Over) => void;
}

async function seeded<Ran extends Result>(
  campaign: Campaign<Ran>,
  { looksFor, count, workers }: { looksFor: readonly Wrong[]; count: number; workers: number },
  { workplace, seed, startedMs, onOver }: Together,
): Promise<Part> {
  const play = { seeds: seedsOf(seed, count), workers, onOver };
  const { runs, overs } = await played(campaign, workplace, play);
  const minutes = minutesSince(startedMs);
  return { name: campaign.name, looksFor, overs, minutes, table: campaign.tableOf(runs) };
}

async function disk(count: number, { workplace, seed, startedMs, onOver }: Together): Promise<Part> {
  const overs: TrialOver[] = [];
  for (const trial of inTurn(TRIALS, count, seed)) {
    const over = await trialOver(trial, workplace);
    overs.push(over);
    onOver(over);
  }
  const minutes = minutesSince(startedMs);
  return { name: 'disk', looksFor: ON_DISK, overs, minutes, table: tableOf(overs) };
}

await runCommand(async (children) => {
  const runs = numberOf('runs', values.runs);
  const workers = numberOf('workers', values.workers);
  const seed = campaignSeed(values.seed);
  const shares = sharesOf(runs);
  const workplace = new Workplace();
  children.beforeEnd(() => workplace.end());
  const startedMs = systemClock.monotonicMs();
  console.error(`Seed ${seed}; load average ${load()}.`);
  const tellProgress = progressOf(runs);
  const onOver = (over: Over): void => tellProgress(complaintOf(over));
  const together = { workplace, seed, startedMs, onOver };
  const parts = await Promise.all([
    seeded(ACTIONS, { looksFor: IN_ACTIONS, count: shares.actions, workers }, together),
    seeded(EVENTS, { looksFor: IN_EVENTS, count: shares.events, workers: 1 }, together),
    disk(shares.disk, together),
  ]);
  const overs = parts.flatMap((part) => part.overs);
  const wrong = overs.filter(isWrong);
  console.log([...parts.map(({ table }) => table), combinedTable(parts)].join('\n\n'));
  console.log(
    `\n${overs.length} runs in ${minutesSince(startedMs).toFixed(1)} minutes, ${workers} actions at a time; seed ${seed}; load average ${load()}.`,
  );
  for (const line of leftOutIn(overs)) console.log(line);
  if (wrong.length > 0) console.log(['', 'Wrong:', ...wrong.map(complaintOf)].join('\n'));
  return wrong.length > 0 ? 1 : 0;
});
