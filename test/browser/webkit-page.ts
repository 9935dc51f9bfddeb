import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** A command of the W3C's WebDriver within one session. */
export type Ask = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

/** A text to be found: a pattern, or a part of it, or all of it. */
export interface Text {
  readonly text: string;
  readonly exact: boolean;
  readonly pattern?: string;
  readonly flags?: string;
}
/** One step of what leads to an element. */
export type Step =
  | { readonly by: 'role'; readonly role: string; readonly name?: Text }
  | { readonly by: 'text' | 'label'; readonly text: Text }
  | { readonly by: 'css'; readonly selector: string }
  | { readonly by: 'xpath'; readonly path: string }
  | { readonly by: 'place'; readonly at: number }
  | { readonly by: 'or' | 'and'; readonly steps: readonly Step[] };
export type Find = (steps: readonly Step[]) => Element[];
declare global {
  interface Window {
    findForTests?: Find;
  }
}

const PATIENCE_MS = 30_000;
const LOOK_MS = 50;
/** The W3C's name of what stands for an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Reference = Readonly<Record<typeof ELEMENT, string>>;

const KEYS: Readonly<Record<string, string>> = {
  Control: '\uE009',
  Shift: '\uE008',
  Alt: '\uE00A',
  Meta: '\uE03D',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Space: ' ',
  Home: '\uE011',
  End: '\uE010',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Backspace: '\uE003',
  Delete: '\uE017',
};
const keyOf = (name: string): string => KEYS[name] ?? name;

let finder: Promise<string> | undefined;
const finderText = (): Promise<string> =>
  (finder ??= build({
    entryPoints: [join(import.meta.dirname, 'webkit-find.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    define: { 'process.env': '{}', process: '{"env":{}}' },
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? ''));

/** A window with the workbench: what is asked of it is asked of the page, or of the pane in it. */
export class Session {
  private at: 'page' | 'pane' | undefined;
  /** Keys that are held down. */
  readonly held = new Set<string>();

  constructor(readonly ask: Ask) {}

  async enter(where: 'page' | 'pane'): Promise<void> {
    if (this.at === where) return;
    await this.ask('POST', '/frame', { id: null });
    if (where === 'pane') {
      const frame = await this.ask('POST', '/element', { using: 'css selector', value: '#pane' });
      await this.ask('POST', '/frame', { id: frame });
    }
    this.at = where;
  }

  async run<T>(where: 'page' | 'pane', code: string, args: readonly unknown[]): Promise<T> {
    await this.enter(where);
    const script = `const done = arguments[arguments.length - 1]; const given = [...arguments].slice(0, -1);
      Promise.resolve().then(() => (${code})(...given))
        .then((value) => done({ value }), (problem) => done({ problem: String(problem) }));`;
    const said = await this.ask<{ value: T; problem?: string }>('POST', '/execute/async', { script, args });
    if (said.problem !== undefined) throw new Error(said.problem);
    return said.value;
  }

  async find(where: 'page' | 'pane', steps: readonly Step[]): Promise<Reference[]> {
    await this.enter(where);
    const script = 'return window.findForTests ? window.findForTests(arguments[0]) : null';
    const look = () => this.ask<Reference[] | null>('POST', '/execute/sync', { script, args: [steps] });
    const found = await look();
    if (found) return found;
    await this.ask('POST', '/execute/sync', { script: await finderText(), args: [] });
    return (await look()) ?? [];
  }

  async act(where: 'page' | 'pane', kind: 'key' | 'pointer', actions: readonly object[]): Promise<void> {
    await this.enter(where);
    if (kind === 'key') {
      await this.ask('POST', '/actions', { actions: [{ type: 'key', id: 'key', actions }] });
      return;
    }
    const pauses = [...this.held].map(() => ({ type: 'pause', duration: 0 }));
    const holding = [...this.held].map((value) => ({ type: 'keyDown', value }));
    const mouse = {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [...pauses, ...actions],
    };
    await this.ask('POST', '/actions', { actions: [{ type: 'key', id: 'key', actions: holding }, mouse] });
  }
}

type Name = string | RegExp;
const textOf = (name: Name, exact = false): Text =>
  typeof name === 'string'
    ? { text: name, exact }
    : { text: '', exact, pattern: name.source, flags: name.flags };

