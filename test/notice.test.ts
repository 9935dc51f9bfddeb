import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { noticeOf } from '../scripts/manual/licences';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const notice = read('NOTICE');
const lock: unknown = JSON.parse(read('package-lock.json'));
const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

it('NOTICE is what `npm run manual` would write, and names every package that the gateway needs', () => {
  expect(notice).toBe(noticeOf(notice, lock));
  const { dependencies, optionalDependencies } = Manifest.parse(JSON.parse(read('package.json')));
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    expect(notice).toContain(`\n  ${name} ${version}, `);
  }
  for (const name of ['react', '@fluentui/react-components']) expect(notice).toContain(`\n  ${name} `);
});

it('every licence in it lets a firm use the package and asks for its notice alone', () => {
  const licences = new Set([...notice.matchAll(/^ {2}\S+ \S+, (.+)$/gm)].map(([, licence]) => licence));
  expect([...licences].sort()).toEqual(['0BSD', 'Apache-2.0', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT']);
});

it('a package that does not say its licence is told by name', () => {
  const packages = { 'node_modules/new': { version: '1.0.0' } };
  expect(() => noticeOf(notice, { packages })).toThrow('new does not say its licence');
});
