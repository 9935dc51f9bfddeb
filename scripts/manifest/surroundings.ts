import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { associatedIn } from './commands';
import type { Surroundings } from './lint';

/** Where the bundle takes the files from that it serves at these addresses. */
const SERVED_FROM = [
  { address: /^\/assets\/([\w-]+\.png)$/, folder: 'assets' },
  { address: /^\/(shortcuts\.json)$/, folder: 'src/taskpane' },
];

/** What stands around the manifest in the project at `root`. */
export function surroundingsAt(root: string): Surroundings {
  const pane = join(root, 'src/taskpane');
  const sources = readdirSync(pane, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  return {
    associated: new Set(associatedIn(sources.map((name) => readFileSync(join(pane, name), 'utf8')))),
    served(path) {
      for (const { address, folder } of SERVED_FROM) {
        const name = address.exec(path)?.[1];
        const file = name === undefined ? undefined : join(root, folder, name);
        if (file !== undefined && existsSync(file)) return readFileSync(file);
      }
      return undefined;
    },
  };
}
