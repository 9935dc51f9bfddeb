import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { systemClock } from '../src/effects/clock';
import { Workplace } from './campaign/workplace';
import { linesOf } from './disk/report';
import { tried } from './disk/tried';
import { TRIALS } from './disk/trials';

/**
 * Takes room and trust from the disk of a real gateway, and stops it for a while, and looks whether it does what
 * docs/faults.md says. `--only full` plays only trials whose name has that in it.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

await runCommand(async (children) => {
  const workplace = new Workplace();
  children.beforeEnd(() => workplace.end());
  const startedMs = systemClock.monotonicMs();
  let [looks, wrong] = [0, 0];
  for (const trial of TRIALS.filter(({ name }) => name.includes(values.only))) {
    const came = await tried(trial, workplace);
    const met = 'met' in came ? came.met : [];
    looks += met.length;
    wrong += met.filter(({ isMet }) => !isMet).length;
    for (const line of linesOf(trial.name, came)) console.log(line);
  }
  const seconds = Math.round((systemClock.monotonicMs() - startedMs) / 1000);
  console.log(`\n${looks} promises looked at in ${seconds} s, ${wrong} not met.`);
  return wrong > 0 ? 1 : 0;
});
