import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface FoundFile {
  /** Below the folder it was looked for in, with slashes. */
  readonly name: string;
  readonly path: string;
}

/** Every file below a folder; none where there is no folder. */
export function filesBelow(folder: string): readonly FoundFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name: name.replaceAll('\\', '/'), path: join(folder, name) }))
    .filter(({ path }) => statSync(path).isFile());
}

/** The project's own TypeScript in some of its folders. */
export const sourcesIn = (
  root: string,
  folders: readonly string[],
): readonly { readonly name: string; readonly text: string }[] =>
  folders.flatMap((folder) =>
    filesBelow(join(root, folder))
      .filter(({ name }) => /\.tsx?$/.test(name))
      .map(({ name, path }) => ({ name: `${folder}/${name}`, text: readFileSync(path, 'utf8') })),
  );

/** A file byte by byte, as a text. */
export const bytesOf = (path: string): string => readFileSync(path, 'latin1');
