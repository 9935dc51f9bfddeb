import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { commits } from './desk/commit';
import { relays } from './desk/relay';
import { folderUntilExit } from './kit/folder';
import { loadRow, shown } from './report/report';

/**
 * What a desk on several machines costs: the commit before an action leaves, beside that of one machine, and what a door
 * adds to a press. docs/benchmarks.md says what is
 * measured. `--commits 1000` of each, `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: { commits: { type: 'string', default: '1000' }, json: { type: 'boolean', default: false } },
});

await runCommand(async () => {
  const count = Number(values.commits);
  if (!Number.isInteger(count) || count < 1)
    throw new Complaint(`--commits takes a whole number, not "${values.commits}".`);
  const rows = [
    loadRow('at the start'),
    ...(await relays(count)),
    ...(await commits(folderUntilExit(), count)),
    loadRow('at the end'),
  ];
  console.log(shown({ bench: 'desk', rows }, { json: values.json }));
  return 0;
});
