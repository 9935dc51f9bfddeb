import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { campaignSeed, numberOf } from './campaign/command-line';
import { MUTATIONS } from './mutations/list';
import { Copy } from './mutations/mutant';

/**
 * Takes back each rule of the gateway by turn, in a copy of the newest commit, and tells how the campaign of actions
 * showed it. A rule that can go without being noticed is one that the campaign does not try. chaos/README.md says how.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '60' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
});

await runCommand(async (children) => {
  const runs = numberOf('runs', values.runs);
  const workers = numberOf('workers', values.workers);
  const seed = campaignSeed(values.seed);
  const wanted = MUTATIONS.filter(({ name }) => name.includes(values.only));
  if (wanted.length === 0) throw new Complaint(`No rule is named "${values.only}".`);
  const copy = new Copy(join(mkdtempSync(join(tmpdir(), 'spreaddesk-mutations-')), 'copy'));
  children.beforeEnd(async () => copy.end());
  copy.check(wanted);
  let unseen = 0;
  for (const mutation of wanted) {
    const { wrong, first, runs: made } = await copy.tried(mutation, { runs, seed, workers });
    if (wrong === 0) unseen += 1;
    console.log(`${wrong === 0 ? 'NOT NOTICED' : 'noticed'}: ${mutation.name}: ${wrong} of ${made} runs`);
    if (first !== '') console.log(first.replace(/^/gm, '  '));
  }
  console.log(`\n${wanted.length - unseen} of ${wanted.length} were noticed; seed ${seed}.`);
  return unseen > 0 ? 1 : 0;
});
