import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EnginePage, Place } from './engine';

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
/** The W3C's name of what stands for an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type Ask = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

/** On the page at `url`, with the first steps put away. */
export async function openWebKit(url: string): Promise<EnginePage> {
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
    const timeouts = { script: PATIENCE_MS, pageLoad: PATIENCE_MS, implicit: PATIENCE_MS };
    await inSession('POST', '/timeouts', timeouts);
    await inSession('POST', '/url', { url: new URL('functions.json', url).href });
    await inSession('POST', '/execute/sync', {
      script: "localStorage.setItem('spreaddesk.first-steps', 'closed')",
      args: [],
    });
    await inSession('POST', '/window/rect', { width: 1600, height: 1000 });
    await inSession('POST', '/url', { url });
    return {
      page: place(inSession, 'page'),
      pane: place(inSession, 'pane'),
      async close() {
        await ask('DELETE', `/session/${sessionId}`).finally(end);
      },
    };
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
  const port = await freePort();
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Expressions of one line; what goes wrong in the page goes wrong here. */
const ASYNC = (expression: string): string =>
  `const done = arguments[0];
   Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (problem) => done({ problem: String(problem) }));`;

function place(ask: Ask, where: 'page' | 'pane'): Place {
  const enter = async (): Promise<void> => {
    await ask('POST', '/frame', { id: null });
    if (where === 'page') return;
    const frame = await ask('POST', '/element', { using: 'css selector', value: '#pane' });
    await ask('POST', '/frame', { id: frame });
  };
  const element = async (xpath: string): Promise<string> => {
    await enter();
    const found = await ask<Record<string, string>>('POST', '/element', { using: 'xpath', value: xpath });
    return `/element/${found[ELEMENT] ?? ''}`;
  };
  const type = async (xpath: string, text: string): Promise<void> => {
    await ask('POST', `${await element(xpath)}/value`, { text });
  };
  return {
    async evaluate<T>(expression: string): Promise<T> {
      await enter();
      const script = ASYNC(expression);
      const said = await ask<{ value: T; problem?: string }>('POST', '/execute/async', { script, args: [] });
      if (said.problem !== undefined) throw new Error(said.problem);
      return said.value;
    },
    async click(xpath) {
      await ask('POST', `${await element(xpath)}/click`);
    },
    async fill(xpath, text) {
      await ask('POST', `${await element(xpath)}/clear`);
      await type(xpath, text);
    },
    space: (xpath) => type(xpath, ' '),
    async finds(xpath) {
      await element(xpath);
    },
  };
}
