import type * as z from 'zod/mini';
import { FunctionsFile } from '../calls/metadata';
import { type Manifest, readManifest } from './manifest';
import { readShortcuts, type Shortcut } from './shortcuts';

type Functions = z.infer<typeof FunctionsFile>['functions'];

/** The add-in's files as Excel reads them at start. What could not be read is empty, and named in `complaints`. */
export interface AddInFiles {
  functions: Functions;
  manifest: Manifest;
  shortcuts: Shortcut[];
  complaints: string[];
}

const NOTHING: Manifest = { namespace: null, tabs: [], cellMenu: [] };
const BUILD = 'Build the add-in and reload this page.';

export async function readAddIn(): Promise<AddInFiles> {
  const complaints: string[] = [];
  const complain = (what: string): null => {
    complaints.push(`${what} ${BUILD}`);
    return null;
  };
  const [functions, manifest, shortcuts] = await Promise.all([
    text('/functions.json'),
    text('/manifest.xml'),
    text('/shortcuts.json'),
  ]);
  const known = FunctionsFile.safeParse(json(functions));
  return {
    functions: known.success
      ? known.data.functions
      : (complain('The list of functions (functions.json) could not be read, so no function works.') ?? []),
    manifest:
      (manifest === null ? null : readManifest(manifest)) ??
      complain('The manifest (manifest.xml) could not be read, so the ribbon is missing.') ??
      NOTHING,
    // An add-in without shortcuts has no such file.
    shortcuts: readShortcuts(json(shortcuts)) ?? [],
    complaints,
  };
}

async function text(path: string): Promise<string | null> {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

function json(content: string | null): unknown {
  try {
    return content === null ? null : JSON.parse(content);
  } catch {
    return null;
  }
}

/** Whether the pane's page is there at all; a frame cannot tell. */
export async function paneExists(path: string): Promise<boolean> {
  return (await text(path)) !== null;
}
