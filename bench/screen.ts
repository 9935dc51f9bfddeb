import { parseArgs } from 'node:util';
import { buildBundles } from '../scripts/bundle.mjs';
import { runCommand } from '../scripts/command.mjs';
import { projectKit } from '../scripts/kit.mjs';
import { folderUntilExit } from './kit/folder';
import { loadRow, shown } from './report/report';
import { blanks } from './screen/blanks';
import { inputs } from './screen/inputs';
import { room } from './screen/room';
import { Stage } from './sheet/stage';
import { OpenWorkbench } from './sheet/workbench';

/**
 * What a person has of the screen: pixels that are no content, inputs for a new request, and how long a cell is blank while the list
 * changes. docs/benchmarks.md says what is measured. `--json` prints one line of JSON.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const LATENCY_MS = 50;

await runCommand(async (children) => {
  await buildBundles({ ...projectKit(children), say: console.error });
  const folder = folderUntilExit();
  const settings = { DESK_POLL_OPEN_REQUESTS_MS: '1000' };
  const stage = await Stage.open({ folder, latencyMs: LATENCY_MS, settings });
  children.beforeEnd(() => stage.end());
  const before = loadRow('at the start');
  const workbench = await OpenWorkbench.open(stage.gateway, folder);
  children.beforeEnd(() => workbench.close());
  const rows = [
    ...(await room(workbench.page)),
    ...(await inputs(workbench.page)),
    ...(await blanks(workbench.page, stage.platform)),
  ];
  console.log(shown({ bench: 'screen', rows: [before, loadRow('at the end'), ...rows] }, values));
  return 0;
});
