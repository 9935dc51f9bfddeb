import { buildBundles } from './bundle.mjs';
import { runCommand } from './command.mjs';
import { startDesk } from './desk.mjs';
import { installPackages } from './install.mjs';
import { projectKit } from './kit.mjs';
import { buildPrograms } from './programs.mjs';
import { isHelpAsked } from './usage.mjs';

const USAGE = `npm start: the simulator, the gateway and the workbench, a spreadsheet in the browser. Ctrl-C ends everything.

  npm start -- --people         people sign in by name, at a provider for four people of this demonstration
  DESK_PORT=4000 npm start      another port (3000)
  npm run gateway -- --help     every setting of the gateway
  npm run simulator -- --help   every setting of the simulator`;

await runCommand(async (children) => {
  const words = process.argv.slice(2);
  if (isHelpAsked(USAGE, words, ['--people'])) return 0;
  const kit = projectKit(children);
  return startDesk({
    ...kit,
    env: process.env,
    children,
    people: words.includes('--people'),
    async prepare() {
      await installPackages(kit);
      await buildBundles(kit);
      await buildPrograms(kit);
    },
  });
});
