import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { Complaint } from './complaint.mjs';
import { projectKit } from './kit.mjs';

await runCommand((children) => {
  const { root, run } = projectKit(children);
  const [name = '', ...args] = process.argv.slice(2);
  const folder = join(root, 'bench');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const known = files.filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -'.ts'.length));
  if (!known.includes(name)) {
    const asked = name === '' ? 'Say which benchmark to run' : `There is no benchmark "${name}"`;
    const names =
      known.length > 0 ? `where NAME is one of ${known.join(', ')}` : 'once there is one in bench/';
    throw new Complaint(`${asked}: npm run bench -- NAME, ${names}.`);
  }
  const file = join(folder, `${name}.ts`);
  return run({ command: process.execPath, args: ['--import', 'tsx', file, ...args], cwd: root });
});
