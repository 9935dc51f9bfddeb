import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { buildBundles } from '../bundle.mjs';
import { runCommand } from '../command.mjs';
import { Complaint } from '../complaint.mjs';
import { projectKit, type Kit } from '../kit.mjs';
import { pagePackages } from '../manual/licences';
import { optionsOf } from '../usage.mjs';
import { billOf, type PackageName } from './bill';
import { bundlePrograms } from './programs';

const USAGE = `npm run package -- [--out FOLDER] [--workbench]

Makes a folder and an archive of it that run the gateway with Node alone, for this system. Into dist/package unless said.

  --out FOLDER   another place
  --workbench    with the workbench, the spreadsheet in the browser`;

/** What is put in as it lies in the project. */
const AS_IT_IS = ['manifest.xml', 'CHANGELOG.md', 'NOTICE', 'docs', 'deploy'];
const WORKBENCH_PACKAGES = ['@microsoft/office-js', 'rxjs', 'react', 'react-dom', 'fflate'];
const SUMS = 'SHA256SUMS';

const options = optionsOf(USAGE, { out: { type: 'string' }, workbench: { type: 'boolean' } });

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  devDependencies: z.record(z.string(), z.string()),
});

async function pack(kit: Kit, place: string, workbench: boolean): Promise<string> {
  const { root } = kit;
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const { name, version, description, devDependencies } = Manifest.parse(JSON.parse(read('package.json')));
  const folder = join(place, `${name}-${version}-${process.platform}-${process.arch}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const inputs = await bundlePrograms(root, folder);
  cpSync(join(root, 'dist/addin'), join(folder, 'dist/addin'), { recursive: true });
  if (workbench) copyWorkbench(root, folder);
  for (const path of AS_IT_IS) {
    // Pictures are for those who read on the screen of the project.
    const filter = (from: string): boolean => !from.includes(join('docs', 'images'));
    cpSync(join(root, path), join(folder, path), { recursive: true, filter });
  }
  write(
    folder,
    'package.json',
    `${JSON.stringify({ name, version, description, private: true, type: 'module' }, null, 2)}\n`,
  );
  const more = workbench
    ? [...WORKBENCH_PACKAGES, ...Object.keys(devDependencies).filter((one) => one.startsWith('@univerjs/'))]
    : [];
  const pages = pagePackages(JSON.parse(read('package-lock.json')), more);
  write(folder, 'sbom.cdx.json', billOf(root, new Set([...packagesOf(root, inputs), ...pages])));
  const files = filesOf(folder);
  for (const path of files) chmodSync(join(folder, path), 0o644);
  write(folder, SUMS, files.map((path) => `${digestOf(join(folder, path))}  ${path}\n`).join(''));
  return folder;
}

/** Microsoft's library for the workbench, without what nothing of it asks for. */
function copyWorkbench(root: string, folder: string): void {
  cpSync(join(root, 'dist/workbench'), join(folder, 'dist/workbench'), { recursive: true });
  cpSync(join(root, 'node_modules/@microsoft/office-js/dist'), join(folder, 'dist/office-js'), {
    recursive: true,
    filter: (from) => !/\.(debug\.js|map|d\.ts)$/.test(from),
  });
}

/** The packages to which these files of node_modules belong. */
function packagesOf(root: string, paths: Iterable<string>): Set<PackageName> {
  const names = new Set<PackageName>();
  for (const path of paths) {
    const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    if (folder === undefined) continue;
    const own = Named.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
    names.add(`${own.name}@${own.version}`);
  }
  return names;
}
const Named = z.object({ name: z.string(), version: z.string() });

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

const write = (folder: string, path: string, text: string): void => writeFileSync(join(folder, path), text);
const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Of the system's own tar, which Windows has too. */
async function archive({ run }: Kit, folder: string): Promise<string> {
  const name = folder.slice(dirname(folder).length + 1);
  const file = `${folder}.tar.gz`;
  const code = await run({
    command: 'tar',
    args: ['-czf', file, '-C', dirname(folder), name],
    cwd: dirname(folder),
  });
  if (code !== 0) throw new Complaint(`tar ended with code ${code} and said why above.`);
  writeFileSync(`${file}.sha256`, `${digestOf(file)}  ${name}.tar.gz\n`);
  return file;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

await runCommand(async (children) => {
  const kit = projectKit(children);
  if (!existsSync(join(kit.root, 'node_modules'))) throw new Complaint('Run "npm run build" first.');
  await buildBundles(kit);
  const place = resolve(options.out ?? join(kit.root, 'dist/package'));
  const folder = await pack(kit, place, options.workbench === true);
  const file = await archive(kit, folder);
  const size = filesOf(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  kit.say(`${folder}: ${megabytes(size)}. ${file}: ${megabytes(statSync(file).size)}.`);
  return 0;
});
