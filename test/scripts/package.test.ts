import { spawn, spawnSync } from 'node:child_process';
import { on } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const ROOT = join(import.meta.dirname, '..', '..');
const PACKING_MS_MAX = 300_000;

const place = mkdtempSync(join(tmpdir(), 'spreaddesk-package-'));
let folder = '';

beforeAll(() => {
  const packed = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/package/main.ts', '--out', place], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(packed.stderr, packed.stdout).not.toContain('Error');
  const name = readdirSync(place).find((entry) => entry.endsWith('.tar.gz')) ?? '';
  const unpacked = spawnSync('tar', ['-xzf', join(place, name), '-C', join(place)], { encoding: 'utf8' });
  expect(unpacked.status).toBe(0);
  folder = join(place, name.replace('.tar.gz', ''));
}, PACKING_MS_MAX);
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Runs a command of the package where nothing else is: no path, no packages, no project. */
function command(...words: string[]) {
  const cwd = mkdtempSync(join(place, 'empty-'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'spreaddesk.mjs'), ...words], {
    cwd,
    env: { HOME: cwd },
    encoding: 'utf8',
  });
  return { status, out: stdout, problems: stderr };
}

const Said = z.object({ kind: z.string(), bytes: z.optional(z.instanceof(Uint8Array)) });
const Ready = z.object({ type: z.literal('ready'), url: z.string() });

describe('the package', () => {
  it('runs the gateway in an empty folder with Node alone, serves the pages, and stops', async () => {
    const cwd = mkdtempSync(join(place, 'empty-'));
    const gateway = spawn(process.execPath, [join(folder, 'spreaddesk.mjs')], {
      cwd,
      env: { HOME: cwd, DESK_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const exited = new Promise<number | null>((resolve) => gateway.on('exit', resolve));
    let said = '';
    gateway.stderr?.on('data', (part: Buffer) => (said += part.toString()));
    const url = await new Promise<string>((resolve, reject) => {
      gateway.on('message', (word) => {
        const ready = Ready.safeParse(word);
        if (ready.success) resolve(ready.data.url);
      });
      void exited.then((code) => reject(new Error(`It ended with ${code}: ${said}`)));
    });
    const pane = await (await fetch(new URL('/taskpane.html', url))).text();
    const scripts = [...pane.matchAll(/<script[^>]*\bsrc="([^":]+)"/g)].map(([, src = '']) => src);
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of [...scripts, 'functions.js', 'functions.json']) {
      expect((await fetch(new URL(path, new URL('/taskpane.html', url)))).status, path).toBe(200);
    }
    const health = await fetch(new URL('/api/health', url));
    expect(await health.json()).toMatchObject({ status: 'ok' });
    expect(existsSync(join(cwd, 'data/simulator/spreaddesk.db'))).toBe(true);
    gateway.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(
      command('journal', 'verify', '--data', join(cwd, 'data'), '--environment', 'simulator'),
    ).toMatchObject({ status: 0 });
  });

  it('writes files of trades on a thread of its own', async () => {
    const options = { format: 'csv', preset: 'desk', zone: 'Europe/Berlin', now: 0 };
    const thread = new Worker(join(folder, 'lib/trade-file.mjs'), { workerData: { options, markets: '' } });
    let text = '';
    for await (const [said] of on(thread, 'message', { close: ['exit'] })) {
      const { kind, bytes } = Said.parse(said);
      if (kind === 'more') thread.postMessage({ kind: 'trades' });
      if (bytes) text += Buffer.from(bytes).toString();
      if (kind === 'written') break;
    }
    await thread.terminate();
    expect(text).toMatch(/^\uFEFFtrade-id,.+\r\n$/);
  });

  it('has every command, each with its help, and says its version', () => {
    expect(command('--version')).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
    const { out } = command('--help');
    const names = [...out.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name = '']) => name);
    expect(names).toEqual(
      expect.arrayContaining(['gateway', 'journal', 'backup', 'export', 'people', 'probe']),
    );
    for (const name of names) {
      const help = command(name, '--help');
      expect(help, name).toMatchObject({ status: 0, problems: '' });
      expect(help.out, name).not.toContain('npm run');
    }
    expect(command('quote')).toMatchObject({
      status: 1,
      problems: expect.stringContaining('no command quote') as string,
    });
  });

  it('holds no tree of packages, nothing to compile, and the file of checksums that is right', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /node_modules|\.tsx?$|tsx/.test(name))).toEqual([]);
    const sums = spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(sums).toMatchObject({ status: 0, stdout: '' });
    const listed = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    for (const name of ['spreaddesk.mjs', 'lib/gateway.mjs', 'lib/native/libsql.node', 'sbom.cdx.json'])
      expect(listed).toContain(`  ${name}\n`);
  });

  it('names in its bill of materials what is in it, and not what built it', () => {
    const bill = z
      .object({ bomFormat: z.literal('CycloneDX'), components: z.array(z.object({ name: z.string() })) })
      .parse(JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')));
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'undici', 'libsql', 'zod', 'react', 'ws']));
    for (const builder of ['tsx', 'esbuild', 'vitest', 'webpack', 'typescript'])
      expect(names).not.toContain(builder);
    // Compilers of JSON schemas, which no route has.
    expect(names).not.toContain('ajv');
  });
});
