import { join } from 'node:path';

/** The package holds the programs as `lib/NAME.mjs`, each bundled; the project as TypeScript, which tsx runs. */
const IS_PACKAGED = !import.meta.filename.endsWith('.ts');

/** The folder of package.json, dist and docs. */
export const ROOT = join(import.meta.dirname, ...(IS_PACKAGED ? ['..'] : ['..', '..', '..']));

/** The gateway's own program, to be started by another one. */
export const GATEWAY = IS_PACKAGED
  ? { file: join(import.meta.dirname, 'gateway.mjs'), execArgv: [] }
  : { file: join(import.meta.dirname, '..', 'main.ts'), execArgv: ['--import', 'tsx'] };

/** How a person types a command. Its options follow after a space. */
export const typed = (name: string): string =>
  IS_PACKAGED ? `node spreaddesk.mjs ${name}` : `npm run ${name} --`;
