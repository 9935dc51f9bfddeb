import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { systemClock } from '../src/effects/clock';
import { Campaign } from './actions/campaign';
import { seedsOf } from './actions/plan';
import { complaintsOf, shownIn, tableOf } from './actions/report';
import { load, NUMBER_MAX, numberOf, progressOf } from './campaign/command-line';

/**
 * Cuts actions at every step, by `kill -9`, lost connections and silence, and compares what the service did with what the
 * journal says afterwards. docs/chaos.md says how. `--replay SEED` plays one run again,
 * `--cut late` only runs whose cut is named so.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500' },
    seed: { type: 'string' },
    replay: { type: 'string' },
    cut: { type: 'string', default: '' },
    workers: { type: 'string', default: '3' },
  },
});

await runCommand(async (children) => {
  const workers = numberOf('workers', values.workers);
  const campaignSeed =
    values.seed === undefined ? systemClock.now() % NUMBER_MAX : numberOf('seed', values.seed);
  const seeds =
    values.replay === undefined
      ? seedsOf(campaignSeed, numberOf('runs', values.runs), values.cut)
      : [numberOf('replay', values.replay)];
  if (seeds.length === 0) throw new Complaint(`No cut is named "${values.cut}".`);
  const campaign = new Campaign();
  children.beforeEnd(() => campaign.end());
  await campaign.prepare();
  const startedMs = systemClock.monotonicMs();
  console.error(`Seed ${campaignSeed}; load average ${load()}.`);
  const tellProgress = progressOf(seeds.length);
  const runs = await campaign.play(seeds, workers, (run) =>
    tellProgress(run.violations.length > 0 ? complaintsOf(run) : undefined),
  );
  const minutes = ((systemClock.monotonicMs() - startedMs) / 60_000).toFixed(1);
  console.log(tableOf(runs));
  console.log(
    `\n${runs.length} runs in ${minutes} minutes, ${workers} at a time; seed ${campaignSeed}; load average ${load()}.`,
  );
  for (const line of shownIn(runs)) console.log(line);
  const wrong = runs.filter(({ violations }) => violations.length > 0);
  if (wrong.length > 0) console.log(['', 'Wrong:', ...wrong.map(complaintsOf)].join('\n'));
  return wrong.length > 0 ? 1 : 0;
});
