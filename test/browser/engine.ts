import { openChromium } from './chromium';
import { openWebKit } from './webkit';

/** One document of the page. What is looked for is named by XPath, and waited for. */
export interface Place {
  /** The value of an expression there; a promise is waited for. */
  evaluate<T>(expression: string): Promise<T>;
  click(xpath: string): Promise<void>;
  /** Types in place of what is there. */
  fill(xpath: string, text: string): Promise<void>;
  space(xpath: string): Promise<void>;
  finds(xpath: string): Promise<void>;
}

/** The workbench in a browser of some engine. */
export interface EnginePage {
  readonly page: Place;
  readonly pane: Place;
  close(): Promise<void>;
}

export const button = (name: string): string =>
  `//button[normalize-space()=${quoted(name)} or @aria-label=${quoted(name)}]`;
export const buttonThat = (begins: string): string =>
  `//button[starts-with(normalize-space(), ${quoted(begins)})]`;
export const field = (label: string): string =>
  `//input[@aria-label=${quoted(label)} or @id=//label[normalize-space()=${quoted(label)}]/@for]`;
const quoted = (text: string): string => `"${text}"`;

/** The engine of the tests that are running: Chromium, or WebKit by `npm test -- --webkit`. */
export const openEngine = (url: string): Promise<EnginePage> =>
  process.env['BROWSER_ENGINE'] === 'webkit' ? openWebKit(url) : openInChromium(url);

async function openInChromium(url: string): Promise<EnginePage> {
  const opened = await openChromium(url);
  const { page } = opened;
  const pane = await (await page.waitForSelector('#pane')).contentFrame();
  if (!pane) throw new Error('The pane has no page.');
  const place = (within: typeof page | typeof pane): Place => {
    const one = (xpath: string) => within.locator(`xpath=${xpath}`).first();
    return {
      evaluate: (expression) => within.evaluate(expression),
      click: (xpath) => one(xpath).click(),
      fill: (xpath, text) => one(xpath).fill(text),
      space: (xpath) => one(xpath).press('Space'),
      finds: (xpath) => one(xpath).waitFor(),
    };
  };
  return { page: place(page), pane: place(pane), close: () => opened.close() };
}
