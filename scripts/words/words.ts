import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** Words that a person may read, and where they stand. */
export interface Words {
  readonly file: string;
  readonly line: number;
  /** What the code fills in stands as … */
  readonly text: string;
}

/** Folders whose words reach a screen; what only an operator reads, in a terminal, is left out. */
const FOLDERS = [
  ...['taskpane', 'functions', 'client', 'domain', 'contract', 'workbench'].map((room) => `src/${room}`),
  ...['actions', 'cache', 'environments', 'events', 'platform', 'trades', 'web'].map(
    (room) => `src/gateway/${room}`,
  ),
];

/** Every text of the pane, the cells, the ribbon and the gateway's messages, in the order of the files. */
export function wordsOnScreen(root: string): readonly Words[] {
  const files = FOLDERS.flatMap((folder) => filesBelow(join(root, folder)));
  return [
    ...files.flatMap((path) => wordsOf(relative(root, path), readFileSync(path, 'utf8'))),
    ...wordsOfMarkup('manifest.xml', readFileSync(join(root, 'manifest.xml'), 'utf8')),
  ];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** The values of a manifest's texts. */
export const wordsOfMarkup = (file: string, markup: string): readonly Words[] =>
  markup.split('\n').flatMap((line, index) => {
    const text = /DefaultValue="([^"]*)"/.exec(line)?.[1] ?? '';
    return /\S/.test(text) && !/^(?:https?:|~)/.test(text) ? [{ file, line: index + 1, text }] : [];
  });

/** The texts of one source file. */
export function wordsOf(file: string, code: string): readonly Words[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found: Words[] = [];
  const say = (node: ts.Node, text: string): void => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (!/\p{L}/u.test(words)) return;
    found.push({
      file,
      line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
      text: words,
    });
  };
  const visit = (node: ts.Node): void => {
    if (isSilent(node)) return;
    if (ts.isFunctionDeclaration(node) && file.includes('functions/declarations'))
      wizardWords(node).forEach((text) => say(node, text));
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      if (hasText(node)) say(node, textOfChildren(node.children));
    }
    if (isText(node) && (isShown(node) || isSentence(textOf(node)))) say(node, textOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

type Text = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression;
const isText = (node: ts.Node): node is Text =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);

const textOf = (node: Text): string =>
  ts.isTemplateExpression(node)
    ? node.templateSpans.reduce((text, { literal }) => `${text}…${literal.text}`, node.head.text)
    : node.text;

/** Children of an element as one sentence. Elements inside it belong to it; what is computed is left open. */
function textOfChildren(children: readonly ts.JsxChild[]): string {
  return children
    .map((child): string => {
      if (ts.isJsxText(child)) return child.text;
      if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return textOfChildren(child.children);
      if (ts.isJsxExpression(child) && child.expression && isText(child.expression))
        return textOf(child.expression);
      return ts.isJsxExpression(child) && !child.expression ? '' : ' … ';
    })
    .join('');
}

const hasText = ({ children }: ts.JsxElement | ts.JsxFragment): boolean =>
  children.some((child) => ts.isJsxText(child) && /\p{L}/u.test(child.text));

/** What holds no words of the screen: styles, types, imports, the log, and the complaints of programmers' mistakes. */
function isSilent(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isJsxAttribute(node))
    return (
      !SHOWN_NAME.test(node.name.getText()) && !(node.initializer && ts.isJsxExpression(node.initializer))
    );
  if (ts.isThrowStatement(node))
    return node.expression !== undefined && /^new \w*Error\(/.test(node.expression.getText());
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression.getText();
  return /^(?:makeStyles|import|require|console\.\w+)$|\b(?:log|logger)\.\w+$|\.(?:prepare|exec|getByRole)$/.test(
    called,
  );
}

/** Properties, attributes, constants and arguments that a screen shows whatever they look like. */
const SHOWN_NAME =
  /^(?:aria-label|label|title|words|text|hint|placeholder|sentence|wrong|why|name|message|says|summary)$/;
const SHOWN_LIST = /(?:WORDS|TERMS|LABELS|HEADINGS|HEADINGS_|TITLES|SAYS|PARTS|TEXTS?)$/;

/** True where the code shows the text, be it one word. */
function isShown(node: ts.Node): boolean {
  for (let at = node, up = node.parent; up !== undefined; at = up, up = up.parent) {
    if (ts.isPropertyAssignment(up)) {
      if (up.initializer !== at) return false;
      if (SHOWN_NAME.test(up.name.getText())) return true;
    } else if (ts.isJsxAttribute(up)) return SHOWN_NAME.test(up.name.getText());
    else if (ts.isJsxExpression(up)) return !ts.isJsxAttribute(up.parent);
    else if (ts.isVariableDeclaration(up)) return SHOWN_LIST.test(up.name.getText());
    else if (ts.isConditionalExpression(up)) {
      if (up.condition === at) return false;
    } else if (ts.isBinaryExpression(up)) {
      if (!JOINS.has(up.operatorToken.kind) || up.left === at) return false;
    } else if (!PASSES.has(up.kind)) return false;
  }
  return false;
}
const JOINS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
]);
const PASSES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.AsExpression,
  ts.SyntaxKind.SatisfiesExpression,
  ts.SyntaxKind.SpreadElement,
]);

/** At least two words of which one is written as in prose, and no code, address, style or query. */
const isSentence = (text: string): boolean =>
  /(?:^|[\s…(“"‘])[\p{L}’'-]{2,}[,.:;)]?\s+(?:[\p{L}’'-]{2,}|…|\d)|…\s+\p{Ll}{2,}|\p{L}+\.$/u.test(text) &&
  !/^=|[{}<>]|\b(?:SELECT|INSERT|CREATE|UPDATE|DELETE|PRAGMA|BEGIN|COMMIT)\b|^(?:\d+\w* )?(?:solid|auto|normal|none)\b|\dpx\b|^(?:https?|wss?):/.test(
    text,
  );

/** What Excel's function wizard shows of a declaration. */
function wizardWords(node: ts.FunctionDeclaration): readonly string[] {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  if (!comment) return [];
  const name = node.name?.text ?? '';
  return [
    `DESK.${name.toUpperCase()}: ${ts.getTextOfJSDocComment(comment.comment) ?? ''}`,
    ...(comment.tags ?? []).flatMap((tag) =>
      ts.isJSDocParameterTag(tag)
        ? [`${tag.name.getText()}: ${ts.getTextOfJSDocComment(tag.comment) ?? ''}`]
        : [],
    ),
  ];
}
