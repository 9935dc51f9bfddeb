import { buildBundles } from '../../scripts/bundle.mjs';
import { Children } from '../../scripts/children.mjs';
import { projectKit } from '../../scripts/kit.mjs';
import { buildPrograms } from '../../scripts/programs.mjs';

/** Browser tests run what ships: the bundles and the programs, built if the sources have changed since. */
export async function setup(): Promise<void> {
  const kit = projectKit(new Children());
  await buildBundles(kit);
  await buildPrograms(kit);
}
