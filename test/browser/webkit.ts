import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { anyPort } from '../../scripts/port.mjs';
import type { OpenPage } from './chromium';
import { keyFor } from './stack';
import { Session, WebKitPage, type Ask } from './webkit-page';

/** WebKit as Debian has it, the engine of Excel on a Mac, by the W3C's WebDriver. It has no headless mode: it gets a screen of its own. */
const SCREEN = ['-screen', '0', '1600x1000x24'];
const ENV = {
  LANG: 'en_US.UTF-8',
  LC_ALL: 'en_US.UTF-8',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  // Its own sandbox needs rights that a container has not.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
};
const PATIENCE_MS = 60_000;
const STARTS_WITHIN_MS = 15_000;

/**
 * As `openChromium`, with those of Playwright's words that the journeys use. WebDriver tells neither what a page asks for nor what it
 * writes to its console.
 */
export async function openWebKit(url: string, { isFirstDay = false } = {}): Promise<OpenPage> {
  const children: ChildProcess[] = [];
  const end = (): void => children.forEach((child) => child.kill());
  try {
    const ask = await startDriver(children);
    const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation'] } },
      },
    });
    const inSession: Ask = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body);
    await inSession('POST', '/timeouts', { script: PATIENCE_MS, pageLoad: PATIENCE_MS, implicit: 0 });
    await inSession('POST', '/url', { url: new URL('functions.json', url).href });
    await inSession('POST', '/execute/sync', {
      script: `localStorage.setItem('spreaddesk.pairing', '${keyFor(url)}')`,
      args: [],
    });
    if (!isFirstDay)
      await inSession('POST', '/execute/sync', {
        script: "localStorage.setItem('spreaddesk.first-steps', 'closed')",
        args: [],
      });
    await inSession('POST', '/window/rect', { width: 1600, height: 1000 });
    await inSession('POST', '/url', { url });
    // Another word of Playwright's ends a test in a sentence: the page has no such function.
    const page = new WebKitPage(new Session(inSession)) as unknown as Page;
    const close = async (): Promise<void> => {
      await ask('DELETE', `/session/${sessionId}`).finally(end);
    };
    return { page, requests: [], problems: [], close };
  } catch (problem) {
    end();
    throw problem;
  }
}

async function startDriver(children: ChildProcess[]): Promise<Ask> {
  const screen = spawn('Xvfb', ['-displayfd', '3', ...SCREEN], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  children.push(screen);
  const [, , , said] = screen.stdio;
  if (!said) throw new Error('The screen says nothing.');
  const [display] = (await once(said, 'data')) as [Buffer];
  const port = await anyPort();
  const path = process.env['WEBKIT_DRIVER_PATH'] ?? '/usr/bin/WebKitWebDriver';
  const env = { ...process.env, ...ENV, DISPLAY: `:${display.toString().trim()}` };
  children.push(spawn(path, [`--port=${port}`], { env, stdio: 'ignore' }));
  const ask: Ask = async (method, route, body) => {
    const init = { method, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) };
    const answer = await fetch(`http://127.0.0.1:${port}${route}`, init);
    const { value } = (await answer.json()) as { value: { error: string; message: string } };
    if (!answer.ok) throw new Error(`${method} ${route}: ${value.error}: ${value.message}`);
    return value as never;
  };
  const end = performance.now() + STARTS_WITHIN_MS;
  while (
    !(await ask('GET', '/status').then(
      () => true,
      () => false,
    ))
  ) {
    if (performance.now() > end) throw new Error('WebKitWebDriver does not answer.');
    await sleep(100);
  }
  return ask;
}
