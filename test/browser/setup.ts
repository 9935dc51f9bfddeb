import { buildBundles } from '../../scripts/bundle.mjs';
import { Children } from '../../scripts/children.mjs';
import { projectKit } from '../../scripts/kit.mjs';
import { buildPrograms } from './programs';

/** Browser tests run what ships: the bundles, built if the sources have changed since. */
export async function setup(): Promise<void> {
  await buildBundles(projectKit(new Children()));
  await buildPrograms();
}
