import { buildBundles } from './bundle.mjs';
import { runCommand } from './command.mjs';
import { startDesk } from './desk.mjs';
import { installPackages } from './install.mjs';
import { projectKit } from './kit.mjs';
import { isHelpAsked } from './usage.mjs';

const USAGE = `npm start: the simulator, the gateway and the workbench, a spreadsheet in the browser. Ctrl-C ends everything.

  DESK_PORT=4000 npm start      another port (3000)
  npm run gateway -- --help     every setting of the gateway
  npm run simulator -- --help   every setting of the simulator`;

await runCommand(async (children) => {
  if (isHelpAsked(USAGE, process.argv.slice(2))) return 0;
  const kit = projectKit(children);
  return startDesk({
    ...kit,
    env: process.env,
    children,
    async prepare() {
      await installPackages(kit);
      await buildBundles(kit);
    },
  });
});
