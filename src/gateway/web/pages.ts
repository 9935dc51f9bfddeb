import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DIALOG_PAGE } from '../../domain/dialog-word';
import { givenMarkets } from '../../domain/delivery/given-markets';
import type { Failure } from '../../domain/failure';
import { dialogPolicy, officeJsSources, panePolicy, workbenchPolicy } from './content-policy';
import { tell } from './serve';

export interface PageOptions {
  /** The folder of package.json and dist. */
  readonly root: string;
  readonly workbench: boolean;
  readonly officeJsUrl?: string;
  /** A folder with office.js that an administrator has filled: it is served from here. */
  readonly officeJsFolder?: string;
  /** Whose pages may frame the pane beside Microsoft's. */
  readonly framedBy?: readonly string[];
}

interface Headers {
  setHeader(name: string, value: string): unknown;
}

const OFFICE_JS_TAG = /<script\b[^>]*\bsrc="[^"]*\/office\.js"[^>]*>\s*<\/script>/;
/** In the workbench office.js is served from here, behind what stands in for Excel. */
const WORKBENCH_TAGS =
  '<script src="/workbench/wire-page.js"></script><script src="/workbench/office/office.js"></script>';
const ICON_SECONDS = 86_400;
const OWN_OFFICE_JS = '/office-js/';

/** The add-in's files at the root, and with them, when asked for, the workbench. */
export async function pages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const addin = join(options.root, 'dist', 'addin');
  const workbench = join(options.root, 'dist', 'workbench');
  const missing = [addin, ...(options.workbench ? [workbench] : [])].find((folder) => !existsSync(folder));
  if (missing !== undefined) {
    app.get('/*', async (_, reply) => tell(reply, NOT_BUILT));
    return;
  }
  const { officeJsFolder } = options;
  const officeJsUrl = officeJsFolder === undefined ? options.officeJsUrl : `${OWN_OFFICE_JS}office.js`;
  const officeJs = officeJsSources(officeJsUrl);
  const pane = join(addin, 'taskpane.html');
  const paneTag = officeJsUrl === undefined ? undefined : `<script src="${attribute(officeJsUrl)}"></script>`;
  if (officeJsFolder !== undefined)
    await app.register(fastifyStatic, { root: resolve(officeJsFolder), prefix: OWN_OFFICE_JS, ...PLAIN });
  app.get(
    '/taskpane.html',
    html(pane, (host) => panePolicy(host, officeJs, options.framedBy), paneTag),
  );
  const dialog = join(addin, DIALOG_PAGE);
  app.get(
    `/${DIALOG_PAGE}`,
    html(dialog, () => dialogPolicy(officeJs), paneTag),
  );
  if (options.workbench) {
    const index = html(join(workbench, 'index.html'), workbenchPolicy);
    for (const path of ['/', '/workbench', '/workbench/', '/workbench/index.html']) app.get(path, index);
    app.get(
      '/workbench/taskpane.html',
      html(pane, (host) => panePolicy(host, ''), WORKBENCH_TAGS),
    );
    app.get(
      `/workbench/${DIALOG_PAGE}`,
      html(dialog, () => dialogPolicy(''), WORKBENCH_TAGS),
    );
    await app.register(fastifyStatic, {
      root: officeJsBeside(options.root),
      prefix: '/workbench/office/',
      ...PLAIN,
    });
    await app.register(fastifyStatic, { root: workbench, prefix: '/workbench/', ...PLAIN });
  } else app.get('/', async (_, reply) => reply.redirect('/taskpane.html'));
  await app.register(fastifyStatic, { root: addin, prefix: '/', ...PLAIN, setHeaders: addinHeaders });
}

const PLAIN = { index: false, decorateReply: false, cacheControl: false, setHeaders: always } as const;

/** Files are asked about each time, and sent again only when they changed; icons may be kept. */
function always(reply: Headers, path: string): void {
  reply.setHeader('cache-control', 'no-cache');
  // Pages have routes of their own; one that is reached by a detour gets nothing to run.
  if (path.endsWith('.html')) reply.setHeader('content-security-policy', "default-src 'none'; sandbox");
}

/** Excel on the web reads the declarations and the icons from its own pages. */
function addinHeaders(reply: Headers, path: string): void {
  always(reply, path);
  const isIcon = /[\\/]assets[\\/]/.test(path);
  if (!isIcon && !/[\\/](functions|shortcuts)\.json$/.test(path)) return;
  reply.setHeader('access-control-allow-origin', '*');
  reply.setHeader('cross-origin-resource-policy', 'cross-origin');
  if (isIcon) reply.setHeader('cache-control', `public, max-age=${ICON_SECONDS}`);
}

const html =
  (path: string, policy: (host: string) => string, officeTags?: string) =>
  async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = await readFile(path, 'utf8').catch(() => undefined);
    if (page === undefined) return tell(reply, NOT_BUILT);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy(headers.host ?? ''))
      .header('cache-control', 'no-cache')
      .send(withMarkets(officeTags === undefined ? page : page.replace(OFFICE_JS_TAG, () => officeTags)));
  };

/** Markets of the desk's own are there before any script runs, and so before any cell calculates. */
function withMarkets(page: string): string {
  const given = givenMarkets();
  if (given === '') return page;
  const tag = `<meta name="desk-markets" content="${attribute(given)}" />`;
  return page.replace('<script', () => `${tag}<script`);
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Microsoft's package as npm installed it, or as it lies in ours: it is served as it is. */
function officeJsBeside(root: string): string {
  const packed = join(root, 'dist', 'office-js');
  if (existsSync(packed)) return packed;
  return join(dirname(createRequire(import.meta.url).resolve('@microsoft/office-js/package.json')), 'dist');
}

const NOT_BUILT: Failure = {
  kind: 'unavailable',
  message: 'The pages of SpreadDesk have not been built yet.',
  next: 'Run "npm run build", then start the gateway again.',
};
