import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from '../../scripts/complaint.mjs';
import { folderUntilExit } from './folder';

/** Makes the package as `npm run package` does, and answers with its folder. */
export function packageFolder(root: string): string {
  const place = folderUntilExit();
  const args = ['--import', 'tsx', 'scripts/package/main.ts', '--out', place];
  // What it says is not a figure.
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const [archive] = readdirSync(place).filter((name) => name.endsWith(ARCHIVE));
  if (status !== 0 || archive === undefined) throw new Complaint('The package could not be made.');
  return join(place, archive.slice(0, -ARCHIVE.length));
}
const ARCHIVE = '.tar.gz';
