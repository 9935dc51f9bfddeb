import { buildBundles } from '../../scripts/bundle.mjs';
import { Children } from '../../scripts/children.mjs';
import { projectKit } from '../../scripts/kit.mjs';

/** Browser tests run what ships: the bundles, built if the sources have changed since. */
export const setup = (): Promise<void> => buildBundles(projectKit(new Children()));
