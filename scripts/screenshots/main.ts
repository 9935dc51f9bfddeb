import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pairedAhead } from '../../simulation/paired-browser';
import { IN_MEMORY } from '../../src/gateway/storage/place';
import { buildBundles } from '../bundle.mjs';
import { chromiumFor, thisMachine } from '../chromium.mjs';
import { runCommand } from '../command.mjs';
import { peopleSettings, simulatorSettings, startGateway, startSimulator } from '../desk.mjs';
import { projectKit } from '../kit.mjs';
import { anyPort } from '../port.mjs';
import { photograph, photographPane } from './browser';
import { photographPeople } from './people-view';
import { PANE_VIEWS } from './pane-view';
import { VIEWS } from './view';

await runCommand(async (children) => {
  const kit = projectKit(children);
  const pictures = join(kit.root, 'docs/images');
  const executablePath = await chromiumFor(kit, thisMachine());
  await buildBundles(kit);
  // A data folder of its own: the pictures show a first start, not what somebody did before.
  const data = mkdtempSync(join(tmpdir(), 'spreaddesk-pictures-'));
  children.beforeEnd(async () => rmSync(data, { recursive: true, force: true }));
  // The market stands still: a price that moves on its own would be in another picture every time.
  const env = {
    ...process.env,
    DESK_DATA: data,
    SIMULATOR_PORT: String(await anyPort()),
    SIMULATOR_SPEED: '0',
    SIMULATOR_SEED: '1',
  };
  const parts = { ...kit, env, children };
  const simulator = await startSimulator(parts);
  const settings = { ...simulatorSettings(env, simulator), DESK_PORT: String(await anyPort()) };
  const key = await pairedAhead(data);
  const { url } = await startGateway(parts, ['--workbench'], { ...env, ...settings });
  mkdirSync(pictures, { recursive: true });
  const keep = (name: string, png: Buffer): void => {
    writeFileSync(join(pictures, `${name}.png`), png);
    kit.say(`docs/images/${name}.png`);
  };
  await photograph(VIEWS, { url, key, executablePath }, keep);
  const market = async (act: Record<string, unknown>): Promise<void> => {
    const answer = await fetch(new URL('/simulator/act', simulator), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(act),
    });
    if (!answer.ok) throw new Error(`The simulator refuses ${JSON.stringify(act)}: ${await answer.text()}`);
  };
  await photographPane(PANE_VIEWS, { url, key, executablePath, market }, keep);
  // A desk of its own, whose people sign in by name.
  const port = await anyPort();
  const people = { ...env, ...settings, ...(await peopleSettings(port, env)), DESK_PORT: String(port) };
  const { url: peopleUrl } = await startGateway(parts, ['--workbench'], { ...people, DESK_DATA: IN_MEMORY });
  await photographPeople({ url: peopleUrl, executablePath }, keep);
  return 0;
});
