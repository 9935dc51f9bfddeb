import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { systemClock } from '../src/effects/clock';
import { KINDS } from './attempt';
import { attacked } from './campaign';
import { DEFENCES } from './defences';
import { memoryTableOf } from './memory';
import { isHeld, lineOf, summaryOf, tableOf, type Outcome } from './report';
import { ROOT, Stage } from './stage';

const HELP = `Attacks a gateway that it starts, and says what got in. docs/security.md tells what is tried.

  --list            every attempt with what it met, not only what got in
  --without NAME    takes a defence away first, to see that it is noticed: ${DEFENCES.join(', ')}
  --kind identity   attempts of one kind alone
  --rounds 2        all but hostile texts and the search for secrets so often, and the memory of the first gateway after each part
  --help            shows this`;

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    without: { type: 'string' },
    kind: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

await runCommand(async (children) => {
  const { list, without, help } = values;
  if (help) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  if (without !== undefined && !DEFENCES.some((name) => name === without)) {
    throw new Complaint(`There is no defence "${without}". There are: ${DEFENCES.join(', ')}.`);
  }
  const kind = KINDS.find((one) => one === values.kind);
  if (values.kind !== undefined && !kind) {
    throw new Complaint(`There is no kind "${values.kind}". There are: ${KINDS.join(', ')}.`);
  }
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Complaint(`--rounds takes a whole number above 0, not "${values.rounds}".`);
  }
  if (!existsSync(join(ROOT, 'dist', 'workbench'))) {
    throw new Complaint('What is attacked has to be built first: npm run build.');
  }
  const stage = await Stage.set(without);
  children.beforeEnd(() => stage.end());
  const startedMs = systemClock.monotonicMs();
  const tell = (outcome: Outcome): void => {
    if (list || outcome.gotIn) process.stdout.write(`${lineOf(outcome)}\n`);
  };
  const { outcomes, standing, measured } = await attacked({
    stage,
    now: systemClock.now(),
    rounds,
    kind,
    tell,
  });
  const seconds = Math.round((systemClock.monotonicMs() - startedMs) / 1_000);
  const [load = 0] = loadavg();
  process.stdout.write(`\n${tableOf(outcomes)}\n\n${summaryOf(outcomes, standing)}\n`);
  process.stdout.write(`\n${memoryTableOf(measured)}\n\n`);
  process.stdout.write(`${seconds} s, load average ${load.toFixed(1)}.\n`);
  return isHeld(outcomes, standing) ? 0 : 1;
});
