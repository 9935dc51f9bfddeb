import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Frame } from 'playwright-core';
import { openChromium, type OpenPage } from './chromium';
import { serveWorkbench } from './workbench-server';

const ROOT = join(import.meta.dirname, '..', '..');
const FIXTURE = join(import.meta.dirname, 'workbench-addin');

export interface Opened extends OpenPage {
  /** The add-in's page; it has to be asked for again after a reload. */
  pane(): Promise<Frame>;
}

/** The small add-in that the workbench is tried with. */
export async function buildAddIn(): Promise<string> {
  const addin = await mkdtemp(join(tmpdir(), 'workbench-addin-'));
  await cp(FIXTURE, addin, { recursive: true });
  const entry = `import ${JSON.stringify(join(FIXTURE, 'functions'))}; import ${JSON.stringify(join(FIXTURE, 'pane'))};`;
  await build({
    stdin: { contents: entry, resolveDir: FIXTURE, loader: 'ts' },
    bundle: true,
    format: 'iife',
    outfile: join(addin, 'addin.js'),
  });
  return addin;
}

export async function openWorkbench(addin: string, query = ''): Promise<Opened> {
  const office = join(ROOT, 'node_modules', '@microsoft', 'office-js', 'dist');
  const served = await serveWorkbench({ addin, office, workbench: join(ROOT, 'dist', 'workbench') });
  const opened = await openChromium(`${served.url}${query}`);
  const pane = async (): Promise<Frame> => {
    const frame = await (await opened.page.waitForSelector('#pane')).contentFrame();
    if (!frame) throw new Error('The pane has no page.');
    return frame;
  };
  const close = async (): Promise<void> => {
    await opened.close();
    await served.close();
  };
  return { ...opened, pane, close };
}

export async function removeAddIn(addin: string): Promise<void> {
  await rm(addin, { recursive: true, force: true });
}
