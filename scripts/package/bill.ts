import { spawnSync } from 'node:child_process';
import * as z from 'zod/mini';
import { Complaint } from '../complaint.mjs';
import { npmProgram } from '../npm.mjs';

const Component = z.looseObject({ name: z.string(), version: z.string(), 'bom-ref': z.string() });
const Bill = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), type: z.string() }) }),
  components: z.array(Component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.optional(z.array(z.string())) })),
});

/** What npm knows of every package of package-lock.json, as a CycloneDX bill of materials. */
function everyPackage(root: string): unknown {
  const npm = npmProgram(['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    env: process.env,
    platform: process.platform,
  });
  const run = spawnSync(npm.command, npm.args, {
    cwd: root,
    shell: npm.shell,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (run.status !== 0) throw new Complaint(`npm could not list the packages:\n${run.stderr}`);
  return JSON.parse(run.stdout);
}

/** Name and version of a package, e.g. "zod@4.6.7". */
export type PackageName = string;

/** The bill of materials of the package: of all that is installed, the packages that are in it. Throws when one is not known. */
export function billOf(root: string, shipped: ReadonlySet<PackageName>): string {
  return `${JSON.stringify(narrowed(everyPackage(root), shipped), null, 2)}\n`;
}

export function narrowed(bill: unknown, shipped: ReadonlySet<PackageName>): unknown {
  const { metadata, components, dependencies, ...rest } = Bill.parse(bill);
  const inside = components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const known = new Set(inside.map(({ name, version }) => `${name}@${version}`));
  const unknown = [...shipped].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Complaint(`package-lock.json does not know ${unknown.join(', ')}.`);
  const own = String(metadata.component['bom-ref']);
  const refs = new Set([own, ...inside.map((component) => component['bom-ref'])]);
  return {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, type: 'application', name: 'spreaddesk' } },
    components: inside.map((component) => ({ ...component, scope: 'required' })),
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}