/** Playwright's words for finding, on what was found so far. */
class Finder {
  constructor(
    protected readonly session: Session,
    protected readonly where: 'page' | 'pane',
    protected readonly steps: readonly Step[] = [],
  ) {}
  protected with(step: Step): Found {
    return new Found(this.session, this.where, [...this.steps, step]);
  }
  getByRole(role: string, { name, exact }: { name?: Name; exact?: boolean } = {}): Found {
    return this.with({ by: 'role', role, ...(name !== undefined && { name: textOf(name, exact) }) });
  }
  getByText(text: Name, { exact }: { exact?: boolean } = {}): Found {
    return this.with({ by: 'text', text: textOf(text, exact) });
  }
  getByLabel(text: Name, { exact }: { exact?: boolean } = {}): Found {
    return this.with({ by: 'label', text: textOf(text, exact) });
  }
  locator(selector: string): Found {
    return this.with(
      selector.startsWith('xpath=')
        ? { by: 'xpath', path: selector.slice('xpath='.length) }
        : { by: 'css', selector },
    );
  }
}

const IS_SEEN = `(one) => {
  const { width, height } = one.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(one).visibility !== 'hidden';
}`;

/** In sight, and where it was a frame ago: a press is aimed before it falls, and rows that come into sight move those below them. */
const RESTS = `(one) => {
  one.scrollIntoView({ block: 'nearest' });
  const place = () => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].join();
  };
  return new Promise((resolve) => {
    const look = (before) =>
      requestAnimationFrame(() => (place() === before ? resolve(true) : one.isConnected ? look(place()) : resolve(false)));
    look('');
  });
}`;

class Found extends Finder {
  override toString(): string {
    return JSON.stringify(this.steps);
  }
  first = (): Found => this.nth(0);
  last = (): Found => this.nth(-1);
  nth(at: number): Found {
    return this.with({ by: 'place', at });
  }
  or = (other: Found): Found => this.with({ by: 'or', steps: other.steps });
  and = (other: Found): Found => this.with({ by: 'and', steps: other.steps });
  all = async (): Promise<Found[]> => Array.from({ length: await this.count() }, (_, at) => this.nth(at));
  count = async (): Promise<number> => (await this.session.find(this.where, this.steps)).length;

  async waitFor({ state = 'visible', timeout = PATIENCE_MS } = {}): Promise<void> {
    await this.until(timeout, async ([one]) => {
      if (state === 'detached') return one === undefined;
      return one !== undefined && this.session.run<boolean>(this.where, IS_SEEN, [one]);
    });
  }
  async evaluate<T>(code: (...args: never[]) => T | Promise<T>, arg?: unknown): Promise<T> {
    return this.session.run(this.where, String(code), [await this.one(), arg ?? null]);
  }
  async click({ force = false } = {}): Promise<void> {
    if (force) return this.evaluate((one: HTMLElement) => one.click());
    await this.waitFor();
    await this.until(PATIENCE_MS, async ([one]) => {
      if (!one || !(await this.session.run<boolean>(this.where, RESTS, [one]))) return false;
      return this.session.ask('POST', `/element/${one[ELEMENT]}/click`).then(
        () => true,
        (refused: unknown) => {
          if (/intercepted|interactable|stale/.test(String(refused))) return false;
          throw refused;
        },
      );
    });
  }
  async dblclick(): Promise<void> {
    await this.waitFor();
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.session.act(this.where, 'pointer', [await this.over(), ...press, ...press]);
  }
  async hover(): Promise<void> {
    await this.waitFor();
    await this.session.act(this.where, 'pointer', [await this.over()]);
  }
  async check(options: { force?: boolean } = {}): Promise<void> {
    if (!(await this.isChecked())) await this.click({ force: options.force ?? true });
  }
  async fill(text: string): Promise<void> {
    await this.waitFor();
    const one = `/element/${(await this.one())[ELEMENT]}`;
    await this.session.ask('POST', `${one}/clear`);
    await this.session.ask('POST', `${one}/value`, { text });
  }
  focus = (): Promise<void> => this.evaluate((one: HTMLElement) => one.focus());
  async press(key: string): Promise<void> {
    await this.focus();
    await new Keys(this.session, () => this.where).press(key);
  }
  isChecked = (): Promise<boolean> =>
    this.evaluate((one: HTMLInputElement) => one.checked || one.getAttribute('aria-checked') === 'true');
  textContent = (): Promise<string | null> => this.evaluate((one: Element) => one.textContent);
  getAttribute = (name: string): Promise<string | null> =>
    this.evaluate((one: Element, asked: string) => one.getAttribute(asked), name);

