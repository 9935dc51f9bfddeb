import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * One text that changes when a file of these changes, comes or goes. Folders count with everything inside, except
 * hidden files, which editors and file managers leave behind.
 * @param {string} root
 * @param {readonly string[]} paths relative to the root
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((name) => filesAt(root, name)).sort()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} file
 * @param {string} print
 */
export const stampHolds = (file, print) => existsSync(file) && readFileSync(file, 'utf8') === print;

/**
 * @param {string} file
 * @param {string} print
 */
export function writeStamp(file, print) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, print);
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesAt(root, path) {
  const entry = statSync(join(root, path), { throwIfNoEntry: false });
  if (!entry) return [];
  if (!entry.isDirectory()) return [path];
  const names = readdirSync(join(root, path)).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) => filesAt(root, `${path}/${name}`));
}
