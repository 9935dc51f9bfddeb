import { createRequire } from 'node:module';

/** @typedef {Readonly<Record<string, string | number>>} Theme */
/** @typedef {'teamsHighContrastTheme' | 'webDarkTheme' | 'webLightTheme'} ThemeName */

// Fluent's packages are modules of a kind that node takes through require alone.
const required = /** @type {(name: string) => unknown} */ (createRequire(import.meta.url));
const { teamsHighContrastTheme, webDarkTheme, webLightTheme } = /** @type {Record<ThemeName, Theme>} */ (
  required('@fluentui/react-components')
);
/** Fluent's own names another font, whose wider letters would be cut in a pane that is laid out for the first. */
const contrastTheme = { ...teamsHighContrastTheme, fontFamilyBase: webLightTheme['fontFamilyBase'] ?? '' };
const PLUGIN = 'themeVariables';
const USED = /var\(--([\w-]+)/g;

/**
 * Fluent's themes as variables of the pane's stylesheet, so that no colour waits for a script: of the 459 of each those
 * that the built code names, and of the dark and the contrasting one where they differ from the light one.
 * @param {Iterable<string>} used
 * @param {{ light: Theme, dark: Theme, contrast: Theme }} themes
 */
export function themeVariables(
  used,
  { light, dark, contrast } = { light: webLightTheme, dark: webDarkTheme, contrast: contrastTheme },
) {
  const names = [...new Set(used)].filter((name) => name in light).sort();
  /** @type {(selector: string, theme: Theme, known?: Theme) => string} */
  const rule = (selector, theme, known = {}) => {
    const own = names.filter((name) => theme[name] !== known[name]);
    return `${selector}{${own.map((name) => `--${name}:${theme[name]}`).join(';')}}`;
  };
  return [
    rule('[data-scheme]', light),
    rule('[data-scheme=dark]', dark, light),
    rule('[data-scheme=contrast]', contrast, light),
  ].join('');
}

/** Puts them into the stylesheet, once it is known which of them the code names. */
export class ThemeVariables {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      const at = { name: PLUGIN, stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONS };
      compilation.hooks.processAssets.tap(at, (assets) => {
        const code = Object.entries(assets).filter(([file]) => file.endsWith('.js'));
        const used = code.flatMap(([, asset]) =>
          [...String(asset.source()).matchAll(USED)].map(([, name = '']) => name),
        );
        for (const file of Object.keys(assets).filter((name) => name.endsWith('.css'))) {
          compilation.updateAsset(file, (old) => new sources.ConcatSource(old, themeVariables(used)));
        }
      });
    });
  }
}
