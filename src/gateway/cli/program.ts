import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The package holds the programs as `lib/NAME.mjs`, each bundled, and their start beside that folder. */
const IS_PACKAGED = existsSync(join(import.meta.dirname, '..', 'spreaddesk.mjs'));
/** The project holds them as TypeScript, which tsx runs; what is bundled of it (`scripts/programs.mjs`) lies two folders below it. */
const IS_SOURCE = import.meta.filename.endsWith('.ts');

/** The folder of package.json, dist and docs. */
export const ROOT = join(
  import.meta.dirname,
  ...(IS_PACKAGED ? ['..'] : IS_SOURCE ? ['..', '..', '..'] : ['..', '..']),
);

/** The gateway's own program, to be started by another one. */
export const GATEWAY = IS_PACKAGED
  ? { file: join(import.meta.dirname, 'gateway.mjs'), execArgv: [] }
  : { file: join(import.meta.dirname, '..', 'main.ts'), execArgv: ['--import', 'tsx'] };

/** How a person types a command. Its options follow after a space. */
export const typed = (name: string): string =>
  IS_PACKAGED ? `node spreaddesk.mjs ${name}` : `npm run ${name} --`;
