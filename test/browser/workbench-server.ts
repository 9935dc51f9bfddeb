import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.xml': 'text/xml',
  '.svg': 'image/svg+xml',
};
const OFFICE_TAG = /<script[^>]*\boffice\.js"><\/script>/;
const STAND_IN_TAGS =
  '<script src="/workbench/wire-page.js"></script><script src="/workbench/office/office.js"></script>';
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; script-src 'self'";
const PANE_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self'";

export interface Folders {
  addin: string;
  workbench: string;
  office: string;
}
export interface Served {
  url: string;
  close(): Promise<void>;
}

/** The add-in, the workbench and Microsoft's files, under the paths that the gateway gives them. */
export async function serveWorkbench(folders: Folders): Promise<Served> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://local').pathname));
    respond(path, folders, response).catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

async function respond(path: string, folders: Folders, response: ServerResponse): Promise<void> {
  if (path === '/workbench/taskpane.html') return respondPane(folders.addin, response);
  const body = await readFile(fileFor(path, folders));
  const headers = {
    'content-type': TYPES[extname(path)] ?? 'text/html',
    'content-security-policy': PAGE_POLICY,
  };
  response.writeHead(200, headers).end(body);
}

function fileFor(path: string, { addin, workbench, office }: Folders): string {
  if (path === '/') return join(workbench, 'index.html');
  if (path.startsWith('/workbench/office/')) return join(office, path.slice('/workbench/office/'.length));
  return path.startsWith('/workbench/')
    ? join(workbench, path.slice('/workbench/'.length))
    : join(addin, path);
}

/** The add-in's own page, with Microsoft's library from here and the loader before it. */
async function respondPane(addin: string, response: ServerResponse): Promise<void> {
  const page = await readFile(join(addin, 'taskpane.html'), 'utf8');
  const headers = { 'content-type': 'text/html', 'content-security-policy': PANE_POLICY };
  response.writeHead(200, headers).end(page.replace(OFFICE_TAG, STAND_IN_TAGS));
}
