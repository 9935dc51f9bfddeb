import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { systemClock } from '../src/effects/clock';
import { Workplace } from './campaign/workplace';
import { linesOf } from './disk/report';
import { trialOver, type TrialOver } from './disk/tried';
import { TRIALS } from './disk/trials';

/**
 * Takes room and trust from the disk of a real gateway, and stops it for a while, and looks whether it does what
 * docs/faults.md says. `--only full` plays only trials whose name has that in it.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

await runCommand(async (children) => {
  const trials = TRIALS.filter(({ name }) => name.includes(values.only));
  if (trials.length === 0) throw new Complaint(`No trial is named "${values.only}".`);
  const workplace = new Workplace();
  children.beforeEnd(() => workplace.end());
  const startedMs = systemClock.monotonicMs();
  const overs: TrialOver[] = [];
  for (const trial of trials) {
    const over = await trialOver(trial, workplace);
    overs.push(over);
    for (const line of linesOf(over)) console.log(line);
  }
  const looks = overs.reduce((sum, { met }) => sum + met.length, 0);
  const wrong = overs.reduce((sum, { violations }) => sum + violations.length, 0);
  const seconds = Math.round((systemClock.monotonicMs() - startedMs) / 1000);
  console.log(`\n${looks} promises looked at in ${seconds} s, ${wrong} not met.`);
  return wrong > 0 ? 1 : 0;
});
