import type Axe from 'axe-core';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    readonly axe: typeof Axe;
  }
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SCHEMES = ['light', 'dark', 'forced'] as const;
const PATIENCE = { timeout: 30_000, interval: 50 };

/** A pane, and the window in which it is. */
interface Painted {
  readonly page: Page;
  readonly pane: Frame;
}

/** What still changes its colour, once the page has been painted anew. What is folded away stands still until it is in sight. */
const moving = (): Promise<number> =>
  new Promise((resolve) => {
    const inSight = ({ effect }: Animation): boolean =>
      !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility() === true;
    const count = (): void => resolve(document.getAnimations().filter(inSight).length);
    requestAnimationFrame(() => requestAnimationFrame(count));
  });

/** Once nothing changes its colour any more. */
export async function paintedIn({ page, pane }: Painted, scheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.emulateMedia({
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    forcedColors: scheme === 'forced' ? 'active' : 'none',
  });
  await expect.poll(() => pane.evaluate(moving), PATIENCE).toBe(0);
}

/** What axe-core finds wrong with the pane as it is painted, and what does not fit in its width, in light, dark and forced colours. */
export async function faultsIn({ page, pane }: Painted): Promise<string[]> {
  const found: string[] = [];
  if (!(await pane.evaluate(() => 'axe' in window))) await pane.evaluate(await readFile(AXE, 'utf8'));
  for (const scheme of SCHEMES) {
    await paintedIn({ page, pane }, scheme);
    const wrong = await pane.evaluate(async (isFirst) => {
      // Colours apart, the pane is the same in all of them.
      const { violations } = await window.axe.run(document, isFirst ? {} : { runOnly: ['color-contrast'] });
      const hex = (color: string) =>
        `#${(color.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
      // Forced colours paint `color`; axe-core reads `-webkit-text-fill-color`, which Chromium leaves as the page wrote it.
      const isPainted = ({ target, any }: Axe.NodeResult): boolean => {
        const element = document.querySelector(String(target[0]));
        const { fgColor } = (any[0]?.data ?? {}) as { fgColor?: string };
        return (
          !matchMedia('(forced-colors: active)').matches ||
          element === null ||
          fgColor === hex(getComputedStyle(element).color)
        );
      };
      const main = document.querySelector('main');
      const wide = (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0);
      const rights = [...(main?.querySelectorAll('*') ?? [])].map(
        (element) => [element, element.getBoundingClientRect().right] as const,
      );
      const [widest] = rights.sort(([, a], [, b]) => b - a)[0] ?? [];
      // Half of a number is another number.
      const cut = [...document.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')].filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      );
      const { scrollHeight, clientHeight } = document.documentElement;
      return [
        ...(scrollHeight > clientHeight ? [`the pane is ${scrollHeight - clientHeight} px too high`] : []),
        ...cut.map(({ value, clientWidth }) => `cut: ${value} in ${clientWidth} px`),
        ...violations.flatMap(({ id, nodes }) =>
          nodes
            .filter(isPainted)
            .map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
        ),
        ...(wide > 0 ? [`${wide} px too wide: ${widest?.outerHTML.slice(0, 300)}`] : []),
      ];
    }, scheme === SCHEMES[0]);
    found.push(...wrong.map((fault) => `${scheme}: ${fault}`));
  }
  return found;
}
