import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBundles } from '../bundle.mjs';
import { chromiumFor, thisMachine } from '../chromium.mjs';
import { runCommand } from '../command.mjs';
import { simulatorSettings, startGateway, startSimulator } from '../desk.mjs';
import { projectKit } from '../kit.mjs';
import { anyPort } from '../port.mjs';
import { photograph } from './browser';
import { VIEWS } from './view';

await runCommand(async (children) => {
  const kit = projectKit(children);
  const pictures = join(kit.root, 'docs/images');
  const executablePath = await chromiumFor(kit, thisMachine());
  await buildBundles(kit);
  // A data folder of its own: the pictures show a first start, not what somebody did before.
  const data = mkdtempSync(join(tmpdir(), 'spreaddesk-pictures-'));
  children.beforeEnd(async () => rmSync(data, { recursive: true, force: true }));
  const env = { ...process.env, DESK_DATA: data, SIMULATOR_PORT: String(await anyPort()) };
  const parts = { ...kit, env, children };
  const settings = {
    ...simulatorSettings(env, await startSimulator(parts)),
    DESK_PORT: String(await anyPort()),
  };
  const url = await startGateway(parts, ['--workbench'], { ...env, ...settings });
  mkdirSync(pictures, { recursive: true });
  await photograph(VIEWS, { url, executablePath }, ({ name }, png) => {
    writeFileSync(join(pictures, `${name}.png`), png);
    kit.say(`docs/images/${name}.png`);
  });
  return 0;
});
