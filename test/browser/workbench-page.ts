import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { chromium, type Frame, type Page } from 'playwright-core';
import { serveWorkbench } from './workbench-server';

const ROOT = join(import.meta.dirname, '..', '..');
const FIXTURE = join(import.meta.dirname, 'workbench-addin');
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const run = promisify(execFile);

export interface Opened {
  page: Page;
  /** The add-in's page; it has to be asked for again after a reload. */
  pane(): Promise<Frame>;
  requests: string[];
  problems: string[];
  close(): Promise<void>;
}

/** The workbench as it would be shipped, and the small add-in beside it. */
export async function buildAll(): Promise<string> {
  const addin = await mkdtemp(join(tmpdir(), 'workbench-addin-'));
  await cp(FIXTURE, addin, { recursive: true });
  const entry = `import ${JSON.stringify(join(FIXTURE, 'functions'))}; import ${JSON.stringify(join(FIXTURE, 'pane'))};`;
  await build({
    stdin: { contents: entry, resolveDir: FIXTURE, loader: 'ts' },
    bundle: true,
    format: 'iife',
    outfile: join(addin, 'addin.js'),
  });
  const webpack = join(ROOT, 'node_modules', 'webpack', 'bin', 'webpack.js');
  await run(process.execPath, [webpack, '--config-name', 'workbench'], { cwd: ROOT });
  return addin;
}

export async function openWorkbench(addin: string, query = ''): Promise<Opened> {
  const office = join(ROOT, 'node_modules', '@microsoft', 'office-js', 'dist');
  const served = await serveWorkbench({ addin, office, workbench: join(ROOT, 'dist', 'workbench') });
  const profile = await mkdtemp(join(tmpdir(), 'workbench-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: FLAGS,
    viewport: { width: 1440, height: 900 },
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const requests: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(`${served.url}${query}`);
  const pane = async (): Promise<Frame> => {
    const frame = await (await page.waitForSelector('#pane')).contentFrame();
    if (!frame) throw new Error('The pane has no page.');
    return frame;
  };
  const close = async (): Promise<void> => {
    await context.close();
    await served.close();
    await rm(profile, { recursive: true, force: true });
  };
  return { page, pane, requests, problems, close };
}

export async function removeAddIn(addin: string): Promise<void> {
  await rm(addin, { recursive: true, force: true });
}
