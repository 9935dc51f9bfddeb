import * as z from 'zod/mini';

const Package = z.object({
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  dev: z.optional(z.boolean()),
  optional: z.optional(z.boolean()),
  os: z.optional(z.array(z.string())),
  dependencies: z.optional(z.record(z.string(), z.string())),
});
type Package = z.infer<typeof Package>;
const Lock = z.object({ packages: z.record(z.string(), Package) });

/** Packages that are installed for development and stand in the built add-in all the same. */
const BUNDLED = ['react', 'react-dom', '@fluentui/react-components', '@azure/msal-browser'];
/** Where what is written by a person ends in NOTICE. */
const FROM_HERE = '----\n';

/** NOTICE with its lists written anew from package-lock.json. Throws when a package does not say its licence. */
export function noticeOf(notice: string, lock: unknown): string {
  const { packages } = Lock.parse(lock);
  const own = notice.slice(0, notice.indexOf(FROM_HERE));
  const installed = Object.entries(packages).filter(
    // A program for one system comes with the package that wants it, under the same licence.
    ([path, { dev, optional, os }]) =>
      path !== '' && dev !== true && !(optional === true && os !== undefined),
  );
  const bundled = reached(packages, BUNDLED);
  return [
    `${own}${FROM_HERE}`,
    'Installed with the gateway, unmodified (written by `npm run manual` from package-lock.json):',
    '',
    ...lines(installed),
    '',
    'In the built add-in, unmodified, beside big.js and zod from above; all of these are what its packages ask for, of which',
    'only a part is in the bundle:',
    '',
    ...lines(bundled),
    '',
  ].join('\n');
}

/** The packages that the pages are built from, as `name@version`: these, and what they ask for. */
export const pagePackages = (lock: unknown, more: readonly string[] = []): readonly string[] =>
  reached(Lock.parse(lock).packages, [...BUNDLED, ...more]).map(
    ([path, { version = '' }]) => `${nameOf(path)}@${version}`,
  );

function reached(
  packages: Readonly<Record<string, Package>>,
  names: readonly string[],
): (readonly [string, Package])[] {
  const paths = new Set<string>();
  for (const name of names) collect(packages, `node_modules/${name}`, paths);
  return [...paths].flatMap((path) => {
    const found = packages[path];
    return found ? [[path, found] as const] : [];
  });
}

function collect(packages: Readonly<Record<string, Package>>, path: string, into: Set<string>): void {
  if (into.has(path)) return;
  into.add(path);
  for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
    const found = placeOf(packages, path, name);
    if (found !== undefined) collect(packages, found, into);
  }
}

/** Where Node would find a package from another one: the nearest folder outwards. */
function placeOf(
  packages: Readonly<Record<string, Package>>,
  from: string,
  name: string,
): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return undefined;
  }
}

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function lines(packages: readonly (readonly [string, Package])[]): string[] {
  const named = packages.map(([path, { version, license }]) => {
    const name = nameOf(path);
    if (license === undefined) throw new Error(`${name} does not say its licence: find it out.`);
    return `  ${name} ${version ?? ''}, ${license}`;
  });
  return [...new Set(named)].sort();
}
