const FLUENT_TOKENS =
  /import\s*\{[^}]*\btokens\b[^}]*\}\s*from\s*["']@fluentui\/react-(components|theme)["']/;

/**
 * Writes each of Fluent's tokens as what it is, the name of a variable of the theme: `tokens.colorBrandStroke1` is
 * `var(--colorBrandStroke1)`. The table of all of them would be 30 kB of the pane.
 * Those of the order in depth have a second value and are left alone.
 * @param {string} code
 * @returns {string}
 */
export default function tokenValues(code) {
  return FLUENT_TOKENS.test(code)
    ? code.replaceAll(/(?<![\w$.])tokens\.(?!zIndex)(\w+)/g, '"var(--$1)"')
    : code;
}
