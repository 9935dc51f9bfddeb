import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { commits } from './desk/commit';
import { relays } from './desk/relay';
import { takeovers } from './desk/takeover';
import { folderUntilExit } from './kit/folder';
import { loadRow, shown } from './report/report';

/**
 * What a desk on several machines costs: the commit before an action leaves, beside that of one machine; what a door adds to a press;
 * how soon an event is in a page at another machine, and how soon 100 pages are told anew once the one that leads is killed.
 * docs/benchmarks.md says what is measured. `--presses 5000`, `--commits 1000` of each, `--events 40`, `--kills 5`; `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: {
    presses: { type: 'string', default: '5000' },
    commits: { type: 'string', default: '1000' },
    events: { type: 'string', default: '40' },
    kills: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});

await runCommand(async () => {
  const [presses, commitCount] = [counted('presses'), counted('commits')];
  const [events, kills] = [counted('events'), counted('kills')];
  const rows = [
    loadRow('at the start'),
    ...(await relays(presses)),
    ...(await commits(folderUntilExit(), commitCount)),
    ...(await takeovers({ events, kills })),
    loadRow('at the end'),
  ];
  console.log(shown({ bench: 'desk', rows }, { json: values.json }));
  return 0;
});

function counted(name: 'presses' | 'commits' | 'events' | 'kills'): number {
  const count = Number(values[name]);
  if (!Number.isInteger(count) || count < 1)
    throw new Complaint(`--${name} takes a whole number, not "${values[name]}".`);
  return count;
}
