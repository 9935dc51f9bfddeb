import { runInNewContext } from 'node:vm';
import { resolveStyleRulesForSlots } from '@griffel/core';
import ts from 'typescript';

/** @typedef {Record<string, Record<string, string | 0 | readonly string[]>>} Classes by slot and property; of two, the first is for text from left to right. */
/** @typedef {string | readonly [string, object]} Rule */
/** @typedef {Record<string, readonly Rule[]>} Rules by Griffel's bucket, which orders them. */

const CALL = /(?<![\w$.])(makeStyles|__styles|__resetStyles)\(/;
const WRITTEN_NAME = 'writtenStyles';

/**
 * Writes each call of Fluent's `makeStyles` as the classes and rules that it would compute in the pane, by the function
 * that computes them there, and leaves out the rules for text from right to left, there and in Fluent's own: the pane
 * is in English. So neither the compiler of styles nor the mirrored half of them is loaded.
 * @param {string} code
 * @returns {string}
 */
export default function writtenStyles(code) {
  if (!CALL.test(code)) return code;
  const file = ts.createSourceFile('styles.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  /** @type {{ from: number, to: number, text: string }[]} */
  const edits = [];
  let isCompiled = false;
  /** @type {(node: ts.Node) => void} */
  const visit = (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return ts.forEachChild(node, visit);
    const name = node.expression.text;
    const write = WRITERS[name];
    if (!write) return ts.forEachChild(node, visit);
    const { arguments: given } = node;
    isCompiled ||= name === 'makeStyles';
    const text = write(valuesOf(given.map((one) => one.getText(file))));
    edits.push({ from: node.getStart(file), to: node.getEnd(), text });
  };
  visit(file);
  const written = edits.reduceRight(
    (rest, { from, to, text }) => `${rest.slice(0, from)}${text}${rest.slice(to)}`,
    code,
  );
  return isCompiled
    ? `import { __styles as ${WRITTEN_NAME} } from '@fluentui/react-components';\n${written}`
    : written;
}

/** @typedef {Parameters<typeof resolveStyleRulesForSlots>[0]} Styles */

/** @type {Record<string, (given: unknown) => string>} */
const WRITERS = {
  makeStyles(given) {
    const [styles] = /** @type {[Styles]} */ (given);
    return call(`/*#__PURE__*/${WRITTEN_NAME}`, leftToRight(resolveStyleRulesForSlots(styles)));
  },
  __styles(given) {
    const [classes, rules = {}] = /** @type {[Classes, Rules?]} */ (given);
    return call('__styles', leftToRight([classes, rules]));
  },
  __resetStyles(given) {
    const [ltr, rtl, rules] = /** @type {[string, string | null, Rules | readonly Rule[]]} */ (given);
    return call('__resetStyles', [ltr, null, resetRules(rules, rtl)]);
  },
};

/** @type {(name: string, given: readonly unknown[]) => string} */
const call = (name, given) => `${name}(${given.map((one) => JSON.stringify(one)).join(', ')})`;

/**
 * Styles are written out while building, when no variable has a value yet.
 * @param {readonly string[]} expressions
 * @returns {unknown}
 */
function valuesOf(expressions) {
  try {
    // Through JSON, so that they are objects and arrays of this realm.
    return JSON.parse(String(runInNewContext(`JSON.stringify([${expressions.join(', ')}])`)));
  } catch (error) {
    throw new Error(
      'Styles may use nothing but literals and Fluent’s tokens, for they are written out while building: ' +
        String(error),
      { cause: error },
    );
  }
}

/**
 * @param {[Classes, Rules]} styles
 * @returns {[Classes, Rules]}
 */
function leftToRight([classes, rules]) {
  const kept = new Set();
  const mirrored = new Set();
  /** @type {Classes} */
  const ltr = {};
  for (const [slot, byProperty] of Object.entries(classes)) {
    const own = (ltr[slot] = /** @type {Classes[string]} */ ({}));
    for (const [property, name] of Object.entries(byProperty)) {
      const [first, second] = typeof name === 'object' ? name : [name];
      own[property] = first;
      kept.add(first);
      if (second !== undefined) mirrored.add(second);
    }
  }
  return [ltr, rulesWithout(rules, (name) => mirrored.has(name) && !kept.has(name))];
}

/** @type {(rules: Rules | readonly Rule[], mirrored: string | null) => Rules | readonly Rule[]} */
const resetRules = (rules, mirrored) =>
  isPlain(rules)
    ? without(rules, (name) => name === mirrored)
    : rulesWithout(rules, (name) => name === mirrored);

/** @type {(rules: Rules | readonly Rule[]) => rules is readonly Rule[]} */
const isPlain = (rules) => Array.isArray(rules);

/** @type {(rules: Rules, isUnused: (name: string) => boolean) => Rules} */
const rulesWithout = (rules, isUnused) =>
  Object.fromEntries(Object.entries(rules).map(([bucket, some]) => [bucket, without(some, isUnused)]));

const BLOCK = /([^{}]+)\{[^{}]*\}/g;
const CLASS = /\.([\w-]+)/g;

/**
 * Within a rule such as @media, both directions stand in one: only the blocks of unused classes go.
 * @type {(rules: readonly Rule[], isUnused: (name: string) => boolean) => Rule[]}
 */
const without = (rules, isUnused) =>
  rules.flatMap((rule) => {
    const [css, order] = typeof rule === 'string' ? [rule] : rule;
    const left = css.replaceAll(BLOCK, (block, /** @type {string} */ selector) =>
      [...selector.matchAll(CLASS)].some(([, name = '']) => isUnused(name)) ? '' : block,
    );
    if (left === css) return [rule];
    // With nothing in it, not even its @media is needed.
    if (!/\{[^{}]+\}/.test(left)) return [];
    return [order === undefined ? left : /** @type {const} */ ([left, order])];
  });
