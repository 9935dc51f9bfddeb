import { pause, type Time } from './grid/time';
import type { Unkind } from './unkind';

const PAGE = '/workbench/taskpane.html';
const LATE_MS = 8_000;
const LIVES_MS = 10_000;
const OFFICE_TAG = /(?=<script[^>]*\/office\.js")/;

interface AddInPageOptions {
  readonly frame: HTMLIFrameElement;
  readonly time: Time;
  readonly unkind: ReadonlySet<Unkind>;
  /** Each time when a page has been loaded and hears presses. */
  readonly onReady: (act: () => void) => void;
}

/** The add-in's own page in its frame, which may come late, and die. */
export class AddInPage {
  private isDead = false;
  private hasDied = false;
  private waiting: (() => void)[] = [];

  constructor(private readonly options: AddInPageOptions) {
    const { onReady, time, unkind } = options;
    onReady(() => {
      for (const go of this.waiting.splice(0)) go();
      if (unkind.has('page-killed') && !this.hasDied) time.after(LIVES_MS, () => this.die());
    });
  }

  async load(): Promise<void> {
    const { frame, unkind } = this.options;
    const path = `${PAGE}${window.location.search}`;
    if (unkind.has('slow-office-js')) await this.loadSlowly(path);
    else frame.src = path;
  }

  /** Resolves when the page can be told something; one that died is loaded again for it. */
  async alive(): Promise<void> {
    if (this.isDead) {
      this.isDead = false;
      void this.load();
    } else if (this.waiting.length === 0) return;
    await new Promise<void>((go) => this.waiting.push(go));
  }

  private die(): void {
    this.isDead = true;
    this.hasDied = true;
    this.options.frame.src = 'about:blank';
  }

  /** As a browser that waits for a script: what stands before it is there, and nothing of what comes after. */
  private async loadSlowly(path: string): Promise<void> {
    const { frame, time } = this.options;
    const [before = '', ...after] = (await (await fetch(path)).text()).split(OFFICE_TAG);
    const page = frame.contentDocument;
    if (!page) throw new Error('The pane has no page.');
    page.open();
    page.write(before);
    await pause(time, LATE_MS);
    page.write(after.join(''));
    page.close();
  }
}
