import { buildBundles } from './bundle.mjs';
import { runCommand } from './command.mjs';
import { checkFirstLoad } from './first-load.mjs';
import { installPackages } from './install.mjs';
import { projectKit } from './kit.mjs';

await runCommand(async (children) => {
  const kit = projectKit(children);
  await installPackages(kit);
  await buildBundles({ ...kit, always: true });
  checkFirstLoad(kit);
  return 0;
});
