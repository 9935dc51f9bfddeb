import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { projectKit } from './kit.mjs';

/**
 * Runs the program of a folder that the command line names, with what follows the name as its arguments. `--help` lists them.
 * @param {import('./children.mjs').Children} children
 * @param {{ folder: string, command: string, noun: string }} named how people call such a program
 * @returns {Promise<number>} its exit code
 */
export async function runNamed(children, { folder, command, noun }) {
  const { root, run } = projectKit(children);
  const [name = '', ...args] = process.argv.slice(2);
  const place = join(root, folder);
  const files = existsSync(place) ? readdirSync(place) : [];
  const known = files.filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -'.ts'.length));
  if (name === '--help' || name === '-h') {
    console.log([`${command} -- NAME, where NAME is one of`, '', ...listOf(known, place)].join('\n'));
    return 0;
  }
  if (!known.includes(name)) {
    const asked = name === '' ? `Say which ${noun} to run` : `There is no ${noun} "${name}"`;
    const names =
      known.length > 0 ? `where NAME is one of ${known.join(', ')}` : `once there is one in ${folder}/`;
    throw new Complaint(`${asked}: ${command} -- NAME, ${names}.`);
  }
  const file = join(place, `${name}.ts`);
  return run({ command: process.execPath, args: ['--import', 'tsx', file, ...args], cwd: root });
}

/**
 * Each with the first sentence of what its file says of itself.
 * @param {readonly string[]} names
 * @param {string} place
 */
function listOf(names, place) {
  const widest = Math.max(...names.map((name) => name.length));
  return names.map((name) => {
    const [, comment = ''] = /^\/\*\*(.*?)\*\//ms.exec(readFileSync(join(place, `${name}.ts`), 'utf8')) ?? [];
    const text = comment
      .replaceAll(/^ \* ?/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    return `${name.padEnd(widest)}  ${/^.*?\.(?= |$)/.exec(text)?.[0] ?? text}`;
  });
}
