import { buildBundles } from './bundle.mjs';
import { runCommand } from './command.mjs';
import { startDesk } from './desk.mjs';
import { installPackages } from './install.mjs';
import { projectKit } from './kit.mjs';

await runCommand((children) => {
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