  private async over(): Promise<object> {
    await this.evaluate((one: Element) => one.scrollIntoView({ block: 'nearest' }));
    return { type: 'pointerMove', duration: 0, origin: await this.one(), x: 0, y: 0 };
  }
  private async one(): Promise<Reference> {
    let one: Reference | undefined;
    await this.until(PATIENCE_MS, ([found]) => Promise.resolve((one = found) !== undefined));
    if (!one) throw new Error('Nothing was found.');
    return one;
  }
  private async until(timeout: number, isSo: (found: Reference[]) => Promise<boolean>): Promise<void> {
    const end = performance.now() + timeout;
    for (;;) {
      // What was found may be gone by the time that it is asked.
      const look = this.session.find(this.where, this.steps).then(isSo);
      const done = await look.catch((refused: unknown) => {
        if (/stale/.test(String(refused))) return false;
        throw refused;
      });
      if (done) return;
      if (performance.now() > end) {
        const instead = await this.session.run<string>(this.where, '() => document.body.innerText', []);
        throw new Error(`${this.where}: ${this.toString()} did not come. There is:\n${instead}`);
      }
      await sleep(LOOK_MS);
    }
  }
}

class Keys {
  constructor(
    private readonly session: Session,
    private readonly where: () => 'page' | 'pane',
  ) {}
  async press(combination: string): Promise<void> {
    const names = combination.split('+');
    const shifted = names.includes('Shift');
    const keys = names.map((name) => (name.length === 1 && !shifted ? name.toLowerCase() : keyOf(name)));
    await this.act([
      ...keys.map((value) => ({ type: 'keyDown', value })),
      ...[...keys].reverse().map((value) => ({ type: 'keyUp', value })),
    ]);
  }
  async type(text: string): Promise<void> {
    await this.act(
      [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
  }
  down(name: string): Promise<void> {
    this.session.held.add(keyOf(name));
    return this.act([{ type: 'keyDown', value: keyOf(name) }]);
  }
  up(name: string): Promise<void> {
    this.session.held.delete(keyOf(name));
    return this.act([{ type: 'keyUp', value: keyOf(name) }]);
  }
  private act(actions: readonly object[]): Promise<void> {
    return this.session.act(this.where(), 'key', actions);
  }
}

/**
 * By events of the page's own: WebKit's driver lets go of the right button as if it were the left one, so that the page takes it for
 * held down from then on, and hears no further press.
 */
function rightClick([clientX, clientY]: readonly [number, number]): void {
  const at = document.elementFromPoint(clientX, clientY);
  const event = { bubbles: true, cancelable: true, composed: true, clientX, clientY, button: 2 };
  at?.dispatchEvent(new PointerEvent('pointermove', { ...event, button: -1, pointerType: 'mouse' }));
  at?.dispatchEvent(new PointerEvent('pointerdown', { ...event, buttons: 2, pointerType: 'mouse' }));
  at?.dispatchEvent(new MouseEvent('mousedown', { ...event, buttons: 2 }));
  at?.dispatchEvent(new MouseEvent('contextmenu', event));
  at?.dispatchEvent(new PointerEvent('pointerup', { ...event, pointerType: 'mouse' }));
  at?.dispatchEvent(new MouseEvent('mouseup', event));
}

/** A page, or the pane in it, by the words of Playwright that the journeys use. */
export class WebKitPlace extends Finder {
  evaluate<T>(code: ((...args: never[]) => T | Promise<T>) | string, arg?: unknown): Promise<T> {
    const text = typeof code === 'string' ? `() => (${code})` : String(code);
    return this.session.run(this.where, text, [arg ?? null]);
  }
}
export class WebKitPage extends WebKitPlace {
  constructor(session: Session) {
    super(session, 'page');
  }
  /** Keys go to where the focus is. */
  readonly keyboard = new Keys(this.session, () => 'page');
  readonly mouse = {
    click: (x: number, y: number, { button = 'left', clickCount = 1 } = {}): Promise<void> => {
      if (button === 'right') return this.evaluate(rightClick, [x, y]);
      const press = [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      return this.session.act('page', 'pointer', [
        { type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) },
        ...Array.from({ length: clickCount }, () => press).flat(),
      ]);
    },
  };
  async waitForSelector(selector: string): Promise<{ contentFrame(): Promise<WebKitPlace> }> {
    await this.locator(selector).waitFor();
    return { contentFrame: () => Promise.resolve(new WebKitPlace(this.session, 'pane')) };
  }
  waitForTimeout = (ms: number): Promise<void> => sleep(ms);
}
