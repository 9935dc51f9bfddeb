import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { systemClock } from '../src/effects/clock';
import { load, NUMBER_MAX, numberOf, progressOf } from './campaign/command-line';
import { Campaign } from './events/campaign';
import { seedsOf } from './events/plan';
import { complaintOf, tableOf } from './events/report';

/**
 * Delivers events twice, forged, shuffled, broken and not at all, kills the gateway between disk and answer, fills its disk,
 * and compares what it kept and what cells show with what happened. docs/chaos.md says how. `--replay SEED` plays one run
 * again, `--fault killed` only runs whose fault is named so.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string' },
    replay: { type: 'string' },
    fault: { type: 'string', default: '' },
    workers: { type: 'string', default: '3' },
  },
});

const NO_SMALL_DISK =
  'This account may not mount a small disk: runs with a full disk were left out. As root they are made.';

await runCommand(async (children) => {
  const workers = numberOf('workers', values.workers);
  const campaignSeed =
    values.seed === undefined ? systemClock.now() % NUMBER_MAX : numberOf('seed', values.seed);
  const seeds =
    values.replay === undefined
      ? seedsOf(campaignSeed, numberOf('runs', values.runs), values.fault)
      : [numberOf('replay', values.replay)];
  if (seeds.length === 0) throw new Complaint(`No fault is named "${values.fault}".`);
  const campaign = new Campaign();
  children.beforeEnd(() => campaign.end());
  await campaign.prepare();
  const startedMs = systemClock.monotonicMs();
  console.error(`Seed ${campaignSeed}; load average ${load()}.`);
  const tellProgress = progressOf(seeds.length);
  const runs = await campaign.play(seeds, workers, (run) => tellProgress(complaintOf(run)));
  const minutes = ((systemClock.monotonicMs() - startedMs) / 60_000).toFixed(1);
  console.log(tableOf(runs));
  console.log(
    `\n${runs.length} runs in ${minutes} minutes, ${workers} at a time; seed ${campaignSeed}; load average ${load()}.`,
  );
  if (runs.some(({ isLeftOut }) => isLeftOut)) console.log(NO_SMALL_DISK);
  const complaints = runs.flatMap((run) => complaintOf(run) ?? []);
  if (complaints.length > 0) console.log(['', 'Wrong:', ...complaints].join('\n'));
  return complaints.length > 0 ? 1 : 0;
});
